/** Exports the hook that returns the focus when a message of the frame disappears with it, for the notification and the banners (WCAG 2.4.3). */
import { type RefObject, useLayoutEffect } from "react";

/** `message` had the focus when it was dismissed: the focus goes back to where it was before, else to the content of the page. */
export function useReturnedFocus(message: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current } = message;
    let before: HTMLElement | null = null;
    const note = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof HTMLElement && !current?.contains(relatedTarget)) before = relatedTarget;
    };
    current?.addEventListener("focusin", note);
    return () => {
      current?.removeEventListener("focusin", note);
      if (current === null || !current.contains(document.activeElement)) return;
      const place = before?.isConnected ? before : document.querySelector<HTMLElement>("main");
      place?.focus({ preventScroll: true });
    };
  }, [message]);
}
