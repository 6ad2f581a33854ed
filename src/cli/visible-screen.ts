/** Exports a screen as one depositor sees it: texts formatted, hidden parts left out. For snapshots and previews. */

import type { Resolution } from "../engine/events.js";
import { type FailedQueries, type UnavailableParts, unavailableParts } from "../engine/failed-data.js";
import { formatProse, formatText } from "../engine/format-text.js";
import type { BundleCore, CompiledBlock, CompiledPredicate, Prose, ScreenContent, Text } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import { isObject } from "../language/json.js";
import type { Scope } from "../language/predicate.js";
import { holds } from "../language/predicate.js";

type Properties = { readonly [key: string]: unknown };

function isText(value: Properties): value is Properties & Exclude<Text, string> {
  return Array.isArray(value.icu) && isObject(value.values);
}

function isPredicate(value: unknown): value is CompiledPredicate {
  return isObject(value) && "logic" in value && "named" in value;
}

function isProse(value: unknown): value is Prose {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (node) => isObject(node) && typeof node.type === "string" && ("children" in node || "text" in node || node.type === "break"),
    )
  );
}

/** Prose as one reads it in a review. */
function proseText(prose: Prose): string {
  return prose
    .map((node) => {
      if (node.type === "text") return typeof node.text === "string" ? node.text : "";
      if (node.type === "break") return "\n";
      const inner = proseText(node.children);
      if (node.type === "link") return `[${inner}](${node.href})`;
      if (node.type === "strong") return `**${inner}**`;
      if (node.type === "emphasis") return `*${inner}*`;
      if (node.type === "heading") return `### ${inner}`;
      return node.type === "item" ? `- ${inner}` : inner;
    })
    .join(
      prose.some((node) => node.type === "paragraph" || node.type === "item" || node.type === "heading" || node.type === "list")
        ? "\n"
        : "",
    );
}

/** Texts that name `item` have no item here: they are shown as they are written. */
function readsItem(value: unknown): boolean {
  return JSON.stringify(value).includes('{"var":"item');
}

function shown(value: unknown, scope: Scope, formats: Formats, unavailable: UnavailableParts): Json | undefined {
  if (isProse(value)) return readsItem(value) ? "(of each item)" : proseText(formatProse(value, scope, formats));
  if (Array.isArray(value))
    return (value as readonly unknown[]).map((part) => shown(part, scope, formats, unavailable)).filter((part) => part !== undefined);
  if (!isObject(value)) return value === undefined ? undefined : (value as Json);
  const failed = unavailable.blocks.get(value as CompiledBlock);
  if (failed !== undefined) return failed.length === 0 ? undefined : { failed };
  if (isPredicate(value)) return value.named;
  if (isText(value)) return readsItem(value) ? "(of each item)" : formatText(value as Text, scope, formats);
  if (isPredicate(value.when) && unavailable.controls.has(value.when)) return undefined;
  if (isPredicate(value.when) && !JSON.stringify(value.when.logic).includes('{"var":"item') && !holds(value.when, scope)) return undefined;
  const entries = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    if (key === "when") return [];
    const one = key === "schema" || key === "uiSchema" ? (part as Json) : shown(part, scope, formats, unavailable);
    return one === undefined ? [] : [[key, one]];
  });
  const below = unavailable.below.get(value as CompiledBlock);
  if (below !== undefined) entries.push(["failed", [...below]]);
  return Object.fromEntries(entries);
}

/** The body and the actions of a screen for one depositor. `scope` holds the state, the route, the answers and the failures; `failed: keys` marks a failure state in place of a block or below it. */
export function shownScreen(core: BundleCore, content: ScreenContent, resolution: Resolution, scope: Scope): Json {
  const { formats } = core;
  const unavailable = unavailableParts(core, content, (scope.failed ?? {}) as FailedQueries, scope);
  return {
    title: resolution.title,
    shell: resolution.layout,
    body: shown(content.body, scope, formats, unavailable) ?? [],
    actions: Object.fromEntries(
      Object.entries(content.actions).map(([name, action]): [string, Json] => [
        name,
        { ...(action.call === undefined ? {} : { call: action.call }), open: holds(action.when, scope) },
      ]),
    ),
  };
}
