/** Exports how many workers run the journeys, for the configuration and the global setup: each has its own product. */

/** Two cores. With `JOURNEYS_AT` there is one product, and therefore one worker. */
export const WORKERS = process.env.JOURNEYS_AT ? 1 : 2;
