/** Exports for `runtime.ts` the comparison of the frames around a screen, and the time zone in which screens show times. */
import type { Resolution } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";

/** Whether title, layout and navigation of two resolutions of a screen are the same. */
export function isSameFrame(one: Resolution, other: Resolution): boolean {
  return (
    one.title === other.title &&
    one.layout === other.layout &&
    one.nav.length === other.nav.length &&
    one.nav.every((item, index) => item.key === other.nav[index]?.key && item.badge === other.nav[index]?.badge)
  );
}

/** The bundle whose texts show times of day in this time zone. */
export function inZone(bundle: BundleCore, readerZone: string): BundleCore {
  return { ...bundle, formats: { ...bundle.formats, readerZone } };
}
