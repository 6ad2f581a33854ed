/** Exports the comparison of what the shell shows around a screen, for `runtime.ts`. */
import type { Resolution } from "../engine/events.js";

/** Whether title, layout and navigation of two resolutions of a screen are the same. */
export function isSameFrame(one: Resolution, other: Resolution): boolean {
  return (
    one.title === other.title &&
    one.layout === other.layout &&
    one.nav.length === other.nav.length &&
    one.nav.every((item, index) => item.key === other.nav[index]?.key && item.badge === other.nav[index]?.badge)
  );
}
