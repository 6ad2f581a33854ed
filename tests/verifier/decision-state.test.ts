/** Tests rows of decisions with route state, for screens whose guard reads it. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import { decide } from "../../src/engine/decide.js";
import { transition } from "../../src/engine/transition.js";
import { prove } from "../../src/verifier/prove.js";
import { APP, FLOW, smallSource } from "../support/small-flows.js";

const RETURNING = { "!!": [{ var: "route.state.return" }] };

/** The small flow whose logo decision passes `state` to a page that only returning depositors may see. */
function sourceWith(state: Readonly<Record<string, unknown>>) {
  const page = { ...FLOW.screens.page, guard: RETURNING, fallback: "/away", gates: [], title: { var: "route.state.reason" } };
  const login = { ...FLOW.screens.login, guard: true };
  const { gates: _gates, ...app } = APP;
  return smallSource({
    "flows/app.flow.json": { ...app, gates: {} },
    "flows/start.flow.json": { ...FLOW, screens: { ...FLOW.screens, login, page } },
    "flows/decisions.json": {
      language: 2,
      decisions: {
        logo: { description: "The target of the logo.", order: ["only"], rows: { only: { go: { path: "/page", state } } } },
      },
    },
    "flows/predicates.json": {
      language: 2,
      predicates: { loggedIn: { description: "A marker is there.", logic: { "!!": { var: "auth.bearerToken" } } } },
    },
    "flows/outcomes.json": { language: 2, common: {}, operations: {} },
  });
}

function bundleOf(state: Readonly<Record<string, unknown>>) {
  const { bundle, problems } = compile(sourceWith(state), "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return bundle;
}

const refused = (state: Readonly<Record<string, unknown>>) =>
  prove(sourceWith(state), "first", bundleOf(state), compile).findings.filter(({ rule }) => rule === "decision-refused");

describe("a row with route state", () => {
  it("is refused exactly where the screen refuses that state", () => {
    expect(refused({ return: "confirm", reason: "late" })).toEqual([]);
    expect(refused({ return: "", reason: "late" })).toHaveLength(1);
    // A value that is not constant may be anything.
    expect(refused({ return: { var: "auth.email" }, reason: "late" })).toHaveLength(1);
    expect(refused({ return: "confirm", reason: { var: "auth.email" } })).toEqual([]);
  });

  it("goes there with it", () => {
    const { core, journeys } = bundleOf({ return: "confirm", reason: { var: "auth.email" } });
    const actions = { ...core.actions, home: { then: [{ decide: "logo" }] } };
    const state = { ...core.initial, auth: { email: "ada@first.example" } };
    const now = "2026-11-22T10:00:00.000Z";
    expect(decide(core, state, "logo", now)).toBe("/page");
    expect(transition({ ...core, actions }, journeys, state, { type: "action", owner: null, action: "home" }, { now }).commands).toEqual([
      { kind: "go", path: "/page", search: "", state: { return: "confirm", reason: "ada@first.example" }, replace: false },
    ]);
  });
});
