/**
 * Exports fault injection: the next calls to an endpoint fail, respond late or lose their connection, before or after
 * the bank executes them.
 */
import { ApiError, type FieldErrors, invalid } from "./api-error.js";
import type { Route } from "./http/route.js";

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
  /** Throws 422 for a fault that could never apply, or not as a whole. */
  readonly add: (fault: Fault) => void;
  readonly list: () => readonly Fault[];
  readonly clear: () => void;
  /** Applies the next fault to a call: waits, throws, or does nothing. True: the response must be lost. */
  readonly apply: (method: string, path: string) => Promise<boolean>;
}

/** The specification distinguishes `/alerts/` from `/alerts`; a fault path without the slash matches both. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}${path.endsWith("/") ? "" : "/?"}$`);

type Call = Pick<Route, "method" | "path">;

/** Calls outside of `/api/v1` to which faults apply; those of the link provider have any method. */
const OTHER_CALLS: readonly { readonly method: string | null; readonly path: string }[] = [
  { method: "GET", path: "/sanctum/csrf-cookie" },
  { method: null, path: "/sandbox/fastlink/" },
  { method: null, path: "/sandbox/fastlink/{file}" },
];

const pathOf = (fault: Fault): string => fault.path.split("?")[0] ?? fault.path;
const isParameter = (segment: string): boolean => /^\{\w+\}$/.test(segment);

/** Whether a fault's path matches an address of the call: a parameter of one is any segment of the other. */
function matchesCall(path: string, call: string): boolean {
  const [segments, others] = [path.split("/"), call.split("/")];
  if (!path.endsWith("/") && others.at(-1) === "") others.pop();
  return (
    segments.length === others.length &&
    segments.every((segment, index) => {
      const other = others[index] ?? "";
      return segment === other || (segment !== "" && other !== "" && (isParameter(segment) || isParameter(other)));
    })
  );
}

/** The reasons why a fault cannot apply as written, by field. */
function problemsOf(fault: Fault, calls: readonly Call[]): FieldErrors {
  const found = [...calls, ...OTHER_CALLS].filter(({ path }) => matchesCall(pathOf(fault), path));
  if (found.length === 0) return { path: ["No call has this path. Write it as the API's document does, without /api/v1."] };
  const { method } = fault;
  if (method !== undefined && !found.some((call) => call.method === null || call.method === method.toUpperCase()))
    return { method: ["No call has this method at this path."] };
  const isWithoutAnswer = fault.drop === true || fault.lost === true;
  if (isWithoutAnswer && fault.status !== undefined) return { status: ["A call whose connection ends has no status."] };
  if (!isWithoutAnswer && fault.status === undefined && fault.delay_ms === undefined)
    return { [fault.drop === undefined ? "lost" : "drop"]: ["This changes no call."] };
  return fault.drop === true && fault.lost === true ? { lost: ["The bank does not execute a call that is dropped."] } : {};
}

/** `calls`: those of `/api/v1`. */
export function createFaults(calls: readonly Call[]): Faults {
  let pending: { fault: Fault; left: number; pattern: RegExp }[] = [];
  return {
    add(fault) {
      const problems = problemsOf(fault, calls);
      if (Object.keys(problems).length > 0) throw invalid(problems);
      pending.push({ fault, left: fault.times ?? 1, pattern: patternOf(pathOf(fault)) });
    },
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
