/** Exports JSON trees whose objects keep the order of their keys, and their printer, for the commands that write JSON files. */
import { type Node, parseTree } from "jsonc-parser";

/** A JSON value; objects are maps, since the keys of a plain object do not keep their order when they look like numbers. */
export type Tree = null | boolean | number | string | readonly Tree[] | Branch;

/** A JSON object; the map's order is the order of the keys in the file. */
export type Branch = ReadonlyMap<string, Tree>;

/** Columns that the formatter allows in a line. */
const WIDTH = 140;

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): Tree | undefined {
  const errors: { readonly error: number }[] = [];
  const root = parseTree(text, errors as never, { disallowComments: true });
  return root === undefined || errors.length > 0 ? undefined : treeOf(root);
}

function treeOf(node: Node): Tree {
  if (node.type === "array") return (node.children ?? []).map(treeOf);
  if (node.type !== "object") return node.value as Tree;
  const pairs = (node.children ?? []).flatMap(({ children: [key, value] = [] }): [string, Tree][] =>
    key === undefined || value === undefined ? [] : [[String(key.value), treeOf(value)]],
  );
  return new Map(pairs);
}

/** A tree of a plain JSON value. */
export function treeFrom(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(treeFrom);
  if (typeof value !== "object" || value === null) return value as Tree;
  return new Map(Object.entries(value).map(([key, part]) => [key, treeFrom(part)]));
}

/** The plain JSON value of a tree. */
export function plainOf(tree: Tree): unknown {
  if (isBranch(tree)) return Object.fromEntries([...tree].map(([key, part]) => [key, plainOf(part)]));
  return isList(tree) ? tree.map(plainOf) : tree;
}

/** Whether a value is a JSON object; false for a missing one. */
export function isBranch(tree: Tree | undefined): tree is Branch {
  return tree instanceof Map;
}

/** Whether a value is a JSON list; false for a missing one. */
export function isList(tree: Tree | undefined): tree is readonly Tree[] {
  return Array.isArray(tree);
}

/** Prints a file: objects and lists that fit into a line are on one, as the repository's formatter leaves them. */
export function printJson(tree: Tree): string {
  return `${printed(tree, 0, 0, 0)}\n`;
}

/** `used`: columns taken before the value in its line; `after`: those after it. */
function printed(tree: Tree, depth: number, used: number, after: number): string {
  const flat = inline(tree);
  if ((!isBranch(tree) && !isList(tree)) || (depth > 0 && used + flat.length + after <= WIDTH)) return flat;
  const inner = "  ".repeat(depth + 1);
  const size = isBranch(tree) ? tree.size : tree.length;
  if (size === 0) return flat;
  const lines = isBranch(tree)
    ? [...tree].map(([key, part], index) => {
        const before = `${inner}${JSON.stringify(key)}: `;
        return `${before}${printed(part, depth + 1, before.length, index < size - 1 ? 1 : 0)}`;
      })
    : tree.map((part, index) => `${inner}${printed(part, depth + 1, inner.length, index < size - 1 ? 1 : 0)}`);
  const [open, close] = isBranch(tree) ? ["{", "}"] : ["[", "]"];
  return `${open}\n${lines.join(",\n")}\n${"  ".repeat(depth)}${close}`;
}

function inline(tree: Tree): string {
  if (isList(tree)) return `[${tree.map(inline).join(", ")}]`;
  if (!isBranch(tree)) return JSON.stringify(tree);
  return tree.size === 0 ? "{}" : `{ ${[...tree].map(([key, part]) => `${JSON.stringify(key)}: ${inline(part)}`).join(", ")} }`;
}
