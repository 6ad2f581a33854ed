/** Exports the findings about durations: how they are written, their bounds and their order. For the compiler. */
import { type Finding, finding, type Place } from "./problems.js";

interface WrittenDuration {
  readonly text: string;
  readonly at: Pick<Place, "file" | "line">;
}

const placed = ({ text, at }: WrittenDuration): string => `${text} (${at.file}:${at.line})`;

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
export const idleOrder = (wait: WrittenDuration, other: string, ends: WrittenDuration): Finding =>
  finding("number-order", `This waits ${placed(wait)} of idleness, and after ${placed(ends)} the monitor "${other}" has left the screen`);
export const idleTooLong = (wait: string, longest: string): Finding =>
  finding("number-order", `The session ends after ${wait} of idleness, which is more than ${longest} (NIST SP 800-63B)`);
