/** Exports the names of the app's events that code raises or analyses. */

/** A screen was entered. `item`: its `screen` and `title`. */
export const PAGE_VIEW = "pageView";
/** The guard of the current screen no longer holds. `item`: `typed`, whether a form has unsent input. */
export const STALE_SCREEN = "staleScreen";
