/** What the body of a screen can raise, and where that may lead. */

import type { Outcome } from "../../engine/events.js";
import { effectsOf } from "../../engine/transition.js";
import type { BundleCore, CompiledAction, CompiledEffect, CompiledPredicate, ScreenContent } from "../../language/bundle.js";
import type { Effect, Json } from "../../language/definition.js";
import { UnhandledOutcome } from "../../language/failures.js";

/** A control, link, timer or the like of a body. */
export interface Control {
  readonly what: string;
  readonly when: readonly Json[];
  /** The list for each of whose items it stands, so that it may not be there; null where it stands by itself. */
  readonly items: Json;
  readonly action: string | null;
  readonly go: NonNullable<Effect["go"]> | null;
}

type Properties = { readonly [key: string]: unknown };

function isObject(value: unknown): value is Properties {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPredicate(value: unknown): value is CompiledPredicate {
  return isObject(value) && "logic" in value && "named" in value;
}

const ACTION_KEYS = ["action", "submit", "event", "exit"] as const;

/** Every control in a compiled body, however deep; conditions on the way are kept. */
export function controlsOf(content: ScreenContent): readonly Control[] {
  const found: Control[] = [];
  const walk = (node: unknown, when: readonly Json[], items: Json): void => {
    if (Array.isArray(node)) {
      for (const part of node as readonly unknown[]) walk(part, when, items);
      return;
    }
    if (!isObject(node)) return;
    const here = isPredicate(node.when) ? [...when, node.when.logic] : when;
    for (const key of ACTION_KEYS) {
      const action = node[key];
      if (typeof action === "string") found.push({ what: `the action ${action}`, when: here, items, action, go: null });
    }
    if (typeof node.go === "string" || (isObject(node.go) && "path" in node.go)) {
      found.push({ what: "a control", when: here, items, action: null, go: node.go as NonNullable<Effect["go"]> });
    }
    if (node.type === "link" && typeof node.href === "string" && node.href.startsWith("/")) {
      found.push({ what: "a link", when: here, items, action: null, go: node.href });
    }
    // Names that a flow gives are no words of the language: a control may well be called "form".
    const { order, items: named } = node;
    if (Array.isArray(order) && isObject(named)) {
      for (const part of Object.values(named)) walk(part, here, items);
      return;
    }
    for (const [key, part] of Object.entries(node)) {
      // Schemas and values hold no controls; what stands in an item is there only with an item.
      if (key === "when" || key === "schema" || key === "uiSchema" || key === "form") continue;
      walk(part, here, key === "item" ? ((node.items ?? []) as Json) : items);
    }
  };
  walk(content.body, [], null);
  for (const action of content.onEnter) found.push({ what: `entering (${action})`, when: [], items: null, action, go: null });
  for (const timer of Object.values(content.timers)) {
    for (const action of [timer.do, timer.limit])
      if (action !== undefined) found.push({ what: `a timer (${action})`, when: [], items: null, action, go: null });
  }
  return found;
}

/** A list of effects that an action may come to, and the outcome that it is for (null without a call). */
export interface Ending {
  readonly outcome: string | null;
  readonly effects: readonly CompiledEffect[];
}

function outcomeOf(name: string): Outcome {
  const [status = "", code] = name.split(".");
  const number = Number(status);
  return {
    status: status === "network" || status === "timeout" ? status : number,
    code: code ?? null,
    message: "",
    errors: [],
    request_id: null,
  };
}

/** What may come of an action: of a call, everything that its operation may answer. */
export function endingsOf(core: BundleCore, action: CompiledAction, answers: readonly string[]): Ending[] {
  if (action.call === undefined) return [{ outcome: null, effects: action.then ?? [] }];
  const own = action.on ?? {};
  const named = answers.length > 0 ? answers : Object.keys(own).filter((name) => name !== "ok" && name !== "*");
  return [{ outcome: "ok", effects: own.ok ?? core.failures.ok ?? [] }, ...failuresOf(core, own, action.call, named)];
}

/** What may come of failures, where it is said: by what was done itself, or by the app. */
export function failuresOf(
  core: BundleCore,
  own: NonNullable<CompiledAction["on"]>,
  operation: string,
  failures: readonly string[],
): readonly (Ending & { readonly outcome: string })[] {
  return failures
    .filter((name) => name !== "ok" && !isUnhandled(core, own, operation, name))
    .map((name) => ({ outcome: name, effects: effectsOf(core, own, operation, outcomeOf(name)) }));
}

/** Whether neither what was done nor the app says what a failure of an operation leads to. */
export function isUnhandled(core: BundleCore, own: NonNullable<CompiledAction["on"]>, operation: string, failure: string): boolean {
  try {
    effectsOf(core, own, operation, outcomeOf(failure));
    return false;
  } catch (error) {
    if (error instanceof UnhandledOutcome) return true;
    throw error;
  }
}
