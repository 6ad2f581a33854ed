/** Exports the reader and the writer of ISO 8601 durations, for the compiler, scenarios and mutations. */

const DURATION = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Milliseconds of an ISO 8601 duration of days and times (`P1DT2H`, `PT90S`); null for any other text. */
export function durationOf(text: string): number | null {
  const found = DURATION.exec(text);
  if (found === null || text === "P" || text.endsWith("T")) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
}

/** The shortest ISO 8601 duration of a number of milliseconds, which is not negative: `PT1M30S` for 90,000. */
export function durationText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  const parts = [
    [Math.floor(whole / 86_400_000), "D"],
    [Math.floor(whole / 3_600_000) % 24, "H"],
    [Math.floor(whole / 60_000) % 60, "M"],
    [(whole % 60_000) / 1000, "S"],
  ] as const;
  const [days, ...times] = parts.map(([count, unit]) => (count === 0 ? "" : `${count}${unit}`));
  const time = times.join("");
  if (time !== "") return `P${days}T${time}`;
  return days === "" ? "PT0S" : `P${days}`;
}
