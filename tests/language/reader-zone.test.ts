/** Tests in which time zone dates and times of day are formatted. */
import { describe, expect, it } from "vitest";
import { formatDate, formatDateTime, formatLocalDate } from "../../src/language/formats.js";
import { FORMATS } from "../support/formats.js";

const INSTANT = "2026-11-21T04:39:00Z";

describe("the reader's time zone", () => {
  const inDenver = { ...FORMATS, readerZone: "America/Denver" };

  it("is that of times of day", () => {
    expect(formatDateTime(INSTANT, inDenver)).toBe("November 20, 2026 at 9:39 PM MST");
    expect(formatDateTime(INSTANT, FORMATS)).toBe("November 21, 2026 at 4:39 AM UTC");
  });

  it("is not that of dates, on which money moves", () => {
    expect(formatDate(INSTANT, inDenver)).toBe(formatDate(INSTANT, FORMATS));
    expect(formatDate("2026-11-21", inDenver)).toBe("November 21, 2026");
  });

  it("is that of local dates", () => {
    expect(formatLocalDate(INSTANT, inDenver)).toBe("November 20, 2026");
    expect(formatLocalDate(INSTANT, FORMATS)).toBe("November 21, 2026");
    expect(formatLocalDate("2026-11-21", inDenver)).toBe("November 21, 2026");
  });

  it("does not move a calendar date to another day", () => {
    expect(formatDateTime("2026-11-21", inDenver)).toMatch(/^November 21, 2026/);
  });
});
