/** Exports the questions that actions ask before they run (`confirm`), for the runtime and its monitors. One is open at a time. */
import type { ActionOwner } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import type { BundleCore, CompiledAction } from "../language/bundle.js";
import { isObject } from "../language/json.js";
import { evaluate, type Scope, withNames } from "../language/predicate.js";
import { type ObservableValue, observableValue } from "./observable-value.js";
import type { Confirmation } from "./view.js";

type Confirm = NonNullable<CompiledAction["confirm"]>;

/** The confirmation that is open, one at a time. */
export interface Questions {
  readonly open: ObservableValue<Confirmation | null>;
  /** Opens the question of an action; resolves with the depositor's answer, or null when it was closed. */
  ask(owner: ActionOwner, confirm: Confirm, scope: Scope): Promise<boolean | null>;
  /** Closes the open question; returns whether there was one. */
  close(): boolean;
  /** The screen is left: closes the question of its action. A question of the app stays. */
  screenLeft(): void;
}

/** Closes the question of a monitor, the only one of the app with a deadline; returns whether there was one. */
export function closeMonitorQuestion(open: ObservableValue<Confirmation | null>): boolean {
  const question = open.get();
  if (question === null || question.owner !== null || question.deadline === null) return false;
  question.answer(null);
  return true;
}

export function createQuestions(core: () => BundleCore): Questions {
  const open = observableValue<Confirmation | null>(null);
  return {
    open,
    ask(owner, confirm, scope) {
      const { formats } = core();
      const translate = (text: Confirm["title"]) => formatText(text, scope, formats);
      const deadline = confirm.deadline === undefined ? null : evaluate(confirm.deadline, scope, formats);
      return new Promise((resolve) => {
        open.get()?.answer(null);
        open.set({
          owner,
          title: translate(confirm.title),
          text: (left) =>
            formatText(confirm.text, withNames(scope, { item: { ...(isObject(scope.item) ? scope.item : {}), left } }), formats),
          deadline: typeof deadline === "string" ? Date.parse(deadline) : null,
          confirm: translate(confirm.confirm),
          isDangerous: confirm.style === "danger",
          cancel: translate(confirm.cancel),
          cancelActs: confirm.cancelAction !== undefined,
          answer(yes) {
            open.set(null);
            resolve(yes);
          },
        });
      });
    },
    close() {
      const question = open.get();
      question?.answer(null);
      return question !== null;
    },
    screenLeft() {
      const question = open.get();
      if (question !== null && question.owner !== null) question.answer(null);
    },
  };
}
