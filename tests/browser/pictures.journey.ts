/**
 * Tests that every screen looks as it did, in both brands and at both widths: it compares the page that a scenario shows with a small
 * committed picture (`pictures/`, which also names the scenario). After an intended change: `TEST_PART=full PICTURES=update npx vitest
 * run --project browser tests/browser/pictures.journey.ts`, and read the difference; `tests/browser/artifacts` has the pages themselves.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { compileBrand } from "../../src/cli/brand-bundle.js";
import { tick } from "../../src/cli/browser/meanwhile.js";
import { playWalk } from "../../src/cli/browser/play-walk.js";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readScenarios, type WrittenScenario } from "../../src/cli/scenario-files.js";
import { readSource } from "../../src/cli/source-files.js";
import type { LoadedBundle } from "../../src/scenarios/loaded-bundle.js";
import { runScenario, type ScenarioOptions } from "../../src/scenarios/run-scenario.js";
import type { Scenario } from "../../src/scenarios/scenario.js";
import { type Sight, sightOf } from "../../src/scenarios/sight.js";
import { captureIo } from "../cli/captured-io.js";
import { ROOT } from "../support/sources.js";
import { browserAddress, product } from "./bank.js";
import { BRANDS, WIDTHS } from "./browser.js";
import { type Picture, pictureOf, visibleDifference } from "./pictures.js";
import { ARTIFACTS } from "./product.js";

/** The pictures of a screen by the width of the page in pixels, and the scenario that shows it. */
interface Committed {
  readonly scenario: string;
  readonly pictures: Readonly<Record<string, Picture>>;
}
type Pictures = Readonly<Record<string, Committed>>;

/** How a screen comes into view: a scenario up to the step that shows it first. */
interface Visit {
  readonly name: string;
  readonly scenario: Scenario;
  readonly sights: readonly (Sight | null)[];
}

const UPDATE = process.env.PICTURES === "update";
const fileOf = (brand: string): string => join(ROOT, `tests/browser/pictures/${brand}.json`);
/** Playing the visits of one brand, in milliseconds. */
const LIMIT = 1_200_000;

/** A visit to each screen: in its committed scenario if there still is one, else in the first scenario that shows it. */
async function visitsOf(
  loaded: LoadedBundle,
  brand: string,
  options: ScenarioOptions,
  walks: readonly WrittenScenario[],
  committed: Pictures,
): Promise<ReadonlyMap<string, Visit>> {
  const screens = Object.keys(loaded.bundle.core.screens);
  const visits = new Map<string, Visit>();
  const playable = walks.filter(
    ({ scenario: { brands, steps } }) =>
      brands?.includes(brand) !== false && !steps.some((step) => "destinations" in step || "provider" in step),
  );
  /** The visits of a scenario to the screens that have none yet. */
  async function visitIn(walk: WrittenScenario, isWanted: (screen: string) => boolean): Promise<void> {
    const { scenario } = walk;
    const name = nameOf(walk);
    const sights: (Sight | null)[] = [];
    await runScenario(loaded, scenario, {
      ...options,
      performed: (step, session) => {
        const sight = sightOf(session);
        sights[step] = sight;
        if (sight === null || visits.has(sight.screen) || !isWanted(sight.screen)) return;
        visits.set(sight.screen, { name, scenario: { ...scenario, steps: scenario.steps.slice(0, step + 1) }, sights });
      },
    });
  }
  const named = new Set(Object.values(committed).map(({ scenario }) => scenario));
  for (const walk of playable) if (named.has(nameOf(walk))) await visitIn(walk, (screen) => committed[screen]?.scenario === nameOf(walk));
  for (const walk of playable) {
    if (screens.every((screen) => visits.has(screen))) break;
    await visitIn(walk, () => true);
  }
  return visits;
}

const nameOf = ({ file, title }: WrittenScenario): string => `${file}: ${title}`;

let browser: Browser;
let painter: Page;
beforeAll(async () => {
  browser = await chromium.connectOverCDP(browserAddress());
  painter = await browser.newPage();
});

/** How often the page gets a little time to render what it delays, such as an illustration below the fold. */
const TICKS = 40;

/** The picture of the page as soon as it looks as expected, else the last one, and how it differs. */
async function settledPicture(page: Page, expected: Picture | undefined) {
  for (let ticks = 0; ; ticks += 1) {
    const picture = await pictureOf(page, painter);
    const difference = expected === undefined ? ["no committed picture"] : visibleDifference(expected, picture);
    if (difference.length === 0 || ticks === TICKS) return { picture, difference };
    await tick(page);
  }
}

describe.each(BRANDS)("the screens of %s", (brand) => {
  it(
    "look as they did",
    async () => {
      const source = await readSource(ROOT);
      const loaded = await loadBundle(source, compileBrand(captureIo(), source, brand));
      const { scenarios, answers, brandAnswers, failureOf } = await readScenarios(ROOT, BRANDS);
      const options = { personas: await readPersonas(ROOT), answers, brandAnswers, failureOf };
      const committed = JSON.parse(readFileSync(fileOf(brand), "utf8")) as Pictures;
      const visits = await visitsOf(loaded, brand, options, scenarios, committed);
      const taken: Record<string, Committed> = {};
      const problems: string[] = [];
      for (const [screen, { name: scenarioName, scenario, sights }] of visits) {
        const last = scenario.steps.length - 1;
        const pictures: Record<string, Picture> = {};
        const shown = async (step: number, page: Page): Promise<void> => {
          if (step !== last) return;
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            const name = `${screen} at ${width} px`;
            const { picture, difference } = await settledPicture(page, committed[screen]?.pictures[width]);
            pictures[width] = picture;
            if (difference.length === 0) continue;
            if (!UPDATE) problems.push([name, ...difference].join("\n"));
            await page.screenshot({ path: join(ARTIFACTS, `${brand}-${name.replaceAll(" ", "-")}.png`), animations: "disabled" });
          }
        };
        const play = { browser, product: new URL(`http://localhost:${product().port}`), width: WIDTHS[0], shown };
        problems.push(...(await playWalk(play, loaded, scenario, sights, options)).map(({ message }) => `${screen}: ${message}`));
        taken[screen] = { scenario: scenarioName, pictures };
      }
      // In the committed order, so that the change shows what looks different.
      const order = new Set([...Object.keys(committed), ...Object.keys(taken)]);
      const written = Object.fromEntries([...order].flatMap((screen) => (taken[screen] === undefined ? [] : [[screen, taken[screen]]])));
      if (UPDATE) writeFileSync(fileOf(brand), `${JSON.stringify(written, null, 2)}\n`);
      const gone = Object.keys(committed).filter((screen) => taken[screen] === undefined);
      expect([...problems, ...(UPDATE ? [] : gone.map((screen) => `${screen}: no scenario shows it any more`))]).toEqual([]);
      expect([...visits.keys()].sort()).toEqual(Object.keys(loaded.bundle.core.screens).sort());
    },
    LIMIT,
  );
});
