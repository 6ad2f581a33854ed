/**
 * Exports the checks of route state: the keys that each `go` passes against the keys that screens read, over all screens and
 * redirects, and for each screen the `go`s that open it.
 */
import type { Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { VALUE_OPERATORS } from "../language/operators.js";
import { stateNeverGiven, stateNeverIs, stateUnread } from "../language/route-problems.js";
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
  /** The value that is passed; undefined where it is computed or passed on. */
  readonly value: Json | undefined;
}

/** The values that a key of a screen's route state can have. `open`: further ones, which are computed or come from the address. */
interface Values {
  readonly constants: Set<Json>;
  open: boolean;
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
  /** The constants with which keys are compared, outside of named values. */
  readonly compared: [key: string, constant: Json, at: Origin][];
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
        for (const at of places) linker.report(at, stateNeverGiven(key, has.get(id)?.keys() ?? [], id, given.get(key) ?? []));
  for (const { id, found } of screens) reportCompared(found, id, (key) => [has.get(id)?.get(key)], linker);
  for (const found of others) reportCompared(found, null, (key) => [...has.values()].map((keys) => keys.get(key)), linker);
}

/** Reports comparisons of a key with a constant that no navigation passes. `screen`: null where the comparison is for all screens. */
function reportCompared(
  { compared }: Found,
  screen: string | null,
  valuesOf: (key: string) => readonly (Values | undefined)[],
  linker: Linker,
): void {
  for (const [key, constant, at] of compared) {
    const values = valuesOf(key).filter((one) => one !== undefined);
    const passed = [...new Set(values.flatMap(({ constants }) => [...constants]))];
    // A key without values is reported itself.
    if (values.length > 0 && !values.some(({ open }) => open) && !passed.includes(constant))
      linker.report(at, stateNeverIs(key, constant, passed, screen));
  }
}

/** The keys that the route state of each screen can have, with their values. A key that is passed on but has no original source is not included. */
function keysByScreen(screens: readonly Opened[], gifts: readonly Gift[]): ReadonlyMap<string, ReadonlyMap<string, Values>> {
  const fromAddress = (): Values => ({ constants: new Set(), open: true });
  const has = new Map(
    screens.map(({ id, node }) => [id, new Map(textsOf(childOf(node, "queryToState")).map((key) => [key, fromAddress()]))]),
  );
  const targets = new Set(gifts.map(({ to }) => to));
  const screensOf = new Map(
    [...targets].map((path) => [
      path,
      screens.flatMap(({ id, paths }) => (path === null || paths.some((one) => isPathOf(one, path)) ? [id] : [])),
    ]),
  );
  for (let size = -1; size !== sizeOf(has); ) {
    size = sizeOf(has);
    for (const { key, to, from, passesOn, value } of gifts) {
      const source = from === null || passesOn === null ? null : has.get(from)?.get(passesOn);
      if (source === undefined) continue;
      for (const id of screensOf.get(to) ?? []) {
        const keys = has.get(id);
        const known = keys?.get(key) ?? { constants: new Set(), open: false };
        keys?.set(key, known);
        for (const one of source?.constants ?? (value === undefined ? [] : [value])) known.constants.add(one);
        known.open ||= source === null ? value === undefined : source.open;
      }
    }
  }
  return has;
}

/** Grows with each key, constant and open key. */
function sizeOf(has: ReadonlyMap<string, ReadonlyMap<string, Values>>): number {
  const all = [...has.values()].flatMap((keys) => [...keys.values()]);
  return all.reduce((sum, { constants, open }) => sum + 1 + constants.size + Number(open), 0);
}

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
  const found: Found = { given: [], gifts: [], read: [], readHere: [], compared: [], anyGiven: false, anyRead: false };
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
  else noteCompared(node, found);
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

/** `{"===": [{"var": "route.state.reason"}, "late"]}`, also with the other operators that test for equality. */
function noteCompared(node: SourceNode, found: Found): void {
  const application = applicationOf(node);
  const compares = application === null ? undefined : VALUE_OPERATORS.get(application.name)?.compares;
  if (application === null || (compares !== "equality" && compares !== "membership")) return;
  const keys = application.operands.flatMap((operand) => keyOf(variableOf(operand)) ?? []);
  const others = application.operands.flatMap((operand) =>
    compares === "membership" && operand.kind === "list" ? operand.items : [operand],
  );
  // What a shorthand generates compares with what it passes.
  for (const key of keys)
    for (const { kind, at, value } of others.filter((one) => one.kind === "scalar"))
      if (kind === "scalar" && value !== null && at.written === undefined) found.compared.push([key, value, at]);
}

/** The key of the route state that a path reads as a whole; null for any other path. */
function keyOf(path: string | null): string | null {
  const key = path?.startsWith(PREFIX) === true ? path.slice(PREFIX.length) : null;
  return key === null || key.includes(".") ? null : key;
}

function noteGiven(state: SourceNode, to: string | null, found: Found): void {
  if (state.kind !== "object") {
    found.anyGiven = true;
    return;
  }
  for (const [key, entry] of entriesOf(state)) {
    found.given.push([key, entry.key]);
    const value = entry.node.kind === "scalar" ? entry.node.value : undefined;
    found.gifts.push({ key, to, passesOn: keyOf(variableOf(entry.node)), value });
  }
}
