/** Exports the check that no block shows an empty state, or a form, over data that failed to load (D47). */
import type { CompiledBlock, CompiledData } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { isWithin, pathsRead } from "../language/logic-reads.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import type { Linker, ScreenEntry } from "./compile-context.js";

/** The compiled keywords of a screen. */
type CompiledParts = Readonly<Record<string, unknown>>;

interface Query {
  readonly key: string;
  readonly ignored: boolean;
  /** Slices that the answer fills. */
  readonly slices: readonly string[];
}

/**
 * The runtime replaces a block whose data failed, except where the query says `"onFailure": "ignore"` and where the block
 * handles the failure itself by reading `failed.<key>`. In these two cases this check is needed.
 */
export function checkFailedData(screen: ScreenEntry, part: CompiledParts, linker: Linker): void {
  const queries = queriesOf(screen, part, linker);
  const visit = (blocks: readonly CompiledBlock[], nodes: SourceNode | null): void => {
    for (const block of blocks) {
      const node = childOf(nodes, "items", block.key);
      if (node !== null && misleadsWithoutData(block)) check(block, node, queries, linker);
      if (node !== null) checkConditions(block, node, queries, linker);
      if (Array.isArray(block.body)) visit(block.body as readonly CompiledBlock[], childOf(node, "body"));
    }
  };
  visit((part.body ?? []) as readonly CompiledBlock[], childOf(screen.node, "body"));
}

/** Whether a block misleads without its data: it would show an empty state, or a form without the stored values. */
function misleadsWithoutData(block: CompiledBlock): boolean {
  return block.block === "form" ? block.initial !== undefined : block.empty !== undefined;
}

function check(block: CompiledBlock, node: SourceNode, queries: readonly Query[], { report }: Linker): void {
  const { when, body: _body, ...rest } = block;
  const read = new Set(pathsRead([rest, when?.logic ?? true]));
  for (const { key, ignored, slices } of queries) {
    const reads = [...read].some((path) => isWithin(path, `data.${key}`) || slices.some((slice) => isWithin(path, slice)));
    const handles = read.has(`failed.${key}`);
    if (!reads || (!ignored && !handles)) continue;
    const hidden =
      when !== undefined && evaluateThreeValued(when.logic, { failed: { [key]: true } }, (path) => path === `failed.${key}`) === false;
    if (!hidden) report(node.at, problems.failedDataShown(block.key, key));
  }
}

/**
 * The data of an ignored query is null after a failure, so a condition that null does not make false may be true only
 * because the data is missing: the block would then show or offer something that depends on the answer.
 */
function checkConditions(block: CompiledBlock, node: SourceNode, queries: readonly Query[], { report }: Linker): void {
  const { body: _body, ...own } = block;
  for (const { key } of queries.filter(({ ignored }) => ignored)) {
    const scope = { data: { [key]: null }, failed: { [key]: true } };
    const known = (path: string): boolean => isWithin(path, `data.${key}`) || path === `failed.${key}`;
    const holds = conditionsIn(own).some(
      (logic) => pathsRead(logic).some((path) => isWithin(path, `data.${key}`)) && evaluateThreeValued(logic, scope, known) !== false,
    );
    if (holds) report(node.at, problems.failedDataDecides(block.key, key));
  }
}

/** The conditions of a block and of its parts. */
function conditionsIn(part: unknown): readonly Json[] {
  if (Array.isArray(part)) return part.flatMap(conditionsIn);
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([keyword, value]) =>
    keyword === "when" && isObject(value) && "logic" in value ? [value.logic as Json] : conditionsIn(value),
  );
}

function queriesOf(screen: ScreenEntry, part: CompiledParts, { names, state }: Linker): readonly Query[] {
  const own = (part.data ?? {}) as Readonly<Record<string, CompiledData>>;
  const loads = [...names.loads.entries]
    .filter(([key]) => !Object.hasOwn(own, key))
    .map(([key, node]) => ({ key, query: textOf(childOf(node, "query")) ?? "", ignored: textOf(childOf(node, "onFailure")) === "ignore" }));
  const ofScreen = entriesOf(childOf(screen.node, "data")).map(([key, { node }]) => ({
    key,
    query: textOf(childOf(node, "query")) ?? "",
    ignored: textOf(childOf(node, "onFailure")) === "ignore",
  }));
  return [...ofScreen, ...loads].map(({ key, query, ignored }) => ({
    key,
    ignored,
    slices: (names.operations.entries.get(query)?.fields ?? []).filter((field) => state.properties.has(field)),
  }));
}
