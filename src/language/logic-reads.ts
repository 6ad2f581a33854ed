/** Exports which paths and constants logic reads, and how paths are written: the one reader of paths, for every package. */
import type { Json } from "./definition.js";
import { operationOf, variablePath } from "./operation.js";
import { isOverItems, TEXT_OPERATORS } from "./operators.js";

/** The step of a path that denotes every item of a list: `people[].name`. */
export const ITEMS = "[]";

/** The steps of a path: `people[].name` has `people`, `[]` and `name`. */
export function stepsOf(path: string): readonly string[] {
  // A fast check: this function is called for every read, and most paths are outside of lists.
  if (!path.includes(ITEMS)) return path.split(".");
  return path.split(".").flatMap((name) => (name.endsWith(ITEMS) ? [...stepsOf(name.slice(0, -ITEMS.length)), ITEMS] : [name]));
}

/** The first step of a path: a slice, or a name of the scope such as `data`. */
export function rootOf(path: string): string {
  const end = path.indexOf(".");
  let root = end < 0 ? path : path.slice(0, end);
  while (root.endsWith(ITEMS)) root = root.slice(0, -ITEMS.length);
  return root;
}

/** Whether a path is `outer`, or is inside of it; "" is everything. */
export function isWithin(path: string, outer: string): boolean {
  return outer === "" || path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}${ITEMS[0]}`);
}

/** Whether one path is the other, or is inside of the other. */
export function overlaps(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** The innermost list in whose items a path is: `people` for `people[].name`; null for a path outside of lists. */
export function listAround(path: string): string | null {
  const end = path.lastIndexOf(ITEMS);
  return end < 0 ? null : path.slice(0, end);
}

/** The replacement of a path of the logic; null for a path that is omitted. */
type Resolve = (path: string) => string | null;

/**
 * Every path that the `var`s below a node read, once: of logic, or of a part of a bundle that contains logic. A read of
 * a list's items is a path too: `alerts[].read_at`.
 */
export function pathsRead(node: unknown): readonly string[] {
  return resolvedReads(node, (path) => path);
}

/** Like {@link pathsRead}, with each path mapped by `resolve`. */
export function resolvedReads(node: unknown, resolve: Resolve): readonly string[] {
  const found = new Set<string>();
  collect(node, resolve, found);
  return [...found];
}

function collect(node: unknown, resolve: Resolve, found: Set<string>): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const part of node as readonly unknown[]) collect(part, resolve, found);
    return;
  }
  const operation = operationOf(node as Json);
  if (operation === null) {
    for (const part of Object.values(node)) collect(part, resolve, found);
    return;
  }
  const { operator, operands } = operation;
  if (operator === "var") {
    const [path, ...fallback] = operands;
    const read = typeof path === "string" ? resolve(path) : null;
    if (read !== null) found.add(read);
    return collect(fallback, resolve, found);
  }
  const reads = TEXT_OPERATORS.get(operator)?.operand(1, operands.length);
  if (operands.length > 1 && reads !== undefined && isOverItems(reads)) collectOverItems(operands, reads === "stepValue", resolve, found);
  else collect(operands, resolve, found);
}

function collectOverItems(
  [list = null, each = null, ...rest]: readonly Json[],
  steps: boolean,
  resolve: Resolve,
  found: Set<string>,
): void {
  const items = itemsRead(list, resolve);
  const within = new Set<string>();
  collect(
    each,
    (path) => {
      if (items === null) return null;
      const inner = steps ? (isWithin(path, "current") ? path.slice("current.".length) : null) : path;
      return inner === null ? null : inner === "" ? items : `${items}.${inner}`;
    },
    within,
  );
  // A plain list of which the logic reads a field is not read as a whole; a filter reads fields of its own.
  if (within.size === 0 || variablePath(list) === null) collect(list, resolve, found);
  for (const path of within) found.add(path);
  collect(rest, resolve, found);
}

/** The items of an operand: `people[]` for `{"var": "people"}`, filtered or not; null for items without a path. */
function itemsRead(list: Json, resolve: Resolve): string | null {
  const operation = operationOf(list);
  if (operation !== null && TEXT_OPERATORS.get(operation.operator)?.gives === "first")
    return itemsRead(operation.operands[0] ?? null, resolve);
  const written = variablePath(list);
  const path = written === null ? null : resolve(written);
  return path === null ? null : `${path}${ITEMS}`;
}

/** Every constant that logic contains, without paths. */
export function literalsIn(logic: Json): readonly Json[] {
  if (Array.isArray(logic)) return (logic as readonly Json[]).flatMap(literalsIn);
  const operation = operationOf(logic);
  if (operation === null) return [logic];
  return operation.operator === "var" ? [] : operation.operands.flatMap(literalsIn);
}
