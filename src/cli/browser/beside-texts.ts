/**
 * Exports what a line of a scenario's content says is shown beside its text (`[severity warning]`), and which of it a page does
 * not show: read from what assistive technology reads, and from the names of states and looks in the page.
 */
import type { Page } from "playwright-core";

type Shown = readonly [keyword: string, value: string];

/** A text of a screen, or a text of a control. */
export interface ContentLine {
  /** Empty for something that has no text of its own. */
  readonly text: string;
  readonly beside: readonly Shown[];
}

/** Text, keywords with values in brackets, and the value of a field. */
const LINE = /^(?:(.*?) )?\[(\w+ [^[\],]+(?:, \w+ [^[\],]+)*)\](?:: .*)?$/s;

export function parseLine(line: string): ContentLine {
  const [, text = "", inner] = LINE.exec(line) ?? [null, line];
  const beside = (inner?.split(", ") ?? []).map((pair): Shown => {
    const at = pair.indexOf(" ");
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { text, beside };
}

/** A browser fills in texts only. */
const CHOSEN: readonly string[] = ["checkbox", "radio", "attachments"];

/** What has a sign in the page: the kind of an input is in its texts and options. */
function besideInPage({
  text,
  beside,
}: ContentLine): readonly { readonly text: string; readonly keyword: string; readonly value: string }[] {
  const widget = beside.find(([keyword]) => keyword === "widget")?.[1] ?? "";
  if (widget === "hidden") return [];
  return beside
    .filter(([keyword]) => keyword !== "widget" && !(keyword === "autocomplete" && CHOSEN.includes(widget)))
    .map(([keyword, value]) => ({ text, keyword, value }));
}

/** Runs in the page. */
function lackingIn(wanted: ReturnType<typeof besideInPage>): readonly string[] {
  const compact = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, "");
  const textOf = (ids: string | null): string =>
    (ids ?? "")
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" ");
  /** The texts that an element contains, and those that name it. */
  const textsOf = (element: Element): string =>
    compact(
      [
        element.textContent,
        element.getAttribute("data-label"),
        element.getAttribute("aria-label"),
        textOf(element.getAttribute("aria-labelledby")),
        ...[...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent),
        element.closest("fieldset")?.querySelector("legend")?.textContent,
      ].join("\n"),
    );
  /** The percentage of a bar, or the one that an entry of a legend shows. */
  const percentOf = (element: Element): string => {
    const [now, max] = ["aria-valuenow", "aria-valuemax"].map((name) => Number(element.getAttribute(name)));
    if (element.getAttribute("role") !== "meter") return String(Number(/([\d.]+)\s*%\s*$/.exec(element.textContent ?? "")?.[1]));
    return element.hasAttribute("data-over") ? "over 100" : String(Math.round(((now ?? 0) / (max ?? 1)) * 10_000) / 100);
  };
  const ends = (element: Element, end: string): boolean => [...element.classList].some((name) => name.endsWith(end));
  const signs: { readonly [keyword: string]: (element: Element, value: string) => boolean } = {
    percent: (element, value) => percentOf(element) === value,
    download: (element) => element.hasAttribute("download"),
    align: (element) => element.classList.contains("pb-end"),
    autocomplete: (element, value) => element.getAttribute("autocomplete") === value,
    inputMode: (element, value) => element.getAttribute("inputmode") === value,
    username: (element, value) => element.getAttribute("autocomplete") === "username" && (element as HTMLInputElement).value === value,
  };
  const all = [...document.querySelectorAll("body *")];
  return wanted
    .filter(({ text, keyword, value }) => {
      const shows = signs[keyword] ?? ((element, one) => element.getAttribute(`data-${keyword}`) === one || ends(element, `--${one}`));
      return !all.some((element) => shows(element, value) && textsOf(element).includes(compact(text)));
    })
    .map(({ text, keyword, value }) => `the ${keyword} ${JSON.stringify(value)}${text === "" ? "" : ` of ${JSON.stringify(text)}`}`);
}

/** What the page does not show beside the texts of these lines, in words. */
export async function missingBeside(page: Page, lines: readonly ContentLine[]): Promise<readonly string[]> {
  const wanted = lines.flatMap(besideInPage);
  return wanted.length === 0 ? [] : page.evaluate(lackingIn, wanted);
}
