/**
 * Exports layout measurements for the screen audit: reflow (WCAG 1.4.10), larger text (1.4.4), wider text spacing (1.4.12)
 * and visible focus (2.4.11). Each runs in one call in the page and returns findings.
 */
import type { Page } from "playwright-core";

/** Text settings of users. */
const SETTINGS = {
  "with spaced text": "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }",
  "with text of 200%": "html { font-size: 200% !important; }",
} as const;

/** The parts around the screen. */
export const FRAME = "header, nav";

export type Setting = keyof typeof SETTINGS;

/** One h1, and a title that begins with it, whatever the case. */
export function named(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const heads = [...document.querySelectorAll<HTMLElement>("h1, [role=heading][aria-level='1']")]
      .filter((head) => head.checkVisibility({ visibilityProperty: true }))
      .map(({ innerText }) => innerText);
    const [head] = heads;
    return [
      ...(heads.length === 1 ? [] : [`${heads.length} headings of level 1: ${heads.join(", ")}`]),
      ...(head !== undefined &&
      (document.title.toLowerCase().startsWith(head.toLowerCase()) || document.title.startsWith("Account on Hold"))
        ? []
        : [`is titled "${document.title}" and headed "${head}"`]),
    ];
  });
}

/** Content that overflows, is cut off, or overlaps another text, and words in two lines: with the page's own text settings, and with each of the given ones. */
export function reflow(page: Page, settings: readonly Setting[]): Promise<readonly string[]> {
  return page.evaluate(
    (sheets) => {
      const found: string[] = [];
      const root = document.documentElement;
      const name = (element: Element | null) => element?.outerHTML.slice(0, 120) ?? "";

      /** The sticky and fixed elements, which cover scrolled content. */
      const sticks = new Set([...document.querySelectorAll("*")].filter((each) => /fixed|sticky/.test(getComputedStyle(each).position)));
      const stuckTo = (element: Element | null): Element | null =>
        element === null || sticks.has(element) ? element : stuckTo(element.parentElement);

      /** Whether the text is only for screen readers, in an element of one pixel. */
      const unseen = (element: Element | null): boolean =>
        element !== null && (element.getBoundingClientRect().width <= 1 || unseen(element.parentElement));

      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        if (node.nodeValue?.trim() && node.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) {
          texts.push(node as Text);
        }
      }

      /** Lines of different texts that overlap. */
      const overlaps = (when: string) => {
        const lines = texts.flatMap((text) => {
          const owner = text.parentElement as HTMLElement;
          if (unseen(owner)) return [];
          const range = document.createRange();
          range.selectNodeContents(text);
          const stuck = stuckTo(owner);
          return [...range.getClientRects()].filter(({ width }) => width > 2).map((box) => ({ text, stuck, box, owner }));
        });
        lines.sort((one, other) => one.box.top - other.box.top);
        for (const [index, { text, stuck, box, owner }] of lines.entries()) {
          for (let next = index + 1; next < lines.length; next += 1) {
            const other = lines[next] as (typeof lines)[number];
            // Line boxes are higher than their letters.
            if (other.box.top > box.bottom - box.height / 3) break;
            if (other.text === text || other.stuck !== stuck) continue;
            const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
            if (across > 2) found.push(`lies over other text ${when}: ${name(owner)} and ${name(other.owner)}`);
          }
        }
      };

      /** Words that are divided between lines. An email address may be, and a word after a hyphen begins a line. */
      const divided = (when: string) => {
        for (const text of texts) {
          const owner = text.parentElement as HTMLElement;
          if (unseen(owner)) continue;
          for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(/(?<![^\s/-])[\p{L}\p{M}]+(?=[.,:;!?)]*(?:[\s/-]|$))/gu)) {
            const range = document.createRange();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
            if (lines.size > 1) found.push(`divides "${word}" between lines ${when}: ${name(owner)}`);
          }
        }
      };

      const check = (when: string) => {
        if (root.scrollWidth > root.clientWidth) {
          const wide = [...document.querySelectorAll("body *")].filter(
            (element) => element.getBoundingClientRect().right > root.clientWidth + 0.5,
          );
          found.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px ${when}: ${name(wide.at(-1) ?? null)}`);
        }
        for (const element of document.querySelectorAll("#main *, header *, nav *")) {
          const { overflowX, overflowY, position } = getComputedStyle(element);
          // A hidden text for a screen reader is clipped on purpose.
          if (position === "absolute" || element.clientWidth < 2) continue;
          const hides = (overflow: string) => overflow === "hidden" || overflow === "clip" || element.localName === "button";
          const across = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
          const down = hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
          if (across || down) found.push(`is cut off ${when}: ${name(element)}`);
        }
        overlaps(when);
        divided(when);
      };

      check("as it is");
      for (const [when, rules] of sheets) {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
        check(when);
        document.adoptedStyleSheets.pop();
      }
      return found;
    },
    settings.map((setting) => [setting, SETTINGS[setting]] as const),
  );
}

/** Tab stops that another element covers completely. */
export function focus(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const before = document.activeElement;
    // An element that moves on focus (the skip link) moves without a transition.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important; }");
    document.adoptedStyleSheets.push(still);
    const stops = "a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex='0']";
    for (const stop of document.querySelectorAll<HTMLElement>(stops)) {
      if (!stop.checkVisibility({ visibilityProperty: true })) continue;
      stop.focus();
      if (document.activeElement !== stop) continue;
      // A file picker and a checkbox are visible through the element that is drawn for them.
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

/** An identifier of the frame around the screen. */
export function frame(page: Page): Promise<string> {
  return page.evaluate((parts) => [...document.querySelectorAll(parts)].map(({ outerHTML }) => outerHTML).join(""), FRAME);
}

/**
 * The first field of the page's forms, where it ends below the first screenful. A form of checkboxes confirms what is above
 * it, and the fields of a fold are not shown.
 */
export function firstField(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    scrollTo(0, 0);
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const fields = [...document.querySelectorAll<HTMLInputElement>("#main form :is(input:not([type=hidden]), select, textarea)")].filter(
      isShown,
    );
    const [first] = fields.filter(({ type }) => type !== "checkbox");
    if (first === undefined) return [];
    const bars = [...document.querySelectorAll("nav")].filter((bar) => isShown(bar) && getComputedStyle(bar).position === "sticky");
    const end = Math.min(innerHeight, ...bars.map((bar) => bar.getBoundingClientRect().top));
    const { bottom } = first.getBoundingClientRect();
    return bottom <= end
      ? []
      : [`the first field ends at ${Math.round(bottom)} px, below the first ${Math.round(end)} px: ${first.outerHTML.slice(0, 120)}`];
  });
}
