/** The uiSchema as rjsf draws it: the compiled one, its texts formatted, fields that are not asked now hidden. */
import type { UiSchema } from "@rjsf/utils";
import type { Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { SECRET_WIDGETS } from "../theme/index.js";
import type { ScreenHandle } from "./block.js";
import type { Cautions } from "./form-cautions.js";
import { valueAt, withValue } from "./form-data.js";
import type { FormShape } from "./shapes.js";

type Branch = { readonly [name: string]: Json };

const isBranch = (value: Json | undefined): value is Branch => typeof value === "object" && value !== null && !Array.isArray(value);
const isMessage = (value: Json): value is Branch => isBranch(value) && Array.isArray(value.icu) && isBranch(value.values);

/** Every text of a uiSchema formatted; `errors` and `when` are the form's own business and stay behind. */
function formatted(node: Json, screen: ScreenHandle): Json {
  if (isMessage(node)) return screen.text(node as unknown as Text);
  if (Array.isArray(node)) return node.map((part) => formatted(part, screen));
  if (!isBranch(node)) return node;
  const entries = Object.entries(node).filter(([name]) => name !== "errors" && name !== "when");
  return Object.fromEntries(entries.map(([name, part]) => [name, formatted(part, screen)]));
}

/** An object that is drawn for its fields alone must not be headed by its name in the data. */
function untitled(node: Json): Json {
  if (!isBranch(node)) return node;
  const branches = Object.entries(node).filter(([name, part]) => !name.startsWith("ui:") && isBranch(part));
  if (branches.length === 0) return node;
  const inner = Object.fromEntries(branches.map(([name, part]) => [name, untitled(part)]));
  return { ...("ui:title" in node ? {} : { "ui:title": "" }), ...node, ...inner };
}

export function uiSchemaOf(block: FormShape, hidden: readonly string[], cautions: Cautions, screen: ScreenHandle): UiSchema {
  const asked = hidden.reduce((ui, path) => withValue(ui, `${path}.ui:widget`, "hidden"), untitled(formatted(block.uiSchema, screen)));
  const drawn = Object.entries(cautions).reduce((ui, [path, said]) => withValue(ui, `${path}.ui:options.cautions`, said), asked);
  return { ...(drawn as UiSchema), "ui:title": "", "ui:submitButtonOptions": { norender: true } };
}

/** Paths whose values may be kept as a draft: all but the secrets. */
export function keptPaths({ fields, uiSchema }: FormShape): readonly string[] {
  return fields.order.filter((path) => {
    const widget = valueAt(uiSchema, `${path}.ui:widget`);
    return fields.items[path]?.secret !== true && !(typeof widget === "string" && SECRET_WIDGETS.has(widget));
  });
}

/** Paths of the fields that are not asked with this data. */
export function hiddenPaths({ fields }: FormShape, data: Json, screen: ScreenHandle): readonly string[] {
  return fields.order.filter((path) => {
    const when = fields.items[path]?.when;
    return when !== undefined && !screen.holds(when, undefined, data);
  });
}
