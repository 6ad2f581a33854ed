/** Exports which data an action has changed for the other tabs of the browser, by the fields of the queries that answer it; for `actions.ts`. */
import type { DepositorState } from "../engine/events.js";
import type { BundleCore } from "../language/bundle.js";

export interface AnsweredAction {
  readonly operation: string;
  /** The state before the action, and with its outcome. */
  readonly before: DepositorState;
  readonly after: DepositorState;
  /** The fields that its outcome requests again. */
  readonly refetched: readonly string[];
}

/**
 * The slices that a mutation's action has written, by its optimistic effects, its answer or its outcome, and what its outcome
 * requests again. The other tabs receive the persisted slices with their values, so these are left out.
 */
export function changedFields(core: BundleCore, { operation, before, after, refetched }: AnsweredAction): readonly string[] {
  const isMutation = core.operations[operation]?.kind === "mutation";
  const written = isMutation ? Object.keys(after).filter((slice) => !Object.is(after[slice], before[slice])) : [];
  if (written.length + refetched.length === 0) return [];
  const shared = fieldsToReport(core);
  return [...new Set([...written, ...refetched])].filter((field) => shared.has(field));
}

const reported = new WeakMap<BundleCore, ReadonlySet<string>>();

/** The fields of queries that the other tabs do not receive with their values. */
function fieldsToReport(core: BundleCore): ReadonlySet<string> {
  const known = reported.get(core);
  if (known !== undefined) return known;
  const fields = Object.values(core.operations).flatMap((operation) => (operation.kind === "query" ? operation.fields : []));
  const made = new Set(fields.filter((field) => core.persisted[field] === undefined));
  reported.set(core, made);
  return made;
}
