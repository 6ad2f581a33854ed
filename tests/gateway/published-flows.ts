/** Exports the shipped flows, published into a temporary folder and opened like the gateway's bundles, for tests. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BundleStore, openBundles } from "../../gateway/bundles.js";
import { publishBrands } from "../../src/cli/publish.js";
import { readSource } from "../../src/cli/source-files.js";
import type { BundleCore } from "../../src/language/bundle.js";
import { ROOT } from "../support/sources.js";

export interface PublishedFlows {
  readonly bundles: BundleStore;
  core(slug: string): BundleCore;
  remove(): void;
}

export async function publishFlows(): Promise<PublishedFlows> {
  const folder = mkdtempSync(join(tmpdir(), "passbook-bundles-"));
  const problems = await publishBrands(ROOT, await readSource(ROOT), folder, "unproven");
  if (problems.length > 0) throw new Error(problems.join("\n"));
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
      return JSON.parse(readFileSync(path, "utf8")) as BundleCore;
    },
    remove() {
      bundles.close();
      rmSync(folder, { recursive: true });
    },
  };
}
