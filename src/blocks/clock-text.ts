/** Exports the rest of a time as a text, for countdowns on a page and in scenarios. */

export const SECOND = 1000;

/** Whole seconds as `m:ss`. */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The whole seconds from one instant to another (epoch milliseconds); 0 when it has passed. */
export const secondsBetween = (now: number, end: number): number => Math.max(0, Math.ceil((end - now) / SECOND));
