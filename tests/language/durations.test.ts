/** Tests the reader and the writer of ISO 8601 durations, and that the pattern for the editor accepts what the reader reads. */
import { describe, expect, it } from "vitest";
import schema from "../../schemas/flow.schema.json" with { type: "json" };
import { durationOf, durationText } from "../../src/language/durations.js";

const VALID: readonly (readonly [text: string, milliseconds: number])[] = [
  ["PT0S", 0],
  ["PT0.8S", 800],
  ["PT1.001S", 1001],
  ["PT15M", 900_000],
  ["PT1M30S", 90_000],
  ["PT3H", 10_800_000],
  ["P1D", 86_400_000],
  ["P1DT2H", 93_600_000],
];
const INVALID = ["", "P", "PT", "P1DT", "15M", "PT15", "P1Y", "P1W", "-PT1S", "PT1H2S3M", "pt1s", "PT.5S", " PT1S", "900000"];
const pattern = new RegExp(schema.$defs.durationText.pattern, "u");

describe("a duration", () => {
  it.each(VALID)("%s is read and written", (text, milliseconds) => {
    expect(durationOf(text)).toBe(milliseconds);
    expect(durationText(milliseconds)).toBe(text);
    expect(pattern.test(text)).toBe(true);
  });

  it.each(INVALID)("%j is none", (text) => {
    expect(durationOf(text)).toBeNull();
    expect(pattern.test(text)).toBe(false);
  });

  it("has one shortest text", () => {
    expect(durationOf("PT90S")).toBe(90_000);
    expect(durationText(durationOf("PT36H") ?? 0)).toBe("P1DT12H");
  });
});
