/** Exports schemas of the language's keywords for an editor: names become closed lists, references become `#/$defs/...`. */
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { CONDITION_OPERATORS } from "../../language/operators.js";
import type { OverlayBase } from "./overlay-names.js";

/** A JSON Schema under construction. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

/** The names of the screen that is patched. */
export interface ScreenNames {
  /** Names by the `x-kind` of the keywords that take them: `action` and `query`. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

export interface KeywordSchemas {
  /** The schema of a whole new value. */
  whole(schema: LanguageSchema, screen: ScreenNames | null): Schema;
  /** The schema of a value that a patch replaces whole, or merges by `text` and `values`; null for a value with parts. */
  leaf(schema: LanguageSchema, screen: ScreenNames | null): Schema | null;
  /** The definitions that the schemas refer to. */
  definitions(): Readonly<Record<string, Schema>>;
}

const reference = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** Kinds whose values are expressions: a patch replaces them whole. */
const EXPRESSIONS = new Set(["value", "template", "message", "dynamicPath", "namedValue"]);
/** Kinds whose names belong to one screen. */
const SCREEN_KINDS = new Set(["action", "query"]);
/** Keywords that are copied as they are. */
const COPIED = [
  "title",
  "type",
  "enum",
  "const",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "minItems",
  "minProperties",
  "uniqueItems",
  "required",
] as const;

export function keywordSchemas(language: Language, { names }: OverlayBase): KeywordSchemas {
  const definitions = new Map<string, Schema>();
  const flow = language.file("flow.schema.json");

  const define = (name: string, make: () => Schema): Schema => {
    if (!definitions.has(name)) {
      // Before it is made: a definition may refer to itself.
      definitions.set(name, {});
      definitions.set(name, make());
    }
    return reference(name);
  };

  const leaf: KeywordSchemas["leaf"] = (schema, screen) => {
    const resolved = language.resolve(schema);
    const { "x-kind": kind = "" } = resolved;
    const own = screen?.names[kind];
    if (own !== undefined) return oneOfNames(own);
    if (SCREEN_KINDS.has(kind)) return { type: "string" };
    if (kind === "predicate" || kind === "condition") return define(kind, () => conditionSchema(kind, names.predicate ?? []));
    if (kind === "text" || kind === "markdown") return define(kind, () => textSchema(resolved.description ?? ""));
    if (kind === "path") return define("path", pathSchema);
    if (kind === "target")
      return define("go", () => ({
        if: { type: "string" },
        then: pathSchema(),
        else: define("target", () => inner(flow.$defs?.target ?? {}, null)),
      }));
    if (EXPRESSIONS.has(kind)) return define(kind, () => ({ description: resolved.description, type: resolved.type }));
    const known = names[kind];
    return known === undefined ? null : define(`${kind}Name`, () => oneOfNames(known));
  };

  const pathSchema = (): Schema => ({
    description: "The path of a screen.",
    anyOf: [{ enum: [...(names.path ?? [])] }, { type: "string", pattern: "^/[^?]*\\?" }],
  });

  const inner = (schema: LanguageSchema, screen: ScreenNames | null): Schema => {
    const copied = Object.fromEntries(COPIED.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]])));
    const parts = (list: readonly LanguageSchema[]): readonly Schema[] => list.map((part) => whole(part, screen));
    const { properties, additionalProperties, items, oneOf, description } = schema;
    const more = schema as { readonly allOf?: readonly BlockBranch[]; readonly not?: unknown };
    return {
      ...(description === undefined ? {} : { description }),
      ...copied,
      ...(properties === undefined
        ? {}
        : { properties: Object.fromEntries(Object.entries(properties).map(([keyword, part]) => [keyword, whole(part, screen)])) }),
      ...(additionalProperties === undefined
        ? {}
        : { additionalProperties: additionalProperties === false ? false : whole(additionalProperties, screen) }),
      ...(items === undefined ? {} : { items: whole(items, screen) }),
      ...(oneOf === undefined ? {} : { oneOf: parts(oneOf) }),
      ...(more.not === undefined ? {} : { not: more.not }),
      ...(more.allOf === undefined ? {} : { allOf: more.allOf.map((branch) => branchSchema(branch, whole(branch.then, screen))) }),
    };
  };

  const whole: KeywordSchemas["whole"] = (schema, screen) => {
    const { $ref, description } = schema;
    const beside = description === undefined || $ref === undefined ? {} : { description };
    const written = leaf(schema, screen);
    if (written !== null) return { ...beside, ...written };
    if ($ref === undefined) return inner(schema, screen);
    const name = definitionName($ref);
    return { ...beside, ...define(name, () => inner(flow.$defs?.[name] ?? language.block(name) ?? language.resolve(schema), null)) };
  };

  return { whole, leaf, definitions: () => Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))) };
}

/** One branch of the blocks: its condition, and the schema of the kind. */
interface BlockBranch {
  readonly if: { readonly properties: object };
  readonly then: LanguageSchema;
}

/** A block without a kind matches no branch: the editor then reports only the missing kind. */
function branchSchema(branch: BlockBranch, then: Schema): Schema {
  return { if: { required: Object.keys(branch.if.properties), ...branch.if }, then };
}

/** One of the names; nothing where there are none. */
export function oneOfNames(names: readonly string[]): Schema {
  return names.length === 0 ? { not: {} } : { enum: [...names] };
}

/** `../flow.schema.json#/$defs/control` -> `control`; `blocks/text.json` -> `text`. */
function definitionName(reference: string): string {
  return (reference.split("/").at(-1) ?? reference).replace(/\.json$/, "");
}

/** A condition: the name of a predicate, a constant, or json-logic whose operands are conditions where the operator takes conditions. */
function conditionSchema(kind: "predicate" | "condition", predicates: readonly string[]): Schema {
  const self = reference(kind);
  const operands = { if: { type: "array" }, then: { items: self }, else: self };
  const properties = [...CONDITION_OPERATORS].map(([name, operator]) => [
    name,
    ["predicate", "same"].includes(operator.operand(0, 2)) ? operands : {},
  ]);
  return {
    description: "The name of a predicate, true, false, or json-logic.",
    if: { type: "string" },
    then: { enum: predicates },
    else: {
      type: ["boolean", "object"],
      properties: Object.fromEntries(properties) as Schema,
      // The conditions of forms take the operators of values as well.
      ...(kind === "predicate" ? { additionalProperties: false } : {}),
      minProperties: 1,
      maxProperties: 1,
    },
  };
}

/** A text; a patch may change its `text` or its `values` alone. */
function textSchema(description: string): Schema {
  return {
    description,
    type: ["string", "object"],
    properties: {
      text: { description: "The message.", type: "string" },
      values: { description: "A value for each argument.", type: "object" },
    },
  };
}
