import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { blueprintSubset } from "./src/theme/blueprint-subset.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [blueprintSubset] } },
  resolve: {
    alias: [
      // graphql-request imports graphql's parser and printer for documents that are not plain strings; ours all are.
      { find: /^graphql$/, replacement: here("./src/api/graphql-stub.ts") },
      // rjsf draws Markdown where ours are plain words.
      { find: /^markdown-to-jsx\/react$/, replacement: here("./src/app/markdown-stub.tsx") },
      // Messages are parsed when the bundle is compiled: the browser formats what it is given.
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: "@formatjs/icu-messageformat-parser/no-parser.js" },
    ],
  },
  // The gateway runs the dev server within itself, on the one origin.
  appType: "custom",
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // Nothing inline: the content security policy has no exception, and every asset is cached by its own hash.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    target: "es2022",
    rolldownOptions: {
      output: {
        assetFileNames: "assets/[name]-[hash][extname]",
        chunkFileNames: "assets/[name]-[hash].js",
        entryFileNames: "assets/[name]-[hash].js",
        // What a release seldom changes stays in the browser's cache.
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|recoil)\// },
            { name: "forms", test: /node_modules\/@rjsf\// },
          ],
        },
      },
    },
  },
});
