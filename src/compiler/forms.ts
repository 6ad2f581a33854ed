/** Form blocks: fields held against their schema, and made into what rjsf draws. */
import type { CompiledOrdered, CompiledPredicate, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { checkAutocomplete } from "./autocomplete.js";
import { cautionsOf, checkCautions, type WrittenCautions } from "./cautions.js";
import { checkErrorWords } from "./error-words.js";
import { checkBranches } from "./form-branches.js";
import { checkInitial, checkMatches, checkShownBy, checkWidget } from "./form-sense.js";
import { checkOptionWords } from "./labels.js";
import { checkFilled } from "./lookups.js";
import { accepting, named, type Place } from "./place.js";
import { enumValues, propertyAt, propertyPaths, requiredPaths } from "./schema-paths.js";
import { structure } from "./structure.js";

interface CompiledField {
  readonly label: Text;
  readonly help?: Text;
  readonly placeholder?: Text;
  readonly autocomplete?: string;
  readonly widget?: string;
  readonly options?: Readonly<Record<string, Text>>;
  readonly errors?: Readonly<Record<string, Text>>;
  readonly cautions?: WrittenCautions;
  readonly when?: CompiledPredicate;
  readonly secret?: boolean;
  readonly width?: string;
}

interface Written {
  readonly fields?: CompiledOrdered<CompiledField | null>;
  readonly [word: string]: unknown;
}

/** Widgets whose values are never kept as a draft. */
const SECRET_WIDGETS = new Set(["attachments", "password", "new-password", "code", "ssn", "account-number", "routing-number"]);

export function compileFormBlock(node: SourceNode, schema: LanguageSchema, outer: Place): unknown {
  const place = { ...accepting(outer, node), block: node };
  const { "x-kind": _form, ...plainSchema } = schema;
  const written = structure(node, plainSchema, place) as Written | null;
  const schemaNode = childOf(node, "schema");
  const schemaId = textOf(schemaNode);
  if (written === null || schemaNode === null || schemaId === null) return written;
  const form = named(place.linker.names.forms, schemaId, schemaNode.at, place, problems.unknownSchema);
  if (form === null) return written;
  const dataSchema = place.linker.formSchema(schemaId);
  if (!form.partial) checkFields(node, schemaId, dataSchema, place);
  checkMatches(node, schemaId, dataSchema, place);
  place.linker.use("schema", schemaId);
  place.linker.later(() => checkInitial(node, place));
  if (!form.partial) place.linker.later(() => checkBranches({ block: node, root: form, schemaId, schema: dataSchema }, place));
  const { fields, schema: _schema, accept: _accept, ...block } = written;
  return { ...block, schemaId, schema: dataSchema, uiSchema: uiSchemaOf(fields, dataSchema), fields: fieldsOf(fields) };
}

function checkFields(node: SourceNode, schemaId: string, schema: Json, place: Place): void {
  const { linker } = place;
  const fields = childOf(node, "fields");
  const items = childOf(fields, "items");
  if (fields === null || items?.kind !== "object") return;
  const known = propertyPaths(schema);
  const required = new Set(requiredPaths(schema));
  for (const [path, entry] of items.entries) {
    const property = propertyAt(schema, path);
    if (property === null) {
      linker.report(entry.key, problems.unknownField(path, schemaId, known));
      continue;
    }
    const own = accepting(place, entry.node);
    const widget = textOf(childOf(entry.node, "widget"));
    if (widget !== null) linker.use("lookup", widget);
    checkOptions(entry.node, property, linker);
    checkOptionWords(childOf(entry.node, "options"), own);
    checkErrorWords(entry.node, property, required.has(path), own);
    checkAutocomplete(path, entry.node, property, own);
    checkCautions(path, entry.node, own);
    checkFilled(path, entry.node, node, schema, own);
    checkWidget(entry.node, property, own);
    checkShownBy(path, entry.node, own);
  }
  if (fields.partial) return;
  for (const path of requiredPaths(schema))
    if (!items.entries.has(path) && known.includes(path)) linker.report(fields.at, problems.requiredWithoutField(path, schemaId));
}

function checkOptions(field: SourceNode, property: { readonly [key: string]: Json }, linker: Place["linker"]): void {
  const allowed = enumValues(property);
  const options = childOf(field, "options");
  const values = allowed ?? (property.type === "boolean" ? ["true", "false"] : []);
  for (const [value, entry] of entriesOf(options))
    if (!values.includes(value)) linker.report(entry.key, problems.optionNotInEnum(value, values));
  // A choice of yes and no is told in the form's own words as well.
  const choosing = property.type === "boolean" && ["select", "radio"].includes(textOf(childOf(field, "widget")) ?? "");
  if ((allowed === null && !choosing) || field.partial) return;
  for (const value of values)
    if (childOf(options, value) === null) linker.report((options ?? field).at, problems.optionWithoutWords(value));
}

function fieldsOf(fields: CompiledOrdered<CompiledField | null> | undefined): Json {
  const items = Object.entries(fields?.items ?? {}).flatMap(([path, field]) =>
    field === null
      ? []
      : [
          [
            path,
            {
              label: field.label,
              secret: isSecret(field),
              errors: field.errors ?? {},
              ...(field.cautions === undefined ? {} : { cautions: cautionsOf(field.cautions) }),
              ...(field.when === undefined ? {} : { when: field.when }),
            },
          ] as const,
        ],
  );
  // Compiled fields are plain JSON: texts, predicates and facts.
  return { order: fields?.order ?? [], items: Object.fromEntries(items) } as unknown as Json;
}

function isSecret(field: CompiledField): boolean {
  return field.secret === true || SECRET_WIDGETS.has(field.widget ?? "");
}

interface Branch {
  [key: string]: unknown;
}

/** rjsf's uiSchema, nested as the data is. What rjsf has no word for stands under `ui:options`. */
function uiSchemaOf(fields: CompiledOrdered<CompiledField | null> | undefined, schema: Json): Json {
  const root: Branch = {};
  const asked = new Set<string>();
  for (const path of fields?.order ?? []) {
    const field = fields?.items[path];
    if (field === undefined || field === null) continue;
    asked.add(path);
    Object.assign(branchAt(root, path), fieldUi(field, propertyAt(schema, path) ?? {}));
  }
  for (const path of propertyPaths(schema)) if (!asked.has(path)) branchAt(root, path)["ui:widget"] = "hidden";
  order(root, "", [...(fields?.order ?? []), ...propertyPaths(schema)]);
  return root as unknown as Json;
}

function branchAt(root: Branch, path: string): Branch {
  let branch = root;
  for (const name of path.split(".")) branch = (branch[name] ??= {}) as Branch;
  return branch;
}

/** `ui:order` of an object and of those in it. */
function order(branch: Branch, prefix: string, paths: readonly string[]): void {
  const names = [...new Set(paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split(".")[0] ?? ""))];
  branch["ui:order"] = names;
  for (const name of names) {
    if (paths.some((path) => path.startsWith(`${prefix}${name}.`))) order(branchAt(branch, name), `${prefix}${name}.`, paths);
  }
}

function fieldUi(field: CompiledField, property: { readonly [key: string]: Json }): Branch {
  const ui: Branch = {};
  const options: Branch = { secret: isSecret(field), width: field.width ?? "full", errors: field.errors ?? {} };
  put(ui, options, "title", field.label);
  if (field.help !== undefined) put(ui, options, "help", field.help);
  if (field.placeholder !== undefined) put(ui, options, "placeholder", field.placeholder);
  if (field.widget !== undefined) ui["ui:widget"] = field.widget;
  if (field.autocomplete !== undefined) ui["ui:autocomplete"] = field.autocomplete;
  if (field.options !== undefined) {
    const names = (enumValues(property) ?? ["true", "false"]).map((value) => field.options?.[value] ?? value);
    if (names.every((one) => typeof one === "string")) ui["ui:enumNames"] = names;
    else options.enumNames = names;
  }
  if (field.when !== undefined) options.when = field.when;
  ui["ui:options"] = options;
  return ui;
}

/** Words without arguments are rjsf's own; those with arguments are formatted by the form from `ui:options`. */
function put(ui: Branch, options: Branch, word: string, text: Text): void {
  if (typeof text === "string") ui[`ui:${word}`] = text;
  else options[word] = text;
}
