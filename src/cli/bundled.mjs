// @ts-check
/**
 * Exports the bundler of TypeScript entries for the flow tool. Node 20 runs no TypeScript, and a loader that translates
 * file by file takes a second at each start. Bundling takes a third of that, and an unchanged source reuses its bundle.
 */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The file that records the newest bundle, its entry and its sources. */
const CURRENT = "current.json";
const MODULE = "entry.mjs";

/**
 * The URL of a module that bundles the current entry and its imports. Packages stay imports.
 * @param {URL} entry
 * @param {URL} into the folder of the bundles, from which Node resolves the packages
 * @returns {Promise<string>}
 */
export async function bundled(entry, into) {
  const home = fileURLToPath(into);
  const last = await current(home, entry);
  if (last !== null && (await hashOf(last.sources)) === last.hash) return moduleUrl(home, last.hash);
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(join(home, "draft-"));
  try {
    const sources = await write(entry, join(draft, "modules"));
    const hash = await hashOf(sources);
    if (hash === null) throw new Error("A source went away while it was bundled: try again.");
    // A concurrent process with the same sources wrote the same bundle.
    await rename(join(draft, "modules"), join(home, hash)).catch(whenThere);
    await writeFile(join(draft, CURRENT), JSON.stringify({ entry: entry.href, hash, sources }));
    await rename(join(draft, CURRENT), join(home, CURRENT));
    await forget(home, [hash, last?.hash]);
    return moduleUrl(home, hash);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * @param {string} home
 * @param {string} hash
 */
function moduleUrl(home, hash) {
  return pathToFileURL(join(home, hash, MODULE)).href;
}

/**
 * The newest bundle of this entry; null when the record is of another entry, since a copied tree has its own sources.
 * @param {string} home
 * @param {URL} entry
 * @returns {Promise<{ hash: string, sources: string[] } | null>}
 */
async function current(home, entry) {
  const text = await readFile(join(home, CURRENT), "utf8").catch(whenMissing);
  const last = text === null ? null : JSON.parse(text);
  return last?.entry === entry.href ? last : null;
}

/**
 * The hash of the sources and of the bundler; null when a source no longer exists.
 * @param {readonly string[]} sources
 */
async function hashOf(sources) {
  const texts = await Promise.all([fileURLToPath(import.meta.url), ...sources].map((file) => readFile(file, "utf8").catch(whenMissing)));
  if (texts.includes(null)) return null;
  return createHash("sha256")
    .update(JSON.stringify([process.version, sources, texts]))
    .digest("hex");
}

/**
 * Writes the modules, and returns their sources.
 * @param {URL} entry
 * @param {string} folder
 */
async function write(entry, folder) {
  const { rolldown } = await import("rolldown");
  /** @type {Set<string>} */
  const sources = new Set();
  const build = await rolldown({
    input: fileURLToPath(entry),
    platform: "node",
    logLevel: "warn",
    checks: { pluginTimings: false },
    external: (specifier) => !specifier.startsWith(".") && !specifier.startsWith("/") && !/^[A-Za-z]:/.test(specifier),
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [
      {
        name: "sources",
        transform(code, id) {
          // Modules of the bundler itself are no files.
          if (id.startsWith("\0")) return null;
          sources.add(id);
          // A source can still read a file in its own folder.
          return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
        },
      },
    ],
  });
  try {
    await build.write({ dir: folder, format: "esm", entryFileNames: MODULE, chunkFileNames: "[name]-[hash].mjs" });
    return [...sources].sort();
  } finally {
    await build.close();
  }
}

/**
 * Removes all bundles but the newest and the previous one, which may still be running.
 * @param {string} home
 * @param {readonly (string | undefined)[]} kept
 */
async function forget(home, kept) {
  const bundles = (await readdir(home)).filter((name) => /^[0-9a-f]{64}$/.test(name) && !kept.includes(name));
  await Promise.all(bundles.map((name) => rm(join(home, name), { recursive: true, force: true })));
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {null}
 */
function whenMissing(error) {
  if (error.code !== "ENOENT") throw error;
  return null;
}

/** @param {NodeJS.ErrnoException} error */
function whenThere(error) {
  if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
}
