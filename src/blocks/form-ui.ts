/** Exports the uiSchema that the form block passes to rjsf: the compiled one with formatted texts, hidden fields and warnings. */
import type { UiSchema } from "@rjsf/utils";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { SECRET_WIDGETS } from "../theme/index.js";
import type { ScreenHandle } from "./block.js";
import { valueAt, withValue } from "./form-data.js";
import type { FormWarnings } from "./form-warnings.js";
import { isObject } from "./json-object.js";
import type { FormShape } from "./shapes.js";

const isMessage = (value: Json): boolean => isObject(value) && Array.isArray(value.icu) && isObject(value.values);

/** Formats every text of a uiSchema, and removes `errors` and `when`, which rjsf does not know. */
function formatTexts(node: Json, screen: ScreenHandle): Json {
  if (isMessage(node)) return screen.text(node as unknown as Text);
  if (Array.isArray(node)) return node.map((part) => formatTexts(part, screen));
  if (!isObject(node)) return node;
  const entries = Object.entries(node).filter(([name]) => name !== "errors" && name !== "when");
  return Object.fromEntries(entries.map(([name, part]) => [name, formatTexts(part, screen)]));
}

/** Gives objects an empty title, since rjsf would otherwise use the name of the property as heading. */
function withoutTitles(node: Json): Json {
  if (!isObject(node)) return node;
  const branches = Object.entries(node).filter(([name, part]) => !name.startsWith("ui:") && isObject(part));
  if (branches.length === 0) return node;
  const inner = Object.fromEntries(branches.map(([name, part]) => [name, withoutTitles(part)]));
  return { ...("ui:title" in node ? {} : { "ui:title": "" }), ...node, ...inner };
}

export function uiSchemaOf(block: FormShape, hidden: readonly string[], warnings: FormWarnings, screen: ScreenHandle): UiSchema {
  const withHidden = hidden.reduce(
    (ui, path) => withValue(ui, `${path}.ui:widget`, "hidden"),
    withoutTitles(formatTexts(block.uiSchema, screen)),
  );
  const complete = Object.entries(warnings).reduce(
    (ui, [path, active]) => withValue(ui, `${path}.ui:options.cautions`, active),
    withHidden,
  );
  return { ...(complete as UiSchema), "ui:title": "", "ui:submitButtonOptions": { norender: true } };
}

/** The paths whose values may be saved as a draft: all but the secrets. */
export function draftPaths({ fields, uiSchema }: FormShape): readonly string[] {
  return fields.order.filter((path) => {
    const widget = valueAt(uiSchema, `${path}.ui:widget`);
    return fields.items[path]?.secret !== true && !(typeof widget === "string" && SECRET_WIDGETS.has(widget));
  });
}

/** The paths of the fields whose `when` does not hold for this data. */
export function hiddenPaths({ fields }: FormShape, data: Json, screen: ScreenHandle): readonly string[] {
  return fields.order.filter((path) => {
    const when = fields.items[path]?.when;
    return when !== undefined && !screen.holds(when, undefined, data);
  });
}
