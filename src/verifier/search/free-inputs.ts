/** Exports valuations of the free inputs (what the depositor types, items, answers) that the replay tries one after another. */
import type { Json } from "../../language/definition.js";
import { ITEMS, pathsRead, rootOf } from "../../language/logic-reads.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { MutableObject } from "../abstraction/witness.js";
import { setAt } from "../abstraction/witness.js";

/** Values by name: `form`, `item`, `data`, `result`, `error`. */
export type InputValuation = { readonly [name: string]: Json };

const DEFAULT_VALUES: readonly Json[] = ["x", null, true, false, 1, 0];

/** The valuations to try. */
export interface InputValuations {
  readonly valuations: Iterable<InputValuation>;
  /** Whether there are more than `max`. */
  readonly truncated: boolean;
}

/** The path without what is read of the items of a list: the valuation has the list. */
const outsideOfItems = (path: string): string => path.split(ITEMS)[0] ?? path;

function literalsIn(node: unknown, found: Set<Json>): void {
  if (Array.isArray(node)) for (const part of node as readonly unknown[]) literalsIn(part, found);
  else if (typeof node === "object" && node !== null) {
    for (const [key, part] of Object.entries(node)) if (key !== "var" && key !== "at") literalsIn(part, found);
  } else if (typeof node === "string" || typeof node === "number") found.add(node);
}

function valuationOf(values: readonly (readonly [string, Json])[]): InputValuation {
  const valuation: MutableObject = {};
  for (const [path, value] of [...values].sort(([a], [b]) => a.length - b.length)) setAt(valuation, path, value);
  return valuation as InputValuation;
}

/** At most `max` valuations. `conditions` read paths whose values decide, and get all combinations; `rest` only passes values on. */
export function inputValuations(conditions: readonly unknown[], rest: readonly unknown[], max: number): InputValuations {
  // Whether a query has failed is no value that a depositor or the bank chooses.
  const readIn = (nodes: readonly unknown[]): readonly string[] => [
    ...new Set(pathsRead(nodes).flatMap((path) => (isFreeInput(path) && rootOf(path) !== "failed" ? [outsideOfItems(path)] : []))),
  ];
  const deciding = readIn(conditions);
  const all = [...new Set([...deciding, ...readIn(rest)])];
  const literals = new Set<Json>(DEFAULT_VALUES);
  literalsIn(conditions, literals);
  const values = [...literals];
  const combinations = deciding.length === 0 ? 0 : values.length ** deciding.length;
  function* valuations(): Generator<InputValuation> {
    for (const value of all.length === 0 ? [null] : DEFAULT_VALUES) yield valuationOf(all.map((path) => [path, value]));
    for (const other of ["x", null]) {
      for (let combination = 0; combination < Math.min(max, combinations); combination += 1) {
        let left = combination;
        const own = deciding.map((path): [string, Json] => {
          const value = values[left % values.length] ?? null;
          left = Math.floor(left / values.length);
          return [path, value];
        });
        yield valuationOf([...all.filter((path) => !deciding.includes(path)).map((path): [string, Json] => [path, other]), ...own]);
      }
    }
  }
  return { valuations: valuations(), truncated: combinations > max };
}
