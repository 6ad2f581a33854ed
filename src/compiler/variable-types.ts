/** Exports the types of the variables of an operation, by the gateway's schema. */
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
import { ANY, type JsonType, type StaticType, staticType, typesBesideNull } from "../language/static-types.js";
import { scalarType } from "./operation-results.js";

/** The form schema that `@form` names: the gateway validates the value with it. */
export function formOf(directives: readonly ConstDirectiveNode[] | undefined): string | null {
  const value = directives?.find(({ name }) => name.value === "form")?.arguments?.[0]?.value;
  return value?.kind === Kind.STRING ? `forms/${value.value}.json` : null;
}

/** The type of a value that is sent to the gateway. Null is among its types where it may be null or missing. */
export interface InputType extends StaticType {
  /** As a message names it: `LoginInput`, `LoginInput.email`. */
  readonly name: string;
  readonly properties: ReadonlyMap<string, InputType>;
  readonly items: InputType | null;
  /** The form schema with which the gateway validates it. */
  readonly form: string | null;
}

function inputType(type: GraphQLInputType, name: string, required: boolean, form: string | null): InputType {
  if (isNonNullType(type)) return inputType(type.ofType, name, required, form);
  const common = { ...staticType({ types: [] }), properties: new Map<string, InputType>(), items: null, name, form };
  const types = (own: readonly JsonType[]): ReadonlySet<JsonType> => new Set<JsonType>(required ? own : [...own, "null"]);
  if (isListType(type))
    return { ...common, types: types(["array"]), items: inputType(type.ofType, `${name}[]`, isNonNullType(type.ofType), null) };
  if (isEnumType(type)) return { ...common, types: types(["string"]), values: type.getValues().map((value) => value.name) };
  if (isInputObjectType(type)) {
    let properties: ReadonlyMap<string, InputType> | null = null;
    return {
      ...common,
      name: type.name,
      types: types(["object"]),
      // Built at the first use: an input may have a field of its own type.
      get properties() {
        properties ??= new Map(
          Object.values(type.getFields()).map((field) => [
            field.name,
            inputType(field.type, `${type.name}.${field.name}`, isRequiredInputField(field), formOf(field.astNode?.directives)),
          ]),
        );
        return properties;
      },
    };
  }
  const scalar = isScalarType(type) ? scalarType(type.name) : ANY;
  return { ...common, any: scalar.any, types: types(typesBesideNull(scalar)) };
}

/** The form schemas of variables, by their positions in the document. */
function formsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const look = (value: ValueNode, type: GraphQLInputType, held: string | null): void => {
    if (value.kind === Kind.VARIABLE && held !== null) found.set(value.name.value, held);
    const object = getNamedType(type);
    if (value.kind !== Kind.OBJECT || !isInputObjectType(object)) return;
    for (const { name, value: inner } of value.fields) {
      const field = object.getFields()[name.value];
      if (field !== undefined) look(inner, field.type, formOf(field.astNode?.directives));
    }
  };
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  for (const field of selected(operation.selectionSet)) {
    for (const { name, value } of field.arguments ?? []) {
      const argument = fields[field.name.value]?.args.find((one) => one.name === name.value);
      if (argument !== undefined) look(value, argument.type, formOf(argument.astNode?.directives));
    }
  }
  return found;
}

function selected(set: SelectionSetNode) {
  return set.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : []));
}

/** The type of each variable. */
export function inputsOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, InputType> {
  const forms = formsOf(schema, operation);
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      const name = variable.name.value;
      const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
      const required = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
      return found === undefined ? [] : [[name, inputType(found, `$${name}`, required, forms.get(name) ?? null)] as const];
    }),
  );
}
