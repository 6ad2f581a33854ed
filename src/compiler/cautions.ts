/** Cautions of a field: said of what is valid and yet unlikely, and only beside a field that is asked about. */
import type { CompiledCaution, CompiledOrdered, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { cautionElsewhere } from "../language/form-problems.js";
import { childOf, entriesOf, type SourceNode } from "../language/source.js";
import { formReads, pathsRead } from "./form-reads.js";
import { inline } from "./logic.js";
import { type Place, suspect } from "./place.js";
import { listAround } from "./schema-paths.js";

/** A caution as its schema compiles it. */
export type WrittenCautions = CompiledOrdered<{ readonly when: Json; readonly text: Text } | null>;

/** What a condition reads of the form, and of the item (`item.zip`) in the fields of a list. */
function readsOf(condition: Json): readonly string[] {
  const reads = pathsRead(condition).flatMap((path) =>
    path.startsWith("form.") ? [path.slice("form.".length)] : path.startsWith("item.") ? [path] : [],
  );
  return [...new Set(reads)];
}

/** Each caution must be asked of the field beside which it is said. */
export function checkCautions(path: string, field: SourceNode, place: Place): void {
  for (const [, { node }] of entriesOf(childOf(field, "cautions", "items"))) {
    const when = childOf(node, "when");
    if (when !== null && !formReads(inline(when, "predicate", place.linker.names), listAround(path)).includes(path))
      suspect(place, when.at, cautionElsewhere(path));
  }
}

export function cautionsOf({ order, items }: WrittenCautions): readonly CompiledCaution[] {
  return order.flatMap((key) => {
    const caution = items[key];
    return caution === undefined || caution === null ? [] : [{ key, when: caution.when, reads: readsOf(caution.when), text: caution.text }];
  });
}
