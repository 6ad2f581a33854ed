/** Exports the uiSchema that the compiler makes of a form's fields: what rjsf renders, nested like the data. */
import type { CompiledOrdered, CompiledPredicate, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { ITEMS, listAround, stepsOf } from "../language/logic-reads.js";
import { enumValues, propertyAt, propertyPaths } from "./schema-paths.js";
import type { WrittenWarnings } from "./warnings.js";

/** A field as the meta-schema compiles it. */
export interface CompiledField {
  readonly label: Text;
  readonly help?: Text;
  readonly placeholder?: Text;
  readonly autocomplete?: string;
  readonly widget?: string;
  readonly mask?: string;
  readonly maskPrefix?: string;
  readonly inputMode?: string;
  readonly lookup?: string;
  readonly options?: Readonly<Record<string, Text>>;
  readonly errors?: Readonly<Record<string, Text>>;
  readonly warnings?: WrittenWarnings;
  readonly when?: CompiledPredicate;
  readonly secret?: boolean;
  readonly width?: string;
  readonly item?: Text;
  readonly add?: Text;
  readonly remove?: Text;
  readonly empty?: Text;
}

export type WrittenFields = CompiledOrdered<CompiledField | null>;

interface Branch {
  [key: string]: unknown;
}

/** Widgets whose values are never kept as a draft. */
const SECRET_WIDGETS = new Set(["attachments", "password", "new-password", "code", "secret-number", "account-number"]);

export function isSecret(field: CompiledField): boolean {
  return field.secret === true || SECRET_WIDGETS.has(field.widget ?? "");
}

/**
 * rjsf's uiSchema; keywords that rjsf does not have are under `ui:options`, fields of items under `items`. `required`: fields that
 * the form requires and its schema may not, so that their labels say nothing of optional.
 */
export function uiSchemaOf(fields: WrittenFields | undefined, schema: Json, required: ReadonlySet<string>): Json {
  const root: Branch = {};
  const asked = new Map<string, CompiledField>();
  for (const path of fields?.order ?? []) {
    const field = fields?.items[path];
    if (field === undefined || field === null) continue;
    asked.set(path, field);
    Object.assign(branchAt(root, stepsOf(path)), fieldUi(field, propertyAt(schema, path) ?? {}, required.has(path)));
  }
  const drawn = propertyPaths(schema).filter((path) => isDrawn(path, asked));
  for (const path of drawn) if (!asked.has(path)) branchAt(root, stepsOf(path))["ui:widget"] = "hidden";
  writeOrder(root, [...asked.keys(), ...drawn].map(stepsOf));
  return root as unknown as Json;
}

/** Whether rjsf renders a field by itself: not in a list that is hidden or that one control fills in. */
function isDrawn(path: string, asked: ReadonlyMap<string, CompiledField>): boolean {
  const list = listAround(path);
  if (list === null) return true;
  const field = asked.get(list);
  return field !== undefined && field.widget === undefined && isDrawn(list, asked);
}

function branchAt(root: Branch, steps: readonly string[]): Branch {
  let branch = root;
  for (const step of steps) branch = (branch[step === ITEMS ? "items" : step] ??= {}) as Branch;
  return branch;
}

/** `ui:order` of an object, and of the objects and items in it. */
function writeOrder(branch: Branch, paths: readonly (readonly string[])[]): void {
  const names = [...new Set(paths.flatMap(([name]) => (name === undefined || name === ITEMS ? [] : [name])))];
  if (names.length > 0) branch["ui:order"] = names;
  for (const name of new Set(paths.flatMap(([first]) => first ?? []))) {
    const inner = paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : []));
    if (inner.length > 0) writeOrder(branchAt(branch, [name]), inner);
  }
}

function fieldUi(field: CompiledField, property: { readonly [key: string]: Json }, required: boolean): Branch {
  const ui: Branch = {};
  const options: Branch = { secret: isSecret(field), width: field.width ?? "full", errors: field.errors ?? {} };
  put(ui, options, "title", field.label);
  if (field.help !== undefined) put(ui, options, "help", field.help);
  if (field.placeholder !== undefined) put(ui, options, "placeholder", field.placeholder);
  if (field.widget !== undefined) ui["ui:widget"] = field.widget;
  for (const keyword of ["mask", "maskPrefix", "inputMode"] as const) if (field[keyword] !== undefined) options[keyword] = field[keyword];
  if (field.lookup !== undefined) {
    ui["ui:widget"] = "combobox";
    options.lookup = field.lookup;
  }
  if (field.autocomplete !== undefined) ui["ui:autocomplete"] = field.autocomplete;
  if (field.options !== undefined) {
    const names = (enumValues(property) ?? ["true", "false"]).map((value) => field.options?.[value] ?? value);
    if (names.every((one) => typeof one === "string")) ui["ui:enumNames"] = names;
    else options.enumNames = names;
  }
  if (required) options.required = true;
  if (field.when !== undefined) options.when = field.when;
  if (field.item !== undefined) {
    const { item, add, remove, empty } = field;
    options.list = {
      item,
      ...(add === undefined ? {} : { add }),
      ...(remove === undefined ? {} : { remove }),
      ...(empty === undefined ? {} : { empty }),
    };
    if (add === undefined) options.addable = false;
    if (remove === undefined) options.removable = false;
    // The order of people in a list has no meaning, so the list has no buttons to change it.
    options.orderable = false;
  }
  ui["ui:options"] = options;
  return ui;
}

/** Texts without arguments are rjsf's own; those with arguments are formatted by the form from `ui:options`. */
function put(ui: Branch, options: Branch, keyword: string, text: Text): void {
  if (typeof text === "string") ui[`ui:${keyword}`] = text;
  else options[keyword] = text;
}
