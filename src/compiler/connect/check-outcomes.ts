/** Exports the comparison of the failures in `flows/outcomes.json` with those that the upstream documents, for the compiler. */
import * as problems from "../../language/problems.js";
import { childOf, entriesOf, type SourceNode } from "../../language/source.js";
import type { Operations } from "../operations.js";
import type { CheckedCalls } from "./check-calls.js";

/** The gateway answers this itself where an institution lacks an extension. */
const NO_CAPABILITY = "404.no_capability";

/** The gateway answers every 5xx as its own failure, `500.unexpected`. */
const ofServer = (failure: string): boolean => failure.startsWith("5");

/**
 * A finding for each failure of an operation that none of its calls documents, and for each documented failure that
 * neither the operation nor `common` lists. An operation may exclude a documented failure with a reason (`impossible`),
 * because several operations may share one call.
 */
export function checkOutcomeCodes(
  outcomes: SourceNode | null,
  { entries }: Operations,
  { failures }: CheckedCalls,
): readonly problems.Problem[] {
  if (failures.size === 0) return [];
  const common = new Set(entriesOf(childOf(outcomes, "common")).map(([name]) => name));
  return entriesOf(childOf(outcomes, "operations")).flatMap(([name, { key: operationKey, node }]) => {
    const operation = entries.get(name);
    if (operation === undefined) return [];
    const type = operation.kind === "query" ? "Query" : "Mutation";
    const documented = operation.rootFields.map((field) => failures.get(`${type}.${field}`) ?? null);
    const known = new Set(documented.flatMap((each) => [...(each ?? [])]));
    const listed = [...entriesOf(childOf(node, "failures")), ...entriesOf(childOf(node, "impossible"))];
    const names = new Set(listed.map(([failure]) => failure));
    const missing = [...known].filter((failure) => !names.has(failure) && !common.has(failure) && !ofServer(failure));
    const failed = childOf(node, "failures");
    const contradictions = entriesOf(childOf(node, "impossible")).filter(([failure]) => childOf(failed, failure) !== null);
    // A resolver answers a field without a declared call: its other failures are unknown here.
    const undocumented = documented.includes(null)
      ? []
      : listed.filter(([failure]) => /^\d/.test(failure) && !known.has(failure) && failure !== NO_CAPABILITY);
    return [
      ...undocumented.map(([failure, { key }]) =>
        problems.problemAt(
          key,
          problems.connect(`No call of "${name}" documents the failure ${failure}${problems.orNearest(failure, known)}`),
        ),
      ),
      ...contradictions.map(([failure, { key }]) =>
        problems.problemAt(key, problems.connect(`"${name}" lists the failure ${failure} as possible and as impossible`)),
      ),
      ...missing.map((failure) =>
        problems.problemAt(
          operationKey,
          problems.connect(
            `The upstream documents the failure ${failure} for a call of "${name}": list it in "failures", or in "impossible" with the reason`,
          ),
        ),
      ),
    ];
  });
}
