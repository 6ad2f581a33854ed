/**
 * Text that its input holds until it is worth telling the form. A form of rjsf is drawn anew with every change of its
 * data; so a text input keeps what is typed, and commits it when the field is left, after a pause, and before anything
 * that reads the form's data (submit, leaving the page).
 */
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Writing } from "./writing.js";

/** The pause after which typing is committed. */
export const COMMIT_PAUSE_MS = 300;

type Flush = () => void;

/** The inputs of one form that may hold uncommitted text. */
class HeldTexts {
  readonly #flushes = new Set<Flush>();
  readonly #left = new Set<Flush>();
  #pressed = false;

  hold(flush: Flush): () => void {
    this.#flushes.add(flush);
    return () => {
      this.#flushes.delete(flush);
    };
  }

  flush(): void {
    for (const flush of this.#flushes) flush();
  }

  /**
   * A field has been left. While a mouse button is down its commit waits: an error that goes away between press and
   * release would move what is being pressed from under the pointer, and the press would be lost.
   */
  leave(settle: Flush): void {
    if (this.#pressed) this.#left.add(settle);
    else settle();
  }

  /** Follows presses anywhere in the page; the result stops. */
  follow(): () => void {
    const settle = () => {
      this.#pressed = false;
      const left = [...this.#left];
      this.#left.clear();
      // At once: the click may take the form away, and what it held is to be kept before.
      if (left.length > 0)
        flushSync(() => {
          for (const one of left) one();
        });
    };
    let release: ReturnType<typeof setTimeout>;
    const following = new AbortController();
    const on = (type: string, listener: () => void) => window.addEventListener(type, listener, { capture: true, signal: following.signal });
    on("mousedown", () => {
      this.#pressed = true;
    });
    on("click", settle);
    // A press that is let go elsewhere is no click.
    on("mouseup", () => {
      release = setTimeout(settle);
    });
    on("dragend", settle);
    return () => {
      clearTimeout(release);
      following.abort();
    };
  }
}

const HeldTextsContext = createContext<HeldTexts | null>(null);

/** Stands around one form's inputs. `children` is given the function that commits whatever they hold. */
export function HoldsTexts({ children }: { readonly children: (flush: () => void) => ReactNode }) {
  const [held] = useState(() => new HeldTexts());
  const flush = useCallback(() => held.flush(), [held]);
  useEffect(() => held.follow(), [held]);
  return <HeldTextsContext.Provider value={held}>{children(flush)}</HeldTextsContext.Provider>;
}

/** Commits what the inputs of this form hold; does nothing outside a form. */
export function useCommitHeld(): () => void {
  const held = useContext(HeldTextsContext);
  return useCallback(() => held?.flush(), [held]);
}

export interface HeldText {
  readonly text: string;
  /** What was typed; committed later. */
  readonly type: (text: string) => void;
  /** The field is left: commits, and shows the value as it is written. */
  readonly leave: () => void;
}

/** `value` as the form has it; `onCommit` tells the form another. */
export function useHeldText(value: string, writing: Writing, onCommit: (value: string) => void): HeldText {
  const [text, setText] = useState(() => writing.show(value));
  const [seen, setSeen] = useState(value);
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const committing = useRef(onCommit);
  committing.current = onCommit;

  // The form's value changed from outside (a reset, a chosen address): it is shown. A value that is what the text
  // already says is the field's own commit coming back, and must not rewrite what is being typed.
  if (value !== seen) {
    setSeen(value);
    if (pending.current === null && writing.read(text) !== value) setText(writing.show(value));
  }

  const commit = useCallback(() => {
    clearTimeout(timer.current);
    const held = pending.current;
    pending.current = null;
    if (held !== null) committing.current(writing.read(held));
  }, [writing]);

  const type = useCallback(
    (next: string) => {
      setText(next);
      pending.current = next;
      clearTimeout(timer.current);
      // At once: presses that wait already would be answered before a change that React does in its own time, and a form
      // would be sent without what its field shows.
      timer.current = setTimeout(() => flushSync(commit), COMMIT_PAUSE_MS);
    },
    [commit],
  );

  const held = useContext(HeldTextsContext);
  const leave = useCallback(() => {
    const settle = () => {
      commit();
      setText((typed) => writing.show(writing.read(typed)));
    };
    if (held === null) settle();
    else held.leave(settle);
  }, [commit, writing, held]);

  useEffect(() => held?.hold(commit), [held, commit]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return { text, type, leave };
}
