/** Exports the type of an operation's answer, from the gateway's schema. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
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
import { ANY, BOOLEAN, NUMBER, orNull, type StaticType, staticType, TEXT } from "../language/static-types.js";

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function selectionType(schema: GraphQLSchema, operation: OperationDefinitionNode, document: DocumentNode): StaticType {
  const root = schema.getRootType(operation.operation);
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return root === null || root === undefined
    ? ANY
    : staticType({ types: ["object"], properties: properties(root, operation.selectionSet, fragments) });
}

/** What `result` reads: the value of the operation's only field, or the whole answer where it has several. */
export function payloadType(answer: StaticType): StaticType {
  const [only, ...more] = answer.properties.values();
  return only === undefined || more.length > 0 ? answer : only;
}

function outputType(type: GraphQLOutputType, selection: SelectionSetNode | undefined, fragments: Fragments): StaticType {
  if (isNonNullType(type)) return outputType(type.ofType, selection, fragments);
  if (isListType(type)) return staticType({ types: ["array"], items: selectedType(type.ofType, selection, fragments) });
  if (isEnumType(type)) return staticType({ types: ["string"], values: type.getValues().map((value) => value.name) });
  if (isScalarType(type)) return scalarType(type.name);
  if (isObjectType(type) && selection !== undefined)
    return staticType({ types: ["object"], properties: properties(type, selection, fragments) });
  return ANY;
}

function selectedType(type: GraphQLOutputType, selection: SelectionSetNode | undefined, fragments: Fragments): StaticType {
  const selected = outputType(type, selection, fragments);
  return isNonNullType(type) || selected.any ? selected : orNull(selected);
}

/** What a scalar is as JSON. */
export function scalarType(name: string): StaticType {
  switch (name) {
    case "Int":
    case "Float":
      return NUMBER;
    case "Boolean":
      return BOOLEAN;
    case "JSON":
      return ANY;
    default:
      // String, ID and the gateway's own (Money, Instant, Date) are texts.
      return TEXT;
  }
}

function properties(
  type: { getFields(): Record<string, { type: GraphQLOutputType }> },
  selection: SelectionSetNode,
  fragments: Fragments,
): Map<string, StaticType> {
  const found = new Map<string, StaticType>();
  for (const one of selection.selections) {
    if (one.kind === Kind.FIELD) {
      const field = one.name.value === "__typename" ? TypeNameMetaFieldDef : type.getFields()[one.name.value];
      if (field !== undefined) found.set(one.alias?.value ?? one.name.value, selectedType(field.type, one.selectionSet, fragments));
      continue;
    }
    const inner = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value)?.selectionSet : one.selectionSet;
    if (inner !== undefined) for (const [key, value] of properties(type, inner, fragments)) found.set(key, value);
  }
  return found;
}
