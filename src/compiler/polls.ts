/** Exports the check of the polls of a screen: the action of a poll changes what its `until` reads. For the compiler. */
import { keywordOfPoll, pollChangesNothing, pollWithoutEnd } from "../language/frame-problems.js";
import { pathsRead, rootOf } from "../language/logic-reads.js";
import { childOf, entriesOf, keysOf, type SourceNode, textOf } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { inline } from "./logic.js";

export function checkPolls(screen: SourceNode, { linker, screen: own }: Context): void {
  for (const [, { node }] of entriesOf(childOf(screen, "timers"))) {
    const every = childOf(node, "every");
    const until = childOf(node, "until");
    if (node.partial) continue;
    if (every === null) {
      for (const keyword of ["until", "limit"]) {
        const entry = node.kind === "object" ? node.entries.get(keyword) : undefined;
        if (entry !== undefined) linker.report(entry.key, keywordOfPoll(keyword));
      }
      continue;
    }
    if (until === null) {
      linker.report(every.at, pollWithoutEnd());
      continue;
    }
    const read = [...new Set(pathsRead(inline(until, "predicate", linker.names)).map(rootOf))].filter((slice) => slice !== "now");
    const name = textOf(childOf(node, "action")) ?? "";
    const action = own?.actions.entries.get(name);
    if (action === undefined || read.length === 0) continue;
    const changed = new Set(changedBy(action, { linker, screen: own } as Context));
    if (!changed.has("*") && !read.some((slice) => changed.has(slice))) linker.report(until.at, pollChangesNothing(name, read));
  }
}

/** The slices that a node of an action may change; `*`: any, as it goes to another screen. */
function changedBy(node: SourceNode, context: Context): readonly string[] {
  if (node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap((item) => changedBy(item, context));
  return [...node.entries].flatMap(([keyword, { node: inner }]) => {
    if (keyword === "go" || keyword === "decide") return ["*"];
    if (keyword === "call") return answered(textOf(inner), context);
    if (keyword === "set") return keysOf(inner).map((path) => rootOf(path.replace(/\[\].*$/, "")));
    if (keyword === "reset") return inner.kind === "list" ? inner.items.flatMap((item) => textOf(item) ?? []) : ["*"];
    if (keyword === "refetch") return inner.kind === "list" ? inner.items.flatMap((item) => refetched(textOf(item) ?? "", context)) : [];
    return changedBy(inner, context);
  });
}

function refetched(key: string, context: Context): readonly string[] {
  const query = context.screen?.data.entries.get(key) ?? context.linker.names.loads.entries.get(key) ?? null;
  return ["data", ...answered(textOf(childOf(query, "query")), context)];
}

/** The slices that an answer is written to. */
function answered(operation: string | null, { linker }: Context): readonly string[] {
  const found = linker.names.operations.entries.get(operation ?? "");
  return found === undefined ? ["*"] : [...found.answer.properties.keys(), ...found.payload.properties.keys()];
}
