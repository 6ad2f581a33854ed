/**
 * Exports the record of the values that conditions have had in scenarios, for `flows coverage`. A condition decides its predicate
 * when two observations differ in this condition alone and in the result: unique-cause MC/DC (RTCA DO-178C).
 */
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { type Scope, test } from "../language/predicate.js";
import { conditionsOf, decidesName, observation } from "./coverage.js";

interface Observed {
  readonly logic: Json;
  readonly conditions: readonly Json[];
  /** The value of each condition, and then the result: `10=1`. */
  readonly vectors: Set<string>;
}

export class ConditionRecord {
  readonly #predicates: ReadonlyMap<string, Observed>;

  constructor({ predicates }: Pick<BundleCore, "predicates">) {
    this.#predicates = new Map(
      Object.entries(predicates).map(([name, { logic }]) => [name, { logic, conditions: conditionsOf(logic), vectors: new Set() }]),
    );
  }

  observe(scope: Scope): void {
    for (const { logic, conditions, vectors } of this.#predicates.values())
      vectors.add(`${conditions.map((condition) => digit(test(condition, scope))).join("")}=${digit(test(logic, scope))}`);
  }

  /** The names of what has been observed. */
  *observations(): Generator<string> {
    for (const [name, { conditions, vectors }] of this.#predicates) {
      if ([...vectors].some((vector) => vector.endsWith("=1"))) yield observation("true", name);
      if ([...vectors].some((vector) => vector.endsWith("=0"))) yield observation("false", name);
      for (const [index, condition] of conditions.entries())
        if ([...vectors].some((vector) => vectors.has(flipped(vector, index)))) yield observation("decides", decidesName(name, condition));
    }
  }
}

const digit = (value: boolean): string => (value ? "1" : "0");

/** The observation with the other value of one condition and the other result. */
function flipped(vector: string, index: number): string {
  const flip = (value: string | undefined): string => (value === "1" ? "0" : "1");
  return `${vector.slice(0, index)}${flip(vector[index])}${vector.slice(index + 1, -1)}${flip(vector.at(-1))}`;
}
