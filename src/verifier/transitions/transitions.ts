/** What can be done on a screen, move by move: by whom, what it makes of the state, and where it leads. */

import { matchPath } from "../../engine/paths.js";
import type { BundleCore, BundleJourney, CompiledAction, CompiledData, CompiledEffect, ScreenContent } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { GoodAnswer, LinkedOutcomes } from "../../language/outcomes.js";
import { pathRead } from "../abstraction/atoms.js";
import type { Space } from "../abstraction/state-space.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { type Address, addressesOf, opened, reloaded } from "./addresses.js";
import { written, writtenBy } from "./assignments.js";
import type { Control } from "./controls.js";
import { controlsOf, endingsOf, failuresOf } from "./controls.js";
import type { Go, Leading } from "./effects.js";
import { Leads, possibly } from "./effects.js";
import type { Operation } from "./relations.js";
import { only, routed, sequence } from "./relations.js";
import type { ScreenSpace } from "./screen-sets.js";
import { afterRedirect, fixedRoute } from "./screen-sets.js";

type Journeys = Readonly<Record<string, BundleJourney>>;

/** What is done, as the run-time knows it. */
export type Deed =
  | { readonly kind: "go"; readonly go: Go; readonly control: Control | null }
  | { readonly kind: "navigation"; readonly key: string; readonly path: string }
  | { readonly kind: "logo" }
  | { readonly kind: "address"; readonly address: Address }
  | { readonly kind: "reload" }
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
      /** Asked again by what was done: whatever its `when` says. */
      readonly again: boolean;
      readonly answer: GoodAnswer;
    }
  /** What an app or a screen asks for by itself is refused. */
  | {
      readonly kind: "failure";
      readonly owner: string | null;
      readonly key: string;
      readonly data: CompiledData;
      readonly failure: string;
      readonly effects: readonly CompiledEffect[];
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
  /** The app's loads that are asked again by it. */
  readonly again: ReadonlySet<string>;
  /** Whether a decision leads there. */
  readonly decided: boolean;
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

const NOTHING: Operation = { after: (set) => set, before: (set) => set };
const NONE: ReadonlySet<string> = new Set();

/** What a good answer makes of the state. */
export function answering(space: Space, answer: GoodAnswer, variables: Readonly<Record<string, Json>>): Operation {
  const writes = Object.entries(answer.becomes).map(([path, values]) =>
    written(
      space,
      path,
      values.flatMap((value) => writtenBy(value, variables)),
    ),
  );
  return sequence([...(answer.logic === null ? [] : [only(space, possibly(space, answer.logic))]), ...writes]);
}

/** What the states of a set become by a deed. */
export function done({ raised, answered, then }: Parts, set: Bdd): Bdd {
  const after = raised.after(set);
  return then.after(answered === null ? after : answered.after(after));
}

/** All states of which a deed may make one of a set. */
export function undone({ raised, answered, then }: Parts, set: Bdd): Bdd {
  const after = then.before(set);
  return raised.before(answered === null ? after : answered.before(after));
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

/** Actions of the app that stand around every screen, or that the run-time raises by itself, whether a watch raises them or not. */
export const CHROME: ReadonlySet<string> = new Set([
  "logout",
  "contact",
  "logPageView",
  "dismissNotification",
  "dismissBanner",
  "overtaken",
]);

export class Moves {
  readonly #of = new Map<string, readonly Move[]>();
  readonly #loads = new Map<string, readonly Load[]>();
  readonly #asking = new Map<string, Asking[]>();
  readonly #appLoads = new Map<string, readonly Load[]>();
  readonly #openings: readonly Move[];
  readonly #leads: Leads;
  #logo: readonly Leading[] | null = null;
  /** The page that is there, loaded again: guards are asked of what the browser kept. */
  readonly reload: Parts & { readonly by: string; readonly deed: Deed };

  constructor(
    readonly core: BundleCore,
    readonly journeys: Journeys,
    readonly space: Space,
    readonly screens: ReadonlyMap<string, ScreenSpace>,
    readonly outcomes: LinkedOutcomes,
  ) {
    this.#leads = new Leads(core, journeys, space, screens);
    this.#openings = addressesOf(screens).map((address) => this.opening(address));
    this.reload = { by: "the page loaded again", deed: { kind: "reload" }, raised: reloaded(core, space), answered: null, then: NOTHING };
  }

  /** An address that is opened, by whomever. */
  opening(address: Address): Move {
    const raised = opened(this.core, this.space, address);
    return {
      by: address.by,
      deed: { kind: "address", address },
      raised,
      answered: null,
      then: NOTHING,
      to: address.place,
      again: NONE,
      decided: false,
    };
  }

  content({ screen }: ScreenSpace): ScreenContent | undefined {
    return this.journeys[screen.journey]?.screens[screen.id];
  }

  /** Everything that can be done on a screen. */
  of(place: ScreenSpace): readonly Move[] {
    const known = this.#of.get(place.screen.id);
    if (known !== undefined) return known;
    const made: Move[] = [];
    const content = this.content(place);
    this.#asking.set(place.screen.id, []);
    if (content !== undefined) {
      this.#body(place, content, made);
      this.#back(place, content, made);
    }
    this.#chrome(place, made);
    this.#refused(place, made);
    made.push(...this.#openings);
    this.#of.set(place.screen.id, made);
    return made;
  }

  /** What on a screen asks a decision. */
  asking(place: ScreenSpace, decision: string): readonly Asking[] {
    this.of(place);
    return (this.#asking.get(place.screen.id) ?? []).filter((one) => one.decision === decision);
  }

  /** What an app and a screen ask for without anybody's doing. */
  #queries(
    { screen }: ScreenSpace,
    content: ScreenContent | undefined,
  ): readonly { owner: string | null; key: string; data: CompiledData }[] {
    const own = Object.entries(content?.data ?? {}).map(([key, data]) => ({ owner: screen.id, key, data }));
    const all = Object.entries(this.core.loads).map(([key, data]) => ({ owner: null, key, data }));
    return [...all, ...own];
  }

  /** What is asked for on a screen without anybody's doing, and the good answers to it. */
  loads(place: ScreenSpace): readonly Load[] {
    const known = this.#loads.get(place.screen.id);
    if (known !== undefined) return known;
    const made = this.#queries(place, this.content(place)).flatMap((query) => this.#answers(query, false));
    this.#loads.set(place.screen.id, made);
    return made;
  }

  /** The good answers to loads of the app that are asked again. */
  loadsAgain(keys: ReadonlySet<string>): readonly Load[] {
    return Object.entries(this.core.loads).flatMap(([key, data]) => (keys.has(key) ? this.#answers({ owner: null, key, data }, true) : []));
  }

  #answers(query: { owner: string | null; key: string; data: CompiledData }, again: boolean): readonly Load[] {
    // What the app asks for is the same wherever one is.
    const known = query.owner === null ? this.#appLoads.get(`${query.key} ${again}`) : undefined;
    const made = known ?? this.#answered(query, again);
    if (query.owner === null) this.#appLoads.set(`${query.key} ${again}`, made);
    return made;
  }

  #answered({ owner, key, data }: { owner: string | null; key: string; data: CompiledData }, again: boolean): readonly Load[] {
    return (this.outcomes.good.get(data.query) ?? [])
      .filter(({ becomes }) => Object.keys(becomes).length > 0)
      .map(
        (answer): Load => ({
          by: `the answer to ${data.query}`,
          deed: { kind: "load", owner, key, data, again, answer },
          raised: this.#asked(again || data.when === undefined ? [] : [data.when.logic]),
          answered: answering(this.space, answer, {}),
          then: NOTHING,
        }),
      );
  }

  #asked(conditions: readonly Json[]): Operation {
    return only(this.space, this.space.diagrams.all(conditions.map((condition) => possibly(this.space, condition))));
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
        made.push({
          by: `navigation (${key})`,
          deed: { kind: "navigation", key, path },
          raised,
          answered: null,
          then,
          to,
          again: NONE,
          decided: false,
        });
      }
    }
    this.#logo ??= this.#leads.decide(this.core.logoDecision, []);
    for (const { to, operations, asks } of this.#logo) {
      const then = sequence(operations);
      this.#add(
        place,
        made,
        { by: "logo", deed: { kind: "logo" }, raised: NOTHING, answered: null, then, to, again: NONE, decided: true },
        asks,
      );
    }
    for (const [name, action] of Object.entries(this.core.actions)) {
      // What a watch raises, it raises while it watches; what stands around a screen as well, whenever it is there.
      const watches = CHROME.has(name) ? [] : Object.values(this.core.monitors).filter((monitor) => monitor.do === name);
      const conditions = watches.length === 0 ? [] : [{ or: watches.map(({ when }) => when.logic) }];
      this.#act(place, null, name, action, conditions, null, made);
    }
  }

  /** What one is led to by what the app and the screen ask for, and are refused. Many queries fail alike. */
  #refused(place: ScreenSpace, made: Move[]): void {
    const { diagrams } = this.space;
    const covered = new Map<readonly CompiledEffect[], Bdd>();
    for (const { owner, key, data } of this.#queries(place, this.content(place))) {
      const asked = diagrams.all(data.when === undefined ? [] : [possibly(this.space, data.when.logic)]);
      for (const { outcome, effects } of failuresOf(this.core, {}, data.query, this.outcomes.failures.get(data.query) ?? [])) {
        if (!this.#leads.matters(effects)) continue;
        const before = covered.get(effects) ?? FALSE;
        if (diagrams.implies(asked, before)) continue;
        covered.set(effects, diagrams.or(asked, before));
        const by = `the answer to ${data.query} (${outcome})`;
        const deed: Deed = { kind: "failure", owner, key, data, failure: outcome, effects };
        const raised = only(this.space, asked);
        for (const { to, operations, again, decided, asks } of this.#leads.effects(effects))
          this.#add(place, made, { by, deed, raised, answered: null, then: sequence(operations), to, again, decided }, asks);
      }
    }
  }

  #go(by: string, go: Go, conditions: readonly Json[], control: Control | null, made: Move[]): void {
    const raised = this.#asked(conditions);
    for (const { to, operations, again, decided } of this.#leads.go(go, []))
      made.push({ by, deed: { kind: "go", go, control }, raised, answered: null, then: sequence(operations), to, again, decided });
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
    const asked = this.#asked(action.when === undefined ? conditions : [...conditions, action.when.logic]);
    const operation = action.call ?? "";
    const hoped = this.#leads.effects(action.optimistic ?? []);
    const endings = endingsOf(this.core, action, this.outcomes.failures.get(operation) ?? []);
    // What is hoped for is there before the answer is, and may lead on by itself.
    if (action.optimistic !== undefined) endings.unshift({ outcome: null, effects: action.optimistic });
    for (const { outcome, effects } of endings) {
      const answers = outcome === "ok" ? (this.outcomes.good.get(operation) ?? []) : [];
      const befores = outcome === "ok" ? hoped.map(({ operations }) => sequence([asked, ...operations])) : [asked];
      for (const answer of answers.length === 0 ? [null] : answers) {
        if (!this.#leads.matters(effects) && Object.keys(answer?.becomes ?? {}).length === 0) continue;
        const how =
          answer !== null && answers.length > 1 ? ` (${answer.name})` : outcome === null || outcome === "ok" ? "" : ` (${outcome})`;
        const by = `${place.screen.id}.${name}${how}`;
        const answered = answer === null ? null : answering(this.space, answer, action.with ?? {});
        for (const raised of befores) {
          let way = 0;
          for (const { to, operations, again, decided, asks } of this.#leads.effects(effects)) {
            const deed: Deed = { kind: "action", owner, name, action, control, outcome, answer, effects, way };
            this.#add(place, made, { by, deed, raised, answered, then: sequence(operations), to, again, decided }, asks);
            if (asks === undefined) way += 1;
          }
        }
      }
    }
  }
}
