/**
 * Exports the build of the gateway for production: `build/main.js`, plain JavaScript that imports packages from `node_modules`, and
 * the `package.json` of these packages.
 */
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { packageManifest } from "./package-manifest.js";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  publicDir: false,
  plugins: [packageManifest(root)],
  build: {
    ssr: "gateway/main.ts",
    outDir: "build",
    emptyOutDir: true,
    target: "node20",
    minify: false,
    // Used by builds and development only: a start with `--serve` does not import it.
    rolldownOptions: { external: /\/(dev-server|sandbox\/index|source-watch|mock|cli\/publish|cli\/checked-brand)\.js$/ },
  },
});
