/** Exports the bundle port for `boot.ts`: loads the immutable files that the gateway serves under `/bundles/<brand>/<hash>/`. */
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../language/bundle.js";
import type { BundlePort, JourneyChunk } from "../runtime/port.js";

/** A file of a bundle could not be loaded. */
export class ChunkUnavailable extends Error {
  override readonly name = "ChunkUnavailable";
  /** Whether a further attempt may succeed: the network or the server failed. */
  readonly unreachable: boolean;
  constructor(
    readonly address: string,
    why: string,
    { unreachable = false, ...options }: ErrorOptions & { readonly unreachable?: boolean } = {},
  ) {
    super(`${address} could not be loaded: ${why}.`, options);
    this.unreachable = unreachable;
  }
}

/** The waits between the attempts to load a file, in milliseconds. */
const RETRY_WAITS = [300, 1000] as const;

export interface BundleFilesOptions {
  readonly brand: string;
  /** The hash of the bundle in the page. */
  readonly hash: string;
  readonly fetch: typeof fetch;
  /** Imports an ES module by its address: the validators are code, under the page's content security policy. */
  readonly load: (address: string) => Promise<unknown>;
  /** Resolves after these milliseconds, or earlier when the network is back. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** The bundle port of one brand, with the hash in use. `checkForUpdate` rejects with `ChunkUnavailable` and does not try again. */
export interface BundleFiles extends BundlePort {
  readonly brand: string;
  /** Asks the gateway for the present hash; notifies the listeners when it differs from the one in use. */
  checkForUpdate(): Promise<void>;
  /** Uses an announced hash; the listeners load it at once. */
  announce(hash: string): void;
}

function validatorsIn(module: unknown, address: string): Readonly<Record<string, ValidatorFunctions>> {
  const found: unknown = typeof module === "object" && module !== null && "default" in module ? module.default : null;
  if (typeof found !== "object" || found === null) throw new ChunkUnavailable(address, "it exports no validators");
  // The compiler writes the module: rjsf's precompiled validators by schema id.
  return found as Readonly<Record<string, ValidatorFunctions>>;
}

/**
 * Files are loaded up to three times while network or server fails; then, and at once for a file that is missing, it is
 * `ChunkUnavailable`.
 */
export function createBundleFiles(options: BundleFilesOptions): BundleFiles {
  const root = `/bundles/${options.brand}`;
  const listeners = new Set<(when: "at next navigation" | "at once") => void>();
  let hash = options.hash;

  async function json(address: string, cache: RequestCache): Promise<unknown> {
    const unreachable = (cause: unknown) => new ChunkUnavailable(address, "the network did not answer", { cause, unreachable: true });
    const response = await options.fetch(address, { cache, credentials: "same-origin" }).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (!response.ok) throw new ChunkUnavailable(address, `status ${response.status}`, { unreachable: response.status >= 500 });
    // The connection may break while the body arrives.
    return response.json().catch((error: unknown) => {
      throw error instanceof SyntaxError ? new ChunkUnavailable(address, "it is not JSON", { cause: error }) : unreachable(error);
    });
  }

  /** `attempt` counts from 0: a browser may remember that a module's address has failed. */
  async function module(address: string, attempt: number): Promise<unknown> {
    try {
      return await options.load(attempt === 0 ? address : `${address}?attempt=${attempt}`);
    } catch (error) {
      // A browser does not say why: a module that the server does not have looks like a broken network.
      const isMissing = await lacks(address);
      throw new ChunkUnavailable(address, isMissing ? "it is missing" : "the module did not load", {
        cause: error,
        unreachable: !isMissing,
      });
    }
  }

  /** Whether the server answers that it does not have the file. */
  async function lacks(address: string): Promise<boolean> {
    const response = await options.fetch(address, { method: "HEAD", cache: "no-store", credentials: "same-origin" }).catch(() => null);
    return response !== null && response.status >= 400 && response.status < 500;
  }

  /** Repeats the work while the network or the server fails, after each of `RETRY_WAITS`. */
  async function repeated<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work(attempt);
      } catch (error) {
        const wait = RETRY_WAITS[attempt];
        if (wait === undefined || !(error instanceof ChunkUnavailable) || !error.unreachable) throw error;
        await options.pause(wait);
      }
    }
  }

  function notify(when: "at next navigation" | "at once"): void {
    for (const listener of listeners) listener(when);
  }

  return {
    brand: options.brand,
    async core() {
      return (await repeated(() => json(`${root}/${hash}/core.json`, "default"))) as BundleCore;
    },
    async journey(core, journey): Promise<JourneyChunk> {
      const base = `${root}/${core.hash}/${journey}`;
      const validators = `${base}.validators.js`;
      const [content, loaded] = await Promise.all([
        repeated(() => json(`${base}.json`, "default")),
        repeated((attempt) => module(validators, attempt)),
      ]);
      return { content: content as BundleJourney, validators: validatorsIn(loaded, validators) };
    },
    onNewer(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async checkForUpdate() {
      const current = await json(`${root}/current.json`, "no-cache");
      const served: unknown = typeof current === "object" && current !== null && "hash" in current ? current.hash : null;
      if (typeof served !== "string" || served === hash) return;
      hash = served;
      notify("at next navigation");
    },
    announce(next) {
      if (next === hash) return;
      hash = next;
      notify("at once");
    },
  };
}
