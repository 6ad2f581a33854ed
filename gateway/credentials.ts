/**
 * Exports the fields of a document that test or send a secret, and the owner of the secret, for the GraphQL route:
 * these fields have their own rate limit. The arguments in the schema decide, so that a new operation is counted
 * without a list.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { isJsonObject } from "./upstream/json-object.js";

/** Arguments, and fields of inputs, whose value the bank compares with a secret. */
const SECRET_ARGUMENTS: ReadonlySet<string> = new Set([
  "password",
  "new_password",
  "code",
  "token",
  "ssn_last4",
  "amount_one",
  "amount_two",
]);

/** Fields whose arguments do not show it: they send a code or a link, or test the hash of an invitation's link. */
const OTHER_CREDENTIAL_FIELDS: ReadonlySet<string> = new Set([
  "addMobile",
  "checkJointInvitation",
  "forgotPassword",
  "resendMfa",
  "selectMfa",
  "sendEmailVerification",
]);

/** Whether a root field takes a secret or sends one. An optional secret counts as well. */
export function isCredentialField(type: GraphQLObjectType, name: string): boolean {
  const field = type.getFields()[name];
  return field !== undefined && (OTHER_CREDENTIAL_FIELDS.has(name) || field.args.some((arg) => takesSecret(arg.name, arg.type)));
}

function takesSecret(name: string, type: GraphQLInputType, above: readonly GraphQLInputType[] = []): boolean {
  if (SECRET_ARGUMENTS.has(name)) return true;
  const named = getNamedType(type);
  if (!isInputObjectType(named) || above.includes(named)) return false;
  return Object.values(named.getFields()).some((field) => takesSecret(field.name, field.type, [...above, named]));
}

/** The credential fields at the root of a document. */
export interface CredentialFields {
  /** In all operations of the document. A fragment counts at each spread, at any depth. */
  readonly count: number;
  /** Those of one operation. */
  readonly of: (operation: OperationDefinitionNode) => readonly FieldNode[];
}

const known = new WeakMap<DocumentNode, { readonly schema: GraphQLSchema; readonly fields: CredentialFields }>();

/** The credential fields of a valid document: validation has rejected fragments that contain themselves. */
export function credentialFieldsOf(schema: GraphQLSchema, document: DocumentNode): CredentialFields {
  const found = known.get(document);
  if (found?.schema === schema) return found.fields;
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  function fieldsIn({ selections }: SelectionSetNode, root: GraphQLObjectType): readonly FieldNode[] {
    return selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return isCredentialField(root, selection.name.value) ? [selection] : [];
      const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet;
      return below ? fieldsIn(below, root) : [];
    });
  }
  const byOperation = new Map<OperationDefinitionNode, readonly FieldNode[]>();
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    const root = schema.getRootType(definition.operation);
    byOperation.set(definition, root ? fieldsIn(definition.selectionSet, root) : []);
  }
  const count = [...byOperation.values()].reduce((sum, { length }) => sum + length, 0);
  const fields: CredentialFields = { count, of: (operation) => byOperation.get(operation) ?? [] };
  known.set(document, { schema, fields });
  return fields;
}

/** The use of a secret by a request. */
export interface CredentialUse {
  /** The email address in the arguments of the credential field; null when it has none. */
  readonly email: string | null;
}

/**
 * The use of a secret by the operation that a request executes; null when it has none, such as an optional code that is not
 * given. Only the arguments of the credential field count: a variable that the document does not declare changes nothing.
 * `variables` are coerced (`getVariableValues`).
 */
export function credentialUse(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Readonly<Record<string, unknown>>,
): CredentialUse | null {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return null;
  for (const node of credentialFieldsOf(schema, document).of(operation)) {
    const field = root.getFields()[node.name.value];
    if (field === undefined) continue;
    const values = argumentsOf(field, node, variables);
    if (values === null) return { email: null };
    if (OTHER_CREDENTIAL_FIELDS.has(node.name.value) || field.args.some((arg) => givesSecret(arg.name, arg.type, values[arg.name])))
      return { email: emailIn(values, field.args) };
  }
  return null;
}

/** Null when an argument is null where it must not be: the execution reports the same error. */
function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  try {
    return getArgumentValues(field, node, variables);
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function givesSecret(name: string, type: GraphQLInputType, value: unknown): boolean {
  if (value === null || value === undefined) return false;
  if (SECRET_ARGUMENTS.has(name)) return true;
  if (Array.isArray(value)) return value.some((each) => givesSecret(name, getNamedType(type), each));
  const named = getNamedType(type);
  if (!isInputObjectType(named) || !isJsonObject(value)) return false;
  return Object.values(named.getFields()).some((field) => givesSecret(field.name, field.type, value[field.name]));
}

/** The email address in the arguments themselves, or in an input; a value of the scalar `JSON` may contain anything. */
function emailIn(values: Readonly<Record<string, unknown>>, args: readonly GraphQLArgument[]): string | null {
  const inputs = args.filter(({ type }) => isInputObjectType(getNamedType(type))).map(({ name }) => values[name]);
  for (const each of [values, ...inputs]) if (isJsonObject(each) && typeof each.email === "string") return each.email;
  return null;
}
