/**
 * Exports `playDestinations`: opens the addresses of a `destinations` table in a browser, and compares where they end. Of the depositors whom an
 * address leads to one path, one opens it: the run without a browser has compared all of them.
 */
import type { Page } from "playwright-core";
import type { BundleCore } from "../../language/bundle.js";
import { VISITOR } from "../../scenarios/destinations.js";
import { type ScenarioOptions, startState, usualAnswers } from "../../scenarios/run-scenario.js";
import type { Destinations } from "../../scenarios/scenario.js";
import { depositorOf } from "../../state/persisted-state.js";
import { type BrowserPlay, openContext } from "./open-context.js";
import { answerPage } from "./page-answers.js";
import { persistedEntries } from "./page-state.js";

/** How long a page may take to arrive, in milliseconds: long enough for a machine with other work. */
const PATIENCE = 20_000;

interface Visit {
  readonly address: string;
  readonly path: string;
}

/** Who opens what. The depositors of a path take turns, so that all of them open some address. */
function visitsOf(destinations: Destinations): ReadonlyMap<string, readonly Visit[]> {
  const visits = new Map<string, Visit[]>();
  for (const [index, [address, paths]] of Object.entries(destinations).entries())
    for (const [path, names] of Object.entries(paths)) {
      const name = names[index % names.length] ?? VISITOR;
      visits.set(name, [...(visits.get(name) ?? []), { address, path }]);
    }
  return visits;
}

/** `now`: epoch milliseconds. Returns who arrives elsewhere, in one sentence each. */
export async function playDestinations(
  play: BrowserPlay,
  core: BundleCore,
  destinations: Destinations,
  options: ScenarioOptions,
  now: number,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, visits] of visitsOf(destinations)) {
    const context = await openContext(play, core);
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      await page.clock.install({ time: now });
      const given = { ...(name === VISITOR ? {} : { persona: name }), now: new Date(now).toISOString() };
      const state = startState(core, given, options);
      const entries = persistedEntries(core, state, { owner: depositorOf(state), now });
      await page.addInitScript(
        (all) => {
          if (window !== window.top) return;
          window.localStorage.clear();
          window.sessionStorage.clear();
          for (const [key, text] of all) window.localStorage.setItem(key, text);
          const { pathname: opened } = window.location;
          const shown: string[] = [];
          const note = (path: string | undefined): void => {
            if (path !== undefined && path !== shown.at(-1)) shown.push(path);
          };
          // A screen that navigates at once, such as the one that logs out, is an entry of the history and is not rendered.
          for (const name of ["pushState", "replaceState"] as const) {
            const own = window.history[name];
            window.history[name] = (...given) => {
              own.apply(window.history, given);
              if (window.location.pathname !== opened) note(window.location.pathname);
            };
          }
          const watched = { subtree: true, attributes: true, attributeFilter: ["data-path"] };
          new MutationObserver(() => note(document.documentElement.dataset.path)).observe(document, watched);
          Object.assign(window, { shownPaths: shown });
        },
        entries as [string, string][],
      );
      const calls = await answerPage(page, core, usualAnswers(core, options), options.failureOf);
      calls.setState(state);
      for (const { address, path } of visits) {
        await page.goto(address, { waitUntil: "commit" });
        const found = await arrival(page, path);
        if (found !== path) wrong.push(`${address} takes ${name} to ${found}, expected ${path}.`);
      }
    } finally {
      await context.close();
    }
  }
  return wrong;
}

/** The first path at which the page arrives, as its screen may navigate by itself; the expected one where the page arrives there later. */
async function arrival(page: Page, expected: string): Promise<string> {
  const limit = Date.now() + PATIENCE;
  for (;;) {
    const shown = await page
      .evaluate(() => (window as unknown as { readonly shownPaths?: readonly string[] }).shownPaths ?? [])
      .catch((error: unknown): readonly string[] => {
        // The page navigates while it is read.
        if (/Execution context was destroyed/.test(String(error))) return [];
        throw error;
      });
    if (shown[0] === expected || shown.at(-1) === expected) return expected;
    if (Date.now() > limit) return shown.at(-1) ?? new URL(page.url()).pathname;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
