/** A way to a screen, walked by the run-time: every deed is raised, answered and resolved as a depositor's would be. */
import type { BundleCore, CompiledPredicate } from "../bundle.js";
import { decide } from "../decide.js";
import type { Json } from "../definition.js";
import type { DepositorState, Location, Resolution, Transition } from "../events.js";
import { ForeignPath, NoRowHolds, RedirectLoop, WrongValue } from "../failures.js";
import { evaluate, holds, test } from "../predicate.js";
import { resolve } from "../resolve.js";
import { scopeOf } from "../scope.js";
import { target } from "../target.js";
import { transition } from "../transition.js";
import { answerFields } from "./answering.js";
import type { Bdd } from "./bdd.js";
import { FALSE } from "./bdd.js";
import { NOW } from "./classes.js";
import { cubeOf, lies } from "./concrete.js";
import type { Arrival, Leg } from "./legs.js";
import type { Deed, Moves, Parts } from "./moves.js";
import { isBeyond, pathRead } from "./reads.js";
import { witnessOf } from "./witness.js";
import type { World } from "./worlds.js";
import { worldsFor } from "./worlds.js";

/** Where a depositor is, and as whom. */
interface Standing {
  readonly state: DepositorState;
  readonly resolution: Resolution;
  readonly cube: Bdd;
}

type Act = Extract<Deed, { kind: "action" }>;

/** What a deed leaves: the state, and another location where it leads to one. */
interface Left {
  readonly state: DepositorState;
  readonly location: Location | null;
}

function before({ raised, answered, then }: Parts, set: Bdd): Bdd {
  const after = then.before(set);
  return raised.before(answered === null ? after : answered.before(after));
}

function wentTo({ state, commands }: Transition): Left {
  const go = commands.find((command) => command.kind === "go");
  return { state, location: go === undefined ? null : { pathname: go.path, search: go.search, state: go.state } };
}

/** What is no way is no way: values that a deed cannot do with, and redirects that don't end. */
function tried<T>(attempt: () => T | null): T | null {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof WrongValue || error instanceof ForeignPath || error instanceof RedirectLoop || error instanceof NoRowHolds)
      return null;
    throw error;
  }
}

class Walk {
  constructor(
    readonly moves: Moves,
    readonly core: BundleCore,
  ) {}

  stand(state: DepositorState, location: Location): Standing | null {
    return tried(() => {
      const resolution = resolve(this.core, state, location, NOW);
      return { state, resolution, cube: cubeOf(this.moves.space, state, resolution.route) };
    });
  }

  /** Does what a leg says, so that one stands in `wanted` after it; null when no way to do so is found. */
  go(from: Standing, leg: Leg, wanted: Bdd): Standing | null {
    for (const left of this.#ways(from, leg, wanted)) {
      if (left === null) continue;
      const { path, search, state } = from.resolution.route;
      const standing = this.stand(left.state, left.location ?? { pathname: path, search, state });
      if (standing !== null && standing.resolution.screen === leg.place.screen.id && lies(this.moves.space, standing.cube, wanted))
        return standing;
    }
    return null;
  }

  *#ways(from: Standing, leg: Leg, wanted: Bdd): Generator<Left | null> {
    const { deed } = leg;
    const { state, resolution } = from;
    if (deed.kind === "navigation")
      yield resolution.nav.some(({ key }) => key === deed.key)
        ? { state, location: { pathname: deed.path, search: "", state: null } }
        : null;
    else if (deed.kind === "logo")
      yield tried(() => ({
        state,
        location: { pathname: decide(this.core, state, this.core.logoDecision, NOW), search: "", state: null },
      }));
    else if (deed.kind === "load") yield this.#load(from, leg, deed, wanted);
    else if (deed.kind === "go") {
      for (const world of this.#worlds(from, deed.control, [], [deed.go]))
        yield tried(() => {
          const { path, search, state: given } = target(this.core, deed.go, this.#scope(from, world));
          return { state, location: { pathname: path, search, state: given } };
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
    for (const world of worldsFor([seen, conditions], rest)) {
      for (const item of this.#items(from, control, world)) {
        const whole = item === undefined ? world : { ...world, item };
        if (seen.every((condition) => test(condition, this.#scope(from, whole)))) yield whole;
      }
    }
  }

  #items(from: Standing, control: Act["control"], world: World): readonly (Json | undefined)[] {
    if (control === null || control.items === null) return [undefined];
    const read = pathRead(control.items);
    // What the bank answered to the screen itself is not in the state: it may be any list.
    if (read !== null && isBeyond(read)) return [undefined];
    const items = evaluate(control.items, this.#scope(from, world));
    return Array.isArray(items) ? (items as readonly Json[]).slice(0, 3) : [];
  }

  #load(from: Standing, leg: Leg, deed: Extract<Deed, { kind: "load" }>, wanted: Bdd): Left | null {
    const { core, journeys } = this.moves;
    const may = (when: CompiledPredicate | undefined): boolean => holds(when, this.#scope(from, {}));
    const fields = may(deed.data.when) ? this.#fields(from, leg, deed.answer, {}, wanted) : null;
    if (fields === null) return null;
    const outcome = { status: "ok" as const, result: fields };
    const event = { type: "answered" as const, owner: deed.owner, data: deed.key, outcome };
    return wentTo(transition(core, journeys, from.state, event, { now: NOW, route: from.resolution.route }));
  }

  #act(from: Standing, leg: Leg, deed: Act, world: World, wanted: Bdd): Left | null {
    const { core, journeys } = this.moves;
    const { owner, name: action, outcome } = deed;
    const { form, item, data } = world;
    const given = { ...(form === undefined ? {} : { form }), ...(item === undefined ? {} : { item }) };
    const context = { now: NOW, route: from.resolution.route, data: (data ?? {}) as { readonly [key: string]: Json } };
    if (!holds(deed.action.when, this.#scope(from, world))) return null;
    const raised = transition(core, journeys, from.state, { type: "action", owner, action, ...given }, context);
    if (outcome === null) return wentTo(raised);
    const call = raised.commands.find((command) => command.kind === "call");
    if (call === undefined) return null;
    if (outcome !== "ok") {
      const [status = "", code] = outcome.split(".");
      const error = (world.error ?? {}) as { readonly errors?: Json };
      const failure = {
        status: status === "network" || status === "timeout" ? (status as "network" | "timeout") : Number(status),
        code: code ?? null,
        message: "x",
        errors: error.errors === "x" ? [{ path: "x", message: "x" }] : [],
        request_id: null,
      };
      return wentTo(transition(core, journeys, from.state, { type: "outcome", owner, action, ...given, outcome: failure }, context));
    }
    const fields =
      deed.answer === null ? {} : this.#fields(from, leg, deed.answer, call.variables as { readonly [name: string]: Json }, wanted);
    if (fields === null) return null;
    const ok = { status: "ok" as const, result: this.#payload(call.operation, fields, world) };
    return wentTo(transition(core, journeys, raised.state, { type: "outcome", owner, action, ...given, outcome: ok }, context));
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

/** Where a way begins: the location of a link carries what it says in its search. */
function beginning(moves: Moves, arrival: Arrival, wanted: Bdd): Location | null {
  const { space } = moves;
  const { place, by, set } = arrival.start;
  const first = space.diagrams.and(set, wanted);
  if (first === FALSE) return null;
  const { location } = witnessOf(space, first, (path) => space.typeOf(path));
  const carried = Object.entries((location.state ?? {}) as { readonly [key: string]: Json }).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  return { pathname: place.path, search: by === "start" ? "" : String(new URLSearchParams(carried)), state: null };
}

/** The steps of a way that the run-time walks to this arrival; null when it does not. */
export function walked(moves: Moves, arrival: Arrival): readonly string[] | null {
  const { core, space } = moves;
  const { diagrams } = space;
  const legs: Leg[] = [];
  let first = arrival;
  for (let one: Arrival | null = arrival; one !== null; one = one.from) {
    legs.unshift(...one.legs);
    first = one;
  }
  const wanted: Bdd[] = [arrival.set];
  for (const leg of [...legs].reverse()) {
    const [after = FALSE] = wanted;
    wanted.unshift(leg.comes !== "always" ? diagrams.or(after, before(leg, after)) : before(leg, after));
  }
  const location = beginning(moves, first, first.led.before(wanted[0] ?? FALSE));
  if (location === null) return null;
  const walk = new Walk(moves, core);
  let standing = walk.stand({ ...core.initial, now: NOW }, location);
  if (standing === null || !lies(space, standing.cube, wanted[0] ?? FALSE)) return null;
  const steps = [`${first.start.by} -> ${first.place.screen.id}`];
  for (const [index, leg] of legs.entries()) {
    if (standing === null) return null;
    const next = wanted[index + 1] ?? FALSE;
    const needed: boolean = leg.comes === "always" || !lies(space, standing.cube, next);
    if (!needed && leg.comes === "maybe") continue;
    const done: Standing | null = walk.go(standing, leg, next);
    standing = done ?? (needed ? null : standing);
    if (leg.comes === "always") steps.push(`${leg.by} -> ${leg.place.screen.id}`);
    else if (needed) steps.push(leg.by);
  }
  return standing !== null && standing.resolution.screen === arrival.place.screen.id ? steps : null;
}
