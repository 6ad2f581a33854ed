/** Exports the suggestions for the text of a field, for the runtime: sends the app's lookup of the field's widget and formats the answer. */

import type { Outcome } from "../engine/events.js";
import { formatText } from "../engine/format-text.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { evaluate, type Scope } from "../language/predicate.js";
import { variablesOf } from "./loads.js";

export interface Suggestion {
  readonly id: string;
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The lookup failed; the typed text stays as it is. */
export class LookupFailed extends Error {
  override readonly name = "LookupFailed";
  constructor(readonly status: Exclude<Outcome, { status: "ok" }>["status"]) {
    super(`The look-up failed: ${status}.`);
  }
}

export interface LookupDependencies {
  scope(item: Json): Scope;
  send(query: string, variables: Json, signal: AbortSignal): Promise<Outcome>;
}

export interface Lookups {
  /**
   * Rejects with `LookupFailed`. No suggestions when the app has no lookup for the widget, or when the depositor has typed
   * on meanwhile: the request is aborted.
   */
  suggest(core: BundleCore, widget: string, typed: string): Promise<readonly Suggestion[]>;
}

export function createLookups({ scope, send }: LookupDependencies): Lookups {
  /** The running lookup of each widget. */
  const running = new Map<string, AbortController>();
  return {
    async suggest(core, widget, typed) {
      const lookup = core.lookups?.[widget];
      if (lookup === undefined) return [];
      const { formats } = core;
      running.get(widget)?.abort();
      const controller = new AbortController();
      running.set(widget, controller);
      const outcome = await send(lookup.query, variablesOf(lookup.with, scope(typed), formats), controller.signal);
      if (controller.signal.aborted) return [];
      if (outcome.status !== "ok") throw new LookupFailed(outcome.status);
      const [found] = Object.values(outcome.result);
      return (Array.isArray(found) ? (found as readonly Json[]) : []).map((entry, index) => {
        const inEntry = scope(entry);
        const label = formatText(lookup.label, inEntry, formats);
        const fields = Object.entries(lookup.fills).map(([field, value]) => [field, String(evaluate(value, inEntry, formats) ?? "")]);
        return { id: `${index} ${label}`, label, fields: Object.fromEntries(fields) };
      });
    },
  };
}
