/**
 * Exports the search for scenarios that cover what no scenario covers, for `flows coverage --write`: it begins with the existing
 * scenarios, and continues them by one step at a time, shortest first.
 */

import type { FormBlock } from "../language/blocks.js";
import type { Bundle, CompiledAction, ScreenContent } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { LinkedOutcomes } from "../language/outcomes.js";
import { linkName } from "./coverage.js";
import type { Answer, Scenario, Step } from "./scenario.js";
import type { Session } from "./session.js";
import { variedAnswers, variedSlices } from "./varied-values.js";
import type { VisibleControl } from "./visible-content.js";

/** What a depositor can do at the end of some steps. */
export interface Position {
  readonly scenario: Scenario;
  /** The forms that are shown. */
  readonly forms: readonly FormBlock[];
  /** The action of the control that was pressed last, or "". */
  readonly pressed: string;
  readonly screen: string;
  readonly controls: readonly VisibleControl[];
  readonly calls: readonly string[];
  /** The text of the button that confirms the open question. */
  readonly confirm: string | null;
  readonly state: { readonly [slice: string]: Json };
}

/** Data that existing scenarios use, for other scenarios to use. */
export class Corpus {
  readonly #fills = new Map<string, Map<string, { readonly [field: string]: Json }>>();
  readonly #answers = new Map<string, Map<string, Answer>>();

  addAnswer(operation: string, answer: Answer): void {
    if (!("ok" in answer)) return;
    const known = this.#answers.get(operation) ?? new Map<string, Answer>();
    const { ok, repeats } = answer;
    this.#answers.set(operation, known.set(JSON.stringify(ok), { ok, ...(repeats === undefined ? {} : { repeats }) }));
  }

  addFill(schemaId: string, values: { readonly [field: string]: Json }): void {
    const known = this.#fills.get(schemaId) ?? new Map<string, { readonly [field: string]: Json }>();
    this.#fills.set(schemaId, known.set(JSON.stringify(values), values));
  }

  answersOf = (operation: string): readonly Answer[] => [...(this.#answers.get(operation)?.values() ?? [])];
  fillsOf = (schemaId: string): readonly { readonly [field: string]: Json }[] => [...(this.#fills.get(schemaId)?.values() ?? [])];
}

/** Steps, in the order in which they are taken up. */
export class Exploration {
  readonly #known = new Set<string>();
  #positions: Position[] = [];

  constructor(
    readonly bundle: Bundle,
    readonly outcomes: LinkedOutcomes,
    readonly corpus: Corpus,
    /** Whether slices of a state have values of their types. */
    readonly isState: (slices: { readonly [slice: string]: Json }) => boolean,
  ) {}

  /** Takes up where a session is after these steps, unless the same is known already. */
  add(scenario: Scenario, session: Session): void {
    const screen = session.screen?.resolution.screen ?? "";
    const { question } = session;
    const controls = question === null ? (session.content()?.controls ?? []) : [];
    const calls = session.calls.map(({ operation }) => operation);
    const pressed = session.pressed.at(-1)?.control.action ?? "";
    const keys = [screen, ...controls.map(({ key }) => key), "", ...calls, calls.length > 0 ? pressed : "", question?.title ?? ""];
    const signature = keys.join("\n");
    if (this.#known.has(signature)) return;
    this.#known.add(signature);
    const forms = question === null ? (session.content()?.forms ?? []) : [];
    this.#positions.push({ scenario, screen, forms, pressed, controls, calls, confirm: question?.confirm ?? null, state: session.state });
  }

  /** The positions since the last call, shortest first. */
  take(): readonly Position[] {
    const positions = this.#positions;
    this.#positions = [];
    return positions.sort((one, other) => one.scenario.steps.length - other.scenario.steps.length);
  }

  /** Scenarios that are one act longer, and could cover some of these items. */
  *continued({ scenario, screen, controls, calls, confirm }: Position, isUncovered: (name: string) => boolean): Generator<Scenario> {
    const longer = (...steps: readonly Step[]): Scenario => ({ ...scenario, steps: [...scenario.steps, ...steps] });
    if (confirm !== null) {
      yield longer({ press: confirm });
      return;
    }
    for (const operation of new Set(calls))
      for (const answer of this.#answers(screen, operation, isUncovered)) yield longer({ answer: operation, ...answer });
    for (const [index, { label, action, go, form }] of controls.entries()) {
      const isWanted =
        (go !== undefined && isUncovered(linkName(screen, go))) ||
        (action !== undefined && this.#isActionWanted(screen, action, isUncovered));
      if (!isWanted) continue;
      const same = controls.filter((one) => one.label === label);
      const nth = same.length > 1 ? { nth: controls.slice(0, index + 1).filter((one) => one.label === label).length } : {};
      const press: Step = { press: label, ...nth };
      if (form === undefined) yield longer(press);
      else for (const fill of this.corpus.fillsOf(form.schemaId)) yield longer({ fill }, press);
    }
  }

  /** Of a scenario that only opens a screen with uncovered items: the same depositor with one value that the screen's conditions distinguish. */
  *varied({ scenario, screen, state }: Position, isUncovered: (name: string) => boolean): Generator<Scenario> {
    if (scenario.steps.length !== 1 || !this.#hasUncovered(screen, isUncovered)) return;
    const content = this.contentOf(screen);
    for (const slices of variedSlices(content, state).filter(this.isState)) {
      const given = { ...scenario.given, state: { ...scenario.given?.state, ...slices } };
      yield { ...scenario, given };
    }
  }

  #hasUncovered(screen: string, isUncovered: (name: string) => boolean): boolean {
    return (
      Object.keys(this.actionsOf(screen)).some((action) => this.#isActionWanted(screen, action, isUncovered)) ||
      (this.bundle.controls[screen] ?? []).some(({ go }) => go !== null && isUncovered(linkName(screen, go)))
    );
  }

  contentOf(screen: string): ScreenContent | undefined {
    return this.bundle.journeys[this.bundle.core.screens[screen]?.journey ?? ""]?.screens[screen];
  }

  actionsOf(screen: string): Readonly<Record<string, CompiledAction>> {
    return this.contentOf(screen)?.actions ?? {};
  }

  #isActionWanted(screen: string, action: string, isUncovered: (name: string) => boolean): boolean {
    const { on = {}, then = [] } = this.actionsOf(screen)[action] ?? {};
    const name = `${screen}.${action}`;
    return (
      isUncovered(name) ||
      then.some((_effect, index) => isUncovered(`${name}: effect ${index + 1}`)) ||
      Object.keys(on).some((row) => this.#isRowWanted(`${name}: ${row}`, on[row]?.length ?? 0, isUncovered))
    );
  }

  #isRowWanted(row: string, effects: number, isUncovered: (name: string) => boolean): boolean {
    return isUncovered(row) || Array.from({ length: effects }, (_none, index) => `${row}: effect ${index + 1}`).some(isUncovered);
  }

  #answers(screen: string, operation: string, isUncovered: (name: string) => boolean): readonly Answer[] {
    const actions = Object.entries(this.actionsOf(screen)).filter(([, { call }]) => call === operation);
    const failures = this.outcomes.failures.get(operation) ?? [];
    const fails = new Set<string>();
    for (const [name, { on = {} }] of actions)
      for (const [row, effects] of Object.entries(on)) {
        if (row === "ok" || !this.#isRowWanted(`${screen}.${name}: ${row}`, effects.length, isUncovered)) continue;
        const fitting = failures.filter((failure) => failure === row || failure.startsWith(`${row}.`) || row === "*");
        const own = fitting.find((failure) => failure === row || on[failure] === undefined) ?? fitting[0];
        if (own !== undefined) fails.add(own);
      }
    for (const failure of failures) if (isUncovered(failure) || isUncovered(failure.split(".")[0] ?? "")) fails.add(failure);
    const isGoodWanted = actions.some(([name, { on = {} }]) => this.#isRowWanted(`${screen}.${name}: ok`, on.ok?.length ?? 0, isUncovered));
    const known = this.corpus.answersOf(operation);
    // One successful answer is enough to reach the screens behind it.
    if (!isGoodWanted) return [...known.slice(0, 1), ...[...fails].map((failure): Answer => ({ fails: failure }))];
    const varied = known.flatMap((answer) =>
      "ok" in answer ? actions.flatMap(([, { on = {} }]) => variedAnswers(on.ok ?? [], answer.ok)).map((ok): Answer => ({ ok })) : [],
    );
    return [...known, ...varied, ...[...fails].map((failure): Answer => ({ fails: failure }))];
  }
}
