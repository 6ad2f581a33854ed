/**
 * Exports `playWalk` for `flows test --browser`: plays a scenario in a page of the running product, and compares what the page
 * shows after each step with what the same step shows without a browser.
 */
import type { Locator, Page } from "playwright-core";
import type { BundleCore } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { durationOf } from "../../language/durations.js";
import { withBrandNames } from "../../scenarios/brand-names.js";
import { rowsOf } from "../../scenarios/expectations.js";
import { inputOf } from "../../scenarios/field-input.js";
import type { LoadedBundle } from "../../scenarios/loaded-bundle.js";
import { isShared } from "../../scenarios/other-tab.js";
import { type RenamedTexts, shownTexts } from "../../scenarios/renamed-texts.js";
import { type ScenarioFailure, type ScenarioOptions, START, startState, usualAnswers } from "../../scenarios/run-scenario.js";
import { ESCAPE, type Scenario, type Step } from "../../scenarios/scenario.js";
import type { Sight } from "../../scenarios/sight.js";
import { formOf } from "../../scenarios/try-values.js";
import { depositorOf } from "../../state/persisted-state.js";
import { fillField, openGroups, typeIntoField } from "./fill-field.js";
import { changeInOtherTab, leave, pageTime, postFromProvider, serveProvider, stopClock, tick, wait } from "./meanwhile.js";
import { type BrowserPlay, openContext, originOf } from "./open-context.js";
import { answerPage, type PageAnswers } from "./page-answers.js";
import { pageDifferences } from "./page-differences.js";
import { persistedEntries } from "./page-state.js";
import { playDestinations } from "./play-destinations.js";
import { tryFields } from "./try-fields.js";

/** How long a page may take to load or to show what it must, in milliseconds: long enough for a machine with other work. */
const PATIENCE = 20_000;

export interface WalkPlay extends BrowserPlay {
  /** Receives the page after each step that shows what it must. */
  readonly shown?: (step: number, page: Page) => Promise<void>;
}

/** What the depositor sees after each step without a browser; null where no screen is shown. */
export type Sights = readonly (Sight | null)[];

/**
 * Plays the steps until one differs, and returns the differences of that step; none when page and session agree. Rejects for
 * faults of the tool itself.
 */
export async function playWalk(
  play: WalkPlay,
  loaded: LoadedBundle,
  { given, answers = {}, steps }: Scenario,
  sights: Sights,
  options: ScenarioOptions,
): Promise<readonly ScenarioFailure[]> {
  const { failureOf } = options;
  const { core } = loaded.bundle;
  const now = Date.parse(given?.now ?? START);
  const hasProvider = steps.some((step) => "provider" in step);
  // The product's policy allows the frames of its own provider, and the scenario has another one.
  const context = await openContext(play, core, hasProvider);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(`The page reports an error: ${message}`));
    await stopClock(page, now);
    const owner = depositorOf(startState(core, { ...given, state: {} }, options));
    await seed(page, persistedEntries(core, startState(core, given, options), { owner, now }));
    if (hasProvider) await serveProvider(page, originOf(play, core));
    const calls = await answerPage(page, core, { ...usualAnswers(core, options), ...answers }, failureOf);
    calls.setState(startState(core, given, options));
    const played: Played = { page, calls, core, renamed: loaded.renamed, sight: null, waitEnd: null };
    for (const [index, step] of steps.entries()) {
      const expected = sights[index] ?? null;
      // A query of this step reads the changes of the same step's mutation.
      if (expected !== null && !("reload" in step)) calls.setState(expected.state);
      const performed =
        "destinations" in step
          ? playDestinations(play, core, rowsOf(step.destinations, step.brands, core.brand.slug), options, now)
          : perform(played, step, expected);
      const refused = await performed.catch(asMessage);
      if (!("wait" in step || "see" in step)) played.waitEnd = null;
      // The content of the page was compared after the previous step.
      const wasCompared = "see" in step && index > 0 && index < steps.length - 1;
      const failures = refused.length > 0 ? refused : [...(wasCompared ? [] : await compared(played, expected)), ...faults];
      if (failures.length > 0) return failures.map((message) => ({ step: index, message: `In a browser: ${message}` }));
      await play.shown?.(index, page);
      played.sight = expected;
    }
    return [];
  } finally {
    await context.close();
  }
}

/** A timeout of the page is a difference; any other error is not. */
function asMessage(error: unknown): readonly string[] {
  if (error instanceof Error && error.name === "TimeoutError") return [`The page does not allow it: ${error.message.split("\n")[0] ?? ""}`];
  throw error;
}

interface Played {
  readonly page: Page;
  readonly calls: PageAnswers;
  readonly core: BundleCore;
  readonly renamed: RenamedTexts;
  /** The content before the step. */
  sight: Sight | null;
  /** The time of the page at which the wait before this one has ended; null where the depositor has done something since. */
  waitEnd: number | null;
}

/** Only the first page begins with the entries: what it persists itself stays. */
async function seed(page: Page, entries: readonly (readonly [key: string, text: string])[]): Promise<void> {
  await page.addInitScript(
    (all) => {
      // The frame of a provider has another origin, and may have no storage.
      if (window !== window.top || window.sessionStorage.getItem("scenario") !== null) return;
      window.sessionStorage.setItem("scenario", "begun");
      for (const [key, text] of all) window.localStorage.setItem(key, text);
    },
    entries as [string, string][],
  );
}

/** Compares until the page shows what it must, or for `PATIENCE`. */
async function compared({ page, calls }: Played, expected: Sight | null): Promise<readonly string[]> {
  if (expected === null) return [];
  const limit = Date.now() + PATIENCE;
  for (;;) {
    const differences = await pageDifferences(page, expected, calls).catch((error: unknown) => {
      // The page navigates while it is read.
      if (/Execution context was destroyed/.test(String(error))) return ["The page is loading."];
      throw error;
    });
    if (differences.length === 0 || Date.now() > limit) return differences;
    await tick(page);
  }
}

/** Performs a step; returns why it can't be performed, or the differences from a table. What `see` names is compared without a browser. */
async function perform(played: Played, step: Step, expected: Sight | null): Promise<readonly string[]> {
  const { page, calls, core } = played;
  if ("open" in step) await page.goto(step.open, { waitUntil: "commit" });
  else if ("goBack" in step) await page.goBack({ waitUntil: "commit" });
  else if ("reload" in step) await page.reload({ waitUntil: "commit" });
  else if ("answers" in step) calls.setAnswers(step.answers);
  else if ("otherTab" in step) await otherTab(played, step.otherTab, expected);
  else if ("wait" in step) await waitOn(played, step);
  else if ("fill" in step) return fill(played, step.fill, fillField);
  else if ("type" in step) return fill(played, step.type, typeIntoField);
  else if ("try" in step) return tryFields(page, played.sight, rowsOf(step.try, step.brands, core.brand.slug));
  else if ("press" in step) return press(played, step.press, step.nth ?? 1);
  else if ("answer" in step) return calls.answer(step.answer, step) ? [] : [`No call of ${step.answer} waits for an answer.`];
  else if ("provider" in step) return listOf(await postFromProvider(page, step.provider, core.durations.providerGrace ?? 0));
  return [];
}

/** `expected` has what the page must know after the change. */
async function otherTab({ page, core }: Played, fields: readonly string[], expected: Sight | null): Promise<void> {
  const shared = fields.filter((field) => isShared(core, field)).map((field) => [field, expected?.state[field] ?? null] as const);
  const state = { ...core.initial, ...Object.fromEntries(shared) };
  // An entry that is persisted for a session has no owner.
  const entries = persistedEntries(core, state, { owner: "", now: await pageTime(page) });
  const requested = fields.filter((field) => !isShared(core, field));
  await changeInOtherTab(page.context(), new URL("/", page.url()).href, { requested, entries });
}

/** The page's clock also advances while the page is compared: consecutive waits together take as long as their sum. */
async function waitOn(played: Played, step: Extract<Step, { readonly wait: string }>): Promise<void> {
  const { page, calls } = played;
  const duration = durationOf(step.wait) ?? 0;
  // A page that is left is away for the whole time: it acts only when it is shown again.
  if (step.while === "left") {
    played.waitEnd = await leave(page, duration);
    return;
  }
  played.waitEnd = (played.waitEnd ?? (await pageTime(page))) + duration;
  await wait(page, played.waitEnd, step.while, calls.settled);
}

const listOf = (reason: string | null): readonly string[] => (reason === null ? [] : [reason]);

/** `enter` enters a value in a field; it returns why it can't. */
async function fill(
  { page, sight }: Played,
  values: { readonly [field: string]: Json },
  enter: typeof fillField,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [path, value] of Object.entries(values)) {
    const form = formOf(sight?.forms ?? [], path);
    const reason = typeof form === "string" ? form : await enter(page, inputOf(form, path), value);
    if (reason !== null) wrong.push(reason);
  }
  return wrong;
}

/** The control with a text; in a question, one of its own. */
async function press({ page, sight, renamed }: Played, written: string, nth: number): Promise<readonly string[]> {
  if (written === ESCAPE && (typeof sight?.question === "string" || sight?.hasSuggestions === true)) {
    await page.keyboard.press(ESCAPE);
    return [];
  }
  const label = withBrandNames(written, sight?.state.branding ?? null);
  const within =
    sight?.question === null || sight === null ? page.locator("body") : page.getByRole("dialog").or(page.getByRole("alertdialog"));
  const found = await named(within, shownTexts(renamed, sight?.screen ?? "", label));
  const control = found[nth - 1];
  if (control === undefined) return [`The page has ${found.length} controls with the text "${label}".`];
  await openGroups(control);
  await agree(control);
  await control.click();
  return [];
}

/** A button below documents submits once each of them is agreed to; without a browser, pressing it agrees. */
async function agree(control: Locator): Promise<void> {
  const boxes = control.locator("xpath=ancestor::form[contains(@class, 'pb-documents')]").locator("input[type=checkbox]");
  for (const box of await boxes.all()) await box.check({ force: true });
}

async function named(within: Locator, texts: readonly string[]): Promise<readonly Locator[]> {
  const controls = within.locator("button, a, summary, [role=button], [role=radio], [role=option], label");
  const positions = await controls.evaluateAll((all, wanted: readonly string[]) => {
    const compact = (text: string | null): string => (text ?? "").replace(/\s+/g, "");
    const exact = (one: Element): boolean =>
      [one.textContent, one.getAttribute("aria-label"), one.querySelector("img")?.alt ?? null].some((text) =>
        wanted.some((one) => compact(text) === compact(one)),
      );
    const begins = (one: Element): boolean => wanted.some((text) => compact(one.textContent).startsWith(compact(text)));
    const usable = (one: Element): boolean => one.getClientRects().length > 0 || one.closest("details:not([open])") !== null;
    const named = all.some((one) => usable(one) && exact(one)) ? exact : begins;
    const found = all.flatMap((one, index) => (usable(one) && named(one) ? [index] : []));
    // As without a browser, a control of the screen comes before one of the frame around it, and what opens a group is none.
    const rank = (index: number): number =>
      (all[index]?.closest(".pb-content, [role=dialog], [role=alertdialog]") ? 0 : 1) + (all[index]?.tagName === "SUMMARY" ? 2 : 0);
    return found.sort((one, other) => rank(one) - rank(other));
  }, texts);
  return positions.map((position) => controls.nth(position));
}
