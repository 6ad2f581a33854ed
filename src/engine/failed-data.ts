/**
 * Exports which parts of a screen cannot be shown because a query that they read has failed: for the runtime, which shows one
 * standard failure state in place of the blocks, and for the snapshots. A failed load is never shown as "none" (D47).
 */
import type { BundleCore, CompiledBlock, CompiledPredicate, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { pathsRead, rootOf, stepsOf } from "../language/logic-reads.js";
import type { Scope } from "../language/predicate.js";
import { evaluateThreeValued } from "../language/three-valued.js";

/** Failed queries by key: those of the screen (`data`) and the loads of the app. */
export type FailedQueries = { readonly [key: string]: true };

/** What a screen leaves out because of failed queries. */
export interface UnavailableParts {
  /**
   * The blocks that cannot be shown, each with the failed queries to report in its place. A query is reported once: in place of
   * the first visible block that displays its data; else, of the first block with a condition that the failure leaves undecided.
   * Where nothing is shown between two reports, the first one reports both. The others have an empty list and are left out.
   */
  readonly blocks: ReadonlyMap<CompiledBlock, readonly string[]>;
  /** The blocks that are shown without some of their controls, each with the failed queries to report below it. */
  readonly below: ReadonlyMap<CompiledBlock, readonly string[]>;
  /**
   * The first block that is replaced by a failure with the app's texts; the other reports do not repeat its
   * explanation. Null: there is no such block.
   */
  readonly explained: CompiledBlock | null;
  /**
   * The conditions of the controls that are left out: the failure leaves the condition undecided, or the control shows failed data.
   * Their block is shown.
   */
  readonly controls: ReadonlySet<CompiledPredicate>;
}

/** The names of the scope that have a value only for one entry of a list, or in a form. */
const OF_ENTRY: ReadonlySet<string> = new Set(["item", "form", "position"]);

/** Finds the parts that cannot be shown. `scope` contains the state and the available answers. */
export function unavailableParts(core: BundleCore, content: ScreenContent, failed: FailedQueries, scope: Scope): UnavailableParts {
  const blocks = new Map<CompiledBlock, readonly string[]>();
  const below = new Map<CompiledBlock, readonly string[]>();
  const controls = new Set<CompiledPredicate>();
  const reportable = Object.keys(failed).filter((key) => queryOf(core, content, key)?.onFailure !== "ignore");
  if (reportable.length === 0) return { blocks, below, explained: null, controls };
  const failedQueryOf = failedQueryByPath(core, content, reportable, scope);
  const reported = new Set<string>();
  const hidden = new Set<CompiledBlock>();
  const undecided: { readonly block: CompiledBlock; readonly keys: readonly string[]; readonly reports: typeof blocks }[] = [];

  const report = (block: CompiledBlock, keys: readonly string[], reports = blocks): void => {
    const unreported = [...new Set(keys)].filter((key) => !reported.has(key));
    reports.set(block, [...(reports.get(block) ?? []), ...unreported]);
    for (const key of unreported) reported.add(key);
  };

  const visit = (block: CompiledBlock): void => {
    const paths = pathsOf(block);
    // A block that names `failed.<key>` handles that failure itself.
    const handled = new Set(
      [...paths.when, ...paths.rest, ...paths.controls.flatMap(({ rest }) => rest)].flatMap((path) =>
        path.startsWith("failed.") ? [path.slice("failed.".length)] : [],
      ),
    );
    const failedQueries = (read: readonly string[]): readonly string[] =>
      read.flatMap((path) => {
        const key = failedQueryOf(path);
        return key === null || handled.has(key) ? [] : [key];
      });
    const visible =
      block.when === undefined ? true : evaluateThreeValued(block.when.logic, scope, (path) => failedQueries([path]).length === 0);
    if (visible === false) return void hidden.add(block);
    if (visible === null) {
      blocks.set(block, []);
      const displayed = [...paths.rest, ...paths.controls.flatMap(({ rest }) => rest)];
      undecided.push({ block, keys: [...failedQueries(paths.when), ...failedQueries(displayed)], reports: blocks });
      return;
    }
    const displayed = failedQueries(paths.rest);
    if (displayed.length > 0) return report(block, displayed);
    for (const { when, rest } of paths.controls) {
      const read = failedQueries(pathsRead(when.logic));
      const shown = failedQueries(rest);
      const known = (path: string) => !OF_ENTRY.has(rootOf(path)) && failedQueries([path]).length === 0;
      const holds = evaluateThreeValued(when.logic, scope, known);
      const isDecided = read.length === 0 || holds !== null;
      if (holds === false || (isDecided && shown.length === 0)) continue;
      controls.add(when);
      undecided.push({ block, keys: [...(isDecided ? [] : read), ...shown], reports: below });
    }
    for (const inner of bodyOf(block)) visit(inner);
  };
  for (const block of content.body) visit(block);
  for (const { block, keys, reports } of undecided) if (keys.some((key) => !reported.has(key))) report(block, keys, reports);
  joinReports(content.body, { blocks, below, hidden });
  const hasAppTexts = (key: string): boolean => queryOf(core, content, key)?.onFailure === undefined;
  // In the order of the body: each block has its place in the map when it is visited.
  const [explained = null] = [...blocks].flatMap(([block, keys]) => (keys.some(hasAppTexts) ? [block] : []));
  return { blocks, below, explained, controls };
}

interface Reports {
  readonly blocks: Map<CompiledBlock, readonly string[]>;
  readonly below: Map<CompiledBlock, readonly string[]>;
  readonly hidden: ReadonlySet<CompiledBlock>;
}

/**
 * Moves each report in place of a block to the one before it, where nothing is shown between the two; and a report below a block to
 * the one in place of the block that follows.
 */
function joinReports(body: readonly CompiledBlock[], { blocks, below, hidden }: Reports): void {
  let first: CompiledBlock | null = null;
  let above: CompiledBlock | null = null;
  const shows = (): void => {
    first = null;
    above = null;
  };
  const visit = (block: CompiledBlock): void => {
    // The screen shows panels elsewhere.
    if (block.block === "aside" || hidden.has(block)) return;
    const keys = blocks.get(block);
    if (keys === undefined) {
      const showsOnlyItsBody = block.block === "group" && block.heading === undefined;
      if (!showsOnlyItsBody) shows();
      for (const inner of bodyOf(block)) visit(inner);
      if (!showsOnlyItsBody) shows();
      if (below.has(block)) above = block;
      return;
    }
    if (keys.length === 0) return;
    if (first === null) {
      first = block;
      if (above === null) return;
      blocks.set(first, [...(below.get(above) ?? []), ...keys]);
      below.delete(above);
      return;
    }
    blocks.set(first, [...(blocks.get(first) ?? []), ...keys]);
    blocks.set(block, []);
  };
  for (const block of body) visit(block);
}

/** A query of the screen or, if it has none of that key, a load of the app. */
function queryOf(core: BundleCore, content: ScreenContent, key: string) {
  return Object.hasOwn(content.data, key) ? content.data[key] : core.loads[key];
}

/** Gives the failed query that a path depends on, or null: `data.<key>`, or a slice without a value that the query fills. */
function failedQueryByPath(core: BundleCore, content: ScreenContent, failed: readonly string[], scope: Scope) {
  const bySlice = new Map<string, string>();
  for (const key of failed) {
    const fields = core.operations[queryOf(core, content, key)?.query ?? ""]?.fields ?? [];
    for (const field of fields) if (isEmpty(scope[field])) bySlice.set(field, key);
  }
  return (path: string): string | null => {
    const [name = "", key = ""] = stepsOf(path);
    if (name !== "data") return bySlice.get(name) ?? null;
    return failed.includes(key) && Object.hasOwn(content.data, key) ? key : null;
  };
}

/** Whether a slice has the value that it has before its first answer. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function bodyOf(block: CompiledBlock): readonly CompiledBlock[] {
  return Array.isArray(block.body) ? (block.body as readonly CompiledBlock[]) : [];
}

interface BlockPaths {
  readonly when: readonly string[];
  /** Paths that the rest of the block reads, without its nested body and its controls that have a condition. */
  readonly rest: readonly string[];
  readonly controls: readonly ConditionalControl[];
}

/** A control with a condition, and the paths that the rest of the control reads. */
interface ConditionalControl {
  readonly when: CompiledPredicate;
  readonly rest: readonly string[];
}

const known = new WeakMap<CompiledBlock, BlockPaths>();

function pathsOf(block: CompiledBlock): BlockPaths {
  const found = known.get(block);
  if (found !== undefined) return found;
  const { when, body: _body, ...rest } = block;
  const controls: ConditionalControl[] = [];
  const displayed = withoutControls(rest, controls);
  const paths = { when: pathsRead(when?.logic ?? true), rest: pathsRead(displayed), controls };
  known.set(block, paths);
  return paths;
}

/** A copy of a part of a block without the controls that have a condition; these are added to `controls`. */
function withoutControls(part: unknown, controls: ConditionalControl[]): unknown {
  if (Array.isArray(part)) return (part as readonly unknown[]).map((one) => withoutControls(one, controls));
  if (typeof part !== "object" || part === null) return part;
  const { when, ...rest } = part as { readonly when?: CompiledPredicate; readonly [keyword: string]: unknown };
  if (when !== undefined && "label" in rest && ("action" in rest || "go" in rest)) {
    controls.push({ when, rest: pathsRead(rest) });
    return null;
  }
  return Object.fromEntries(Object.entries(part).map(([keyword, one]) => [keyword, withoutControls(one, controls)]));
}
