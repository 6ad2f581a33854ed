/**
 * Exports `checkConsentText` for `forms.ts`: the text that a depositor agrees to, such as a debit (Regulation E), must
 * not have a missing value.
 */
import * as forms from "../language/form-problems.js";
import { TEXT_OPERATORS } from "../language/operators.js";
import { childOf, entriesOf, type SourceNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { applicationOf, constantOf, variableOf } from "./expression-parts.js";
import { nullableOf } from "./logic.js";
import { ruledOut } from "./non-null-paths.js";

/** The values in the label of a required checkbox are known wherever its form is shown. */
export function checkConsentText(path: string, label: SourceNode | null, context: Context): void {
  for (const [name, { node }] of entriesOf(childOf(label, "values")))
    if (mayBeMissing(node, context)) context.linker.report(node.at, forms.consentIncomplete(path, name));
}

/** Whether a value in a text may be null, which is shown as an empty text. Does not decide this for the results of `reduce` and `map`. */
function mayBeMissing(node: SourceNode, context: Context): boolean {
  const path = variableOf(node);
  if (path !== null) return nullableOf(node, context).includes(path) && !ruledOut(path, context.facts);
  const application = applicationOf(node);
  if (application === null) return constantOf(node)?.value === null;
  const { name, operands } = application;
  const last = operands.at(-1);
  if (last === undefined) return false;
  const missing = (operand: SourceNode): boolean => mayBeMissing(operand, context);
  switch (name) {
    case "or":
      return missing(last);
    case "if":
      return operands.some((operand, index) => (index % 2 === 1 || operand === last) && missing(operand));
    case "cat":
      return operands.some(missing);
    default:
      return operands.length === 1 && TEXT_OPERATORS.get(name)?.gives === "text" && missing(last);
  }
}
