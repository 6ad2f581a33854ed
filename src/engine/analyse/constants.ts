/** Predicates, and parts of them, that hold always or never: they say nothing, or not what was meant. */
import type { BundleCore, CompiledPredicate } from "../bundle.js";
import type { Json } from "../definition.js";
import { FALSE } from "./bdd.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import { parts } from "./reads.js";
import type { Space } from "./space.js";

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

/** All predicates of a core that are written somewhere, with what they belong to. */
export function checkConstants(core: BundleCore, space: Space): readonly Suspicion[] {
  const found: Suspicion[] = [];
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
  return found;
}
