/**
 * Exports keyboard input for the journeys: Tab to a control, Enter and Space, letters and arrows. Fails when a control
 * shows no focus indicator (WCAG 2.4.7) or cannot be reached with Tab.
 */
import type { Locator, Page } from "playwright-core";

/** More tab stops than any page has. */
const STOPS = 120;

const focused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus());

/** The focused element if it has no focus indicator; null otherwise, also when the focus is in a frame or nowhere. */
function elementWithoutFocusIndicator(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    if (stop === null || stop === document.body || stop instanceof HTMLIFrameElement) return null;
    // The next element draws a checkbox, and the parent draws a file picker.
    const drawn = [stop, stop.nextElementSibling, stop.parentElement].filter((element) => element !== null);
    const outlined = drawn.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    return outlined ? null : stop.outerHTML.slice(0, 160);
  });
}

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  for (let stops = 0; stops < STOPS; stops += 1) {
    if (await focused(target)) return;
    await page.keyboard.press("Tab");
    const hidden = await elementWithoutFocusIndicator(page);
    if (hidden !== null) throw new Error(`Nothing shows where the focus is: ${hidden}`);
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Tab selects the text of a field, so typing replaces it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

export async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press("Enter");
}

export async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press("Space");
}

/** Chooses an option by typing its text on the closed list. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(option);
}

/** Tab focuses the chosen or the first radio button of a group, arrow keys the others. */
export async function pick(page: Page, radio: Locator): Promise<void> {
  const group = radio.locator("xpath=ancestor::*[@role='radiogroup' or self::fieldset][1]");
  for (let stops = 0; stops < STOPS && !(await group.evaluate((element) => element.contains(document.activeElement))); stops += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  for (let steps = 0; steps < STOPS && !(await radio.isChecked()); steps += 1) await page.keyboard.press("ArrowDown");
}
