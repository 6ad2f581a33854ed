/** Exports how an expression in a file is taken apart: as `language/operation.ts`, with locations. */

import type { Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { VALUE_OPERATORS } from "../language/operators.js";
import { plain, type ScalarNode, type SourceNode } from "../language/source.js";

export interface Application {
  readonly name: string;
  readonly at: Origin;
  readonly operands: readonly SourceNode[];
}

/** The operator and operands of a node with exactly one key; json-logic takes a single operand without its list. */
export function applicationOf(node: SourceNode): Application | null {
  if (node.kind !== "object" || node.entries.size !== 1) return null;
  for (const [name, entry] of node.entries)
    return { name, at: entry.key, operands: entry.node.kind === "list" ? entry.node.items : [entry.node] };
  return null;
}

/** Whether an object is an expression, as opposed to an object that is built field by field. */
export function isExpression(node: SourceNode): boolean {
  const application = applicationOf(node);
  return application !== null && VALUE_OPERATORS.has(application.name);
}

export function isText(node: SourceNode): node is ScalarNode & { readonly value: string } {
  return node.kind === "scalar" && typeof node.value === "string";
}

/** The path that `{"var": path}` reads. */
export function variableOf(node: SourceNode): string | null {
  const application = applicationOf(node);
  if (application?.name !== "var") return null;
  const [path] = application.operands;
  return path !== undefined && isText(path) ? path.value : null;
}

/** The name in `{"value": name}`. */
export function namedValueOf(node: SourceNode): string | null {
  const application = applicationOf(node);
  const [name] = application?.operands ?? [];
  return application?.name === "value" && application.operands.length === 1 && name !== undefined && isText(name) ? name.value : null;
}

/** The value of a node that contains no logic. */
export function constantOf(node: SourceNode): { readonly value: Json } | null {
  if (node.kind === "scalar") return { value: node.value };
  if (node.kind === "list" && node.items.every((item) => item.kind === "scalar")) return { value: plain(node) };
  return null;
}
