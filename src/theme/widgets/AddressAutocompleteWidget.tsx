/** Exports the `place` widget: a street address with suggestions. */
import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useId, useRef, useState } from "react";
import { useCommitPending } from "../debounced-input.js";
import { useTranslate } from "../texts.js";
import { TextInput } from "./TextInput.js";

/** One suggestion: its text, and the values that it fills into fields of the form, by field name. */
export interface AddressSuggestion {
  readonly id: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The form context of a form that has a `place` field. */
export interface AddressContext {
  /** Looks up addresses; rejects when the lookup fails. Without it the field is a plain text field. */
  readonly suggestAddresses?: (search: string) => Promise<readonly AddressSuggestion[]>;
  /** Fills the fields next to the address; `control` is the id of its own control. */
  readonly fill?: (fields: Readonly<Record<string, string>>, control: string) => void;
}

const MIN_SEARCH_LENGTH = 4;
const TYPING_PAUSE_MS = 250;

type Found = { readonly kind: "none" | "failed" } | { readonly kind: "some"; readonly suggestions: readonly AddressSuggestion[] };
const nothing: Found = { kind: "none" };

export function AddressAutocompleteWidget(props: WidgetProps) {
  const { suggestAddresses, fill } = (props.registry.formContext ?? {}) as AddressContext;
  const translate = useTranslate();
  const commitPending = useCommitPending();
  const [found, setFound] = useState<Found>(nothing);
  const latestSearch = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  useEffect(
    () => () => {
      latestSearch.current += 1;
      clearTimeout(timer.current);
    },
    [],
  );

  /** Drops the answer of the search that is running. */
  const cancelSearch = () => {
    latestSearch.current += 1;
    clearTimeout(timer.current);
  };

  const startSearch = (text: string) => {
    cancelSearch();
    const search = latestSearch.current;
    if (!suggestAddresses || text.trim().length < MIN_SEARCH_LENGTH) {
      setFound(nothing);
      return;
    }
    timer.current = setTimeout(() => {
      suggestAddresses(text).then(
        (suggestions) => search === latestSearch.current && setFound(suggestions.length > 0 ? { kind: "some", suggestions } : nothing),
        () => search === latestSearch.current && setFound({ kind: "failed" }),
      );
    }, TYPING_PAUSE_MS);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus leaving the field and its list.
    <div
      className="pb-autocomplete"
      onBlur={({ currentTarget, relatedTarget }) => {
        // A list that opens late would cover the next field.
        if (currentTarget.contains(relatedTarget)) return;
        cancelSearch();
        setFound(nothing);
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        cancelSearch();
        setFound(nothing);
      }}
    >
      <TextInput field={props} type="text" autoComplete="address-line1" onType={startSearch} />
      <p className="pb-visually-hidden" role="status">
        {found.kind === "some" && translate("placesFound", { count: found.suggestions.length })}
      </p>
      {found.kind === "failed" && <p className="pb-field-help">{translate("placesFailed")}</p>}
      {found.kind === "some" && (
        <ul id={list} className="pb-autocomplete-list" aria-label={translate("places")}>
          {found.suggestions.map((suggestion) => (
            <li key={suggestion.id}>
              <button
                type="button"
                // Keep the focus in the field: not every browser focuses a pressed button. Commit the typed text now, so that
                // its delayed commit cannot overwrite the chosen address.
                onMouseDown={(event) => {
                  event.preventDefault();
                  commitPending();
                }}
                onClick={() => {
                  setFound(nothing);
                  fill?.(suggestion.fields, props.id);
                  // The button is removed with its list: move the focus to the field.
                  document.getElementById(props.id)?.focus();
                }}
              >
                {suggestion.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
