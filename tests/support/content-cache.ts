/**
 * Exports a cache of folders for results that several test files and workers need: a result is stored under a hash of
 * everything that it depends on, so that a change of any of it makes a new result.
 */
import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { filesBelow, ROOT } from "./sources.js";

const HOME = join(ROOT, "node_modules/.cache/passbook/tests");

/** Results of one name that stay: a run of an earlier version of the sources may still read its own. */
const KEPT = 4;

/** What every result of the compiler and the verifier depends on. */
export const DEFINITIONS_AND_TOOLS = ["flows", "schemas", "gateway/schema.graphql", "src", "package-lock.json"] as const;

/** The SHA-256 of the paths and contents of the files of some folders, and of Node's version. */
export function hashOfFiles(paths: readonly string[], root = ROOT): string {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths)
    for (const file of isFolder(path) ? filesBelow(path, root) : [path]) {
      const content = readFileSync(join(root, file));
      hash.update(`\0${file}\0${content.length}\0`).update(content);
    }
  return hash.digest("hex");
}

function isFolder(path: string): boolean {
  return !/\.[a-z]+$/.test(path);
}

/**
 * The folder of a result. `make` fills a new folder where there is none for this key; the folder appears under the key when
 * it is complete. Two workers may make the same result at the same time: one of the two stays.
 */
export async function cachedFolder(name: string, key: string, make: (folder: string) => Promise<void>, home = HOME): Promise<string> {
  const results = join(home, name);
  const folder = join(results, key);
  if (await exists(folder)) return folder;
  const draft = join(results, `draft-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await make(draft);
    await rename(draft, folder).catch(whenThere);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await forget(results, key);
  return folder;
}

/** Removes all but the newest results. */
async function forget(results: string, key: string): Promise<void> {
  const others = (await readdir(results)).filter((one) => /^[0-9a-f]{64}$/.test(one) && one !== key);
  const aged = await Promise.all(others.map(async (one) => ({ one, at: (await stat(join(results, one))).mtimeMs })));
  const old = aged.sort((a, b) => b.at - a.at).slice(KEPT - 1);
  await Promise.all(old.map(({ one }) => rm(join(results, one), { recursive: true, force: true })));
}

async function exists(folder: string): Promise<boolean> {
  try {
    await stat(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return false;
  }
}

function whenThere(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
}
