/** Exports the module that `vite build` makes of `src/app/prerender.tsx`, for tests of the gateway and its production folder. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createBuilder } from "vite";
import type { Prerender } from "../../src/app/prerender.js";
import { cachedFolder, hashOfFiles } from "../support/content-cache.js";
import { ROOT } from "../support/sources.js";

/** The folder with `prerender.js`, built once for a version of the sources. */
export function prerenderFolder(): Promise<string> {
  return cachedFolder("prerender", hashOfFiles(["src", "vite.config.ts", "package-lock.json"]), async (draft) => {
    const { NODE_ENV } = process.env;
    // Vitest's value selects React's development build.
    process.env.NODE_ENV = "production";
    try {
      const quiet = { rolldownOptions: { checks: { pluginTimings: false } } };
      const { build, environments } = await createBuilder({
        root: ROOT,
        logLevel: "warn",
        mode: "production",
        environments: { ssr: { build: { outDir: draft, emptyOutDir: true, ...quiet } } },
      });
      if (environments.ssr === undefined) throw new Error("vite.config.ts has no environment `ssr`.");
      await build(environments.ssr);
    } finally {
      process.env.NODE_ENV = NODE_ENV;
    }
  });
}

export async function builtPrerender(): Promise<Prerender> {
  const module = pathToFileURL(join(await prerenderFolder(), "prerender.js")).href;
  return ((await import(/* @vite-ignore */ module)) as { readonly prerender: Prerender }).prerender;
}
