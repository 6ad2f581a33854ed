/**
 * Tests typical mistakes of a configurator in a brand's overlay file: each is reported at its line with a true
 * counterexample, or treats no depositor differently. One file contains many, so that one check must distinguish them.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { reportedAtOverlay } from "../../src/cli/overlay-causes.js";
import { readSource } from "../../src/cli/source-files.js";
import { stateCheck } from "../../src/cli/state-check.js";
import { compile } from "../../src/compiler/compile.js";
import { decide } from "../../src/engine/decide.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Bundle } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { RedirectLoop } from "../../src/language/failures.js";
import type { Problem } from "../../src/language/problems.js";
import { RULES, type RuleId } from "../../src/language/rules/registry.js";
import { type Entry, entriesOf, type FlowSource, readDocument } from "../../src/language/source.js";
import { RecentSpaces } from "../../src/verifier/abstraction/recent-spaces.js";
import { NOW } from "../../src/verifier/abstraction/state-classes.js";
import { analyse } from "../../src/verifier/analyse.js";
import { compareAdmission } from "../../src/verifier/compare.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import { isUnhandled } from "../../src/verifier/transitions/outcome-effects.js";

/** Faults whose predicates have the atoms of the shipped flows share their diagrams. */
const spaces = new RecentSpaces({ isMutant: true });

const OVERLAY = "flows/brands/juniper/overlay.json";

interface Written {
  readonly kind: string;
  /** Its path in the overlay, and its value. */
  readonly at: readonly string[];
  readonly value: Json;
}

interface Fault extends Written {
  readonly rule: RuleId;
  readonly owner: string;
  /** The finding is about no depositor: it has no witness. */
  readonly isStateless?: true;
}

const status: Json = { var: "progress.registration_status" };

/** Faults that compile. */
const FAULTS: readonly Fault[] = [
  {
    kind: "a status swapped in a replaced predicate",
    at: ["predicates", "flaggedOrInReview"],
    value: { description: "May link meanwhile.", logic: { in: [status, ["FLAGGED", "ERRORED"]] } },
    rule: "guard-weakened",
    owner: "screen:registration.link-account-selection",
  },
  {
    kind: "an operand of a replaced predicate that never holds",
    at: ["predicates", "failed"],
    value: { description: "Refused.", logic: { and: [{ "===": [status, "FAILED"] }, { "===": [status, "PASSED"] }] } },
    rule: "predicate-constant",
    owner: "predicate:failed",
  },
  { kind: "a weakened guard", at: ["screens", "deposit", "guard"], value: "accountOpen", rule: "guard-weakened", owner: "screen:deposit" },
  {
    kind: "a removed guard",
    at: ["screens", "registration.hold-account", "guard"],
    value: true,
    rule: "guard-weakened",
    owner: "screen:registration.hold-account",
  },
  { kind: "removed gates", at: ["screens", "withdraw", "gates"], value: [], rule: "invariant", owner: "screen:withdraw" },
  {
    kind: "a redirect to a guarded page",
    at: ["screens", "faq", "fallback"],
    value: "/registration/employer",
    rule: "redirect-refused",
    owner: "screen:faq",
  },
  {
    kind: "a redirect to itself",
    at: ["screens", "dashboard.alerts", "fallback"],
    value: "/dashboard/alerts",
    rule: "redirect-loop",
    owner: "screen:dashboard.alerts",
  },
  {
    kind: "an order that omits the exit",
    at: ["screens", "registration.passed", "body"],
    value: { order: ["intro"], items: { buttons: null } },
    rule: "dead-end",
    owner: "screen:registration.passed",
  },
  {
    kind: "a removed form whose action an invariant is about",
    at: ["screens", "fund-account.ready-to-fund", "body"],
    value: { items: { form: null } },
    rule: "invariant",
    owner: "screen:fund-account.ready-to-fund",
    isStateless: true,
  },
  {
    kind: "a removed outcome",
    at: ["screens", "fund-account.disclosure", "actions"],
    value: { attest: { on: { ok: null } } },
    rule: "dead-end",
    owner: "screen:fund-account.disclosure",
  },
  {
    kind: "a hidden required field",
    at: ["screens", "login.forgot-password", "body"],
    value: { items: { form: { fields: { items: { email: { when: "loggedIn" } } } } } },
    rule: "required-while-hidden",
    owner: "screen:login.forgot-password",
  },
  {
    kind: "a link to a page that rejects the depositor",
    at: ["screens", "mfa-account-locked", "body"],
    value: { items: { intro: { markdown: "You may [deposit](/deposit)." } } },
    rule: "link-refused",
    owner: "screen:mfa-account-locked",
  },
  {
    kind: "a row of a decision removed",
    at: ["decisions", "afterLogin", "order"],
    value: ["noStep", "open", "hold", "secondaryReview", "secondaryRefused", "dashboard", "else"],
    rule: "invariant",
    owner: "decision:afterLogin",
  },
  {
    kind: "a decision that leads to a guarded page",
    at: ["decisions", "kycRedirect", "rows"],
    value: { noStatus: { go: "/fund-account" } },
    rule: "decision-refused",
    owner: "decision:kycRedirect.noStatus",
  },
];
/** The row that the overlay's order omits. */
const ROW: Written = { kind: "", at: ["decisions", "afterLogin", "rows"], value: { viewOnly: null } };
/** The timer that leaves the screen whose exit the overlay omits. */
const TIMER: Written = { kind: "", at: ["screens", "registration.passed", "timers"], value: { autoContinue: null } };

/** Faults that the compiler finds. */
const SLIPS: readonly (Written & { readonly rule: string })[] = [
  { kind: "a path renamed", at: ["screens", "withdraw", "path"], value: "/withdraw-money", rule: "id-mismatch" },
  { kind: "a misspelled guard", at: ["screens", "deposit", "guard"], value: "acountOpen", rule: "unknown-name" },
  {
    kind: "a misspelled status",
    at: ["predicates", "passed"],
    value: { description: "Passed.", logic: { "===": [status, "PASED"] } },
    rule: "wrong-constant",
  },
  { kind: "an order with an unknown name", at: ["decisions", "logoLink", "order"], value: ["noSession", "dashbord"], rule: "order" },
  { kind: "a redirect to an unknown path", at: ["screens", "faq", "fallback"], value: "/regstration", rule: "unknown-name" },
  { kind: "a removal of an unknown screen", at: ["screens", "deposits"], value: null, rule: "overlay-nothing" },
];

/** Changes without any effect. */
const EQUIVALENT: readonly Written[] = [
  {
    kind: "a removed outcome that the app handles",
    at: ["screens", "setup-mobile-mfa", "actions"],
    value: { save: { on: { network: null } } },
  },
  {
    kind: "an equivalent predicate",
    at: ["predicates", "onHold"],
    value: { description: "On hold.", logic: { "!": [{ "!==": [{ var: "progress.extended_status" }, "HOLD"] }] } },
  },
  { kind: "gates in another order", at: ["screens", "withdraw", "gates"], value: ["holdGate", "viewOnlyGate"] },
  { kind: "a guard with a redundant operand", at: ["screens", "deposit", "guard"], value: { and: ["mayMoveMoney", "loggedIn"] } },
];

let source: FlowSource;
let check: (state: Json) => string | null;

type Node = { readonly [key: string]: Json };
const isNode = (value: Json | undefined): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** Juniper's overlay with additions. */
function overlaid(all: readonly Written[]): FlowSource {
  const put = (node: Json | undefined, [key = "", ...rest]: readonly string[], value: Json): Node => {
    const own = isNode(node) ? node : {};
    return { ...own, [key]: rest.length === 0 ? value : put(own[key], rest, value) };
  };
  const shipped = JSON.parse(source.files.get(OVERLAY) ?? "{}") as Json;
  const overlay = all.reduce((node, { at, value }) => put(node, at, value), shipped);
  return { files: new Map([...source.files, [OVERLAY, JSON.stringify(overlay, null, 2)]]) };
}

/** The lines of a value in the overlay, from the line of its key. */
function linesOf(from: FlowSource, { at }: Written): readonly number[] {
  const text = from.files.get(OVERLAY) ?? "";
  let node = readDocument(OVERLAY, text, "overlay").root;
  let entry: Entry | undefined;
  for (const key of at) {
    entry = entriesOf(node).find(([one]) => one === key)?.[1];
    node = entry?.node ?? null;
  }
  const first = entry?.key.line ?? 0;
  const length = JSON.stringify(
    at.reduce((value, key) => (isNode(value) ? value[key] : undefined) as Json, JSON.parse(text) as Json),
    null,
    2,
  );
  return Array.from({ length: length.split("\n").length }, (_none, index) => first + index);
}

function compiled(from: FlowSource): { readonly bundle: Bundle | null; readonly problems: readonly Problem[] } {
  const { bundle, problems } = compile(from, "juniper");
  return { bundle, problems: problems.filter(({ severity }) => severity === "error") };
}

beforeAll(async () => {
  source = await readSource(".");
  check = stateCheck(source.files.get("schemas/state.schema.json") ?? "");
}, 180_000);

describe("faults in an overlay file", () => {
  let from: FlowSource;
  let bundle: Bundle;
  let findings: readonly Finding[];
  beforeAll(() => {
    from = overlaid([...FAULTS, ROW, TIMER]);
    const made = compiled(from);
    if (made.bundle === null) throw new Error(JSON.stringify(made.problems));
    ({ bundle } = made);
    ({ findings } = analyse(analysisInput(from, "juniper", bundle, compile), { reach: false, spaces }));
  }, 180_000);

  /** The screens through which the runtime redirects the depositor of a finding. */
  function chainOf({ witness }: Finding): readonly string[] {
    if (witness === null) return [];
    if (witness.decide !== null) {
      const path = decide(bundle.core, witness.state, witness.decide, NOW);
      return resolve(bundle.core, witness.state, { pathname: path, search: "", state: null }, NOW).chain;
    }
    try {
      return resolve(bundle.core, witness.state, { pathname: witness.pathname ?? "", ...witness.location }, NOW).chain;
    } catch (error) {
      if (error instanceof RedirectLoop) return error.chain;
      throw error;
    }
  }

  test.each(FAULTS)("$kind", (fault) => {
    const lines = linesOf(from, fault);
    const own = findings.filter(({ rule, owner }) => rule === fault.rule && owner === fault.owner);
    const reported = own.filter(({ at }) =>
      at.some(({ file, line, layer }) => file === OVERLAY && layer === "overlay" && lines.includes(line)),
    );
    expect(reported.length, own.map(({ at }) => JSON.stringify(at)).join()).toBeGreaterThan(0);
    if (fault.rule === "predicate-constant" || fault.isStateless) return;
    for (const finding of reported) {
      const { witness, message, rule } = finding;
      expect(check(witness?.state ?? null), message).toBe(null);
      const chain = chainOf(finding);
      // The runtime must agree with the rule: the depositor stays on the screen, or is redirected.
      if (rule.endsWith("refused") || rule === "redirect-loop")
        expect(chain.length, message).toBeGreaterThan(rule === "link-refused" ? 0 : 1);
      else if (rule !== "invariant") expect(chain, message).toHaveLength(1);
    }
  });

  test("are of at least eight kinds", () => {
    expect(new Set([...FAULTS, ...SLIPS].map(({ kind }) => kind)).size).toBe(FAULTS.length + SLIPS.length);
    expect(FAULTS.length).toBeGreaterThanOrEqual(8);
  });
});

describe("misspellings in an overlay file", () => {
  test("are all reported at their lines in one run", () => {
    const from = overlaid(SLIPS);
    const { problems } = compiled(from);
    for (const slip of SLIPS) {
      const lines = linesOf(from, slip);
      const reported = problems.filter(({ rule, file, line }) => rule === slip.rule && file === OVERLAY && lines.includes(line));
      expect(reported.length, `${slip.kind}: ${JSON.stringify(problems)}`).toBeGreaterThan(0);
    }
  }, 180_000);
});

describe("errors of the base that an overlay causes", () => {
  test.each([
    { kind: "a path renamed", at: ["screens", "withdraw", "path"], value: "/withdraw-money", message: 'There is no path "/withdraw"' },
    { kind: "a removed keyword", at: ["screens", "withdraw", "title"], value: null, message: '"title" is missing' },
    {
      kind: "a removed predicate",
      at: ["predicates", "flaggedOrInReview"],
      value: null,
      message: 'There is no predicate "flaggedOrInReview"',
    },
  ])(
    "$kind: reported once, at its line, with the places in the base",
    ({ message, ...fault }) => {
      const from = overlaid([fault]);
      const { problems } = compiled(from);
      const broken = problems.filter((problem) => problem.message.startsWith(message));
      expect(broken.length).toBeGreaterThan(0);
      expect(broken.every(({ file }) => file !== OVERLAY)).toBe(true);
      const all = reportedAtOverlay(from, "juniper", problems);
      const reported = all.filter((problem) => problem.message.startsWith(message));
      expect(reported).toHaveLength(1);
      expect(reported[0]).toMatchObject({ file: OVERLAY, see: broken.map(({ file, line, column }) => ({ file, line, column })) });
      expect(linesOf(from, fault)).toContain(reported[0]?.line);
      expect(all.filter(({ severity, file }) => severity === "error" && file !== OVERLAY)).toEqual([]);
    },
    60_000,
  );

  test("two causes are two findings", () => {
    const faults = [
      { kind: "a removed keyword", at: ["screens", "withdraw", "title"], value: null },
      { kind: "a removed screen", at: ["screens", "login.sent"], value: null },
    ];
    const from = overlaid(faults);
    const reported = reportedAtOverlay(from, "juniper", compiled(from).problems).filter(({ severity }) => severity === "error");
    expect(new Set(reported.map(({ line }) => line))).toEqual(new Set(faults.flatMap((fault) => linesOf(from, fault))));
  }, 60_000);

  test("are reported in the base where the overlay did not cause them", () => {
    const from = overlaid([{ kind: "", at: ["screens", "withdraw", "title"], value: "Money out" }]);
    const files = new Map(from.files).set(
      "flows/support.flow.json",
      (from.files.get("flows/support.flow.json") ?? "").replaceAll('"/message-center"', '"/message-centre"'),
    );
    const { problems } = compiled({ files });
    expect(problems.some(({ rule }) => rule === "unknown-name")).toBe(true);
    expect(reportedAtOverlay({ files }, "juniper", problems)).toEqual(problems);
  });
});

describe("an equivalent overlay", () => {
  test("has no findings, treats no depositor differently, and handles every outcome", () => {
    const from = overlaid(EQUIVALENT);
    const { bundle, problems } = compiled(from);
    const shipped = compiled(source).bundle;
    if (bundle === null || shipped === null) throw new Error(JSON.stringify(problems));
    const input = analysisInput(from, "juniper", bundle, compile);
    expect(analyse(input, { reach: false, spaces }).findings.filter(({ rule }) => RULES[rule].severity === "error")).toEqual([]);
    expect(compareAdmission(shipped, bundle, input.stateSchema)).toEqual([]);
    const save = bundle.journeys.auth?.screens["setup-mobile-mfa"]?.actions.save;
    expect(save?.on).not.toHaveProperty("network");
    expect(save === undefined || isUnhandled(bundle.core, save.on ?? {}, save.call ?? "", "network")).toBe(false);
  }, 180_000);
});
