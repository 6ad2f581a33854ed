/**
 * Exports the checks of route state: the keys that each `go` passes against the keys that screens read, over all screens and
 * redirects, and for each screen the `go`s that open it.
 */
import type { Origin } from "../language/bundle.js";
import { stateNeverGiven, stateUnread } from "../language/route-problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import type { Linker, ScreenEntry } from "./compile-context.js";
import { applicationOf, variableOf } from "./expression-parts.js";
import type { Definition } from "./merged-definition.js";
import { removedScreens } from "./removed-screens.js";
import { isPathOf } from "./targets.js";

const PREFIX = "route.state.";

/** A key that a `go` passes. */
interface Gift {
  readonly key: string;
  /** The path that it goes to; null where it is computed. */
  readonly to: string | null;
  /** The screen whose `go` it is; null outside of screens. */
  readonly from: string | null;
  /** The key of the route state of `from` that is passed on as it is; null for any other value. */
  readonly passesOn: string | null;
}

/** A screen that a `go` may open. */
type Opened = Pick<ScreenEntry, "id" | "node" | "paths">;

/** The keys that a part of the definition reads and passes. */
interface Found {
  readonly given: [key: string, at: Origin][];
  readonly gifts: Omit<Gift, "from">[];
  readonly read: [key: string, at: Origin][];
  /** The reads outside of named values: a named value may read keys that only some of its screens receive. */
  readonly readHere: [key: string, at: Origin][];
  /** Some keys are computed, so the set of keys is unknown. */
  anyGiven: boolean;
  anyRead: boolean;
}

/** By the node, which most parts keep in the next compilation. */
const foundIn = new WeakMap<SourceNode, Found>();

export function checkRouteState(definition: Definition, linker: Linker): void {
  const { names } = definition;
  const screens = [...names.screens.entries.values()].map(({ id, node }) => ({ id, found: lookedUp(node) }));
  const others = [definition.app, definition.predicates, definition.decisions].flatMap((root) => (root === null ? [] : [lookedUp(root)]));
  const all = [...others, ...screens.map(({ found }) => found)];
  const given = byKey(all.flatMap((found) => found.given));
  const read = byKey(all.flatMap((found) => found.read));
  // What the brand keeps may read what only its removed screens passed: then it is null for this brand.
  const removed = removedScreens(definition.removals);
  const before = removed.map(({ id, node }) => ({ id, found: lookedUp(node) }));
  const gifts = [
    ...others.flatMap((found) => found.gifts.map((gift): Gift => ({ ...gift, from: null }))),
    ...[...screens, ...before].flatMap(({ id, found }) => found.gifts.map((gift): Gift => ({ ...gift, from: id }))),
  ];
  const opened: readonly Opened[] = [...names.screens.entries.values(), ...removed];
  const fromQuery = opened.flatMap(({ node }) => textsOf(childOf(node, "queryToState")));
  const giving = [...given.keys(), ...before.flatMap(({ found }) => found.given.map(([key]) => key)), ...fromQuery];
  const whole = names.screens.complete && names.predicates.complete && names.decisions.complete;
  if (!whole) return;
  const reading = [...read.keys(), ...before.flatMap(({ found }) => found.read.map(([key]) => key))];
  if (!all.some(({ anyRead }) => anyRead))
    for (const [key, places] of given) if (!reading.includes(key)) for (const at of places) linker.report(at, stateUnread(key, reading));
  if (all.some(({ anyGiven }) => anyGiven)) return;
  for (const [key, places] of read)
    if (!giving.includes(key)) for (const at of places) linker.report(at, stateNeverGiven(key, giving, null));
  const has = keysByScreen(opened, gifts);
  for (const { id, found } of screens)
    for (const [key, places] of byKey(found.readHere))
      if (giving.includes(key) && has.get(id)?.has(key) !== true)
        for (const at of places) linker.report(at, stateNeverGiven(key, has.get(id) ?? [], id, given.get(key) ?? []));
}

/** The keys that the route state of each screen can have. A key that is passed on but has no original source is not included. */
function keysByScreen(screens: readonly Opened[], gifts: readonly Gift[]): ReadonlyMap<string, ReadonlySet<string>> {
  const has = new Map(screens.map(({ id, node }) => [id, new Set(textsOf(childOf(node, "queryToState")))]));
  const targets = new Set(gifts.map(({ to }) => to));
  const screensOf = new Map(
    [...targets].map((path) => [
      path,
      screens.flatMap(({ id, paths }) => (path === null || paths.some((one) => isPathOf(one, path)) ? [id] : [])),
    ]),
  );
  for (let size = -1; size !== sizeOf(has); ) {
    size = sizeOf(has);
    for (const { key, to, from, passesOn } of gifts)
      if (from === null || passesOn === null || has.get(from)?.has(passesOn) === true)
        for (const id of screensOf.get(to) ?? []) has.get(id)?.add(key);
  }
  return has;
}

const sizeOf = (has: ReadonlyMap<string, ReadonlySet<string>>): number => [...has.values()].reduce((sum, { size }) => sum + size, 0);

function textsOf(node: SourceNode | null): readonly string[] {
  return node?.kind === "list" ? node.items.flatMap((item) => textOf(item) ?? []) : [];
}

function byKey(places: readonly (readonly [key: string, at: Origin])[]): ReadonlyMap<string, readonly Origin[]> {
  const found = new Map<string, Origin[]>();
  for (const [key, at] of places) {
    const known = found.get(key);
    if (known === undefined) found.set(key, [at]);
    else known.push(at);
  }
  return found;
}

function lookedUp(root: SourceNode): Found {
  const known = foundIn.get(root);
  if (known !== undefined) return known;
  const found: Found = { given: [], gifts: [], read: [], readHere: [], anyGiven: false, anyRead: false };
  look(root, found);
  foundIn.set(root, found);
  return found;
}

function look(node: SourceNode, found: Found): void {
  if (node.kind === "scalar") return;
  if (node.kind === "list") {
    for (const item of node.items) look(item, found);
    return;
  }
  const path = variableOf(node);
  if (path !== null) noteRead(path, node, found);
  const target = childOf(node, "go") ?? childOf(node, "back");
  const state = target?.kind === "object" && childOf(target, "path") !== null ? childOf(target, "state") : null;
  if (state !== null) noteGiven(state, textOf(childOf(target, "path")), found);
  for (const [, entry] of node.entries) look(entry.node, found);
}

function noteRead(path: string, node: SourceNode, found: Found): void {
  if (path.startsWith(PREFIX)) {
    const key = path.slice(PREFIX.length).split(".")[0] ?? "";
    const [operand] = applicationOf(node)?.operands ?? [];
    const at = (operand ?? node).at;
    // Part of a named value or of what a shorthand generates, all of whose nodes have the place of the shorthand.
    const isShared = at.written !== undefined || at === node.at;
    for (const reads of isShared ? [found.read] : [found.read, found.readHere]) reads.push([key, at]);
  } else if (path === "route" || path === "route.state") found.anyRead = true;
}

function noteGiven(state: SourceNode, to: string | null, found: Found): void {
  if (state.kind !== "object") {
    found.anyGiven = true;
    return;
  }
  for (const [key, entry] of entriesOf(state)) {
    found.given.push([key, entry.key]);
    const path = variableOf(entry.node);
    const passesOn = path?.startsWith(PREFIX) === true && !path.slice(PREFIX.length).includes(".") ? path.slice(PREFIX.length) : null;
    found.gifts.push({ key, to, passesOn });
  }
}
