/** Exports the controls of a screen's body, for the transition relation, rules about links and `flows map`. */
import type { CompiledPredicate, ScreenContent } from "../../language/bundle.js";
import type { Effect, Json } from "../../language/definition.js";

/** A source of events in a screen: a control, a link, a timer, or an action that runs on entry. */
export interface Control {
  readonly what: string;
  readonly when: readonly Json[];
  /** The list that repeats the control for each item; null for a control outside lists. */
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

/** All controls in a compiled body at any depth, each with the conditions of the blocks around it. */
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
    // The keys of `items` are names that the flow chose, not words of the language: a control may be called "form".
    const { order, items: named } = node;
    if (Array.isArray(order) && isObject(named)) {
      for (const part of Object.values(named)) walk(part, here, items);
      return;
    }
    for (const [key, part] of Object.entries(node)) {
      // Schemas and values contain no controls.
      if (key === "when" || key === "schema" || key === "uiSchema" || key === "form") continue;
      walk(part, here, key === "item" ? ((node.items ?? []) as Json) : items);
    }
  };
  walk(content.body, [], null);
  for (const action of content.onEnter) found.push({ what: `entering (${action})`, when: [], items: null, action, go: null });
  for (const timer of Object.values(content.timers)) {
    for (const action of [timer.action, timer.limit])
      if (action !== undefined) found.push({ what: `a timer (${action})`, when: [], items: null, action, go: null });
  }
  return found;
}
