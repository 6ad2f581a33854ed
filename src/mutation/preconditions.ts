/**
 * Exports which changes of a decision's precondition only weaken it, for the mutation operators: they make no such mutant.
 * The runtime does not read a precondition. The verifier proves it wherever a decision is evaluated (`decision-precondition`),
 * and a proof of the stronger condition is one of the weaker, so that no depositor meets a difference.
 */
import type { Place } from "./mutant.js";

/** Operators whose mutants hold in all states in which the original holds, and in more. */
const WEAKENED: readonly string[] = ["and", ">", "<"];
/** Operators whose mutants hold only in states in which the original holds: below a negation they weaken the whole. */
const STRENGTHENED: readonly string[] = ["or", ">=", "<="];

/** Whether the node counts as it is in the precondition, or negated; null outside of one, and where the operators around it decide neither. */
function polarityOf({ path }: Place): "asserted" | "negated" | null {
  if (path[0] !== "decisions" || path[2] !== "precondition") return null;
  const operators = path.slice(3).filter((key) => typeof key === "string");
  if (operators.some((key) => !["and", "or", "!", "!!"].includes(key))) return null;
  return operators.filter((key) => key === "!").length % 2 === 0 ? "asserted" : "negated";
}

/** Whether the mutants of this operator at this place only weaken the precondition of a decision. */
export function weakensPrecondition(place: Place, operator: string): boolean {
  const polarity = polarityOf(place);
  return (polarity === "asserted" && WEAKENED.includes(operator)) || (polarity === "negated" && STRENGTHENED.includes(operator));
}
