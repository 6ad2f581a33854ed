/** What of a failure reaches the browser: a declared one with its fields, anything else as a number to quote. */
import { GraphQLError } from "graphql";
import { Failure, UpstreamFailed, UpstreamUnreachable } from "./upstream/errors.js";

/** The fields of `errors[].extensions` (schema.graphql). */
export interface Extensions {
  readonly status: number | "network" | "timeout";
  readonly code: string;
  readonly message: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  readonly data?: unknown;
  readonly request_id: string;
}

/** Told for everything that nobody declared. */
export const MASKED = "Something went wrong.";

/** The extensions of a declared failure, or of a masked one. */
export function extensionsOf(error: unknown, requestId: string): Extensions {
  if (error instanceof Failure) {
    const { status, code, message, errors, data } = error;
    return { status, code, message, errors, ...(data === null ? {} : { data }), request_id: requestId };
  }
  return { status: 500, code: "internal", message: MASKED, errors: [], request_id: requestId };
}

/** What the log should hold of it beyond status and code; null for what is a depositor's everyday. */
export function reasonToLog(error: unknown): string | null {
  if (error instanceof UpstreamFailed) return error.detail;
  if (error instanceof UpstreamUnreachable) return error.reason;
  if (error instanceof Failure) return null;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** GraphQL's own errors of a document pass as they are: they quote the sender. Everything thrown by a resolver is told or masked. */
export function maskError(error: Readonly<GraphQLError | Error>, requestId: string): GraphQLError | Error {
  const thrown = error instanceof GraphQLError ? error.originalError : null;
  // Wrong on its way in (syntax, validation, variables): nothing of ours is in it.
  if (!thrown && !(error instanceof GraphQLError && error.path)) return error;
  const extensions = extensionsOf(thrown ?? error, requestId);
  const { nodes, source, positions, path } = error as GraphQLError;
  return new GraphQLError(extensions.message, {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    extensions: { ...extensions },
  });
}
