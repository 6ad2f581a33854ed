/** Looks a screen over as WCAG 2.2 asks: reflow, spacing of text, focus that can be seen, and what axe finds. Gives findings, never throws. */
import type { Page } from "playwright-core";
import { axeFindings } from "./axe.js";

/** 320 CSS px: also what a window of 1280 px shows at 400% zoom (1.4.10). */
const NARROW = { width: 320, height: 700 } as const;
const WIDE = { width: 1440, height: 900 } as const;

/** What is wider than its place, at present and with the spacing of text that a reader may choose (1.4.12). */
function reflow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const check = (when: string) => {
      const root = document.documentElement;
      if (root.scrollWidth > root.clientWidth) {
        const wide = [...document.querySelectorAll("body *")].filter(
          (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5 && element.closest("[data-scrolls]") === null,
        );
        found.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px ${when}: ${wide.slice(-1).map(name).join()}`);
      }
      for (const element of document.querySelectorAll("#main *, header *, nav *")) {
        const { overflowX, position } = getComputedStyle(element);
        // A hidden text for a screen reader is clipped on purpose.
        if ((overflowX !== "hidden" && overflowX !== "clip") || position === "absolute" || element.clientWidth < 2) continue;
        if (element.scrollWidth > element.clientWidth + 1) found.push(`is cut off ${when}: ${name(element)}`);
      }
    };
    check("as it is");
    const spaced = new CSSStyleSheet();
    spaced.replaceSync("* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }");
    document.adoptedStyleSheets.push(spaced);
    check("with spaced text");
    document.adoptedStyleSheets.pop();
    return found;
  });
}

/** Stops of the Tab key that something covers whole, or whose focus nothing shows (2.4.11, 2.4.7). */
function focus(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const before = document.activeElement;
    // What a focus moves (the skip link) is moved at once.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    const stops = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0']";
    for (const stop of document.querySelectorAll<HTMLElement>(stops)) {
      if (!stop.checkVisibility({ visibilityProperty: true })) continue;
      stop.focus();
      if (document.activeElement !== stop) continue;
      // A file's picker and a box drawn by its label are seen by what is drawn for them.
      const seen = [stop, ...(stop instanceof HTMLInputElement ? [...(stop.labels ?? [])] : [])];
      const inside = (hit: Element | null) => hit !== null && seen.some((each) => each.contains(hit) || hit.contains(each));
      const shown = seen.some((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const across = [left + 2, (left + right) / 2, right - 2];
        return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => across.some((x) => inside(document.elementFromPoint(x, y))));
      });
      if (!shown) found.push(`covered when it has the focus: ${stop.outerHTML.slice(0, 120)}`);
    }
    document.adoptedStyleSheets.pop();
    if (before instanceof HTMLElement) before.focus();
    return found;
  });
}

/** Paints the page as somebody with a dark screen has it; resolves when it is painted. */
async function inTheDark(page: Page): Promise<readonly string[]> {
  const paint = async (colorScheme: "dark" | "light") => {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((scheme) => document.documentElement.dataset.scheme === scheme, colorScheme);
    // Colours that move to their next value have arrived.
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished"));
  };
  await paint("dark");
  const found = await axeFindings(page, { only: ["color-contrast"] });
  await paint("light");
  return found;
}

/** One h1, a title that begins with it. */
async function named(page: Page): Promise<readonly string[]> {
  const heads = await page.getByRole("heading", { level: 1 }).allInnerTexts();
  const title = await page.title();
  return [
    ...(heads.length === 1 ? [] : [`${heads.length} headings of level 1: ${heads.join(", ")}`]),
    ...(heads[0] !== undefined && title.startsWith(heads[0]) ? [] : [`is titled "${title}" and headed "${heads[0]}"`]),
  ];
}

const each = (where: string, findings: readonly string[]): readonly string[] => findings.map((finding) => `${where}: ${finding}`);

/** How much of a screen is looked at besides the narrow page. */
export interface Look {
  readonly wide: boolean;
  readonly dark: boolean;
}

/** Everything there is to say against the screen that stands. */
export async function scrutinise(page: Page, where: string, { wide, dark }: Look): Promise<readonly string[]> {
  const found: string[] = [];
  const say = (how: string, findings: readonly string[]) => found.push(...each(`${where}, ${how}`, findings));
  await page.setViewportSize(NARROW);
  say("320 px", [...(await named(page)), ...(await reflow(page)), ...(await focus(page))]);
  // So tall that what sticks to the window's edges lies over nothing: axe would take what is below it for a small target.
  await page.setViewportSize({ ...NARROW, height: await page.evaluate(() => document.documentElement.scrollHeight) });
  say("320 px", await axeFindings(page, { targets: true }));
  if (wide || dark) await page.setViewportSize(WIDE);
  if (wide) say("1440 px", [...(await reflow(page)), ...(await focus(page)), ...(await axeFindings(page, { targets: true }))]);
  if (dark) say("dark", await inTheDark(page));
  return found;
}

/**
 * Sends a form with nothing filled in and looks at what it says: the focus leads to what is wrong, each field says why.
 * Null where the screen does not show the form to this person.
 */
export async function scrutiniseErrors(page: Page, where: string, key: string): Promise<readonly string[] | null> {
  await page.setViewportSize(NARROW);
  const form = page.getByRole("main").locator("form", { has: page.locator(`[id^="${key}_"]`) });
  if ((await form.count()) === 0) return null;
  for (const field of await form.locator("input:enabled:not([type=hidden]), textarea:enabled").all()) {
    const type = await field.getAttribute("type");
    if (type === "checkbox") await field.uncheck();
    else if (type !== "radio" && type !== "file" && type !== "range") await field.fill("");
  }
  await form.locator("button[type=submit]").click();
  await form.locator("[aria-invalid=true]").first().waitFor();
  const found = await form.evaluate((element) => {
    const summary = element.parentElement?.querySelector("[data-error-summary]") ?? null;
    const place = summary ?? element.querySelector("[aria-invalid=true]");
    if (document.activeElement !== place) return [`the focus is at ${document.activeElement?.outerHTML.slice(0, 120)}`];
    const said: string[] = [];
    const { top, bottom } = (place as Element).getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) said.push(`what has the focus is not in sight (at ${top})`);
    for (const link of summary?.querySelectorAll("a") ?? []) {
      if (document.getElementById(decodeURIComponent(link.hash.slice(1))) === null) said.push(`leads to no field: ${link.textContent}`);
    }
    for (const field of element.querySelectorAll("[aria-invalid=true]")) {
      const why = field.getAttribute("aria-describedby") ?? field.closest("[aria-describedby]")?.getAttribute("aria-describedby") ?? "";
      const told = why.split(" ").some((id) => document.getElementById(id)?.textContent);
      if (!told) said.push(`is wrong and does not say why: ${field.outerHTML.slice(0, 120)}`);
    }
    return said;
  });
  return each(`${where}, sent empty`, [...found, ...(await reflow(page)), ...(await axeFindings(page))]);
}
