/** Exports the paths through lists of effects, decisions and `go` effects, as relations, for the transition relation. */

import { targetOfRow } from "../../engine/decide.js";
import { matchPath } from "../../engine/paths.js";
import { type BundleCore, type BundleJourney, COMPUTED_SLICES, type CompiledEffect } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { isObject } from "../../language/json.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { assignment, constantValue, possibleValues, resetSlices } from "./assignments.js";
import { possiblePaths } from "./go-targets.js";
import type { Relation } from "./relations.js";
import { compose, conditional, identityOn, setRoute } from "./relations.js";
import type { ScreenSets } from "./screen-sets.js";
import { placeAt, routeCube } from "./screen-sets.js";

/** The target of a `go` effect: a path of the flows, alone or with its parameters, query and route state. */
export type Go = NonNullable<CompiledEffect["go"]>;

/** One path through a list of effects: to a screen, staying on the screen (null), or up to the evaluation of a decision. */
export interface EffectPath {
  readonly to: ScreenSets | null;
  readonly relations: readonly Relation[];
  /** Keys of the app's loads that the path fetches again. */
  readonly refetched: ReadonlySet<string>;
  /** Whether a decision chooses the target. */
  readonly decided: boolean;
  /** The decision that the path ends with. */
  readonly decision?: string;
}

/** The states in which a condition holds for some values of the free inputs (answers, forms, items). */
export function mayHold(space: StateSpace, condition: Json): Bdd {
  return space.bdd.exists(space.holds(condition), space.freeLevels());
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a `go` gives the next screen the value that the route state has under the same key. */
function isHandedOn(key: string, value: Json): boolean {
  const read = isObject(value) ? value.var : undefined;
  return read === `route.state.${key}`;
}

export class EffectPaths {
  /** By list: many actions share the failure effects of the app. */
  readonly #known = new WeakMap<readonly CompiledEffect[], readonly EffectPath[]>();
  readonly #notified: boolean;

  constructor(
    readonly core: BundleCore,
    readonly journeys: Readonly<Record<string, BundleJourney>>,
    readonly space: StateSpace,
    readonly screens: ReadonlyMap<string, ScreenSets>,
  ) {
    this.#notified = space.distinguishes("notification");
  }

  /** Whether a list of effects may change the state or the screen, or fetch a load of the app again. */
  hasEffect(effects: readonly CompiledEffect[]): boolean {
    return effects.some(
      ({ go, decide, set, reset, notify, refetch }) =>
        (go ?? decide ?? set ?? reset) !== undefined || (notify !== undefined && this.#notified) || this.appLoads(refetch).length > 0,
    );
  }

  /** The keys that name loads of the app. */
  appLoads(keys: readonly string[] = []): readonly string[] {
    return keys.filter((key) => this.core.loads[key] !== undefined);
  }

  /** Every path through a list of effects; a path without `go` and `decide` stays on the screen. */
  ofEffects(effects: readonly CompiledEffect[]): readonly EffectPath[] {
    const known = this.#known.get(effects) ?? this.pathsOfEffects(effects);
    this.#known.set(effects, known);
    return known;
  }

  pathsOfEffects(effects: readonly CompiledEffect[]): readonly EffectPath[] {
    const { space } = this;
    const found: EffectPath[] = [];
    const relations: Relation[] = [];
    const refetched = new Set<string>();
    for (const effect of effects) {
      const yes = effect.when === undefined ? TRUE : mayHold(space, effect.when.logic);
      const no = effect.when === undefined ? FALSE : mayHold(space, { "!": [effect.when.logic] });
      const changes = this.#changes(effect);
      if (effect.go !== undefined || effect.decide !== undefined) {
        const taken = [...relations, identityOn(space, yes), ...changes];
        const loads = new Set([...refetched, ...this.appLoads(effect.refetch)]);
        if (effect.go !== undefined) found.push(...this.ofGo(effect.go, taken, loads));
        else if (effect.decide !== undefined) found.push(...this.ofDecision(effect.decide, taken, loads));
        if (no === FALSE) return found;
        relations.push(identityOn(space, no));
        continue;
      }
      if (yes !== FALSE) for (const key of this.appLoads(effect.refetch)) refetched.add(key);
      if (changes.length > 0) relations.push(no === FALSE ? compose(changes) : conditional(space, yes, no, compose(changes)));
    }
    return [...found, { to: null, relations: relations, refetched, decided: false }];
  }

  #changes({ set, reset, notify }: CompiledEffect): readonly Relation[] {
    const { space } = this;
    const changes = Object.entries(set ?? {}).map(([path, value]) => assignment(space, path, possibleValues(value)));
    if (notify !== undefined && this.#notified) changes.push(assignment(space, "notification", [{ some: "anything" }]));
    if (reset !== undefined)
      changes.push(
        resetSlices(space, (slice) =>
          reset === "all" ? !this.core.keptOnReset.includes(slice) && !COMPUTED_SLICES.includes(slice) : reset.includes(slice),
        ),
      );
    return changes;
  }

  /** A path up to the evaluation of the decision, and one path for each row. */
  ofDecision(name: string, earlier: readonly Relation[], refetched: ReadonlySet<string> = NONE): readonly EffectPath[] {
    const { bdd } = this.space;
    const found: EffectPath[] = [{ to: null, relations: earlier, refetched, decided: true, decision: name }];
    let left: Bdd = TRUE;
    for (const row of this.core.decisions[name]?.rows ?? []) {
      const taken = row.when === undefined ? left : bdd.and(left, this.space.holds(row.when.logic));
      found.push(
        ...this.ofGo(targetOfRow(row), [...earlier, identityOn(this.space, taken)], refetched).map((one) => ({ ...one, decided: true })),
      );
      left = bdd.diff(left, taken);
    }
    return found;
  }

  /** One path for each possible target of a `go`. */
  ofGo(go: Go, earlier: readonly Relation[], refetched: ReadonlySet<string> = NONE): readonly EffectPath[] {
    const { space } = this;
    const state = typeof go === "string" ? {} : (go.state ?? {});
    const known = new Map<string, Json>();
    const open = new Set<string>();
    const kept = new Set<string>();
    for (const [key, value] of Object.entries(state)) {
      const one = constantValue(value);
      if ("value" in one) known.set(key, one.value);
      else open.add(key);
      if (isHandedOn(key, value)) kept.add(key);
    }
    const searched = typeof go !== "string" && go.search !== undefined;
    return possiblePaths(this.core, this.journeys, go).flatMap((path): readonly EffectPath[] => {
      const [pattern = "", search] = path.split("?");
      const filled = pattern.replace(/:[A-Za-z_]\w*/g, "x");
      const to = placeAt(this.screens, matchPath(this.core, filled).screen, filled);
      if (to === undefined) return [];
      // Keys of a query win over the route state.
      const queryKeys = searched || search !== undefined ? ["", ...to.screen.queryToState] : [];
      const cube = routeCube(space, to.path, known, new Set([...open, ...queryKeys]));
      const same = new Set([...kept].filter((key) => !queryKeys.includes(key)));
      return [{ to, relations: [...earlier, setRoute(space, cube, same)], refetched, decided: false }];
    });
  }
}
