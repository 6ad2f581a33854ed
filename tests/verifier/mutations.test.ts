/**
 * Tests the verifier with faults in the shipped flows: each must be found. `npm test` has every 64th fault of each kind, and at
 * least one, `npm run test:full` the others.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { stateCheck } from "../../src/cli/state-check.js";
import { compile } from "../../src/compiler/compile.js";
import { resolve } from "../../src/engine/resolve.js";
import type { BundleCore, CompiledPredicate, Control, ScreenContent, ScreenRoute } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import type { ProofRule } from "../../src/language/rules/registry.js";
import { RecentSpaces } from "../../src/verifier/abstraction/recent-spaces.js";
import type { AnalysisInput } from "../../src/verifier/analyse.js";
import { analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import { partOf, sample } from "../support/part.js";

/** Faults whose predicates have the atoms of the shipped flows share their diagrams. */
const spaces = new RecentSpaces({ isMutant: true });

let shipped: AnalysisInput;
let check: (state: Json) => string | null;

beforeAll(async () => {
  const source = await readSource(".");
  const { bundle, problems } = compile(source, "harbor");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  shipped = analysisInput(source, "harbor", bundle, compile);
  check = stateCheck(source.files.get("schemas/state.schema.json") ?? "");
}, 180_000);

interface Fault {
  readonly name: string;
  readonly input: AnalysisInput;
  /** Rules, one of which must report it. */
  readonly by: readonly ProofRule[];
  readonly reach?: boolean;
}

const written = (logic: Json, like: CompiledPredicate): CompiledPredicate => ({ logic, named: logic, at: like.at });

function withCore(change: Partial<BundleCore>): AnalysisInput {
  return { ...shipped, bundle: { ...shipped.bundle, core: { ...shipped.bundle.core, ...change } } };
}

function withScreen(id: string, change: (screen: ScreenRoute) => Partial<ScreenRoute>): AnalysisInput {
  const screen = screenOf(id);
  return withCore({ screens: { ...shipped.bundle.core.screens, [id]: { ...screen, ...change(screen) } } });
}

/** `controls`: computes the controls of the changed screen from the original ones. */
function withContent(
  id: string,
  change: (content: ScreenContent) => Partial<ScreenContent>,
  controls: (before: readonly Control[]) => readonly Control[] = (before) => before,
): AnalysisInput {
  const { journey } = screenOf(id);
  const all = shipped.bundle.journeys[journey];
  const content = all?.screens[id];
  if (all === undefined || content === undefined) throw new Error(id);
  const screens = { ...all.screens, [id]: { ...content, ...change(content) } };
  const { bundle } = shipped;
  const changed = { ...bundle.controls, [id]: controls(bundle.controls[id] ?? []) };
  return { ...shipped, bundle: { ...bundle, controls: changed, journeys: { ...bundle.journeys, [journey]: { ...all, screens } } } };
}

function screenOf(id: string): ScreenRoute {
  const screen = shipped.bundle.core.screens[id];
  if (screen === undefined) throw new Error(`no screen ${id}`);
  return screen;
}

function contentOf(id: string): ScreenContent | undefined {
  return shipped.bundle.journeys[screenOf(id).journey]?.screens[id];
}

const ids = (): readonly string[] => Object.keys(shipped.bundle.core.screens);
const guarded = (): readonly string[] => ids().filter((id) => screenOf(id).guard.logic !== true);
const few = <T>(all: readonly T[], most: number): readonly T[] =>
  all.filter((_one, index) => index % Math.max(1, Math.floor(all.length / most)) === 0).slice(0, most);

const CONTRADICTION: Json = {
  and: [
    { "===": [{ var: "progress.registration_last_step" }, "basic"] },
    { "===": [{ var: "progress.registration_last_step" }, "address"] },
  ],
};

/** Kinds of fault, each at several positions. */
const KINDS: Readonly<Record<string, () => readonly Fault[]>> = {
  "a guard that admits nobody": () =>
    few(guarded(), 8).map((id) => ({
      name: id,
      input: withScreen(id, ({ guard }) => ({ guard: written(false, guard) })),
      by: ["screen-unreachable"],
    })),
  "a guard that contradicts itself": () =>
    few(guarded(), 8).map((id) => ({
      name: id,
      input: withScreen(id, ({ guard }) => ({ guard: written({ and: [guard.logic, CONTRADICTION] }, guard) })),
      by: ["screen-unreachable", "predicate-constant"],
    })),
  "a failed guard that leads to itself": () =>
    few(guarded(), 8).map((id) => ({
      name: id,
      input: withScreen(id, ({ paths, at }) => ({ fallback: [{ key: "else", go: paths[0] ?? "/", at }] })),
      by: ["redirect-loop"],
    })),
  "a failed guard that leads to a guarded page": () =>
    few(
      guarded().filter((id) => id !== "registration.basic-information"),
      10,
    ).map((id) => ({
      name: id,
      input: withScreen(id, ({ at }) => ({ fallback: [{ key: "else", go: "/registration/basic-information", at }] })),
      by: ["redirect-refused"],
    })),
  "an unreachable row": () =>
    few(guarded(), 8).map((id) => ({
      name: id,
      input: withScreen(id, ({ at }) => ({
        fallback: [
          { key: "all", go: "/not-found", at },
          { key: "else", go: "/login", at },
        ],
      })),
      by: ["row-unreachable"],
    })),
  "two failed guards that lead to each other": () =>
    [
      ["dashboard", "deposit"],
      ["withdraw", "dashboard.alerts"],
      ["fund-account", "registration.address"],
    ].map(([a = "", b = ""]) => {
      const { screens } = shipped.bundle.core;
      const turned = (id: string, to: string): ScreenRoute => ({
        ...screenOf(id),
        gates: [],
        fallback: [{ key: "else", go: screenOf(to).paths[0] ?? "/", at: screenOf(id).at }],
      });
      return {
        name: `${a} ${b}`,
        input: withCore({ screens: { ...screens, [a]: turned(a, b), [b]: turned(b, a) } }),
        by: ["redirect-loop", "redirect-refused"],
      };
    }),
  "a row before it that always holds": () =>
    Object.values(shipped.bundle.core.decisions).map((decision) => {
      const [first, ...rest] = decision.rows;
      if (first === undefined) throw new Error(decision.name);
      const { when: _when, ...always } = first;
      return {
        name: decision.name,
        input: withCore({ decisions: { ...shipped.bundle.core.decisions, [decision.name]: { ...decision, rows: [always, ...rest] } } }),
        by: ["row-unreachable"],
      };
    }),
  "a decision to a page that rejects the depositor": () =>
    Object.values(shipped.bundle.core.decisions).flatMap((decision) =>
      few(decision.rows, 4).map((row) => ({
        name: `${decision.name}.${row.key}`,
        input: withCore({
          decisions: {
            ...shipped.bundle.core.decisions,
            [decision.name]: { ...decision, rows: decision.rows.map((one) => (one === row ? { ...one, go: "/funding-returned" } : one)) },
          },
        }),
        by: ["decision-refused"] as const,
      })),
    ),
  "a predicate that always or never holds": () =>
    few(Object.keys(shipped.bundle.core.predicates), 10).flatMap((name) => {
      const { predicates } = shipped.bundle.core;
      const like = predicates[name];
      if (like === undefined) throw new Error(name);
      return [CONTRADICTION, { "!": [CONTRADICTION] }].map((logic) => ({
        name,
        input: withCore({ predicates: { ...predicates, [name]: written(logic, like) } }),
        by: ["predicate-constant"] as const,
      }));
    }),
  "a body without an exit": () =>
    few(
      ids().filter((id) => contentOf(id)?.end === undefined),
      8,
    ).map((id) => ({
      name: id,
      input: withContent(
        id,
        () => ({ body: [], onEnter: [], timers: {} }),
        () => [],
      ),
      by: ["dead-end"],
    })),
  "a link to a page that rejects the depositor": () =>
    few(
      guarded().filter((id) => !id.startsWith("fund")),
      8,
    ).map((id) => ({
      name: id,
      input: withContent(
        id,
        () => ({}),
        (before) => [...before, { what: "a control", at: null, when: [], items: null, action: null, go: "/fund-account/successful-fund" }],
      ),
      by: ["link-refused"],
    })),
  "a money page open to everyone signed in": () =>
    ["deposit", "withdraw", "deposit.edit", "deposit.success", "withdraw.success"].map((id) => ({
      name: id,
      input: withScreen(id, ({ guard }) => ({ gates: [], guard: written({ "!!": [{ var: "auth.bearerToken" }] }, guard) })),
      by: ["invariant"],
    })),
  "a removed guard": () =>
    [
      "fund-account.ready-to-fund",
      "registration.link-account-selection",
      "manual-funding.banking-information",
      "fund-account.disclosure",
      "beneficiary.add",
      "joint-account.onboarding",
    ].map((id) => ({
      name: id,
      input: withScreen(id, ({ guard }) => ({ guard: written(true, guard) })),
      by: ["invariant"],
    })),
  "funding from another page": () =>
    few(
      ids().filter((id) => !["fund-account.ready-to-fund", "funding-returned"].includes(id)),
      5,
    ).map((id) => ({
      name: id,
      input: withContent(id, ({ actions }) => ({ actions: { ...actions, fault: { call: "FundAccount", on: {} } } })),
      by: ["invariant"],
    })),
  "an outcome that nobody handles": () =>
    ["500", "network", "timeout", "451"].map((name) => {
      const failures = Object.fromEntries(Object.entries(shipped.bundle.core.failures).filter(([key]) => key !== name && key !== "*"));
      return { name, input: withCore({ failures }), by: ["outcome-unhandled"] };
    }),
  "a handled failure that cannot occur": () =>
    ["login", "registration.basic-information", "logout"].map((id) => ({
      name: id,
      input: withContent(id, ({ actions }) => ({
        actions: Object.fromEntries(
          Object.entries(actions).map(([name, action]) => [
            name,
            action.call === undefined ? action : { ...action, on: { ...action.on, "422.never": [] } },
          ]),
        ),
      })),
      by: ["outcome-impossible"],
    })),
  "an operation without declared outcomes": () =>
    ["Login", "FundAccount"].map((name) => {
      const failures = new Map([...shipped.outcomes.failures].filter(([key]) => key !== name));
      return { name, input: { ...shipped, outcomes: { ...shipped.outcomes, failures } }, by: ["outcome-unhandled"] };
    }),
  "an unused waiver": () =>
    few(ids(), 3).map((id) => ({
      name: id,
      input: {
        ...shipped,
        waivers: [
          ...shipped.waivers,
          { owners: [`screen:${id}`], rule: "redirect-loop", target: null, logic: null, reason: "", at: screenOf(id).at },
        ],
      },
      by: ["waiver-stale"],
    })),
  "a misspelled status in a decision": () => {
    const { decisions } = shipped.bundle.core;
    return Object.values(decisions).flatMap((decision) =>
      decision.rows
        .filter((row) => row.when !== undefined)
        .slice(0, 2)
        .map((row) => ({
          name: `${decision.name}.${row.key}`,
          input: withCore({
            decisions: {
              ...decisions,
              [decision.name]: {
                ...decision,
                rows: decision.rows.map((one) =>
                  one === row && one.when !== undefined
                    ? { ...one, when: written({ "===": [{ var: "progress.registration_status" }, "PASED"] }, one.when) }
                    : one,
                ),
              },
            },
          }),
          by: ["predicate-constant", "row-unreachable"] as const,
        })),
    );
  },
};

/** Checks a counterexample: `flows resolve` accepts its state, and the runtime confirms the finding. */
function isTrue(finding: Finding, core: BundleCore): void {
  const { witness } = finding;
  if (witness === null) return;
  expect(check(witness.state), finding.message).toBe(null);
  if (witness.pathname === null) return;
  if (finding.rule === "redirect-loop") {
    expect(() => resolve(core, witness.state, { pathname: witness.pathname ?? "", ...witness.location })).toThrow("Redirect loop");
  } else if (finding.rule === "dead-end" || finding.rule === "link-refused") {
    expect(resolve(core, witness.state, { pathname: witness.pathname, ...witness.location }).chain, finding.message).toHaveLength(1);
  }
}

describe("a fault in the shipped flows is found", () => {
  test.each(Object.keys(KINDS))(
    "%s",
    (kind) => {
      const faults = KINDS[kind]?.() ?? [];
      expect(faults.length).toBeGreaterThan(0);
      for (const { name, input, by } of sample(faults, 128)) {
        const { findings } = analyse(input, { reach: false, spaces });
        const found = findings.filter(({ rule }) => by.includes(rule));
        expect(found.length, `${kind}: ${name} (found: ${findings.map(({ rule }) => rule).join()})`).toBeGreaterThan(0);
        for (const finding of found) isTrue(finding, input.bundle.core);
      }
    },
    120_000,
  );
});

if (partOf() === "representative") {
  test("there are at least 100 faults of at least 15 kinds", () => {
    expect(Object.keys(KINDS).length).toBeGreaterThanOrEqual(15);
    expect(Object.values(KINDS).flatMap((kind) => kind()).length).toBeGreaterThanOrEqual(100);
  });
} else {
  test("a page without incoming transitions", () => {
    // Only decisions lead to this page: without their rows it is unreachable.
    const { decisions } = shipped.bundle.core;
    const without = Object.fromEntries(
      Object.entries(decisions).map(([name, decision]) => [
        name,
        { ...decision, rows: decision.rows.map((row) => (row.go === "/registration/employer" ? { ...row, go: "/login" } : row)) },
      ]),
    );
    const input = withCore({ decisions: without, screens: shipped.bundle.core.screens });
    const cut = JSON.parse(
      JSON.stringify(input.bundle.journeys).replaceAll('"/registration/employer"', '"/login"'),
    ) as typeof input.bundle.journeys;
    const { findings } = analyse({ ...input, bundle: { ...input.bundle, journeys: cut } });
    expect(findings.filter(({ rule }) => rule === "screen-unreachable").map(({ owner }) => owner)).toContain(
      "screen:registration.employer",
    );
  }, 180_000);
}
