/** Cautions of a field: said of what is valid and yet unlikely, and only beside a field that is asked about. */
import type { CompiledCaution, CompiledOrdered, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { cautionElsewhere } from "../language/form-problems.js";
import { childOf, entriesOf, type SourceNode } from "../language/source.js";
import { pathsIn } from "../language/three-valued.js";
import { inline } from "./logic.js";
import { type Place, suspect } from "./place.js";

/** A caution as its schema compiles it. */
export type WrittenCautions = CompiledOrdered<{ readonly when: Json; readonly text: Text } | null>;

/** The fields of the form that a condition reads. */
function readsOf(condition: Json): readonly string[] {
  return [...new Set(pathsIn(condition).flatMap((path) => (path.startsWith("form.") ? [path.slice("form.".length)] : [])))];
}

/** Each caution must be asked of the field beside which it is said. */
export function checkCautions(path: string, field: SourceNode, place: Place): void {
  for (const [, { node }] of entriesOf(childOf(field, "cautions", "items"))) {
    const when = childOf(node, "when");
    if (when !== null && !readsOf(inline(when, "predicate", place.linker.names)).includes(path))
      suspect(place, when.at, cautionElsewhere(path));
  }
}

export function cautionsOf({ order, items }: WrittenCautions): readonly CompiledCaution[] {
  return order.flatMap((key) => {
    const caution = items[key];
    return caution === undefined || caution === null ? [] : [{ key, when: caution.when, reads: readsOf(caution.when), text: caution.text }];
  });
}
