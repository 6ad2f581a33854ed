/** Exports the lookup of the durations of `app.flow.json` that the runtime and the app read. */
import type { BundleCore } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";

/** Milliseconds of a named duration. Throws `UnknownName` for a name that the flows do not have. */
export function duration(core: BundleCore, name: string): number {
  const milliseconds = core.durations[name];
  if (milliseconds === undefined) throw new UnknownName("duration", name);
  return milliseconds;
}

/** Added to the gateway's longest limit, so that the gateway reports its timeout first. */
const MARGIN = 10_000;

/** How long the browser waits for the answer to a call, in milliseconds. */
export const callLimit = (core: BundleCore): number => duration(core, "longCall") + MARGIN;
