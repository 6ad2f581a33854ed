/** Exports the bundle port for `boot.ts`: loads the immutable files that the gateway serves under `/bundles/<brand>/<hash>/`. */
import type { BundleCore, BundleJourney, ValidatorFunctions } from "../language/bundle.js";
import type { BundlePort, JourneyChunk } from "../runtime/port.js";

/** A file of a bundle could not be loaded. */
export class ChunkUnavailable extends Error {
  override readonly name = "ChunkUnavailable";
  constructor(
    readonly address: string,
    why: string,
    options?: ErrorOptions,
  ) {
    super(`${address} could not be loaded: ${why}.`, options);
  }
}

export interface BundleFilesOptions {
  readonly brand: string;
  /** The hash of the bundle in the page. */
  readonly hash: string;
  readonly fetch: typeof fetch;
  /** Imports an ES module by its address: the validators are code, under the page's content security policy. */
  readonly load: (address: string) => Promise<unknown>;
}

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

export function createBundleFiles(options: BundleFilesOptions): BundleFiles {
  const root = `/bundles/${options.brand}`;
  const listeners = new Set<(when: "at next navigation" | "at once") => void>();
  let hash = options.hash;

  async function json(address: string, cache: RequestCache): Promise<unknown> {
    const response = await options.fetch(address, { cache, credentials: "same-origin" }).catch((error: unknown) => {
      throw new ChunkUnavailable(address, "the network did not answer", { cause: error });
    });
    if (!response.ok) throw new ChunkUnavailable(address, `status ${response.status}`);
    return response.json();
  }

  function notify(when: "at next navigation" | "at once"): void {
    for (const listener of listeners) listener(when);
  }

  return {
    brand: options.brand,
    async core() {
      return (await json(`${root}/${hash}/core.json`, "default")) as BundleCore;
    },
    async journey(core, journey): Promise<JourneyChunk> {
      const base = `${root}/${core.hash}/${journey}`;
      const validators = `${base}.validators.js`;
      const [content, module] = await Promise.all([
        json(`${base}.json`, "default"),
        options.load(validators).catch((error: unknown) => {
          throw new ChunkUnavailable(validators, "the module did not load", { cause: error });
        }),
      ]);
      return { content: content as BundleJourney, validators: validatorsIn(module, validators) };
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
