/** Exports the writer of bundles to the folder from which a running gateway loads them. */
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brands, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { FlowSource } from "../language/source.js";
import { sourceMapOf, withoutSources } from "../language/source-map.js";
import { problemLine } from "./brand-bundle.js";
import { compileValidators } from "./validators.js";

/** What a bundle is made of, beside its parts. */
interface Manifest {
  readonly slug: string;
  readonly hash: string;
  /** Hashes of what the validators are made with: a bundle with validators of another version is written again. */
  readonly validators: string;
  readonly journeys: readonly string[];
  /** The documents that may be sent: SHA-256 by operation. */
  readonly operations: Readonly<Record<string, string>>;
  readonly assets: readonly string[];
}

/** The gateway serves no file whose name begins with a dot: locations and names stay with the institution. */
const SOURCE_MAP = ".source-map.json";

/** Publishes every brand that compiles and makes it current; gives the errors of those that don't, as lines. */
export async function publishBrands(root: string, source: FlowSource, folder: string): Promise<string[]> {
  const lines = await Promise.all(
    brands(source).map(async (slug) => {
      const { bundle, problems } = compile(source, slug);
      if (bundle === null) return problems.filter((problem) => problem.severity === "error").map(problemLine);
      await writeBundle(root, folder, bundle);
      await activateBundle(folder, slug, bundle.core.hash);
      return [];
    }),
  );
  return [...new Set(lines.flat())];
}

/** Writes `<folder>/<slug>/<hash>/`, whole or not at all. Gives the folder of the bundle. */
export async function writeBundle(root: string, folder: string, bundle: Bundle): Promise<string> {
  const { core } = bundle;
  const home = join(folder, core.brand.slug);
  const target = join(home, core.hash);
  const validators = await toolVersion();
  const sourceMap = JSON.stringify(sourceMapOf({ core, journeys: bundle.journeys }));
  if ((await manifestOf(target))?.validators === validators) {
    // The same bundle may have been written at other lines.
    await writeFile(join(target, SOURCE_MAP), sourceMap);
    return target;
  }
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(join(home, ".draft-"));
  try {
    await writeParts(root, draft, bundle, validators);
    await writeFile(join(draft, SOURCE_MAP), sourceMap);
    // Made for its maker's eyes only, as temporary folders are; the gateway may be another user.
    await chmod(draft, 0o755);
    await replace(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

async function writeParts(root: string, draft: string, bundle: Bundle, validators: string): Promise<void> {
  const { core } = bundle;
  const json = (name: string, value: unknown): Promise<void> => writeFile(join(draft, name), JSON.stringify(value));
  const { logos, favicon, illustrations = {} } = core.brand;
  const assets = [
    ...new Set([...Object.values(logos), ...Object.values(illustrations), ...(favicon === undefined ? [] : [favicon])]),
  ].sort();
  const manifest: Manifest = {
    slug: core.brand.slug,
    hash: core.hash,
    validators,
    journeys: core.journeys,
    assets,
    operations: Object.fromEntries(Object.values(core.operations).map((operation) => [operation.name, operation.hash])),
  };
  await Promise.all([
    json("core.json", withoutSources(core)),
    json("forms.json", bundle.forms),
    json("manifest.json", manifest),
    ...core.journeys.flatMap((journey) => [
      json(`${journey}.json`, withoutSources(bundle.journeys[journey])),
      compileValidators(bundle, journey).then((text) => writeFile(join(draft, `${journey}.validators.js`), text)),
    ]),
    ...assets.map((name) => copyFile(join(root, "flows/brands", core.brand.slug, basename(name)), join(draft, basename(name)))),
  ]);
}

/** Puts a finished draft in its place; one that is there already (of another version, or of another process) gives way. */
async function replace(draft: string, target: string): Promise<void> {
  const old = `${draft}-old`;
  await rename(target, old).catch(whenMissing);
  try {
    await rename(draft, target);
  } catch (error) {
    // Another process wrote the same bundle meanwhile: its content is the same.
    if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  await rm(old, { recursive: true, force: true });
}

/** Makes a bundle the one that counts, in one step. */
export async function activateBundle(folder: string, slug: string, hash: string): Promise<void> {
  const home = join(folder, slug);
  const draft = await mkdtemp(join(home, ".current-"));
  try {
    await writeFile(join(draft, "current"), `${hash}\n`);
    await rename(join(draft, "current"), join(home, "current"));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Hashes of the bundles of a brand that are in the folder. */
export async function publishedHashes(folder: string, slug: string): Promise<string[]> {
  const names = await readdir(join(folder, slug)).catch((error: NodeJS.ErrnoException) => whenMissing(error) ?? []);
  return names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort();
}

async function manifestOf(target: string): Promise<Manifest | null> {
  const text = await readFile(join(target, "manifest.json"), "utf8").catch((error: NodeJS.ErrnoException) => whenMissing(error) ?? null);
  return text === null ? null : (JSON.parse(text) as Manifest);
}

/** What is not there yet is no error. */
function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}

/** The version of the validators: a hash of the sources that they contain. */
async function toolVersion(): Promise<string> {
  const sources = ["./validators.ts", "./validator-runtime.ts", "../language/field-formats.ts"];
  const texts = await Promise.all(sources.map((source) => readFile(fileURLToPath(new URL(source, import.meta.url)), "utf8")));
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}
