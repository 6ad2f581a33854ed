/** Exports the compilation of form blocks: checks the fields against their schema, and returns what rjsf renders. */
import type { Json } from "../language/definition.js";
import type { JsonObject } from "../language/json.js";
import { ITEMS, listAround } from "../language/logic-reads.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { childOf, type Entry, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { ANY } from "../language/static-types.js";
import { checkAutocomplete } from "./autocomplete.js";
import { type Context, named, withWaivers } from "./compile-context.js";
import { whereHolds } from "./condition-context.js";
import { checkConsentText } from "./consent-text.js";
import { checkOptionTexts } from "./distinct-labels.js";
import { checkErrorTexts } from "./error-coverage.js";
import { withErrorTexts } from "./error-texts.js";
import { isExpression } from "./expression-parts.js";
import { checkBranches } from "./form-branches.js";
import { checkChecks, checksOf, requiredByChecks, type WrittenChecks } from "./form-checks.js";
import { checkBody, checkConsent, checkInitial, checkPlaceholder, checkShownBy, checkWidget, isCheckbox } from "./form-consistency.js";
import { typedType } from "./form-types.js";
import { isSecret, uiSchemaOf, type WrittenFields } from "./form-ui-schema.js";
import { typeOfValue } from "./logic.js";
import { checkChoose, checkLookup } from "./lookups.js";
import { originsWithin } from "./origins.js";
import { enumValues, itemsOf, propertyAt, propertyName, propertyPaths, requiredPaths } from "./schema-paths.js";
import { checkSecretField, hasOtherType, meaningOfField } from "./secrets.js";
import { checkMeaning } from "./semantic-checks.js";
import { isOrdered, structure } from "./structure.js";
import { checkWarnings, warningsOf } from "./warnings.js";

interface Written {
  readonly autofill?: boolean;
  readonly fields?: WrittenFields;
  readonly checks?: WrittenChecks;
  readonly [keyword: string]: unknown;
}

export function compileFormBlock(node: SourceNode, schema: LanguageSchema, outer: Context): unknown {
  const context = { ...withWaivers(outer, node), block: node };
  const { "x-kind": _form, ...plainSchema } = schema;
  const written = structure(node, plainSchema, { ...context, inParts: childOf(node, "initial") }) as Written | null;
  useInitial(node, context);
  const schemaNode = childOf(node, "schema");
  const schemaId = textOf(schemaNode);
  if (written === null || schemaNode === null || schemaId === null) return written;
  const form = named(context.linker.names.forms, schemaId, schemaNode.at, context, problems.unknownSchema);
  if (form === null) return written;
  const dataSchema = context.linker.formSchema(schemaId);
  if (!form.partial) checkFields(node, schemaId, dataSchema, whereHolds(context, childOf(node, "when")));
  checkChecks(node, schemaId, dataSchema, context);
  checkBody(node, context);
  checkSubmitOn(node, context);
  checkChoose(node, context);
  context.linker.use("schema", schemaId);
  context.linker.later(() => checkInitial(node, context));
  if (!form.partial) context.linker.later(() => checkBranches({ block: node, root: form, schemaId, schema: dataSchema }, context));
  const { fields: writtenFields, checks, autofill, schema: _schema, waivers: _waivers, ...block } = written;
  const compiledFields = autofill === false ? withoutAutofill(writtenFields) : writtenFields;
  const fields =
    compiledFields === undefined
      ? undefined
      : withErrorTexts(compiledFields, childOf(node, "fields", "items"), dataSchema, context.linker.formats);
  const compiledChecks = checks === undefined ? [] : checksOf(checks);
  return {
    ...block,
    schemaId,
    schema: dataSchema,
    uiSchema: uiSchemaOf(fields, dataSchema, requiredByChecks(compiledChecks)),
    fields: fieldsOf(fields),
    ...(checks === undefined ? {} : { checks: compiledChecks }),
  };
}

/** The form reads only those parts of its initial data that its fields show. */
function useInitial(node: SourceNode, context: Context): void {
  const initial = childOf(node, "initial");
  if (initial === null || !isExpression(initial)) return;
  for (const origin of originsWithin(typeOfValue(initial, context), typedType(node, context))) context.linker.read(origin, initial.at);
}

/** `submitOn` must be a field of the form. */
function checkSubmitOn(node: SourceNode, context: Context): void {
  const submitOn = childOf(node, "submitOn");
  const items = childOf(node, "fields", "items");
  const field = textOf(submitOn);
  if (submitOn === null || field === null || items?.kind !== "object" || items.entries.has(field)) return;
  context.linker.report(submitOn.at, problems.unknownField(field, textOf(childOf(node, "schema")) ?? "", [...items.entries.keys()]));
}

/** A code that the bank has sent to the user, regardless of whom the form is about. */
const OWN_CODE = "one-time-code";

/** The fields of a form about another person: the browser must not fill them with its user's data, except a code. */
function withoutAutofill(fields: WrittenFields | undefined): WrittenFields | undefined {
  if (fields?.items === undefined) return fields;
  const items = Object.entries(fields.items).map(([path, field]) => [
    path,
    field === null || field.autocomplete === OWN_CODE ? field : { ...field, autocomplete: "off" },
  ]);
  return { ...fields, items: Object.fromEntries(items) };
}

function checkFields(node: SourceNode, schemaId: string, schema: Json, context: Context): void {
  const { linker } = context;
  const fields = childOf(node, "fields");
  const items = childOf(fields, "items");
  if (fields === null || items?.kind !== "object") return;
  const known = propertyPaths(schema);
  const required = new Set(requiredPaths(schema));
  const autofillNode = childOf(node, "autofill");
  const autofill = autofillNode === null || plain(autofillNode) !== false;
  for (const [path, entry] of items.entries) {
    linker.use("property", propertyName(schemaId, path));
    const property = propertyAt(schema, path);
    if (property === null) {
      // A patch of a field that the base does not have is reported as such.
      const isPatch = entry.beside !== undefined && childOf(entry.node, "label") === null;
      if (!isPatch) linker.report(entry.key, problems.unknownField(path, schemaId, known));
      continue;
    }
    const own = withWaivers(context, entry.node);
    checkOptions(entry.node, property, schemaId, linker);
    for (const [name, list] of linker.names.optionLists.entries)
      if (list === childOf(entry.node, "options")) linker.use("optionList", name);
    checkOptionTexts(childOf(entry.node, "options"), own);
    const mistyped = hasOtherType(path, entry.node, own);
    if (!mistyped) checkErrorTexts(entry.node, { schemaId, path, property }, required.has(path), own);
    if (autofill && !mistyped) checkAutocomplete(path, entry.node, property, own);
    checkWarnings(path, entry.node, own);
    checkLookup(path, entry.node, node, schema, own);
    checkWidget(entry.node, property, own);
    checkPlaceholder(entry.node, property, own);
    if (required.has(path) && isCheckbox(entry.node, property)) {
      checkConsent(path, entry.key, property, own);
      checkConsentText(path, childOf(entry.node, "label"), own);
    }
    checkShownBy(path, entry.node, own);
    checkListKeywords(path, entry, property, node, own);
    if (!mistyped) checkField(path, entry.node, own);
  }
  if (fields.partial) return;
  for (const path of requiredPaths(schema)) {
    const list = listAround(path);
    const asked = list === null || childOf(items, list) !== null;
    if (!items.entries.has(path) && known.includes(path) && asked && !isInControl(path, items))
      linker.report(fields.at, problems.requiredWithoutField(path, schemaId));
  }
  for (const [path, { key, node: field }] of items.entries) {
    const around = listAround(path);
    if (around !== null && !items.entries.has(around)) linker.report(key, problems.requiredWithoutField(around, schemaId));
    const list = itemsOf(propertyAt(schema, path) ?? {}) !== null && childOf(field, "widget") === null;
    const inside = [...items.entries.keys()].some((one) => one.startsWith(`${path}${ITEMS}`));
    if (list && !inside) linker.report(key, problems.requiredWithoutField(`${path}${ITEMS}`, schemaId));
  }
}

/** The label and the type of a field mean what its name in the data means. */
function checkField(path: string, field: SourceNode, context: Context): void {
  const { labels, fieldTypes } = context.linker.semantics;
  const own = meaningOfField(path, context.linker.semantics);
  if (own.size === 0) return;
  checkSecretField(path, field, own, context);
  for (const [keyword, table] of [
    ["label", labels],
    ["type", fieldTypes],
  ] as const) {
    const node = childOf(field, keyword);
    const text = textOf(node);
    if (node !== null && text !== null)
      checkMeaning({ ...ANY, semantics: own }, table.get(text), `the ${keyword} "${text}"`, { at: node.at, path, context });
  }
}

/** Whether a list around the path is filled in by one control, which draws the items itself. */
function isInControl(path: string, items: SourceNode): boolean {
  const list = listAround(path);
  return list !== null && (childOf(items, list, "widget") !== null || isInControl(list, items));
}

const LIST_KEYWORDS = ["item", "add", "remove", "empty"] as const;

/** A list of fields has a name for its items, and texts of the buttons that it offers; no other field has. */
function checkListKeywords(path: string, { node }: Entry, property: JsonObject, block: SourceNode, { linker }: Context): void {
  const list = itemsOf(property) !== null && childOf(node, "widget") === null;
  if (list && !node.partial)
    for (const keyword of missingOfList(node, property, block)) linker.report(node.at, problems.missingKeyword(keyword));
  if (list) return;
  for (const keyword of LIST_KEYWORDS) {
    const entry = node.kind === "object" ? node.entries.get(keyword) : undefined;
    if (entry !== undefined) linker.report(entry.key, problems.unknownKeyword(keyword, ["label", "help"]));
  }
  for (const [one, { key }] of entriesOf(childOf(block, "fields", "items")))
    if (one.startsWith(`${path}${ITEMS}`)) linker.report(key, problems.unknownField(one, path, []));
}

/** Without initial items and without Add, a list that may have more items keeps the least; an added item needs Remove. */
function missingOfList(field: SourceNode, property: JsonObject, block: SourceNode): readonly string[] {
  const isMissing = (keyword: string): boolean => childOf(field, keyword) === null;
  const mayGrow = property.maxItems === undefined || Number(property.maxItems) > Number(property.minItems ?? 0);
  const needsAdd = mayGrow && childOf(block, "initial") === null;
  return [
    ...(isMissing("item") ? ["item"] : []),
    ...(isMissing("add") ? (needsAdd ? ["add"] : []) : isMissing("remove") ? ["remove"] : []),
  ];
}

function checkOptions(field: SourceNode, property: { readonly [key: string]: Json }, schemaId: string, linker: Context["linker"]): void {
  const allowed = enumValues(property);
  const options = childOf(field, "options");
  const values = allowed ?? (property.type === "boolean" ? ["true", "false"] : []);
  // It is reported where the options are compiled.
  if (options !== null && (options.kind === "list" || isOrdered(options))) return;
  for (const [value, entry] of entriesOf(options))
    if (!values.includes(value)) linker.report(entry.key, problems.optionNotInEnum(value, values, schemaId));
  // A yes/no choice also uses the texts of the form for its options.
  const choosing = property.type === "boolean" && ["select", "radio"].includes(textOf(childOf(field, "widget")) ?? "");
  if ((allowed === null && !choosing) || field.partial) return;
  for (const value of values)
    if (childOf(options, value) === null) linker.report((options ?? field).at, problems.optionWithoutText(value, schemaId));
}

function fieldsOf(fields: WrittenFields | undefined): Json {
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
              ...(field.warnings === undefined ? {} : { warnings: warningsOf(field.warnings) }),
              ...(field.when === undefined ? {} : { when: field.when }),
              ...(field.item === undefined ? {} : { item: field.item }),
            },
          ] as const,
        ],
  );
  // Compiled fields are plain JSON: texts, predicates and facts.
  return { order: fields?.order ?? [], items: Object.fromEntries(items) } as unknown as Json;
}
