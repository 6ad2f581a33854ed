/** Exports the types of the variables of an operation, by the gateway's schema. */
import {
  type ConstDirectiveNode,
  type GraphQLArgument,
  type GraphQLInputField,
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
import { declaredType, scalarType } from "./operation-results.js";
import { propertyName } from "./schema-paths.js";
import type { Semantics } from "./semantics.js";

/** The form schema that `@form` names: the gateway validates the value with it. */
function formOf(directives: readonly ConstDirectiveNode[] | undefined): string | null {
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

interface Declared {
  readonly form: string | null;
  readonly semantics: Semantics;
}

function inputType(type: GraphQLInputType, name: string, required: boolean, declared: Declared): InputType {
  const { form, semantics } = declared;
  if (isNonNullType(type)) return inputType(type.ofType, name, required, declared);
  const common = { ...staticType({ types: [] }), properties: new Map<string, InputType>(), items: null, name, form };
  const types = (own: readonly JsonType[]): ReadonlySet<JsonType> => new Set<JsonType>(required ? own : [...own, "null"]);
  if (isListType(type))
    return {
      ...common,
      types: types(["array"]),
      items: inputType(type.ofType, `${name}[]`, isNonNullType(type.ofType), { form: null, semantics }),
    };
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
            declaredType(
              inputType(field.type, `${type.name}.${field.name}`, isRequiredInputField(field), {
                form: formOf(field.astNode?.directives),
                semantics,
              }),
              field,
              semantics,
            ),
          ]),
        );
        return properties;
      },
    };
  }
  const scalar = isScalarType(type) ? scalarType(type.name) : ANY;
  return { ...common, any: scalar.any, types: types(typesBesideNull(scalar)) };
}

/** Where a value of a document is given. */
type Place = GraphQLArgument | GraphQLInputField;

/** The argument or the field of an input in which each variable is used. */
function placesOf(schema: GraphQLSchema, operation: OperationDefinitionNode): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  visitValues(schema, operation, (value, place) => {
    if (value.kind === Kind.VARIABLE) found.set(value.name.value, place);
  });
  return found;
}

/** The properties of form schemas that the document of an operation gives itself, as `propertyName` names them. */
export function givenProperties(schema: GraphQLSchema, operation: OperationDefinitionNode): readonly string[] {
  const found: string[] = [];
  visitValues(schema, operation, (value, { astNode }) => {
    const form = formOf(astNode?.directives);
    if (form !== null && value.kind === Kind.OBJECT) found.push(...value.fields.map(({ name }) => propertyName(form, name.value)));
  });
  return found;
}

/** Visits the values of the arguments of the selected fields, and those in them. */
function visitValues(schema: GraphQLSchema, operation: OperationDefinitionNode, seen: (value: ValueNode, place: Place) => void): void {
  const look = (value: ValueNode, place: Place): void => {
    seen(value, place);
    const object = getNamedType(place.type);
    if (value.kind !== Kind.OBJECT || !isInputObjectType(object)) return;
    for (const { name, value: inner } of value.fields) {
      const field = object.getFields()[name.value];
      if (field !== undefined) look(inner, field);
    }
  };
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  for (const field of selected(operation.selectionSet)) {
    for (const { name, value } of field.arguments ?? []) {
      const argument = fields[field.name.value]?.args.find((one) => one.name === name.value);
      if (argument !== undefined) look(value, argument);
    }
  }
}

function selected(set: SelectionSetNode) {
  return set.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [selection] : []));
}

/** The type of each variable. */
export function inputsOf(schema: GraphQLSchema, operation: OperationDefinitionNode, semantics: Semantics): ReadonlyMap<string, InputType> {
  const places = placesOf(schema, operation);
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) => {
      const name = variable.name.value;
      const found = typeFromAST(schema, type) as GraphQLInputType | undefined;
      const required = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
      if (found === undefined) return [];
      const place = places.get(name);
      const input = inputType(found, `$${name}`, required, { form: formOf(place?.astNode?.directives), semantics });
      return [[name, place === undefined ? input : declaredType(input, place, semantics)] as const];
    }),
  );
}
