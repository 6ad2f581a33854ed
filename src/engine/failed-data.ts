/**
 * Exports which blocks of a screen cannot be shown because a query that they read has failed: for the runtime, which shows
 * one standard failure state in their place, and for the snapshots. A failed load is never shown as "none" (D47).
 */
import type { BundleCore, CompiledBlock, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { pathsRead, stepsOf } from "../language/logic-reads.js";
import type { Scope } from "../language/predicate.js";
import { evaluateThreeValued } from "../language/three-valued.js";

/** Failed queries by key: those of the screen (`data`) and the loads of the app. */
export type FailedQueries = { readonly [key: string]: true };

/**
 * The blocks that cannot be shown, each with the failed queries to report in its place. A query is reported once, in place
 * of the first block that reads it; a later block that reads it has an empty list and is left out.
 */
export type UnavailableBlocks = ReadonlyMap<CompiledBlock, readonly string[]>;

/** Finds the blocks that cannot be shown. `scope` holds the state and the answers that are there. */
export function unavailableBlocks(core: BundleCore, content: ScreenContent, failed: FailedQueries, scope: Scope): UnavailableBlocks {
  const unavailable = new Map<CompiledBlock, readonly string[]>();
  const reportable = Object.keys(failed).filter((key) => queryOf(core, content, key)?.onFailure !== "ignore");
  if (reportable.length === 0) return unavailable;
  const failedQueryOf = failedQueryByPath(core, content, reportable, scope);
  const reported = new Set<string>();

  const visit = (block: CompiledBlock): void => {
    const paths = pathsOf(block);
    // A block that names `failed.<key>` handles that failure itself.
    const handled = new Set(
      [...paths.when, ...paths.rest].flatMap((path) => (path.startsWith("failed.") ? [path.slice("failed.".length)] : [])),
    );
    const failedQueries = (read: readonly string[]): readonly string[] =>
      read.flatMap((path) => {
        const key = failedQueryOf(path);
        return key === null || handled.has(key) ? [] : [key];
      });
    const visible =
      block.when === undefined ? true : evaluateThreeValued(block.when.logic, scope, (path) => failedQueries([path]).length === 0);
    if (visible === false) return;
    const keys = new Set([...(visible === null ? failedQueries(paths.when) : []), ...failedQueries(paths.rest)]);
    if (keys.size > 0) {
      unavailable.set(
        block,
        [...keys].filter((key) => !reported.has(key)),
      );
      for (const key of keys) reported.add(key);
    } else for (const inner of bodyOf(block)) visit(inner);
  };
  for (const block of content.body) visit(block);
  return unavailable;
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
  /** Paths that the rest of the block reads, without its nested body. */
  readonly rest: readonly string[];
}

const known = new WeakMap<CompiledBlock, BlockPaths>();

function pathsOf(block: CompiledBlock): BlockPaths {
  const found = known.get(block);
  if (found !== undefined) return found;
  const { when, body: _body, ...rest } = block;
  const paths = { when: pathsRead(when?.logic ?? true), rest: pathsRead(rest) };
  known.set(block, paths);
  return paths;
}
