/** Tests that personas, outcomes and invariants match their schemas and the flows that they refer to. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { scopeOf } from "../../src/engine/scope.js";
import { holds } from "../../src/language/predicate.js";
import { FIELD_FORMATS } from "../support/field-formats.js";
import { BRANDS, bundleOf, PERSONAS, ROOT, readJson } from "./shipped.js";

const NOW = "2026-11-21T12:00:00Z";

const ajv = new Ajv({ strict: false, allErrors: true });
for (const [name, { validate }] of Object.entries(FIELD_FORMATS)) ajv.addFormat(name, { type: "string", validate });
for (const name of ["state", "persona", "outcomes", "invariants"])
  ajv.addSchema(readJson<object>(`schemas/${name}.schema.json`), `${name}.schema.json`);

const faults = (schema: string, path: string): unknown => {
  ajv.validate(`${schema}.schema.json`, readJson(path));
  return ajv.errors;
};

interface Outcomes {
  readonly operations: Readonly<
    Record<string, { readonly ok: Readonly<Record<string, { readonly becomes: Readonly<Record<string, readonly unknown[]>> }>> }>
  >;
}
const OUTCOMES = readJson<Outcomes>("flows/outcomes.json");

/** The minimal set of names, required by `interfaces.md`. */
const NAMES =
  "new basic address employer confirmed bank verified disclosures active funded manually-reviewed duplicate-ssn alerts-unread active-empty in-review flagged errored unsubmitted failed view-only hold microdeposits-sent link-locked funding-returned relink one-beneficiary two-beneficiaries joint-unsubmitted joint-pending joint-active joint-secondary";

describe("personas", () => {
  it("are complete", () => {
    expect(Object.keys(PERSONAS).sort()).toEqual(NAMES.split(" ").sort());
  });

  it.each(Object.keys(PERSONAS))("%s fits the state schema", (name) => {
    expect(faults("persona", `flows/personas/${name}.json`)).toBeNull();
  });

  it.each(Object.entries(PERSONAS))("%s has the value of every named predicate", (_name, { state, predicates }) => {
    const { core } = bundleOf("harbor");
    const scope = scopeOf({ ...core.initial, ...state }, NOW, { path: "/", params: {}, search: "", state: null });
    const asked = Object.fromEntries(Object.entries(core.predicates).map(([predicate, compiled]) => [predicate, holds(compiled, scope)]));
    expect(predicates).toEqual(asked);
  });
});

describe("outcomes", () => {
  it("fit their schema", () => {
    expect(faults("outcomes", "flows/outcomes.json")).toBeNull();
  });

  it("cover every operation, and no other", () => {
    const written = readdirSync(join(ROOT, "flows"))
      .filter((file) => file.endsWith(".graphql"))
      .flatMap((file) =>
        [...readFileSync(join(ROOT, "flows", file), "utf8").matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name]) => name),
      );
    expect(Object.keys(OUTCOMES.operations).sort()).toEqual(written.sort());
  });

  it("change only paths that the state has", () => {
    const schema = readJson<{ readonly properties: Readonly<Record<string, { readonly properties?: object; readonly type?: unknown }>> }>(
      "schemas/state.schema.json",
    );
    const paths = new Set(
      Object.values(OUTCOMES.operations).flatMap(({ ok }) => Object.values(ok).flatMap(({ becomes }) => Object.keys(becomes))),
    );
    const unknown = [...paths].filter((path) => {
      const [slice = "", key] = path.split(".");
      const known = schema.properties[slice];
      return known === undefined || (key !== undefined && known.properties !== undefined && !(key in known.properties));
    });
    expect(unknown).toEqual([]);
  });
});

describe("invariants", () => {
  it("fit their schema", () => {
    expect(faults("invariants", "flows/invariants.json")).toBeNull();
  });

  it.each(BRANDS)("refer to screens and operations of %s", (slug) => {
    const { core } = bundleOf(slug);
    type Invariant = { readonly screens?: readonly string[]; readonly operation?: string; readonly onlyFrom?: readonly string[] };
    for (const { screens = [], operation, onlyFrom = [] } of Object.values(
      readJson<{ readonly invariants: Readonly<Record<string, Invariant>> }>("flows/invariants.json").invariants,
    )) {
      const ids = Object.keys(core.screens);
      // `deposit.**` is the screen and all below it.
      const meant = (id: string) =>
        id === "**" || (id.endsWith(".**") ? ids.some((one) => `${one}.`.startsWith(id.slice(0, -2))) : ids.includes(id));
      expect([...screens, ...onlyFrom].filter((id) => !meant(id))).toEqual([]);
      if (operation !== undefined) expect(core.operations[operation]).toBeDefined();
    }
  });
});
