/**
 * Exports the executable GraphQL schema: `schema.graphql` with its directives applied. A field is answered by its
 * declared calls (`@connect`), by another query (`@query`), or by a function of `gateway/resolvers` (`@resolver`). A root
 * field with none of them fails when it is queried; `flows check` reports it before.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildASTSchema,
  type DirectiveNode,
  defaultFieldResolver,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputField,
  GraphQLInputObjectType,
  GraphQLScalarType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  type OperationTypeNode,
  parse,
  valueFromASTUntyped,
} from "graphql";
import { type DeclaredCalls, readDeclaredCalls } from "../src/language/declared-calls.js";
import { NoDeclaredCall, type Perform, performers, queryOfField, withoutNulls } from "./connect/declared-resolver.js";
import { checkLengths, lengthLimitsOf } from "./constraints.js";
import type { Calls, Context, Resolver, Resolvers } from "./resolvers/context.js";
import { NotFound, Unauthorized } from "./upstream/errors.js";
import { isJsonObject, type JsonObject } from "./upstream/json-object.js";
import { isDay, isInstant, isMoney } from "./upstream/scalar-values.js";

/** Reads the text of `schema.graphql`: this one, or the one of a copy of the project. */
export const readSchemaText = (root?: string): string =>
  readFileSync(root === undefined ? new URL("./schema.graphql", import.meta.url) : join(root, "gateway/schema.graphql"), "utf8");

/** The functions that answer the fields with `@resolver`, by root type. */
export interface RootResolvers {
  readonly Query: Resolvers;
  readonly Mutation: Resolvers;
}

/** An input value to validate against a form: its path in the arguments, and the form's name. */
interface FormDirective {
  readonly path: readonly string[];
  readonly form: string;
}

/** Builds the schema. Throws when the text is not a valid schema. */
export function executableSchema(text: string, resolvers: RootResolvers): GraphQLSchema {
  const document = parse(text);
  const schema = buildASTSchema(document);
  const declared = readDeclaredCalls(document);
  const answerOf = answers(declared, performers(schema, declared), resolvers);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    for (const field of Object.values(type.getFields())) {
      if (isRoot) {
        field.resolve = withDirectives(field, answerOf(type.name, field.name));
        const calls = declared.fields.get(`${type.name}.${field.name}`)?.calls ?? [];
        field.extensions = { calls: calls.map(({ method, path }) => `${method} ${path.node.value}`).join(", ") };
      } else if (declared.fields.get(`${type.name}.${field.name}`)?.query)
        field.resolve = queryResolver(declared, type.name, field, answerOf);
    }
  }
  for (const [name, test] of Object.entries(SCALARS)) {
    const scalar = schema.getType(name);
    if (!(scalar instanceof GraphQLScalarType)) throw new Error(`schema.graphql has no scalar ${name}`);
    restrictScalar(scalar, test);
  }
  return schema;
}

/** The upstream's calls that answer a root field, as declared: `GET /accounts`. Empty for a field whose resolver makes all of them. */
export function callsOfField(schema: GraphQLSchema, kind: OperationTypeNode, name: string): string {
  return String(schema.getRootType(kind)?.getFields()[name]?.extensions.calls ?? "");
}

/** Answers one root field outside a document, for the sandbox's sign-in. */
export async function runField(
  schema: GraphQLSchema,
  type: "Query" | "Mutation",
  name: string,
  args: object,
  context: Context,
): Promise<unknown> {
  const root = type === "Query" ? schema.getQueryType() : schema.getMutationType();
  const resolve = root?.getFields()[name]?.resolve;
  if (!resolve) throw new Error(`there is no field ${type}.${name}`);
  return resolve(null, args, context, undefined as never);
}

type Answer = (args: Record<string, unknown>, context: Context) => unknown;
type AnswerOf = (type: string, field: string) => Answer;

/** How each root field is answered, without the directives about sign-in, capability and input. */
function answers(declared: DeclaredCalls, performed: ReadonlyMap<string, Perform>, resolvers: RootResolvers): AnswerOf {
  const performing = (name: string): Perform => {
    const perform = performed.get(name);
    if (perform) return perform;
    return async () => {
      throw new NoDeclaredCall(name);
    };
  };
  function callsOf(name: string, args: Record<string, unknown>, context: Context): Calls {
    return {
      own: async (others) => (await performing(name)(others ?? args, context)) as JsonObject,
      query: async (field, others = {}) => answerOf("Query", field)(others, context),
      mutation: async (field, others = {}) => answerOf("Mutation", field)(others, context),
    };
  }
  function answerOf(type: string, field: string): Answer {
    const name = `${type}.${field}`;
    if (!declared.fields.get(name)?.resolver) return performing(name);
    const resolver: Resolver<Record<string, unknown>> | undefined = resolvers[type as keyof RootResolvers][field];
    if (resolver) return (args, context) => resolver(args, context, callsOf(name, args, context));
    return async () => {
      throw new Error(`gateway/resolvers has no function for ${name}`);
    };
  }
  return answerOf;
}

/** A field with `@query`: the object's own value, else what the query returns. */
function queryResolver(declared: DeclaredCalls, type: string, field: GraphQLField<unknown, Context>, answerOf: AnswerOf) {
  const query = queryOfField(declared, type, field.name);
  return (source: unknown, args: Record<string, unknown>, context: Context, info: Parameters<typeof defaultFieldResolver>[3]): unknown => {
    const own = defaultFieldResolver(source, args, context, info) ?? null;
    return own !== null || query === null || !query.applies(source) ? own : answerOf("Query", query.name)({}, context);
  };
}

/** Applies the field's directives in this order: sign-in, capability, input. */
function withDirectives(field: GraphQLField<unknown, Context>, answer: Answer) {
  const directives = field.astNode?.directives ?? [];
  const authenticated = directives.some((directive) => directive.name.value === "authenticated");
  const capability = argumentOf(directives, "capability", "name");
  const forms = field.args.flatMap((argument) => formsIn(argument, [argument.name]));
  const limits = field.args.flatMap((argument) => lengthLimitsOf(argument));
  return async (_source: unknown, args: Record<string, unknown>, context: Context): Promise<unknown> => {
    if (authenticated && !context.session.signedIn) throw new Unauthorized();
    if (capability !== null && !context.hasCapability(capability)) throw new NotFound({ code: "no_capability" });
    let checkedArgs = args;
    for (const { path, form } of forms) {
      const value = valueAt(args, path);
      if (value !== undefined && value !== null) checkedArgs = withValueAt(checkedArgs, path, context.checkForm(form, withoutNulls(value)));
    }
    // After the forms, whose errors are in the words of the page, and which remove spaces.
    checkLengths(checkedArgs, limits);
    return answer(checkedArgs, context);
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
const SCALARS: Readonly<Record<string, (text: string) => boolean>> = {
  Money: isMoney,
  Instant: isInstant,
  Date: isDay,
  // A header's value: printable ASCII.
  IdempotencyKey: (text) => /^[\x20-\x7e]+$/.test(text),
};

function restrictScalar(scalar: GraphQLScalarType, isValid: (text: string) => boolean): void {
  const checked = (value: unknown): string => {
    if (typeof value !== "string" || !isValid(value)) throw new GraphQLError(`${scalar.name} cannot represent this value`);
    return value;
  };
  scalar.serialize = checked;
  scalar.parseValue = checked;
  scalar.parseLiteral = (node, variables) => checked(valueFromASTUntyped(node, variables));
}
