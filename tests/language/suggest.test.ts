/** Tests which known name a message suggests for one that is not known. */
import { expect, it } from "vitest";
import { suggested } from "../../src/language/suggest.js";

const FORMATS = ["email", "us-phone", "us-zip", "bank-account", "bank-routing", "isoDate"];

it.each([
  ["emial", "email"],
  ["us-phnoe", "us-phone"],
  ["phone", "us-phone"],
  ["Phone", "us-phone"],
  ["date", "isoDate"],
])("suggests for %s a name that is similar or that contains it as a word: %s", (name, expected) => {
  expect(suggested(name, FORMATS)).toBe(expected);
});

it("suggests nothing for a word of several names, for a part of a word and for another word", () => {
  expect(suggested("bank", FORMATS)).toBeNull();
  expect(suggested("rout", FORMATS)).toBeNull();
  expect(suggested("amount", FORMATS)).toBeNull();
});
