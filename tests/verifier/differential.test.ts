/**
 * Tests the verifier against an independent explicit-state checker (`explicit-checker.ts`) on generated small flows: both must
 * give the same verdict for every rule that the models can violate, and reach the same screens.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type {
  BundleCore,
  CompiledEffect,
  CompiledPredicate,
  Control,
  Origin,
  ScreenContent,
  ScreenRoute,
} from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { type Analysis, analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import { partOf } from "../support/part.js";
import { OPERATIONS, smallSource } from "../support/small-flows.js";
import { type Atom, type Condition, type ControlModel, checkExplicitly, type Model, type Verdict } from "./explicit-checker.js";

/** `npm test` compares some hundred flows, `npm run test:full` thousands. */
const RUNS = partOf() === "full" ? 3000 : 300;

const SCREENS = 5;
const LAST = SCREENS - 1;
const AT: Origin = { file: "flows/start.flow.json", line: 1, column: 1, layer: "base" };

const condition = fc.letrec<{ node: Condition }>((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Atom[]>("token", "relink", "email", "hold").map((atom): Condition => ({ atom })),
    fc.boolean(),
    tie("node").map((not): Condition => ({ not })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((and): Condition => ({ and })),
    fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((or): Condition => ({ or })),
  ),
})).node;
const screen = fc.integer({ min: 0, max: LAST });
const row = fc.record({ when: condition, to: screen });
const control: fc.Arbitrary<ControlModel> = fc.record({
  when: condition,
  login: fc.boolean(),
  set: fc.record({ relink: fc.boolean(), email: fc.boolean() }, { requiredKeys: [] }),
  to: fc.oneof(screen, fc.constant("decision" as const), fc.constant(null)),
});
const page = fc.record({
  guard: condition,
  fallback: fc.array(row, { maxLength: 2 }),
  controls: fc.array(control, { maxLength: 3 }),
});
const model: fc.Arbitrary<Model> = fc
  .record({
    pages: fc.array(page, { minLength: SCREENS, maxLength: SCREENS }),
    decision: fc.array(row, { maxLength: 3 }),
    overlay: fc.array(fc.tuple(fc.integer({ min: 1, max: LAST - 1 }), condition), { maxLength: 2 }),
  })
  .map(({ pages, decision, overlay }) => ({
    // The last screen takes whom no row takes; the start mostly admits everybody, so that something is reachable.
    screens: pages.map((one, index) => (index === LAST ? { ...one, guard: true, fallback: [] } : one)),
    decision,
    overlay: new Map(overlay),
  }));

const ATOMS: Readonly<Record<Atom, Json>> = {
  token: { "!!": [{ var: "auth.bearerToken" }] },
  relink: { "===": [{ var: "auth.relink" }, true] },
  email: { "!!": [{ var: "auth.resetEmail" }] },
  hold: { "===": [{ var: "progress.extended_status" }, "HOLD"] },
};

function logicOf(one: Condition): Json {
  if (typeof one === "boolean") return one;
  if ("atom" in one) return ATOMS[one.atom];
  if ("not" in one) return { "!": [logicOf(one.not)] };
  return "and" in one ? { and: one.and.map(logicOf) } : { or: one.or.map(logicOf) };
}

function predicateOf(one: Condition): CompiledPredicate {
  const logic = logicOf(one);
  return { logic, named: logic, at: AT };
}

const source = smallSource({
  "flows/start.graphql": OPERATIONS.replace(
    "expiresAt attestedAt\n",
    "expiresAt attestedAt\n} progress {\n  first_name is_primary depositor_id registration_status registration_last_step extended_status\n",
  ),
  "flows/outcomes.json": {
    language: 2,
    common: {},
    operations: {
      Login: { ok: { in: { description: "In.", becomes: { "auth.bearerToken": [{ any: "text" }], progress: [null] } } }, failures: {} },
      Progress: { ok: { read: { description: "Read.", becomes: { "progress.extended_status": [null, "HOLD"] } } }, failures: {} },
      Profile: { ok: { read: { description: "Read.", becomes: {} } }, failures: {} },
    },
  },
});
const template = compile(source, "first").bundle;
if (template === null) throw new Error("The template does not compile");
const input = analysisInput(source, "first", template, compile);

const pathOf = (index: number): string => (index === 0 ? "/" : `/s${index}`);
const idOf = (index: number): string => `s${index}`;

function effectOf({ set, to }: ControlModel): CompiledEffect {
  const assigned: Record<string, Json> = {};
  if (set.relink !== undefined) assigned["auth.relink"] = set.relink;
  if (set.email !== undefined) assigned["auth.resetEmail"] = set.email ? "x" : null;
  return {
    ...(Object.keys(assigned).length === 0 ? {} : { set: assigned }),
    ...(to === null ? {} : to === "decision" ? { decide: "onward" } : { go: pathOf(to) }),
  };
}

/** The core of a model, with the guards of the base or of the overlay. */
function coreOf({ screens, decision, overlay }: Model, overlaid: boolean): BundleCore {
  const { core } = template as NonNullable<typeof template>;
  const like = core.screens.away as ScreenRoute;
  const routes = screens.map(
    (one, index): ScreenRoute => ({
      ...like,
      id: idOf(index),
      paths: index === LAST ? [pathOf(index), "*"] : [pathOf(index)],
      gates: [],
      guard: predicateOf((overlaid ? overlay.get(index) : undefined) ?? one.guard),
      fallback: one.fallback.map(({ when, to }, row) => ({ key: `r${row}`, when: predicateOf(when), go: pathOf(to), at: AT })),
    }),
  );
  const rows = [
    ...decision.map(({ when, to }, index) => ({ key: `r${index}`, when: predicateOf(when), go: pathOf(to), at: AT })),
    { key: "else", go: pathOf(LAST), at: AT },
  ];
  return {
    ...core,
    screens: Object.fromEntries(routes.map((route) => [route.id, route])),
    catchAll: idOf(LAST),
    predicates: {},
    gates: {},
    navigation: [],
    fallback: [{ key: "else", go: pathOf(LAST), at: AT }],
    decisions: { logo: { name: "logo", rows: [{ key: "out", go: "/", at: AT }] }, onward: { name: "onward", rows } },
  };
}

function analysisOf(one: Model): Analysis {
  const core = coreOf(one, true);
  const { journey } = core.screens.s0 as ScreenRoute;
  const contents = one.screens.map(({ controls }): readonly [string, ScreenContent] => {
    const actions = Object.fromEntries(
      controls.map((control, index) => [
        `a${index}`,
        control.login ? { call: "Login", on: { ok: [effectOf(control)] } } : { then: [effectOf(control)] },
      ]),
    );
    // The analysis takes the conditions of controls from the body.
    const body = controls.map(({ when }, index) => ({ key: `c${index}`, block: "controls", when: predicateOf(when) }));
    return ["", { data: {}, body, actions, onEnter: [], timers: {}, back: [], end: { reason: "For the test." } }];
  });
  const controls = one.screens.map((page) =>
    page.controls.map(
      ({ when }, index): Control => ({ what: `a${index}`, at: null, when: [logicOf(when)], items: null, action: `a${index}`, go: null }),
    ),
  );
  const bundle = {
    core,
    journeys: { [journey]: { journey, screens: Object.fromEntries(contents.map(([, content], index) => [idOf(index), content])) } },
    forms: {},
    controls: Object.fromEntries(controls.map((own, index) => [idOf(index), own])),
  };
  return analyse({ ...input, bundle, base: { core: coreOf(one, false) } });
}

/** The verdict of the verifier in the terms of the explicit checker. */
function verdictOf(one: Model): Verdict {
  const { findings } = analysisOf(one);
  const failed = findings.filter(({ rule }) => ["internal-error", "unanalysable", "screen-undecided"].includes(rule));
  expect(failed.map(({ message }) => message)).toEqual([]);
  const number = (owner: string): number => Number(/s(\d+)$/.exec(owner)?.[1]);
  const owners = (rule: string, wanted: (finding: (typeof findings)[number]) => boolean = () => true): readonly number[] =>
    [...new Set(findings.filter((finding) => finding.rule === rule && wanted(finding)).map(({ owner }) => number(owner)))].sort();
  const rowsOf = (rule: string): readonly number[] =>
    findings
      .flatMap((finding) => (finding.rule === rule ? [/^decision:onward\.r(\d+)$/.exec(finding.owner)?.[1] ?? []] : []))
      .flat()
      .map(Number)
      .sort();
  const unreachable = new Set(owners("screen-unreachable", ({ closed }) => closed !== true));
  const closed = owners("screen-unreachable", (finding) => finding.closed === true);
  const links = findings.flatMap(({ rule, owner, target }) =>
    // The explicit checker has no actions of the app.
    rule === "link-refused" && target !== undefined && owner !== "app" ? [`${number(owner)}>${number(target)}`] : [],
  );
  return {
    reachable: [...one.screens.keys()].filter((index) => !unreachable.has(index)),
    closed,
    loops: owners("redirect-loop"),
    chains: owners("redirect-chain"),
    refusedRedirects: [
      ...new Set(findings.flatMap(({ rule, target }) => (rule === "redirect-refused" ? [number(target ?? "")] : []))),
    ].sort(),
    deadRows: rowsOf("row-unreachable"),
    refusedRows: rowsOf("decision-refused"),
    refusedLinks: [...new Set(links)].sort(),
    weakened: owners("guard-weakened"),
  };
}

test(`the verifier agrees with an explicit-state checker on ${RUNS} generated flows`, () => {
  const violated: Record<string, number> = {};
  let unreachable = 0;
  fc.assert(
    fc.property(model, (one) => {
      const expected = checkExplicitly(one);
      expect(verdictOf(one)).toEqual(expected);
      if (expected.reachable.length < SCREENS) unreachable += 1;
      for (const [rule, found] of Object.entries(expected))
        if (rule !== "reachable" && found.length > 0) violated[rule] = (violated[rule] ?? 0) + 1;
    }),
    { numRuns: RUNS, seed: 15 },
  );
  // The generated flows violate every rule, and often enough that an error of either checker would show.
  expect(unreachable).toBeGreaterThan(RUNS / 20);
  for (const rule of ["closed", "loops", "refusedRedirects", "deadRows", "refusedRows", "refusedLinks", "weakened"])
    expect(violated[rule] ?? 0, rule).toBeGreaterThan(RUNS / 50);
}, 600_000);

test("both checkers keep a depositor on a screen whose guard an answer violates after an event that stays", () => {
  const shut: Model["screens"][number] = { guard: { atom: "token" }, fallback: [], controls: [] };
  // Whoever dismisses a notification on the first screen stays there when the hold ends, and sees the control.
  const one: Model = {
    screens: [
      { guard: { atom: "hold" }, fallback: [], controls: [{ when: { not: { atom: "hold" } }, login: false, set: {}, to: 1 }] },
      ...[shut, shut, shut],
      { guard: true, fallback: [], controls: [{ when: true, login: true, set: {}, to: "decision" }] },
    ],
    decision: [],
    overlay: new Map(),
  };
  expect(checkExplicitly(one).reachable).toEqual([0, 1, 4]);
  expect(verdictOf(one)).toEqual(checkExplicitly(one));
});
