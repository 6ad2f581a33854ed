/** Exports the uiSchema that rjsf renders for the form block: the compiled one with its texts formatted and hidden fields hidden. */
import type { UiSchema } from "@rjsf/utils";
import type { FormBlock } from "../language/blocks.js";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { FieldPlace } from "../language/field-places.js";
import type { ScreenHandle } from "./block.js";
import { ITEMS, valueAt } from "./form-data.js";
import type { FormWarnings } from "./form-warnings.js";
import { isObject } from "./json-object.js";

type Branch = { readonly [name: string]: Json };

const isMessage = (value: Json): boolean => isObject(value) && Array.isArray(value.icu) && isObject(value.values);

/** The context in which the fields of a form are rendered. */
interface Rendering {
  readonly screen: ScreenHandle;
  /** Paths in the data of fields that are hidden now. */
  readonly hidden: readonly string[];
  readonly warnings: FormWarnings;
}

/** Every text formatted, in the scope of the list item around it. */
function formatted(node: Json, around: FieldPlace["around"], screen: ScreenHandle): Json {
  if (isMessage(node)) return screen.text(node as unknown as Text, around?.item, undefined, around?.position);
  if (Array.isArray(node)) return node.map((part) => formatted(part, around, screen));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, formatted(part, around, screen)]));
}

/** Words under `ui:options` that are the form's own business. */
const OWN = new Set(["errors", "when", "list"]);

/** The uiSchema of the value at a path of the data. */
function renderedUi(node: Branch, path: string, around: FieldPlace["around"], rendering: Rendering): UiSchema {
  const { screen, hidden, warnings } = rendering;
  const written = isObject(node["ui:options"]) ? node["ui:options"] : {};
  const { list } = written;
  const options = Object.fromEntries(Object.entries(written).filter(([name]) => !OWN.has(name)));
  const active = warnings[path];
  const own = Object.entries(node).filter(([name]) => name.startsWith("ui:") && name !== "ui:options");
  const inner = Object.entries(node).flatMap(([name, part]) =>
    name.startsWith("ui:") || !isObject(part) || (name === "items" && list !== undefined) ? [] : [[name, part] as const],
  );
  return {
    // An object that is rendered for its fields alone has no heading.
    ...(inner.length > 0 ? { "ui:title": "" } : {}),
    ...Object.fromEntries(own.map(([name, part]) => [name, formatted(part, around, screen)])),
    ...Object.fromEntries(inner.map(([name, part]) => [name, renderedUi(part, path === "" ? name : `${path}.${name}`, around, rendering)])),
    ...(hidden.includes(path) ? { "ui:widget": "hidden" } : {}),
    ...("ui:options" in node || active !== undefined
      ? {
          "ui:options": {
            ...(formatted(options, around, screen) as Branch),
            ...(active === undefined ? {} : { warnings: active }),
            ...(isObject(list) ? listWords(list, around, screen) : {}),
          },
        }
      : {}),
    ...(isObject(list) && isObject(node.items) ? { items: itemsOf(list, node.items, path, rendering) } : {}),
  };
}

/** The texts of a list of fields besides its items. */
function listWords({ add = "", empty = null }: Branch, around: FieldPlace["around"], screen: ScreenHandle): Branch {
  const format = (text: Json): Json => screen.text(text as unknown as Text, around?.item, undefined, around?.position);
  return { add: format(add), ...(empty === null ? {} : { empty: format(empty) }) };
}

/** The uiSchema of each item: its name as the legend of a group, and the text of the button that removes it. */
function itemsOf(list: Branch, node: Branch, path: string, rendering: Rendering): (item: Json | undefined, index: number) => UiSchema {
  const { screen } = rendering;
  return (item = null, index) => {
    const around = { path: `${path}.${index}`, item, position: index + 1 };
    const text = (word: Json | undefined): string => screen.text((word ?? "") as unknown as Text, item, undefined, around.position);
    const ui = renderedUi(node, around.path, around, rendering);
    const group = Object.keys(node).some((name) => !name.startsWith("ui:"));
    return {
      ...ui,
      ...(group ? { "ui:title": text(list.item) } : {}),
      "ui:options": { ...(ui["ui:options"] as Branch | undefined), removeText: text(list.remove) },
    };
  };
}

export function uiSchemaOf(block: FormBlock, hidden: readonly string[], warnings: FormWarnings, screen: ScreenHandle): UiSchema {
  const rendering = { screen, hidden, warnings };
  const ui = isObject(block.uiSchema) ? renderedUi(block.uiSchema, "", undefined, rendering) : {};
  return { ...ui, "ui:title": "", "ui:submitButtonOptions": { norender: true } };
}

/** The widget of a field, where the flow names one. */
export function widgetOf(uiSchema: Json, field: string): string | null {
  const widget = valueAt(uiSchema, `${field.replaceAll(ITEMS, ".items")}.ui:widget`);
  return typeof widget === "string" ? widget : null;
}

/** The fields for the password that the depositor already has. */
export function currentPasswords({ fields, uiSchema }: FormBlock): readonly string[] {
  return fields.order.filter((field) => valueAt(uiSchema, `${field.replaceAll(ITEMS, ".items")}.ui:autocomplete`) === "current-password");
}

/** Fields whose values may be saved as a draft: all but the secrets, and lists for the fields of their items alone. */
export function draftFields({ fields }: FormBlock): readonly string[] {
  const savable = fields.order.filter((path) => fields.items[path]?.secret !== true);
  const [all, saved] = [listsOf(fields.order), listsOf(savable)];
  return savable.filter((path) => !all.has(path) || saved.has(path));
}

/** The lists that have one of these fields in their items. */
function listsOf(paths: readonly string[]): ReadonlySet<string> {
  const steps = paths.filter((path) => path.includes(ITEMS)).map((path) => path.split(ITEMS));
  return new Set(steps.flatMap((names) => names.slice(1).map((_name, index) => names.slice(0, index + 1).join(ITEMS))));
}
