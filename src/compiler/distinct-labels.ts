/** Exports the check that controls, options and rows side by side have different texts. */
import { blankText, duplicateText } from "../language/form-problems.js";
import { listAround } from "../language/logic-reads.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { type Context, reportUnlessWaived, withWaivers } from "./compile-context.js";

/** The text of a label that has no arguments, as it is seen and heard. */
function plainText(label: SourceNode | null): string | null {
  const text = textOf(label?.kind === "object" && childOf(label, "values") === null ? childOf(label, "text") : label);
  return text === null ? null : text.trim().replace(/\s+/g, " ");
}

/** Reports entries with the same label that may be shown at the same time. */
export function checkLabels(items: SourceNode | null, context: Context): void {
  const seen: { readonly key: string; readonly text: string; readonly when: string | null }[] = [];
  for (const [key, { node }] of entriesOf(items)) {
    const label = childOf(node, "label");
    const text = plainText(label);
    if (label === null || text === null || text === "") continue;
    const written = childOf(node, "when");
    const when = written === null ? null : JSON.stringify(plain(written));
    const list = listAround(key);
    // A finding names the items of a list, so a field of an item may have the same label as a field outside.
    const other = seen.find(
      (one) => one.text === text && listAround(one.key) === list && (one.when === null || when === null || one.when === when),
    );
    if (other !== undefined) reportUnlessWaived(withWaivers(context, node), label.at, duplicateText(text, other.key));
    seen.push({ key, text, when });
  }
}

/** Reports values of one field with the same text. */
export function checkOptionTexts(options: SourceNode | null, context: Context): void {
  const seen = new Map<string, string>();
  for (const [value, { node }] of entriesOf(options)) {
    const text = plainText(node);
    if (text === null || text === "") continue;
    const other = seen.get(text);
    if (other !== undefined) reportUnlessWaived(context, node.at, duplicateText(text, other));
    seen.set(text, value);
  }
}

/** Reports a text without any visible or audible content. */
export function checkBlank(text: string, at: SourceNode, context: Context): void {
  if (text.trim() === "") reportUnlessWaived(context, at.at, blankText());
}
