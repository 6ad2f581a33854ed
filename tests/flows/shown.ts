/** Exports the texts and controls that a depositor sees on a shipped screen. */

import { shownScreen } from "../../src/cli/visible-screen.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { FailedQueries } from "../../src/engine/failed-data.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import type { Json } from "../../src/language/definition.js";
import { NOW } from "./screen-walk.js";
import { bundleOf } from "./shipped.js";

export interface Shown {
  readonly path: string;
  readonly blocks: readonly string[];
  /** The blocks' texts as JSON, words filled in. */
  readonly text: string;
  /** Labels of controls and options, in their order. */
  readonly labels: readonly string[];
}

/** Every `label` of a control or an option, at any depth. */
function labelsOf(view: Json): string[] {
  if (Array.isArray(view)) return (view as readonly Json[]).flatMap(labelsOf);
  if (typeof view !== "object" || view === null) return [];
  const { label, go, action, ...rest } = view as { readonly [key: string]: Json };
  const own = typeof label === "string" && (go !== undefined || action !== undefined) ? [label] : [];
  return [...own, ...Object.values(rest).flatMap(labelsOf)];
}

/** The screen that a path leads to, as it is shown for a state and failed queries. */
export function shown(slug: string, path: string, state: DepositorState, failed: FailedQueries = {}): Shown {
  const { core, journeys } = bundleOf(slug);
  const full = { ...core.initial, ...state };
  const resolution = resolve(core, full, { pathname: path, search: "", state: null }, NOW);
  const content = journeys[core.screens[resolution.screen]?.journey ?? ""]?.screens[resolution.screen];
  if (content === undefined) throw new Error(`${resolution.screen} has no content`);
  const view = shownScreen(core, content, resolution, scopeOf(full, NOW, resolution.route, { data: {}, failed })) as {
    readonly body: Json;
  };
  const blocks = (view.body as readonly { readonly key: string }[]).map(({ key }) => key);
  return { path: resolution.path, blocks, text: JSON.stringify(view.body), labels: labelsOf(view.body) };
}
