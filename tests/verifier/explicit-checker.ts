/**
 * Exports a second checker for the differential test: breadth-first search over all concrete states of a small model, with its
 * own evaluation of conditions. It shares no code with the verifier: no diagrams, no json-logic, no engine.
 */

export type Atom = "token" | "relink" | "email" | "hold";
export type Condition =
  | boolean
  | { readonly atom: Atom }
  | { readonly not: Condition }
  | { readonly and: readonly Condition[] }
  | { readonly or: readonly Condition[] };

/** `progress`: null until the bank answers; then whether there is a hold. */
export interface State {
  readonly token: boolean;
  readonly relink: boolean;
  readonly email: boolean;
  readonly progress: "none" | "open" | "held";
}

/** What a control does: goes to a screen, asks the decision, or assigns and then goes or stays. `login`: the bank's answer comes first. */
export interface ControlModel {
  readonly when: Condition;
  readonly login: boolean;
  readonly set: Partial<Pick<State, "relink" | "email">>;
  readonly to: number | "decision" | null;
}

export interface ScreenModel {
  readonly guard: Condition;
  /** The rows of the fallback; the app's row (to the last screen) follows. */
  readonly fallback: readonly { readonly when: Condition; readonly to: number }[];
  readonly controls: readonly ControlModel[];
}

/** Screen 0 is the start; the last screen admits everybody. */
export interface Model {
  readonly screens: readonly ScreenModel[];
  readonly decision: readonly { readonly when: Condition; readonly to: number }[];
  /** Guards that an overlay replaces, by screen. */
  readonly overlay: ReadonlyMap<number, Condition>;
}

export interface Verdict {
  readonly reachable: readonly number[];
  readonly closed: readonly number[];
  readonly loops: readonly number[];
  readonly chains: readonly number[];
  /** Targets of redirects that refuse the depositor. */
  readonly refusedRedirects: readonly number[];
  /** Rows of the decision that never apply, and rows whose target refuses the depositor. */
  readonly deadRows: readonly number[];
  readonly refusedRows: readonly number[];
  /** `from>to` for controls to a screen that refuses the depositor. */
  readonly refusedLinks: readonly string[];
  /** Screens to which the overlay admits somebody whom the base refuses. */
  readonly weakened: readonly number[];
}

const STATES: readonly State[] = [true, false].flatMap((token) =>
  [true, false].flatMap((relink) =>
    [true, false].flatMap((email) => (["none", "open", "held"] as const).map((progress) => ({ token, relink, email, progress }))),
  ),
);
const INITIAL: State = { token: false, relink: false, email: false, progress: "none" };
const MAX_REDIRECTS = 3;

function holds(condition: Condition, state: State): boolean {
  if (typeof condition === "boolean") return condition;
  if ("atom" in condition) return condition.atom === "hold" ? state.progress === "held" : state[condition.atom];
  if ("not" in condition) return !holds(condition.not, state);
  return "and" in condition ? condition.and.every((part) => holds(part, state)) : condition.or.some((part) => holds(part, state));
}

/** The guards with the overlay. */
function merged({ screens, overlay }: Model): readonly ScreenModel[] {
  return screens.map((screen, index) => ({ ...screen, guard: overlay.get(index) ?? screen.guard }));
}

export function checkExplicitly(model: Model): Verdict {
  const screens = merged(model);
  const last = screens.length - 1;
  const admits = (screen: number, state: State): boolean => holds(screens[screen]?.guard ?? false, state);
  /** Where a screen sends a depositor; null where it admits them. */
  const redirect = (screen: number, state: State): number | null =>
    admits(screen, state) ? null : (screens[screen]?.fallback.find(({ when }) => holds(when, state))?.to ?? last);
  const decide = (state: State): number => model.decision.find(({ when }) => holds(when, state))?.to ?? last;
  const numbers = (wanted: (screen: number) => boolean): readonly number[] => [...screens.keys()].filter(wanted);
  const somebody = (wanted: (state: State) => boolean): boolean => STATES.some(wanted);

  const [loops, chains, refusedRedirects] = [new Set<number>(), new Set<number>(), new Set<number>()];
  for (const start of screens.keys()) {
    for (const state of STATES) {
      const chain = [start];
      for (let to = redirect(start, state); to !== null; to = redirect(to, state)) {
        if (chain.length === 1 && (to === start || !admits(to, state))) refusedRedirects.add(to);
        const repeated = chain.includes(to);
        chain.push(to);
        if (repeated) loops.add(start);
        else if (chain.length > MAX_REDIRECTS + 1) chains.add(start);
        if (repeated || chain.length > MAX_REDIRECTS + 1) break;
      }
    }
  }

  const rowOf = (state: State): number => model.decision.findIndex(({ when }) => holds(when, state));
  const rows = [...model.decision.keys()];
  const refusedLinks = new Set<string>();
  for (const [from, { controls }] of screens.entries()) {
    for (const state of STATES.filter((one) => admits(from, one))) {
      for (const control of controls) {
        if (typeof control.to !== "number" || !holds(control.when, state)) continue;
        if (!admits(control.to, after(control, state))) refusedLinks.add(`${from}>${control.to}`);
      }
    }
  }
  return {
    reachable: reachableScreens(screens, redirect, admits, decide),
    closed: numbers((screen) => !somebody((state) => admits(screen, state))),
    loops: [...loops].sort(),
    chains: [...chains].sort(),
    refusedRedirects: [...refusedRedirects].sort(),
    deadRows: rows.filter((row) => !somebody((state) => rowOf(state) === row)),
    refusedRows: rows.filter((row) => somebody((state) => rowOf(state) === row && !admits(model.decision[row]?.to ?? last, state))),
    refusedLinks: [...refusedLinks].sort(),
    weakened: numbers((screen) => somebody((state) => admits(screen, state) && !holds(model.screens[screen]?.guard ?? false, state))),
  };
}

/** The state after a control: the answer to a login, then the assignments. */
function after({ login, set }: ControlModel, state: State): State {
  return { ...state, ...(login ? { token: true, progress: "none" } : {}), ...set };
}

function reachableScreens(
  screens: readonly ScreenModel[],
  redirect: (screen: number, state: State) => number | null,
  admits: (screen: number, state: State) => boolean,
  decide: (state: State) => number,
): readonly number[] {
  const seen = new Set<string>();
  const reached = new Set<number>();
  /** `stayed`: an event did not navigate, so that no guard is evaluated until the next navigation. */
  const open: { readonly screen: number; readonly state: State; readonly stayed: boolean }[] = [];
  const add = (screen: number, state: State, stayed: boolean): void => {
    const key = JSON.stringify([screen, state, stayed]);
    if (seen.has(key)) return;
    seen.add(key);
    reached.add(screen);
    open.push({ screen, state, stayed });
  };
  const enter = (screen: number, state: State, passed: readonly number[] = []): void => {
    if (passed.includes(screen)) return;
    const to = redirect(screen, state);
    if (to === null) add(screen, state, false);
    else enter(to, state, [...passed, screen]);
  };
  enter(0, INITIAL);
  for (let one = open.shift(); one !== undefined; one = open.shift()) {
    const { screen, state, stayed } = one;
    if (state.token)
      for (const progress of ["open", "held"] as const)
        if (stayed) add(screen, { ...state, progress }, true);
        else enter(screen, { ...state, progress });
    for (const control of screens[screen]?.controls ?? []) {
      if (!holds(control.when, state)) continue;
      const next = after(control, state);
      if (control.to === null) add(screen, next, true);
      else enter(control.to === "decision" ? decide(next) : control.to, next);
    }
    // The events of the app that stay: the depositor may dismiss a notification on each screen.
    add(screen, state, true);
    // The logo, the other events of the app and the address of the start; a reload keeps the state, because all of it is persisted.
    enter(0, state);
    if (!admits(screen, state)) enter(screen, state);
  }
  return [...reached].sort();
}
