/** Exports the locations of the outcomes that actions handle, for the rule about impossible outcomes. */
import type { Origin } from "../../language/bundle.js";
import type { SourceNode } from "../../language/source.js";
import { childOf, entriesOf } from "../../language/source.js";

/** The location of each key of `on`, and of `failures` of the app, by `outcomeKey`. */
export type OutcomeKeys = ReadonlyMap<string, Origin>;

/** `owner` is `screen:id` or `app`; `action` is empty for the app's `failures`. */
export function outcomeKey(owner: string, action: string, outcome: string): string {
  return JSON.stringify([owner, action, outcome]);
}

/** The keys in the flow files of the base, in the app's file and in the brand's overlay, whose key replaces that of the base. */
export function outcomeKeys(flows: readonly (SourceNode | null)[], app: SourceNode | null, overlay: SourceNode | null): OutcomeKeys {
  const found = new Map<string, Origin>();
  const addRows = (owner: string, action: string, rows: SourceNode | null): void => {
    // One key may name several outcomes: `"500, network"`.
    for (const [group, { key }] of entriesOf(rows))
      for (const outcome of group.split(/\s*,\s*/)) found.set(outcomeKey(owner, action, outcome), key);
  };
  const add = (owner: string, actions: SourceNode | null): void => {
    for (const [action, { node }] of entriesOf(actions)) addRows(owner, action, childOf(node, "on"));
  };
  for (const root of [...flows, overlay])
    for (const [id, { node }] of entriesOf(childOf(root, "screens"))) add(`screen:${id}`, childOf(node, "actions"));
  for (const root of [app, childOf(overlay, "app")]) {
    for (const keyword of ["events", "actions"]) add("app", childOf(root, keyword));
    addRows("app", "", childOf(root, "failures"));
  }
  return found;
}
