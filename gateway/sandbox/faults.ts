/**
 * Exports fault injection: the next calls to an endpoint fail, respond late or lose their connection, before or after
 * the bank executes them.
 */
import { ApiError } from "./api-error.js";

/** `path`: without `/api/v1`; `{name}` matches any segment. No `method`: all. `delay_ms`: milliseconds; `times`: calls, 1 by default. */
export interface Fault {
  readonly path: string;
  readonly method?: string;
  readonly status?: number;
  readonly delay_ms?: number;
  readonly drop?: boolean;
  /** The bank executes the call, and its response is lost. */
  readonly lost?: boolean;
  readonly times?: number;
}

/** A fault demands that the server destroys the connection without a response. */
export class DroppedConnection extends Error {
  constructor() {
    super("The sandbox dropped this connection.");
    this.name = "DroppedConnection";
  }
}

/** The faults that wait for their calls, the first added applies first. They are in memory and end with the process. */
export interface Faults {
  readonly add: (fault: Fault) => void;
  readonly list: () => readonly Fault[];
  readonly clear: () => void;
  /** Applies the next fault to a call: waits, throws, or does nothing. True: the response must be lost. */
  readonly apply: (method: string, path: string) => Promise<boolean>;
}

/** The specification distinguishes `/alerts/` from `/alerts`; a fault path without the slash matches both. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}${path.endsWith("/") ? "" : "/?"}$`);

export function createFaults(): Faults {
  let pending: { fault: Fault; left: number; pattern: RegExp }[] = [];
  return {
    add: (fault) => void pending.push({ fault, left: fault.times ?? 1, pattern: patternOf(fault.path.split("?")[0] ?? fault.path) }),
    list: () => pending.map(({ fault, left }) => ({ ...fault, times: left })),
    clear: () => {
      pending = [];
    },
    async apply(method, path) {
      const found = pending.find(
        ({ fault, pattern }) => (fault.method === undefined || fault.method.toUpperCase() === method) && pattern.test(path),
      );
      if (!found) return false;
      found.left -= 1;
      if (found.left <= 0) pending = pending.filter((one) => one !== found);
      const { status, delay_ms, drop, lost } = found.fault;
      if (delay_ms !== undefined) await new Promise((resolve) => setTimeout(resolve, delay_ms));
      if (drop === true) throw new DroppedConnection();
      if (status !== undefined)
        throw new ApiError(
          status,
          CODES[status] ?? "fault",
          status === 419 ? "This page timed out. Try again." : "The sandbox made this call fail.",
        );
      return lost === true;
    },
  };
}

const CODES: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  419: "csrf_expired",
  422: "validation",
  451: "unavailable_for_legal_reasons",
  500: "internal",
};
