/** Exports `wait` for `playWalk`: time passes in a page while the depositor types, looks at another tab or is away. */
import type { Page } from "playwright-core";
import type { Meanwhile } from "../../scenarios/scenario.js";

/** The longest part of a wait during which nothing is answered, in milliseconds. */
const PART = 5_000;

/** How often a depositor who types touches the page, in milliseconds. */
const TYPING_PAUSE = 1_000;

export async function wait(page: Page, milliseconds: number, meanwhile?: Meanwhile): Promise<void> {
  if (meanwhile === "left") return leave(page, milliseconds);
  if (meanwhile === "hidden") await cover(page, true);
  const part = meanwhile === "typing" ? TYPING_PAUSE : PART;
  for (let left = milliseconds; left > 0; left -= part) {
    await page.clock.runFor(Math.min(left, part));
    // A key that enters nothing.
    if (meanwhile === "typing") await page.keyboard.press("Shift");
  }
  if (meanwhile === "hidden") await cover(page, false);
}

/** A page without a window is always visible: another tab covers it, or no longer does. */
async function cover(page: Page, isCovered: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isCovered ? "hidden" : "visible",
  );
}

/** The browser freezes the page in its back/forward cache, so that no timer fires, and shows it again. */
async function leave(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + milliseconds);
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.clock.runFor(1);
}
