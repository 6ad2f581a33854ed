/** Predicates, and parts of them, that hold always or never: they say nothing, or not what was meant. */
import type { BundleCore, BundleJourney, CompiledPredicate, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { parts } from "../abstraction/atoms.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSpace } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

/** Always, never, or it depends. */
function constancy(space: Space, logic: Json): boolean | null {
  const holds = space.diagrams.and(space.valid, space.holds(logic));
  if (holds === FALSE) return false;
  return holds === space.valid ? true : null;
}

/** The smallest parts that hold always or never; a part that is only a literal was meant so. */
function constantParts(space: Space, logic: Json): readonly { readonly part: Json; readonly always: boolean }[] {
  const node = parts(logic);
  if (node === null) return [];
  const inner = ["and", "or", "!", "!!", "if"].includes(node.operator) ? node.args.flatMap((part) => constantParts(space, part)) : [];
  if (inner.length > 0) return inner;
  const always = constancy(space, logic);
  return always === null ? [] : [{ part: logic, always }];
}

/** Every predicate that stands somewhere below a node. */
function predicatesBelow(node: unknown): readonly CompiledPredicate[] {
  if (typeof node !== "object" || node === null) return [];
  if ("logic" in node && "named" in node && "at" in node) return [node as CompiledPredicate];
  return Object.values(node).flatMap(predicatesBelow);
}

/**
 * What a screen shows and does: a condition that nobody who is on the screen meets shows nothing. Effects are asked after
 * an answer has changed the state, so that they are held against all states.
 */
function checkContent(screen: ScreenSpace, content: ScreenContent, space: Space, found: Suspicion[]): void {
  const { id } = screen.screen;
  const add = (predicate: CompiledPredicate, message: string): void => {
    found.push({ rule: "predicate-constant", message, at: [predicate.at], owner: `screen:${id}`, where: null, ask: null });
  };
  const { body, ...rest } = content;
  for (const predicate of predicatesBelow(body)) {
    // A literal was meant so.
    if (parts(predicate.logic) === null) continue;
    if (space.diagrams.and(screen.admits, space.holds(predicate.logic)) === FALSE) add(predicate, messages.never(id));
    else if (space.diagrams.and(space.valid, space.holds(predicate.logic)) === space.valid)
      add(predicate, messages.constant(`A condition on ${id}`, true));
  }
  for (const predicate of predicatesBelow(rest)) {
    const always = parts(predicate.logic) === null || typeof predicate.named === "string" ? null : constancy(space, predicate.logic);
    if (always !== null) add(predicate, messages.constant(`A condition on ${id}`, always));
  }
}

/** Two names of one thing: whoever changes one forgets the other. */
function duplicates(core: BundleCore, space: Space): readonly Suspicion[] {
  const seen = new Map<Bdd, string>();
  return Object.entries(core.predicates).flatMap(([name, predicate]): Suspicion[] => {
    const holds = space.diagrams.and(space.valid, space.holds(predicate.logic));
    const other = seen.get(holds);
    seen.set(holds, other ?? name);
    // One that is constant is told as such.
    if (other === undefined || holds === FALSE || holds === space.valid) return [];
    const at = [predicate.at, ...(core.predicates[other] === undefined ? [] : [core.predicates[other].at])];
    return [
      { rule: "predicate-duplicate", message: messages.duplicate(name, other), at, owner: `predicate:${name}`, where: null, ask: null },
    ];
  });
}

/** All predicates that are written somewhere, with what they belong to. */
export function checkConstants(
  core: BundleCore,
  journeys: Readonly<Record<string, BundleJourney>>,
  space: Space,
  screens: ReadonlyMap<string, ScreenSpace>,
): readonly Suspicion[] {
  const found: Suspicion[] = [...duplicates(core, space)];
  const look = (what: string, owner: string, predicate: CompiledPredicate | undefined): void => {
    if (predicate === undefined || typeof predicate.named === "string" || parts(predicate.named) === null) return;
    for (const { part, always } of constantParts(space, predicate.logic)) {
      const whole = JSON.stringify(part) === JSON.stringify(predicate.logic);
      found.push({
        rule: "predicate-constant",
        message: messages.constant(whole ? what : `${JSON.stringify(part)} in ${what}`, always),
        at: [predicate.at],
        owner,
        where: null,
        ask: null,
      });
    }
  };
  for (const [name, predicate] of Object.entries(core.predicates)) look(`The predicate ${name}`, `predicate:${name}`, predicate);
  for (const [name, gate] of Object.entries(core.gates)) look(`The gate ${name}`, "app", gate.when);
  for (const screen of Object.values(core.screens)) {
    look(`The guard of ${screen.id}`, `screen:${screen.id}`, screen.guard);
    for (const row of screen.otherwise) look(`A row of ${screen.id}.otherwise`, `screen:${screen.id}`, row.when);
  }
  for (const decision of Object.values(core.decisions)) {
    for (const row of decision.rows) look(`The row "${row.key}" of ${decision.name}`, `decision:${decision.name}.${row.key}`, row.when);
  }
  for (const screen of screens.values()) {
    const content = journeys[screen.screen.journey]?.screens[screen.screen.id];
    // A screen that admits nobody is told as such.
    if (content !== undefined && screen.admits !== FALSE) checkContent(screen, content, space, found);
  }
  return found;
}
