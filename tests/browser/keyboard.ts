/**
 * A person who has no pointer: goes from control to control with Tab, presses with Enter and Space, chooses with letters and
 * arrows. Each stop on the way must show that it has the focus (WCAG 2.4.7), and a control that Tab does not come to is
 * not there.
 */
import type { Locator, Page } from "playwright-core";

/** More stops than any page has. */
const STOPS = 120;

const focused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus());

/** What has the focus and does not show it; null when it shows it, or when the focus is within a frame or nowhere. */
function elementWithoutFocusIndicator(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const stop = document.activeElement;
    if (stop === null || stop === document.body || stop instanceof HTMLIFrameElement) return null;
    // A box is drawn by what follows it, a file's picker by what stands around it.
    const drawn = [stop, stop.nextElementSibling, stop.parentElement].filter((element) => element !== null);
    const outlined = drawn.some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
    return outlined ? null : stop.outerHTML.slice(0, 160);
  });
}

/** Tabs until the control has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: "attached" });
  for (let stops = 0; stops < STOPS; stops += 1) {
    if (await focused(target)) return;
    await page.keyboard.press("Tab");
    const hidden = await elementWithoutFocusIndicator(page);
    if (hidden !== null) throw new Error(`Nothing shows where the focus is: ${hidden}`);
  }
  throw new Error(`Tab does not come to ${target}`);
}

/** Tab selects what a field holds: what is typed takes its place. */
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

/** By the option's own letters, as a closed list takes them. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(option);
}

/** Tab comes to one of a group (the chosen one, or the first), arrows to the others. */
export async function pick(page: Page, radio: Locator): Promise<void> {
  const group = radio.locator("xpath=ancestor::*[@role='radiogroup' or self::fieldset][1]");
  for (let stops = 0; stops < STOPS && !(await group.evaluate((element) => element.contains(document.activeElement))); stops += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Space");
  for (let steps = 0; steps < STOPS && !(await radio.isChecked()); steps += 1) await page.keyboard.press("ArrowDown");
}
