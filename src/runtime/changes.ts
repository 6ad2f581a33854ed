/**
 * When a screen says something else by itself (a transfer that was pending is refused), its depositor notices: new
 * notices are announced, and the heading is in sight. Nobody is taken out of a field, or off a control that still stands.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

export interface ScreenParts {
  readonly article: RefObject<HTMLElement>;
  readonly heading: RefObject<HTMLElement>;
  /** A polite live region that stands from the start: what is put into it later is read out. */
  readonly region: RefObject<HTMLElement>;
}

/** What a screen is about at the moment: notices, what is waited for, forms. A row of a list that changes is another matter. */
const MATTERS = '[role="note"], [role="status"], form';

/** `entry` is new for each screen that is entered; while `asking`, its body is not there yet. */
export function useChangesNoticed({ article, heading, region }: ScreenParts, entry: number, asking: boolean): void {
  const told = useRef<{ readonly entry: number; readonly matters: ReadonlySet<Element> } | null>(null);
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const { current } = article;
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [article]);

  // After every drawing: what is drawn tells what has changed.
  useLayoutEffect(() => {
    if (article.current === null || asking) return;
    const matters = new Set(article.current.querySelectorAll(MATTERS));
    const before = told.current;
    told.current = { entry, matters };
    if (before?.entry !== entry) {
      focused.current = null;
      if (region.current !== null) region.current.textContent = "";
      return;
    }
    const fresh = [...matters].filter((matter) => !before.matters.has(matter));
    if (fresh.length === 0 && matters.size === before.matters.size) return;
    // What is waited for is a live region itself; a form is found by the heading.
    const notices = fresh.filter((matter) => matter.getAttribute("role") === "note");
    if (notices.length > 0 && region.current !== null) region.current.textContent = notices.map(({ textContent }) => textContent).join(" ");
    const { activeElement, body } = document;
    const nowhere = activeElement === null || activeElement === body;
    const taken = nowhere && focused.current !== null && !focused.current.isConnected;
    if (taken) {
      focused.current = null;
      heading.current?.focus();
    }
    if (taken || (notices.length > 0 && (nowhere || activeElement === heading.current))) window.scrollTo(0, 0);
  });
}
