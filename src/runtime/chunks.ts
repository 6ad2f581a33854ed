/** Journeys, fetched once and ahead of time; a failure reloads the page once within the guard's time (S2.4). */

import type { Journeys } from "../engine/transition.js";
import type { BundleCore } from "../language/bundle.js";
import { duration } from "./durations.js";
import type { JourneyChunk, RuntimePorts } from "./port.js";

export interface Chunks {
  /** The chunk if it is there. */
  loaded(core: BundleCore, journey: string): JourneyChunk | null;
  /** Fetches it (once, also when asked twice). Rejects when it cannot be loaded. */
  load(core: BundleCore, journey: string): Promise<JourneyChunk>;
  /** Fetches it when there is time; a failure shows when the journey is needed. */
  prefetch(core: BundleCore, journey: string): void;
  /** The contents that are there, as the engine reads them. */
  contents(core: BundleCore): Journeys;
}

export function createChunks(ports: Pick<RuntimePorts, "bundle">): Chunks {
  const chunks = new Map<string, JourneyChunk>();
  const underway = new Map<string, Promise<JourneyChunk>>();
  /** By the hash of their bundle: an older one may come back. */
  const contents = new Map<string, Journeys>();
  const name = (core: BundleCore, journey: string) => `${core.hash}/${journey}`;

  function load(core: BundleCore, journey: string): Promise<JourneyChunk> {
    const key = name(core, journey);
    const known = chunks.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const asked = underway.get(key);
    if (asked !== undefined) return asked;
    const promise = ports.bundle.journey(core, journey).then(
      (chunk) => {
        chunks.set(key, chunk);
        underway.delete(key);
        contents.set(core.hash, { ...contents.get(core.hash), [journey]: chunk.content });
        return chunk;
      },
      (failure: unknown) => {
        underway.delete(key);
        throw failure;
      },
    );
    underway.set(key, promise);
    return promise;
  }

  return {
    loaded: (core, journey) => chunks.get(name(core, journey)) ?? null,
    load,
    prefetch(core, journey) {
      // Not lost: the journey is asked for again, with its own failure, when somebody goes there.
      load(core, journey).catch(() => undefined);
    },
    contents: (core) => contents.get(core.hash) ?? {},
  };
}

/** Loads the page again after a chunk failed, unless that was done within the guard's time. Whether it is under way. */
export function reloadOnce(core: BundleCore, ports: Pick<RuntimePorts, "page" | "clock">): boolean {
  const now = ports.clock.now();
  const last = ports.page.last();
  if (last !== null && now - last < duration(core, "reloadGuard")) return false;
  return ports.page.reload(now);
}
