/**
 * Exports the executable GraphQL schema: `schema.graphql` with a resolver for every root field, and its directives
 * applied before the resolver runs. A field without a resolver, or a resolver without a field, is an error at start.
 */
import { readFileSync } from "node:fs";
import {
  buildASTSchema,
  type DirectiveNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  parse,
  valueFromASTUntyped,
} from "graphql";
import type { Context, Resolver, Resolvers } from "./resolvers/context.js";
import { withoutNulls } from "./resolvers/inputs.js";
import { NotFound, Unauthorized } from "./upstream/errors.js";
import { isJsonObject } from "./upstream/json-object.js";

/** The text of `schema.graphql`. */
export const SCHEMA_TEXT = readFileSync(new URL("./schema.graphql", import.meta.url), "utf8");

/** An input value to validate against a form: its path in the arguments, and the form's name. */
interface FormDirective {
  readonly path: readonly string[];
  readonly form: string;
}

/** Builds the schema with these resolvers. */
export function executableSchema(queries: Resolvers, mutations: Resolvers): GraphQLSchema {
  const schema = buildASTSchema(parse(SCHEMA_TEXT));
  attach(schema.getQueryType()?.getFields() ?? {}, queries, "Query");
  attach(schema.getMutationType()?.getFields() ?? {}, mutations, "Mutation");
  for (const [name, test] of Object.entries(SCALARS)) {
    const scalar = schema.getType(name);
    if (!(scalar instanceof GraphQLScalarType)) throw new Error(`schema.graphql has no scalar ${name}`);
    restrictScalar(scalar, test);
  }
  return schema;
}

function attach(fields: Readonly<Record<string, GraphQLField<unknown, Context>>>, resolvers: Resolvers, type: string): void {
  const unresolved = Object.keys(fields).filter((name) => !resolvers[name]);
  const unknown = Object.keys(resolvers).filter((name) => !fields[name]);
  if (unresolved.length > 0) throw new Error(`no resolver for ${unresolved.map((name) => `${type}.${name}`).join(", ")}`);
  if (unknown.length > 0) throw new Error(`schema.graphql has no ${unknown.map((name) => `${type}.${name}`).join(", ")}`);
  for (const [name, field] of Object.entries(fields)) {
    const resolver = resolvers[name];
    if (resolver) field.resolve = withDirectives(field, resolver);
  }
}

/** Applies the field's directives in this order: sign-in, capability, input. */
function withDirectives(field: GraphQLField<unknown, Context>, resolver: Resolver<Record<string, unknown>>) {
  const directives = field.astNode?.directives ?? [];
  const authenticated = directives.some((directive) => directive.name.value === "authenticated");
  const capability = argumentOf(directives, "capability", "name");
  const forms = field.args.flatMap((argument) => formsIn(argument, [argument.name]));
  return async (_source: unknown, args: Record<string, unknown>, context: Context): Promise<unknown> => {
    if (authenticated && !context.session.signedIn) throw new Unauthorized();
    if (capability !== null && !context.hasCapability(capability)) throw new NotFound({ code: "no_capability" });
    let checkedArgs = args;
    for (const { path, form } of forms) {
      const value = valueAt(args, path);
      if (value !== undefined && value !== null) checkedArgs = withValueAt(checkedArgs, path, context.checkForm(form, withoutNulls(value)));
    }
    return resolver(checkedArgs, context);
  };
}

/** Every `@form` at or below an argument or input field. */
function formsIn(at: GraphQLArgument | GraphQLInputField, path: readonly string[]): readonly FormDirective[] {
  const form = argumentOf(at.astNode?.directives ?? [], "form", "schema");
  const type = getNamedType(at.type);
  const below =
    type instanceof GraphQLInputObjectType ? Object.values(type.getFields()).flatMap((field) => formsIn(field, [...path, field.name])) : [];
  return form === null ? below : [{ path, form }, ...below];
}

function argumentOf(directives: readonly DirectiveNode[], directive: string, argument: string): string | null {
  const found = directives.find((each) => each.name.value === directive)?.arguments?.find((each) => each.name.value === argument);
  return found?.value.kind === Kind.STRING ? found.value.value : null;
}

function valueAt(args: Record<string, unknown>, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return value;
}

function withValueAt(args: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  return { ...args, [name]: rest.length === 0 ? value : withValueAt(args[name] as Record<string, unknown>, rest, value) };
}

/**
 * The formats of the string scalars. Upstream values must match too, so that an invalid amount never reaches a screen.
 */
const SCALARS: Readonly<Record<string, RegExp>> = {
  Money: /^-?\d+\.\d{2}$/,
  Instant: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/,
  Date: /^\d{4}-\d{2}-\d{2}$/,
  // A header's value: printable ASCII.
  IdempotencyKey: /^[\x20-\x7e]+$/,
};

function restrictScalar(scalar: GraphQLScalarType, shape: RegExp): void {
  const checked = (value: unknown): string => {
    if (typeof value !== "string" || !shape.test(value)) throw new GraphQLError(`${scalar.name} has an invalid value`);
    return value;
  };
  scalar.serialize = checked;
  scalar.parseValue = checked;
  scalar.parseLiteral = (node, variables) => checked(valueFromASTUntyped(node, variables));
}
