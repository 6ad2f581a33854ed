/** Exports the controls of a screen: sources of events that the compiler notes while it compiles a body, and those beside it. */
import type { Control, ScreenContent } from "../language/bundle.js";
import type { ObjectNode } from "../language/source.js";
import { inline } from "./logic.js";
import type { Place } from "./place.js";

/** Notes a control of a body; what is outside of a body is no control. */
export function noteControl({ screen, shown }: Place, what: string, raised: Pick<Control, "action"> | Pick<Control, "go">): void {
  if (screen !== null && shown !== null) screen.controls.push({ what, ...shown, action: null, go: null, ...raised });
}

/** The place inside of an entry that has an item of a list: it is shown once for each of them. `source`: of the item. */
export function inItems(place: Place, parent: ObjectNode, source: string | undefined): Place {
  const items = parent.entries.get(source ?? "")?.node;
  if (place.shown === null || (items === undefined && source !== "none")) return place;
  return { ...place, shown: { ...place.shown, items: items === undefined ? null : inline(items, "value", place.linker.names) } };
}

/** All controls of a screen: those of its body, then the actions that it raises by itself. */
export function controlsOf(body: readonly Control[], { onEnter, timers }: Pick<ScreenContent, "onEnter" | "timers">): readonly Control[] {
  const raised = (what: string, action: string): Control => ({ what: `${what} (${action})`, when: [], items: null, action, go: null });
  return [
    ...body,
    ...onEnter.map((action) => raised("entering", action)),
    ...Object.values(timers).flatMap(({ action, limit }) =>
      [action, ...(limit === undefined ? [] : [limit])].map((one) => raised("a timer", one)),
    ),
  ];
}
