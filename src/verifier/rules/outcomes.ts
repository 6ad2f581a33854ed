/** Every outcome that `flows/outcomes.json` declares is handled, and every operation that is sent is declared. */
import type { BundleCore, BundleJourney, CompiledAction, CompiledData, Origin } from "../../language/bundle.js";
import type { LinkedOutcomes } from "../../language/outcomes.js";
import { isUnhandled } from "../transitions/controls.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

/** Who sends something, and where. */
interface Sender {
  readonly owner: string;
  readonly where: string;
  readonly at: Origin;
}

export function checkHandled(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  outcomes: LinkedOutcomes,
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const tell = (rule: "outcome-unhandled" | "outcome-impossible", { owner, at }: Sender, message: string): void => {
    found.push({ rule, message, at: [at], owner, where: null, ask: null });
  };
  const act = (sender: Sender, name: string, action: CompiledAction): void => {
    const { where } = sender;
    if (action.call === undefined) return;
    const failures = outcomes.failures.get(action.call);
    if (failures === undefined) {
      tell("outcome-unhandled", sender, messages.undeclared(where, action.call));
      return;
    }
    for (const key of Object.keys(action.on ?? {})) {
      // A status alone is a net for whatever may come; a code is a claim of what the call answers.
      if (key.includes(".") && !failures.includes(key))
        tell("outcome-impossible", sender, messages.impossible(where, name, key, action.call));
    }
    for (const failure of failures)
      if (isUnhandled(core, action.on ?? {}, action.call, failure))
        tell("outcome-unhandled", sender, messages.unhandled(where, name, failure));
  };
  // What an app or a screen asks for by itself has no words of its own for a failure: the app's are all there are.
  const ask = (sender: Sender, name: string, { query }: CompiledData): void => {
    const failures = outcomes.failures.get(query);
    if (failures === undefined) tell("outcome-unhandled", sender, messages.undeclared(sender.where, query));
    for (const failure of failures ?? [])
      if (isUnhandled(core, {}, query, failure)) tell("outcome-unhandled", sender, messages.unhandled(sender.where, name, failure));
  };
  for (const screen of Object.values(core.screens)) {
    const sender = { owner: `screen:${screen.id}`, where: screen.id, at: screen.at };
    const content = journeys[screen.journey]?.screens[screen.id];
    for (const [name, action] of Object.entries(content?.actions ?? {})) act(sender, name, action);
    for (const [name, data] of Object.entries(content?.data ?? {})) ask(sender, name, data);
  }
  const at: Origin = { file: "flows/app.flow.json", line: 1, column: 1, layer: "base" };
  const app = { owner: "app", where: "the app", at };
  for (const [name, action] of Object.entries(core.actions)) act(app, name, action);
  for (const [name, data] of Object.entries(core.loads)) ask(app, name, data);
  return found;
}
