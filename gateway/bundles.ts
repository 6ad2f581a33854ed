/**
 * Exports the store of published flow bundles, for the server: `<folder>/<slug>/<hash>/...`, with the active hash in
 * `<folder>/<slug>/current`. The store loads a new bundle completely, validators included, before it replaces the
 * active one; it reports a bundle that fails to load and keeps the active one.
 */

import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve as resolvePath } from "node:path";
import { pathToFileURL } from "node:url";
import { matchPath } from "../src/engine/paths.js";
import { frameAt, resolve } from "../src/engine/resolve.js";
import { initialState } from "../src/engine/state-writes.js";
import type { Bundle, BundleCore, BundleJourney } from "../src/language/bundle.js";
import { bundleHash } from "../src/language/bundle-hash.js";
import { LANGUAGE } from "../src/language/definition.js";
import { UnknownName } from "../src/language/failures.js";
import type { BrandFile, ShellDefinition } from "../src/language/keywords.js";
import { missingProof } from "../src/language/proof.js";
import { type FormValidators, formCheck } from "./forms.js";
import type { FormCheck } from "./resolvers/context.js";

/** An active bundle. */
export interface ActiveBundle {
  readonly slug: string;
  readonly hash: string;
  readonly brand: BrandFile;
  readonly checkForm: FormCheck;
  /** SHA-256 (hex) of the GraphQL documents that its flows send. */
  readonly trusted: ReadonlySet<string>;
  /**
   * The journey whose files the browser needs for the screen of a path: for a visitor, that of the screen that the
   * guards redirect to. The guards may redirect a depositor who is signed in to another journey.
   */
  journeyOf(path: string, isSignedIn: boolean): string;
  /**
   * The shell in which the browser shows the screen of a path, as far as the gateway can determine it: for a visitor,
   * that of the screen that the guards redirect to.
   */
  shellOf(path: string, isSignedIn: boolean): ShellDefinition;
  /** The renderer of a visitor's first screen. */
  readonly content: BundleContent;
}

/** The parts of a bundle that a browser loads. */
export interface BundleContent {
  readonly core: BundleCore;
  journey(name: string): Promise<{ readonly content: BundleJourney; readonly validators: FormValidators }>;
}

/** The bundles of all brands. */
export interface Bundles {
  brands(): readonly string[];
  active(slug: string): ActiveBundle | null;
  /**
   * The active bundle, or another one of the folder, by its hash: a page that was sent just before a publication loads
   * the files of its own bundle. Null where the folder has no usable one.
   */
  published(slug: string, hash: string): Promise<ActiveBundle | null>;
  /**
   * Whether the document belongs to a flow of the brand: in the active bundle, or in an earlier one that open sessions
   * may still use.
   */
  trusts(slug: string, document: string): boolean;
  /** The path of a published bundle's file; null when the name is not valid. */
  file(slug: string, hash: string, name: string): string | null;
}

export interface BundleStore extends Bundles {
  /** Reads `current` of every brand and loads new bundles. */
  refresh(): Promise<void>;
  close(): void;
}

export interface BundleStoreOptions {
  readonly folder: string;
  /** Milliseconds between two scans of the folder; null scans only on `refresh`. */
  readonly scanIntervalMs: number | null;
  /** Whether a bundle needs no proof in its manifest: in development alone. */
  readonly acceptsUnproven: boolean;
  readonly onActivated: (bundle: ActiveBundle) => void;
  readonly onProblem: (slug: string, error: unknown) => void;
}

const SLUG = /^[a-z][a-z0-9-]*$/;
const HASH = /^[0-9a-f]{8,64}$/;
const FILE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Opens a folder of bundles and loads the current one of each brand. */
export async function openBundles(options: BundleStoreOptions): Promise<BundleStore> {
  const folder = resolvePath(options.folder);
  const active = new Map<string, ActiveBundle>();
  const trusted = new Map<string, Set<string>>();
  const rejected = new Map<string, string>();
  const reported = new Map<string, string>();
  const others = new Map<string, Promise<ActiveBundle | null>>();
  let scanning: Promise<void> | null = null;

  async function scan(): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(nullIfNoFolder);
    for (const entry of entries ?? []) {
      if (!entry.isDirectory() || !SLUG.test(entry.name)) continue;
      const slug = entry.name;
      const hash = (await readFile(join(folder, slug, "current"), "utf8").catch(nullIfMissing))?.trim();
      if (!hash || active.get(slug)?.hash === hash || rejected.get(slug) === hash) continue;
      try {
        if (!HASH.test(hash)) throw new Error(`${slug}/current does not name a bundle`);
        const bundle = await loadBundle(folder, slug, hash, options.acceptsUnproven);
        const known = trusted.get(slug) ?? (await earlierDocuments(slug, hash));
        active.set(slug, bundle);
        trusted.set(slug, new Set([...known, ...bundle.trusted]));
        options.onActivated(bundle);
      } catch (error) {
        // A file that is missing or cannot be read may be there at the next scan: a copy or a file system may be slow.
        const isUnreadable = (error as NodeJS.ErrnoException).code !== undefined;
        if (!isUnreadable) rejected.set(slug, hash);
        if (!isUnreadable || reported.get(slug) !== hash) options.onProblem(slug, error);
        reported.set(slug, hash);
      }
    }
  }

  /** A bundle other than the active one. The ones loaded last stay in memory. */
  function otherBundle(slug: string, hash: string): Promise<ActiveBundle | null> {
    const name = `${slug}/${hash}`;
    const known = others.get(name);
    if (known !== undefined) return known;
    const loading = loadBundle(folder, slug, hash, options.acceptsUnproven).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException;
      // A missing or unreadable file may arrive later; an unusable bundle is reported once.
      if (code !== undefined) others.delete(name);
      if (code !== "ENOENT") options.onProblem(slug, error);
      return null;
    });
    others.set(name, loading);
    const [oldest] = others.keys();
    if (oldest !== undefined && others.size > EARLIER_BUNDLES * active.size) others.delete(oldest);
    return loading;
  }

  /** The documents of the bundles published last: a gateway that starts anew answers the tabs that were opened with them. */
  async function earlierDocuments(slug: string, current: string): Promise<ReadonlySet<string>> {
    const documents = new Set<string>();
    for (const hash of await earlierBundles(join(folder, slug), current)) {
      try {
        for (const document of documentsOf(await readCore(folder, slug, hash))) documents.add(document);
      } catch (error) {
        options.onProblem(slug, error);
      }
    }
    return documents;
  }

  /** Runs one scan at a time: a second caller waits for the first one's scan. */
  function refresh(): Promise<void> {
    scanning ??= scan().finally(() => {
      scanning = null;
    });
    return scanning;
  }

  await refresh();
  const timer =
    options.scanIntervalMs === null
      ? null
      : setInterval(() => void refresh().catch((error: unknown) => options.onProblem("*", error)), options.scanIntervalMs);
  timer?.unref();

  return {
    brands: () => [...active.keys()].sort(),
    active: (slug) => active.get(slug) ?? null,
    async published(slug, hash) {
      const current = active.get(slug);
      if (current === undefined || !HASH.test(hash)) return null;
      return current.hash === hash ? current : otherBundle(slug, hash);
    },
    trusts: (slug, document) => trusted.get(slug)?.has(createHash("sha256").update(document).digest("hex")) ?? false,
    file: (slug, hash, name) => (SLUG.test(slug) && HASH.test(hash) && FILE.test(name) ? join(folder, slug, hash, name) : null),
    refresh,
    close: () => {
      if (timer) clearInterval(timer);
    },
  };
}

/** The number of bundles before the current one whose documents are answered: a day may have this many publications. */
const EARLIER_BUNDLES = 5;

/** The hashes of the bundles in a brand's folder that were published last before the current one. */
async function earlierBundles(folder: string, current: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => HASH.test(name) && name !== current);
  const dated = await Promise.all(names.map(async (name) => ({ name, time: (await stat(join(folder, name))).mtimeMs })));
  return dated
    .sort((a, b) => b.time - a.time)
    .slice(0, EARLIER_BUNDLES)
    .map(({ name }) => name);
}

async function readCore(folder: string, slug: string, hash: string): Promise<BundleCore> {
  const core = JSON.parse(await readFile(join(folder, slug, hash, "core.json"), "utf8")) as BundleCore;
  if (core.hash !== hash || core.brand.slug !== slug) throw new Error(`${slug}/${hash}: core.json is of another bundle`);
  return core;
}

const documentsOf = ({ operations }: BundleCore): readonly string[] => Object.values(operations).map(({ hash }) => hash);

async function loadBundle(folder: string, slug: string, hash: string, acceptsUnproven: boolean): Promise<ActiveBundle> {
  const at = join(folder, slug, hash);
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(at, name), "utf8"));
  const core = await readCore(folder, slug, hash);
  if (core.language !== LANGUAGE) throw new Error(`${slug}/${hash}: flow language ${String(core.language)} is unknown here`);
  const forms = (await json("forms.json")) as Bundle["forms"];
  if (!acceptsUnproven) {
    const missing = missingProof((await json("manifest.json")) as Parameters<typeof missingProof>[0], hash);
    if (missing !== null) throw new Error(`${slug}/${hash}: ${missing}`);
    const journeys: Record<string, unknown> = {};
    for (const journey of core.journeys) journeys[journey] = await json(`${journey}.json`);
    if (bundleHash({ core, journeys, forms }) !== hash) throw new Error(`${slug}/${hash}: its files are not those that were proven`);
  }
  const validators: Record<string, FormValidators[string]> = {};
  const ofJourney: Record<string, FormValidators> = {};
  for (const journey of core.journeys) {
    // The module's URL contains the bundle's hash, so that Node's module cache never returns an older bundle.
    const module = (await import(pathToFileURL(join(at, `${journey}.validators.js`)).href)) as { default: FormValidators };
    ofJourney[journey] = module.default;
    Object.assign(validators, module.default);
  }
  /** The screen that a visitor sees at a path. */
  const visited = (path: string) => resolve(core, initialState(core), { pathname: path, search: "", state: null }, Date.now());
  return {
    slug,
    hash,
    brand: core.brand,
    checkForm: formCheck(validators, forms, core.formats),
    trusted: new Set(documentsOf(core)),
    journeyOf: (path, isSignedIn) => matchPath(core, isSignedIn ? path : visited(path).path).screen.journey,
    shellOf(path, isSignedIn) {
      const { layout } = isSignedIn ? frameAt(core, initialState(core), path, Date.now()) : visited(path);
      const shell = core.shells[layout];
      if (shell === undefined) throw new UnknownName("shell", layout);
      return shell;
    },
    content: {
      core,
      journey: async (name) => ({ content: (await json(`${name}.json`)) as BundleJourney, validators: ofJourney[name] ?? {} }),
    },
  };
}

/** The folder may be missing until a bundle is published. A file in its place has no bundles either, and the start says so. */
function nullIfNoFolder(error: NodeJS.ErrnoException): null {
  return error.code === "ENOTDIR" ? null : nullIfMissing(error);
}

/** A missing file means that no bundle has been published yet. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
