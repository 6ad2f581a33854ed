/** Exports the Vite configuration of the gallery. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { blueprintSubset } from "../../../src/theme/blueprint-subset.js";

/** The cache is separate: two development servers that share one break each other. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { postcss: { plugins: [blueprintSubset] } },
  cacheDir: "../../../node_modules/.vite-gallery",
});
