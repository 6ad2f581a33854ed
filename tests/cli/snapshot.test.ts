import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Io } from "../../src/cli/io.js";
import { run } from "../../src/cli/snapshot.js";
import { textDiff } from "../../src/cli/text-diff.js";

function fakeIo(): { readonly io: Io; readonly said: string[] } {
  const said: string[] = [];
  const root = fileURLToPath(new URL("../..", import.meta.url));
  return {
    said,
    io: {
      root,
      input: (async function* () {})(),
      write: async (text) => void said.push(text),
      warn: (text) => void said.push(text),
      now: () => 0,
    },
  };
}

test("the committed snapshots are what every brand and persona sees (after a change that is meant: flows snapshot --update)", async () => {
  const { io, said } = fakeIo();
  expect(await run([], io), said.join("")).toBe(0);
}, 60_000);

test("a difference shows the old and the new lines, with context", () => {
  expect(textDiff("a\nb\nc\nd\ne", "a\nb\nX\nd\ne\nf")).toBe("  a\n  b\n- c\n+ X\n  d\n  e\n+ f");
  const long = Array.from({ length: 40 }, (_none, index) => `line ${index}`);
  const changed = long.map((line, index) => (index === 5 || index === 30 ? "changed" : line));
  const lines = textDiff(long.join("\n"), changed.join("\n")).split("\n");
  expect(lines.filter((line) => line.startsWith("-"))).toEqual(["- line 5", "- line 30"]);
  expect(lines.filter((line) => line.startsWith("+"))).toEqual(["+ changed", "+ changed"]);
  expect(lines).toContain("  ...");
});
