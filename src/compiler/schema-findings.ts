/** Exports `schemaFindings`: what Ajv reports about a value as findings, for the compiler and the readers of scenarios and personas. */
import type { ErrorObject } from "ajv";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import {
  exactlyOne,
  type Finding,
  finding,
  missingKeyword,
  tooFew,
  unknownKeyword,
  wrongChoice,
  wrongPattern,
  wrongType,
} from "../language/problems.js";

/** A finding about a value, relative to the value that was validated. */
export interface SchemaFinding {
  readonly path: readonly (string | number)[];
  /** The keyword of the object at the path that is meant; without it, the value itself. */
  readonly keyword?: string;
  readonly found: Finding;
}

/** A name in a JSON pointer (RFC 6901). */
const pointerName = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

/** Where an error of Ajv is in the value that was validated. */
export const pathOf = ({ instancePath }: Pick<ErrorObject, "instancePath">): readonly (string | number)[] =>
  instancePath
    .split("/")
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : pointerName(part)));

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === "oneOf" || keyword === "anyOf";

/** The place of a schema and of the value that its keyword rejects. */
const schemaAround = ({ instancePath, schemaPath }: ErrorObject): string =>
  `${instancePath} ${schemaPath.slice(0, schemaPath.lastIndexOf("/"))}`;

/** Whether an error is one of the alternatives of a choice. */
const isInside = (error: ErrorObject, choice: ErrorObject): boolean => error.schemaPath.startsWith(`${choice.schemaPath}/`);

const propertiesOf = ({ parentSchema }: ErrorObject): Readonly<Record<string, Json>> => {
  const properties = (parentSchema as { readonly properties?: Json } | undefined)?.properties;
  return isObject(properties) ? properties : {};
};

/** What to write instead of a text that does not match: the schema's own text. */
function adviceOf(schema: unknown): string | undefined {
  const advice = (schema as { readonly patternErrorMessage?: unknown } | undefined)?.patternErrorMessage;
  return typeof advice === "string" ? advice : undefined;
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);

function typesIn(errors: readonly ErrorObject[]): readonly string[] {
  return [...new Set(errors.flatMap(({ params }) => (params as { readonly type: string | readonly string[] }).type))];
}

/** The wrong type of a value; where an object with few keywords is expected, with their names. */
function typeFinding(errors: readonly ErrorObject[]): Finding {
  const [first] = errors;
  const found = wrongType(typesIn(errors), typeOf(first?.data));
  const keywords = errors.flatMap((error) => (error.params.type === "object" ? Object.keys(propertiesOf(error)) : []));
  if (keywords.length === 0 || keywords.length > 6) return found;
  return { ...found, message: `${found.message}; the object has ${keywords.map((keyword) => `"${keyword}"`).join(", ")}` };
}

/** An unknown keyword, with the keyword beside it to which it belongs. */
function unknownFinding(error: ErrorObject): Finding {
  const { additionalProperty } = error.params as { readonly additionalProperty: string };
  const properties = propertiesOf(error);
  const owner = Object.entries(properties).find(
    ([, schema]) => isObject(schema) && isObject(schema.properties) && Object.hasOwn(schema.properties, additionalProperty),
  );
  const found = unknownKeyword(additionalProperty, Object.keys(properties));
  return owner === undefined ? found : { ...found, message: `"${additionalProperty}" is not known here: it belongs in "${owner[0]}"` };
}

/** A choice where no alternative applies, or several do. */
function choiceFinding(choice: ErrorObject, errors: readonly ErrorObject[]): Finding {
  const inner = errors.filter((error) => isInside(error, choice));
  const types = inner.filter(({ keyword, instancePath }) => keyword === "type" && instancePath === choice.instancePath);
  if (types.length > 0 && types.length === inner.length) return typeFinding(types);
  const schemas = choice.schema as readonly { readonly required?: readonly string[] }[];
  const keywords = schemas.flatMap(({ required = [] }) => required);
  const data: unknown = choice.data;
  return exactlyOne(
    keywords,
    keywords.filter((keyword) => isObject(data) && Object.hasOwn(data, keyword)),
  );
}

function findingOf(error: ErrorObject, all: readonly ErrorObject[]): Omit<SchemaFinding, "path"> {
  const params = error.params as Readonly<Record<string, Json>>;
  const data = error.data as Json;
  const schema = error.schema as Json;
  switch (error.keyword) {
    case "additionalProperties":
      return { keyword: String(params.additionalProperty), found: unknownFinding(error) };
    case "required":
      return { found: missingKeyword(String(params.missingProperty)) };
    case "dependencies":
      return {
        keyword: String(params.property),
        found: finding("conflicting-keywords", `"${String(params.property)}" needs "${String(params.missingProperty)}" beside it`),
      };
    case "type":
      return { found: typeFinding([error]) };
    case "enum":
      return { found: wrongChoice(data, schema as readonly Json[]) };
    case "const":
      return { found: wrongChoice(data, [schema]) };
    case "pattern":
      return { found: wrongPattern(String(data), String(schema), adviceOf(error.parentSchema)) };
    case "minItems":
    case "minProperties":
      return { found: tooFew(Number(schema)) };
    case "propertyNames":
      return {
        keyword: String(params.propertyName),
        found: finding(
          "invalid-value",
          [`"${String(params.propertyName)}" is not a valid name here`, adviceOf(schema)].filter(Boolean).join(". "),
        ),
      };
    case "oneOf":
    case "anyOf":
      return { found: choiceFinding(error, all) };
    default:
      return { found: finding("invalid-value", `This ${error.message ?? "is not valid"}`) };
  }
}

/**
 * The findings, without those that follow from others. The errors are those of an Ajv with `allErrors` and `verbose`. The
 * alternatives of a choice that fails are reported where one of them fits but for errors deeper in it, or for an unknown keyword.
 */
export function schemaFindings(errors: readonly ErrorObject[]): readonly SchemaFinding[] {
  const choices = errors.filter(isChoice);
  const isUnknown = ({ keyword }: ErrorObject): boolean => keyword === "additionalProperties";
  const isExplained = (path: string): boolean =>
    errors.some((error) => error.instancePath.startsWith(`${path}/`) || (error.instancePath === path && isUnknown(error)));
  // A value of another type has none of the keywords among which the same schema makes a choice.
  const typed = new Set(errors.filter(({ keyword }) => keyword === "type").map(schemaAround));
  const kept = errors.filter((error) => {
    if (isChoice(error)) return !isExplained(error.instancePath) && !typed.has(schemaAround(error));
    // The check of the name itself, which `propertyNames` reports.
    if (error.propertyName !== undefined) return false;
    const isAlternative = choices.some((choice) => isInside(error, choice) && choice.instancePath === error.instancePath);
    const isOtherType =
      error.keyword === "type" &&
      choices.some((choice) => choice.instancePath === error.instancePath && schemaAround(choice) !== schemaAround(error));
    return !isAlternative && !isOtherType;
  });
  return kept.map((error) => ({ path: pathOf(error), ...findingOf(error, errors) }));
}
