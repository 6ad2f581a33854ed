/** Exports valuations of the free inputs (what the depositor types, items, answers) that the replay tries one after another. */
import type { Json } from "../../language/definition.js";
import { WrongValue } from "../../language/failures.js";
import { ITEMS, pathsRead, rootOf } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { abstractionOf } from "../abstraction/operator-encodings.js";
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

/** The atoms of conditions: the parts of logic without connectives around them. */
function atomsIn(node: unknown, found: Map<string, Json>): void {
  if (Array.isArray(node)) for (const part of node as readonly unknown[]) atomsIn(part, found);
  else if (typeof node === "object" && node !== null) {
    const operation = abstractionOf(node as Json);
    if (operation === null) for (const [key, part] of Object.entries(node)) key !== "at" && atomsIn(part, found);
    else if (operation.abstraction.kind === "connective") atomsIn(operation.operands, found);
    else found.set(JSON.stringify(node), node as Json);
  }
}

/** The free inputs that a `go` writes into its path or query: the compiler requires texts or numbers there. */
function textsIn(node: unknown): readonly string[] {
  if (Array.isArray(node)) return (node as readonly unknown[]).flatMap(textsIn);
  if (typeof node !== "object" || node === null) return [];
  const { go } = node as { readonly go?: { readonly params?: unknown; readonly search?: unknown } | string };
  const written = typeof go === "object" ? go : (node as { readonly params?: unknown; readonly search?: unknown });
  return [...pathsRead([written.params, written.search]).filter(isFreeInput), ...Object.values(node).flatMap(textsIn)];
}

function literalsIn(node: unknown, found: Set<Json>): void {
  if (Array.isArray(node)) for (const part of node as readonly unknown[]) literalsIn(part, found);
  else if (typeof node === "object" && node !== null) {
    for (const [key, part] of Object.entries(node)) if (key !== "var") literalsIn(part, found);
  } else if (typeof node === "string" || typeof node === "number") found.add(node);
}

function truthOf(atom: Json, path: string, value: Json): string {
  try {
    return String(test(atom, valuationOf([[path, value]])));
  } catch (error) {
    if (error instanceof WrongValue) return "wrong";
    throw error;
  }
}

/**
 * The values to try for a path: the defaults and the literals of its atoms, one for each class (predicate abstraction). All
 * of them where the value itself counts: it is `passedOn`, or an atom compares it with another path.
 */
function valuesOf(path: string, atoms: readonly Json[], passedOn: boolean): readonly Json[] {
  const own = atoms.map((atom) => ({ atom, paths: pathsRead(atom).map(outsideOfItems) })).filter(({ paths }) => paths.includes(path));
  const literals = new Set<Json>(DEFAULT_VALUES);
  literalsIn(
    own.map(({ atom }) => atom),
    literals,
  );
  if (passedOn || own.some(({ paths }) => paths.some((other) => other !== path))) return [...literals];
  const classes = new Map<string, Json>();
  for (const value of literals) {
    const signature = own.map(({ atom }) => truthOf(atom, path, value)).join();
    if (!classes.has(signature)) classes.set(signature, value);
  }
  return [...classes.values()];
}

function valuationOf(values: readonly (readonly [string, Json])[]): InputValuation {
  const valuation: MutableObject = {};
  for (const [path, value] of [...values].sort(([a], [b]) => a.length - b.length)) setAt(valuation, path, value);
  return valuation as InputValuation;
}

const STATUS_INPUTS: ReadonlySet<string> = new Set(["failed", "pending"]);

/** At most `max` valuations. `conditions` read paths whose values decide, and get all combinations; `rest` only passes values on. */
export function inputValuations(conditions: readonly unknown[], rest: readonly unknown[], max: number): InputValuations {
  const texts = new Set(textsIn(rest));
  // Whether a query has failed, or an action of `onEnter` is on its way, is not a value that a depositor or the bank chooses.
  const readIn = (nodes: readonly unknown[]): readonly string[] => [
    ...new Set(pathsRead(nodes).flatMap((path) => (isFreeInput(path) && !STATUS_INPUTS.has(rootOf(path)) ? [outsideOfItems(path)] : []))),
  ];
  const deciding = readIn(conditions);
  const others = readIn(rest);
  const all = [...new Set([...deciding, ...others])];
  const atoms = new Map<string, Json>();
  atomsIn(conditions, atoms);
  const values = deciding.map((path) => valuesOf(path, [...atoms.values()], others.includes(path)));
  const combinations = deciding.length === 0 ? 0 : values.reduce((product, { length }) => product * length, 1);
  const typed = (path: string, value: Json): [string, Json] => [path, texts.has(path) && typeof value !== "number" ? "x" : value];
  function* valuations(): Generator<InputValuation> {
    for (const value of all.length === 0 ? [null] : DEFAULT_VALUES) yield valuationOf(all.map((path) => typed(path, value)));
    for (const other of ["x", null]) {
      for (let combination = 0; combination < Math.min(max, combinations); combination += 1) {
        let left = combination;
        const own = deciding.map((path, index): [string, Json] => {
          const choices = values[index] ?? [];
          const value = choices[left % choices.length] ?? null;
          left = Math.floor(left / choices.length);
          return [path, value];
        });
        yield valuationOf([...all.filter((path) => !deciding.includes(path)).map((path) => typed(path, other)), ...own]);
      }
    }
  }
  return { valuations: valuations(), truncated: combinations > max };
}
