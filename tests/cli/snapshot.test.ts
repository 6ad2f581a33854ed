/** Tests that the committed snapshots are what every brand and persona sees, and how a difference is printed. */
import { expect, test } from "vitest";
import { run } from "../../src/cli/snapshot.js";
import { textDiff } from "../../src/cli/text-diff.js";
import { capture } from "./captured-io.js";

test("the committed snapshots are what every brand and persona sees (after a change that is meant: flows snapshot --update)", async () => {
  const { code, written, warned } = await capture((io) => run([], io));
  expect(code, written + warned).toBe(0);
  expect(written).toMatch(/^\d+ snapshots are as committed\.$/m);
}, 180_000);

test("a difference shows the old and the new lines, with context", () => {
  expect(textDiff("a\nb\nc\nd\ne", "a\nb\nX\nd\ne\nf")).toBe("  a\n  b\n- c\n+ X\n  d\n  e\n+ f");
  const long = Array.from({ length: 40 }, (_none, index) => `line ${index}`);
  const changed = long.map((line, index) => (index === 5 || index === 30 ? "changed" : line));
  const lines = textDiff(long.join("\n"), changed.join("\n")).split("\n");
  expect(lines.filter((line) => line.startsWith("-"))).toEqual(["- line 5", "- line 30"]);
  expect(lines.filter((line) => line.startsWith("+"))).toEqual(["+ changed", "+ changed"]);
  expect(lines).toContain("  ...");
});
