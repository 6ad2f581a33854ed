/** Exports the methods of the mapping language, for the compiler's check and the gateway's table of functions. */

/** The signature of a method: the types of its value, and the number of its arguments. */
export interface MappingMethod {
  /** Null: any value. */
  readonly takes: "string" | "array" | null;
  readonly least: number;
  readonly most: number;
  /** `value`: a value of the same type; `result`: what its pairs give. */
  readonly gives: "string" | "number" | "boolean" | "value" | "result";
}

const text = { takes: "string", least: 0, most: 0 } as const;
const comparison = { takes: null, gives: "boolean" } as const;

/**
 * The signatures of the methods by name. `cents` gives integer cents of a decimal text; `place` the name of a place as
 * people write it (`Portland, OR`); `match` takes pairs of a value and its result.
 */
export const MAPPING_METHODS = {
  lower: { ...text, gives: "string" },
  upper: { ...text, gives: "string" },
  trim: { ...text, gives: "string" },
  place: { ...text, gives: "string" },
  digits: { ...text, gives: "string" },
  cents: { ...text, gives: "number" },
  not: { ...comparison, least: 0, most: 0 },
  eq: { ...comparison, least: 1, most: 1 },
  or: { ...comparison, least: 1, most: 10 },
  and: { ...comparison, least: 1, most: 10 },
  match: { takes: null, least: 1, most: 100, gives: "result" },
  filter: { takes: "array", least: 1, most: 1, gives: "value" },
  newestFirst: { takes: "array", least: 1, most: 1, gives: "value" },
  distinct: { takes: "array", least: 1, most: 1, gives: "value" },
} as const satisfies Readonly<Record<string, MappingMethod>>;

/** A method that the checker and the gateway both have; a name that a document writes may be another one. */
export type MappingMethodName = keyof typeof MAPPING_METHODS;
