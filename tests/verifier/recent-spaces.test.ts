/** Tests which proofs share a state space: those of the same predicates, and mutants whose predicates have the same atoms. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/definition.js";
import { RecentSpaces, type SpaceInput } from "../../src/verifier/abstraction/recent-spaces.js";

const STATE_SCHEMA: Json = {
  type: "object",
  properties: {
    status: { enum: [null, "OPEN", "CLOSED"] },
    verified: { type: "boolean" },
    accounts: { type: "array", items: { type: "object", properties: { locked: { type: "boolean" } } } },
  },
};

const open: Json = { "===": [{ var: "status" }, "OPEN"] };
const verified: Json = { "!!": [{ var: "verified" }] };
const someLocked: Json = { some: [{ var: "accounts" }, { "===": [{ var: "locked" }, true] }] };

const inputOf = (...predicates: readonly Json[]): SpaceInput => ({
  predicates,
  stateSchema: STATE_SCHEMA,
  initial: { status: null, verified: false, accounts: [] },
  maxBddNodes: 10_000,
});

describe("the space of a proof", () => {
  it("is the one of the same predicates, and no other", () => {
    const spaces = new RecentSpaces();
    const first = spaces.of(inputOf({ and: [open, verified] }));
    expect(spaces.of(inputOf({ and: [open, verified] }))).toBe(first);
    expect(spaces.of(inputOf({ and: [verified, open] }))).not.toBe(first);
  });
});

describe("the space of a mutant", () => {
  const shipped = inputOf({ and: [open, verified] }, { or: [open, someLocked] });
  const spaceOf = (...predicates: readonly Json[]) => {
    const spaces = new RecentSpaces({ isMutant: true });
    const first = spaces.of(shipped);
    return { first, own: spaces.of(inputOf(...predicates)) };
  };

  it.each<[string, Json[]]>([
    ["another connective", [{ or: [open, verified] }, { or: [open, someLocked] }]],
    ["a conjunct less", [verified, { or: [open, someLocked] }]],
    ["another order", [{ or: [someLocked, open] }, verified]],
  ])("is the definition's own with %s", (_name, predicates) => {
    const { first, own } = spaceOf(...predicates);
    expect(own).toBe(first);
    // Predicates that the definition does not have are encoded as in their own space.
    const alone = new RecentSpaces().of(inputOf(...predicates));
    for (const predicate of predicates)
      expect(own.bdd.count(own.holds(predicate), own.levels)).toBe(alone.bdd.count(alone.holds(predicate), alone.levels));
  });

  it.each<[string, Json[]]>([
    ["another literal", [{ and: [{ "===": [{ var: "status" }, "CLOSED"] }, verified] }, { or: [open, someLocked] }]],
    ["another condition on the items of a list", [{ and: [open, verified] }, { some: [{ var: "accounts" }, true] }]],
    ["an atom less", [open, someLocked]],
  ])("is another one with %s", (_name, predicates) => {
    const { first, own } = spaceOf(...predicates);
    expect(own).not.toBe(first);
    for (const predicate of predicates) expect(() => own.holds(predicate)).not.toThrow();
  });
});
