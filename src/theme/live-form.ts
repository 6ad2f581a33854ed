/**
 * Exports the channel between the controls of a form and the block around it. rjsf works on the whole form for every change of
 * its data or errors; through this channel a typed text reaches the block, and an error its field, without rjsf.
 */
import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

/** An error of the form. */
export interface FormError {
  /** The id of the field's control; null for an error of the whole form. */
  readonly id: string | null;
  /** The message at the field. */
  readonly message: string;
  /** The text in the summary. */
  readonly summary: string;
}

const NONE: readonly string[] = [];
/** The summary of a form without errors. */
export const NO_SUMMARY: Summary = { errors: [], focusRequests: 0 };

const isSame = <T>(one: readonly T[], other: readonly T[], equal: (a: T, b: T) => boolean = Object.is): boolean =>
  one.length === other.length && one.every((value, index) => equal(value, other[index] as T));

/** The content of a form's summary. */
export interface Summary {
  readonly errors: readonly FormError[];
  /** Counts the requests to focus the summary. */
  readonly focusRequests: number;
}

/** The errors that a form shows. A change notifies only the fields whose errors differ. */
export class FormErrors {
  #summary: Summary = NO_SUMMARY;
  #byField: ReadonlyMap<string, readonly string[]> = new Map();
  readonly #ofField = new Map<string, Set<() => void>>();
  readonly #ofAll = new Set<() => void>();

  summary(): Summary {
    return this.#summary;
  }

  of(id: string): readonly string[] {
    return this.#byField.get(id) ?? NONE;
  }

  /** The ids of the controls of the fields that are rendered. */
  fields(): readonly string[] {
    return [...this.#ofField].flatMap(([id, listeners]) => (listeners.size > 0 ? [id] : []));
  }

  /** `focus`: the summary gets the focus, so that a screen reader reads it. */
  replace(errors: readonly FormError[], focus = false): void {
    const former = this.#byField;
    const byField = new Map<string, string[]>();
    for (const { id, message } of errors) if (id !== null) byField.set(id, [...(byField.get(id) ?? []), message]);
    const isSameSummary = isSame(this.#summary.errors, errors, (one, other) => one.id === other.id && one.summary === other.summary);
    const changed = [...new Set([...former.keys(), ...byField.keys()])].filter(
      (id) => !isSame(former.get(id) ?? NONE, byField.get(id) ?? NONE),
    );
    for (const [id, messages] of former) if (byField.has(id) && !changed.includes(id)) byField.set(id, messages as string[]);
    this.#byField = byField;
    const { focusRequests } = this.#summary;
    if (!isSameSummary || focus) this.#summary = { errors, focusRequests: focus ? focusRequests + 1 : focusRequests };
    for (const id of changed) for (const listener of this.#ofField.get(id) ?? []) listener();
    if (!isSameSummary || focus) for (const listener of this.#ofAll) listener();
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#ofField.get(id) ?? new Set();
    this.#ofField.set(id, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  subscribeAll(listener: () => void): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }
}

/** What the block of a form provides to its controls. */
export interface LiveForm {
  readonly errors: FormErrors;
  /** The pause in typing after which the control passes its text to `typed`, in milliseconds. */
  pause(id: string): number;
  /** Takes the typed text of a control; `isLast`: the depositor has left it. Returns false when rjsf must render the form with it at once. */
  typed(id: string, value: string | undefined, isLast: boolean): boolean;
  /** Call at a submit, after the controls have committed their texts. Returns false, and shows the errors, when the data cannot be sent. */
  accepts(): boolean;
  /** The control is about to commit its text to rjsf. */
  committing(id: string): void;
  /** `uncommitted` returns the text that the control has committed to nobody yet, null without one. Returns the function that unregisters. */
  register(id: string, uncommitted: () => string | null): () => void;
}

const LiveFormContext = createContext<LiveForm | null>(null);

/** Wraps a form whose block takes typed texts and provides errors. Without it, both go through rjsf. */
export const LiveFormProvider = LiveFormContext.Provider;

/** What the block of the form provides; null for a form without a `LiveFormProvider`, whose controls go through rjsf. */
export function useLiveForm(): LiveForm | null {
  return useContext(LiveFormContext);
}

const nothing = () => {};

/** What `read` returns of a field's errors: another result renders the component again. */
function useErrorsOf<T>(id: string, read: (messages: readonly string[]) => T): T {
  const errors = useContext(LiveFormContext)?.errors;
  const subscribe = useCallback((listener: () => void) => errors?.subscribe(id, listener) ?? nothing, [errors, id]);
  const present = () => read(errors?.of(id) ?? NONE);
  return useSyncExternalStore(subscribe, present, present);
}

const all = (messages: readonly string[]) => messages;
const isAny = (messages: readonly string[]) => messages.length > 0;

/** The messages of a field: its present ones by the block, else those of rjsf. */
export function useFieldErrors(id: string, rawErrors: readonly string[]): readonly string[] {
  const own = useErrorsOf(id, all);
  return isAny(own) ? own : rawErrors;
}

/** Whether a field has messages. */
export function useHasErrors(id: string, rawErrors: readonly string[] = NONE): boolean {
  return useErrorsOf(id, isAny) || isAny(rawErrors);
}
