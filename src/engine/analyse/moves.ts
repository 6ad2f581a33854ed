/** What can be done on a screen, move by move: by whom, what it makes of the state, and where it leads. */
import type { BundleCore, BundleJourney, CompiledAction, CompiledData, CompiledEffect, ScreenContent } from "../bundle.js";
import type { Json } from "../definition.js";
import { matchPath } from "../paths.js";
import type { Address } from "./addresses.js";
import { emailedLinks, opened } from "./addresses.js";
import { constant, resetTo, written, writtenBy } from "./assign.js";
import type { Bdd } from "./bdd.js";
import { FALSE, TRUE } from "./bdd.js";
import { pathsOf } from "./dynamic.js";
import type { Control } from "./exits.js";
import { controlsOf, endingsOf } from "./exits.js";
import type { Operation } from "./operations.js";
import { inCase, only, routed, sequence } from "./operations.js";
import type { GoodAnswer, LinkedOutcomes } from "./outcomes.js";
import { pathRead } from "./reads.js";
import type { ScreenSpace } from "./routes.js";
import { afterRedirect, fixedRoute } from "./routes.js";
import type { Space } from "./space.js";

export type Go = NonNullable<CompiledEffect["go"]>;
type Journeys = Readonly<Record<string, BundleJourney>>;

/** What is done, as the run-time knows it. */
export type Deed =
  | { readonly kind: "go"; readonly go: Go; readonly control: Control | null }
  | { readonly kind: "navigation"; readonly key: string; readonly path: string }
  | { readonly kind: "logo" }
  | { readonly kind: "address"; readonly address: Address }
  | {
      readonly kind: "action";
      readonly owner: string | null;
      readonly name: string;
      readonly action: CompiledAction;
      readonly control: Control | null;
      /** Null without a call. */
      readonly outcome: string | null;
      readonly answer: GoodAnswer | null;
      readonly effects: readonly CompiledEffect[];
      /** Which of the ways that these effects may lead. */
      readonly way: number;
    }
  | {
      readonly kind: "load";
      readonly owner: string | null;
      readonly key: string;
      readonly data: CompiledData;
      readonly answer: GoodAnswer;
    };

/** What is done before the bank's answer is written, that, and what comes after; each as one. */
export interface Parts {
  readonly raised: Operation;
  readonly answered: Operation | null;
  readonly then: Operation;
}

export interface Move extends Parts {
  readonly by: string;
  readonly deed: Deed;
  /** Null where one stays, in what the state has become. */
  readonly to: ScreenSpace | null;
}

/** What an app or a screen asks the bank for by itself. */
export interface Load extends Parts {
  readonly by: string;
  readonly deed: Extract<Deed, { kind: "load" }>;
}

/** A deed that asks a decision, in the state in which it is asked. */
export interface Asking extends Parts {
  readonly by: string;
  readonly deed: Deed;
  readonly decision: string;
}

/** Where effects lead: to a screen, nowhere (null), or to a decision that is asked. */
type Lead = (leading: { readonly to: ScreenSpace | null; readonly operations: readonly Operation[]; readonly asks?: string }) => void;

const NOTHING: Operation = { after: (set) => set, before: (set) => set };

/** Where some answer, form or item makes a condition hold. */
export function possibly(space: Space, condition: Json): Bdd {
  return space.diagrams.forget(space.holds(condition), space.openLevels());
}

/** What a good answer makes of the state. */
export function answering(space: Space, answer: GoodAnswer, variables: Readonly<Record<string, Json>>): Operation {
  const writes = Object.entries(answer.becomes).map(([path, values]) =>
    written(
      space,
      path,
      values.map((value) => writtenBy(value, variables)),
    ),
  );
  return sequence([...(answer.logic === null ? [] : [only(space, possibly(space, answer.logic))]), ...writes]);
}

/** What was done on a screen: many calls fail alike, and what one failure led to the next need not lead to again. */
export class Done {
  readonly #sets = new Map<readonly CompiledEffect[], Bdd[]>();

  constructor(readonly space: Space) {}

  /** Whether the same was done for all of these states before; from now on it was. */
  before({ deed }: Pick<Move, "deed">, raised: Bdd): boolean {
    if (deed.kind !== "action" || deed.answer !== null) return raised === FALSE;
    const { diagrams } = this.space;
    const sets = this.#sets.get(deed.effects) ?? [];
    this.#sets.set(deed.effects, sets);
    const known = sets[deed.way] ?? FALSE;
    if (diagrams.implies(raised, known)) return true;
    sets[deed.way] = diagrams.or(known, raised);
    return false;
  }
}

export class Moves {
  readonly #of = new Map<string, readonly Move[]>();
  readonly #loads = new Map<string, readonly Load[]>();
  readonly #asking = new Map<string, Asking[]>();
  readonly #links: readonly Move[];

  constructor(
    readonly core: BundleCore,
    readonly journeys: Journeys,
    readonly space: Space,
    readonly screens: ReadonlyMap<string, ScreenSpace>,
    readonly outcomes: LinkedOutcomes,
  ) {
    this.#links = emailedLinks(screens).map((link) => this.opening(link));
  }

  /** An address that is opened, by whomever. */
  opening(address: Address): Move {
    const raised = opened(this.core, this.space, address);
    return { by: address.by, deed: { kind: "address", address }, raised, answered: null, then: NOTHING, to: address.place };
  }

  content({ screen }: ScreenSpace): ScreenContent | undefined {
    return this.journeys[screen.journey]?.screens[screen.id];
  }

  /** Everything that can be done on a screen. */
  of(place: ScreenSpace): readonly Move[] {
    const known = this.#of.get(place.screen.id);
    if (known !== undefined) return known;
    const made: Move[] = [...this.#links];
    const content = this.content(place);
    this.#asking.set(place.screen.id, []);
    if (content !== undefined) {
      this.#body(place, content, made);
      this.#back(place, content, made);
    }
    this.#chrome(place, made);
    this.#of.set(place.screen.id, made);
    return made;
  }

  /** What on a screen asks a decision. */
  asking(place: ScreenSpace, decision: string): readonly Asking[] {
    this.of(place);
    return (this.#asking.get(place.screen.id) ?? []).filter((one) => one.decision === decision);
  }

  /** What is asked for on a screen without anybody's doing. */
  loads(place: ScreenSpace): readonly Load[] {
    const known = this.#loads.get(place.screen.id);
    if (known !== undefined) return known;
    const own = Object.entries(this.content(place)?.data ?? {}).map(([key, data]) => ({ owner: place.screen.id, key, data }));
    const all = Object.entries(this.core.loads).map(([key, data]) => ({ owner: null, key, data }));
    const made = [...all, ...own].flatMap(({ owner, key, data }) =>
      (this.outcomes.good.get(data.query) ?? [])
        .filter(({ becomes }) => Object.keys(becomes).length > 0)
        .map(
          (answer): Load => ({
            by: `the answer to ${data.query}`,
            deed: { kind: "load", owner, key, data, answer },
            raised: this.#asked(data.when === undefined ? [] : [data.when.logic]),
            answered: answering(this.space, answer, {}),
            then: NOTHING,
          }),
        ),
    );
    this.#loads.set(place.screen.id, made);
    return made;
  }

  /** States in which some answer, form or item makes a condition hold. */
  #possibly(condition: Json): Bdd {
    return possibly(this.space, condition);
  }

  #asked(conditions: readonly Json[]): Operation {
    return only(this.space, this.space.diagrams.all(conditions.map((condition) => this.#possibly(condition))));
  }

  /** Where a control is: what stands in an item is there with an item. */
  #seen({ when, items }: Control): readonly Json[] {
    const list = items === null ? null : pathRead(items);
    return list === null || !this.space.lists.has(list) ? when : [...when, { "!!": [{ var: list }] }];
  }

  #add(place: ScreenSpace, made: Move[], move: Move, asks: string | undefined): void {
    if (asks === undefined) made.push(move);
    else this.#asking.get(place.screen.id)?.push({ ...move, decision: asks });
  }

  #body(place: ScreenSpace, content: ScreenContent, made: Move[]): void {
    for (const control of controlsOf(content)) {
      const conditions = this.#seen(control);
      if (control.go !== null) this.#go(`${place.screen.id} (${control.what})`, control.go, conditions, control, made);
      const action = control.action === null ? undefined : content.actions[control.action];
      if (action !== undefined && control.action !== null)
        this.#act(place, place.screen.id, control.action, action, conditions, control, made);
    }
  }

  #back(place: ScreenSpace, content: ScreenContent, made: Move[]): void {
    const before: Json[] = [];
    for (const row of content.back) {
      const conditions = row.when === undefined ? before : [...before, row.when.logic];
      if (row.go !== undefined) this.#go(`${place.screen.id} (back)`, row.go, conditions, null, made);
      const action = row.action === undefined ? undefined : content.actions[row.action];
      if (action !== undefined && row.action !== undefined) this.#act(place, place.screen.id, row.action, action, conditions, null, made);
      if (row.when !== undefined) before.push({ "!": [row.when.logic] });
    }
  }

  #chrome(place: ScreenSpace, made: Move[]): void {
    const { space } = this;
    if (place.screen.shell.some((row) => row.use === "dashboard")) {
      for (const { key, path, when } of this.core.navigation) {
        const to = this.screens.get(matchPath(this.core, path).screen.id);
        if (to === undefined) continue;
        // An entry is shown only to whom its screen admits.
        const shown = only(space, afterRedirect(space, to.admits, path));
        const raised = sequence([this.#asked(when === undefined ? [] : [when.logic]), shown]);
        const then = routed(space, fixedRoute(space, to.path, new Map(), new Set()));
        made.push({ by: `navigation (${key})`, deed: { kind: "navigation", key, path }, raised, answered: null, then, to });
      }
    }
    this.#decide(this.core.logoDecision, [], ({ to, operations, asks }) =>
      this.#add(place, made, { by: "logo", deed: { kind: "logo" }, raised: NOTHING, answered: null, then: sequence(operations), to }, asks),
    );
    for (const [name, action] of Object.entries(this.core.actions)) {
      // What a watch raises, it raises while it watches.
      const watches = Object.values(this.core.monitors).filter((monitor) => monitor.do === name);
      const conditions = watches.length === 0 ? [] : [{ or: watches.map(({ when }) => when.logic) }];
      this.#act(place, null, name, action, conditions, null, made);
    }
  }

  #go(by: string, go: Go, conditions: readonly Json[], control: Control | null, made: Move[]): void {
    this.#leads(go, [], ({ to, operations }) =>
      made.push({ by, deed: { kind: "go", go, control }, raised: this.#asked(conditions), answered: null, then: sequence(operations), to }),
    );
  }

  #act(
    place: ScreenSpace,
    owner: string | null,
    name: string,
    action: CompiledAction,
    conditions: readonly Json[],
    control: Control | null,
    made: Move[],
  ): void {
    const raised = this.#asked(action.when === undefined ? conditions : [...conditions, action.when.logic]);
    const operation = action.call ?? "";
    for (const { outcome, effects } of endingsOf(this.core, action, this.outcomes.failures.get(operation) ?? [])) {
      const changes = effects.some(({ go, decide, set, reset }) => go ?? decide ?? set ?? reset);
      const answers = outcome === "ok" ? (this.outcomes.good.get(operation) ?? []) : [];
      for (const answer of answers.length === 0 ? [null] : answers) {
        if (!changes && Object.keys(answer?.becomes ?? {}).length === 0) continue;
        const how =
          answer !== null && answers.length > 1 ? ` (${answer.name})` : outcome === null || outcome === "ok" ? "" : ` (${outcome})`;
        const by = `${place.screen.id}.${name}${how}`;
        let way = 0;
        const answered = answer === null ? null : answering(this.space, answer, action.with ?? {});
        this.#effects(effects, ({ to, operations, asks }) => {
          const deed: Deed = { kind: "action", owner, name, action, control, outcome, answer, effects, way };
          this.#add(place, made, { by, deed, raised, answered, then: sequence(operations), to }, asks);
          if (asks === undefined) way += 1;
        });
      }
    }
  }

  /** Every way that a list of effects may lead; who is led nowhere stays. */
  #effects(effects: readonly CompiledEffect[], lead: Lead): void {
    const { space } = this;
    const done: Operation[] = [];
    for (const effect of effects) {
      const yes = effect.when === undefined ? TRUE : this.#possibly(effect.when.logic);
      const no = effect.when === undefined ? FALSE : this.#possibly({ "!": [effect.when.logic] });
      if (effect.go !== undefined || effect.decide !== undefined) {
        const taken = [...done, only(space, yes)];
        if (effect.go !== undefined) this.#leads(effect.go, taken, lead);
        else if (effect.decide !== undefined) this.#decide(effect.decide, taken, lead);
        if (no === FALSE) return;
        done.push(only(space, no));
        continue;
      }
      const changes = Object.entries(effect.set ?? {}).map(([path, value]) => written(space, path, [constant(value)]));
      const { reset } = effect;
      if (reset !== undefined)
        changes.push(
          resetTo(space, (slice) =>
            reset === "all" ? slice !== "dismissed" && slice !== "route" && slice !== "now" : reset.includes(slice),
          ),
        );
      if (changes.length > 0) done.push(no === FALSE ? sequence(changes) : inCase(space, yes, no, sequence(changes)));
    }
    lead({ to: null, operations: done });
  }

  #decide(name: string, before: readonly Operation[], lead: Lead): void {
    const { diagrams } = this.space;
    lead({ to: null, operations: before, asks: name });
    let left: Bdd = TRUE;
    for (const row of this.core.decisions[name]?.rows ?? []) {
      const taken = row.when === undefined ? left : diagrams.and(left, this.space.holds(row.when.logic));
      this.#leads(row.go, [...before, only(this.space, taken)], lead);
      left = diagrams.minus(left, taken);
    }
  }

  /** To each screen that a `go` may lead to. */
  #leads(go: Go, before: readonly Operation[], lead: Lead): void {
    const { space } = this;
    const state = typeof go === "string" ? {} : (go.state ?? {});
    const known = new Map<string, Json>();
    const open = new Set<string>();
    for (const [key, value] of Object.entries(state)) {
      const one = constant(value);
      if ("value" in one) known.set(key, one.value);
      else open.add(key);
    }
    const searched = typeof go !== "string" && go.search !== undefined;
    for (const path of pathsOf(this.core, this.journeys, go)) {
      const [pattern = "", search] = path.split("?");
      const to = this.screens.get(matchPath(this.core, pattern.replace(/:[A-Za-z_]\w*/g, "x")).screen.id);
      if (to === undefined) continue;
      const opened = searched || search !== undefined ? new Set([...open, "", ...to.screen.lift]) : open;
      const route = routed(space, fixedRoute(space, to.path, known, opened));
      lead({ to, operations: [...before, route] });
    }
  }
}
