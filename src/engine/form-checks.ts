/** Exports the evaluation of a form's checks: one implementation for the browser and the gateway. */
import type { CompiledCheck } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { FailedCheck } from "../language/field-places.js";
import type { Formats } from "../language/formats.js";
import { overlaps } from "../language/logic-reads.js";
import { evaluate, type Scope, truthy, withNames } from "../language/predicate.js";
import { fieldOf, placesOf } from "./form-fields.js";
import { formatText } from "./format-text.js";

/** The data that checks are evaluated against. */
export interface CheckedForm {
  /** As it is sent: without the separators that people type. */
  readonly data: Json;
  /** Paths in the data that have their own error; a check that reads one of them is not evaluated. */
  readonly invalid: readonly string[];
  /** The other data that checks read. */
  readonly scope: Scope;
  readonly formats: Formats;
}

/** The checks that fail, in their order; at most one error for each place. */
export function failedChecks(checks: readonly CompiledCheck[], { data, invalid, scope, formats }: CheckedForm): readonly FailedCheck[] {
  const failed = new Map<string, string>();
  for (const check of checks) {
    for (const { path, around } of placesOf(check.field, data)) {
      if (failed.has(path) || isUnsettled(check, around?.path ?? "", invalid)) continue;
      const names = withNames(scope, { form: data }, around === undefined ? {} : { item: around.item, position: around.position });
      const holds = (logic: Json): boolean => truthy(evaluate(logic, names, formats));
      if ((check.when === undefined || holds(check.when)) && !holds(check.require))
        failed.set(path, formatText(check.error, names, formats));
    }
  }
  return [...failed].map(([path, message]) => ({ path, message }));
}

/** Whether a field that the check reads has an error, or is within one that has. `item`: the path of the item it is evaluated for. */
function isUnsettled({ reads }: CompiledCheck, item: string, invalid: readonly string[]): boolean {
  return reads.some((read) => {
    const ofItem = /^item(?=\.|$)/.test(read);
    return invalid.some((path) =>
      ofItem ? overlaps(read.replace("item", item), path) : overlaps(read.replace(/^form\.?/, ""), fieldOf(path)),
    );
  });
}
