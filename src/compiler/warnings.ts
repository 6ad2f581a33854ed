/** Exports the checks of a field's warnings: texts beside valid but unlikely values. */
import type { CompiledOrdered, CompiledWarning, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { fieldNotRead } from "../language/form-problems.js";
import { listAround, pathsRead } from "../language/logic-reads.js";
import { childOf, entriesOf, type SourceNode } from "../language/source.js";
import { type Context, reportUnlessWaived } from "./compile-context.js";
import { formReads } from "./form-reads.js";
import { inline } from "./logic.js";

/** A warning as its schema compiles it. */
export type WrittenWarnings = CompiledOrdered<{ readonly when: Json; readonly text: Text } | null>;

/** The paths that a condition reads from the form, and from the item (`item.zip`) in the fields of a list. */
function readsOf(condition: Json): readonly string[] {
  const reads = pathsRead(condition).flatMap((path) =>
    path.startsWith("form.") ? [path.slice("form.".length)] : path.startsWith("item.") ? [path] : [],
  );
  return [...new Set(reads)];
}

/** The condition of each warning must read the field at which the warning is shown. */
export function checkWarnings(path: string, field: SourceNode, context: Context): void {
  for (const [, { node }] of entriesOf(childOf(field, "warnings", "items"))) {
    const when = childOf(node, "when");
    if (when !== null && !formReads(inline(when, "predicate", context.linker.names), listAround(path)).includes(path))
      reportUnlessWaived(context, when.at, fieldNotRead("warning", path));
  }
}

export function warningsOf({ order, items }: WrittenWarnings): readonly CompiledWarning[] {
  return order.flatMap((key) => {
    const warning = items[key];
    return warning === undefined || warning === null ? [] : [{ key, when: warning.when, reads: readsOf(warning.when), text: warning.text }];
  });
}
