/** Tests that the texts, durations and actions that the app reads by name are those that the meta-schema requires of every definition. */
import { expect, test } from "vitest";
import { filesBelow, readText } from "../support/sources.js";

const schema = JSON.parse(readText("schemas/app.schema.json")) as {
  readonly properties: Readonly<
    Record<string, { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] }>
  >;
};
const sources = filesBelow("src")
  .filter((file) => /\.tsx?$/.test(file))
  .map(readText)
  .join("\n");
const named = (call: RegExp): readonly string[] => [...new Set([...sources.matchAll(call)].map(([, name = ""]) => name))].sort();

test.each([
  ["chrome", /\bchrome\(\s*"(\w+)"/g],
  ["events", /(?:<AppLink action=|\braise\(null, |\b(?:PAGE_VIEW|STALE_SCREEN) = )"(\w+)"/g],
  ["durations", /\bduration\(\s*(?:[\w.()]+,\s*)?"(\w+)"/g],
  ["texts", /(?:\btranslate|useTranslate\(\))\(\s*"(\w+)"/g],
])("%s", (name, call) => {
  const asked = schema.properties[name];
  expect(asked).toBeDefined();
  expect(named(call)).toEqual(Object.keys(asked?.properties ?? {}).sort());
  expect([...(asked?.required ?? [])].sort()).toEqual(named(call));
});
