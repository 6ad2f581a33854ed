/** Exports the cache of journey chunks for the runtime, and the page reload after a chunk failed to load (S2.4). */

import type { Journeys } from "../engine/transition.js";
import type { BundleCore } from "../language/bundle.js";
import { duration } from "./durations.js";
import type { JourneyChunk, RuntimePorts } from "./port.js";

/** The journey chunks that the browser has loaded, by the hash of their bundle. */
export interface Chunks {
  /** The chunk if it is loaded, else null. */
  loaded(core: BundleCore, journey: string): JourneyChunk | null;
  /** Loads the chunk once, even when called twice. Rejects when it cannot be loaded. */
  load(core: BundleCore, journey: string): Promise<JourneyChunk>;
  /**
   * Retries to load the chunk after a failure, at growing intervals and when the network is back. Resolves when it is
   * loaded, or no longer `wanted`.
   */
  loadWhenPossible(core: BundleCore, journey: string, wanted: () => boolean): Promise<void>;
  /** Loads the chunks in advance, once the screen has had time to load. A failure is ignored: `load` tries again when a journey is needed. */
  prefetch(core: BundleCore, journeys: readonly string[]): void;
  /** The contents of the loaded chunks, as the engine reads them. */
  contents(core: BundleCore): Journeys;
}

/** The first wait before a chunk is loaded again, its growth, and the longest one, in milliseconds. */
const BACK_OFF = { first: 2000, factor: 2, max: 30_000 } as const;

/** Milliseconds after which other journeys load, so that the current screen's own data loads first. */
const PREFETCH_DELAY = 2000;

export function createChunks(ports: Pick<RuntimePorts, "bundle" | "clock" | "pause">): Chunks {
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
    async loadWhenPossible(core, journey, wanted) {
      for (let wait: number = BACK_OFF.first; wanted(); wait = Math.min(wait * BACK_OFF.factor, BACK_OFF.max)) {
        await ports.pause(wait);
        if (!wanted()) return;
        const isLoaded = await load(core, journey).then(
          () => true,
          // The page shows the failure meanwhile.
          () => false,
        );
        if (isLoaded) return;
      }
    },
    prefetch(core, journeys) {
      if (journeys.length === 0) return;
      ports.clock.after(PREFETCH_DELAY, () => {
        // `load` reports the failure when the depositor navigates to the journey.
        for (const journey of journeys) load(core, journey).catch(() => undefined);
      });
    },
    contents: (core) => contents.get(core.hash) ?? {},
  };
}

/** Whether the network or the server failed: the same address may work later. */
function isUnreachable(error: unknown): boolean {
  return typeof error === "object" && error !== null && "unreachable" in error && error.unreachable === true;
}

/**
 * Reloads the page after a chunk failed to load, unless it was reloaded within `reloadGuard`. Returns whether it reloads.
 * Without a network it does not: the page itself would be lost.
 */
export function reloadOnce(core: BundleCore, ports: Pick<RuntimePorts, "page" | "clock">, error: unknown): boolean {
  if (isUnreachable(error)) return false;
  const now = ports.clock.now();
  const last = ports.page.last();
  if (last !== null && now - last < duration(core, "reloadGuard")) return false;
  return ports.page.reload(now);
}
