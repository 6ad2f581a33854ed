/** Exports the checks of lookups (values offered while the depositor types): their list, and the fields that they fill in. */

import type { Json } from "../language/definition.js";
import { ITEMS, listAround } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import { ANY } from "../language/static-types.js";
import type { Context, Linker } from "./compile-context.js";
import { withScope } from "./compile-context.js";
import { typeOfValue } from "./logic.js";
import { propertyAt } from "./schema-paths.js";
import { scopeType } from "./scopes.js";
import { checkMeaning } from "./semantic-checks.js";

/** The answer of each lookup must be one list, and the values that it fills in must be texts. */
export function checkLookups(linker: Linker, everywhere: Context): void {
  for (const node of linker.names.lookups.entries.values()) {
    const query = childOf(node, "query");
    const answer = linker.names.operations.entries.get(textOf(query) ?? "")?.answer;
    if (query === null || answer === undefined || answer.any || node.kind !== "object") continue;
    const [only, ...more] = answer.properties.values();
    if (more.length > 0 || only?.types.has("array") !== true) {
      linker.report(query.at, problems.lookupList(textOf(query) ?? ""));
      continue;
    }
    const context = withScope(everywhere, [["item", scopeType("answers", node, everywhere) ?? ANY]]);
    for (const [path, { node: value }] of entriesOf(childOf(node, "fills"))) {
      const type = typeOfValue(value, context);
      const { any, types } = type;
      checkMeaning(type, linker.semantics.properties.get(path), `the field "${path}"`, { at: value.at, context });
      const given = [...types].filter((type) => type !== "null");
      if (!any && given.length > 0 && !given.some((type) => type === "string" || type === "number"))
        linker.report(value.at, problems.lookupGives(path, given.join(" or ")));
    }
  }
}

/** The form of a field with a lookup must have every field that the lookup fills in. The field has no widget; `path`: the field. */
export function checkLookup(path: string, field: SourceNode, form: SourceNode, schema: Json, { linker }: Context): void {
  const lookup = textOf(childOf(field, "lookup"));
  if (lookup === null) return;
  const widget = childOf(field, "widget");
  if (widget !== null) linker.report(widget.at, problems.lookupWidget(path, lookup));
  const fills = childOf(linker.names.lookups.entries.get(lookup), "fills");
  const items = childOf(form, "fields", "items");
  if (fills === null || items === null || items.partial || fills.partial) return;
  const asked = keysOf(items);
  const list = listAround(path);
  // In a list, the lookup fills in the fields of the same item.
  const beside = list === null ? "" : `${list}${ITEMS}.`;
  for (const [filled, { key }] of entriesOf(fills)) {
    const type = propertyAt(schema, `${beside}${filled}`)?.type;
    if (!asked.includes(`${beside}${filled}`)) linker.report(key, problems.lookupField(`${beside}${filled}`, form.at, lookup, asked));
    else if (typeof type === "string" && type !== "string") linker.report(key, problems.lookupType(`${beside}${filled}`, type));
  }
  if (!keysOf(fills).includes(path.slice(beside.length))) linker.report(fills.at, problems.lookupOwn(path, field.at));
}

/** `choose` needs a field with a lookup. */
export function checkChoose(form: SourceNode, { linker }: Context): void {
  const choose = childOf(form, "choose");
  const items = childOf(form, "fields", "items");
  if (choose === null || items === null || items.partial) return;
  if (!entriesOf(items).some(([, { node }]) => childOf(node, "lookup") !== null)) linker.report(choose.at, problems.chooseWithoutLookup());
}
