/** What the variables of an operation take, by the gateway's schema. */
import {
  type ConstDirectiveNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
} from "graphql";
import type { Json } from "../language/definition.js";
import { scalarShape } from "./answers.js";
import type { JsonType } from "./shape.js";

/** What one value sent to the gateway must be. */
export interface Input {
  /** As a message names it: `LoginInput`, `LoginInput.email`. */
  readonly name: string;
  /** May be neither null nor missing. */
  readonly required: boolean;
  /** Null: anything. */
  readonly types: ReadonlySet<JsonType> | null;
  readonly values: readonly Json[] | null;
  /** The fields of an input object; null for anything else. */
  fields(): ReadonlyMap<string, Input> | null;
  readonly items: Input | null;
  /** The form schema that the gateway holds it against. */
  readonly schema: string | null;
}

/** The form schema that `@form` names. */
export function heldAgainst(directives: readonly ConstDirectiveNode[] | undefined): string | null {
  const value = directives?.find(({ name }) => name.value === "form")?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? `forms/${value.value}.json` : null;
}

function inputOf(type: GraphQLInputType, name: string, required: boolean, schema: string | null): Input {
  if (isNonNullType(type)) return inputOf(type.ofType, name, required, schema);
  const common = { name, required, schema, values: null, items: null, fields: () => null };
  if (isListType(type))
    return { ...common, types: new Set(["array"]), items: inputOf(type.ofType, `${name}[]`, isNonNullType(type.ofType), null) };
  if (isEnumType(type)) return { ...common, types: new Set(["string"]), values: type.getValues().map((value) => value.name) };
  if (isInputObjectType(type)) {
    // Made when they are asked for: an input may hold one of its own kind.
    let fields: Map<string, Input> | null = null;
    return {
      ...common,
      name: type.name,
      types: new Set(["object"]),
      fields: () => {
        fields ??= new Map(
          Object.values(type.getFields()).map((field) => [
            field.name,
            inputOf(field.type, `${type.name}.${field.name}`, isRequiredInputField(field), heldAgainst(field.astNode?.directives)),
          ]),
        );
        return fields;
      },
    };
  }
  const shape = isScalarType(type) ? scalarShape(type.name) : null;
  return { ...common, types: shape === null || shape.any ? null : shape.types };
}

/** The form schemas of variables, by where each stands in the document. */
function schemasOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (value: ValueNode, type: GraphQLInputType, held: string | null): void => {
    if (value.kind === Kind.VARIABLE && held !== null) found.set(value.name.value, held);
    const object = getNamedType(type);
    if (value.kind !== Kind.OBJECT || !isInputObjectType(object)) return;
    for (const { name, value: inner } of value.fields) {
      const field = object.getFields()[name.value];
      if (field !== undefined) look(inner, field.type, heldAgainst(field.astNode?.directives));
    }
  };
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  for (const field of selected(operation.selectionSet)) {
    for (const { name, value } of field.arguments ?? []) {
      const argument = fields[field.name.value]?.args.find((one) => one.name === name.value);
      if (argument !== undefined) look(value, argument.type, heldAgainst(argument.astNode?.directives));
    }
  }
  return found;
}

function selected(set: SelectionSetNode) {
  return set.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : []));
}

/** What each variable takes. */
export function inputsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, Input> {
  const schemas = schemasOf(schema, operation);
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      const name = variable.name.value;
      const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
      const required = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
      return found === undefined ? [] : [[name, inputOf(found, `$${name}`, required, schemas.get(name) ?? null)] as const];
    }),
  );
}
