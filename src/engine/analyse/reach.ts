/**
 * Who can be where: every state that registration, sign-in and e-mailed links lead to, step by step, through what bodies
 * raise and what the bank may answer. A state that might come is counted in, so what is said to be unreachable is.
 */
import type { BundleCore, BundleJourney, CompiledAction, CompiledEffect, ScreenContent } from "../bundle.js";
import type { Json } from "../definition.js";
import { matchPath } from "../paths.js";
import { assigned, constant, resetTo, writtenBy } from "./assign.js";
import type { Bdd } from "./bdd.js";
import { FALSE, TRUE } from "./bdd.js";
import { pathOf } from "./ends.js";
import type { Control } from "./exits.js";
import { controlsOf, endingsOf } from "./exits.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";
import type { LinkedOutcomes } from "./outcomes.js";
import type { ScreenSpace } from "./routes.js";
import { afterRedirect, fixedRoute } from "./routes.js";
import type { Space } from "./space.js";

type Journeys = Readonly<Record<string, BundleJourney>>;

/** A set of states on their way out of a screen, and what moved them. */
interface Leaving {
  readonly set: Bdd;
  readonly by: string;
}

export class Reach {
  /** States with which each screen is reached. */
  readonly at = new Map<string, Bdd>();
  /** How each screen was first reached. */
  readonly from = new Map<string, { readonly screen: string | null; readonly by: string }>();
  readonly #todo = new Set<string>();
  readonly #arrived = new Set<string>();
  readonly #done = new WeakMap<readonly CompiledEffect[], Set<string>>();
  readonly #afterAnswers = new Map<string, Bdd>();
  readonly #contents = new Map<string, readonly Control[]>();
  /** For each slice, the bits of everything else. */
  readonly #others: readonly ReadonlySet<number>[];

  constructor(
    readonly core: BundleCore,
    readonly journeys: Journeys,
    readonly space: Space,
    readonly screens: ReadonlyMap<string, ScreenSpace>,
    readonly outcomes: LinkedOutcomes,
  ) {
    // The route has done its work when the guard was asked.
    this.#others = space
      .slices()
      .filter((slice) => slice !== "route")
      .map((slice) => space.levelsOf(`all but ${slice}`, (variable) => variable.stands !== "open" && space.sliceOf(variable) !== slice));
    this.#start();
    for (const id of this.#todo) {
      this.#todo.delete(id);
      const screen = screens.get(id);
      if (screen !== undefined) this.#leave(screen);
    }
  }

  /** Logged out, nothing known: registration, sign-in, and screens that links of e-mails lead to, whatever these carry. */
  #start(): void {
    const { diagrams } = this.space;
    const nobody = resetTo(this.space, this.space.valid, (slice) => slice !== "route" && slice !== "branding");
    for (const place of this.screens.values()) {
      const { screen } = place;
      if (screen.paths.includes("/") || screen.paths.includes("/registration"))
        this.#arrive(null, { set: afterRedirect(this.space, nobody, place.path), by: "start" }, place, TRUE);
      else if (screen.lift.length > 0)
        this.#arrive(
          null,
          { set: diagrams.and(nobody, fixedRoute(this.space, place.path, new Map(), new Set(screen.lift))), by: "e-mailed link" },
          place,
          TRUE,
        );
    }
  }

  /** Takes states to a screen: who is admitted stays, the others are sent on. */
  #arrive(origin: string | null, leaving: Leaving, place: ScreenSpace, route: Bdd): void {
    const { diagrams } = this.space;
    const set = diagrams.and(leaving.set, route);
    const { id } = place.screen;
    const arrival = `${set} ${id}`;
    if (set === FALSE || this.#arrived.has(arrival)) return;
    this.#arrived.add(arrival);
    const before = this.at.get(id) ?? FALSE;
    const admitted = diagrams.and(set, place.admits);
    if (diagrams.implies(admitted, before)) return this.#sendOn(origin, leaving, set, place);
    const now = this.#sliceBySlice(diagrams.or(before, admitted));
    if (now !== before) {
      this.at.set(id, now);
      if (before === FALSE) this.from.set(id, { screen: origin, by: leaving.by });
      this.#todo.add(id);
    }
    this.#sendOn(origin, leaving, set, place);
  }

  /**
   * What is known of each slice by itself: how slices go together is not kept. That counts in states that may not come
   * together, never leaves one out, and keeps the diagrams small.
   */
  #sliceBySlice(set: Bdd): Bdd {
    const { diagrams } = this.space;
    let product: Bdd = this.space.valid;
    for (const others of this.#others) product = diagrams.and(product, diagrams.forget(set, others));
    return product;
  }

  #sendOn(origin: string | null, leaving: Leaving, set: Bdd, place: ScreenSpace): void {
    const { diagrams } = this.space;
    for (const sending of place.sendings) {
      const target = this.screens.get(sending.target.id);
      const sent = diagrams.and(set, sending.when);
      if (sent === FALSE || target === undefined || target === place) continue;
      const cleared = diagrams.forget(sent, this.space.routeLevels());
      this.#arrive(origin, { set: cleared, by: leaving.by }, target, fixedRoute(this.space, sending.to, new Map(), new Set()));
    }
  }

  /** Takes states where a `go` leads; a path that a value gives may be any of the flows. */
  #go(origin: ScreenSpace, leaving: Leaving, go: NonNullable<CompiledEffect["go"]>): void {
    const { diagrams } = this.space;
    const path = pathOf(go);
    if (path === null) return;
    const match = matchPath(this.core, path.replace(/:[A-Za-z_]\w*/g, "x"));
    const place = this.screens.get(match.screen.id);
    if (place === undefined) return;
    const state = typeof go === "string" ? {} : (go.state ?? {});
    const known = new Map<string, Json>();
    const open = new Set<string>();
    for (const [key, value] of Object.entries(state)) {
      const written = constant(value);
      if ("value" in written) known.set(key, written.value);
      else open.add(key);
    }
    const searched =
      typeof go === "string" ? go.includes("?") : go.search !== undefined || (typeof go.path === "string" && go.path.includes("?"));
    if (searched) for (const key of ["", ...match.screen.lift]) open.add(key);
    const cleared = diagrams.forget(leaving.set, this.space.routeLevels());
    this.#arrive(origin.screen.id, { set: cleared, by: leaving.by }, place, fixedRoute(this.space, place.path, known, open));
  }

  #possible(set: Bdd, condition: Json): Bdd {
    const { space } = this;
    return space.diagrams.forget(space.diagrams.and(set, space.holds(condition)), space.openLevels());
  }

  /** Does a list of effects; who is left has been led nowhere and stays. */
  #effects(origin: ScreenSpace, set: Bdd, by: string, effects: readonly CompiledEffect[]): Bdd {
    const { space } = this;
    let staying = set;
    for (const effect of effects) {
      const taken = effect.when === undefined ? staying : this.#possible(staying, effect.when.logic);
      const passed = effect.when === undefined ? FALSE : this.#possible(staying, { "!": [effect.when.logic] });
      if (taken === FALSE) continue;
      if (effect.go !== undefined) {
        this.#go(origin, { set: taken, by }, effect.go);
        staying = passed;
        continue;
      }
      if (effect.decide !== undefined) {
        this.#decide(origin, { set: taken, by }, effect.decide);
        staying = passed;
        continue;
      }
      let done = taken;
      for (const [path, value] of Object.entries(effect.set ?? {})) done = assigned(space, done, path, [constant(value)]);
      const { reset } = effect;
      if (reset !== undefined)
        done = resetTo(space, done, (slice) =>
          reset === "all" ? slice !== "dismissed" && slice !== "route" && slice !== "now" : reset.includes(slice),
        );
      staying = space.diagrams.or(done, passed);
    }
    return staying;
  }

  #decide(origin: ScreenSpace, leaving: Leaving, name: string): void {
    const { diagrams } = this.space;
    let left = leaving.set;
    for (const row of this.core.decisions[name]?.rows ?? []) {
      const taken = row.when === undefined ? left : diagrams.and(left, this.space.holds(row.when.logic));
      if (taken !== FALSE) this.#go(origin, { set: taken, by: leaving.by }, row.go);
      left = diagrams.minus(left, taken);
    }
  }

  /** What good answers of an operation make of states. */
  #answered(set: Bdd, operation: string, variables: Readonly<Record<string, Json>>): Bdd {
    const key = `${set} ${operation} ${JSON.stringify(variables)}`;
    const known = this.#afterAnswers.get(key);
    if (known !== undefined) return known;
    const after = this.#afterAnswer(set, operation, variables);
    this.#afterAnswers.set(key, after);
    return after;
  }

  #afterAnswer(set: Bdd, operation: string, variables: Readonly<Record<string, Json>>): Bdd {
    const { diagrams } = this.space;
    const answers = this.outcomes.good.get(operation) ?? [];
    if (answers.length === 0) return set;
    return diagrams.any(
      answers.map((answer) => {
        let after = answer.logic === null ? set : this.#possible(set, answer.logic);
        for (const [path, values] of Object.entries(answer.becomes))
          after = assigned(
            this.space,
            after,
            path,
            values.map((value) => writtenBy(value, variables)),
          );
        return after;
      }),
    );
  }

  #act(origin: ScreenSpace, set: Bdd, name: string, action: CompiledAction): void {
    const raised = action.when === undefined ? set : this.#possible(set, action.when.logic);
    if (raised === FALSE) return;
    const by = `${origin.screen.id}.${name}`;
    for (const ending of endingsOf(this.core, action, this.outcomes.failures.get(action.call ?? "") ?? [])) {
      const changes = ending.effects.some(
        ({ go, decide, set: sets, reset }) => go !== undefined || decide !== undefined || sets !== undefined || reset !== undefined,
      );
      if (ending.outcome !== "ok" && !changes) continue;
      if (ending.outcome !== "ok" && this.#again(origin, raised, ending.effects)) continue;
      const after = ending.outcome === "ok" ? this.#answered(raised, action.call ?? "", action.with ?? {}) : raised;
      this.#stay(origin, this.#effects(origin, after, by, ending.effects));
    }
  }

  /** Whether this was done before: many actions fail alike. */
  #again(origin: ScreenSpace, set: Bdd, effects: readonly CompiledEffect[]): boolean {
    const done = this.#done.get(effects) ?? new Set<string>();
    this.#done.set(effects, done);
    const key = `${origin.screen.id} ${set}`;
    if (done.has(key)) return true;
    done.add(key);
    return false;
  }

  /** Who was led nowhere is still there, in what the effects made of the state, or is sent on. */
  #stay(origin: ScreenSpace, set: Bdd): void {
    this.#arrive(origin.screen.id, { set, by: origin.screen.id }, origin, TRUE);
  }

  #leave(origin: ScreenSpace): void {
    const set = this.at.get(origin.screen.id) ?? FALSE;
    const content = this.journeys[origin.screen.journey]?.screens[origin.screen.id];
    if (content === undefined || set === FALSE) return;
    this.#loads(origin, set, content);
    for (const control of this.#controls(origin.screen.id, content)) {
      let seen = set;
      for (const condition of control.when) seen = this.#possible(seen, condition);
      if (seen === FALSE) continue;
      if (control.go !== null) this.#go(origin, { set: seen, by: `${origin.screen.id} (${control.what})` }, control.go);
      const action = control.action === null ? undefined : content.actions[control.action];
      if (action !== undefined && control.action !== null) this.#act(origin, seen, control.action, action);
    }
    for (const row of content.back) {
      const taken = row.when === undefined ? set : this.#possible(set, row.when.logic);
      if (row.go !== undefined) this.#go(origin, { set: taken, by: `${origin.screen.id} (back)` }, row.go);
      const action = row.action === undefined ? undefined : content.actions[row.action];
      if (action !== undefined && row.action !== undefined) this.#act(origin, taken, row.action, action);
    }
    this.#chrome(origin, set);
  }

  #controls(id: string, content: ScreenContent): readonly Control[] {
    const known = this.#contents.get(id) ?? controlsOf(content);
    this.#contents.set(id, known);
    return known;
  }

  /** What the app and the screen ask the bank for by themselves. */
  #loads(origin: ScreenSpace, set: Bdd, content: ScreenContent): void {
    for (const data of [...Object.values(this.core.loads), ...Object.values(content.data)]) {
      const asked = data.when === undefined ? set : this.#possible(set, data.when.logic);
      this.#stay(origin, this.#answered(asked, data.query, {}));
    }
  }

  #chrome(origin: ScreenSpace, set: Bdd): void {
    const inDashboard = origin.screen.shell.some((row) => row.use === "dashboard");
    if (inDashboard) {
      for (const entry of this.core.navigation) {
        const seen = entry.when === undefined ? set : this.#possible(set, entry.when.logic);
        const target = this.screens.get(matchPath(this.core, entry.path).screen.id);
        // An entry is shown only to whom its screen admits.
        if (target !== undefined)
          this.#go(
            origin,
            { set: this.space.diagrams.and(seen, afterRedirect(this.space, target.admits, entry.path)), by: `navigation (${entry.key})` },
            entry.path,
          );
      }
    }
    this.#decide(origin, { set, by: "logo" }, this.core.logoDecision);
    for (const [name, action] of Object.entries(this.core.actions)) this.#act(origin, set, name, action);
  }
}

/** Screens that nobody reaches. */
export function checkReach(reach: Reach): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const { screen } of reach.screens.values()) {
    if ((reach.at.get(screen.id) ?? FALSE) !== FALSE) continue;
    found.push({
      rule: "screen-unreachable",
      message: messages.unreachable(screen.id),
      at: [screen.at],
      owner: `screen:${screen.id}`,
      where: null,
      ask: null,
    });
  }
  return found;
}

/** How one comes to a screen, from a start: what was done where. */
export function pathTo(reach: Reach, id: string): readonly string[] {
  const path: string[] = [];
  let current: string | null = id;
  while (current !== null && path.length < 200) {
    const step = reach.from.get(current);
    if (step === undefined) break;
    path.unshift(`${step.by} -> ${current}`);
    current = step.screen;
  }
  return path;
}
