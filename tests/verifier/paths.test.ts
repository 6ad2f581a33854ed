/** Tests reachability: a screen counts as reached only when the runtime replays a path to it. */
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import { pathTypes } from "../../src/verifier/abstraction/path-types.js";
import { StateSpace } from "../../src/verifier/abstraction/state-space.js";
import { analyse } from "../../src/verifier/analyse.js";
import { TooManyNodes } from "../../src/verifier/bdd/diagrams.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { prove } from "../../src/verifier/prove.js";
import { messages } from "../../src/verifier/rules/messages.js";
import { ForwardSearch } from "../../src/verifier/search/forward-search.js";
import type { Limits } from "../../src/verifier/search/limits.js";
import { LIMITS } from "../../src/verifier/search/limits.js";
import { possiblyReachable } from "../../src/verifier/search/slice-reachability.js";
import { screenSets } from "../../src/verifier/transitions/screen-sets.js";
import { TransitionRelation } from "../../src/verifier/transitions/transition-relation.js";
import { FLOW, smallSource } from "../support/small-flows.js";

const OUTCOMES = {
  language: 2,
  common: {},
  operations: {
    Login: { ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }] } } }, failures: {} },
    Progress: {
      ok: {
        read: {
          description: "Read.",
          becomes: { "progress.registration_last_step": [null, "basic", "completed"], "progress.is_primary": [true, false] },
        },
      },
      failures: {},
    },
    Profile: { ok: { read: { description: "Read.", becomes: {} } }, failures: {} },
  },
};
const COMPLETED: Json = { "===": [{ var: "progress.registration_last_step" }, "completed"] };
const control = (go: string, when: Json = true) => ({
  block: "controls",
  when,
  controls: { order: ["on"], items: { on: { label: "On", go } } },
});
const ordered = (items: Readonly<Record<string, unknown>>) => ({ order: Object.keys(items), items });

/** The small flows with one more screen, to which the login and the page lead. */
function withScreen(guard: Json, login: Readonly<Record<string, unknown>> = {}) {
  const { login: first, page, away } = FLOW.screens;
  const body = ordered({ ...first.body.items, ...login, more: control("/more") });
  const own = { ...page, actions: { out: { then: { reset: "all", go: "/" } }, home: { then: { go: "/" } } } };
  const leads = ordered({
    on: control("/more"),
    out: { block: "controls", controls: ordered({ out: { label: "Log out", action: "out" }, home: { label: "Home", action: "home" } }) },
  });
  const more = { path: "/more", title: "More", shell: "plain", guard, body: ordered({ on: control("/") }) };
  const screens = { login: { ...first, body }, page: { ...own, body: leads }, away, more };
  return smallSource({ "flows/start.flow.json": { ...FLOW, screens }, "flows/outcomes.json": OUTCOMES });
}

function unreached(source: ReturnType<typeof withScreen>): readonly string[] {
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return prove(source, "first", bundle, compile)
    .findings.filter(({ rule }) => rule === "screen-unreachable" || rule === "screen-undecided")
    .map(({ message }) => message);
}

/** The verifier's result about the paths in a source. */
function pathsOf(source: ReturnType<typeof withScreen>): ForwardSearch {
  const { bundle, problems } = compile(source, "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  const { core } = bundle;
  const { stateSchema, outcomes } = analysisInput(source, "first", bundle, compile);
  const logic = [
    ...Object.values(core.screens).map(({ guard }) => guard.logic),
    ...Object.values(core.gates).map(({ when }) => when.logic),
    ...Object.values(core.predicates).map((predicate) => predicate.logic),
  ];
  const space = new StateSpace(logic, pathTypes(stateSchema), () => null);
  return new ForwardSearch(new TransitionRelation(bundle, space, screenSets(core, space), outcomes));
}

describe("a screen is reached", () => {
  test("by a path that the runtime replays, including the answers", () => {
    const source = withScreen({ and: ["loggedIn", COMPLETED] });
    expect(unreached(source)).toEqual([]);
    expect(pathsOf(source).to("more")).toEqual({
      path: ["start -> login", "login.save -> page", "the answer to Progress", "page (a control) -> more"],
    });
  });

  test("not by parts of the state that never occur together", () => {
    const source = withScreen({ and: [{ "!": "loggedIn" }, COMPLETED] });
    const paths = pathsOf(source);
    expect(possiblyReachable(paths.transitions)).toContain("more");
    expect(paths.to("more")).toEqual({ path: null, why: "not-replayed" });
    expect(unreached(source)).toEqual([messages.notReplayed("more")]);
  });

  test("not by an action whose conditions no form meets", () => {
    const is = (value: string): Json => ({ "===": [{ var: "form.email" }, value] });
    const { login } = FLOW.screens;
    const { actions = {} } = login as { readonly actions?: object };
    const { hello: _link, ...form } = login.body.items;
    const save = { call: "Login", with: { input: { var: "form" } }, when: is("a"), on: { ok: { when: is("b"), go: "/page" } } };
    const screens = { ...FLOW.screens, login: { ...login, body: ordered(form), actions: { ...actions, save } } };
    const home = { logo: { description: "Home.", order: ["out"], rows: { out: { go: "/" } } } };
    const more = { "flows/outcomes.json": OUTCOMES, "flows/decisions.json": { language: 2, decisions: home } };
    const flow = smallSource({ "flows/start.flow.json": { ...FLOW, screens }, ...more });
    expect(unreached(flow)).toContain(messages.notReplayed("page"));
    const both = JSON.stringify({ ...FLOW, screens }).replaceAll('"b"', '"a"');
    expect(unreached(smallSource({ "flows/start.flow.json": both, ...more }))).not.toContain(messages.notReplayed("page"));
    // A signed-in depositor who stays can still follow the link: an infeasible path hides no feasible one.
    const linked = { ...FLOW.screens, login: { ...login, actions: { ...actions, save } } };
    const source = smallSource({ "flows/start.flow.json": { ...FLOW, screens: linked }, "flows/outcomes.json": OUTCOMES });
    expect(unreached(source).filter((message) => message.includes("page"))).toEqual([]);
  });

  test("not without an incoming transition", () => {
    const source = withScreen({ "===": [{ var: "progress.registration_last_step" }, "funded"] });
    expect(unreached(source)).toEqual([messages.unreachable("more")]);
  });
});

describe("what the search does not decide", () => {
  const rules = (source: ReturnType<typeof withScreen>, limits: Partial<Limits>) => {
    const { bundle, problems } = compile(source, "first");
    if (bundle === null) throw new Error(JSON.stringify(problems));
    const { findings } = analyse(analysisInput(source, "first", bundle, compile), { reach: true, limits: { ...LIMITS, ...limits } });
    return findings;
  };
  const reach = (source: ReturnType<typeof withScreen>, limits: Partial<Limits>): ReadonlyMap<string, string> =>
    new Map(
      rules(source, limits).flatMap(({ rule, owner }) => (rule.startsWith("screen-un") ? [[owner.replace("screen:", ""), rule]] : [])),
    );

  test("is reported as undecided: a limit affects reached and undecided screens, and never those that are proved unreachable", () => {
    const shown = withScreen({ and: ["loggedIn", COMPLETED] });
    const unshown = withScreen({ and: [{ "!": "loggedIn" }, COMPLETED] });
    const nobody = withScreen({ "===": [{ var: "progress.registration_last_step" }, "funded"] });
    expect(reach(shown, {}).get("more")).toBeUndefined();
    expect(reach(unshown, {}).get("more")).toBe("screen-unreachable");
    for (const source of [shown, unshown]) expect(reach(source, { searchBddNodes: 1 }).get("more")).toBe("screen-undecided");
    expect(reach(nobody, { searchBddNodes: 1 }).get("more")).toBe("screen-unreachable");
  });

  test("is reported for every limit", () => {
    const source = withScreen({ and: ["loggedIn", COMPLETED] });
    const reported = [1, 10, 100, 300, 1000, 3000, 10_000].map((searchBddNodes) => reach(source, { searchBddNodes }).get("more"));
    expect(new Set(reported)).toEqual(new Set(["screen-undecided", undefined]));
    // A higher limit never decides fewer screens.
    expect(reported).toEqual([...reported].sort((a, b) => Number(a === undefined) - Number(b === undefined)));
  });

  test("is reported where an event needs a value that the search did not try", () => {
    const is = (path: string, value: string): Json => ({ "===": [{ var: path }, value] });
    const { login } = FLOW.screens;
    const { hello: _link, ...form } = login.body.items;
    const { actions = {} } = login as { readonly actions?: object };
    const when = { and: [is("form.email", "a"), is("form.password", "b")] };
    const save = { call: "Login", with: { input: { var: "form" } }, when, on: { ok: { go: "/page" } } };
    const screens = { ...FLOW.screens, login: { ...login, body: ordered(form), actions: { ...actions, save } } };
    const source = smallSource({ "flows/start.flow.json": { ...FLOW, screens }, "flows/outcomes.json": OUTCOMES });
    expect(reach(source, {}).get("page")).toBeUndefined();
    expect(reach(source, { valuations: 3 }).get("page")).toBe("screen-undecided");
  });

  test("is the whole check when its BDDs grow too large", () => {
    const found = rules(withScreen({ and: ["loggedIn", COMPLETED] }), { bddNodes: 50 });
    expect(found.map(({ rule, message }) => [rule, message])).toEqual([["unanalysable", new TooManyNodes(50).message]]);
  });
});
