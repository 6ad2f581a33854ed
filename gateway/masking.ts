/**
 * Exports the masking of errors for the browser, for the GraphQL route and the server: the fields of a declared failure,
 * and only a request id for anything else.
 */
import { GraphQLError } from "graphql";
import { BrowserDisconnected, Failure, UpstreamFailed, UpstreamUnreachable } from "./upstream/errors.js";

/** The fields of `errors[].extensions` (schema.graphql). */
export interface Extensions {
  readonly status: number | "network" | "timeout";
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly data?: unknown;
  readonly request_id: string;
}

/** The message of every undeclared error, for the depositor. */
export const MASKED = "Something went wrong on our end.";

/** The beginning of graphql's message about a result that is not of its field's type, before it quotes the value. */
const WRONG_RESULT = /^(?:.{0,100}? cannot represent\b|Cannot return null for non-nullable field [\w.]+|Expected Iterable)/;

/**
 * The cause of a GraphQL error: the error that a resolver has thrown, or the failure of the upstream whose answer has a
 * value of another type. Its reason does not quote the value, which may be a person's.
 */
export function causeOf(error: Readonly<GraphQLError | Error>): Error {
  const thrown = (error instanceof GraphQLError ? error.originalError : null) ?? error;
  const [wrong] = WRONG_RESULT.exec(thrown.message) ?? [];
  if (wrong === undefined || thrown instanceof Failure) return thrown;
  const path = (error instanceof GraphQLError && error.path?.join(".")) || "a field";
  return new UpstreamFailed(502, `the result of ${path} is not of its type: ${wrong}`);
}

/** The extensions of a declared failure, or of a masked error. */
export function extensionsOf(error: unknown, requestId: string): Extensions {
  if (error instanceof Failure) {
    const { status, code, message, errors, data } = error;
    return { status, code, message, errors, ...(data === null ? {} : { data }), request_id: requestId };
  }
  return { status: 500, code: "internal", message: MASKED, errors: [], request_id: requestId };
}

/** The HTTP status of an answer whose request failed as a whole: the gateway's, or 502 without an answer of the upstream. */
export function httpStatusOf({ status }: Extensions): number {
  return typeof status === "number" ? status : 502;
}

/** The body of an answer whose request failed as a whole. */
export function errorBody(extensions: Extensions) {
  return { errors: [{ message: extensions.message, extensions }] };
}

/**
 * An error of the request itself (its JSON, syntax, validation, variables) with the fields that every other error has. Errors
 * of resolvers have them from `maskError`.
 */
export function requestError(error: Readonly<GraphQLError | Error>, requestId: string): GraphQLError {
  const isGraphQL = error instanceof GraphQLError;
  const own = isGraphQL ? error.extensions : {};
  const code = isGraphQL ? "document_invalid" : "malformed";
  const extensions = { status: 400, code, message: MASKED, errors: [], ...own, request_id: requestId } satisfies Extensions;
  return new GraphQLError(error.message, { ...(isGraphQL ? locationOf(error) : {}), extensions });
}

/** Where in the document, and in the answer, an error is. */
function locationOf({ nodes, source, positions, path }: GraphQLError) {
  return { nodes: nodes ?? null, source: source ?? null, positions: positions ?? null, path: path ?? null };
}

/** The details that the log records besides status and code; null for failures that are part of normal use. */
export function reasonToLog(error: unknown): string | null {
  if (error instanceof UpstreamFailed) return error.detail;
  if (error instanceof UpstreamUnreachable) return error.reason;
  if (error instanceof Failure) return null;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Whether an error concerns the operator: it has a reason, and is not caused by a browser that disconnected, which any browser may do. */
export function isOperatorsConcern(error: unknown): boolean {
  return reasonToLog(error) !== null && !(error instanceof BrowserDisconnected);
}

/**
 * Returns a GraphQL error that is safe for the browser. Errors in a document pass unchanged, since they only quote the
 * sender; errors thrown by a resolver are masked unless declared.
 */
export function maskError(error: Readonly<GraphQLError | Error>, requestId: string): GraphQLError | Error {
  const thrown = error instanceof GraphQLError ? error.originalError : null;
  // An error in the request itself (syntax, validation, variables) contains nothing internal.
  if (!thrown && !(error instanceof GraphQLError && error.path)) return error;
  const extensions = extensionsOf(causeOf(error), requestId);
  return new GraphQLError(extensions.message, { ...locationOf(error as GraphQLError), extensions: { ...extensions } });
}
