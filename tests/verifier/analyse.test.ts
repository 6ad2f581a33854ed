/** Tests the verifier's BDDs against the formulas that they represent, and its state space against states of random predicates. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scopeOf } from "../../src/engine/scope.js";
import type { Json } from "../../src/language/definition.js";
import { test as holds } from "../../src/language/predicate.js";
import { Unanalysable } from "../../src/verifier/abstraction/atoms.js";
import { pathTypes } from "../../src/verifier/abstraction/path-types.js";
import { StateSpace } from "../../src/verifier/abstraction/state-space.js";
import { witnessOf } from "../../src/verifier/abstraction/witness.js";
import { BddManager, FALSE } from "../../src/verifier/bdd/diagrams.js";
import { assignment } from "../../src/verifier/transitions/assignments.js";

const schema: Json = {
  properties: {
    auth: {
      type: "object",
      default: { token: null, expiresAt: null, relink: false },
      properties: {
        token: { type: ["string", "null"] },
        expiresAt: { type: ["string", "null"], format: "date-time" },
        relink: { type: "boolean" },
        code: { type: ["string", "null"], pattern: "^R\\d{2}$" },
      },
    },
    progress: {
      type: ["object", "null"],
      default: null,
      required: ["primary"],
      properties: { status: { enum: [null, "A", "B", "C"] }, primary: { type: "boolean" } },
    },
    list: {
      type: "array",
      items: {
        type: "object",
        properties: { status: { enum: ["x", "y", "z"] }, code: { type: ["string", "null"] }, amount: { type: "number" } },
      },
    },
    now: { type: "string", format: "date-time" },
  },
};
const initial: { readonly [path: string]: Json } = { "auth.relink": false };
const typeOf = pathTypes(schema);

const leaf: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(
  { "!!": [{ var: "auth.token" }] },
  { "===": [{ var: "auth.token" }, "admin"] },
  { in: ["adm", { var: "auth.token" }] },
  { "<=": [{ var: "auth.expiresAt" }, { var: "now" }] },
  { "===": [{ var: "auth.expiresAt" }, null] },
  { "===": [{ var: "auth.relink" }, true] },
  { "===": [{ var: "auth.code" }, "R01"] },
  { in: [{ var: "auth.code" }, ["R07", "R02"]] },
  { in: ["7", { var: "auth.code" }] },
  { "!!": [{ var: "auth.code" }] },
  { "===": [{ var: "progress" }, null] },
  { in: [{ var: "progress.status" }, ["A", "B"]] },
  { "===": [{ var: "progress.status" }, null] },
  { "===": [{ var: "progress.primary" }, false] },
  { "!!": [{ var: "list" }] },
  { some: [{ var: "list" }, { "===": [{ var: "status" }, "x"] }] },
  { none: [{ var: "list" }, { "===": [{ var: "status" }, "y"] }] },
  { all: [{ var: "list" }, { "!==": [{ var: "code" }, null] }] },
  { "===": [{ var: "list.0.status" }, "z"] },
  { ">": [{ var: "list.0.amount" }, 10] },
  { "!==": [{ var: "list.1" }, null] },
  true,
  false,
);
const predicate = fc.letrec<{ node: Json }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc
      .tuple(fc.constantFrom("and", "or"), fc.array(tie("node"), { minLength: 1, maxLength: 3 }))
      .map(([operator, parts]): Json => ({ [operator]: parts })),
    tie("node").map((part): Json => ({ "!": [part] })),
    fc.tuple(tie("node"), tie("node"), tie("node")).map((parts): Json => ({ if: parts })),
  ),
})).node;

describe("a BDD", () => {
  test("represents its boolean function, with one node for each function", () => {
    type Formula =
      | { readonly tag: "var"; readonly index: number }
      | { readonly tag: "not"; readonly a: Formula }
      | { readonly tag: "and" | "or"; readonly a: Formula; readonly b: Formula };
    const formula = fc.letrec<{ f: Formula }>((tie) => ({
      f: fc.oneof(
        { depthSize: "small" },
        fc.nat(4).map((index): Formula => ({ tag: "var", index })),
        tie("f").map((a): Formula => ({ tag: "not", a })),
        fc.tuple(fc.constantFrom<("and" | "or")[]>("and", "or"), tie("f"), tie("f")).map(([tag, a, b]): Formula => ({ tag, a, b })),
      ),
    })).f;
    const build = (d: BddManager, f: Formula): number =>
      f.tag === "var"
        ? d.variable(f.index)
        : f.tag === "not"
          ? d.not(build(d, f.a))
          : f.tag === "and"
            ? d.and(build(d, f.a), build(d, f.b))
            : d.or(build(d, f.a), build(d, f.b));
    const truth = (f: Formula, bits: number): boolean =>
      f.tag === "var"
        ? (bits >> f.index) % 2 === 1
        : f.tag === "not"
          ? !truth(f.a, bits)
          : f.tag === "and"
            ? truth(f.a, bits) && truth(f.b, bits)
            : truth(f.a, bits) || truth(f.b, bits);
    fc.assert(
      fc.property(formula, formula, (f, g) => {
        const d = new BddManager();
        const [a, b] = [build(d, f), build(d, g)];
        const all = Array.from({ length: 32 }, (_none, bits) => bits);
        expect(d.count(a, 5)).toBe(BigInt(all.filter((bits) => truth(f, bits)).length));
        expect(a === b).toBe(all.every((bits) => truth(f, bits) === truth(g, bits)));
        const free = d.exists(a, new Set([0]));
        expect(d.count(free, 5)).toBe(BigInt(all.filter((bits) => truth(f, bits & ~1) || truth(f, bits | 1)).length));
        expect(d.count(d.restrict(a, new Map([[0, true]])), 5)).toBe(BigInt(all.filter((bits) => truth(f, bits | 1)).length));
      }),
      { numRuns: 300 },
    );
  });
});

describe("the state space", () => {
  test("has no state of a predicate exactly when no state makes it true, and otherwise returns one", () => {
    fc.assert(
      fc.property(predicate, (logic) => {
        const space = new StateSpace([logic], typeOf, (path) => initial[path] ?? null);
        for (const [node, set] of [
          [logic, space.holds(logic)],
          [{ "!": [logic] }, space.bdd.not(space.holds(logic))],
        ] as const) {
          const some = space.bdd.and(space.valid, set);
          if (some === FALSE) continue;
          const { state } = witnessOf(space, some, typeOf);
          expect(holds(node, scopeOf(state, String(state.now), null)), JSON.stringify([node, state])).toBe(true);
        }
      }),
      { numRuns: 600 },
    );
  });

  test("is complete: the BDD of a predicate contains every state that makes it true", () => {
    const text = fc.constantFrom("admin", "adm", "other", "", "x adm y");
    const item = fc.record(
      {
        status: fc.constantFrom("x", "y", "z"),
        code: fc.option(fc.constantFrom("R01", "")),
        amount: fc.constantFrom(-5, 0, 7, 10, 10.5, 99),
      },
      { noNullPrototype: true },
    );
    const state = fc.record({
      auth: fc.record({
        token: fc.option(text),
        expiresAt: fc.option(fc.constantFrom("2026-11-21T12:00:00Z", "2020-01-01T00:00:00Z", "2030-01-01T00:00:00Z")),
        relink: fc.boolean(),
        code: fc.option(fc.constantFrom("R01", "R02", "R07", "R70", "R99")),
      }),
      progress: fc.option(fc.record({ status: fc.constantFrom(null, "A", "B", "C"), primary: fc.boolean() })),
      list: fc.array(item, { maxLength: 4 }),
      now: fc.constant("2026-11-21T12:00:00.000Z"),
    });
    fc.assert(
      fc.property(predicate, state, (logic, some) => {
        // If the state makes it true, the space must contain such a state; if false, a state that makes it false.
        const space = new StateSpace([logic], typeOf, (path) => initial[path] ?? null);
        const truth = holds(logic, scopeOf(some as { readonly [slice: string]: Json }, "2026-11-21T12:00:00.000Z", null));
        const set = truth ? space.holds(logic) : space.bdd.not(space.holds(logic));
        expect(space.bdd.and(space.valid, set)).not.toBe(FALSE);
      }),
      { numRuns: 600 },
    );
  });

  test("returns a state without values of a state that was returned before", () => {
    const present: Json = { "!==": [{ var: "progress" }, null] };
    const status: Json = { "===": [{ var: "progress.status" }, "A"] };
    const space = new StateSpace([present, status], typeOf, () => null);
    const { bdd } = space;
    const among = (set: number): Json => witnessOf(space, bdd.all([space.valid, space.holds(present), set]), typeOf).state.progress ?? null;
    expect(among(space.holds(status))).toEqual({ status: "A", primary: true });
    expect(among(bdd.not(space.holds(status)))).toEqual({ primary: true });
  });

  test("treats a list as unknown after an assignment to its items", () => {
    const anyX: Json = { some: [{ var: "list" }, { "===": [{ var: "status" }, "x"] }] };
    const relink: Json = { "===": [{ var: "auth.relink" }, true] };
    const space = new StateSpace([{ and: [anyX, relink] }], typeOf, (path) => initial[path] ?? null);
    const { bdd } = space;
    const before = bdd.all([space.valid, bdd.not(space.holds(anyX)), space.holds(relink)]);
    const after = assignment(space, "list[].status", [{ value: "x" }]).image(before);
    expect(bdd.and(after, space.holds(anyX))).not.toBe(FALSE);
    expect(bdd.and(after, bdd.not(space.holds(relink)))).toBe(FALSE);
  });

  test("counts every combination of state classes", () => {
    const space = new StateSpace(
      [{ "===": [{ var: "progress.status" }, "A"] }, { "===": [{ var: "auth.relink" }, true] }],
      typeOf,
      () => null,
    );
    // Without progress there is no status (1); with it, null, A or another (3); relink doubles them.
    expect(space.stateCount()).toBe(8n);
  });

  test.each<Json>([
    { "<": [{ var: "auth.token" }, "b"] },
    { "===": [{ var: "auth.token" }, { var: "progress.status" }] },
    { "<=": [{ var: "auth.expiresAt" }, "2026-01-01T00:00:00Z"] },
    { "===": [{ var: "list.length" }, 2] },
    { "===": [{ var: "unknown" }, 1] },
    { "===": [{ some: [{ var: "list" }, true] }, true] },
  ])("refuses what it cannot cut into classes: %j", (logic) => {
    expect(() => new StateSpace([logic], typeOf, () => null).holds(logic)).toThrow(Unanalysable);
  });
});
