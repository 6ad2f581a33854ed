/** What the answer of an operation is, by the gateway's schema. */
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
import { ANY, BOOLEAN, NUMBER, type Shape, shapeOf, TEXT } from "./shape.js";

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function selectionShape(schema: GraphQLSchema, operation: OperationDefinitionNode, document: DocumentNode): Shape {
  const root = schema.getRootType(operation.operation);
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition] as const] : [],
    ),
  );
  return root === null || root === undefined
    ? ANY
    : shapeOf({ types: ["object"], properties: properties(root, operation.selectionSet, fragments) });
}

/** What `result` reads: the value of the operation's only field, or the whole answer where it has several. */
export function payloadShape(answer: Shape): Shape {
  const [only, ...more] = answer.properties.values();
  return only === undefined || more.length > 0 ? answer : only;
}

function outputShape(type: GraphQLOutputType, selection: SelectionSetNode | undefined, fragments: Fragments): Shape {
  if (isNonNullType(type)) return outputShape(type.ofType, selection, fragments);
  if (isListType(type)) return shapeOf({ types: ["array"], items: fieldShape(type.ofType, selection, fragments) });
  if (isEnumType(type)) return shapeOf({ types: ["string"], values: type.getValues().map((value) => value.name) });
  if (isScalarType(type)) return scalarShape(type.name);
  if (isObjectType(type) && selection !== undefined)
    return shapeOf({ types: ["object"], properties: properties(type, selection, fragments) });
  return ANY;
}

function fieldShape(type: GraphQLOutputType, selection: SelectionSetNode | undefined, fragments: Fragments): Shape {
  const shape = outputShape(type, selection, fragments);
  return isNonNullType(type) || shape.any
    ? shape
    : { ...shape, types: new Set([...shape.types, "null" as const]), values: shape.values === null ? null : [...shape.values, null] };
}

/** What a scalar is as JSON. */
export function scalarShape(name: string): Shape {
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
): Map<string, Shape> {
  const found = new Map<string, Shape>();
  for (const one of selection.selections) {
    if (one.kind === Kind.FIELD) {
      const field = one.name.value === "__typename" ? TypeNameMetaFieldDef : type.getFields()[one.name.value];
      if (field !== undefined) found.set(one.alias?.value ?? one.name.value, fieldShape(field.type, one.selectionSet, fragments));
      continue;
    }
    const inner = one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value)?.selectionSet : one.selectionSet;
    if (inner !== undefined) for (const [key, shape] of properties(type, inner, fragments)) found.set(key, shape);
  }
  return found;
}
