/**
 * Exports whether a block looks the same with another handle, for `body.tsx`: a change of the state renders only the
 * blocks that read the changed data.
 */
import type { ScreenHandle } from "../blocks/block.js";
import type { BundleCore, CompiledBlock } from "../language/bundle.js";
import { COMPUTED_SLICES } from "../language/bundle.js";
import { pathsRead, rootOf, stepsOf } from "../language/logic-reads.js";
import { slicesRead } from "./slice-reads.js";

/** The data of a handle: the scope by name, and the data that concerns every block. */
export interface DrawnFrom {
  readonly core: BundleCore;
  readonly scope: { readonly [name: string]: unknown };
  readonly data: { readonly [key: string]: unknown };
  /** The running actions, failures and field errors: each change redraws every block. */
  readonly shared: readonly unknown[];
}

const sources = new WeakMap<ScreenHandle, DrawnFrom>();

/** Stores the data of a handle. */
export function noteDrawnFrom(handle: ScreenHandle, from: DrawnFrom): void {
  sources.set(handle, from);
}

interface BlockReads {
  /** The names of the scope, without `data`. */
  readonly names: readonly string[];
  /** The keys of `data`; null for all of it. */
  readonly dataKeys: readonly string[] | null;
}

const cache = new WeakMap<CompiledBlock, BlockReads>();

function readsOf(block: CompiledBlock): BlockReads {
  const found = cache.get(block);
  if (found !== undefined) return found;
  const paths = pathsRead(block);
  const keys = paths.filter((path) => rootOf(path) === "data").map((path) => stepsOf(path)[1]);
  const names = [...new Set(paths.map(rootOf))].filter((name) => name !== "data");
  const reads = { names, dataKeys: keys.some((key) => key === undefined) ? null : keys.filter((key) => key !== undefined) };
  cache.set(block, reads);
  return reads;
}

/** Whether the block, drawn with either handle, is the same. */
export function drawsTheSame(block: CompiledBlock, one: ScreenHandle, other: ScreenHandle): boolean {
  if (one === other) return true;
  const [from, to] = [sources.get(one), sources.get(other)];
  if (from === undefined || to === undefined || from.core !== to.core) return false;
  if (from.shared.length !== to.shared.length || from.shared.some((value, index) => !Object.is(value, to.shared[index]))) return false;
  const { names, dataKeys } = readsOf(block);
  // "" is the whole scope; the time of day and the location differ with each handle.
  if (names.some((name) => name === "" || COMPUTED_SLICES.includes(name))) return false;
  if (dataKeys === null ? from.data !== to.data : dataKeys.some((key) => !Object.is(from.data[key], to.data[key]))) return false;
  // Every block may show the app's texts.
  return [...names, ...slicesRead(from.core.texts)].every((name) => Object.is(from.scope[name], to.scope[name]));
}
