/** Exports how the address of the present screen resolves, for `runtime.ts`: the runtime compares it after each event, and most events change nothing. */
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
}

/** The resolution of a route in the present state. The last one serves until the bundle, the state, the time or the route changes. */
export function createScreenResolution({ core, state, now }: ResolutionSources): (route: Resolution["route"]) => Resolution {
  let last: (Resolved & { readonly resolution: Resolution }) | null = null;
  return (route) => {
    const present: Resolved = { core: core(), state: state(), now: now(), route };
    const isSame = last?.route === route && last.state === present.state && last.now === present.now && last.core === present.core;
    if (last !== null && isSame) return last.resolution;
    const { path: pathname, search, state: passed } = route;
    const resolution = resolve(present.core, present.state, { pathname, search, state: passed }, present.now);
    last = { ...present, resolution };
    return resolution;
  };
}
