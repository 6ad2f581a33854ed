/** Exports for `runtime.ts` the comparison of the frames around a screen, and the time zone in which screens show times. */
import type { Resolution } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";
import type { ScreenView } from "./view.js";

/** Whether the frames of two views of a screen are the same: title, layout, navigation, and what is loading or has failed. */
export function isSameFrame(one: ScreenView, other: ScreenView): boolean {
  return (
    isSameResolution(one.resolution, other.resolution) &&
    one.loading === other.loading &&
    one.failedLoads === other.failedLoads &&
    one.awaitedEntries.join() === other.awaitedEntries.join() &&
    one.failedEntries.join() === other.failedEntries.join()
  );
}

function isSameResolution(one: Resolution, other: Resolution): boolean {
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
