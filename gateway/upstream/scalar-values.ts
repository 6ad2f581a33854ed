/** Exports the tests of the string scalars' values, for the schema and for values that the session stores. */

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const MONEY = /^-?\d+\.\d{2}$/;

/** Whether a text is a calendar date that exists, such as `2026-11-21`: databases also give `0000-00-00`. */
export const isDay = (text: string): boolean => DAY.test(text) && new Date(Date.parse(text)).getUTCDate() === Number(text.slice(8));

/** Whether a text is an instant in UTC, such as `2026-11-21T11:30:00Z`. */
export const isInstant = (text: string): boolean => INSTANT.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));

/** Whether a text is an amount with cents, such as `-5.00`. */
export const isMoney = (text: string): boolean => MONEY.test(text);
