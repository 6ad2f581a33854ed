/** Exports the writer of bundles to the folder from which a running gateway loads them. */
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brands, compile } from "../compiler/compile.js";
import type { Bundle } from "../language/bundle.js";
import type { ProofRecord } from "../language/proof.js";
import type { FlowSource } from "../language/source.js";
import { sourceMapOf, withoutSources } from "../language/source-map.js";
import { problemLine } from "./brand-bundle.js";
import { checkBrand, errorsOf, proofOf } from "./checked-brand.js";
import { compileValidators } from "./validators.js";

/** The inputs of a bundle, besides its parts. */
interface Manifest {
  readonly slug: string;
  readonly hash: string;
  /** Hashes of what the validators are made with: a bundle with validators of another version is written again. */
  readonly validators: string;
  readonly journeys: readonly string[];
  /** The documents that may be sent: SHA-256 by operation. */
  readonly operations: Readonly<Record<string, string>>;
  readonly assets: readonly string[];
  /** Null in development only: no other mode serves the bundle then. */
  readonly proof: ProofRecord | null;
}

/** The gateway serves no file whose name begins with a dot: locations and names stay with the institution. */
const SOURCE_MAP = ".source-map.json";
const MANIFEST = "manifest.json";

/** How `publishBrands` publishes: `unproven` in development, where no proof is awaited. */
export type Publishing = "proven" | "unproven";

/** Publishes every brand that compiles, with its proof, and makes it current; gives the errors of the others, as lines. */
export async function publishBrands(root: string, source: FlowSource, folder: string, publishing: Publishing): Promise<string[]> {
  const lines: string[] = [];
  for (const slug of brands(source)) {
    const checked = publishing === "proven" ? await checkBrand(source, slug) : null;
    const proof = checked === null ? null : proofOf(checked);
    if (checked !== null && proof === null) {
      lines.push(...errorsOf(checked.problems).map(problemLine));
      continue;
    }
    if (proof !== null && (await isPublished(folder, slug, proof))) continue;
    const { bundle, problems } = compile(source, slug);
    if (bundle === null) {
      lines.push(...problems.filter((problem) => problem.severity === "error").map(problemLine));
      continue;
    }
    await writeBundle(root, folder, bundle, proof);
    await activateBundle(folder, slug, bundle.core.hash);
  }
  return [...new Set(lines)];
}

/** Whether the active bundle has this proof, so that nothing has to be compiled. */
async function isPublished(folder: string, slug: string, proof: ProofRecord): Promise<boolean> {
  const active = await readFile(join(folder, slug, "current"), "utf8").catch(nullIfMissing);
  if (active?.trim() !== proof.bundle) return false;
  const manifest = await publishedManifest(folder, slug, proof.bundle);
  return manifest?.validators === (await toolVersion()) && JSON.stringify(manifest.proof) === JSON.stringify(proof);
}

/** Writes `<folder>/<slug>/<hash>/`, whole or not at all. Gives the folder of the bundle. */
export async function writeBundle(root: string, folder: string, bundle: Bundle, proof: ProofRecord | null): Promise<string> {
  const { core } = bundle;
  const home = join(folder, core.brand.slug);
  const target = join(home, core.hash);
  const validators = await toolVersion();
  const sourceMap = JSON.stringify(sourceMapOf({ core, journeys: bundle.journeys }));
  const manifest = await manifestOf(target);
  await mkdir(home, { recursive: true });
  const draft = await mkdtemp(join(home, ".draft-"));
  try {
    if (manifest?.validators === validators) {
      // The same bundle may have been written at other lines, and proven with other invariants.
      await writeFile(join(target, SOURCE_MAP), sourceMap);
      await writeFile(join(draft, MANIFEST), JSON.stringify({ ...manifest, proof }));
      await rename(join(draft, MANIFEST), join(target, MANIFEST));
      return target;
    }
    await writeParts(root, draft, bundle, { validators, proof });
    await writeFile(join(draft, SOURCE_MAP), sourceMap);
    // `mkdtemp` lets only its own user read a folder, and the gateway may run as another one.
    await chmod(draft, 0o755);
    await replace(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return target;
}

async function writeParts(
  root: string,
  draft: string,
  bundle: Bundle,
  { validators, proof }: Pick<Manifest, "validators" | "proof">,
): Promise<void> {
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
    proof,
    operations: Object.fromEntries(Object.values(core.operations).map((operation) => [operation.name, operation.hash])),
  };
  await Promise.all([
    json("core.json", withoutSources(core)),
    json("forms.json", bundle.forms),
    json(MANIFEST, manifest),
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

/** Makes a bundle the active one of its brand, in one step. */
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

/** The manifest of a published bundle; null where there is none. */
export function publishedManifest(folder: string, slug: string, hash: string): Promise<Manifest | null> {
  return manifestOf(join(folder, slug, hash));
}

async function manifestOf(target: string): Promise<Manifest | null> {
  const text = await readFile(join(target, MANIFEST), "utf8").catch(nullIfMissing);
  return text === null ? null : (JSON.parse(text) as Manifest);
}

/** A missing file or folder is allowed. */
function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  return whenMissing(error) ?? null;
}

/** The version of the validators: a hash of the sources that they contain. */
async function toolVersion(): Promise<string> {
  const sources = ["./validators.ts", "./validator-runtime.ts", "../language/field-formats.ts", "../language/amount-text.ts"];
  const texts = await Promise.all(sources.map((source) => readFile(fileURLToPath(new URL(source, import.meta.url)), "utf8")));
  return createHash("sha256").update(texts.join("\0")).digest("hex");
}
