/** What `flows/outcomes.json` lets an operation answer, chosen so that a journey goes on. */
import Ajv from "ajv";
import type { DepositorState } from "../src/engine/events.js";
import { scopeOf } from "../src/engine/scope.js";
import type { BundleCore } from "../src/language/bundle.js";
import { type Becomes, linkOutcomes, type OutcomesFile } from "../src/language/outcomes.js";
import { test } from "../src/language/predicate.js";
import { isRecord } from "./upstream/envelope.js";
import { type Failure, failureOf, UpstreamTimeout, UpstreamUnreachable } from "./upstream/errors.js";

export type Fields = Readonly<Record<string, unknown>>;

interface DeclaredFailure {
  readonly message: string;
  readonly fields?: readonly string[];
}

type Operation = OutcomesFile["operations"][string];

/** A good answer: what the state becomes, and fields laid over the answer. */
interface SuccessOutcome {
  readonly becomes: Readonly<Record<string, readonly Becomes[]>>;
  readonly answer?: Fields;
}

/** Where values come from when several are allowed. */
export interface Choice {
  /** The operation's variables. */
  readonly variables: Fields;
  /** States whose value is preferred where it is allowed, the first one first. */
  readonly preferred: readonly Fields[];
  /** A value of that kind for a path of the state. */
  readonly sample: (kind: "text" | "instant" | "list" | "record", path: string) => unknown;
}

/** Reads the file; what does not fit its schema stops. */
export function readOutcomes(text: string, schema: string): OutcomesFile {
  const file: unknown = JSON.parse(text);
  const ajv = new Ajv({ allErrors: true, strict: false });
  if (!ajv.validate(JSON.parse(schema) as object, file)) throw new Error(`flows/outcomes.json: ${ajv.errorsText()}`);
  return file as OutcomesFile;
}

/** Whether the operation may end so: the name of a good answer, of a failure, or of a common failure. */
export function isOutcome(file: OutcomesFile, operation: string, outcome: string): boolean {
  const known = operationOf(file, operation);
  return known !== null && [known.ok, known.failures, file.common].some((names) => Object.hasOwn(names, outcome));
}

/** The failure of that name with what the file says of it; null when it is none. */
export function failureNamed(file: OutcomesFile, operation: string, outcome: string): Failure | null {
  const failures = { ...file.common, ...operationOf(file, operation)?.failures } as Readonly<Record<string, DeclaredFailure>>;
  const refusal = Object.hasOwn(failures, outcome) ? failures[outcome] : undefined;
  if (!refusal) return null;
  if (outcome === "network") return new UpstreamUnreachable(refusal.message);
  if (outcome === "timeout") return new UpstreamTimeout();
  const [status, code = null] = outcome.split(".");
  const errors = (refusal.fields ?? []).map((path) => ({ path, message: refusal.message }));
  return failureOf(Number(status), { code, message: refusal.message, errors });
}

/** The good answer of that name; without a name the first that may come in this state. Null: nothing is known of the operation. */
export function successOutcome(
  file: OutcomesFile,
  core: BundleCore,
  operation: string,
  state: Fields,
  name: string | null,
): SuccessOutcome | null {
  const known = operationOf(file, operation);
  if (!known) return null;
  const scope = scopeOf({ ...core.initial, ...state } as DepositorState, new Date().toISOString(), null);
  const possible = linkOutcomes(core, file).good.get(operation) ?? [];
  const outcomeName = name ?? possible.find(({ logic }) => logic === null || test(logic, scope))?.name ?? possible[0]?.name;
  return outcomeName === undefined ? null : ((known.ok[outcomeName] as SuccessOutcome | undefined) ?? null);
}

/** The state after a good answer. What may stay stays, so that a chosen persona is not led elsewhere. */
export function applyOutcome(success: SuccessOutcome, state: Fields, choice: Choice): Fields {
  let next = state;
  for (const [path, values] of Object.entries(success.becomes)) {
    next = setPath(next, path.split("."), chooseValue(path, values, next, choice)) as Fields;
  }
  return next;
}

function chooseValue(path: string, values: readonly Becomes[], state: Fields, choice: Choice): unknown {
  for (const before of [state, ...choice.preferred]) {
    const value = valueAt(before, path);
    if (value !== null && values.some((allowed) => isAllowed(allowed, value, choice.variables))) return value;
  }
  const [first = null] = values;
  if (typeof first !== "object" || first === null) return first;
  return "variable" in first ? (choice.variables[first.variable] ?? null) : choice.sample(first.any, path);
}

function isAllowed(allowed: Becomes, value: unknown, variables: Fields): boolean {
  if (typeof allowed !== "object" || allowed === null) return value === allowed;
  if ("variable" in allowed) return value === variables[allowed.variable];
  switch (allowed.any) {
    case "text":
      return typeof value === "string";
    case "instant":
      // Always a new one: an old end of a session would be the end of the next.
      return false;
    case "list":
      return Array.isArray(value) && value.length > 0;
    case "record":
      return isRecord(value);
  }
}

function valueAt(state: Fields, path: string): unknown {
  let value: unknown = state;
  for (const key of path.split(".")) value = typeof value === "object" && value !== null ? (value as Fields)[key] : undefined;
  return value ?? null;
}

function setPath(node: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.map((item: unknown, index) => (String(index) === key ? setPath(item, rest, value) : item));
  const record = isRecord(node) ? node : {};
  return { ...record, [key]: setPath(record[key], rest, value) };
}

function operationOf(file: OutcomesFile, operation: string): Operation | null {
  return Object.hasOwn(file.operations, operation) ? (file.operations[operation] ?? null) : null;
}
