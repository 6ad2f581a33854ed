/** Tests the declarations of equivalent faults. */
import { expect, it } from "vitest";
import { readEquivalents } from "../../src/cli/equivalents-file.js";
import { type Equivalent, equivalentOf, staleEquivalents } from "../../src/mutation/equivalents.js";
import { ROOT } from "../support/sources.js";

const MUTANT = {
  id: "bound schemas/forms/reply.json#/properties/body 2",
  kind: "bound",
  file: "schemas/forms/reply.json",
  change: "minLength was removed",
} as const;

const DECLARED: Equivalent = {
  kind: "bound",
  file: "schemas/forms/*.json",
  place: "/properties/body",
  change: "minLength was removed",
  reason: "The browser leaves an empty text out.",
};

it("match a fault by kind, file, place and change", () => {
  expect(equivalentOf(MUTANT, [DECLARED])).toBe(DECLARED);
  for (const other of [{ kind: "format" }, { file: "flows/*.json" }, { place: "/properties" }, { change: "minLength became 2" }])
    expect(equivalentOf(MUTANT, [{ ...DECLARED, ...other }])).toBeNull();
});

it("read every character except * literally", () => {
  expect(equivalentOf(MUTANT, [{ ...DECLARED, file: "schemas/forms/reply-json" }])).toBeNull();
  expect(equivalentOf(MUTANT, [{ ...DECLARED, file: "schemas.forms.reply.json" }])).toBeNull();
});

it("are stale where they match no fault", () => {
  const stale = { ...DECLARED, place: "/properties/subject" };
  expect(staleEquivalents([MUTANT], [DECLARED, stale])).toEqual([stale]);
});

it("of the shipped flows have distinct reasons for each place", async () => {
  const declared = await readEquivalents(ROOT);
  const places = declared.map(({ kind, file, place, change }) => `${kind} ${file}#${place} ${change}`);
  expect(new Set(places).size).toBe(places.length);
});
