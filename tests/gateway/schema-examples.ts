/** Exports example inputs for any GraphQL schema, for tests. */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  Kind,
  parse,
  typeFromAST,
} from "graphql";

/** Examples by scalar type. */
const SCALARS: Readonly<Record<string, unknown>> = {
  String: "example",
  ID: "example",
  Boolean: false,
  Int: 1,
  Float: 1,
  Money: "1.00",
  Instant: "2026-11-21T11:30:00Z",
  Date: "2026-11-21",
  IdempotencyKey: "key",
  JSON: {},
};

export function exampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [exampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return SCALARS[type.name];
  return Object.fromEntries(
    Object.values(type.getFields())
      .filter(isRequiredInputField)
      .map((field) => [field.name, exampleOf(field.type)]),
  );
}

/** A query of one field, with its required arguments. */
export function queryOf(schema: GraphQLSchema, name: string): string {
  const field = schema.getQueryType()?.getFields()[name];
  if (!field) throw new Error(`there is no query ${name}`);
  const args = field.args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${JSON.stringify(exampleOf(argument.type))}`);
  const leaf = String(field.type).replace(/[[\]!]/g, "") in SCALARS;
  return `{ ${name}${args.length > 0 ? `(${args.join(", ")})` : ""}${leaf ? "" : " { __typename }"} }`;
}

/** Variables for an operation's document. */
export function variablesOf(schema: GraphQLSchema, document: string): Record<string, unknown> {
  const variables = parse(document).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );
  return Object.fromEntries(
    variables.map(({ variable, type }) => {
      const known = typeFromAST(schema, type as Parameters<typeof typeFromAST>[1]) as GraphQLInputType | undefined;
      if (!known) throw new Error(`the schema has no type of $${variable.name.value}`);
      return [variable.name.value, exampleOf(known)];
    }),
  );
}
