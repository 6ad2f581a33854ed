/** Exports `pageDifferences`: the content that a scenario shows without a browser and that the page in a browser lacks. */
import type { Page } from "playwright-core";
import type { Json } from "../../language/definition.js";
import type { Sight } from "../../scenarios/sight.js";
import { type ContentLine, missingBeside, parseLine } from "./beside-texts.js";
import { type PageAnswers, sameVariables } from "./page-answers.js";

/** A line of a field is its label and its value (`fieldTexts`). */
const FIELD_LINE = /^(.*?): .*$/s;

interface Wanted {
  readonly texts: readonly string[];
  /** The pattern of a line about a field, whose label is its first group: the value is in a control. */
  readonly field: string;
  readonly controls: readonly string[];
  readonly navigation: readonly string[];
  readonly question: string | null;
  readonly progress: number | null;
  readonly isQuiet: boolean;
}

/** Runs in the page. White space differs between a text and its rendering, so it is not compared. */
function missingIn({ texts, field, controls, navigation, question, progress, isQuiet }: Wanted): readonly string[] {
  const compact = (text: string | null | undefined): string => (text ?? "").replace(/\s+/g, "");
  const withInputs = (element: Element | null): string => {
    const inputs = [
      ...(element?.querySelectorAll("input, select, textarea, option, iframe, a, [aria-label], [placeholder], progress, meter") ?? []),
    ];
    const named = inputs.flatMap((input) => [
      input.getAttribute("aria-label"),
      input.getAttribute("placeholder"),
      input.getAttribute("title"),
      // The address of a file is a text of the list that links to it.
      input.getAttribute("href"),
      (input as HTMLInputElement).value,
    ]);
    return compact([element?.textContent, ...named].join("\n"));
  };
  const page = withInputs(document.body);
  const lacking = (kind: string, wanted: readonly string[], present: string): readonly string[] =>
    wanted.filter((text) => !present.includes(compact(text))).map((text) => `${kind} ${JSON.stringify(text)}`);
  const fieldLine = new RegExp(field, "s");
  const shown = texts.filter((text) => !page.includes(compact(text))).map((text) => fieldLine.exec(text)?.[1] ?? text);
  const labels = [
    ...document.querySelectorAll("button, a, summary, [role=button], [role=link], [role=radio], [role=option], label, [role=tab]"),
  ].map((one) => compact(`${one.getAttribute("aria-label") ?? ""} ${one.textContent}`));
  const counts = new Map<string, number>();
  for (const label of controls) counts.set(label, (counts.get(label) ?? 0) + 1);
  const fewer = [...counts].flatMap(([label, count]) => {
    const present = labels.filter((one) => one.includes(compact(label))).length;
    return present >= count ? [] : [`the control ${JSON.stringify(label)}${count === 1 ? "" : ` ${count} times, but ${present}`}`];
  });
  const labelOfEntry = (link: Element): string =>
    compact(link.querySelector(".pb-nav-label")?.textContent) + (link.getAttribute("aria-current") === null ? "" : "[current]");
  const dialog = document.querySelector("[role=dialog], [role=alertdialog], dialog[open]");
  const bar = document.querySelector("main progress, header progress, .pb-progress progress");
  const percent = bar instanceof HTMLProgressElement ? Math.round((bar.value / bar.max) * 100) : null;
  return [
    // The gateway's document looks the same before the app has started, and its buttons do nothing.
    ...(document.getElementById("frame") === null ? [] : ["the app, which has not started"]),
    ...lacking("the text", shown, page),
    ...fewer,
    ...lacking("the navigation's entry", navigation, [...document.querySelectorAll("nav .pb-nav-link")].map(labelOfEntry).join("\n")),
    ...(question === null
      ? dialog === null
        ? []
        : ["no open question"]
      : lacking("the question", [question], compact(dialog?.textContent))),
    ...(progress === null || progress === percent ? [] : [`a progress of ${progress} % instead of ${percent ?? "none"}`]),
    ...(isQuiet && document.querySelector(".pb-notification") !== null ? ["no message of the app"] : []),
  ];
}

/** In one sentence each; none when the page shows all of it. */
export async function pageDifferences(page: Page, sight: Sight, answers: PageAnswers): Promise<readonly string[]> {
  const { pathname, search } = new URL(page.url());
  const address = pathname + search;
  const title = await page.title();
  const lines = sight.texts.map(parseLine);
  const controls = sight.controls.map(parseLine);
  const texts = [
    ...lines.flatMap(visibleTexts),
    ...Object.values(sight.errors),
    ...sight.failures,
    ...(sight.notification === null ? [] : [sight.notification]),
  ];
  const missing = await page.evaluate(missingIn, {
    texts,
    field: FIELD_LINE.source,
    controls: controls.map(({ text }) => text),
    navigation: sight.navigation,
    question: sight.question,
    progress: sight.progress,
    isQuiet: sight.notification === null,
  });
  // What is beside a text or a control that the page lacks is lacking with it: one difference, not two.
  const isMissing = ({ text }: ContentLine) => ["text", "control"].some((kind) => missing.includes(`the ${kind} ${JSON.stringify(text)}`));
  const present = [...lines, ...controls].filter((line) => !isMissing(line));
  return [
    ...(address === sight.address ? [] : [`The browser is at ${address}, expected ${sight.address}.`]),
    ...(title.startsWith(sight.title) ? [] : [`The tab's title is ${JSON.stringify(title)}, expected ${JSON.stringify(sight.title)}.`]),
    ...[...missing, ...(await missingBeside(page, present))].map((what) => `The page lacks ${what}.`),
    ...callDifferences(sight, answers),
  ];
}

/** The texts in the page: of a list of options each one; none of a hidden field. */
const visibleTexts = ({ text, beside }: ContentLine): readonly string[] =>
  beside.some(([keyword, value]) => keyword === "widget" && value === "hidden") ? [] : text.split(" / ").filter((part) => part !== "");

function callDifferences({ calls }: Sight, answers: PageAnswers): readonly string[] {
  const sent = answers.waiting();
  const names = (list: readonly { readonly operation: string }[]): string =>
    list
      .map(({ operation }) => operation)
      .sort()
      .join(", ") || "none";
  if (names(sent) !== names(calls)) return [`Calls that wait in the browser: ${names(sent)}, expected: ${names(calls)}.`];
  return calls.flatMap(({ operation, variables }) => {
    const same = sent.find((call) => call.operation === operation && sameVariables(call.variables, variables as Json));
    const other = sent.find((call) => call.operation === operation);
    return same === undefined
      ? [`The browser sends ${operation} with ${JSON.stringify(other?.variables ?? null)}, expected ${JSON.stringify(variables)}.`]
      : [];
  });
}
