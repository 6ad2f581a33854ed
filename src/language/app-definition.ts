/** Exports the names of the app's events and of the shell that code raises or analyses. */

/** A screen was entered. `item`: its `screen` and `title`. */
export const PAGE_VIEW = "pageView";
/** The guard of the current screen no longer holds. `item`: `typed`, whether a form has unsent input. */
export const STALE_SCREEN = "staleScreen";

/** The shell of pages without data: the runtime does not repeat the failed loads of the app when such a page is entered. */
export const PLAIN_SHELL = "plain";
