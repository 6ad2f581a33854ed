/** Exports the cache of journey chunks for the runtime, and the page reload after a chunk failed to load (S2.4). */

import type { Journeys } from "../engine/transition.js";
import type { BundleCore } from "../language/bundle.js";
import { duration } from "./durations.js";
import type { JourneyChunk, RuntimePorts } from "./port.js";

export interface Chunks {
  /** The chunk if it is loaded, else null. */
  loaded(core: BundleCore, journey: string): JourneyChunk | null;
  /** Loads the chunk once, also when called twice. Rejects when it cannot be loaded. */
  load(core: BundleCore, journey: string): Promise<JourneyChunk>;
  /** Loads the chunk in advance. A failure is ignored: `load` tries again when the journey is needed. */
  prefetch(core: BundleCore, journey: string): void;
  /** The contents of the loaded chunks, as the engine reads them. */
  contents(core: BundleCore): Journeys;
}

export function createChunks(ports: Pick<RuntimePorts, "bundle">): Chunks {
  const chunks = new Map<string, JourneyChunk>();
  const loading = new Map<string, Promise<JourneyChunk>>();
  /** By the hash of the bundle, since a former bundle may be published again. */
  const contents = new Map<string, Journeys>();
  const name = (core: BundleCore, journey: string) => `${core.hash}/${journey}`;

  function load(core: BundleCore, journey: string): Promise<JourneyChunk> {
    const key = name(core, journey);
    const known = chunks.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const present = loading.get(key);
    if (present !== undefined) return present;
    const promise = ports.bundle.journey(core, journey).then(
      (chunk) => {
        chunks.set(key, chunk);
        loading.delete(key);
        contents.set(core.hash, { ...contents.get(core.hash), [journey]: chunk.content });
        return chunk;
      },
      (failure: unknown) => {
        loading.delete(key);
        throw failure;
      },
    );
    loading.set(key, promise);
    return promise;
  }

  return {
    loaded: (core, journey) => chunks.get(name(core, journey)) ?? null,
    load,
    prefetch(core, journey) {
      // `load` reports the failure when the depositor navigates to the journey.
      load(core, journey).catch(() => undefined);
    },
    contents: (core) => contents.get(core.hash) ?? {},
  };
}

/** Reloads the page after a chunk failed to load, unless it was reloaded within `reloadGuard`. Returns whether it reloads. */
export function reloadOnce(core: BundleCore, ports: Pick<RuntimePorts, "page" | "clock">): boolean {
  const now = ports.clock.now();
  const last = ports.page.last();
  if (last !== null && now - last < duration(core, "reloadGuard")) return false;
  return ports.page.reload(now);
}
