/** Exports the rule `primary-actions` (two primary controls of one screen that are shown together) for the analysis. */
import { matchPath } from "../../engine/paths.js";
import { queryToState } from "../../engine/resolve.js";
import { instantOf, scopeOf } from "../../engine/scope.js";
import type { BundleCore, BundleJourney, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import { pathsRead, rootOf } from "../../language/logic-reads.js";
import { test } from "../../language/predicate.js";
import { isFreeInput } from "../abstraction/atoms.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { FALSE } from "../bdd/diagrams.js";
import { mayHold } from "../transitions/effects.js";
import type { ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { holdsForKnownValues } from "./free-conditions.js";
import { messages } from "./messages.js";
import { chainOf } from "./redirects.js";

interface Primary {
  /** Its key in the body, with those around it. */
  readonly name: string;
  /** The block that shows it: only its parts read the same `item`. */
  readonly block: string;
  /** The group that the depositor opens to see it; null without one. */
  readonly fold: string | null;
  /** Whether each entry of a list has one. */
  readonly repeated: boolean;
  readonly when: readonly CompiledPredicate[];
}

type Around = Omit<Primary, "name">;

const whenOf = (node: { readonly when?: unknown }): readonly CompiledPredicate[] =>
  isObject(node.when) && "logic" in node.when ? [node.when as unknown as CompiledPredicate] : [];

/** The parts of a block that it shows once for each entry. */
const REPEATED: ReadonlySet<string> = new Set(["item", "columns"]);

/** Keys of the definition that are not part of a name that readers know. */
const UNNAMED: ReadonlySet<string> = new Set(["controls", "items", "control", "body"]);

/**
 * The primary controls of a body at any depth, each with its conditions: those of the style `primary` in any block, as all
 * blocks draw them alike, and the button that submits a form or agrees to documents.
 */
function primariesIn(node: unknown, name: string, around: Around): readonly Primary[] {
  if (Array.isArray(node))
    return node.flatMap((part: unknown, index) =>
      primariesIn(part, isObject(part) && typeof part.key === "string" ? part.key : `${name}.${index}`, around),
    );
  if (!isObject(node)) return [];
  const isBlock = typeof node.block === "string";
  const own: Around = {
    block: isBlock ? name : around.block,
    fold: node.block === "group" && node.layout === "fold" && node.heading !== undefined ? name : around.fold,
    repeated: around.repeated,
    when: [...around.when, ...whenOf(node)],
  };
  if (node.style === "primary" && node.label !== undefined) return [{ ...own, name }];
  const submits = node.submitLabel !== undefined && node.submitStyle !== "secondary";
  const submit = submits ? [{ ...own, name: isBlock && node.block === "form" ? `the form ${name}` : name }] : [];
  const inner = Object.entries(node).flatMap(([key, part]) =>
    key === "when"
      ? []
      : primariesIn(part, UNNAMED.has(key) ? name : `${name}.${key}`, { ...own, repeated: own.repeated || REPEATED.has(key) }),
  );
  return [...submit, ...inner];
}

const freeIn = ({ when }: Primary): readonly string[] => when.flatMap(({ logic }) => pathsRead(logic).filter(isFreeInput));

/** Whether both read the same answer, form or entry of a list: the conditions may exclude each other by its value. */
function shareInputs(one: Primary, other: Primary): boolean {
  const read = new Set(freeIn(one));
  return freeIn(other).some((path) => read.has(path) && (one.block === other.block || rootOf(path) !== "item"));
}

const pairsOf = <P extends Primary>(all: readonly P[]): readonly (readonly [P, P])[] =>
  all.flatMap((one, index) => [
    ...(one.repeated ? [[one, { ...one, name: `${one.name} of another entry` }] as const] : []),
    ...all.slice(index + 1).flatMap((other) => (one.fold === other.fold ? [[one, other] as const] : [])),
  ]);

const WHOLE: Around = { block: "body", fold: null, repeated: false, when: [] };

export function checkPrimaryActions(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const { screen, path, admits } of screens.values()) {
    const all = primariesIn(journeys[screen.journey]?.screens[screen.id]?.body ?? [], "body", WHOLE).map((one) => ({
      ...one,
      shown: bdd.all([space.valid, admits, ...one.when.map(({ logic }) => mayHold(space, logic))]),
    }));
    for (const [one, other] of pairsOf(all)) {
      const eachMay = bdd.and(one.shown, other.shown);
      if (eachMay === FALSE) continue;
      const when = [...one.when, ...other.when];
      const both: Json = { and: when.map(({ logic }) => logic) };
      const shared = !one.repeated && shareInputs(one, other);
      if (shared && bdd.and(eachMay, mayHold(space, both)) === FALSE) continue;
      const together = shared ? bdd.and(eachMay, holdsForKnownValues(space, both)) : eachMay;
      const at = [other.when.at(-1)?.at ?? screen.at, screen.at];
      const owner = `screen:${screen.id}`;
      const message = messages.twoPrimaries(screen.id, one.name, other.name);
      if (together === FALSE) {
        const untried = messages.notChecked(message, messages.untried);
        found.push({ rule: "not-checked", message: untried, at, owner, where: null, question: null });
        continue;
      }
      found.push({
        rule: "primary-actions",
        message,
        at,
        owner,
        where: together,
        question: { pathname: path },
        isReproducedBy: (witness) => {
          const location = { pathname: path, ...witness.location };
          const scope = scopeOf(witness.state, instantOf(witness.state), queryToState(matchPath(core, path), location).route);
          // A condition on an answer may hold; the others are evaluated.
          const holds = (logic: Json): boolean => pathsRead(logic).some(isFreeInput) || test(logic, scope);
          return chainOf(core, path, witness).length === 1 && when.every(({ logic }) => holds(logic));
        },
      });
    }
  }
  return found;
}
