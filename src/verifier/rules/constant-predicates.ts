/** Exports the rules `predicate-constant` and `duplicate-predicate` for the analysis. */
import { rowName } from "../../engine/admission.js";
import type { BundleCore, BundleJourney, CompiledPredicate, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { conditionsIn, operationOf } from "../../language/operation.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { overAllPaths, type ScreenSets } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { messages } from "./messages.js";
import { neverShown } from "./shown-content.js";

/** Whether a predicate always (true) or never (false) holds; null if that depends on the state. */
function constancy(space: StateSpace, logic: Json): boolean | null {
  const holds = space.holds(logic);
  if (space.bdd.disjoint(space.valid, holds)) return false;
  return space.bdd.implies(space.valid, holds) ? true : null;
}

/** The smallest parts that always or never hold. A literal is intended to be constant. */
function constantParts(space: StateSpace, logic: Json): readonly { readonly part: Json; readonly always: boolean }[] {
  if (operationOf(logic) === null) return [];
  const inner = conditionsIn(logic).flatMap((part) => constantParts(space, part));
  if (inner.length > 0) return inner;
  const always = constancy(space, logic);
  return always === null ? [] : [{ part: logic, always }];
}

/** All compiled predicates at any depth. */
function predicatesBelow(node: unknown, found: CompiledPredicate[] = []): readonly CompiledPredicate[] {
  if (typeof node !== "object" || node === null) return found;
  if ("logic" in node && "named" in node && "at" in node) found.push(node as CompiledPredicate);
  else for (const part of Object.values(node)) predicatesBelow(part, found);
  return found;
}

/**
 * Conditions in the content of a screen: those of the body against the states that the screen admits, those of effects
 * against all states, since the runtime evaluates them after an answer changed the state. `inBase`: the states that the
 * screen admits without the brand's overlay, which may refuse depositors for whom a condition of the base does not hold.
 */
function checkContent(screen: ScreenSets, content: ScreenContent, inBase: Bdd, space: StateSpace, found: CandidateFinding[]): void {
  const { id } = screen.screen;
  const add = (predicate: CompiledPredicate, message: string): void => {
    found.push({ rule: "predicate-constant", message, at: [predicate.at], owner: `screen:${id}`, where: null, question: null });
  };
  const { body, ...rest } = content;
  for (const { predicate, alone } of neverShown(body, screen.admits, space))
    add(predicate, alone ? messages.neverShown(id) : messages.contradicts(id));
  const admitted = space.bdd.or(screen.admits, inBase);
  for (const predicate of predicatesBelow(body)) {
    // A literal is intended to be constant.
    if (operationOf(predicate.logic) === null) continue;
    if (space.bdd.implies(admitted, space.holds(predicate.logic))) add(predicate, messages.alwaysShown(id));
  }
  for (const predicate of predicatesBelow(rest)) {
    const always = operationOf(predicate.logic) === null || typeof predicate.named === "string" ? null : constancy(space, predicate.logic);
    if (always !== null) add(predicate, messages.constant(`A condition on ${id}`, always));
  }
}

/** Named predicates that hold in the same states: an author may change one and forget the other. */
function duplicates(core: BundleCore, space: StateSpace): readonly CandidateFinding[] {
  const seen = new Map<Bdd, string>();
  return Object.entries(core.predicates).flatMap(([name, predicate]): CandidateFinding[] => {
    const holds = space.bdd.and(space.valid, space.holds(predicate.logic));
    const other = seen.get(holds);
    seen.set(holds, other ?? name);
    // The rule `predicate-constant` reports a constant predicate.
    if (other === undefined || holds === FALSE || holds === space.valid) return [];
    const at = [predicate.at, ...(core.predicates[other] === undefined ? [] : [core.predicates[other].at])];
    return [
      {
        rule: "duplicate-predicate",
        message: messages.duplicate(name, other),
        at,
        owner: `predicate:${name}`,
        where: null,
        question: null,
      },
    ];
  });
}

/** Constant predicates and parts of predicates, with their owners. `base`: the screens without the brand's overlay, where they differ. */
export function checkConstantPredicates(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
  base: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const found: CandidateFinding[] = [...duplicates(core, space)];
  const check = (what: string, owner: string, predicate: CompiledPredicate | undefined): void => {
    if (predicate === undefined || typeof predicate.named === "string" || operationOf(predicate.named) === null) return;
    for (const { part, always } of constantParts(space, predicate.logic)) {
      const whole = JSON.stringify(part) === JSON.stringify(predicate.logic);
      found.push({
        rule: "predicate-constant",
        message: messages.constant(whole ? what : `${JSON.stringify(part)} in ${what}`, always),
        at: [predicate.at],
        owner,
        where: null,
        question: null,
      });
    }
  };
  for (const [name, predicate] of Object.entries(core.predicates)) check(`The predicate ${name}`, `predicate:${name}`, predicate);
  for (const [name, gate] of Object.entries(core.gates)) check(`The gate ${name}`, "app", gate.when);
  for (const screen of Object.values(core.screens)) {
    check(`The guard of ${screen.id}`, `screen:${screen.id}`, screen.guard);
    for (const row of screen.fallback) check(`The row ${rowName(screen.id, row.key)}`, `screen:${screen.id}`, row.when);
  }
  for (const decision of Object.values(core.decisions)) {
    for (const row of decision.rows) check(`The row "${row.key}" of ${decision.name}`, `decision:${decision.name}.${row.key}`, row.when);
  }
  const inBase = new Map(overAllPaths(space, base).map(({ screen, admits }) => [screen.id, admits]));
  for (const screen of overAllPaths(space, screens)) {
    const content = journeys[screen.screen.journey]?.screens[screen.screen.id];
    // The rule `screen-unreachable` reports a screen that admits nobody.
    if (content !== undefined && screen.admits !== FALSE)
      checkContent(screen, content, inBase.get(screen.screen.id) ?? FALSE, space, found);
  }
  return found;
}
