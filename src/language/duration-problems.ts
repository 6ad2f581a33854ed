/** Exports the findings about durations: how they are written, their bounds and their order. For the compiler. */
import { type NamedPlace, withPlace } from "./named-place.js";
import { type Finding, finding } from "./problems.js";

export const plainDuration = (value: number, text: string): Finding =>
  finding("invalid-value", `${value} is a duration without a unit: write the milliseconds as "${text}" (ISO 8601)`);
export const durationOutOfRange = (value: string, least: string, most: string | undefined): Finding =>
  finding(
    "invalid-value",
    `${value} must be ${least === "PT0S" ? "above" : "at least"} ${least}${most === undefined ? "" : ` and at most ${most}`}`,
  );
export const pollOrder = (keyword: string, value: string, other: string, bound: string): Finding =>
  finding(
    "number-order",
    `"${keyword}" ${value} is above "${other}" ${bound}: ${keyword === "first" && other === "limit" ? "its query is never sent" : "no wait is ever as short"}`,
  );
/** `ends`: the duration after which `other` leaves the screen; both durations with the places where they are written. */
export const idleOrder = (wait: NamedPlace, other: string, ends: NamedPlace): Finding =>
  finding(
    "number-order",
    `This waits ${withPlace(wait)} of idleness, and after ${withPlace(ends)} the monitor "${other}" has left the screen`,
  );
export const idleTooLong = (wait: string, longest: string): Finding =>
  finding("number-order", `The session ends after ${wait} of idleness, which is more than ${longest} (NIST SP 800-63B)`);
