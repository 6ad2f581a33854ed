/** Where effects lead: every way that a list of them, a decision or a `go` may take, with what becomes of the state by then. */

import { targetOfRow } from "../../engine/decide.js";
import { matchPath } from "../../engine/paths.js";
import { type BundleCore, type BundleJourney, COMPUTED_SLICES, type CompiledEffect } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import type { Space } from "../abstraction/state-space.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE, TRUE } from "../bdd/diagrams.js";
import { constant, possibleValues, resetTo, written } from "./assignments.js";
import { pathsOf } from "./go-targets.js";
import type { Operation } from "./relations.js";
import { inCase, only, routed, sequence } from "./relations.js";
import type { ScreenSpace } from "./screen-sets.js";
import { fixedRoute } from "./screen-sets.js";

export type Go = NonNullable<CompiledEffect["go"]>;

/** One way: to a screen, nowhere (null), or to a decision that is asked. */
export interface Leading {
  readonly to: ScreenSpace | null;
  readonly operations: readonly Operation[];
  /** Keys of the app's loads that are asked again on the way. */
  readonly again: ReadonlySet<string>;
  /** Whether a decision leads there. */
  readonly decided: boolean;
  readonly asks?: string;
}

/** Where some answer, form or item makes a condition hold. */
export function possibly(space: Space, condition: Json): Bdd {
  return space.diagrams.forget(space.holds(condition), space.openLevels());
}

const NONE: ReadonlySet<string> = new Set();

export class Leads {
  /** The app's effects of a failure are those of many actions. */
  readonly #known = new WeakMap<readonly CompiledEffect[], readonly Leading[]>();
  readonly #notified: boolean;

  constructor(
    readonly core: BundleCore,
    readonly journeys: Readonly<Record<string, BundleJourney>>,
    readonly space: Space,
    readonly screens: ReadonlyMap<string, ScreenSpace>,
  ) {
    this.#notified = space.tells("notification");
  }

  /** Whether a list of effects may change the state, by itself or by what it asks for again. */
  matters(effects: readonly CompiledEffect[]): boolean {
    return effects.some(
      ({ go, decide, set, reset, notify, refetch }) =>
        (go ?? decide ?? set ?? reset) !== undefined || (notify !== undefined && this.#notified) || this.#loads(refetch).length > 0,
    );
  }

  /** Those of some keys that name loads of the app. */
  #loads(keys: readonly string[] = []): readonly string[] {
    return keys.filter((key) => this.core.loads[key] !== undefined);
  }

  /** Every way that a list of effects may lead; who is led nowhere stays. */
  effects(effects: readonly CompiledEffect[]): readonly Leading[] {
    const known = this.#known.get(effects) ?? this.#effects(effects);
    this.#known.set(effects, known);
    return known;
  }

  #effects(effects: readonly CompiledEffect[]): readonly Leading[] {
    const { space } = this;
    const found: Leading[] = [];
    const done: Operation[] = [];
    const again = new Set<string>();
    for (const effect of effects) {
      const yes = effect.when === undefined ? TRUE : possibly(space, effect.when.logic);
      const no = effect.when === undefined ? FALSE : possibly(space, { "!": [effect.when.logic] });
      if (effect.go !== undefined || effect.decide !== undefined) {
        const taken = [...done, only(space, yes)];
        if (effect.go !== undefined) found.push(...this.go(effect.go, taken, new Set(again)));
        else if (effect.decide !== undefined) found.push(...this.decide(effect.decide, taken, new Set(again)));
        if (no === FALSE) return found;
        done.push(only(space, no));
        continue;
      }
      if (yes !== FALSE) for (const key of this.#loads(effect.refetch)) again.add(key);
      const changes = this.#changes(effect);
      if (changes.length > 0) done.push(no === FALSE ? sequence(changes) : inCase(space, yes, no, sequence(changes)));
    }
    return [...found, { to: null, operations: done, again, decided: false }];
  }

  #changes({ set, reset, notify }: CompiledEffect): readonly Operation[] {
    const { space } = this;
    const changes = Object.entries(set ?? {}).map(([path, value]) => written(space, path, possibleValues(value)));
    if (notify !== undefined && this.#notified) changes.push(written(space, "notification", [{ some: "anything" }]));
    if (reset !== undefined)
      changes.push(
        resetTo(space, (slice) =>
          reset === "all" ? !this.core.keptOnReset.includes(slice) && !COMPUTED_SLICES.includes(slice) : reset.includes(slice),
        ),
      );
    return changes;
  }

  /** The decision that is asked, and every row of it. */
  decide(name: string, before: readonly Operation[], again: ReadonlySet<string> = NONE): readonly Leading[] {
    const { diagrams } = this.space;
    const found: Leading[] = [{ to: null, operations: before, again, decided: true, asks: name }];
    let left: Bdd = TRUE;
    for (const row of this.core.decisions[name]?.rows ?? []) {
      const taken = row.when === undefined ? left : diagrams.and(left, this.space.holds(row.when.logic));
      found.push(...this.go(targetOfRow(row), [...before, only(this.space, taken)], again).map((one) => ({ ...one, decided: true })));
      left = diagrams.minus(left, taken);
    }
    return found;
  }

  /** Each screen that a `go` may lead to. */
  go(go: Go, before: readonly Operation[], again: ReadonlySet<string> = NONE): readonly Leading[] {
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
    return pathsOf(this.core, this.journeys, go).flatMap((path): readonly Leading[] => {
      const [pattern = "", search] = path.split("?");
      const to = this.screens.get(matchPath(this.core, pattern.replace(/:[A-Za-z_]\w*/g, "x")).screen.id);
      if (to === undefined) return [];
      const opened = searched || search !== undefined ? new Set([...open, "", ...to.screen.lift]) : open;
      return [{ to, operations: [...before, routed(space, fixedRoute(space, to.path, known, opened))], again, decided: false }];
    });
  }
}
