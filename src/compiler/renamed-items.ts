/** Exports the guess at the new name of a base item that an overlay still patches, for the merge of overlays. */
import { entriesOf, type ObjectNode, type SourceNode } from "../language/source.js";

/** The least share of the keys of a patch, or of the parts of a name, that the renamed item has. */
const LEAST_SHARE = 0.5;

/**
 * The item of the base that a patch of an unknown key most likely meant: the only one that best has the keys which the
 * patch writes, or else the parts of its name. Null without one. Items that the overlay patches by name are excluded.
 */
export function renamedTo(key: string, patch: SourceNode, base: ObjectNode, patches: ReadonlyMap<string, unknown>): string | null {
  const candidates = [...base.entries].filter(([name]) => !patches.has(name));
  const written = keyPaths(patch);
  const byContent = onlyBest(candidates.map(([name, { node }]) => [name, share(written, keyPaths(node))] as const));
  const parts = partsOf(key);
  return byContent ?? onlyBest(candidates.map(([name]) => [name, likeness(parts, partsOf(name))] as const));
}

/** The paths of all keys of a node. */
function keyPaths(node: SourceNode): ReadonlySet<string> {
  const paths = (inner: SourceNode, prefix: string): readonly string[] =>
    entriesOf(inner).flatMap(([key, entry]) => [`${prefix}/${key}`, ...paths(entry.node, `${prefix}/${key}`)]);
  return new Set(paths(node, ""));
}

/** The words of a name: `registration.home-address` has three. */
function partsOf(name: string): ReadonlySet<string> {
  return new Set(name.split(/[^A-Za-z0-9]+|(?=[A-Z])/).map((part) => part.toLowerCase()));
}

function share(wanted: ReadonlySet<string>, found: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((one) => found.has(one)).length / wanted.size;
}

/** The common share of two sets (Jaccard index). */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((part) => other.has(part)).length / new Set([...one, ...other]).size;
}

function onlyBest(scores: readonly (readonly [name: string, score: number])[]): string | null {
  const [best, second] = [...scores].sort(([, a], [, b]) => b - a);
  return best === undefined || best[1] < LEAST_SHARE || best[1] === second?.[1] ? null : best[0];
}
