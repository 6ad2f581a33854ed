/** Exports the rule `primary-actions` (two primary controls of one block that are shown together) for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { queryToState } from "../../engine/resolve.js";
import { scopeOf } from "../../engine/scope.js";
import type { BundleCore, BundleJourney, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { pathsRead } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import { NOW } from "../abstraction/state-classes.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

interface Primary {
  /** Its key in the body, with those around it. */
  readonly name: string;
  readonly when: readonly CompiledPredicate[];
}

const whenOf = (node: { readonly when?: unknown }): readonly CompiledPredicate[] =>
  isObject(node.when) && "logic" in node.when ? [node.when as unknown as CompiledPredicate] : [];

/** The primary controls of each block in a body at any depth, each with its conditions. A form has its submit button. */
function groupsIn(node: unknown, name: string, when: readonly CompiledPredicate[] = []): readonly (readonly Primary[])[] {
  if (Array.isArray(node))
    return node.flatMap((part: unknown, index) =>
      groupsIn(part, isObject(part) && typeof part.key === "string" ? part.key : `${name}.${index}`, when),
    );
  if (!isObject(node)) return [];
  const around = [...when, ...whenOf(node)];
  const items = isObject(node.controls) && isObject(node.controls.items) ? Object.entries(node.controls.items) : [];
  const controls = items.flatMap(([key, control]): readonly Primary[] =>
    isObject(control) && control.style === "primary" ? [{ name: `${name}.${key}`, when: [...around, ...whenOf(control)] }] : [],
  );
  const submit = typeof node.schemaId === "string" && node.submitLabel !== undefined ? [{ name: `the form ${name}`, when: around }] : [];
  const inner = Object.entries(node).flatMap(([key, part]) =>
    key === "controls" || key === "when" ? [] : groupsIn(part, `${name}.${key}`, around),
  );
  return [[...submit, ...controls], ...inner];
}

const freeIn = (conditions: readonly CompiledPredicate[]): readonly string[] =>
  conditions.flatMap(({ logic }) => pathsRead(logic).filter(isFreeInput));

/** Conditions on the same answer exclude each other more often than the state space shows. */
const shareInputs = (one: Primary, other: Primary): boolean => {
  const read = new Set(freeIn(one.when));
  return freeIn(other.when).some((path) => read.has(path));
};

const pairsOf = (group: readonly Primary[]): readonly (readonly [Primary, Primary])[] =>
  group
    .flatMap((one, index) => group.slice(index + 1).map((other) => [one, other] as const))
    .filter(([one, other]) => !shareInputs(one, other));

export function checkPrimaryActions(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const { screen, path, admits } of screens.values()) {
    const groups = groupsIn(journeys[screen.journey]?.screens[screen.id]?.body ?? [], "body");
    for (const group of groups) {
      for (const [one, other] of pairsOf(group)) {
        const when = [...one.when, ...other.when];
        const together = bdd.all([space.valid, admits, ...when.map(({ logic }) => mayHold(space, logic))]);
        if (together === FALSE) continue;
        found.push({
          rule: "primary-actions",
          message: messages.twoPrimaries(screen.id, one.name, other.name),
          at: [other.when.at(-1)?.at ?? screen.at, screen.at],
          owner: `screen:${screen.id}`,
          where: together,
          ask: { pathname: path },
          isReproducedBy: (witness) => {
            const location = { pathname: path, ...witness.location };
            const scope = scopeOf(witness.state, NOW, queryToState(matchPath(core, path), location).route);
            // A condition on an answer may hold; the others are evaluated.
            const holds = (logic: Json): boolean => pathsRead(logic).some(isFreeInput) || test(logic, scope);
            return chainOf(core, path, witness).length === 1 && when.every(({ logic }) => holds(logic));
          },
        });
      }
    }
  }
  return found;
}
