/** Exports the findings about overlays, one function each, for the compiler. */
import { type Finding, finding, orNearest } from "./problems.js";

const orRenamed = (key: string, known: readonly string[], renamed: string | null): string =>
  orNearest(key, known) || (renamed === null ? "" : `; it may now be called "${renamed}"`);
export const nothingToRemove = (key: string, known: readonly string[], renamed: string | null = null): Finding =>
  finding("overlay-nothing", `Nothing to remove: the base has no "${key}"${orRenamed(key, known, renamed)}`);
export const nothingToPatch = (key: string, known: readonly string[], missing: readonly string[], renamed: string | null = null): Finding =>
  finding(
    "overlay-nothing",
    `The base has no "${key}"${orRenamed(key, known, renamed)}; to add it, write it whole (missing: ${missing.join(", ")})`,
  );
export const staleOverlay = (now: string): Finding =>
  finding("overlay-stale", `The base has changed since this was written; check the patch, then set "base" to "${now}"`);
export const overlayWaiver = (): Finding =>
  finding("overlay-waiver", "An overlay waives findings only of what it adds; what the base forbids, the base alone may accept");

export const overlaySame = (key: string): Finding =>
  finding("overlay-same", `The base has the same "${key}": without this, the brand follows it`);
export const overlayEmpty = (key: string): Finding => finding("overlay-same", `This changes nothing of "${key}"`);
