/** Exports the type of an operation's answer, from the gateway's schema. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from "graphql";
import { ANY, BOOLEAN, DATE, INSTANT, NUMBER, orNull, type StaticType, staticType, TEXT } from "../language/static-types.js";
import { selectionOrigin } from "./origins.js";
import { namedType, type Semantics } from "./semantics.js";

/** The texts that the upstream sends in a field, by `Type.field`. */
export type FieldTexts = ReadonlyMap<string, StaticType>;

/** What is known of the values beside the types of the fields. */
interface Known {
  readonly semantics: Semantics;
  readonly texts: FieldTexts;
}

interface Using extends Known {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export function selectionType(schema: GraphQLSchema, operation: OperationDefinitionNode, document: DocumentNode, known: Known): StaticType {
  const root = schema.getRootType(operation.operation);
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return root === null || root === undefined
    ? ANY
    : staticType({ types: ["object"], properties: properties(root, operation.selectionSet, { ...known, fragments }) });
}

/** The value that `result` reads: that of the operation's only field, or the whole answer where it has several. */
export function payloadType(answer: StaticType): StaticType {
  const [only, ...more] = answer.properties.values();
  return only === undefined || more.length > 0 ? answer : only;
}

function outputType(type: GraphQLOutputType, selection: SelectionSetNode | undefined, using: Using): StaticType {
  if (isNonNullType(type)) return outputType(type.ofType, selection, using);
  if (isListType(type)) return staticType({ types: ["array"], items: selectedType(type.ofType, selection, using) });
  if (isEnumType(type)) return staticType({ types: ["string"], values: type.getValues().map((value) => value.name) });
  if (isScalarType(type)) return scalarType(type.name);
  if (isObjectType(type) && selection !== undefined) return objectType(type, selection, using);
  return ANY;
}

function objectType(type: GraphQLObjectType, selection: SelectionSetNode, using: Using): StaticType {
  const selected = properties(type, selection, using);
  const unselected = Object.keys(type.getFields()).filter((name) => !selected.has(name));
  return staticType({ types: ["object"], properties: selected, unselected: new Set(unselected) });
}

function selectedType(type: GraphQLOutputType, selection: SelectionSetNode | undefined, using: Using): StaticType {
  const selected = outputType(type, selection, using);
  return isNonNullType(type) || selected.any ? selected : orNull(selected);
}

/** A type with the semantic type of a field or an argument: by `@semantics`, else by its name. */
export function declaredType<T extends StaticType>(
  type: T,
  { name, astNode }: Pick<GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument, "name" | "astNode">,
  semantics: Semantics,
): T {
  const value = astNode?.directives?.find((directive) => directive.name.value === "semantics")?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? { ...type, semantics: new Set([value.value]) } : namedType(type, name, semantics);
}

/** The JSON type of a scalar. */
export function scalarType(name: string): StaticType {
  switch (name) {
    case "Int":
    case "Float":
      return NUMBER;
    case "Boolean":
      return BOOLEAN;
    case "JSON":
      return ANY;
    case "Instant":
      return INSTANT;
    case "Date":
      return DATE;
    default:
      // String, ID and the gateway's own (Money, IdempotencyKey) are texts.
      return TEXT;
  }
}

/** The type of a text of which only these are sent. */
function withTexts(type: StaticType, sent: StaticType | undefined): StaticType {
  if (sent === undefined || type.values !== null) return type;
  const { values, pattern } = type.types.has("null") ? orNull(sent) : sent;
  return { ...type, values, pattern };
}

function properties(
  parent: Pick<GraphQLObjectType, "name" | "getFields">,
  selection: SelectionSetNode,
  using: Using,
): Map<string, StaticType> {
  const found = new Map<string, StaticType>();
  for (const one of selection.selections) {
    if (one.kind === Kind.FIELD) {
      const field = one.name.value === "__typename" ? TypeNameMetaFieldDef : parent.getFields()[one.name.value];
      if (field === undefined) continue;
      const type = withTexts(selectedType(field.type, one.selectionSet, using), using.texts.get(`${parent.name}.${field.name}`));
      const selected = { ...type, origins: new Set([selectionOrigin(one)]) };
      found.set(one.alias?.value ?? one.name.value, declaredType(selected, field, using.semantics));
      continue;
    }
    const inner = one.kind === Kind.FRAGMENT_SPREAD ? using.fragments.get(one.name.value)?.selectionSet : one.selectionSet;
    if (inner !== undefined) for (const [key, value] of properties(parent, inner, using)) found.set(key, value);
  }
  return found;
}
