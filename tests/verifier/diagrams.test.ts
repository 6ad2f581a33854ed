/** Tests the decision diagrams: the relational product is what its parts give, also after the tables have grown. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bdd, BddManager, FALSE, TRUE } from "../../src/verifier/bdd/diagrams.js";

const LEVELS = 24;

/** A set of cubes: for each, the value of some variables. */
const CUBES = fc.array(fc.array(fc.tuple(fc.nat(LEVELS - 1), fc.boolean()), { minLength: 1, maxLength: 8 }), { maxLength: 12 });

function unionOf(bdd: BddManager, cubes: readonly (readonly (readonly [number, boolean])[])[]): Bdd {
  const cube = (literals: readonly (readonly [number, boolean])[]): Bdd =>
    bdd.all(literals.map(([level, isTrue]) => (isTrue ? bdd.variable(level) : bdd.not(bdd.variable(level)))));
  return bdd.any(cubes.map(cube));
}

describe("the relational product", () => {
  it("is the quantification of the conjunction", () => {
    const bdd = new BddManager();
    fc.assert(
      fc.property(CUBES, CUBES, fc.uniqueArray(fc.nat(LEVELS - 1)), (one, other, quantified) => {
        const [a, b] = [unionOf(bdd, one), unionOf(bdd, other)];
        const levels = new Set(quantified);
        expect(bdd.andExists(a, b, levels)).toBe(bdd.exists(bdd.and(a, b), levels));
        expect(bdd.andExists(a, bdd.not(a), levels)).toBe(FALSE);
        expect(bdd.andExists(a, TRUE, levels)).toBe(bdd.exists(a, levels));
      }),
    );
  });
});

describe("a manager whose tables grow", () => {
  it("gives the same nodes for the same functions before and after", () => {
    const bdd = new BddManager();
    /** The numbers whose lower half equals their upper half, in the worst order of the variables. */
    const equalHalves = (bits: number): Bdd =>
      bdd.all(
        Array.from({ length: bits }, (_none, bit) => {
          const [low, high] = [bdd.variable(bit), bdd.variable(bits + bit)];
          return bdd.not(bdd.or(bdd.diff(low, high), bdd.diff(high, low)));
        }),
      );
    const before = equalHalves(8);
    const count = bdd.count(before, 16);
    // More than the first two sizes of the tables.
    equalHalves(16);
    expect(bdd.size).toBeGreaterThan(2 ** 17);
    expect(equalHalves(8)).toBe(before);
    expect([bdd.count(before, 16), count]).toEqual([2n ** 8n, 2n ** 8n]);
  });
});
