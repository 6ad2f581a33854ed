/**
 * Exports `writeNotifications` and `writeSilence` for `normalise.ts`: `notifyError` of an effect becomes a `notify` with the
 * message of the error, and `silent` of an action an entry of `on` for each failure.
 */
import type { Language } from "../../language/meta-schema.js";
import { RecentTexts } from "../../language/recent-texts.js";
import { childOf, type Entry, keysOf, type ObjectNode, type SourceNode } from "../../language/source.js";
import type { Merged } from "./merged.js";
import { type Concerns, generated, type Rewriter, type Rewritten, replaceEntry, rewriteAll } from "./rewrite.js";

const notified: Rewritten = new WeakMap();
/** By the failures of the app. */
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

/** `silent` of an action as an entry of `on` for each failure of the app that has none of its own, except 401. */
export function writeSilence(merged: Merged, language: Language): Merged {
  const failures = keysOf(childOf(merged.app, "failures"));
  const silencing: Rewriter = (node, schema) => {
    if (!isAction(schema) || node.kind !== "object") return node;
    const silent = node.entries.get("silent");
    // The schema reports any other value.
    if (silent === undefined || silent.node.kind !== "scalar" || silent.node.value !== true) return node;
    return node.entries.has("call") ? withSilence(node, silent, failures) : node;
  };
  return rewriteAll(merged, language, { rewriter: silencing, concerns: isAction, known: silenced.of(failures, () => new WeakMap()) });
}

function withSilence(node: ObjectNode, silent: Entry, failures: readonly string[]): SourceNode {
  const written = node.entries.get("on");
  if (written !== undefined && written.node.kind !== "object") return node;
  const own = written?.node.kind === "object" ? written.node : generated(silent.key, {});
  const handled = keysOf(own);
  const statuses = failures.map((failure) => failure.split(".")[0] ?? "");
  const added = [...new Set([...statuses, "*"])].filter((status) => status !== "ok" && status !== "401" && !handled.includes(status));
  const entries = new Map<string, Entry>([
    ...own.entries,
    ...added.map((failure): [string, Entry] => [failure, { key: silent.key, node: generated(silent.key, { silent: true }) }]),
  ]);
  const on: Entry = { key: written?.key ?? silent.key, node: { ...own, entries } };
  const without = replaceEntry(node, "silent", []);
  return { ...without, entries: new Map([...without.entries, ["on", on]]) };
}
