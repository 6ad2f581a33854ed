/**
 * Exports the tables that `flows coverage --write` adds to scenarios: what each documented failure of a call changes, and what the
 * rules of a form say about values at and beyond their bounds.
 */
import type { FormBlock } from "../language/blocks.js";
import type { CompiledAction } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { LoadedBundle } from "./loaded-bundle.js";
import { runScenario, type ScenarioOptions } from "./run-scenario.js";
import type { Branch, Changes, Scenario, Step, Tried } from "./scenario.js";
import { triedValues } from "./tried-values.js";

/** Failures that every call can have: one of them is tried for all failures that no row names. */
const COMMON = new Set(["500.unexpected", "network", "timeout"]);

/** The failures of an operation that a screen can treat in its own way, and the common ones. */
export function failuresToTry(
  documented: readonly string[],
  common: ReadonlySet<string>,
  actions: readonly CompiledAction[],
): readonly string[] {
  const rows = new Set(actions.flatMap(({ on = {} }) => Object.keys(on)));
  return documented.filter((name) => COMMON.has(name) || !common.has(name) || rows.has(name) || rows.has(name.split(".")[0] ?? ""));
}

/** What the last step of a scenario expects, or null where the brands differ or it cannot be performed. */
async function presentAtEnd<Seen>(scenario: Scenario, brands: readonly LoadedBundle[], options: ScenarioOptions): Promise<Seen | null> {
  const last = scenario.steps.length - 1;
  const seen: Seen[] = [];
  for (const loaded of brands) {
    const failures = await runScenario(loaded, scenario, {
      ...options,
      update(step, present) {
        if (step === last) seen.push(present as Seen);
      },
    });
    if (failures.length > 0) return null;
  }
  const [first = null, ...others] = seen;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
}

/** The row of each failure of the call that waits at the end of a scenario. */
export async function failureTable(
  scenario: Scenario,
  operation: string,
  names: readonly string[],
  brands: readonly LoadedBundle[],
  options: ScenarioOptions,
): Promise<NonNullable<Branch["failures"]> | null> {
  const rows: Record<string, Changes> = {};
  for (const fails of names) {
    const step: Step = { answer: operation, fails, changes: "" };
    const changes = await presentAtEnd<Changes>({ ...scenario, steps: [...scenario.steps, step] }, brands, options);
    if (changes !== null) rows[fails] = changes;
  }
  return Object.keys(rows).length === 0 ? null : { [operation]: rows };
}

const asText = (value: Json): string => (value === null ? "" : String(value));

/** The values to try in the fields of a form that a scenario has filled in, with what the form's rules say of them. */
export async function triedTable(
  scenario: Scenario,
  { schema, fields }: FormBlock,
  good: { readonly [field: string]: Json },
  brands: readonly LoadedBundle[],
  options: ScenarioOptions,
  today: string,
): Promise<Tried | null> {
  const candidates = triedValues(schema as Json, good, today);
  const all: Record<string, Record<string, null>> = {};
  for (const field of fields.order) {
    const values = candidates.get(field);
    if (values !== undefined) all[field] = Object.fromEntries(values.map(({ value }) => [asText(value), null]));
  }
  if (Object.keys(all).length === 0) return null;
  const tried = await presentAtEnd<Tried>({ ...scenario, steps: [...scenario.steps, { try: all }] }, brands, options);
  if (tried === null) return null;
  const chosen = Object.entries(tried).flatMap(([field, errors]): readonly (readonly [string, Tried[string]])[] => {
    const bounds = new Set((candidates.get(field) ?? []).flatMap(({ value, isBound }) => (isBound ? [asText(value)] : [])));
    const seen = new Set<string>();
    const rows = Object.entries(errors).filter(([text, error]) => {
      if (bounds.has(text)) return true;
      if (error === null || seen.has(error)) return false;
      seen.add(error);
      return true;
    });
    return rows.length === 0 ? [] : [[field, Object.fromEntries(rows)]];
  });
  return chosen.length === 0 ? null : Object.fromEntries(chosen);
}
