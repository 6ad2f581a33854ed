/** Exports the fields of a form that logic reads, for the compiler's rules about checks, warnings and what an action sends. */
import type { Json } from "../language/definition.js";
import { ITEMS } from "./schema-paths.js";

/** Operators whose second operand is evaluated for each item of the first. */
const OVER_ITEMS = new Set(["some", "all", "none", "filter", "map", "reduce"]);

/** The field that a path reads; null when it reads none. */
type Resolve = (path: string) => string | null;

/**
 * Paths of the fields that logic reads, those in the items of lists too: `people[].share`; "" is the whole form. `list`: the
 * list whose item the name `item` stands for.
 */
export function formReads(logic: Json, list: string | null = null): readonly string[] {
  const resolve: Resolve = (path) => {
    const [root = "", ...rest] = path.split(".");
    if (root === "form") return rest.join(".");
    return root === "item" && list !== null ? [`${list}${ITEMS}`, ...rest].join(".") : null;
  };
  return [...new Set(readsIn(logic, resolve))];
}

/** Every path that logic reads outside of items, and what it reads of the items of a list by the list's path. */
export function pathsRead(logic: Json): readonly string[] {
  return readsIn(logic, (path) => path);
}

/** Whether one path is the other, or one is inside of the other. */
export function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

function isWithin(inner: string, outer: string): boolean {
  return outer === "" || inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

function readsIn(logic: Json, resolve: Resolve): readonly string[] {
  if (typeof logic !== "object" || logic === null) return [];
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap((part) => readsIn(part, resolve));
  const entries = Object.entries(logic);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [operator, operand] = only;
    const operands: readonly Json[] = Array.isArray(operand) ? (operand as readonly Json[]) : [operand];
    if (operator === "var") return readsOfVariable(operands, resolve);
    if (OVER_ITEMS.has(operator)) return readsOverItems(operator, operands, resolve);
  }
  return entries.flatMap(([, part]) => readsIn(part, resolve));
}

function readsOfVariable([path = null, ...fallback]: readonly Json[], resolve: Resolve): readonly string[] {
  const read = typeof path === "string" ? resolve(path) : null;
  return [...(read === null ? [] : [read]), ...readsIn(fallback, resolve)];
}

function readsOverItems(operator: string, [list = null, each = null, ...rest]: readonly Json[], resolve: Resolve): readonly string[] {
  const source = listRead(list, resolve);
  const ofItem: Resolve = (path) => {
    if (source === null) return null;
    if (operator !== "reduce") return path === "" ? source : `${source}.${path}`;
    const [name, ...inner] = path.split(".");
    return name === "current" ? [source, ...inner].join(".") : null;
  };
  const within = readsIn(each, ofItem);
  // A filter reads fields of its own; a plain list of which no field is read is read as a whole.
  const ofList = within.length === 0 || !isVariable(list) ? readsIn(list, resolve) : [];
  return [...ofList, ...within, ...readsIn(rest, resolve)];
}

const isVariable = (logic: Json): boolean => typeof logic === "object" && logic !== null && !Array.isArray(logic) && "var" in logic;

/** The items that an operand gives: `people[]` for `{"var": "form.people"}`, filtered or not. */
function listRead(logic: Json, resolve: Resolve): string | null {
  if (typeof logic !== "object" || logic === null || Array.isArray(logic)) return null;
  const [operator = "", operand = null] = Object.entries(logic)[0] ?? [];
  const first: Json = Array.isArray(operand) ? ((operand as readonly Json[])[0] ?? null) : operand;
  if (operator === "filter") return listRead(first, resolve);
  const path = operator === "var" && typeof first === "string" ? resolve(first) : null;
  return path === null ? null : `${path}${ITEMS}`;
}
