/** Exports the suggestions for the text of a field, for the runtime: sends the lookup that the field names and formats the answer. */

import type { Outcome } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { evaluate, type Scope } from "../language/predicate.js";
import { variablesOf } from "./loads.js";

export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** A second line. */
  readonly detail?: string;
  /** The texts that it fills in, by field of the form. */
  readonly fields: Readonly<Record<string, string>>;
  /** The found entry, for the action that choosing raises. */
  readonly item: Json;
}

/** The suggestions, or the text that reports that nothing was found or that the lookup failed. The typed text stays as it is. */
export type Suggestions = { readonly found: readonly Suggestion[] } | { readonly message: string };

export interface LookupDependencies {
  scope(item: Json): Scope;
  send(query: string, variables: Json, signal: AbortSignal): Promise<Outcome>;
}

/** Sends the queries of lookups, at most one at a time for each lookup. */
export interface Lookups {
  /**
   * No suggestions when the typed text is too short, or when the depositor has continued typing: the request is aborted.
   * Throws for an unknown lookup.
   */
  suggest(core: BundleCore, lookup: string, typed: string): Promise<Suggestions>;
}

export function createLookups({ scope, send }: LookupDependencies): Lookups {
  /** The running request of each lookup. */
  const running = new Map<string, AbortController>();
  return {
    async suggest(core, name, typed) {
      const lookup = core.lookups?.[name];
      if (lookup === undefined) throw new Error(`There is no lookup "${name}".`);
      const { formats } = core;
      running.get(name)?.abort();
      if (typed.trim().length < lookup.minLength) return { found: [] };
      const controller = new AbortController();
      running.set(name, controller);
      const outcome = await send(lookup.query, variablesOf(lookup.with, scope(typed), formats), controller.signal);
      if (controller.signal.aborted) return { found: [] };
      if (outcome.status !== "ok") return { message: formatText(lookup.failed, scope(null), formats) };
      const [answer] = Object.values(outcome.result);
      const found = (Array.isArray(answer) ? (answer as readonly Json[]) : []).map((entry, index): Suggestion => {
        const inEntry = scope(entry);
        const label = formatText(lookup.label, inEntry, formats);
        const fields = Object.entries(lookup.fills).map(([field, value]) => [field, String(evaluate(value, inEntry, formats) ?? "")]);
        return {
          id: `${index} ${label}`,
          label,
          ...(lookup.detail === undefined ? {} : { detail: formatText(lookup.detail, inEntry, formats) }),
          fields: Object.fromEntries(fields),
          item: entry,
        };
      });
      return found.length > 0 ? { found } : { message: formatText(lookup.none, scope(null), formats) };
    },
  };
}
