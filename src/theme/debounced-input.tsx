/**
 * Exports the debounced text input of the theme. rjsf re-renders the whole form on every change of its data, so a text
 * input keeps the typed text and commits it to the form on blur, after a pause, and before the form's data is read
 * (submit, page unload).
 */
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { InputMask } from "./input-masks.js";

/** The pause after which the typed text is committed. */
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

export interface DebouncedInput {
  readonly text: string;
  /** Call with the typed text. */
  readonly type: (text: string) => void;
  /** Call on blur: commits the text and formats it. */
  readonly blur: () => void;
}

/** `value` is the form's value; `onCommit` changes it. */
export function useDebouncedInput(value: string, mask: InputMask, onCommit: (value: string) => void): DebouncedInput {
  const [text, setText] = useState(() => mask.format(value));
  const [seen, setSeen] = useState(value);
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const committing = useRef(onCommit);
  committing.current = onCommit;

  // Show a value that was changed from outside (a reset, a chosen address). A value that equals the parsed text is this
  // input's own commit, and must not replace the text that is being typed.
  if (value !== seen) {
    setSeen(value);
    if (pending.current === null && mask.parse(text) !== value) setText(mask.format(value));
  }

  const commit = useCallback(() => {
    clearTimeout(timer.current);
    const typed = pending.current;
    pending.current = null;
    if (typed !== null) committing.current(mask.parse(typed));
  }, [mask]);

  const type = useCallback(
    (next: string) => {
      setText(next);
      pending.current = next;
      clearTimeout(timer.current);
      // Synchronously: the browser could otherwise handle a queued click before React's update, and the form would be sent
      // without the visible text.
      timer.current = setTimeout(() => flushSync(commit), COMMIT_PAUSE_MS);
    },
    [commit],
  );

  const inputs = useContext(DebouncedInputsContext);
  const blur = useCallback(() => {
    const commitAndFormat = () => {
      commit();
      setText((typed) => mask.format(mask.parse(typed)));
    };
    if (inputs === null) commitAndFormat();
    else inputs.commitOnBlur(commitAndFormat);
  }, [commit, mask, inputs]);

  useEffect(() => inputs?.register(commit), [inputs, commit]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { text, type, blur };
}
