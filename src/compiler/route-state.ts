/** Exports the checks of route state: the keys that each `go` passes against the keys that screens read, over all screens and redirects. */
import type { Origin } from "../language/bundle.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";
import { applicationOf, variableOf } from "./expression-parts.js";
import type { Definition } from "./merged-definition.js";

const PREFIX = "route.state.";

interface Found {
  readonly given: Map<string, Origin[]>;
  readonly read: Map<string, Origin[]>;
  /** Some keys are computed, so the set of keys is unknown. */
  anyGiven: boolean;
  anyRead: boolean;
}

export function checkRouteState(definition: Definition, linker: Linker): void {
  const { names } = definition;
  const found: Found = { given: new Map(), read: new Map(), anyGiven: false, anyRead: false };
  for (const root of [definition.app, definition.predicates, definition.decisions]) if (root !== null) look(root, found);
  for (const { node } of names.screens.entries.values()) look(node, found);
  const fromQuery = [...names.screens.entries.values()].flatMap(({ node }) => textsOf(childOf(node, "queryToState")));
  const giving = [...found.given.keys(), ...fromQuery];
  const whole = names.screens.complete && names.predicates.complete && names.decisions.complete;
  if (!whole) return;
  const reading = [...found.read.keys()];
  if (!found.anyRead)
    for (const [key, places] of found.given)
      if (!reading.includes(key)) for (const at of places) linker.report(at, problems.stateUnread(key, reading));
  if (!found.anyGiven)
    for (const [key, places] of found.read)
      if (!giving.includes(key)) for (const at of places) linker.report(at, problems.stateNeverGiven(key, giving));
}

function textsOf(node: SourceNode | null): readonly string[] {
  return node?.kind === "list" ? node.items.flatMap((item) => textOf(item) ?? []) : [];
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
  if (state !== null) noteGiven(state, found);
  for (const [, entry] of node.entries) look(entry.node, found);
}

function noteRead(path: string, node: SourceNode, found: Found): void {
  const { read } = found;
  if (path.startsWith(PREFIX)) {
    const key = path.slice(PREFIX.length).split(".")[0] ?? "";
    const [operand] = applicationOf(node)?.operands ?? [];
    read.set(key, [...(read.get(key) ?? []), (operand ?? node).at]);
  } else if (path === "route" || path === "route.state") found.anyRead = true;
}

function noteGiven(state: SourceNode, found: Found): void {
  if (state.kind !== "object") {
    found.anyGiven = true;
    return;
  }
  for (const [key, entry] of entriesOf(state)) found.given.set(key, [...(found.given.get(key) ?? []), entry.key]);
}
