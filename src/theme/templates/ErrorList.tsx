/** Exports the error summary of a form: `ErrorList` for rjsf, `LiveErrorSummary` for the errors of the form's block. */
import { ErrorIcon } from "@blueprintjs/icons";
import type { ErrorListProps } from "@rjsf/utils";
import type { MouseEvent, RefObject } from "react";
import { memo, useCallback, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { type FormError, NO_SUMMARY, useLiveForm } from "../live-form.js";
import { useTranslate } from "../texts.js";

const FOCUSABLE = "input:not([type=hidden]), select, textarea, button, a[href]";

/** The control of a field; for a group (radios, checkboxes) its first control. */
function controlOf(id: string): HTMLElement | null {
  const field = document.getElementById(id);
  return field === null || field.matches(FOCUSABLE) ? field : field.querySelector<HTMLElement>(FOCUSABLE);
}

function focusField(event: MouseEvent<HTMLAnchorElement>, id: string): void {
  // A fragment in the address would add an entry to the router's history.
  event.preventDefault();
  const control = controlOf(id);
  control?.focus();
  control?.scrollIntoView({ block: "center" });
}

const pathOf = (property: string | undefined): string[] =>
  (property ?? "")
    .split(/[.[\]]+/)
    .filter((part) => part !== "")
    .map((part) => part.replace(/^['"]|['"]$/g, ""));

/** The form context of a form with lists of fields. */
export interface SummaryContext {
  /** The name of the list item that a path of the data is in (`Person 2`); null outside of lists. */
  readonly itemName?: (path: readonly string[]) => string | null;
}

/** The errors that rjsf reports. */
export function ErrorList({ errors, registry }: ErrorListProps) {
  const translate = useTranslate();
  const { idPrefix, idSeparator } = registry.globalFormOptions;
  const { itemName } = (registry.formContext ?? {}) as SummaryContext;
  const rows = errors.map(({ property, message, stack }): FormError => {
    const path = pathOf(property);
    const item = itemName?.(path) ?? null;
    const text = message ?? stack;
    const summary = item === null ? text : translate("errorOfItem", { item, message: text });
    return { id: path.length > 0 ? [idPrefix, ...path].join(idSeparator) : null, message: text, summary };
  });
  return <ErrorSummary errors={rows} />;
}

const nothing = () => () => {};

/** The errors that the block of the form provides. */
export function LiveErrorSummary() {
  const live = useLiveForm()?.errors;
  const frame = useRef<HTMLElement>(null);
  const subscribe = useCallback((listener: () => void) => live?.subscribeAll(listener) ?? nothing(), [live]);
  const present = () => live?.summary() ?? NO_SUMMARY;
  const { errors, focusRequests } = useSyncExternalStore(subscribe, present, present);
  useLayoutEffect(() => {
    if (focusRequests > 0) frame.current?.focus();
  }, [focusRequests]);
  if (live === undefined) return null;
  // In an element that is always there: one that appears before the fields makes the browser compute the styles of all of them again.
  return <div>{errors.length > 0 && <ErrorSummary errors={errors} frame={frame} />}</div>;
}

interface ErrorSummaryProps {
  readonly errors: readonly FormError[];
  readonly frame?: RefObject<HTMLElement>;
}

/**
 * All errors of the form, each a link to its field. A screen reader reads the summary because it gets the focus; as a live
 * region it would be announced again after every correction.
 */
function ErrorSummary({ errors, frame }: ErrorSummaryProps) {
  const heading = useId();
  const rows = rowsOf(errors);
  return (
    <section ref={frame} className="pb-summary-errors" aria-labelledby={heading} tabIndex={-1} data-error-summary="">
      <SummaryTitle id={heading} count={rows.length} />
      <ul>
        {rows.map(([key, { id, summary }]) => (
          <SummaryRow key={key} id={id} summary={summary} />
        ))}
      </ul>
    </section>
  );
}

/** Errors with the same text once. The key names the field, so that another text of its error changes the text of its row alone. */
function rowsOf(errors: readonly FormError[]): readonly (readonly [key: string, error: FormError])[] {
  const counts = new Map<string | null, number>();
  const different = new Map(errors.map((error) => [`${error.id} ${error.summary}`, error]));
  return [...different.values()].map((error) => {
    const position = counts.get(error.id) ?? 0;
    counts.set(error.id, position + 1);
    return [`${error.id} ${position}`, error];
  });
}

const SummaryTitle = memo(function SummaryTitle({ id, count }: { readonly id: string; readonly count: number }) {
  const translate = useTranslate();
  return (
    <h2 id={id} className="pb-summary-errors-title">
      <ErrorIcon size={20} />
      {translate("summary", { count })}
    </h2>
  );
});

/** Keeps its element while other errors of the form come and go. */
const SummaryRow = memo(function SummaryRow({ id, summary }: Pick<FormError, "id" | "summary">) {
  return (
    <li>
      {id === null ? (
        summary
      ) : (
        <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
          {summary}
        </a>
      )}
    </li>
  );
});
