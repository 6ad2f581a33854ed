/** Tests that the trace of a finding reaches the depositor that it shows: each step is executed again by the runtime. */

import { beforeAll, describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { decide } from "../../src/engine/decide.js";
import type { DepositorState, Location } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import { scopeOf } from "../../src/engine/scope.js";
import { transition } from "../../src/engine/transition.js";
import type { Bundle, BundleCore } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { RedirectLoop } from "../../src/language/failures.js";
import { evaluate } from "../../src/language/predicate.js";
import { RULES } from "../../src/language/rules/registry.js";
import { analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { prove } from "../../src/verifier/prove.js";
import { NO_PATH_FOUND } from "../../src/verifier/report/problems.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import type { ExecutedEvent } from "../../src/verifier/search/nodes.js";
import { stepTexts } from "../../src/verifier/search/nodes.js";
import { FLOW, smallSource } from "../support/small-flows.js";

const OVERLAY = "flows/brands/juniper/overlay.json";
type Keywords = { readonly [keyword: string]: Json };

/** Faults of many kinds in one brand, so that one proof finds them all. */
const SCREENS: { readonly [id: string]: Keywords } = {
  deposit: { guard: "loggedIn", gates: [] },
  "fund-account": { guard: true },
  withdraw: { fallback: "/withdraw" },
  faq: { fallback: "/registration/employer" },
};
const EMPTIED = "dashboard.documents";

let bundle: Bundle;
let findings: readonly Finding[];

/** The bundle with a decision that goes to a screen that rejects the depositor. */
function spoilt(shipped: Bundle): Bundle {
  const { core } = shipped;
  const { afterLogin } = core.decisions;
  if (afterLogin === undefined) throw new Error("afterLogin");
  const rows = afterLogin.rows.map((row) => (row.key === "viewOnly" ? { ...row, go: "/registration/employer" } : row));
  const decisions = { ...core.decisions, afterLogin: { ...afterLogin, rows } };
  return { ...shipped, core: { ...core, decisions } };
}

beforeAll(async () => {
  const source = await readSource(".");
  const overlay = JSON.parse(source.files.get(OVERLAY) ?? "{}") as { readonly screens: { readonly [id: string]: Keywords } };
  const screens = { ...overlay.screens };
  for (const [id, keywords] of Object.entries(SCREENS)) screens[id] = { ...screens[id], ...keywords };
  const { screens: base } = JSON.parse(source.files.get("flows/dashboard.flow.json") ?? "{}") as typeof overlay;
  const removed = Object.fromEntries(Object.keys(base[EMPTIED]?.body ?? {}).map((block) => [block, null]));
  screens[EMPTIED] = { body: { order: ["x"], items: { ...removed, x: { block: "text", markdown: "Nothing." } } } };
  const from = { files: new Map([...source.files, [OVERLAY, JSON.stringify({ ...overlay, screens }, null, 2)]]) };
  const compiled = compile(from, "juniper");
  if (compiled.bundle === null) throw new Error(JSON.stringify(compiled.problems));
  bundle = spoilt(compiled.bundle);
  const all = analyse(analysisInput(from, "juniper", bundle, compile)).findings;
  findings = all.filter(({ rule, witness }) => witness !== null && RULES[rule].severity === "error");
}, 120_000);

interface Ended {
  readonly state: DepositorState;
  readonly location: Location;
}

/** Replays the steps of a trace. */
function again(core: BundleCore, did: readonly ExecutedEvent[]): Ended {
  let state: DepositorState = core.initial;
  let location: Location = { pathname: "/", search: "", state: null };
  for (const one of did) {
    if (one.kind === "event") {
      const next = transition(core, bundle.journeys, state, one.event, one.context);
      state = next.state;
      const go = next.commands.find((command) => command.kind === "go");
      if (go !== undefined) location = { pathname: go.path, search: go.search, state: go.state };
    } else {
      location = one.location;
      // A page load starts with the persisted slices only.
      const kept = Object.fromEntries(Object.keys(core.persisted).map((slice) => [slice, state[slice] ?? null]));
      if (one.kind === "opened") state = { ...core.initial, ...kept };
    }
  }
  return { state, location };
}

function chainOf(core: BundleCore, { state, location }: Ended): readonly string[] {
  try {
    return resolve(core, state, location, NOW).chain;
  } catch (error) {
    if (error instanceof RedirectLoop) return error.chain;
    throw error;
  }
}

/** Completes a slice with its initial values. */
function filled({ initial }: BundleCore, given: DepositorState): DepositorState {
  const slices = Object.entries(given).map(([name, value]): readonly [string, Json] => {
    const whole = initial[name];
    const both = [whole, value].every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
    return [name, both ? { ...(whole as Keywords), ...(value as Keywords) } : value];
  });
  return { ...initial, ...Object.fromEntries(slices) };
}

const NOW = "2026-11-21T12:00:00.000Z";

/** A value with a placeholder for every text that no condition reads. */
function alike(value: Json | undefined): Json {
  if (typeof value === "object" && value !== null) return "something";
  return typeof value === "string" && !/^[A-Z_]+$|^[a-z]+$/.test(value) ? "a text" : (value ?? null);
}

const STATE = /^[A-Za-z_]+(?:\.[A-Za-z_]+|\.\d+)*$/;

/** These findings have no path to the depositor shown: the search reaches its limit of BDD nodes before it finds one. */
const UNDECIDED = / on deposit sends this depositor to |^fund-account\.save on fund-account evaluates the decision /;
let decided: typeof findings;
beforeAll(() => {
  decided = findings.filter(({ message }) => !UNDECIDED.test(message));
});

describe("the trace of a finding", () => {
  test("exists for every kind of fault, and reaches the depositor shown", () => {
    const rules = new Set(findings.map(({ rule }) => rule));
    for (const rule of ["redirect-loop", "redirect-refused", "dead-end", "guard-weakened", "invariant", "decision-refused"])
      expect(rules).toContain(rule);
    expect(decided.filter(({ path }) => path?.to !== "depositor").map(({ message }) => message)).toEqual([]);
  });

  test("ends in a state that agrees with the one shown in the parts that the finding concerns, with the same redirects", () => {
    const { core } = bundle;
    let compared = 0;
    for (const { witness, path, message } of decided) {
      if (witness === null || path === null) throw new Error(message);
      const did = path.steps.flatMap((step) => step.executed);
      const ended = again(core, did);
      const scope = { ended: scopeOf(ended.state, NOW, null), shown: scopeOf(filled(core, witness.state), NOW, null) };
      for (const name of path.about.filter((one) => STATE.test(one) && !one.startsWith("route."))) {
        const [one, other] = [scope.ended, scope.shown].map((from) => alike(evaluate({ var: name }, from) as Json));
        expect(one, `${message}: ${name}`).toEqual(other);
        compared += 1;
      }
      if (witness.decide !== null) {
        expect(decide(core, ended.state, witness.decide, NOW), message).toBe(decide(core, witness.state, witness.decide, NOW));
        continue;
      }
      const shown = chainOf(core, {
        state: witness.state,
        location: { pathname: witness.pathname ?? "", ...witness.location },
      });
      const chain = chainOf(core, ended);
      expect(chain.slice(chain.indexOf(witness.pathname ?? "")), message).toEqual(shown);
    }
    expect(compared).toBeGreaterThan(40);
  });

  test("describes each step in words; it begins with a typed address where no transition leads to the screen", () => {
    const stepsOf = (rule: string, owner: string): readonly string[] => {
      const found = findings.find((finding) => finding.rule === rule && finding.owner === owner);
      return stepTexts(found?.path?.steps ?? []);
    };
    expect(stepsOf("dead-end", "screen:dashboard.documents")).toEqual([
      "start -> login",
      "login.logIn (remembered) -> registration.hold-account",
      "registration.hold-account (a control) -> dashboard.documents",
    ]);
    expect(stepsOf("redirect-refused", "screen:faq")).toEqual(["start -> login", "typing the address /faq -> faq"]);
  });
});

describe("a depositor whom no path reaches", () => {
  test("is shown, with the message that no path was found", () => {
    const relink: Json = { and: ["mine", { "!": [{ "===": [{ var: "auth.relink" }, true] }] }] };
    const screens = { ...FLOW.screens, page: { ...FLOW.screens.page, guard: relink } };
    const outcomes = {
      language: 2,
      common: {},
      operations: { Login: { ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }] } } }, failures: {} } },
    };
    const row = { in: { when: { and: ["loggedIn", { "===": [{ var: "auth.relink" }, true] }] }, go: "/page" }, out: { go: "/" } };
    const source = smallSource({
      "flows/start.flow.json": { ...FLOW, screens },
      "flows/outcomes.json": outcomes,
      "flows/decisions.json": { language: 2, decisions: { logo: { description: "Home.", order: ["in", "out"], rows: row } } },
    });
    const compiled = compile(source, "first");
    if (compiled.bundle === null) throw new Error(JSON.stringify(compiled.problems));
    const { findings: found, problems } = prove(source, "first", compiled.bundle, compile);
    const refused = found.find(({ rule }) => rule === "decision-refused");
    expect(refused?.witness?.state).toMatchObject({ auth: { bearerToken: "x", relink: true } });
    expect(refused?.path).toEqual({ to: "unknown", about: [], steps: [] });
    const reported = problems.find(({ rule }) => rule === "decision-refused");
    expect(reported?.path).toBeUndefined();
    expect(reported?.message).toContain(NO_PATH_FOUND);
  });
});
