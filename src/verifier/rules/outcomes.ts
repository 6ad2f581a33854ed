/** Exports the rules about outcomes (unhandled, undeclared, impossible) of `flows/outcomes.json` for the analysis. */
import type { BundleCore, BundleJourney, CompiledAction, CompiledData, Origin } from "../../language/bundle.js";
import type { LinkedOutcomes } from "../../language/outcomes.js";
import { isUnhandled } from "../transitions/outcome-effects.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { type OutcomeKeys, outcomeKey } from "./outcome-keys.js";

/** A screen or the app, as sender of calls. */
interface Sender {
  readonly owner: string;
  readonly where: string;
  readonly at: Origin;
}

export function checkOutcomes(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  outcomes: LinkedOutcomes,
  keys: OutcomeKeys,
): readonly CandidateFinding[] {
  const found: CandidateFinding[] = [];
  const statuses = new Set([...outcomes.failures.values()].flat().map((failure) => failure.split(".")[0] ?? ""));
  const report = (rule: "outcome-unhandled" | "outcome-impossible", { owner, at }: Sender, message: string): void => {
    found.push({ rule, message, at: [at], owner, where: null, question: null });
  };
  const checkAction = (sender: Sender, name: string, action: CompiledAction): void => {
    const { where } = sender;
    if (action.call === undefined) return;
    const failures = outcomes.failures.get(action.call);
    if (failures === undefined) {
      report("outcome-unhandled", sender, messages.undeclared(where, action.call));
      return;
    }
    for (const key of Object.keys(action.on ?? {})) {
      // A status alone is for its failures of any code, also for a call that declares none yet; but some call has one.
      const isKnown = /^\d{3}$/.test(key) ? statuses.has(key) : !key.includes(".") || failures.includes(key);
      if (isKnown) continue;
      const others = failures.filter((failure) => action.on?.[failure] === undefined);
      const at = keys.get(outcomeKey(sender.owner, name, key)) ?? sender.at;
      report("outcome-impossible", { ...sender, at }, messages.impossible(where, name, key, action.call, others));
    }
    for (const failure of failures)
      if (isUnhandled(core, action.on ?? {}, action.call, failure))
        report("outcome-unhandled", sender, messages.unhandled(where, name, failure));
  };
  // Queries have no failure effects of their own, only those of the app.
  const checkQuery = (sender: Sender, name: string, { query }: CompiledData): void => {
    const failures = outcomes.failures.get(query);
    if (failures === undefined) report("outcome-unhandled", sender, messages.undeclared(sender.where, query));
    for (const failure of failures ?? [])
      if (isUnhandled(core, {}, query, failure)) report("outcome-unhandled", sender, messages.unhandled(sender.where, name, failure));
  };
  for (const screen of Object.values(core.screens)) {
    const sender = { owner: `screen:${screen.id}`, where: screen.id, at: screen.at };
    const content = journeys[screen.journey]?.screens[screen.id];
    for (const [name, action] of Object.entries(content?.actions ?? {})) checkAction(sender, name, action);
    for (const [name, data] of Object.entries(content?.data ?? {})) checkQuery(sender, name, data);
  }
  const at: Origin = { file: "flows/app.flow.json", line: 1, column: 1, layer: "base" };
  const app = { owner: "app", where: "the app", at };
  for (const [name, action] of Object.entries(core.actions)) checkAction(app, name, action);
  for (const [name, data] of Object.entries(core.loads)) checkQuery(app, name, data);
  return found;
}
