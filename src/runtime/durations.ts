/** The durations of `app.flow.json` that the runtime itself reads. */
import type { BundleCore } from "../language/bundle.js";
import { UnknownName } from "../language/failures.js";

/** Milliseconds of a named duration. A name that the flows don't have is a fault. */
export function duration(core: BundleCore, name: string): number {
  const milliseconds = core.durations[name];
  if (milliseconds === undefined) throw new UnknownName("duration", name);
  return milliseconds;
}
