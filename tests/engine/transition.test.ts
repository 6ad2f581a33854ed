/** Tests `transition` with a small bundle: the next state and the commands of actions, outcomes and answers. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DepositorState, FlowEvent, Outcome } from "../../src/engine/events.js";
import { scopeOf } from "../../src/engine/scope.js";
import { addressOf, soleTarget } from "../../src/engine/target.js";
import { applyAnswer, transition } from "../../src/engine/transition.js";
import type { Json } from "../../src/language/definition.js";
import { ForeignPath, UnhandledOutcome, UnknownName, WrongValue } from "../../src/language/failures.js";
import { core, deepFreeze, initial, journeys } from "../support/small-core.js";

deepFreeze(core);
deepFreeze(journeys);
const now = "2026-11-21T12:00:00Z";
const state: DepositorState = deepFreeze({ ...initial, alerts: [{ uuid: "a" }, { uuid: "b" }], requests: { a: 1, b: 2 } });
const route = { path: "/login", params: {}, search: "", state: { redirectPath: "/invited?confirm" } as Json };

function raise(action: string, more: { form?: Json; item?: Json } = {}, from = state) {
  return transition(
    core,
    journeys,
    from,
    { type: "action", owner: "login", action, ...more },
    { now, route, data: { config: { token: "t" } } },
  );
}
function answer(action: string, outcome: Outcome, from = state) {
  return transition(core, journeys, from, { type: "outcome", owner: "login", action, outcome }, { now, route });
}
function failure(status: number | "network" | "timeout", code: string | null = null): Outcome {
  return { status, code, message: "server says", errors: [{ path: "email", message: "taken" }], request_id: null };
}
function ok(result: { [field: string]: Json }): Outcome {
  return { status: "ok", result };
}
function message(of: { state: DepositorState }): Json {
  return (of.state.notification as { message: Json }).message;
}

describe("an action", () => {
  test("with a call sends it, its variables built field by field", () => {
    expect(raise("save", { form: { first_name: "Ada" }, item: { uuid: "u" } })).toEqual({
      state,
      commands: [
        {
          kind: "call",
          owner: "login",
          action: "save",
          operation: "Save",
          optimistic: false,
          form: { first_name: "Ada" },
          item: { uuid: "u" },
          variables: { input: { basic: { first_name: "Ada" }, registration_last_step: "address" }, only: { uuid: "u" } },
        },
      ],
    });
  });

  test("that does not hold does nothing", () => {
    expect(raise("unlessSaved", {}, { ...state, transfer: { status: "SUCCESS" } }).commands).toEqual([]);
  });

  test("an optimistic action changes the state before the answer", () => {
    const optimistic = raise("markRead", { item: { uuid: "b" } });
    expect(optimistic.state.alerts).toEqual([{ uuid: "a" }, { uuid: "b", read_at: "2026-11-21T12:00:00.000Z" }]);
    expect(optimistic.commands).toMatchObject([{ kind: "call", optimistic: true }]);
  });

  test("writes to the items of a list: those that where names, else all; it makes none", () => {
    expect(raise("markUnread").state.alerts).toEqual([
      { uuid: "a", read_at: null, seen: { by: "nobody" } },
      { uuid: "b", read_at: null, seen: { by: "nobody" } },
    ]);
    expect(raise("markRead", { item: { uuid: "c" } }).state.alerts).toEqual(state.alerts);
    expect(raise("markNone").state).toEqual(state);
    const odd = { ...state, alerts: ["text", null, { uuid: "b" }] };
    expect(raise("markUnread", {}, odd).state.alerts).toEqual(["text", null, { uuid: "b", read_at: null, seen: { by: "nobody" } }]);
  });

  test("set reads all before it writes", () => {
    expect(raise("swap").state.requests).toEqual({ a: 2, b: 1 });
  });

  test("has an address where it does nothing but navigate to a path", () => {
    const actions = journeys.small?.screens.login?.actions ?? {};
    const sole = Object.keys(actions).filter((name) => soleTarget(actions[name]) !== null);
    expect(sole).toEqual(["unlessSaved", "confirm", "filter", "back"]);
  });

  test("has the evaluated address where its path is computed, and none where the result is not a path of the flows", () => {
    const go = soleTarget(journeys.small?.screens.login?.actions.back) ?? "";
    const at = (redirectPath: string) => addressOf(core, go, scopeOf(state, now, { ...route, state: { redirectPath } }));
    expect(at("/invited?confirm")).toBe("/invited?confirm");
    expect(["https://evil.example", "/nowhere"].map(at)).toEqual([null, null]);
  });

  test("goes to a path with parameters, search and route state", () => {
    expect(raise("unlessSaved", { item: { uuid: "a b/c" } }).commands).toEqual([
      { kind: "go", path: "/documents/a%20b%2Fc", search: "?tab=all", state: { from: "/login" }, replace: true },
    ]);
    expect(raise("confirm").commands).toEqual([{ kind: "go", path: "/invited", search: "?confirm", state: null, replace: false }]);
    expect(() => raise("unlessSaved", { item: {} })).toThrow(WrongValue);
  });

  test("takes a key of the route state as a key, also where an operator has its name", () => {
    expect(raise("filter", { item: { kind: "unread" } }).commands).toMatchObject([{ path: "/invited", state: { filter: "unread" } }]);
  });

  test("follows a path from the route state only when it is one of the flows", () => {
    expect(raise("back").commands).toEqual([{ kind: "go", path: "/invited", search: "?confirm", state: null, replace: false }]);
    for (const redirectPath of ["https://evil.example", "//evil.example", "/nowhere", "javascript:alert(1)", null, 7]) {
      const event: FlowEvent = { type: "action", owner: "login", action: "back" };
      expect(() => transition(core, journeys, state, event, { now, route: { ...route, state: { redirectPath } } })).toThrow(ForeignPath);
    }
  });

  test("reset of slices, of all slices (dismissed items stay), and the following notification", () => {
    expect(raise("clear", {}, { ...state, transfer: { status: "SUCCESS" } }).state).toMatchObject({
      transfer: { status: null },
      alerts: [],
      requests: { a: 1 },
    });
    const dismissed = { banners: ["x"] };
    const out = transition(core, journeys, { ...state, dismissed }, { type: "action", owner: null, action: "signOut" }, { now });
    expect(out.state).toEqual({ ...initial, dismissed, notification: { message: "Logout successful", isOpen: true, severity: "success" } });
    expect(out.commands.map(({ kind }) => kind)).toEqual(["clearPersisted", "go"]);
  });

  test("notices format their values; downloads, providers and refetches are commands in order", () => {
    expect(raise("tell", { form: { amount: "25" } }).state.notification).toEqual({
      message: "Sent $25.00",
      isOpen: true,
      severity: "info",
    });
    expect(raise("outside", { item: { url: "/x" } }).commands).toEqual([
      { kind: "download", url: "/x", filename: "statement.pdf" },
      { kind: "openProvider", provider: "fastlink", config: { token: "t" } },
      { kind: "refetch", keys: ["profile"] },
    ]);
    expect(() => raise("outside", { item: {} })).toThrow(WrongValue);
  });

  test("unknown names are failures", () => {
    expect(() => raise("nothing")).toThrow(new UnknownName("action", "login.nothing"));
    expect(() => raise("toString")).toThrow(UnknownName);
    expect(() => transition(core, journeys, state, { type: "action", owner: "dashboard", action: "x" }, { now })).toThrow(UnknownName);
  });
});

describe("an outcome", () => {
  test.each([
    ["own status.code", "save", failure(422, "duplicate_ssn"), "", ["go"]],
    ["own status", "save", failure(422, "other"), "", ["fieldErrors"]],
    ["own status before the app's status.code", "save", failure(422, "app"), "", ["fieldErrors"]],
    ["the app's status.code", "plain", failure(422, "app"), "app 422.app", []],
    ["the app's status before own *", "save", failure(401), "", ["go"]],
    ["own *", "save", failure(500), "own rest", []],
    ["own * for the network", "save", failure("network"), "own rest", []],
    ["the app's *", "plain", failure("timeout"), "server says", []],
  ] as const)("%s", (_name, action, outcome, notice, kinds) => {
    const out = answer(action, outcome);
    expect(message(out)).toBe(notice);
    expect(out.commands.map(({ kind }) => kind)).toEqual(kinds);
  });

  test("that no row handles is a failure", () => {
    const bare = { ...core, failures: {} };
    expect(() =>
      transition(bare, journeys, state, { type: "outcome", owner: "login", action: "plain", outcome: failure(500, "x") }, { now }),
    ).toThrow(new UnhandledOutcome("login.plain", "500.x"));
  });

  test("field errors reach the form", () => {
    expect(answer("save", failure(422)).commands).toEqual([
      { kind: "fieldErrors", errors: [{ path: "email", message: "taken" }], screen: null },
    ]);
  });

  test("effects are performed one after another on the current state, and the first go ends them", () => {
    const step = { registration_last_step: "address" };
    expect(answer("save", ok({ saveDepositor: { progress: step, status: "SUCCESS" } }))).toMatchObject({
      state: { transfer: { status: "SUCCESS" }, progress: step },
      commands: [{ kind: "go", path: "/dashboard" }],
    });
    expect(answer("save", ok({ saveDepositor: { progress: step, status: "PENDING" } })).commands).toMatchObject([{ path: "/alerts" }]);
    const failed = answer("save", ok({ saveDepositor: { progress: { registration_status: "FAILED" }, status: "SUCCESS" } }));
    expect(failed).toMatchObject({ state: { transfer: { status: null } }, commands: [{ path: "/logout" }] });
  });
});

describe("an answer", () => {
  test.each([
    ["an object merges over the present one", { auth: { relink: true } }, "auth", { ...(initial.auth as object), relink: true }],
    ["an object is taken whole where there was none", { progress: { first_name: "Ada" } }, "progress", { first_name: "Ada" }],
    ["a list replaces", { alerts: [{ uuid: "z" }] }, "alerts", [{ uuid: "z" }]],
    ["null replaces", { auth: null }, "auth", null],
  ] as const)("%s", (_name, result, slice, value) => {
    expect(applyAnswer(core, state, result as unknown as { [field: string]: Json }).state[slice]).toEqual(value);
  });

  test("fields that are not slices stay out of the state", () => {
    expect(applyAnswer(core, state, { profile: { a: 1 }, toString: 1 }).state).toEqual(state);
  });

  test("of a query is written; its failure goes through the app's failures", () => {
    const event = { type: "answered", owner: null, data: "progress" } as const;
    expect(
      transition(core, journeys, state, { ...event, outcome: ok({ progress: { first_name: "Ada" } }) }, { now }).state.progress,
    ).toEqual({ first_name: "Ada" });
    expect(transition(core, journeys, state, { ...event, outcome: failure(401) }, { now }).commands).toMatchObject([
      { kind: "go", path: "/logout" },
    ]);
    expect(() => transition(core, journeys, state, { ...event, data: "nothing", outcome: ok({}) }, { now })).toThrow(UnknownName);
  });
});

test("no event mutates its inputs", () => {
  const events = fc.oneof(
    fc
      .constantFrom("save", "swap", "clear", "confirm", "markRead", "tell")
      .map((action): FlowEvent => ({ type: "action", owner: "login", action, form: { amount: "1" } })),
    fc
      .tuple(
        fc.constantFrom("save", "plain"),
        fc.constantFrom<Outcome>(failure(422), failure("network"), ok({ saveDepositor: { progress: { a: 1 }, alerts: [] } })),
      )
      .map(([action, outcome]): FlowEvent => ({ type: "outcome", owner: "login", action, outcome })),
  );
  fc.assert(
    fc.property(fc.array(events, { maxLength: 8 }), (list) => {
      let current = state;
      for (const event of list) {
        const next = transition(core, journeys, deepFreeze(current), deepFreeze(event), { now });
        expect(transition(core, journeys, current, event, { now })).toEqual(next);
        current = next.state;
      }
    }),
  );
});
