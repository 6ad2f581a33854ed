/**
 * Exports `resumeRows` for `wizards.ts`: a row of a decision that names a `wizard` becomes a row for each of its steps, to the
 * page of that step.
 */
import { childOf, type Entry, type ObjectNode, type SourceNode, textOf } from "../../language/source.js";
import { generated } from "./rewrite.js";
import { allOf, atStep, stepPath, type Wizard } from "./wizard.js";

/** Decisions with explicit rows in place of the wizard rows. */
export function resumeRows(decisions: SourceNode | null, wizards: readonly Wizard[]): SourceNode | null {
  if (decisions?.kind !== "object") return decisions;
  const entries = [...decisions.entries].map(([name, entry]): [string, Entry] => [name, { ...entry, node: written(entry.node, wizards) }]);
  return { ...decisions, entries: new Map(entries) };
}

function written(decision: SourceNode, wizards: readonly Wizard[]): SourceNode {
  const rows = childOf(decision, "rows");
  if (decision.kind !== "object" || rows?.kind !== "object") return decision;
  const steps = new Map<string, readonly (readonly [string, Entry])[]>();
  for (const [key, entry] of rows.entries) {
    const wizard = wizards.find(({ name }) => name === textOf(childOf(entry.node, "wizard")));
    const path = wizard === undefined ? null : stepPath(wizard);
    if (wizard === undefined || path === null || childOf(entry.node, "go") !== null) continue;
    steps.set(key, rowsOf(wizard, path, entry));
  }
  if (steps.size === 0) return decision;
  const all = [...rows.entries].flatMap(([key, entry]) => steps.get(key) ?? [[key, entry] as const]);
  const order = childOf(decision, "order");
  const entries = new Map(decision.entries);
  const rowsKey = decision.entries.get("rows")?.key ?? rows.at;
  entries.set("rows", { key: rowsKey, node: { ...rows, entries: new Map(all) } });
  if (order?.kind === "list") {
    const items = order.items.flatMap((item): readonly SourceNode[] => {
      const own = steps.get(textOf(item) ?? "");
      return own === undefined ? [item] : own.map(([value]): SourceNode => ({ kind: "scalar", value, at: item.at, partial: false }));
    });
    entries.set("order", { key: decision.entries.get("order")?.key ?? order.at, node: { ...order, items } });
  }
  const resumed: ObjectNode = { ...decision, entries };
  return resumed;
}

function rowsOf(wizard: Wizard, path: string, { key, node }: Entry): readonly (readonly [string, Entry])[] {
  const waivers = node.kind === "object" ? node.entries.get("waivers") : undefined;
  return wizard.steps.flatMap((step): readonly (readonly [string, Entry])[] => {
    const when = allOf(key, [childOf(node, "when"), atStep(wizard, path, step.name, key), childOf(step.node, "when")]);
    if (step.path === null || when === null) return [];
    const row = generated(key, { when, go: step.path });
    return [[step.name, { key, node: waivers === undefined ? row : { ...row, entries: new Map([...row.entries, ["waivers", waivers]]) } }]];
  });
}
