/**
 * Exports how the mock applies `flows/outcomes.json`: the outcomes that an operation may have, and their effect on the
 * state.
 */
import Ajv from "ajv";
import type { DepositorState } from "../src/engine/events.js";
import { scopeOf } from "../src/engine/scope.js";
import type { BundleCore } from "../src/language/bundle.js";
import { type Becomes, linkOutcomes, type OutcomesFile } from "../src/language/outcomes.js";
import { test } from "../src/language/predicate.js";
import { type Failure, failureOf, UpstreamTimeout, UpstreamUnreachable } from "./upstream/errors.js";
import { isJsonObject } from "./upstream/json-object.js";

export type Fields = Readonly<Record<string, unknown>>;

interface DeclaredFailure {
  readonly message: string;
  readonly fields?: readonly string[];
}

type Operation = OutcomesFile["operations"][string];

/** A successful outcome: the new values of the state, and fields that override the answer. */
interface SuccessOutcome {
  readonly becomes: Readonly<Record<string, readonly Becomes[]>>;
  readonly answer?: Fields;
}

/** Where values come from when an outcome allows several. */
export interface Choice {
  /** The operation's variables. */
  readonly variables: Fields;
  /** States whose value is used where the outcome allows it, in order of preference. */
  readonly preferred: readonly Fields[];
  /** A value of that kind for a path of the state. */
  readonly sample: (kind: "text" | "instant" | "list" | "record", path: string) => unknown;
}

/** Parses the file; throws when it does not match its schema. */
export function readOutcomes(text: string, schema: string): OutcomesFile {
  const file: unknown = JSON.parse(text);
  const ajv = new Ajv({ allErrors: true, strict: false });
  if (!ajv.validate(JSON.parse(schema) as object, file)) throw new Error(`flows/outcomes.json: ${ajv.errorsText()}`);
  return file as OutcomesFile;
}

/** Whether the operation may have this outcome: a success, its own failure, or a common failure. */
export function isOutcome(file: OutcomesFile, operation: string, outcome: string): boolean {
  const known = operationOf(file, operation);
  return known !== null && [known.ok, known.failures, file.common].some((names) => Object.hasOwn(names, outcome));
}

/** The failure of that name, as the file describes it; null when there is none. */
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

/**
 * The success of that name; without a name, the first one that is possible in this state. Null when the file does not
 * list the operation.
 */
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

/**
 * The state after a successful outcome. It keeps a current value that the outcome allows, so that a chosen persona
 * stays as it is.
 */
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
      // Always a new instant: the expiry of an earlier session would end the next one.
      return false;
    case "list":
      return Array.isArray(value) && value.length > 0;
    case "record":
      return isJsonObject(value);
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
  const record = isJsonObject(node) ? node : {};
  return { ...record, [key]: setPath(record[key], rest, value) };
}

function operationOf(file: OutcomesFile, operation: string): Operation | null {
  return Object.hasOwn(file.operations, operation) ? (file.operations[operation] ?? null) : null;
}
