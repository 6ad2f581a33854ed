/** Exports the controls of a screen: sources of events that the compiler notes while it compiles a body, and those beside it. */
import type { Control, Origin, ScreenContent } from "../language/bundle.js";
import type { ObjectNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { inline } from "./logic.js";

/** Records a control of a body; an element outside of a body is not a control. */
export function noteControl(
  { screen, shown }: Context,
  what: string,
  at: Origin,
  raised: Pick<Control, "action"> | Pick<Control, "go">,
): void {
  if (screen !== null && shown !== null) screen.controls.push({ what, at, ...shown, action: null, go: null, ...raised });
}

/** The place inside of an entry that has an item of a list: it is shown once for each of them. `source`: of the item. */
export function inItems(context: Context, parent: ObjectNode, source: string | undefined): Context {
  const items = parent.entries.get(source ?? "")?.node;
  if (context.shown === null || (items === undefined && source !== "none")) return context;
  return { ...context, shown: { ...context.shown, items: items === undefined ? null : inline(items, "value", context.linker.names) } };
}

/** All controls of a screen: those of its body, then the actions that it raises by itself. */
export function controlsOf(body: readonly Control[], { onEnter, timers }: Pick<ScreenContent, "onEnter" | "timers">): readonly Control[] {
  const raised = (what: string, action: string): Control => ({
    what: `${what} (${action})`,
    at: null,
    when: [],
    items: null,
    action,
    go: null,
  });
  return [
    ...body,
    ...onEnter.map((action) => raised("entering", action)),
    ...Object.values(timers).flatMap(({ action, limit }) =>
      [action, ...(limit === undefined ? [] : [limit])].map((one) => raised("a timer", one)),
    ),
  ];
}
