/** Deeds done by the run-time itself: each is raised, answered and resolved as a depositor's would be. */

import { decidedGo } from "../../engine/decide.js";
import type { DepositorState, Location, Outcome, Resolution, Transition } from "../../engine/events.js";
import { resolve } from "../../engine/resolve.js";
import { scopeOf } from "../../engine/scope.js";
import { target } from "../../engine/target.js";
import { transition } from "../../engine/transition.js";
import type { BundleCore, CompiledPredicate } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { ForeignPath, NoRowHolds, RedirectLoop, WrongValue } from "../../language/failures.js";
import { evaluate, holds, test } from "../../language/predicate.js";
import { isBeyond, pathRead, Unanalysable } from "../abstraction/atoms.js";
import { NOW } from "../abstraction/state-classes.js";
import { cubeOf } from "../abstraction/state-cube.js";
import type { Space } from "../abstraction/state-space.js";
import { witnessOf } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import { loadedAgain } from "../transitions/addresses.js";
import type { Deed, Moves } from "../transitions/transitions.js";
import { answerFields } from "./answers.js";
import type { World } from "./free-inputs.js";
import { worldsFor } from "./free-inputs.js";
import type { Did, Leg } from "./nodes.js";

/** Where a depositor is, and as whom. */
export interface Standing {
  readonly state: DepositorState;
  readonly resolution: Resolution;
  readonly cube: Bdd;
}

type Act = Extract<Deed, { kind: "action" }>;
type Refused = Extract<Deed, { kind: "failure" }>;
type Event = Extract<Did, { kind: "event" }>;

/** What a deed leaves: the state, and another location where it leads to one. */
export interface Left {
  readonly state: DepositorState;
  readonly location: Location | null;
  readonly did: readonly Did[];
}

function wentTo({ state, commands }: Transition, did: readonly Did[]): Left {
  const go = commands.find((command) => command.kind === "go");
  return { state, location: go === undefined ? null : { pathname: go.path, search: go.search, state: go.state }, did };
}

/** A failure by its name. */
function failed(name: string, world: World): Exclude<Outcome, { status: "ok" }> {
  const [status = "", code] = name.split(".");
  const error = (world.error ?? {}) as { readonly errors?: Json };
  return {
    status: status === "network" || status === "timeout" ? status : Number(status),
    code: code ?? null,
    message: "x",
    errors: error.errors === "x" ? [{ path: "x", message: "x" }] : [],
    request_id: null,
  };
}

/** What is no way is no way: values that a deed cannot do with or that the state cannot have, and redirects that don't end. */
function tried<T>(attempt: () => T | null): T | null {
  try {
    return attempt();
  } catch (error) {
    const none = [WrongValue, ForeignPath, RedirectLoop, NoRowHolds, Unanalysable].some((kind) => error instanceof kind);
    if (none) return null;
    throw error;
  }
}

/** A location whose route lies in a set: what it carries stands in its search. */
export function locationIn(space: Space, set: Bdd, pathname: string): Location {
  const { location } = witnessOf(space, set, (path) => space.typeOf(path));
  const carried = Object.entries((location.state ?? {}) as { readonly [key: string]: Json }).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  return { pathname, search: String(new URLSearchParams(carried)), state: null };
}

/** Doing, as one brand's run-time does. */
export class Walk {
  /** Whether something was not done because more ways to do it were not tried. */
  cut = false;

  constructor(
    readonly moves: Moves,
    readonly core: BundleCore,
    /** How many values of what is typed and answered are tried for one deed. */
    readonly most: number,
  ) {}

  stand(state: DepositorState, location: Location): Standing | null {
    return tried(() => {
      const resolution = resolve(this.core, state, location, NOW);
      return { state, resolution, cube: cubeOf(this.moves.space, state, resolution.route) };
    });
  }

  /** Who stays in front of what is shown: what stands around it follows the state, where they are does not. */
  stay({ resolution }: Standing, state: DepositorState): Standing | null {
    const { path, search, state: given } = resolution.route;
    const again = this.stand(state, { pathname: path, search, state: given });
    if (again === null || again.resolution.screen === resolution.screen) return again;
    return { state, resolution, cube: cubeOf(this.moves.space, state, resolution.route) };
  }

  /** Does what a leg says, one way after another, until what it leaves is as it is wanted; null when no way to do so is found. */
  go<T>(from: Standing, leg: Leg, wanted: Bdd, fits: (left: Left) => T | null): T | null {
    for (const left of this.#ways(from, leg, wanted)) {
      const found = left === null ? null : tried(() => fits(left));
      if (found !== null) return found;
    }
    return null;
  }

  *#ways(from: Standing, leg: Leg, wanted: Bdd): Generator<Left | null> {
    const { deed } = leg;
    const { state } = from;
    const went = (location: Location): Left => ({ state, location, did: [{ kind: "went", location }] });
    if (deed.kind === "navigation")
      yield from.resolution.nav.some(({ key }) => key === deed.key) ? went({ pathname: deed.path, search: "", state: null }) : null;
    else if (deed.kind === "logo")
      yield tried(() => {
        const { path, search, state: given } = decidedGo(this.core, this.core.logoDecision, scopeOf(state, NOW, null));
        return went({ pathname: path, search, state: given });
      });
    else if (deed.kind === "address") yield this.#opened(from, leg, deed, wanted);
    else if (deed.kind === "reload") yield this.#reloaded(from);
    else if (deed.kind === "failure")
      for (const world of this.#worlds(from, null, [deed.effects.map(({ when }) => when)], [deed.effects]))
        yield tried(() => this.#refused(from, deed, world));
    else if (deed.kind === "load") yield this.#load(from, leg, deed, wanted);
    else if (deed.kind === "go") {
      for (const world of this.#worlds(from, deed.control, [], [deed.go]))
        yield tried(() => {
          const { path, search, state: given } = target(this.core, deed.go, this.#scope(from, world));
          return went({ pathname: path, search, state: given });
        });
    } else
      for (const world of this.#worlds(
        from,
        deed.control,
        [deed.action.when, deed.effects.map(({ when }) => when)],
        [deed.effects, deed.action.with],
      ))
        yield tried(() => this.#act(from, leg, deed, world, wanted));
  }

  #scope({ state, resolution }: Standing, world: World): World {
    return scopeOf(state, NOW, resolution.route, world);
  }

  /** Worlds in which a control is there: its conditions hold, and it has an item where it stands for one. */
  *#worlds(from: Standing, control: Act["control"], conditions: readonly unknown[], rest: readonly unknown[]): Generator<World> {
    const seen = control?.when ?? [];
    const worlds = worldsFor([seen, conditions], rest, this.most);
    for (const world of worlds.tried) {
      for (const item of this.#items(from, control, world)) {
        const whole = item === undefined ? world : { ...world, item };
        if (seen.every((condition) => test(condition, this.#scope(from, whole)))) yield whole;
      }
    }
    this.cut ||= worlds.cut;
  }

  #items(from: Standing, control: Act["control"], world: World): readonly (Json | undefined)[] {
    if (control === null || control.items === null) return [undefined];
    const read = pathRead(control.items);
    // What the bank answered to the screen itself is not in the state: it may be any list.
    if (read !== null && isBeyond(read)) return [undefined];
    const items = evaluate(control.items, this.#scope(from, world));
    return Array.isArray(items) ? (items as readonly Json[]) : [];
  }

  #opened(from: Standing, leg: Leg, { address }: Extract<Deed, { kind: "address" }>, wanted: Bdd): Left | null {
    const { space } = this.moves;
    const there = space.diagrams.and(leg.raised.after(from.cube), leg.then.before(wanted));
    if (there === FALSE) return null;
    const location = locationIn(space, there, address.place.path);
    return { state: loadedAgain(this.core, from.state), location, did: [{ kind: "opened", location }] };
  }

  #may(from: Standing, when: CompiledPredicate | undefined): boolean {
    return holds(when, this.#scope(from, {}));
  }

  #reloaded({ state, resolution }: Standing): Left {
    const { path, search, state: given } = resolution.route;
    const location = { pathname: path, search, state: given };
    return { state: loadedAgain(this.core, state), location, did: [{ kind: "opened", location }] };
  }

  #refused(from: Standing, { owner, key, data, failure }: Refused, world: World): Left | null {
    if (!this.#may(from, data.when)) return null;
    return this.#happen(from.state, {
      kind: "event",
      event: { type: "answered", owner, data: key, outcome: failed(failure, world) },
      context: { now: NOW, route: from.resolution.route },
    });
  }

  #load(from: Standing, leg: Leg, deed: Extract<Deed, { kind: "load" }>, wanted: Bdd): Left | null {
    const fields = deed.again || this.#may(from, deed.data.when) ? this.#fields(from, leg, deed.answer, {}, wanted) : null;
    if (fields === null) return null;
    const outcome = { status: "ok" as const, result: fields };
    return this.#happen(from.state, {
      kind: "event",
      event: { type: "answered", owner: deed.owner, data: deed.key, outcome },
      context: { now: NOW, route: from.resolution.route },
    });
  }

  #happen(state: DepositorState, one: Event, before: readonly Did[] = []): Left {
    return wentTo(transition(this.core, this.moves.journeys, state, one.event, one.context), [...before, one]);
  }

  #act(from: Standing, leg: Leg, deed: Act, world: World, wanted: Bdd): Left | null {
    const { owner, name: action, outcome } = deed;
    const { form, item, data } = world;
    const given = { ...(form === undefined ? {} : { form }), ...(item === undefined ? {} : { item }) };
    const context = { now: NOW, route: from.resolution.route, data: (data ?? {}) as { readonly [key: string]: Json } };
    if (!holds(deed.action.when, this.#scope(from, world))) return null;
    const begun: Event = { kind: "event", event: { type: "action", owner, action, ...given }, context };
    if (outcome === null) return this.#happen(from.state, begun);
    const raised = transition(this.core, this.moves.journeys, from.state, begun.event, context);
    const call = raised.commands.find((command) => command.kind === "call");
    if (call === undefined) return null;
    if (outcome !== "ok") {
      const failure = failed(outcome, world);
      // What was hoped for is taken back by a failure: it is answered in the state before.
      return this.#happen(from.state, { kind: "event", event: { type: "outcome", owner, action, ...given, outcome: failure }, context });
    }
    const fields =
      deed.answer === null ? {} : this.#fields(from, leg, deed.answer, call.variables as { readonly [name: string]: Json }, wanted);
    if (fields === null) return null;
    const ok = { status: "ok" as const, result: this.#payload(call.operation, fields, world) };
    return this.#happen(raised.state, { kind: "event", event: { type: "outcome", owner, action, ...given, outcome: ok }, context }, [
      begun,
    ]);
  }

  /** A mutation's answer is in its one field. */
  #payload(operation: string, fields: World, world: World): World {
    const more = (typeof world.result === "object" && world.result !== null ? world.result : {}) as World;
    const found = this.core.operations[operation];
    const [own = ""] = found?.fields ?? [];
    if (found?.kind !== "mutation") return { ...more, ...fields };
    return { [own]: { ...more, ...((fields[own] ?? {}) as World), ...fields } };
  }

  #fields(
    from: Standing,
    leg: Leg,
    answer: NonNullable<Act["answer"]>,
    variables: { readonly [name: string]: Json },
    wanted: Bdd,
  ): World | null {
    const { space } = this.moves;
    const answered = leg.answered?.after(leg.raised.after(from.cube)) ?? FALSE;
    const right = space.diagrams.and(answered, leg.then.before(wanted));
    return right === FALSE ? null : answerFields(space, right, answer, from.state, variables);
  }
}
