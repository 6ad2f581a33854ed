/**
 * Exports `compileSlices`, `personalSlices` and `checkPersonal` for the compiler: read the slices of `state.schema.json`
 * (initial values, persistence and reset) and report wrong declarations.
 */
import { type BundleCore, COMPUTED_SLICES, type PersistenceScope } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { answeredByDefault, notPersonal, personalKept } from "../language/frame-problems.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker, PersonalSlices } from "./compile-context.js";
import { slicesOf } from "./selections.js";

/** The bundle's data about the slices. */
export type SliceDeclarations = Pick<BundleCore, "initial" | "persisted" | "versions" | "keptOnReset">;

/** The declarations of a schema that could not be read. */
export const NO_SLICES: SliceDeclarations = { initial: {}, persisted: {}, versions: {}, keptOnReset: [] };

const SCOPES: readonly PersistenceScope[] = ["session", "depositor", "draft"];
const RESETS = ["cleared", "kept"] as const;

/** The keywords of the schema of the state beside those of JSON Schema, which the schema itself describes. */
export const STATE_KEYWORDS: readonly string[] = [
  "x-persisted",
  "x-version",
  "x-reset",
  "x-writable",
  "x-semantics",
  "x-personal",
  "x-read",
  "x-extensible-enum",
];

/** Compiles the declarations of every slice except those that the engine computes. */
export function compileSlices(schema: SourceNode, report: Linker["report"]): SliceDeclarations {
  const initial: Record<string, Json> = {};
  const persisted: Record<string, PersistenceScope> = {};
  const versions: Record<string, number> = {};
  const keptOnReset: string[] = [];
  for (const [name, { key, node: slice }] of entriesOf(childOf(schema, "properties"))) {
    if (COMPUTED_SLICES.includes(name)) continue;
    const start = childOf(slice, "default");
    if (start === null) report(key, problems.missingKeyword("default"));
    else initial[name] = plain(start);
    const scope = choiceOf(childOf(slice, "x-persisted"), SCOPES, report);
    if (scope !== null) persisted[name] = scope;
    const version = childOf(slice, "x-version");
    if (version !== null) {
      const number = plain(version);
      if (typeof number !== "number" || !Number.isInteger(number) || number < 2)
        report(version.at, problems.wrongChoice(number, ["a whole number of 2 or more"]));
      else versions[name] = number;
    }
    const reset = childOf(slice, "x-reset");
    if (choiceOf(reset, RESETS, report) === "kept") {
      keptOnReset.push(name);
      if (reset !== null && childOf(slice, "x-personal") !== null) report(reset.at, personalKept(name));
    }
  }
  return { initial, persisted, versions, keptOnReset };
}

/** The slices that a state schema marks with `x-personal`. */
export function personalSlices(schema: SourceNode | null): PersonalSlices {
  const marked = entriesOf(childOf(schema, "properties")).flatMap(([name, { node }]) => {
    const mark = childOf(node, "x-personal");
    return mark === null ? [] : [{ name, isSession: textOf(mark) === "session" }];
  });
  return { session: marked.find(({ isSession }) => isSession)?.name ?? null, all: marked.map(({ name }) => name) };
}

/**
 * Data that is returned only with a session is the depositor's: the next user of the browser must not see it, and before the answer
 * nobody knows it.
 */
export function checkPersonal(schema: SourceNode | null, { names, state, personal, report }: Linker): void {
  const slices = childOf(schema, "properties");
  const found = new Map<string, string>();
  for (const operation of names.operations.entries.values())
    for (const [slice] of operation.isAuthenticated ? slicesOf(operation, state) : []) found.set(slice, found.get(slice) ?? operation.name);
  for (const [slice, operation] of found) {
    const entry = slices?.kind === "object" ? slices.entries.get(slice) : undefined;
    const isKept = textOf(childOf(entry?.node, "x-reset")) === "kept";
    if (entry !== undefined && !isKept && !personal.all.includes(slice)) report(entry.key, notPersonal(slice, operation));
    const initial = childOf(entry?.node, "default");
    if (initial !== null && !isEmpty(plain(initial))) report(initial.at, answeredByDefault(slice, operation));
  }
}

/** Whether a value and all its parts are empty: null, false, 0, an empty text. */
function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null ? Object.values(value).every(isEmpty) : !value;
}

function choiceOf<T extends string>(node: SourceNode | null, choices: readonly T[], report: Linker["report"]): T | null {
  if (node === null) return null;
  const value = plain(node);
  const choice = choices.find((one) => one === value) ?? null;
  if (choice === null) report(node.at, problems.wrongChoice(value, choices));
  return choice;
}
