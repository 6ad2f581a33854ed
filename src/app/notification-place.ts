/**
 * Exports the position of the notification: at the bottom center (S1), lifted above the primary action, the focused
 * control, the failure of a control, the help link, the bottom navigation and the pointer, so that it covers none of
 * them, and above boxes to check where the page has space.
 */
import { type RefObject, useLayoutEffect } from "react";

export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const GAP = 8;

/** Half the side of the box around the pointer. */
const POINTER_REACH = 16;

/** The elements that a notification must not cover. */
const KEPT_CLEAR = ".pb-button--primary, .pb-bottom-nav, .pb-help, .pb-failure";

/** Boxes to check, such as a consent above its button: it covers them only where the page has no other place for it. */
const CHOICES = "main .bp6-control";

function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/**
 * How far a box at its place is lifted, in pixels, to cover none of the obstacles; 0 where that is impossible below the top
 * of the page.
 */
export function liftAbove(place: Box, obstacles: readonly Box[]): number {
  let lift = 0;
  for (;;) {
    const lifted = { ...place, top: place.top - lift, bottom: place.bottom - lift };
    const covered = obstacles.filter((obstacle) => overlaps(lifted, obstacle));
    if (covered.length === 0) return lift;
    lift = place.bottom - Math.min(...covered.map(({ top }) => top)) + GAP;
    if (place.top - lift < 0) return 0;
  }
}

/** The lift above obstacles and choices; where the choices leave no place, only above the obstacles. */
export function liftAboveChoices(place: Box, obstacles: readonly Box[], choices: readonly Box[]): number {
  return liftAbove(place, [...obstacles, ...choices]) || liftAbove(place, obstacles);
}

/** The latest position of a mouse or pen; a finger covers nothing once it is lifted. */
let pointer: Box | null = null;

function pointerMoved({ pointerType, clientX: x, clientY: y }: PointerEvent): void {
  pointer =
    pointerType === "touch"
      ? null
      : { top: y - POINTER_REACH, bottom: y + POINTER_REACH, left: x - POINTER_REACH, right: x + POINTER_REACH };
}

const boxesOf = (elements: readonly Element[]): readonly Box[] => elements.map((element) => element.getBoundingClientRect());

function obstaclesOn(page: Document, own: HTMLElement): readonly Box[] {
  const { activeElement, body } = page;
  const focused = activeElement === null || activeElement === body || activeElement.matches("main, h1") ? [] : [activeElement];
  return boxesOf([...page.querySelectorAll(KEPT_CLEAR), ...focused].filter((element) => !own.contains(element)));
}

/** Follows the pointer from the start of the app: a notification must not open under it. */
export function useKnownPointer(): void {
  useLayoutEffect(() => {
    const events = ["pointermove", "pointerdown"] as const;
    for (const event of events) window.addEventListener(event, pointerMoved, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, pointerMoved);
    };
  }, []);
}

/** Places the notification when it opens, and again when the page scrolls or changes its size under it. */
export function usePlace(frame: RefObject<HTMLElement>, shown: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message has another size
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    let present = 0;
    const place = (withPointer: boolean): void => {
      const box = current.getBoundingClientRect();
      const at = { top: box.top + present, bottom: box.bottom + present, left: box.left, right: box.right };
      const obstacles = obstaclesOn(document, current);
      const kept = withPointer && pointer !== null ? [...obstacles, pointer] : obstacles;
      present = liftAboveChoices(at, kept, boxesOf([...document.querySelectorAll(CHOICES)]));
      current.style.translate = present === 0 ? "" : `0 ${-present}px`;
    };
    // Once it is open, the pointer may go to its button.
    const moved = () => place(false);
    place(true);
    const options = { passive: true, capture: true };
    window.addEventListener("scroll", moved, options);
    window.addEventListener("resize", moved);
    const resized = new ResizeObserver(moved);
    resized.observe(document.body);
    return () => {
      window.removeEventListener("scroll", moved, options);
      window.removeEventListener("resize", moved);
      resized.disconnect();
    };
  }, [frame, shown]);
}
