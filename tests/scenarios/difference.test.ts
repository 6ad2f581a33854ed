/** Tests what a failed scenario says: only where what was found differs from what was expected. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { differenceOf } from "../../src/scenarios/difference.js";

const TEXTS = ["Title", "Amount", "Review", "Cancel"];

describe("the differences of the found values", () => {
  it.each<[string, Json, Json, readonly string[]]>([
    ["of the same value are none, in any order of keys", { a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ d: 2, c: 1 }], a: 1 }, []],
    ["of a long list are its texts", TEXTS, ["Title", "Sum", "Review"], ['it: expected also "Amount", "Cancel"; did not expect "Sum"']],
    ["count a text that is there twice", TEXTS, [...TEXTS, "Review"], ['it: did not expect "Review"']],
    [
      "of an order begin at an entry",
      TEXTS,
      ["Title", "Review", "Amount", "Cancel"],
      ['it: in another order from entry 2: expected "Amount", found "Review"'],
    ],
    ["of a short list are both lists", ["A"], ["B"], ['it: expected ["A"], found ["B"]']],
    [
      "of an object are those of its values",
      { texts: TEXTS, path: "/a", old: 1 },
      { texts: TEXTS.slice(1), path: "/b" },
      ['it, "texts": expected also "Title"', 'it, "path": expected "/a", found "/b"', 'it, "old": expected 1, found nothing'],
    ],
    [
      "of a list of objects are those of its entries",
      [{ operation: "Login", with: { email: "a@example.com", code: "1" } }],
      [{ operation: "Login", with: { email: "b@example.com", code: "1" } }],
      ['it, entry 1, "with", "email": expected "a@example.com", found "b@example.com"'],
    ],
    ["of a list with another number of objects are both lists", [{ a: 1 }], [], ['it: expected [{"a":1}], found []']],
  ])("%s", (_title, expected, found, differences) => {
    expect(differenceOf("it", expected, found)).toEqual(differences);
  });
});
