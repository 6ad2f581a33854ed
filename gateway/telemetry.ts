/**
 * Exports the port through which the gateway reports traces and metrics, for the server and the GraphQL route.
 * `opentelemetry.ts` implements it; without an exporter there is no implementation, and nothing is measured.
 */
import type { CallTrace, TracedCall } from "./upstream/transport.js";

/** The result of a GraphQL operation: no variables, no ids of depositors. */
export interface OperationResult {
  readonly brand: string;
  /** Null for a document without a name. */
  readonly operation: string | null;
  /** `ok`, or the code of the first error. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** The span of one GraphQL operation. */
export interface OperationSpan {
  /** Ends the span and counts the operation. Call once. */
  done(result: OperationResult): void;
}

/** The span of one request of a browser. */
export interface RequestSpan {
  /** Runs an operation in its own span: the calls that it makes belong to it. */
  operation<T>(run: (span: OperationSpan) => Promise<T>): Promise<T>;
  /** Begins the span of a call to the upstream. */
  upstream(call: TracedCall): CallTrace;
  end(status: number): void;
}

export interface Telemetry {
  /**
   * Begins the span of a request. `traceparent` is the browser's header: the span belongs to the trace of the browser's
   * action when it is valid.
   */
  request(attributes: { readonly method: string; readonly route: string; readonly requestId: string }, traceparent: unknown): RequestSpan;
  /** Exports the remaining data. */
  close(): Promise<void>;
}
