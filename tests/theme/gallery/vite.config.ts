import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** A cache of its own: two servers that share one break each other. */
export default defineConfig({ root: import.meta.dirname, plugins: [react()], cacheDir: "../../../node_modules/.vite-gallery" });
