/**
 * Exports the cached resolution of the present screen's address, for `runtime.ts`: the runtime compares it after each
 * event, and most events change nothing.
 */
import type { DepositorState, Resolution } from "../engine/events.js";
import { resolve } from "../engine/resolve.js";
import type { BundleCore } from "../language/bundle.js";

interface ResolutionSources {
  core(): BundleCore;
  state(): DepositorState;
  /** Epoch milliseconds. */
  now(): number;
}

interface Resolved {
  readonly core: BundleCore;
  readonly state: DepositorState;
  readonly now: number;
  readonly route: Resolution["route"];
  readonly resolution: Resolution;
}

/** The resolution of a route in the present state. The last one is reused until the bundle, the state, the time or the route changes. */
export function createScreenResolution(sources: ResolutionSources): (route: Resolution["route"]) => Resolution {
  let last: Resolved | null = null;
  return (route) => {
    const [core, state, now] = [sources.core(), sources.state(), sources.now()];
    if (last?.route === route && last.state === state && last.now === now && last.core === core) return last.resolution;
    const resolution = resolve(core, state, { pathname: route.path, search: route.search, state: route.state }, now);
    last = { core, state, now, route, resolution };
    return resolution;
  };
}
