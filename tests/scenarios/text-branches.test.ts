/** Tests which branches a text has, and which of them are shown with some values. */
import { parse } from "@formatjs/icu-messageformat-parser";
import { expect, it } from "vitest";
import type { Text } from "../../src/language/bundle.js";
import { branchesOf, shownBranches } from "../../src/scenarios/text-branches.js";

const text = (message: string): Text => ({ icu: parse(message, { ignoreTag: true }), values: {} });
const shown = (message: string, values: Readonly<Record<string, string | number>>) =>
  shownBranches(text(message), values, "en-US").map(({ name, shown: own }) => [name, own]);

const CODES =
  "{code, select, R01 {No money. {left, plural, =0 {No try is left.} one {# try is left.} other {# tries are left.}}} other {Ask us.}}";
const OTHERS = "{count, plural, offset:1 =0 {Nobody} =1 {{name}} other {{name} and # more}}";

it("has the options of its arguments, those within others after them", () => {
  expect(branchesOf(text(CODES))).toEqual(["code R01", "code R01, left =0", "code R01, left one", "code R01, left other", "code other"]);
  expect(branchesOf("Ask us.")).toEqual([]);
  expect(branchesOf(text("{amount} is on hold."))).toEqual([]);
});

it.each<[string, Readonly<Record<string, string | number>>, readonly (readonly string[])[]]>([
  [CODES, { code: "R02", left: 1 }, [["code other", "Ask us."]]],
  [CODES, { code: "", left: 1 }, [["code other", "Ask us."]]],
  [
    CODES,
    { code: "R01", left: 0 },
    [
      ["code R01", "No money. No try is left."],
      ["code R01, left =0", "No try is left."],
    ],
  ],
  [
    CODES,
    { code: "R01", left: 1 },
    [
      ["code R01", "No money. 1 try is left."],
      ["code R01, left one", " try is left."],
    ],
  ],
  [
    CODES,
    { code: "R01", left: 3 },
    [
      ["code R01", "No money. 3 tries are left."],
      ["code R01, left other", " tries are left."],
    ],
  ],
  [OTHERS, { count: 1, name: "Dana" }, [["count =1", "Dana"]]],
  [OTHERS, { count: 3, name: "Dana" }, [["count other", "Dana and  more"]]],
  ["{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}", { place: 22 }, [["place two", "nd"]]],
])("shows in %s with %j", (message, values, branches) => {
  expect(shown(message, values)).toEqual(branches);
});
