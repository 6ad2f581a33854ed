/**
 * Exports the frame around a screen: its comparison and the time zone in which screens show times, for `runtime.ts`, and its
 * branding and progress bar, for the shell and for scenarios.
 */
import type { Resolution } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { holds, type Scope } from "../language/predicate.js";
import type { ScreenView } from "./view.js";

/** The frame around the body of a screen, and the states shown in its place. */
type Frame = Pick<ScreenView, "resolution" | "loading" | "failedLoads" | "awaitedEntries" | "failedEntries">;

/** Whether the frames of two views of a screen are the same: title, layout, navigation, and what is loading or has failed. */
export function isSameFrame(one: Frame, other: Frame): boolean {
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

/** The branding that screens show: until it has been fetched, the fields of S3's branding in the brand's own file (D24). */
export function shownBranding({ brand }: BundleCore, fetched: Json): Json {
  if (fetched !== null) return fetched;
  const { name, short_name, slug, emails, logos, color_primary, color_secondary, show_fdic } = brand;
  return { name, short_name, slug, emails: { support: emails.support }, logos, color_primary, color_secondary, show_fdic };
}

/** The bundles by time zone. Formatters and tables of a bundle are kept with it, so that every runtime has the same one. */
const zoned = new WeakMap<BundleCore, Map<string, BundleCore>>();

/** The bundle whose texts show times of day in this time zone. */
export function inZone(bundle: BundleCore, readerZone: string): BundleCore {
  const byZone = zoned.get(bundle) ?? new Map<string, BundleCore>();
  zoned.set(bundle, byZone);
  const made = byZone.get(readerZone) ?? { ...bundle, formats: { ...bundle.formats, readerZone } };
  byZone.set(readerZone, made);
  return made;
}

/** The progress bar. `percent` is from 0 to 100. */
export interface ShownProgress {
  readonly percent: number;
  /** 1 to 4. */
  readonly stage: number;
}

/** The progress bar of a screen; null when none is drawn. */
export function shownProgress(core: BundleCore, { screen, progress, stage }: Resolution, scope: Scope): ShownProgress | null {
  if (progress === null || stage === null) return null;
  return holds(core.bar, scope) && holds(core.screens[screen]?.bar, scope) ? { percent: progress, stage } : null;
}
