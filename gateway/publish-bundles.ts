/**
 * Exports `publishBundles` for the composition root: copies the bundles of a build to the folder that gateways share, from
 * which they also answer the open tabs of earlier bundles.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A bundle that is now the active one of its brand. */
export interface PublishedBundle {
  readonly slug: string;
  readonly hash: string;
}

/**
 * Copies the active bundle of every brand in `from`, then makes it the active one in `to`. Bundles that are there stay: a
 * gateway serves their files, and knows the documents of the last ones. Each step is a rename, so that a running gateway
 * never reads a half-written bundle.
 */
export async function publishBundles(from: string, to: string): Promise<readonly PublishedBundle[]> {
  const published: PublishedBundle[] = [];
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const current = entry.isDirectory() ? await textOf(join(from, entry.name, "current")) : null;
    if (current === null) continue;
    const [slug, hash] = [entry.name, current.trim()];
    const home = join(to, slug);
    await mkdir(home, { recursive: true });
    const draft = await mkdtemp(join(home, ".draft-"));
    try {
      await copyBundle(join(from, slug, hash), join(home, hash), draft);
      await writeFile(join(draft, "current"), `${hash}\n`);
      await rename(join(draft, "current"), join(home, "current"));
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    published.push({ slug, hash });
  }
  return published;
}

/** The same bundle may come with another proof or with validators of another version: its manifest then differs. */
async function copyBundle(source: string, target: string, draft: string): Promise<void> {
  const [wanted, present] = await Promise.all([source, target].map((folder) => textOf(join(folder, "manifest.json"))));
  if (wanted === present) return;
  await cp(source, join(draft, "new"), { recursive: true });
  if (present !== null) await rename(target, join(draft, "old"));
  await rename(join(draft, "new"), target);
}

/** The text of a file; null where there is none. */
async function textOf(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
}
