/** Exports the comparison of the frame of screens (progress, shell, Back) with wizards, stages and navigation, for the compiler. */
import { backForward, noNavigation, otherShell, otherStage, outsideStages, progressBack } from "../language/frame-problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker, ScreenEntry } from "./compile-context.js";

const numberOf = (node: SourceNode | null): number | null => {
  const value = node === null ? null : plain(node);
  return typeof value === "number" ? value : null;
};
const progressOf = (screen: ScreenEntry | undefined): number | null => numberOf(childOf(screen?.node, "progress"));

interface Stage {
  readonly from: number | null;
  readonly to: number | null;
}

const holds = ({ from, to }: Stage, progress: number | null): boolean =>
  progress !== null && (from ?? 0) <= progress && progress <= (to ?? 100);

/** A page keeps its percentage in a brand that changes the order of the steps. */
const isReordered = (wizard: SourceNode): boolean => childOf(wizard, "steps", "order")?.at.layer === "overlay";

/** The ids of the screens of a wizard, in the order of its steps. */
function pageIds(wizard: SourceNode): readonly string[] {
  const order = childOf(wizard, "steps", "order");
  const steps = order?.kind === "list" ? order.items : [];
  return steps.map((step) => textOf(childOf(wizard, "steps", "items", textOf(step) ?? "", "screen")) ?? "");
}

export function checkFrames(app: SourceNode | null, wizards: SourceNode | null, linker: Linker): void {
  const screens = [...linker.names.screens.entries.values()];
  const reordered = new Set(entriesOf(wizards).flatMap(([, { node }]) => (isReordered(node) ? pageIds(node) : [])));
  const byPath = new Map(screens.flatMap((screen) => screen.paths.map((path) => [path, screen] as const)));
  const stages = entriesOf(childOf(app, "stages", "items")).map(
    ([, { node }]): Stage => ({ from: numberOf(childOf(node, "from")), to: numberOf(childOf(node, "to")) }),
  );
  for (const screen of screens) {
    const node = childOf(screen.node, "progress");
    const progress = progressOf(screen);
    if (node === null || progress === null) continue;
    if (stages.length > 0 && !stages.some((stage) => holds(stage, progress))) linker.report(node.at, outsideStages(progress));
    for (const back of pathsOf(childOf(screen.node, "back"))) {
      const path = textOf(back) ?? "";
      const target = byPath.get(path);
      const other = progressOf(target);
      if (target !== undefined && reordered.has(screen.id) && reordered.has(target.id)) continue;
      if (other !== null && other > progress) linker.report(back.at, backForward(progress, path, other));
    }
  }
  for (const [name, { node }] of entriesOf(wizards)) checkWizard(name, node, stages, linker);
  const navigating = new Set(
    [...linker.names.shells.entries].flatMap(([name, node]) => (childOf(node, "navigation") === null ? [] : [name])),
  );
  if (navigating.size === 0) return;
  for (const [, { node }] of entriesOf(childOf(app, "navigation", "items"))) {
    const path = textOf(childOf(node, "path")) ?? "";
    const shell = childOf(byPath.get(path)?.node, "shell");
    if (shell !== null && !shellsOf(shell).some((one) => navigating.has(one))) linker.report(shell.at, noNavigation(path));
  }
}

/** The paths that Back goes to unconditionally. */
function pathsOf(back: SourceNode | null): readonly SourceNode[] {
  if (back === null) return [];
  if (back.kind === "scalar") return [back];
  // A row with a condition may be for a depositor who came from elsewhere.
  if (childOf(back, "when") !== null) return [];
  const go = childOf(back, "go");
  const path = go?.kind === "object" ? childOf(go, "path") : go;
  return [...(path === null ? [] : [path]), ...entriesOf(childOf(back, "items")).flatMap(([, { node }]) => pathsOf(node))];
}

function shellsOf(shell: SourceNode): readonly string[] {
  const text = textOf(shell);
  if (text !== null) return [text];
  return entriesOf(childOf(shell, "items")).flatMap(([, { node }]) => textOf(childOf(node, "use")) ?? []);
}

/** The pages of a wizard have one shell and are in one stage, and the percentage grows in the base's order of the steps. */
function checkWizard(name: string, wizard: SourceNode, stages: readonly Stage[], linker: Linker): void {
  const pages = pageIds(wizard).flatMap((id) => linker.names.screens.entries.get(id) ?? []);
  const [first] = pages;
  const start = stages.find((stage) => holds(stage, progressOf(first)));
  const shell = childOf(first?.node, "shell");
  for (const [index, page] of pages.entries()) {
    const own = childOf(page.node, "shell");
    if (first !== undefined && shell !== null && own !== null && JSON.stringify(plain(own)) !== JSON.stringify(plain(shell)))
      linker.report(own.at, otherShell(name, first.id));
    const percentage = progressOf(page);
    const placed = childOf(page.node, "progress");
    if (start !== undefined && placed !== null && percentage !== null && !holds(start, percentage))
      linker.report(placed.at, otherStage(percentage, name));
    const before = pages[index - 1];
    const [progress, last] = [progressOf(page), progressOf(before)];
    const at = childOf(page.node, "progress")?.at;
    if (isReordered(wizard)) continue;
    if (before !== undefined && progress !== null && last !== null && at !== undefined && progress < last)
      linker.report(at, progressBack(progress, before.id, last));
  }
}
