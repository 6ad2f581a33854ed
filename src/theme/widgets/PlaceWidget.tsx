import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useId, useRef, useState } from "react";
import { useCommitHeld } from "../held-text.js";
import { useSay } from "../words.js";
import { TextInput } from "./TextInput.js";

/** One suggestion: what is shown, and what it fills in, by field name beside the place's own. */
export interface PlaceSuggestion {
  readonly id: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What a form that has a `place` field may carry in its context. */
export interface PlaceContext {
  /** Looks places up; rejects when it cannot. Without it the field is plain text. */
  readonly lookUpPlaces?: (search: string) => Promise<readonly PlaceSuggestion[]>;
  /** Fills in other fields of the form. */
  readonly fill?: (fields: Readonly<Record<string, string>>) => void;
}

const ENOUGH_TO_SEARCH = 4;
const TYPING_PAUSE_MS = 250;

type Found = { readonly kind: "none" | "failed" } | { readonly kind: "some"; readonly places: readonly PlaceSuggestion[] };
const nothing: Found = { kind: "none" };

/** A street address: typed as it is, with suggestions where a look-up is given and answers. */
export function PlaceWidget(props: WidgetProps) {
  const { lookUpPlaces, fill } = (props.registry.formContext ?? {}) as PlaceContext;
  const say = useSay();
  const commitHeld = useCommitHeld();
  const [found, setFound] = useState<Found>(nothing);
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const list = useId();
  useEffect(
    () => () => {
      asked.current += 1;
      clearTimeout(timer.current);
    },
    [],
  );

  /** What is still on its way is for nobody any more. */
  const drop = () => {
    asked.current += 1;
    clearTimeout(timer.current);
  };

  const search = (text: string) => {
    drop();
    const turn = asked.current;
    if (!lookUpPlaces || text.trim().length < ENOUGH_TO_SEARCH) {
      setFound(nothing);
      return;
    }
    timer.current = setTimeout(() => {
      lookUpPlaces(text).then(
        (places) => turn === asked.current && setFound(places.length > 0 ? { kind: "some", places } : nothing),
        () => turn === asked.current && setFound({ kind: "failed" }),
      );
    }, TYPING_PAUSE_MS);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave the field and its list.
    <div
      className="pb-autocomplete"
      onBlur={({ currentTarget, relatedTarget }) => {
        // A list that came late would lie over the field that is being filled in by then.
        if (currentTarget.contains(relatedTarget)) return;
        drop();
        setFound(nothing);
      }}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        drop();
        setFound(nothing);
      }}
    >
      <TextInput field={props} type="text" autoComplete="address-line1" onTyped={search} />
      <p className="pb-visually-hidden" role="status">
        {found.kind === "some" && say("placesFound", { count: found.places.length })}
      </p>
      {found.kind === "failed" && <p className="pb-field-help">{say("placesFailed")}</p>}
      {found.kind === "some" && (
        <ul id={list} className="pb-autocomplete-list" aria-label={say("places")}>
          {found.places.map((place) => (
            <li key={place.id}>
              <button
                type="button"
                // The focus stays in the field: not every browser gives it to a button that is pressed. What was typed is
                // committed as if it were left, lest it come after what is chosen and take its place.
                onMouseDown={(event) => {
                  event.preventDefault();
                  commitHeld();
                }}
                onClick={() => {
                  setFound(nothing);
                  fill?.(place.fields);
                  // The button goes with its list: the keyboard stays at the field.
                  document.getElementById(props.id)?.focus();
                }}
              >
                {place.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
