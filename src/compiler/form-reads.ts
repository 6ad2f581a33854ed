/** Exports the fields of a form that logic reads, for the compiler's rules about checks, warnings and what an action sends. */
import type { Json } from "../language/definition.js";
import { ITEMS, resolvedReads } from "../language/logic-reads.js";

/**
 * Paths of the fields that logic reads, those in the items of lists too: `people[].share`; "" is the whole form. `list`: the
 * list whose item the name `item` denotes.
 */
export function formReads(logic: Json, list: string | null = null): readonly string[] {
  return resolvedReads(logic, (path) => {
    const [root = "", ...rest] = path.split(".");
    if (root === "form") return rest.join(".");
    return root === "item" && list !== null ? [`${list}${ITEMS}`, ...rest].join(".") : null;
  });
}
