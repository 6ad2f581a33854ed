/**
 * Exports the values of predicates that personas list and their states do not give, for `flows check`, and those that they leave
 * out, also for `flows snapshot --update`, which adds them.
 */
import { basename } from "node:path";
import { compile } from "../compiler/compile.js";
import { scopeOf } from "../engine/scope.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import { isObject } from "../language/json.js";
import { holds } from "../language/predicate.js";
import { type Finding, finding, type Problem, problemAt } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import { nearest } from "../language/suggest.js";
import { START } from "../scenarios/run-scenario.js";
import { defaultBrand } from "./brand-bundle.js";
import type { WrittenPersona } from "./persona-files.js";

/** What of a brand gives predicates their values. */
export type BrandPredicates = Pick<BundleCore, "initial" | "predicates">;

/** A persona describes a depositor who has opened a page without its own state. */
const ROUTE = { path: "/", params: {}, search: "", state: null } as const;

/** The finding; `value` is what the state gives with the brand. */
export const wrongPredicateValue = (name: string, value: boolean, slug: string): Finding =>
  finding("invalid-value", `The state of this persona gives the predicate "${name}" the value ${value} with the brand "${slug}"`);

/** The finding; `value` is what the state gives with the brand of the persona. */
export const missingPredicate = (name: string, value: boolean, slug: string): Finding =>
  finding(
    "missing-keyword",
    `"${name}" is missing: other personas list this predicate, so write "${name}": ${value}, which the state of this persona gives with the brand "${slug}"`,
  );

/** The finding; `personas` are those whose state makes it true, by name. */
export const unlistedPredicate = (name: string, personas: readonly string[]): Finding =>
  finding(
    "missing-keyword",
    `No persona lists the predicate "${name}", so its value is compared with none: "npm run flows -- snapshot --update" adds it to each, ${personas.length === 0 ? "false in all" : `true in ${personas.join(", ")} and false in all others`}`,
  );

interface Unlisted {
  readonly persona: WrittenPersona;
  /** The brand of the persona. */
  readonly slug: string;
  readonly core: BrandPredicates;
  /** What the state of the persona gives with it, by predicate. */
  readonly values: Readonly<Record<string, boolean>>;
}

/** The predicates that personas do not list; a persona lists none that only another brand has. */
export function unlistedPredicates(
  source: FlowSource,
  personas: readonly WrittenPersona[],
  brands: ReadonlyMap<string, BrandPredicates>,
): readonly Unlisted[] {
  return personas.flatMap((persona) => {
    const slug = ownBrand(source, persona.state);
    const core = brands.get(slug) ?? compiled(source, slug);
    const names = Object.keys(core?.predicates ?? {}).filter((name) => !Object.hasOwn(persona.predicates, name));
    if (core === null || names.length === 0) return [];
    const scope = scopeOf(completeState(core, persona.state), START, ROUTE);
    return [{ persona, slug, core, values: Object.fromEntries(names.map((name) => [name, holds(core.predicates[name], scope)])) }];
  });
}

/** Each predicate that a persona does not list and another one does, at `predicates`; one that no persona lists, at its definition. */
export function missingPredicates(
  source: FlowSource,
  personas: readonly WrittenPersona[],
  brands: ReadonlyMap<string, BrandPredicates>,
): readonly Problem[] {
  const listed = new Set(personas.flatMap(({ predicates }) => Object.keys(predicates)));
  const unlisted = unlistedPredicates(source, personas, brands);
  const inPersonas = unlisted.flatMap(({ persona: { file, predicates, placeOf }, slug, core, values }) =>
    Object.entries(values)
      .filter(([name]) => listed.has(name) && !isMisspelled(name, Object.keys(predicates), core))
      .map(([name, value]) => problemAt({ file, ...placeOf([], "predicates") }, missingPredicate(name, value, slug))),
  );
  const defined = new Map(unlisted.flatMap(({ core }) => Object.entries(core.predicates).filter(([name]) => !listed.has(name))));
  const inNone = [...defined].map(([name, { at }]) => {
    const isTrue = unlisted.filter(({ values }) => values[name] === true);
    return problemAt(
      at,
      unlistedPredicate(
        name,
        isTrue.map(({ persona }) => basename(persona.file, ".json")),
      ),
    );
  });
  return [...inPersonas, ...inNone];
}

/** Whether a name that is not a predicate most likely means this one: the finding about that name is enough. */
function isMisspelled(name: string, written: readonly string[], { predicates }: BrandPredicates): boolean {
  return written.some((one) => !Object.hasOwn(predicates, one) && nearest(one, Object.keys(predicates)) === name);
}

/**
 * Each wrong value, at its place. `brands`: by slug, those to check. A brand may define a predicate otherwise than the brand of the
 * persona, whose values the persona lists: such a predicate is compared with the brand of the persona only.
 */
export function wrongPredicates(
  source: FlowSource,
  personas: readonly WrittenPersona[],
  brands: ReadonlyMap<string, BrandPredicates>,
): readonly Problem[] {
  return personas.flatMap(({ file, state, predicates, placeOf }) => {
    const own = ownBrand(source, state);
    const scopes = new Map([...brands].map(([slug, brand]) => [slug, scopeOf(completeState(brand, state), START, ROUTE)]));
    return Object.entries(predicates).flatMap(([name, listed]) => {
      const wrong = [...brands].find(([slug, brand]) => {
        if (!Object.hasOwn(brand.predicates, name) || holds(brand.predicates[name], scopes.get(slug) ?? {}) === listed) return false;
        return slug === own || definitionOf(brand, name) === definitionOf(brands.get(own) ?? compiled(source, own), name);
      });
      if (wrong === undefined) return [];
      return [problemAt({ file, ...placeOf(["predicates", name]) }, wrongPredicateValue(name, !listed, wrong[0]))];
    });
  });
}

/** The brand whose data the state has; the default one where it has none. */
function ownBrand(source: FlowSource, { branding = null }: WrittenPersona["state"]): string {
  const slug = isObject(branding) ? branding.slug : undefined;
  return typeof slug === "string" ? slug : defaultBrand(source);
}

/** With the predicates that it names in place. */
const definitionOf = (brand: BrandPredicates | null, name: string): string => JSON.stringify(brand?.predicates[name]?.logic ?? null);

/** A brand that is not checked; its compilation is kept, and only a wrong value needs it. */
function compiled(source: FlowSource, slug: string): BrandPredicates | null {
  return compile(source, slug).bundle?.core ?? null;
}
