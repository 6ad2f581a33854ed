/** Exports `recordScenario` for `flows test --record`: the steps of a scenario with all that changes after each of them. */

import { valueAt } from "../blocks/form-data.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { presentExpectation } from "./expectations.js";
import { runScenario, type ScenarioOptions } from "./run-scenario.js";
import type { Expectation, Scenario, Step } from "./scenario.js";
import type { LoadedBundle, Session } from "./session.js";

/** What a screen shows, as one text: a screen that is shown a second time is not written again. */
export type KnownScreens = Set<string>;

type Seen = { readonly [Word in keyof Expectation]: Expectation[Word] };
type Slices = { readonly [slice: string]: Json };

/** Words that are written when they are not as after the step before. */
const CHANGING = ["path", "calls", "errors", "failure", "notification", "question"] as const;
const SCREEN = ["title", "shell", "progress", "navigation", "content", "controls", "primary"] as const;

const START: Seen = { path: "", calls: [], errors: {}, failure: null, notification: null, question: null };

/** Slices that change with the clock and the address, and what was typed, which the steps themselves contain. */
const UNRECORDED = new Set(["now", "route", "drafts"]);

/** The values that differ, by path. A list is one value; so is an object with a key that contains a dot. */
function differences(before: Json, after: Json, path: string): readonly (readonly [string, Json])[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const canDescend =
    isObject(before) && isObject(after) && ![...Object.keys(before), ...Object.keys(after)].some((key) => key.includes("."));
  if (!canDescend) return [[path, after]];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differences(before[key] ?? null, after[key] ?? null, `${path}.${key}`),
  );
}

/** What is seen after a step, without what was seen before it. */
class Recorder {
  #before: Seen = START;
  #state: Slices;

  constructor(
    state: Slices,
    readonly known: KnownScreens,
  ) {
    this.#state = state;
  }

  after(session: Session): Expectation {
    const pattern = session.calls.map(({ operation, variables }) => ({ operation, with: isObject(variables) ? variables : {} }));
    const seen = presentExpectation(session, { ...START, notification: { message: "", severity: "info" }, calls: pattern });
    const changed = CHANGING.filter((word) => JSON.stringify(seen[word]) !== JSON.stringify(this.#before[word]));
    this.#before = seen;
    const sent = session.takeSent();
    const downloads = session.takeDownloads();
    const state = this.#stateChanges(session);
    return {
      ...Object.fromEntries(changed.map((word) => [word, seen[word]])),
      ...this.#screen(session),
      ...(sent.length === 0 ? {} : { sent }),
      ...(state.length === 0 ? {} : { state: Object.fromEntries(state) }),
      ...(downloads.length === 0 ? {} : { downloads }),
    };
  }

  #stateChanges(session: Session): readonly (readonly [string, Json])[] {
    const before = this.#state;
    this.#state = session.state;
    const slices = [...new Set([...Object.keys(before), ...Object.keys(session.state)])].filter((slice) => !UNRECORDED.has(slice));
    return slices
      .flatMap((slice) => differences(before[slice] ?? null, session.state[slice] ?? null, slice))
      .filter(([path, value]) => JSON.stringify(valueAt(session.state as Json, path) ?? null) === JSON.stringify(value));
  }

  #screen(session: Session): Expectation {
    const { screen } = session;
    if (screen === null || session.content() === null) return {};
    const present = presentExpectation(session, {
      title: "",
      shell: "",
      progress: null,
      navigation: [],
      content: [],
      controls: [],
      primary: [],
    });
    const shown = Object.fromEntries(SCREEN.map((word) => [word, present[word]]));
    const key = `${screen.resolution.screen} ${JSON.stringify(shown)}`;
    if (this.known.has(key)) return {};
    this.known.add(key);
    const isBare = present.navigation?.length === 0;
    return Object.fromEntries(
      SCREEN.filter((word) => (word !== "progress" || present.progress !== null) && (word !== "navigation" || !isBare)).map((word) => [
        word,
        present[word],
      ]),
    );
  }
}

const isSilent = (step: Step): boolean => "fill" in step || "answers" in step || "see" in step;

/** What is seen after each step that does something, by its position; the scenario's own expectations are not compared. */
async function seenIn(loaded: LoadedBundle, scenario: Scenario, options: ScenarioOptions, known: KnownScreens) {
  const seen = new Map<number, Expectation>();
  let recorder: Recorder | null = null;
  const failures = await runScenario(loaded, scenario, {
    ...options,
    update: () => {},
    begun: (session) => {
      recorder = new Recorder(session.state, known);
    },
    performed(index, session) {
      const step = scenario.steps[index];
      if (step !== undefined && !isSilent(step) && recorder !== null) seen.set(index, recorder.after(session));
    },
  });
  return failures.length === 0 ? seen : null;
}

/** The words that are the same with every brand. */
function common(all: readonly Expectation[]): Expectation {
  const [first = {}, ...others] = all;
  const words = Object.keys(first) as (keyof Expectation)[];
  return Object.fromEntries(
    words
      .filter((word) => others.every((other) => JSON.stringify(other[word]) === JSON.stringify(first[word])))
      .map((word) => [word, first[word]]),
  );
}

/**
 * The steps with what is seen after each; null where the scenario cannot be performed. What the scenario expects already stays.
 * `brands`: those to which it applies, each with the screens that are written already.
 */
export async function recordScenario(
  brands: readonly { readonly loaded: LoadedBundle; readonly known: KnownScreens }[],
  scenario: Scenario,
  options: ScenarioOptions,
): Promise<readonly Step[] | null> {
  const seen: ReadonlyMap<number, Expectation>[] = [];
  for (const { loaded, known } of brands) {
    const one = await seenIn(loaded, scenario, options, known);
    if (one === null) return null;
    seen.push(one);
  }
  const { steps } = scenario;
  return steps.flatMap((step, index): readonly Step[] => {
    const before = steps[index - 1];
    if ("see" in step) {
      if (before === undefined || isSilent(before)) return [step];
      const { state: own, ...more } = step.see;
      const { state, ...found } = common(seen.map((one) => one.get(index - 1) ?? {}));
      const values = own === undefined && state === undefined ? {} : { state: { ...state, ...own } };
      return [{ see: { ...found, ...more, ...values } }];
    }
    const next = steps[index + 1];
    const found = common(seen.map((one) => one.get(index) ?? {}));
    const isSeen = next !== undefined && "see" in next;
    return isSeen || Object.keys(found).length === 0 ? [step] : [step, { see: found }];
  });
}
