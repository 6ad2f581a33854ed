/** Every outcome that `flows/outcomes.json` declares is handled, and every operation that is sent is declared. */
import type { BundleCore, BundleJourney, CompiledAction, Origin } from "../bundle.js";
import { isUnhandled } from "./exits.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { LinkedOutcomes } from "./outcomes.js";

export function checkHandled(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  outcomes: LinkedOutcomes,
): readonly Suspicion[] {
  const found: Suspicion[] = [];
  const look = (owner: string, where: string, at: Origin, name: string, action: CompiledAction): void => {
    if (action.call === undefined) return;
    const failures = outcomes.failures.get(action.call);
    if (failures === undefined) {
      found.push({ rule: "outcome-unhandled", message: messages.undeclared(where, action.call), at: [at], owner, where: null, ask: null });
      return;
    }
    for (const key of Object.keys(action.on ?? {})) {
      // A status alone is a net for whatever may come; a code is a claim of what the call answers.
      if (!key.includes(".") || failures.includes(key)) continue;
      found.push({
        rule: "outcome-impossible",
        message: messages.impossible(where, name, key, action.call),
        at: [at],
        owner,
        where: null,
        ask: null,
      });
    }
    for (const failure of failures) {
      if (isUnhandled(core, action, failure))
        found.push({
          rule: "outcome-unhandled",
          message: messages.unhandled(where, name, failure),
          at: [at],
          owner,
          where: null,
          ask: null,
        });
    }
  };
  for (const screen of Object.values(core.screens)) {
    const actions = journeys[screen.journey]?.screens[screen.id]?.actions ?? {};
    for (const [name, action] of Object.entries(actions)) look(`screen:${screen.id}`, screen.id, screen.at, name, action);
  }
  const at: Origin = { file: "flows/app.flow.json", line: 1, column: 1, layer: "base" };
  for (const [name, action] of Object.entries(core.actions)) look("app", "the app", at, name, action);
  return found;
}
