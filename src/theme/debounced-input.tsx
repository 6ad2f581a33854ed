/**
 * Exports the debounced text input of the theme. The element keeps the typed text, and typing renders nothing. The text is
 * committed on blur and before the form's data is read (submit, page unload), and after a pause (`live-form.ts`: a short one
 * when something reads the text, else a longer one). The block of the form takes it; rjsf, which renders the whole form on every
 * change of its data, gets it without such a block, or when the block needs another rendering.
 */
import type { WidgetProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { InputMask } from "./input-masks.js";
import { type LiveForm, useLiveForm } from "./live-form.js";

/** The pause after which the typed text is read. */
export const COMMIT_PAUSE_MS = 300;

/** Keys that follow each other within this time share a timer; after it, another timer costs less than one that fires too early. */
const SHARED_TIMER_MS = 100;

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
  /** Called with each text that the depositor types, before it is committed. */
  readonly onType?: ((text: string) => void) | undefined;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** What a rendering of a control passes to its text. */
interface Surroundings extends InputTexts {
  readonly id: string;
  readonly live: LiveForm | null;
  readonly inputs: DebouncedInputs | null;
  readonly onCommit: (value: string) => void;
}

/** A script that fills in a form may report a text by `change` alone. */
const TYPING_EVENTS = ["input", "change"] as const;

/** Whether the caret is at the end of the text: only then may the mask format it. */
const isCaretAtEnd = (control: TextControl): boolean => control.selectionStart === null || control.selectionStart === control.value.length;

/** The text of one control. One object with few hooks: a form renders it for each of its fields. */
class DebouncedInput<E extends TextControl> implements EventListenerObject {
  #element: E | null = null;
  /** The text of the first render; later ones are written to the element, so that typing renders nothing. */
  readonly defaultValue: string;
  #around: Surroundings;
  #text: string;
  /** The value of the last rendering. */
  #seen: string;
  /** Typed and not yet committed to the form. */
  #pending: string | null = null;
  #isEditing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When a key has started the timer. */
  #timerStart = 0;
  /** When the pause ends, if the depositor types nothing more. */
  #pauseEnd = 0;

  constructor(value: string, around: Surroundings) {
    this.#around = around;
    this.#seen = value;
    this.#text = around.mask.format(value);
    this.defaultValue = around.formatWhenBlurred?.(this.#text) ?? this.#text;
  }

  /** The ref of the element. It listens itself: with a handler of React, a key costs a tenth more. */
  readonly ref = (element: E | null): void => {
    for (const type of TYPING_EVENTS) {
      this.#element?.removeEventListener(type, this);
      element?.addEventListener(type, this);
    }
    this.#element = element;
  };

  /** The element's text has changed. */
  handleEvent({ type }: Event): void {
    if (type === "change" && this.#element?.value === this.#shown) return;
    const text = this.#typed();
    this.#around.onType?.(text);
  }

  /** Call at each rendering. */
  rendering(around: Surroundings): void {
    this.#around = around;
  }

  /**
   * Shows a value that was changed from outside (a reset, a chosen address). A value that equals the parsed text is this
   * input's own commit, and must not replace the text that is being typed.
   */
  rendered(value: string): void {
    const { mask } = this.#around;
    if (value !== this.#seen) {
      this.#seen = value;
      if (this.#pending === null && mask.parse(this.#text) !== value) this.#text = mask.format(value);
    }
    this.#show();
  }

  /** Registers with the form; returns the function that unregisters. */
  connect(): () => void {
    const { id, live, inputs } = this.#around;
    const disconnect = [inputs?.register(this.#commit), live?.register(id, this.#uncommitted)];
    return () => {
      clearTimeout(this.#timer);
      for (const each of disconnect) each?.();
    };
  }

  /** Returns the text with its mask. */
  #typed(): string {
    const control = this.#element;
    if (control === null) return "";
    const { id, mask, live } = this.#around;
    const isLonger = control.value.length > this.#text.length;
    if (mask.formatWhileTyping && isLonger && isCaretAtEnd(control)) {
      const formatted = mask.formatWhileTyping(control.value);
      // Writing the text moves the caret behind it.
      if (formatted !== control.value) control.value = formatted;
    }
    this.#text = control.value;
    this.#pending = this.#text;
    const wait = live === null ? COMMIT_PAUSE_MS : live.pause(id);
    const now = performance.now();
    const end = now + wait;
    // Something may have begun to read the text since the key before.
    if (this.#timer === undefined || end < this.#pauseEnd || now - this.#timerStart > SHARED_TIMER_MS) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#check, wait);
      this.#timerStart = now;
    }
    this.#pauseEnd = end;
    return this.#text;
  }

  focused(): void {
    this.#isEditing = true;
    const { formatWhenBlurred } = this.#around;
    const isMasked = formatWhenBlurred !== undefined && formatWhenBlurred(this.#text) !== this.#text;
    this.#show();
    // Unmasking the text removes the browser's selection on focus: select the text again, so that typing replaces it.
    if (isMasked) this.#element?.select();
  }

  /** Commits the text and formats it. */
  blurred(): void {
    this.#isEditing = false;
    this.#show();
    const { inputs } = this.#around;
    if (inputs === null) this.#commitAndFormat();
    else inputs.commitOnBlur(this.#commitAndFormat);
  }

  get #shown(): string {
    return (this.#isEditing ? undefined : this.#around.formatWhenBlurred)?.(this.#text) ?? this.#text;
  }

  #show(): void {
    const control = this.#element;
    const shown = this.#shown;
    if (control !== null && control.value !== shown) control.value = shown;
  }

  readonly #commit = (): void => {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const typed = this.#pending;
    this.#pending = null;
    if (typed === null) return;
    const { id, live, mask, onCommit } = this.#around;
    const value = mask.parse(typed);
    if (live?.typed(id, value === "" ? undefined : value, true) === true) return;
    live?.committing(id);
    onCommit(value);
  };

  readonly #commitAndFormat = (): void => {
    this.#commit();
    const { mask } = this.#around;
    this.#text = mask.format(mask.parse(this.#text));
    this.#show();
  };

  readonly #uncommitted = (): string | null => (this.#pending === null ? null : this.#around.mask.parse(this.#pending));

  /** One timer for a run of keys: when it fires before the pause has ended, it waits for the rest. */
  readonly #check = (): void => {
    const rest = this.#pauseEnd - performance.now();
    if (rest <= 0) this.#paused();
    else this.#timer = setTimeout(this.#check, rest);
  };

  #paused(): void {
    this.#timer = undefined;
    if (this.#pending === null) return;
    const { id, live, mask } = this.#around;
    const parsed = mask.parse(this.#pending);
    if (live?.typed(id, parsed === "" ? undefined : parsed, false) === true) return;
    // Synchronously: the browser could otherwise handle a queued click before React's update, and the form would be sent
    // without the visible text.
    flushSync(this.#commit);
  }
}

/** Of the properties of rjsf's widgets and of its base input. */
type Field = Pick<WidgetProps, "id" | "value" | "options" | "onChange" | "onFocus" | "onBlur">;

/** The text of a field's control; the result goes to the control. */
export function useDebouncedInput<E extends TextControl>(field: Field, { mask, formatWhenBlurred, onType }: InputTexts) {
  const { id, onFocus, onBlur } = field;
  const value = field.value === undefined || field.value === null ? "" : String(field.value);
  const live = useLiveForm();
  const inputs = useContext(DebouncedInputsContext);
  const onCommit = (next: string): void => field.onChange(next === "" ? field.options.emptyValue : next);
  const around = { id, mask, formatWhenBlurred, onType, live, inputs, onCommit };
  const [input] = useState(() => new DebouncedInput<E>(value, around));
  input.rendering(around);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mask or format shows the text in another way
  useLayoutEffect(() => input.rendered(value), [input, value, mask, formatWhenBlurred]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the input registers these of its last rendering
  useEffect(() => input.connect(), [input, id, live, inputs]);
  return {
    inputRef: input.ref,
    defaultValue: input.defaultValue,
    onFocus() {
      input.focused();
      onFocus(id, field.value);
    },
    onBlur() {
      input.blurred();
      onBlur(id, field.value);
    },
  };
}
