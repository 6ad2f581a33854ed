/**
 * Exports the debounced text input of the theme. The element keeps the typed text, and typing renders nothing. rjsf re-renders
 * the whole form on every change of its data, so the text is committed to it on blur and before the form's data is read
 * (submit, page unload). After a pause the block of the form gets it (`live-form.ts`: a short one when something reads the
 * text, else a longer one); without such a block, or when the block needs another rendering, it is committed then.
 */
import type { ReactNode, RefObject } from "react";
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { InputMask } from "./input-masks.js";
import { useLiveForm } from "./live-form.js";

/** The pause after which the typed text is read. */
export const COMMIT_PAUSE_MS = 300;

type Commit = () => void;

/** The inputs of one form, with their uncommitted text. */
class DebouncedInputs {
  readonly #commits = new Set<Commit>();
  readonly #blurred = new Set<Commit>();
  #pressed = false;

  register(commit: Commit): () => void {
    this.#commits.add(commit);
    return () => {
      this.#commits.delete(commit);
    };
  }

  /** Commits the text of every input. */
  commitAll(): void {
    for (const commit of this.#commits) commit();
  }

  /**
   * Commits the text of an input that has lost the focus. While a mouse button is pressed, the commit waits: an error that
   * disappears between press and release would move the pressed control away from the pointer, and the click would be lost.
   */
  commitOnBlur(commit: Commit): void {
    if (this.#pressed) this.#blurred.add(commit);
    else commit();
  }

  /** Listens to mouse presses in the whole page; returns the function that stops. */
  followPresses(): () => void {
    const settle = () => {
      this.#pressed = false;
      const blurred = [...this.#blurred];
      this.#blurred.clear();
      // Synchronously: the click may unmount the form, and its text must be committed before.
      if (blurred.length > 0)
        flushSync(() => {
          for (const commit of blurred) commit();
        });
    };
    let release: ReturnType<typeof setTimeout>;
    const controller = new AbortController();
    const on = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { capture: true, signal: controller.signal });
    on("mousedown", () => {
      this.#pressed = true;
    });
    on("click", settle);
    // A release on another element fires no click.
    on("mouseup", () => {
      release = setTimeout(settle);
    });
    on("dragend", settle);
    return () => {
      clearTimeout(release);
      controller.abort();
    };
  }
}

const DebouncedInputsContext = createContext<DebouncedInputs | null>(null);

/** Wraps the inputs of one form. `children` receives the function that commits the text of all of them. */
export function DebouncedInputsProvider({ children }: { readonly children: (commitAll: () => void) => ReactNode }) {
  const [inputs] = useState(() => new DebouncedInputs());
  const commitAll = useCallback(() => inputs.commitAll(), [inputs]);
  useEffect(() => inputs.followPresses(), [inputs]);
  return <DebouncedInputsContext.Provider value={inputs}>{children(commitAll)}</DebouncedInputsContext.Provider>;
}

/** Returns the function that commits the text of all inputs of the form; it does nothing outside a form. */
export function useCommitPending(): () => void {
  const inputs = useContext(DebouncedInputsContext);
  return useCallback(() => inputs?.commitAll(), [inputs]);
}

/** How a control shows and reads the texts of its field. */
export interface InputTexts {
  readonly mask: InputMask;
  /** Formats the text while the control does not have the focus. */
  readonly formatWhenBlurred?: ((text: string) => string) | undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

export interface DebouncedInput<E extends TextControl> {
  readonly ref: RefObject<E>;
  /** The text of the first render; later ones are written to the element, so that typing renders nothing. */
  readonly defaultValue: string;
  /** Call after the depositor has changed the text of the element. Returns the text with its mask. */
  readonly typed: () => string;
  readonly focused: () => void;
  /** Commits the text and formats it. */
  readonly blurred: () => void;
}

/** Whether the caret is at the end of the text: only then may the mask format it. */
const isCaretAtEnd = (control: TextControl): boolean => control.selectionStart === null || control.selectionStart === control.value.length;

/** `value` is the form's value of the field `id`; `onCommit` changes it. */
export function useDebouncedInput<E extends TextControl>(
  id: string,
  value: string,
  { mask, formatWhenBlurred }: InputTexts,
  onCommit: (value: string) => void,
): DebouncedInput<E> {
  const ref = useRef<E>(null);
  const text = useRef<string | null>(null);
  text.current ??= mask.format(value);
  const [defaultValue] = useState(() => formatWhenBlurred?.(text.current ?? "") ?? text.current ?? "");
  const seen = useRef(value);
  /** Typed and not yet committed to the form. */
  const pending = useRef<string | null>(null);
  const editing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** When the pause ends, if the depositor types nothing more. */
  const pauseEnd = useRef(0);
  const live = useLiveForm();
  const latest = useRef({ onCommit, live });
  latest.current = { onCommit, live };

  const show = useCallback(() => {
    const { current: control } = ref;
    if (control === null) return;
    const shown = (editing.current ? undefined : formatWhenBlurred)?.(text.current ?? "") ?? text.current ?? "";
    if (control.value !== shown) control.value = shown;
  }, [formatWhenBlurred]);

  // Show a value that was changed from outside (a reset, a chosen address). A value that equals the parsed text is this
  // input's own commit, and must not replace the text that is being typed.
  useLayoutEffect(() => {
    if (value !== seen.current) {
      seen.current = value;
      if (pending.current === null && mask.parse(text.current ?? "") !== value) text.current = mask.format(value);
    }
    show();
  }, [value, mask, show]);

  const commit = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const typed = pending.current;
    pending.current = null;
    if (typed === null) return;
    latest.current.live?.committing(id);
    latest.current.onCommit(mask.parse(typed));
  }, [mask, id]);

  const pause = useCallback(() => {
    timer.current = undefined;
    const typed = pending.current;
    if (typed === null) return;
    const parsed = mask.parse(typed);
    if (latest.current.live?.typed(id, parsed === "" ? undefined : parsed) === true) return;
    // Synchronously: the browser could otherwise handle a queued click before React's update, and the form would be sent
    // without the visible text.
    flushSync(commit);
  }, [mask, id, commit]);

  const typed = useCallback(() => {
    const { current: control } = ref;
    if (control === null) return "";
    const isLonger = control.value.length > (text.current ?? "").length;
    if (mask.formatWhileTyping && isLonger && isCaretAtEnd(control)) {
      const formatted = mask.formatWhileTyping(control.value);
      // Writing the text moves the caret behind it.
      if (formatted !== control.value) control.value = formatted;
    }
    text.current = control.value;
    pending.current = control.value;
    const { live: form } = latest.current;
    const wait = form === null ? COMMIT_PAUSE_MS : form.pause(id);
    const end = performance.now() + wait;
    // One timer for a run of keys: when it fires before the pause has ended, it waits for the rest.
    const check = () => {
      const rest = pauseEnd.current - performance.now();
      if (rest <= 0) pause();
      else timer.current = setTimeout(check, rest);
    };
    // Something may have begun to read the text since the key before.
    if (end < pauseEnd.current) clearTimeout(timer.current);
    if (timer.current === undefined || end < pauseEnd.current) timer.current = setTimeout(check, wait);
    pauseEnd.current = end;
    return control.value;
  }, [id, mask, pause]);

  const focused = useCallback(() => {
    editing.current = true;
    const isMasked = formatWhenBlurred !== undefined && formatWhenBlurred(text.current ?? "") !== text.current;
    show();
    // Unmasking the text removes the browser's selection on focus: select the text again, so that typing replaces it.
    if (isMasked) ref.current?.select();
  }, [formatWhenBlurred, show]);

  const inputs = useContext(DebouncedInputsContext);
  const blurred = useCallback(() => {
    editing.current = false;
    show();
    const commitAndFormat = () => {
      commit();
      text.current = mask.format(mask.parse(text.current ?? ""));
      show();
    };
    if (inputs === null) commitAndFormat();
    else inputs.commitOnBlur(commitAndFormat);
  }, [commit, mask, inputs, show]);

  useEffect(() => inputs?.register(commit), [inputs, commit]);
  const uncommitted = useCallback(() => (pending.current === null ? null : mask.parse(pending.current)), [mask]);
  useEffect(() => live?.register(id, uncommitted), [live, id, uncommitted]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { ref, defaultValue, typed, focused, blurred };
}
