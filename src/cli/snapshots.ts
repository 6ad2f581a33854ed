/** Exports the resolved screens of a brand as texts: one for each screen, grouped by the personas that see the same. */

import { resolve } from "../engine/resolve.js";
import { scopeOf } from "../engine/scope.js";
import type { Bundle } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { withoutSources } from "../language/source-map.js";
import { samplePaths } from "../verifier/transitions/screen-sets.js";
import type { Persona } from "./persona-files.js";
import { personaState } from "./persona-files.js";
import { shownScreen } from "./visible-screen.js";

/** Snapshots don't grow old: every screen is read at this instant. */
const NOW = "2026-11-21T12:00:00.000Z";

/** Sample route state, in place of the values from links and preceding screens. */
function routeState(keys: readonly string[]): Json {
  return Object.fromEntries([...keys.map((key): [string, string] => [key, `sample-${key}`]), ["mfaType", "email"]]);
}

/** The text of each screen's snapshot, by screen id. */
export function snapshotsOf(bundle: Bundle, personas: readonly Persona[]): ReadonlyMap<string, string> {
  const { core, journeys } = bundle;
  const visitors: readonly Persona[] = [{ name: "(logged out)", description: "", state: {} }, ...personas];
  const found = new Map<string, string>();
  for (const screen of Object.values(core.screens)) {
    const content = journeys[screen.journey]?.screens[screen.id];
    if (content === undefined) continue;
    const seen = new Map<string, string[]>();
    const sent = new Map<string, string[]>();
    const forms: Record<string, Json> = {};
    for (const persona of visitors) {
      const state = personaState(core, persona, NOW);
      const resolution = resolve(core, state, { pathname: samplePaths(screen)[0], search: "", state: routeState(screen.queryToState) });
      if (resolution.screen !== screen.id) {
        sent.set(resolution.path, [...(sent.get(resolution.path) ?? []), persona.name]);
        continue;
      }
      const view = JSON.stringify(
        formsApart(shownScreen(core, content, resolution, scopeOf(state, NOW, resolution.route, { data: {} })), forms),
        null,
        2,
      );
      seen.set(view, [...(seen.get(view) ?? []), persona.name]);
    }
    found.set(screen.id, textOf(screen.paths, seen, sent, forms));
  }
  return found;
}

/** Schemas are the same for every persona, so they are written only once. */
function formsApart(view: Json, forms: Record<string, Json>): Json {
  if (Array.isArray(view)) return (view as readonly Json[]).map((part) => formsApart(part, forms));
  if (typeof view !== "object" || view === null) return view;
  const { schema, uiSchema, ...rest } = view as { readonly [key: string]: Json };
  if (schema !== undefined && uiSchema !== undefined && typeof rest.schemaId === "string")
    forms[rest.schemaId] = withoutSources({ schema, uiSchema });
  else if (schema !== undefined || uiSchema !== undefined)
    return Object.fromEntries(Object.entries(view).map(([key, part]) => [key, formsApart(part, forms)]));
  return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, formsApart(part, forms)]));
}

function textOf(
  paths: readonly string[],
  seen: ReadonlyMap<string, readonly string[]>,
  sent: ReadonlyMap<string, readonly string[]>,
  forms: Readonly<Record<string, Json>>,
): string {
  const lines = [`# ${paths.join(", ")}`, ""];
  for (const [view, who] of seen) lines.push(`## Seen by ${who.join(", ")}`, "", "```json", view, "```", "");
  if (sent.size > 0) lines.push("## Redirected", "", ...[...sent].map(([path, who]) => `- ${path}: ${who.join(", ")}`), "");
  for (const [id, form] of Object.entries(forms)) lines.push(`## Form ${id}`, "", "```json", JSON.stringify(form, null, 2), "```", "");
  return lines.join("\n");
}
