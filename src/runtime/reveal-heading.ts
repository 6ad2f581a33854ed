/**
 * Exports the hook that reveals the heading of a screen when the screen's message changes by itself: a call starts, or the
 * bank rejects it. Where only a control has removed itself ("Mark as read"), the control after it has the focus (WCAG 2.4.3). It
 * never moves the focus from a field or from a control that is still in the page. It announces nothing: a waiting block is a
 * live region, and the notification banner announces results.
 */
import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** The elements of the screen that the hook observes and focuses. */
export interface ScreenParts {
  readonly article: RefObject<HTMLElement>;
  readonly heading: RefObject<HTMLElement>;
}

/** The elements whose appearance changes the message of a screen. A changed row of a list does not. */
const MESSAGES = '[role="note"], [role="status"], form';

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary";

/** A focused element and what is around it, from the inside out: it may be removed with its row. */
type Surroundings = readonly { readonly element: Element; readonly next: Element | null }[];

function surroundingsOf(element: Element, within: Element): Surroundings {
  const around: { element: Element; next: Element | null }[] = [];
  for (let each: Element | null = element; each !== null && each !== within; each = each.parentElement)
    around.push({ element: each, next: each.nextElementSibling });
  return around;
}

/** The control after an element that was removed; if none comes after it, the last one of what is left around it. */
function controlAfter(removed: Surroundings, within: Element): HTMLElement | null {
  const home = removed.find(({ element }) => element.isConnected)?.element ?? within;
  const gone = removed.filter(({ element }) => !element.isConnected);
  const place = gone.map(({ next }) => next).find((next) => next?.isConnected) ?? home;
  const controls = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const isAtOrAfter = (control: Element) => {
    const position = place.compareDocumentPosition(control);
    return (position & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0 || control === place;
  };
  return controls.find(isAtOrAfter) ?? controls.filter((control) => home.contains(control)).at(-1) ?? null;
}

/** `entry` is the number of the screen entry; while `loading`, the body is not rendered. */
export function useRevealHeading({ article, heading }: ScreenParts, entry: number, loading: boolean): void {
  const seen = useRef<{ readonly entry: number; readonly messages: ReadonlySet<Element> } | null>(null);
  const focused = useRef<Surroundings>([]);

  useEffect(() => {
    const { current } = article;
    const note = ({ target }: FocusEvent) => {
      focused.current = target instanceof Element && current !== null ? surroundingsOf(target, current) : [];
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
      focused.current = [];
      return;
    }
    const fresh = [...messages].some((message) => !previous.messages.has(message));
    const isOther = fresh || messages.size !== previous.messages.size;
    const { activeElement, body } = document;
    const isFocusLost = activeElement === null || activeElement === body;
    const removed = focused.current;
    const isRemoved = isFocusLost && removed[0] !== undefined && !removed[0].element.isConnected;
    if (isRemoved) {
      focused.current = [];
      const control = isOther ? null : controlAfter(removed, article.current);
      (control ?? heading.current)?.focus();
    }
    if (isOther && (isRemoved || (fresh && (isFocusLost || activeElement === heading.current)))) window.scrollTo(0, 0);
  });
}
