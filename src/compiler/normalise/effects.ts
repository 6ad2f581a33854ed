/**
 * Exports `writeNotifications` and `writeSilence` for `normalise.ts`: `notifyError` of an effect becomes a `notify` with the
 * message of the error, and `silent` of an action an entry of `on` for each failure that the app shows on the page.
 */
import type { Language } from "../../language/meta-schema.js";
import { RecentTexts } from "../../language/recent-texts.js";
import { childOf, type Entry, keysOf, type ObjectNode, type SourceNode } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, generated, type Rewriter, type Rewritten, replaceEntry, rewriteAll } from "./rewrite.js";

const notified: Rewritten = new WeakMap();
/** By the statuses to silence. */
const silenced = new RecentTexts<Rewritten>();

const isEffect: Concerns = ({ "x-kind": kind }) => kind === "effect" || kind === "effects";
const isAction: Concerns = ({ "x-kind": kind }) => kind === "actionDefinition";

/** `notifyError` as `notify` with the message of the error. */
export function writeNotifications(merged: Merged, language: Language): Merged {
  const notifying: Rewriter = (node, schema) => {
    // Effects may be one effect, without a key.
    if (!isEffect(schema) || node.kind !== "object") return node;
    const written = node.entries.get("notifyError");
    // `notifyError` beside `notify` is an error, which the linker reports.
    if (written === undefined || node.entries.has("notify")) return node;
    const message = generated(written.key, { var: "error.message" });
    return replaceEntry(node, "notifyError", [
      ["notify", { ...written, node: generated(written.key, { message, severity: written.node }) }],
    ]);
  };
  return rewriteAll(merged, language, { rewriter: notifying, concerns: isEffect, known: notified });
}

/** Whether an outcome navigates: a navigation is not a message, so `silent` does not suppress it. */
function navigates(effects: SourceNode | null): boolean {
  if (effects === null) return false;
  const items = childOf(effects, "items");
  return (
    ["go", "decide"].some((keyword) => childOf(effects, keyword) !== null) || keysOf(items).some((key) => navigates(childOf(items, key)))
  );
}

/** The statuses of failures that the app shows on the page. Those for which it navigates (401, 451) do so for a silent action as well. */
function silencedStatuses(failures: SourceNode | null): readonly string[] {
  const statuses = [...keysOf(failures).map((failure) => failure.split(".")[0] ?? ""), "*"];
  return [...new Set(statuses)].filter((status) => status !== "ok" && !navigates(childOf(failures, status)));
}

/** `silent` of an action as an entry of `on` for each of these failures that has none of its own. */
export function writeSilence(merged: Merged, language: Language): Merged {
  const statuses = silencedStatuses(childOf(merged.app, "failures"));
  const silencing: Rewriter = (node, schema) => {
    if (!isAction(schema) || node.kind !== "object") return node;
    const silent = node.entries.get("silent");
    // The schema reports any other value.
    if (silent === undefined || silent.node.kind !== "scalar" || silent.node.value !== true) return node;
    return node.entries.has("call") ? withSilence(node, silent, statuses) : node;
  };
  return rewriteAll(merged, language, { rewriter: silencing, concerns: isAction, known: silenced.of(statuses, () => new WeakMap()) });
}

function withSilence(node: ObjectNode, silent: Entry, statuses: readonly string[]): SourceNode {
  const written = node.entries.get("on");
  if (written !== undefined && written.node.kind !== "object") return node;
  const own = written?.node.kind === "object" ? written.node : generated(silent.key, {});
  const handled = keysOf(own);
  const added = statuses.filter((status) => !handled.includes(status));
  const entries = new Map<string, Entry>([
    ...own.entries,
    ...added.map((failure): [string, Entry] => [failure, { key: silent.key, node: generated(silent.key, { silent: true }) }]),
  ]);
  const on: Entry = { key: written?.key ?? silent.key, node: { ...own, entries } };
  const without = replaceEntry(node, "silent", []);
  return { ...without, entries: new Map([...without.entries, ["on", on]]) };
}
