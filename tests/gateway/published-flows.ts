/** Exports the shipped flows, published once for all tests of a version and opened like the gateway's bundles. */
import { readFileSync } from "node:fs";
import { type BundleStore, openBundles } from "../../gateway/bundles.js";
import { publishBrands } from "../../src/cli/publish.js";
import { readSource } from "../../src/cli/source-files.js";
import type { BundleCore } from "../../src/language/bundle.js";
import { cachedFolder, DEFINITIONS_AND_TOOLS, hashOfFiles } from "../support/content-cache.js";
import { ROOT } from "../support/sources.js";

export interface PublishedFlows {
  readonly bundles: BundleStore;
  core(slug: string): BundleCore;
  close(): void;
}

/** The parsed cores by their files, which do not change: a depositor of the tests reads the core for each operation. */
const cores = new Map<string, BundleCore>();

function coreIn(path: string): BundleCore {
  const known = cores.get(path) ?? (JSON.parse(readFileSync(path, "utf8")) as BundleCore);
  cores.set(path, known);
  return known;
}

/** Opens the published flows. All tests share the folder: a test that changes a bundle copies it first. */
export async function openPublishedFlows(): Promise<PublishedFlows> {
  const folder = await cachedFolder("published", hashOfFiles(DEFINITIONS_AND_TOOLS), async (draft) => {
    const problems = await publishBrands(ROOT, await readSource(ROOT), draft, "unproven");
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });
  const bundles = await openBundles({
    folder,
    scanIntervalMs: null,
    acceptsUnproven: true,
    onActivated: () => {},
    onProblem: (_slug, error) => {
      throw error;
    },
  });
  return {
    bundles,
    core(slug) {
      const path = bundles.file(slug, bundles.active(slug)?.hash ?? "", "core.json");
      if (!path) throw new Error(`there is no bundle of ${slug}`);
      return coreIn(path);
    },
    close: () => bundles.close(),
  };
}
