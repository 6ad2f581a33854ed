/** Exports the check of the failures in `flows/outcomes.json` against those that the upstream documents, for the compiler. */
import * as problems from "../../language/problems.js";
import { childOf, entriesOf, type SourceNode } from "../../language/source.js";
import type { Operations } from "../operations.js";
import type { CheckedCalls } from "./check-calls.js";

/** The gateway answers this itself where an institution lacks an extension. */
const NO_CAPABILITY = "404.no_capability";

/** A finding for each failure of an operation that none of its calls documents. */
export function checkOutcomeCodes(
  outcomes: SourceNode | null,
  { entries }: Operations,
  { failures }: CheckedCalls,
): readonly problems.Problem[] {
  if (failures.size === 0) return [];
  return entriesOf(childOf(outcomes, "operations")).flatMap(([name, { node }]) => {
    const operation = entries.get(name);
    if (operation === undefined) return [];
    const type = operation.kind === "query" ? "Query" : "Mutation";
    const documented = operation.rootFields.map((field) => failures.get(`${type}.${field}`) ?? null);
    // A function answers the field without a declared call: what it fails with is not known here.
    if (documented.includes(null)) return [];
    const known = new Set(documented.flatMap((each) => [...(each ?? [])]));
    return entriesOf(childOf(node, "failures")).flatMap(([failure, { key }]) =>
      !/^\d/.test(failure) || known.has(failure) || failure === NO_CAPABILITY
        ? []
        : [
            problems.problemAt(
              key,
              problems.connect(`No call of "${name}" documents the failure ${failure}${problems.orNearest(failure, known)}`),
            ),
          ],
    );
  });
}
