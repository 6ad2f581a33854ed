/** Exports the compilation of calls: the operation of a definition and the values of its variables. */

import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { type Context, named } from "./compile-context.js";
import { whereHolds } from "./condition-context.js";
import type { Operation } from "./operations.js";
import { structure } from "./structure.js";
import { variableName } from "./unused.js";
import { checkGiven } from "./variable-values.js";

/** The operation that a node names; null when there is none (reported) or it could not be read. */
export function operationNamed(node: SourceNode, context: Context, kinds: readonly Operation["kind"][]): Operation | null {
  const name = textOf(node);
  if (name === null) return null;
  const operation = named(context.linker.names.operations, name, node.at, context, problems.unknownOperation);
  context.linker.use("operation", name);
  if (operation !== null && !kinds.includes(operation.kind))
    context.linker.report(node.at, problems.wrongOperationKind(name, kinds.join(" or ")));
  return operation;
}

/** `with` must be exactly the operation's variables, those with a default or null being optional. */
export function checkVariables(node: SourceNode, operation: Operation, context: Context): void {
  const { linker } = context;
  if (!operation.valid) return;
  const given = childOf(node, "with");
  for (const [name, entry] of entriesOf(given)) {
    if (!operation.variables.has(name))
      linker.report(entry.key, problems.notAVariable(name, operation.name, [...operation.variables.keys()]));
    linker.use("variable", variableName(operation.name, name));
    const input = operation.inputs.get(name);
    if (input !== undefined) checkGiven(entry.node, input, context);
  }
  if ((given ?? node).partial) return;
  for (const [name, { required }] of operation.variables) {
    if (required && !keysOf(given).includes(name))
      linker.report((given ?? childOf(node, "call") ?? childOf(node, "query") ?? node).at, problems.missingVariable(name, operation.name));
  }
}

/** A query of a screen, or of the app. */
export function compileData(node: SourceNode, schema: LanguageSchema, outer: Context): unknown {
  const context = whereHolds(outer, childOf(node, "when"));
  const query = childOf(node, "query");
  const operation = query === null ? null : operationNamed(query, context, ["query"]);
  if (operation !== null) checkVariables(node, operation, context);
  return structure(node, schema, context);
}
