/** Exports a walk through screens with the engine alone, for the tests of this folder. */
import { expect } from "vitest";
import type { Command, DepositorState, Outcome, Resolution } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import { transition } from "../../src/engine/transition.js";
import type { Json } from "../../src/language/definition.js";
import { bundleOf } from "./shipped.js";

export const NOW = "2026-11-21T12:00:00Z";
type Fields = { readonly [field: string]: Json };

const PROGRESS = { depositor_id: "dep-1", first_name: "Dana", registration_status: null, extended_status: "UNLINKED", is_primary: true };
export const progress = (registration_last_step: string | null, registration_status: string | null = null) => ({
  ...PROGRESS,
  registration_last_step,
  registration_status,
});

/** A depositor on a screen, with the engine alone. */
export class Traveller {
  state: DepositorState;
  at: Resolution;

  constructor(
    readonly slug: string,
    path: string,
    state: DepositorState = {},
  ) {
    this.state = { ...bundleOf(slug).core.initial, ...state };
    this.at = this.resolved(path, "", null);
  }

  private resolved(pathname: string, search: string, state: Json): Resolution {
    return resolve(bundleOf(this.slug).core, this.state, { pathname, search, state }, NOW);
  }

  private context(data: Fields) {
    return { now: NOW, route: this.at.route, data };
  }

  private follow(commands: readonly Command[]): readonly Command[] {
    const go = commands.find((command) => command.kind === "go");
    if (go !== undefined) this.at = this.resolved(go.path, go.search, go.state);
    return commands;
  }

  /** The state and the commands right after an action was raised, before any answer. */
  raises(action: string, { item }: { item?: Json } = {}) {
    const { core, journeys } = bundleOf(this.slug);
    const event = { type: "action" as const, owner: this.at.screen, action, ...(item === undefined ? {} : { item }) };
    return transition(core, journeys, this.state, event, this.context({}));
  }

  /** Performs the screen's own actions on entry, which have no calls. */
  enters(): void {
    const { core, journeys } = bundleOf(this.slug);
    const screen = journeys[core.screens[this.at.screen]?.journey ?? ""]?.screens[this.at.screen];
    for (const action of screen?.onEnter ?? []) this.does(action);
  }

  /** Raises an action of the screen; without an answer, the action has no call. */
  does(action: string, { form, item, data = {}, answer }: { form?: Json; item?: Json; data?: Fields; answer?: Outcome } = {}) {
    const { core, journeys } = bundleOf(this.slug);
    const event = { owner: this.at.screen, action, ...(form === undefined ? {} : { form }), ...(item === undefined ? {} : { item }) };
    const raised = transition(core, journeys, this.state, { type: "action", ...event }, this.context(data));
    this.state = raised.state;
    const call = raised.commands.find((command) => command.kind === "call");
    if (answer === undefined) {
      expect(call).toBeUndefined();
      return { call: null, commands: this.follow(raised.commands) };
    }
    if (call === undefined) throw new Error(`${this.at.screen}.${action} calls nothing`);
    const answered = transition(core, journeys, this.state, { type: "outcome", ...event, outcome: answer }, this.context(data));
    this.state = answered.state;
    return { call: { operation: call.operation, variables: call.variables }, commands: this.follow(answered.commands) };
  }

  get path(): string {
    return this.at.path;
  }

  get message(): string {
    return (this.state.notification as { readonly message: string }).message;
  }
}

export const good = (field: string, payload: Fields): Outcome => ({ status: "ok", result: { [field]: payload } });
export const bad = (
  status: number | "network" | "timeout",
  code: string | null = null,
  message = "The server's words.",
  errors: { path: string; message: string }[] = [],
): Outcome => ({
  status,
  code,
  message,
  errors,
  request_id: null,
});

export const AUTH = {
  bearerToken: "marker",
  session_id: "s",
  email: "d•••",
  phone: null,
  mfaRequired: true,
  loginSuccess: false,
  expiresAt: "2026-11-21T23:00:00Z",
};
export const IN = { auth: { ...AUTH, loginSuccess: true } };
export const saved = (next: string, status: string | null = null) => good("saveDepositor", { progress: progress(next, status) });
