/**
 * Exports the hook that reveals the heading of a screen when the screen's message changes by itself: a call starts, or the
 * bank rejects it. It never moves the focus from a field or from a control that is still in the page. It announces
 * nothing: a waiting block is a live region, and the notification banner announces results.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

export interface ScreenParts {
  readonly article: RefObject<HTMLElement>;
  readonly heading: RefObject<HTMLElement>;
}

/** The elements whose appearance changes the message of a screen. A changed row of a list does not. */
const MESSAGES = '[role="note"], [role="status"], form';

/** `entry` is the number of the screen entry; while `loading`, the body is not rendered. */
export function useRevealHeading({ article, heading }: ScreenParts, entry: number, loading: boolean): void {
  const seen = useRef<{ readonly entry: number; readonly messages: ReadonlySet<Element> } | null>(null);
  const focused = useRef<Element | null>(null);

  useEffect(() => {
    const { current } = article;
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element ? target : null;
    };
    current?.addEventListener("focusin", note);
    return () => current?.removeEventListener("focusin", note);
  }, [article]);

  // No dependencies: only the rendered elements show what has changed.
  useLayoutEffect(() => {
    if (article.current === null || loading) return;
    const messages = new Set(article.current.querySelectorAll(MESSAGES));
    const previous = seen.current;
    seen.current = { entry, messages };
    if (previous?.entry !== entry) {
      focused.current = null;
      return;
    }
    const fresh = [...messages].some((message) => !previous.messages.has(message));
    if (!fresh && messages.size === previous.messages.size) return;
    const { activeElement, body } = document;
    const isFocusLost = activeElement === null || activeElement === body;
    const isRemoved = isFocusLost && focused.current !== null && !focused.current.isConnected;
    if (isRemoved) {
      focused.current = null;
      heading.current?.focus();
    }
    if (isRemoved || (fresh && (isFocusLost || activeElement === heading.current))) window.scrollTo(0, 0);
  });
}
