/**
 * Exports the hook that reveals the heading of a screen when the screen's message changes by itself: a call starts, or the
 * bank rejects it. Where a control has removed itself ("Mark as read"), the focus stays near it (WCAG 2.4.3): on the control after
 * it in its list, else on the heading of its section, else on that of the screen. The hook never moves the focus from a field or
 * from a control that is still in the page. It announces nothing: a waiting block is a live region, and the notification banner
 * announces results.
 */
import { type MutableRefObject, type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/** The elements of the screen that the hook observes and focuses. */
export interface ScreenParts {
  readonly article: RefObject<HTMLElement>;
  readonly heading: RefObject<HTMLElement>;
}

/** The elements whose appearance changes the message of a screen. A changed row of a list does not. */
const MESSAGES = '[role="note"], [role="status"], form';

/** The entries of a list, or the block itself, which may offer a control when it is empty. */
const LISTS = "ul, ol, tbody, .pb-list";

const HEADINGS = "h2, h3, h4, summary";

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled, [type=hidden]), select:not(:disabled), textarea:not(:disabled), summary";

/** A focused element and its ancestors, from the inside out: the element may be removed with its row. */
type Surroundings = readonly { readonly element: Element; readonly next: Element | null }[];

function surroundingsOf(element: Element, within: Element): Surroundings {
  const around: { element: Element; next: Element | null }[] = [];
  for (let each: Element | null = element; each !== null && each !== within; each = each.parentElement)
    around.push({ element: each, next: each.nextElementSibling });
  return around;
}

/** The control of the same list after an element that was removed, else the last one of the list. */
function controlInList(home: Element, removed: Surroundings): HTMLElement | null {
  const list = home.closest(LISTS);
  if (list === null) return null;
  const gone = removed.filter(({ element }) => !element.isConnected);
  const place = gone.map(({ next }) => next).find((next) => next?.isConnected) ?? home;
  const controls = [...list.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const isAtOrAfter = (control: Element) => {
    const position = place.compareDocumentPosition(control);
    return (position & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) !== 0 || control === place;
  };
  return controls.find(isAtOrAfter) ?? controls.at(-1) ?? null;
}

/** The texts of the headings around the focus, the innermost first, when an entry of a screen was left. */
export interface LeftFocus {
  readonly path: string;
  readonly headings: readonly string[];
}

/** The headings around an element that is or was in the article. */
function headingsAround(element: Element, within: Element): readonly string[] {
  const found: string[] = [];
  for (let home: Element | null = element; home !== null; ) {
    const section = sectionAround(home, within);
    if (section !== null) found.push(section.heading.textContent ?? "");
    home = section?.element.parentElement ?? null;
  }
  return found;
}

/** Focuses the section that had the focus when the same path was left ("Save nickname"). Returns false if there is no such section. */
export function focusLeftSection(left: LeftFocus | null, path: string, article: Element): boolean {
  if (left?.path !== path) return false;
  const present = [...article.querySelectorAll<HTMLElement>(HEADINGS)];
  const heading = left.headings.map((text) => present.find(({ textContent }) => textContent === text)).find((one) => one !== undefined);
  if (heading !== undefined) focusHeading(heading);
  return heading !== undefined;
}

interface Section {
  readonly element: Element;
  readonly heading: HTMLElement;
}

/** The innermost section around an element that has a heading; null where only the screen has one. */
function sectionAround(home: Element, within: Element): Section | null {
  for (let element: Element | null = home; element !== null && element !== within; element = element.parentElement) {
    const label = element.getAttribute("aria-labelledby");
    const heading = element.querySelector<HTMLElement>(label === null ? ":scope > summary" : `#${CSS.escape(label)}`);
    if (heading?.matches(HEADINGS)) return { element, heading };
  }
  return null;
}

/** Focuses a heading, which is not a control. */
function focusHeading(heading: HTMLElement): void {
  if (!heading.matches("[tabindex], summary")) {
    heading.tabIndex = -1;
    // A click on the heading does not focus it later.
    heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  }
  heading.focus();
}

/** Notes in `left` where the focus is when an entry is left. */
export function useLeftFocus(article: RefObject<HTMLElement>, path: string, left: MutableRefObject<LeftFocus | null>): void {
  useLayoutEffect(() => {
    const { current } = article;
    let last: Element | null = null;
    // A button that is disabled while its call runs has lost the focus.
    const note = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    document.addEventListener("focusin", note);
    return () => {
      document.removeEventListener("focusin", note);
      const { activeElement, body } = document;
      const element = activeElement === null || activeElement === body ? last : activeElement;
      const isInside = current !== null && element !== null && current.contains(element);
      // While the body loads, the heading of the screen has the focus: the section is still to come.
      if (isInside && element.matches("h1") && left.current?.path === path) return;
      left.current = isInside ? { path, headings: headingsAround(element, current) } : null;
    };
  }, [article, path, left]);
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
    const added = [...messages].filter((message) => !previous.messages.has(message));
    const fresh = added.length > 0;
    const isOther = fresh || messages.size !== previous.messages.size;
    const { activeElement, body } = document;
    const isFocusLost = activeElement === null || activeElement === body;
    const removed = focused.current;
    const isRemoved = isFocusLost && removed[0] !== undefined && !removed[0].element.isConnected;
    let isTop = activeElement === heading.current || isFocusLost;
    if (isRemoved) {
      focused.current = [];
      const home = removed.find(({ element }) => element.isConnected)?.element ?? article.current;
      const around = sectionAround(home, article.current);
      // A new message outside of the section is the screen's.
      const section = added.every((message) => around?.element.contains(message)) ? around : null;
      const control = isOther ? null : controlInList(home, removed);
      isTop = control === null && section === null;
      if (control !== null) control.focus();
      else if (section !== null) focusHeading(section.heading);
      else heading.current?.focus();
    }
    if (isOther && isTop && (isRemoved || fresh)) window.scrollTo(0, 0);
  });
}
