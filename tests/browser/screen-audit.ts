/** Exports the accessibility audit of a screen (WCAG 2.2): layout at several widths, axe, colors in both schemes. Returns findings. */
import type { Page } from "playwright-core";
import { axeFindings } from "./axe.js";
import { FRAME, firstField, focus, frame, named, reflow } from "./layout.js";

/** 320 CSS px: also what a window of 1280 px shows at 400% zoom (1.4.10). */
const NARROW = { width: 320, height: 700 } as const;
const WIDE = { width: 1440, height: 900 } as const;
/** The widths of a tablet and a phone. */
const SMALLER = [
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
] as const;

/** A small phone. */
const PHONE = { width: 360, height: 640 } as const;

type Scheme = "light" | "dark";

const schemeOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

/** Renders the page for such a screen; resolves after painting and color transitions. */
async function paint(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((scheme) => {
    const still = document.getAnimations().every(({ playState }) => playState === "finished");
    return still && getComputedStyle(document.documentElement).colorScheme === scheme;
  }, colorScheme);
}

const each = (where: string, findings: readonly string[]): readonly string[] => findings.map((finding) => `${where}: ${finding}`);

/** What the audit checks. */
export interface Audit {
  readonly narrow: boolean;
  readonly wide: boolean;
  readonly dark: boolean;
  /** Whether to check text of double size on smaller windows too. */
  readonly large: boolean;
  /** Frames with already checked colors: a shell has the same frame on all of its screens. */
  readonly frames: Set<string>;
}

/**
 * All findings about the current screen. Checks the colors once in each scheme and begins with the scheme that the page
 * already has, because a change of the scheme costs more time than the check.
 */
export async function auditScreen(page: Page, where: string, { narrow, wide, dark, large, frames }: Audit): Promise<readonly string[]> {
  const found: string[] = [];
  const add = (how: string, findings: readonly string[]) => found.push(...each(`${where}, ${how}`, findings));
  const inTheDark = async () => add("dark", await axeFindings(page, { only: ["color-contrast"] }));
  const darkAlready = (await schemeOf(page)) === "dark";
  if (darkAlready && dark) await inTheDark();
  if (darkAlready) await paint(page, "light");
  if (narrow) {
    await page.setViewportSize(NARROW);
    add("320 px", [...(await named(page)), ...(await reflow(page, ["with spaced text"])), ...(await focus(page))]);
    // So tall that sticky elements cover nothing: axe would report a partly covered target as small.
    await page.setViewportSize({ ...NARROW, height: await page.evaluate(() => document.documentElement.scrollHeight) });
    add("320 px", await axeFindings(page, { targets: true }));
  }
  if (wide) {
    await page.setViewportSize(WIDE);
    const seen = await frame(page);
    const colors = frames.has(seen) ? [] : await axeFindings(page, { only: ["color-contrast"], within: FRAME });
    frames.add(seen);
    const rest = await axeFindings(page, { targets: true, but: "color-contrast" });
    add("1440 px", [...(await reflow(page, ["with spaced text", "with text of 200%"])), ...(await focus(page)), ...colors, ...rest]);
  }
  if (narrow) {
    await page.setViewportSize(PHONE);
    add("360 x 640 px", await firstField(page));
  }
  for (const size of large ? SMALLER : []) {
    await page.setViewportSize(size);
    add(`${size.width} px`, await reflow(page, ["with text of 200%"]));
  }
  if (dark && !darkAlready) {
    await paint(page, "dark");
    await inTheDark();
  }
  return found;
}

/**
 * Sends an empty form and checks its errors: the summary has the focus and links to the fields, each field shows its error.
 * Null where the screen does not show the form to this person.
 */
export async function auditEmptyForm(page: Page, where: string, key: string): Promise<readonly string[] | null> {
  const form = page.getByRole("main").locator("form", { has: page.locator(`[id^="${key}_"]`) });
  if ((await form.count()) === 0) return null;
  await page.setViewportSize(NARROW);
  if ((await schemeOf(page)) === "dark") await paint(page, "light");
  const fold = page.locator("details:not([open])", { has: page.locator(`[id^="${key}_"]`) });
  if ((await fold.count()) > 0) await fold.locator("summary").first().click();
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
      const message = why.split(" ").some((id) => document.getElementById(id)?.textContent);
      if (!message) said.push(`is wrong and does not add why: ${field.outerHTML.slice(0, 120)}`);
    }
    return said;
  });
  return each(`${where}, sent empty`, [
    ...found,
    ...(await reflow(page, ["with spaced text"])),
    ...(await axeFindings(page, { within: "main" })),
  ]);
}
