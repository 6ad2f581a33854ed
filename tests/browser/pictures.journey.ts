/**
 * Tests that every screen looks as it did, in both brands and at both widths: it compares the page that the first scenario of the
 * screen shows with a small committed picture (`pictures/`). After an intended change: `TEST_PART=full PICTURES=update npx vitest
 * run --project browser tests/browser/pictures.journey.ts`, and read the difference; `tests/browser/artifacts` has the pages themselves.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { compileBrand } from "../../src/cli/brand-bundle.js";
import { playWalk } from "../../src/cli/browser/play-walk.js";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readScenarios } from "../../src/cli/scenario-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { runScenario, type ScenarioOptions } from "../../src/scenarios/run-scenario.js";
import type { Scenario } from "../../src/scenarios/scenario.js";
import type { LoadedBundle } from "../../src/scenarios/session.js";
import { type Sight, sightOf } from "../../src/scenarios/sight.js";
import { captureIo } from "../cli/captured-io.js";
import { ROOT } from "../support/sources.js";
import { browserAddress, product } from "./bank.js";
import { BRANDS, WIDTHS } from "./browser.js";
import { type Picture, pictureOf, visibleDifference } from "./pictures.js";
import { ARTIFACTS } from "./product.js";

type Pictures = Record<string, Picture>;

/** How a screen comes into view: a scenario up to the step that shows it first. */
interface Visit {
  readonly scenario: Scenario;
  readonly sights: readonly (Sight | null)[];
}

const UPDATE = process.env.PICTURES === "update";
const fileOf = (brand: string): string => join(ROOT, `tests/browser/pictures/${brand}.json`);
/** Playing the visits of one brand, in milliseconds. */
const LIMIT = 600_000;

/** The first visit to each screen, in the order of the scenarios. */
async function visitsOf(
  loaded: LoadedBundle,
  brand: string,
  options: ScenarioOptions,
  walks: readonly Scenario[],
): Promise<ReadonlyMap<string, Visit>> {
  const visits = new Map<string, Visit>();
  for (const scenario of walks) {
    if (scenario.brands?.includes(brand) === false || scenario.steps.some((step) => "leads" in step || "provider" in step)) continue;
    const sights: (Sight | null)[] = [];
    await runScenario(loaded, scenario, {
      ...options,
      performed: (step, session) => {
        const sight = sightOf(session);
        sights[step] = sight;
        if (sight !== null && !visits.has(sight.screen))
          visits.set(sight.screen, { scenario: { ...scenario, steps: scenario.steps.slice(0, step + 1) }, sights });
      },
    });
    if (visits.size === Object.keys(loaded.bundle.core.screens).length) break;
  }
  return visits;
}

let browser: Browser;
let painter: Page;
beforeAll(async () => {
  browser = await chromium.connectOverCDP(browserAddress());
  painter = await browser.newPage();
});

describe.each(BRANDS)("the screens of %s", (brand) => {
  it(
    "look as they did",
    async () => {
      const source = await readSource(ROOT);
      const loaded = await loadBundle(source, compileBrand(captureIo(), source, brand));
      const { scenarios, answers, brandAnswers, failureOf } = await readScenarios(ROOT, BRANDS);
      const options = { personas: await readPersonas(ROOT), answers, brandAnswers, failureOf };
      const visits = await visitsOf(
        loaded,
        brand,
        options,
        scenarios.map(({ scenario }) => scenario),
      );
      const committed = UPDATE ? {} : (JSON.parse(readFileSync(fileOf(brand), "utf8")) as Pictures);
      const taken: Pictures = {};
      const problems: string[] = [];
      for (const [screen, { scenario, sights }] of visits) {
        const last = scenario.steps.length - 1;
        const shown = async (step: number, page: Page): Promise<void> => {
          if (step !== last) return;
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            const name = `${screen} at ${width} px`;
            const picture = await pictureOf(page, painter);
            taken[name] = picture;
            const expected = committed[name];
            const difference = UPDATE ? [] : expected === undefined ? ["no committed picture"] : visibleDifference(expected, picture);
            if (difference.length === 0) continue;
            problems.push([name, ...difference].join("\n"));
            await page.screenshot({ path: join(ARTIFACTS, `${brand}-${name.replaceAll(" ", "-")}.png`), animations: "disabled" });
          }
        };
        const play = { browser, product: new URL(`http://localhost:${product().port}`), width: WIDTHS[0], shown };
        problems.push(...(await playWalk(play, loaded, scenario, sights, options)).map(({ message }) => `${screen}: ${message}`));
      }
      if (UPDATE) {
        mkdirSync(join(ROOT, "tests/browser/pictures"), { recursive: true });
        writeFileSync(fileOf(brand), `${JSON.stringify(taken, null, 2)}\n`);
      }
      const gone = Object.keys(committed).filter((name) => taken[name] === undefined);
      expect([...problems, ...gone.map((name) => `${name}: no scenario shows it any more`)]).toEqual([]);
      expect([...visits.keys()].sort()).toEqual(Object.keys(loaded.bundle.core.screens).sort());
    },
    LIMIT,
  );
});
