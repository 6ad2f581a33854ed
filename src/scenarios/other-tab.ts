/** Exports what another tab of the browser has changed, for the session of a scenario and for its page in a browser. */
import type { DepositorState } from "../engine/events.js";
import { applyAnswer } from "../engine/transition.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";

interface ChangedElsewhere {
  /** The state with the slices that all tabs of a browser share. */
  readonly state: DepositorState;
  /** The fields that the page requests again. */
  readonly requested: readonly string[];
}

/** Whether the browser persists the field for the session: the other tab's value arrives without a request. */
export const isShared = ({ persisted }: Pick<BundleCore, "persisted">, field: string): boolean => persisted[field] === "session";

/** The fields that no query answers, of which another tab has nothing to report. */
export function fieldsWithoutQuery({ operations }: BundleCore, fields: readonly string[]): readonly string[] {
  const answered = new Set(Object.values(operations).flatMap((one) => (one.kind === "query" ? one.fields : [])));
  return fields.filter((field) => !answered.has(field));
}

/** `answerOf`: what the bank answers of a field now. */
export function changedElsewhere(
  core: BundleCore,
  state: DepositorState,
  fields: readonly string[],
  answerOf: (field: string) => Json,
): ChangedElsewhere {
  const shared = fields.filter((field) => isShared(core, field));
  const answer = Object.fromEntries(shared.map((field): [string, Json] => [field, answerOf(field)]));
  return {
    state: shared.length === 0 ? state : applyAnswer(core, state, answer).state,
    requested: fields.filter((field) => !isShared(core, field)),
  };
}
