/** Exports the truth values of Kleene's strong logic of indeterminacy (1952), for the operators and the evaluation of schemas. */

/** True, false, or null for unknown. */
export type Truth = boolean | null;

/** Three-valued conjunction. */
export function allOf(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

/** Three-valued disjunction. */
export function anyOf(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(null) ? null : false;
}

/** Three-valued negation. */
export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}
