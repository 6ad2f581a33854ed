/** Tests of the reader of JSON files: what is wrong with its encoding, its characters and its syntax, each at one place. */
import { describe, expect, it } from "vitest";
import { readDocument } from "../../src/language/source.js";

/** What is reported about a text, as `line:column message`. */
const found = (text: string): readonly string[] =>
  readDocument("x.json", text, "base").problems.map(({ line, column, message }) => `${line}:${column} ${message}`);

describe("a JSON file", () => {
  it.each([
    ["a comma after the last entry", '{\n  "a": 1,\n}', '3:1 Not JSON: remove the comma before this "}"'],
    ["a comma too many", '{ "a": 1,, "b": 2 }', '1:10 Not JSON: remove the comma before this ","'],
    ["no comma", '{ "a": 1 "b": 2 }', "1:10 Not JSON: a comma is missing before this"],
    ["a comment", '{ "a": 1 // one\n}', "1:10 Not JSON: it has no comments, so remove this one"],
    ["a value without quotes", '{ "a": None }', "1:8 Not JSON: None is no value. Keys and texts are in double quotes;"],
    ["nothing", "", "1:1 Not JSON: the file is empty"],
    ["another encoding", new TextDecoder().decode(Buffer.from('{ "a": "é" }', "latin1")), "1:9 The file is not UTF-8"],
    ["two bytes for each character", Buffer.from('{ "a": 1 }', "utf16le").toString("utf8"), "1:2 The file is not UTF-8"],
    ["too many levels", `{ "a":\n${"[".repeat(300)}${"]".repeat(300)} }`, "2:200 This is nested more than 200 levels deep"],
    ["an escaped control character", '{ "a": "x\\u0000" }', "1:8 This text contains the character U+0000,"],
    ["half of a pair of surrogates", '{ "a": "x\\ud800" }', "1:8 This text contains the character U+D800,"],
    ["a key that only looks like another", '{ "a": 1, "a\u200B": 1 }', "1:11 This text contains the character U+200B,"],
    ["a garbled apostrophe", '{ "a": "Weâ€™ll" }', '1:8 This text contains "â€™", as a text of UTF-8'],
  ])("with %s has one finding", (_what, text, expected) => {
    expect(found(text)).toEqual([expect.stringContaining(expected)]);
  });

  it("may have any character that people read, and nested brackets in texts", () => {
    expect(found(`{ "a": "Ærø, São Paulo, â, Ã, 中文, 👩‍👧, •••, tab\\tline\\n", "b": "${"[".repeat(300)}" }`)).toEqual([]);
  });
});
