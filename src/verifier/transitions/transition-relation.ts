/** Exports `TransitionRelation`: every transition from every screen, for the search and for rules about effects. */
import { matchPath } from "../../engine/paths.js";
import { STALE_SCREEN } from "../../language/app-definition.js";
import type {
  Bundle,
  BundleCore,
  BundleJourney,
  CompiledAction,
  CompiledData,
  CompiledEffect,
  Control,
  ScreenContent,
} from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { plainPath } from "../../language/operation.js";
import type { LinkedOutcomes } from "../../language/outcomes.js";
import type { StateSpace } from "../abstraction/state-space.js";
import { type Bdd, FALSE } from "../bdd/diagrams.js";
import { type Address, openAddress, openableAddresses, pageReload } from "./addresses.js";
import { type EffectPath, EffectPaths, type Go, mayHold } from "./effects.js";
import { failureEffects, type OutcomeEffects, outcomeEffects } from "./outcome-effects.js";
import { compose, IDENTITY, identityOn, type Relation } from "./relations.js";
import { RuntimeFailures } from "./runtime-failures.js";
import type { ScreenSets } from "./screen-sets.js";
import { afterRedirect, placeAt, redirectTo } from "./screen-sets.js";
import { answerRelation, type DecisionTransition, type Load, type Phases, type Transition, type TransitionEvent } from "./transition.js";

type Journeys = Readonly<Record<string, BundleJourney>>;

/** A query that the app (owner null) or a screen sends by itself. */
interface Query {
  readonly owner: string | null;
  readonly key: string;
  readonly data: CompiledData;
}

/** An event and the conditions under which it can occur on a screen. */
interface RaisedAction {
  readonly place: ScreenSets;
  readonly owner: string | null;
  readonly name: string;
  readonly action: CompiledAction;
  readonly conditions: readonly Json[];
  readonly control: Control | null;
  /** The states in which the runtime may raise the action; absent: all. */
  readonly within?: Bdd;
}

const NONE: ReadonlySet<string> = new Set();

export class TransitionRelation {
  readonly #ofScreen = new Map<string, readonly Transition[]>();
  readonly #loads = new Map<string, readonly Load[]>();
  readonly #deciding = new Map<string, DecisionTransition[]>();
  readonly #idle = new Map<string, Transition[]>();
  readonly #appLoads = new Map<string, readonly Load[]>();
  /** The effects of the outcomes of actions, and of the failures of queries: the app's are the same on every screen. */
  readonly #outcomes = new Map<CompiledAction, readonly OutcomeEffects[]>();
  readonly #failures = new Map<string, readonly (OutcomeEffects & { readonly outcome: string })[]>();
  readonly #openings: readonly Transition[];
  readonly #effectPaths: EffectPaths;
  #logoPaths: readonly EffectPath[] | null = null;
  /** The exceptions of the engine while executors replayed transitions. */
  readonly failures = new RuntimeFailures();
  /** A reload of the page: the runtime then evaluates guards over the persisted part of the state. */
  readonly reload: Phases & { readonly by: string; readonly event: TransitionEvent };

  readonly core: BundleCore;
  readonly journeys: Journeys;

  constructor(
    readonly bundle: Bundle,
    readonly space: StateSpace,
    readonly screens: ReadonlyMap<string, ScreenSets>,
    readonly outcomes: LinkedOutcomes,
  ) {
    const { core, journeys } = bundle;
    this.core = core;
    this.journeys = journeys;
    this.#effectPaths = new EffectPaths(core, journeys, space, screens);
    this.#openings = openableAddresses(core, screens).map((address) => this.opening(address));
    const request = pageReload(core, space);
    this.reload = { by: "page reload", event: { kind: "reload" }, request, response: null, effect: IDENTITY };
  }

  /** The transition that opens an address in the browser. */
  opening(address: Address): Transition {
    return {
      by: address.by,
      event: { kind: "address", address },
      request: openAddress(this.core, this.space, address),
      response: null,
      effect: IDENTITY,
      to: address.place,
      refetched: NONE,
      decided: false,
    };
  }

  content({ screen }: ScreenSets): ScreenContent | undefined {
    return this.journeys[screen.journey]?.screens[screen.id];
  }

  /** The controls of a screen, as the compiler emitted them. */
  controls({ screen }: ScreenSets): readonly Control[] {
    return this.bundle.controls[screen.id] ?? [];
  }

  /**
   * The transitions from a screen that change neither the state nor the screen: an answer without effects. The search doesn't
   * need them; an invariant of the action does.
   */
  idle(place: ScreenSets): readonly Transition[] {
    this.of(place);
    return this.#idle.get(place.key) ?? [];
  }

  /** All transitions from a screen but the idle ones. */
  of(place: ScreenSets): readonly Transition[] {
    const known = this.#ofScreen.get(place.key);
    if (known !== undefined) return known;
    const made: Transition[] = [];
    const content = this.content(place);
    this.#deciding.set(place.key, []);
    this.#idle.set(place.key, []);
    if (content !== undefined) {
      this.#addControls(place, content, made);
      this.#addBack(place, content, made);
    }
    this.#addNavigation(place, made);
    this.#addLogo(place, made);
    this.#addAppActions(place, made);
    this.#addFailedQueries(place, made);
    made.push(...this.#openings);
    this.#ofScreen.set(place.key, made);
    return made;
  }

  /** The transitions from a screen that evaluate a decision. */
  evaluating(place: ScreenSets, decision: string): readonly DecisionTransition[] {
    this.of(place);
    return (this.#deciding.get(place.key) ?? []).filter((one) => one.decision === decision);
  }

  /** The good answers to the queries that the app and a screen send by themselves. */
  loads(place: ScreenSets): readonly Load[] {
    const known = this.#loads.get(place.key);
    if (known !== undefined) return known;
    const made = this.#queries(place, this.content(place)).flatMap((query) => this.#answers(query, false));
    this.#loads.set(place.key, made);
    return made;
  }

  /** The good answers to loads of the app that effects fetch again. */
  refetches(keys: ReadonlySet<string>): readonly Load[] {
    return Object.entries(this.core.loads).flatMap(([key, data]) => (keys.has(key) ? this.#answers({ owner: null, key, data }, true) : []));
  }

  #queries({ screen }: ScreenSets, content: ScreenContent | undefined): readonly Query[] {
    const own = Object.entries(content?.data ?? {}).map(([key, data]) => ({ owner: screen.id, key, data }));
    const all = Object.entries(this.core.loads).map(([key, data]) => ({ owner: null, key, data }));
    return [...all, ...own];
  }

  #answers(query: Query, refetch: boolean): readonly Load[] {
    if (query.owner !== null) return this.#answersOf(query, refetch);
    // The loads of the app are the same on every screen.
    const key = `${query.key} ${refetch}`;
    const made = this.#appLoads.get(key) ?? this.#answersOf(query, refetch);
    this.#appLoads.set(key, made);
    return made;
  }

  #answersOf({ owner, key, data }: Query, refetch: boolean): readonly Load[] {
    return (this.outcomes.good.get(data.query) ?? [])
      .filter(({ becomes }) => Object.keys(becomes).length > 0)
      .map(
        (answer): Load => ({
          by: `the answer to ${data.query}`,
          event: { kind: "load", owner, key, data, refetch, answer },
          request: this.#guardedBy(refetch || data.when === undefined ? [] : [data.when.logic]),
          response: answerRelation(this.space, answer, {}),
          effect: IDENTITY,
        }),
      );
  }

  #guardedBy(conditions: readonly Json[]): Relation {
    return identityOn(this.space, this.space.bdd.all(conditions.map((condition) => mayHold(this.space, condition))));
  }

  /** The conditions under which a control is shown: a control in a list item needs an item. */
  #visibility({ when, items }: Control): readonly Json[] {
    const list = items === null ? null : plainPath(items);
    return list === null || !this.space.lists.has(list) ? when : [...when, { "!!": [{ var: list }] }];
  }

  #add(place: ScreenSets, made: Transition[], transition: Transition, decision: string | undefined): void {
    if (decision === undefined) made.push(transition);
    else this.#deciding.get(place.key)?.push({ ...transition, decision });
  }

  #addControls(place: ScreenSets, content: ScreenContent, made: Transition[]): void {
    for (const control of this.controls(place)) {
      const conditions = this.#visibility(control);
      if (control.go !== null) this.#addGo(`${place.screen.id} (${control.what})`, control.go, conditions, control, made);
      const action = control.action === null ? undefined : content.actions[control.action];
      if (action !== undefined && control.action !== null)
        this.#addAction({ place, owner: place.screen.id, name: control.action, action, conditions, control }, made);
    }
  }

  #addBack(place: ScreenSets, content: ScreenContent, made: Transition[]): void {
    const earlier: Json[] = [];
    for (const row of content.back) {
      const conditions = row.when === undefined ? earlier : [...earlier, row.when.logic];
      if (row.go !== undefined) this.#addGo(`${place.screen.id} (back)`, row.go, conditions, null, made);
      const action = row.action === undefined ? undefined : content.actions[row.action];
      if (action !== undefined && row.action !== undefined)
        this.#addAction({ place, owner: place.screen.id, name: row.action, action, conditions, control: null }, made);
      if (row.when !== undefined) earlier.push({ "!": [row.when.logic] });
    }
  }

  #addNavigation(place: ScreenSets, made: Transition[]): void {
    const { space } = this;
    if (!place.screen.shell.some((row) => this.core.shells[row.use]?.navigation === true)) return;
    for (const { key, path, when } of this.core.navigation) {
      const to = placeAt(this.screens, matchPath(this.core, path).screen, path);
      if (to === undefined) continue;
      // The runtime shows an entry only to depositors whom its screen admits.
      const shown = identityOn(space, afterRedirect(space, to.admits, path));
      made.push({
        by: `navigation (${key})`,
        event: { kind: "navigation", key, path },
        request: compose([this.#guardedBy(when === undefined ? [] : [when.logic]), shown]),
        response: null,
        effect: redirectTo(space, to.path),
        to,
        refetched: NONE,
        decided: false,
      });
    }
  }

  #addLogo(place: ScreenSets, made: Transition[]): void {
    this.#logoPaths ??= this.#effectPaths.ofDecision(this.core.logoDecision, []);
    for (const { to, relations, decision } of this.#logoPaths) {
      const transition: Transition = {
        by: "logo",
        event: { kind: "logo" },
        request: IDENTITY,
        response: null,
        effect: compose(relations),
        to,
        refetched: NONE,
        decided: true,
      };
      this.#add(place, made, transition, decision);
    }
  }

  /** Actions of the app: a monitor raises its action while its condition holds; the app raises those of its events on every screen. */
  #addAppActions(place: ScreenSets, made: Transition[]): void {
    for (const [name, action] of Object.entries(this.core.actions)) {
      const monitors = this.core.events.includes(name)
        ? []
        : Object.values(this.core.monitors).filter((monitor) => monitor.action === name);
      const conditions = monitors.length === 0 ? [] : [{ or: monitors.map(({ when }) => when.logic) }];
      const raised: RaisedAction = { place, owner: null, name, action, conditions, control: null };
      this.#addAction(name === STALE_SCREEN ? { ...raised, within: this.space.bdd.not(place.admits) } : raised, made);
    }
  }

  /** The effects of failed queries of the app and the screen; equal effects of several queries are added once per state. */
  #addFailedQueries(place: ScreenSets, made: Transition[]): void {
    const { bdd } = this.space;
    const covered = new Map<readonly CompiledEffect[], Bdd>();
    for (const query of this.#queries(place, this.content(place))) {
      const sent = this.#sent(query);
      for (const failure of this.#failuresOf(query.data.query)) {
        if (!this.#effectPaths.hasEffect(failure.effects)) continue;
        const known = covered.get(failure.effects) ?? FALSE;
        if (bdd.implies(sent, known)) continue;
        covered.set(failure.effects, bdd.or(sent, known));
        for (const { decision, ...transition } of this.#failed(query, failure, sent)) this.#add(place, made, transition, decision);
      }
    }
  }

  /** The failures of the queries that the app and a screen send by themselves, of each query that has these effects of the app. */
  failedQueries(place: ScreenSets, effects: readonly CompiledEffect[]): readonly Transition[] {
    return this.#queries(place, this.content(place)).flatMap((query) => {
      const failure = this.#failuresOf(query.data.query).find((one) => one.effects === effects);
      return failure === undefined ? [] : this.#failed(query, failure, this.#sent(query)).filter(({ decision }) => decision === undefined);
    });
  }

  /** The states in which the app or a screen sends a query. */
  #sent({ data }: Query): Bdd {
    return this.space.bdd.all(data.when === undefined ? [] : [mayHold(this.space, data.when.logic)]);
  }

  #failed(
    { owner, key, data }: Query,
    { outcome, effects }: OutcomeEffects & { readonly outcome: string },
    sent: Bdd,
  ): readonly (Transition & { readonly decision?: string | undefined })[] {
    const by = `the answer to ${data.query} (${outcome})`;
    const event: TransitionEvent = { kind: "failure", owner, key, data, failure: outcome, effects };
    const request = identityOn(this.space, sent);
    return this.#effectPaths
      .ofEffects(effects)
      .map(({ relations, ...path }) => ({ by, event, request, response: null, effect: compose(relations), ...path }));
  }

  #failuresOf(query: string): readonly (OutcomeEffects & { readonly outcome: string })[] {
    const made = this.#failures.get(query) ?? failureEffects(this.core, {}, query, this.outcomes.failures.get(query) ?? []);
    this.#failures.set(query, made);
    return made;
  }

  #outcomesOf(action: CompiledAction): readonly OutcomeEffects[] {
    const known = this.#outcomes.get(action);
    if (known !== undefined) return known;
    const made = outcomeEffects(this.core, action, this.outcomes.failures.get(action.call ?? "") ?? []);
    // The runtime applies optimistic effects before the answer arrives, and they may change the screen by themselves.
    if (action.optimistic !== undefined) made.unshift({ outcome: null, effects: action.optimistic });
    this.#outcomes.set(action, made);
    return made;
  }

  #addGo(by: string, go: Go, conditions: readonly Json[], control: Control | null, made: Transition[]): void {
    const request = this.#guardedBy(conditions);
    for (const { to, relations, refetched, decided } of this.#effectPaths.ofGo(go, []))
      made.push({ by, event: { kind: "go", go, control }, request, response: null, effect: compose(relations), to, refetched, decided });
  }

  #addAction({ place, owner, name, action, conditions, control, within }: RaisedAction, made: Transition[]): void {
    const guarded = this.#guardedBy(action.when === undefined ? conditions : [...conditions, action.when.logic]);
    const enabled = within === undefined ? guarded : compose([guarded, identityOn(this.space, within)]);
    const operation = action.call ?? "";
    const optimistic = this.#effectPaths.ofEffects(action.optimistic ?? []);
    for (const { outcome, effects } of this.#outcomesOf(action)) {
      const answers = outcome === "ok" ? (this.outcomes.good.get(operation) ?? []) : [];
      const requests = outcome === "ok" ? optimistic.map(({ relations }) => compose([enabled, ...relations])) : [enabled];
      for (const answer of answers.length === 0 ? [null] : answers) {
        const isIdle = !this.#effectPaths.hasEffect(effects) && Object.keys(answer?.becomes ?? {}).length === 0;
        const suffix =
          answer !== null && answers.length > 1 ? ` (${answer.name})` : outcome === null || outcome === "ok" ? "" : ` (${outcome})`;
        const by = `${place.screen.id}.${name}${suffix}`;
        const response = answer === null ? null : answerRelation(this.space, answer, action.with ?? {});
        for (const request of requests) {
          if (isIdle) {
            const event: TransitionEvent = { kind: "action", owner, name, action, control, outcome, answer, effects, pathIndex: 0 };
            const idle = { by, event, request, response: null, effect: IDENTITY, to: null, refetched: NONE, decided: false };
            this.#idle.get(place.key)?.push(idle);
            continue;
          }
          let pathIndex = 0;
          for (const { to, relations, refetched, decided, decision } of this.#effectPaths.ofEffects(effects)) {
            const event: TransitionEvent = { kind: "action", owner, name, action, control, outcome, answer, effects, pathIndex };
            this.#add(place, made, { by, event, request, response, effect: compose(relations), to, refetched, decided }, decision);
            if (decision === undefined) pathIndex += 1;
          }
        }
      }
    }
  }
}
