/** Exports `recordScenario` for `flows test --record`: the steps of a scenario with all changes after each of them. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { stateChanges } from "./changes.js";
import { linksOf, presentExpectation } from "./expectations.js";
import type { LoadedBundle } from "./loaded-bundle.js";
import { runScenario, type ScenarioOptions } from "./run-scenario.js";
import type { Expectation, Scenario, Step } from "./scenario.js";
import type { Session } from "./session.js";

/** What a screen shows, as one text: a screen that is shown a second time is not written again. */
export type KnownScreens = Set<string>;

type Seen = { readonly [Keyword in keyof Expectation]: Expectation[Keyword] };
type Slices = { readonly [slice: string]: Json };

/** Keywords that are written when they are not as after the step before. */
const CHANGING = ["path", "calls", "errors", "failure", "notification", "question"] as const;
const SCREEN = ["title", "shell", "progress", "navigation", "content", "controls", "links", "primary"] as const;

const START: Seen = { path: "", calls: [], errors: {}, failure: null, notification: null, question: null };

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

  /** `isLast`: a scenario that changes nothing still compares the path, or it would pass whatever happens. */
  after(session: Session, isLast: boolean): Expectation {
    const pattern = session.calls.map(({ operation, variables }) => ({ operation, with: isObject(variables) ? variables : {} }));
    const seen = presentExpectation(session, { ...START, notification: { message: "", severity: "info" }, calls: pattern });
    const changed = CHANGING.filter((keyword) => JSON.stringify(seen[keyword]) !== JSON.stringify(this.#before[keyword]));
    this.#before = seen;
    const sent = session.takeSent();
    const downloads = session.takeDownloads();
    const state = stateChanges(this.#state, session.state);
    this.#state = session.state;
    const found = {
      ...Object.fromEntries(changed.map((keyword) => [keyword, seen[keyword]])),
      ...this.#screen(session),
      ...(sent.length === 0 ? {} : { sent }),
      ...(state.length === 0 ? {} : { state: Object.fromEntries(state) }),
      ...(downloads.length === 0 ? {} : { downloads }),
    };
    return isLast && Object.keys(found).length === 0 ? { path: seen.path } : found;
  }

  #screen(session: Session): Expectation {
    const { screen } = session;
    if (screen === null || session.content() === null) return {};
    const links = linksOf(session);
    const present = presentExpectation(session, {
      title: "",
      shell: "",
      progress: null,
      navigation: [],
      content: [],
      controls: [],
      links,
      primary: [],
    });
    const shown = Object.fromEntries(SCREEN.map((keyword) => [keyword, present[keyword]]));
    const key = `${screen.resolution.screen} ${JSON.stringify(shown)}`;
    if (this.known.has(key)) return {};
    this.known.add(key);
    const isLeftOut: Partial<Record<keyof Expectation, boolean>> = {
      progress: present.progress === null,
      navigation: present.navigation?.length === 0,
      links: Object.keys(links).length === 0,
    };
    return Object.fromEntries(SCREEN.filter((keyword) => isLeftOut[keyword] !== true).map((keyword) => [keyword, present[keyword]]));
  }
}

const compares = (step: Step): boolean => "see" in step || "try" in step || "destinations" in step;
const isSilent = (step: Step): boolean => compares(step) || "fill" in step || "answers" in step;

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
      if (step === undefined || recorder === null) return;
      const isLast = index === scenario.steps.length - 1;
      if (isLast ? !compares(step) : !isSilent(step)) seen.set(index, recorder.after(session, isLast));
    },
  });
  return failures.length === 0 ? seen : null;
}

/** What brands have in common. */
function commonTo([first = {}, ...others]: readonly Expectation[]): Expectation {
  return commonParts(first, others, true);
}

/** `isOuter`: an object whose parts are objects again, as the state by path, is compared part by part. */
function commonParts(first: object, others: readonly unknown[], isOuter: boolean): object {
  const kept = Object.entries(first).flatMap(([keyword, value]: [string, unknown]) => {
    const more = others.map((other) => (isObject(other) ? other[keyword] : undefined));
    if (more.every((one) => JSON.stringify(one) === JSON.stringify(value))) return [[keyword, value] as const];
    const inner = isOuter && isObject(value) && keyword !== "notification" ? commonParts(value, more, false) : {};
    return Object.keys(inner).length === 0 ? [] : [[keyword, inner] as const];
  });
  return Object.fromEntries(kept);
}

/** A step of a recorded scenario, and the position of the step in the scenario before to which it belongs. */
export interface RecordedStep {
  readonly step: Step;
  readonly of: number;
}

/**
 * The steps with what is seen after each; null where the scenario cannot be performed. What the scenario expects already stays.
 * `brands`: those to which it applies, each with the screens that are written already.
 */
export async function recordScenario(
  brands: readonly { readonly loaded: LoadedBundle; readonly known: KnownScreens }[],
  scenario: Scenario,
  options: ScenarioOptions,
): Promise<readonly RecordedStep[] | null> {
  const seen: ReadonlyMap<number, Expectation>[] = [];
  for (const { loaded, known } of brands) {
    const one = await seenIn(loaded, scenario, options, known);
    if (one === null) return null;
    seen.push(one);
  }
  const { steps } = scenario;
  return steps.flatMap((step, of): readonly RecordedStep[] => {
    const before = steps[of - 1];
    if ("see" in step) {
      if (before === undefined || isSilent(before)) return [{ step, of }];
      const { state: own, ...more } = step.see;
      const { state, ...found } = commonTo(seen.map((one) => one.get(of - 1) ?? {}));
      const values = own === undefined && state === undefined ? {} : { state: { ...state, ...own } };
      return [{ step: { see: { ...found, ...more, ...values } }, of }];
    }
    const next = steps[of + 1];
    const found = commonTo(seen.map((one) => one.get(of) ?? {}));
    const isSeen = next !== undefined && "see" in next;
    return isSeen || Object.keys(found).length === 0
      ? [{ step, of }]
      : [
          { step, of },
          { step: { see: found }, of },
        ];
  });
}
