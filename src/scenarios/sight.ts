/** Exports `sightOf`: what a depositor sees of a session after a step, for the comparison with a page in a browser. */
import type { DepositorState } from "../engine/events.js";
import type { FormBlock } from "../language/blocks.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { PendingCall } from "./calls.js";
import { controlLine } from "./expectations.js";
import { navigationLines, percentOf } from "./frame.js";
import type { Session } from "./session.js";

/** What a depositor sees after a step, as texts and names, which a page can be compared with. */
export interface Sight {
  readonly screen: string;
  /** Path and query. */
  readonly address: string;
  readonly title: string;
  /** Without those that a component shows in some of its states only. */
  readonly texts: readonly string[];
  readonly controls: readonly string[];
  /** The labels of the navigation; the entry that is highlighted is marked as current. */
  readonly navigation: readonly string[];
  /** The percentage of the progress bar; null where there is none. */
  readonly progress: number | null;
  /** The errors at fields by path, and the messages at controls. */
  readonly errors: Readonly<Record<string, string>>;
  readonly failures: readonly string[];
  /** The message of the app; null when none is open. */
  readonly notification: string | null;
  /** The title of the open question; null when there is none. */
  readonly question: string | null;
  /** Whether a field shows suggestions, or the text in place of them. */
  readonly hasSuggestions: boolean;
  readonly forms: readonly FormBlock[];
  /** The data of the forms, by key. */
  readonly values: Readonly<Record<string, Json>>;
  readonly calls: readonly Pick<PendingCall, "operation" | "variables">[];
  /** What the server knows: a query without an answer of the scenario returns its slices. */
  readonly state: DepositorState;
}

/** Null while no screen is shown. */
export function sightOf(session: Session): Sight | null {
  const { screen, address, errors, failures, question, calls, state } = session;
  const content = session.content();
  if (screen === null || content === null) return null;
  const { title } = screen.resolution;
  return {
    screen: screen.resolution.screen,
    address,
    title,
    texts: content.texts.filter((text) => !content.occasional.has(text)),
    controls: content.controls.map(controlLine),
    navigation: navigationLines(session),
    progress: percentOf(session),
    errors,
    failures: failures.map(({ message }) => message),
    notification: openMessage(state.notification ?? null),
    question: question?.title ?? null,
    hasSuggestions: session.suggestions.areShown,
    forms: content.forms,
    values: Object.fromEntries(content.forms.map((form) => [form.key, session.dataOf(form)])),
    calls: calls.map(({ operation, variables }) => ({ operation, variables })),
    state,
  };
}

function openMessage(notification: Json): string | null {
  return isObject(notification) && notification.isOpen === true ? String(notification.message ?? "") : null;
}
