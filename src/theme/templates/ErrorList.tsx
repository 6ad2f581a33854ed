import { ErrorIcon } from "@blueprintjs/icons";
import type { ErrorListProps } from "@rjsf/utils";
import type { MouseEvent } from "react";
import { useId } from "react";
import { useSay } from "../words.js";

const FOCUSABLE = "input:not([type=hidden]), select, textarea, button, a[href]";

/** The control of a field, which for a group (radios, boxes) is the first inside of it. */
function controlOf(id: string): HTMLElement | null {
  const field = document.getElementById(id);
  return field === null || field.matches(FOCUSABLE) ? field : field.querySelector<HTMLElement>(FOCUSABLE);
}

function focusField(event: MouseEvent<HTMLAnchorElement>, id: string): void {
  // A fragment of its own in the address would be a step of the router's history.
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

/**
 * Everything that is wrong with the form, each a link to its field. It is read because it gets the focus (`focusErrorSummary`);
 * as a live region it would speak again with every correction.
 */
export function ErrorList({ errors, registry }: ErrorListProps) {
  const say = useSay();
  const heading = useId();
  const { idPrefix, idSeparator } = registry.globalFormOptions;
  const rows = new Map<string, { id: string | null; message: string }>();
  for (const { property, message, stack } of errors) {
    const path = pathOf(property);
    const id = path.length > 0 ? [idPrefix, ...path].join(idSeparator) : null;
    rows.set(`${id} ${message}`, { id, message: message ?? stack });
  }
  return (
    <section className="pb-summary-errors" aria-labelledby={heading} tabIndex={-1} data-error-summary="">
      <h2 id={heading} className="pb-summary-errors-title">
        <ErrorIcon size={20} />
        {say("summary", { count: rows.size })}
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

/** Puts the focus on the summary of a form's errors, if it shows one. */
export function focusErrorSummary(form: Element | null): void {
  form?.querySelector<HTMLElement>("[data-error-summary]")?.focus();
}
