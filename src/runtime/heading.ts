/**
 * When a screen says something else by itself (what was asked for is under way, or was refused), its heading comes into
 * sight, so that one sees where one is. Nobody is taken out of a field, or off a control that still stands. What is new
 * is announced by what says it: a waiting is a live region, and what has just happened is the banner's.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

export interface ScreenParts {
  readonly article: RefObject<HTMLElement>;
  readonly heading: RefObject<HTMLElement>;
}

/** What a screen is about at the moment: notices, what is waited for, forms. A row of a list that changes is another matter. */
const MATTERS = '[role="note"], [role="status"], form';

/** `entry` is new for each screen that is entered; while `asking`, its body is not there yet. */
export function useHeadingInSight({ article, heading }: ScreenParts, entry: number, asking: boolean): void {
  const seen = useRef<{ readonly entry: number; readonly matters: ReadonlySet<Element> } | null>(null);
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
    const before = seen.current;
    seen.current = { entry, matters };
    if (before?.entry !== entry) {
      focused.current = null;
      return;
    }
    const fresh = [...matters].some((matter) => !before.matters.has(matter));
    if (!fresh && matters.size === before.matters.size) return;
    const { activeElement, body } = document;
    const nowhere = activeElement === null || activeElement === body;
    const taken = nowhere && focused.current !== null && !focused.current.isConnected;
    if (taken) {
      focused.current = null;
      heading.current?.focus();
    }
    if (taken || (fresh && (nowhere || activeElement === heading.current))) window.scrollTo(0, 0);
  });
}
