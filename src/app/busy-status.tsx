/**
 * Exports `BusyStatus` for the shell: announces to screen readers that the page or a control is busy for longer than a moment,
 * and that the page has loaded (WCAG 4.1.3). The skeleton and the spinners show the same.
 */
import { type ReactElement, useEffect, useRef, useState } from "react";
import { useChrome, useView } from "../runtime/binding.js";

/** What takes less time is not announced: most pages and calls need no word between two of the depositor's actions. */
const MOMENT_MS = 1000;

const BUSY = '[aria-busy="true"]';

type Announced = "loading" | "loaded" | null;

export function BusyStatus(): ReactElement {
  const chrome = useChrome();
  const [announced, announce] = useState<Announced>(null);
  const status = useRef<HTMLParagraphElement>(null);
  const view = useView();
  const entry = view.kind === "screen" ? view.entry : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the loading of one screen is no text of the next
  useEffect(() => announce((before) => (before === "loaded" ? null : before)), [entry]);
  useEffect(() => {
    const page = status.current?.parentElement;
    if (!page) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPage = false;
    const check = (): void => {
      const busy = page.querySelector(BUSY);
      if (busy === null) {
        clearTimeout(timer);
        timer = undefined;
        // The end of a call is announced by its message or by the focus on the next screen.
        announce((before) => (before === "loading" && isPage ? "loaded" : before === "loading" ? null : before));
        return;
      }
      isPage = !busy.matches("button, a");
      timer ??= setTimeout(() => announce("loading"), MOMENT_MS);
    };
    const observer = new MutationObserver(check);
    observer.observe(page, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-busy"] });
    check();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return (
    <p ref={status} role="status" className="pb-visually-hidden">
      {announced === "loading" ? chrome("loading") : announced === "loaded" ? chrome("loaded") : ""}
    </p>
  );
}
