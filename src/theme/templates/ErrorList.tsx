/** Exports `ErrorList`: the error summary of a form, and the function that focuses it. */
import { ErrorIcon } from "@blueprintjs/icons";
import type { ErrorListProps } from "@rjsf/utils";
import type { MouseEvent } from "react";
import { useId } from "react";
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

/**
 * All errors of the form, each a link to its field. A screen reader reads the summary because it gets the focus
 * (`focusErrorSummary`); as a live region it would be announced again after every correction.
 */
export function ErrorList({ errors, registry }: ErrorListProps) {
  const translate = useTranslate();
  const heading = useId();
  const { idPrefix, idSeparator } = registry.globalFormOptions;
  const { itemName } = (registry.formContext ?? {}) as SummaryContext;
  const rows = new Map<string, { id: string | null; message: string }>();
  for (const { property, message, stack } of errors) {
    const path = pathOf(property);
    const id = path.length > 0 ? [idPrefix, ...path].join(idSeparator) : null;
    const item = itemName?.(path) ?? null;
    const text = message ?? stack;
    rows.set(`${id} ${text}`, { id, message: item === null ? text : translate("errorOfItem", { item, message: text }) });
  }
  return (
    <section className="pb-summary-errors" aria-labelledby={heading} tabIndex={-1} data-error-summary="">
      <h2 id={heading} className="pb-summary-errors-title">
        <ErrorIcon size={20} />
        {translate("summary", { count: rows.size })}
      </h2>
      <ul>
        {[...rows].map(([key, { id, message }]) => (
          <li key={key}>
            {id === null ? (
              message
            ) : (
              <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Focuses the error summary of a form, if it has one. */
export function focusErrorSummary(form: Element | null): void {
  form?.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
