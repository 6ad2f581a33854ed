/** Exports `wrongPredicates` and `missingPredicates`: values of predicates that personas list and their states do not give, and those that they leave out, for `flows check`. */
import { compile } from "../compiler/compile.js";
import { scopeOf } from "../engine/scope.js";
import { completeState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import { isObject } from "../language/json.js";
import { holds } from "../language/predicate.js";
import { type Finding, finding, type Problem, problemAt } from "../language/problems.js";
import type { FlowSource } from "../language/source.js";
import { START } from "../scenarios/run-scenario.js";
import { defaultBrand } from "./brand-bundle.js";
import type { WrittenPersona } from "./persona-files.js";

/** What of a brand gives predicates their values. */
export type BrandPredicates = Pick<BundleCore, "initial" | "predicates">;

/** A persona describes a depositor who has opened a page without a state of its own. */
const ROUTE = { path: "/", params: {}, search: "", state: null } as const;

/** The finding; `value` is what the state gives with the brand. */
export const wrongPredicateValue = (name: string, value: boolean, slug: string): Finding =>
  finding("invalid-value", `The state of this persona gives the predicate "${name}" the value ${value} with the brand "${slug}"`);

/** The finding; `value` is what the state gives with the brand of the persona. */
export const missingPredicate = (name: string, value: boolean, slug: string): Finding =>
  finding(
    "missing-word",
    `"${name}" is missing: other personas list this predicate, so write "${name}": ${value}, which the state of this persona gives with the brand "${slug}"`,
  );

/**
 * Each predicate that a persona does not list and another one does, at `predicates`. A predicate that no persona lists is not
 * missing: its author compares it with none of them.
 */
export function missingPredicates(
  source: FlowSource,
  personas: readonly WrittenPersona[],
  brands: ReadonlyMap<string, BrandPredicates>,
): readonly Problem[] {
  const all = new Set(personas.flatMap(({ predicates }) => Object.keys(predicates)));
  return personas.flatMap(({ file, state, predicates, placeOf }) => {
    const missing = [...all].filter((name) => !Object.hasOwn(predicates, name));
    if (missing.length === 0) return [];
    const slug = ownBrand(source, state);
    const own = brands.get(slug) ?? compiled(source, slug);
    if (own === null) return [];
    const scope = scopeOf(completeState(own, state), START, ROUTE);
    return missing
      .filter((name) => Object.hasOwn(own.predicates, name))
      .map((name) => problemAt({ file, ...placeOf([], "predicates") }, missingPredicate(name, holds(own.predicates[name], scope), slug)));
  });
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
