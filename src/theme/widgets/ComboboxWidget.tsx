/** Exports the `combobox` widget: a text field with suggestions (WAI-ARIA APG, editable combobox with list autocomplete). */
import type { WidgetProps } from "@rjsf/utils";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useCommitPending } from "../debounced-input.js";
import { useTranslate } from "../texts.js";
import { TextInput } from "./TextInput.js";

/** One suggestion: its text, a second line, the values that it fills into fields of the form by field name, and the found entry. */
export interface ComboboxSuggestion {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly item: unknown;
}

/** The form context of a form that has a `combobox` field. */
export interface ComboboxContext {
  /** Returns the suggestions of a lookup, or the text shown in place of them. Without it the field is a plain text field. */
  readonly suggest?: (
    lookup: string,
    typed: string,
  ) => Promise<{ readonly found: readonly ComboboxSuggestion[] } | { readonly message: string }>;
  /** Fills in the chosen suggestion; `control` is the id of the control. */
  readonly fill?: (fields: Readonly<Record<string, string>>, control: string) => void;
  /** Performs what the form does when a suggestion is chosen, with the found entry. */
  readonly choose?: (item: unknown) => void;
}

const TYPING_PAUSE_MS = 250;

interface Popup {
  readonly suggestions: readonly ComboboxSuggestion[];
  /** The position of the active option; -1 for none. */
  readonly active: number;
  /** In place of suggestions. */
  readonly message?: string;
}
const CLOSED: Popup = { suggestions: [], active: -1 };

export function ComboboxWidget(props: WidgetProps) {
  const { suggest, fill, choose: chosen } = (props.registry.formContext ?? {}) as ComboboxContext;
  const lookup = String(props.options.lookup);
  const translate = useTranslate();
  const commitPending = useCommitPending();
  const [{ suggestions, active, message }, setPopup] = useState(CLOSED);
  const latestSearch = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  const isOpen = suggestions.length > 0;
  const optionId = (index: number): string => `${list}-${index}`;
  useEffect(
    () => () => {
      latestSearch.current += 1;
      clearTimeout(timer.current);
    },
    [],
  );
  useEffect(() => {
    if (active >= 0) document.getElementById(`${list}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [active, list]);

  /** Closes the list and drops the answer of the search that is running. */
  const close = () => {
    latestSearch.current += 1;
    clearTimeout(timer.current);
    setPopup(CLOSED);
  };

  const startSearch = (text: string, pause: number) => {
    latestSearch.current += 1;
    clearTimeout(timer.current);
    const search = latestSearch.current;
    // The active option belongs to the text before: Enter must not choose it.
    setPopup((popup) => (popup.active < 0 ? popup : { ...popup, active: -1 }));
    if (suggest === undefined) return;
    timer.current = setTimeout(() => {
      void suggest(lookup, text).then((answer) => {
        if (search !== latestSearch.current) return;
        setPopup("message" in answer ? { ...CLOSED, message: answer.message } : { ...CLOSED, suggestions: answer.found });
      });
    }, pause);
  };

  const choose = (suggestion: ComboboxSuggestion) => {
    // Commit the typed text now, so that its delayed commit cannot overwrite the chosen values. Synchronously: rjsf calls
    // `onChange` after it has rendered.
    flushSync(commitPending);
    close();
    fill?.(suggestion.fields, props.id);
    chosen?.(suggestion.item);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Enter and the arrows belong to an input method while it composes a character.
    if (event.nativeEvent.isComposing) return;
    const { length } = suggestions;
    const activeSuggestion = suggestions[active];
    if (event.key === "Escape" && (isOpen || message !== undefined)) {
      event.preventDefault();
      close();
    } else if (event.key === "Enter" && activeSuggestion !== undefined) {
      event.preventDefault();
      choose(activeSuggestion);
    } else if (event.key === "Enter") close();
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = event.key === "ArrowDown" ? active + 1 : Math.max(active, 0) - 1;
      if (isOpen) setPopup({ suggestions, active: (next + length) % length });
      else if (event.key === "ArrowDown") startSearch((event.target as HTMLInputElement).value, 0);
    }
  };

  const combobox =
    suggest === undefined
      ? {}
      : ({
          role: "combobox",
          "aria-autocomplete": "list",
          "aria-expanded": isOpen,
          ...(isOpen ? { "aria-controls": list } : {}),
          ...(active >= 0 ? { "aria-activedescendant": optionId(active) } : {}),
        } as const);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to keys of its field, and to the focus leaving it.
    <div
      className="pb-combobox"
      onBlur={({ currentTarget, relatedTarget }) => {
        // A list that opens late would cover the next field.
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={onKeyDown}
    >
      <TextInput field={props} type="text" {...combobox} onType={(text) => startSearch(text, TYPING_PAUSE_MS)} />
      {/* Screen readers announce changes of an element that is there before; the number is on the screen as the list. */}
      <p className={message === undefined ? "pb-visually-hidden" : "pb-field-help"} role="status">
        {isOpen ? translate("suggestionsFound", { count: suggestions.length }) : message}
      </p>
      {isOpen && (
        <div id={list} role="listbox" className="pb-combobox-list" aria-label={translate("suggestions")}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field, which keeps the focus.
            // biome-ignore lint/a11y/useFocusableInteractive: `aria-activedescendant` of the field names the active option.
            <div
              key={suggestion.id}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className="pb-combobox-option"
              // Keep the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              {suggestion.label} <span className="pb-combobox-detail">{suggestion.detail}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
