/** Exports the preview of a screen as a persona for the development bar: calls are answered from the persona's state. */

import type { DepositorState } from "../../engine/events.js";
import { resolve } from "../../engine/resolve.js";
import { initialState } from "../../engine/state-writes.js";
import type { BundleCore } from "../../language/bundle.js";
import type { CallPort } from "../../runtime/port.js";

/** Queries return the state; mutations succeed and change nothing. */
export function previewCalls(core: () => BundleCore, state: DepositorState): CallPort {
  return ({ operation }) => {
    const { fields = [], kind = "query" } = core().operations[operation] ?? {};
    const result = Object.fromEntries(fields.map((field) => [field, kind === "mutation" ? {} : (state[field] ?? null)]));
    return Promise.resolve({ status: "ok", result });
  };
}

/** A persona's state completed with the initial values. */
export function wholeState(core: BundleCore, persona: DepositorState): DepositorState {
  const { now: _now, route: _route, ...slices } = persona;
  return { ...initialState(core), ...slices };
}

/** A path with sample values for its parameters. */
export function samplePath(path: string): string {
  return path === "*" ? "/no-such-page" : path.replace(/:\w+/g, "sample");
}

/** Whether the path leads to the screen in this state. */
export function admits(core: BundleCore, state: DepositorState, path: string, screen: string): boolean {
  return resolve(core, state, { pathname: path, search: "", state: null }, Date.now()).screen === screen;
}
