/**
 * Tests faults in effects: wrong targets of effects, Back and failures, wrong or missing assignments, and the order of rows.
 * The shipped flows contain all faults at once, and each must be reported at its own location. Each represents its kind.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Json } from "../../src/language/definition.js";
import type { FlowSource } from "../../src/language/source.js";
import { analyse } from "../../src/verifier/analyse.js";
import { analysisInput } from "../../src/verifier/inputs.js";
import type { Finding } from "../../src/verifier/rules/findings.js";
import { messages } from "../../src/verifier/rules/messages.js";

type Node = { [key: string]: Json };

interface Fault {
  readonly kind: string;
  readonly file: string;
  /** Its path in the file, and its value; a function computes the value from the original one. */
  readonly at: readonly string[];
  readonly value: Json | ((before: Json) => Json);
  /** The expected finding: its owner, and a part of its message. */
  readonly owner: string;
  readonly says: string;
}

const AUTH = "flows/auth.flow.json";
const FUNDING = "flows/funding.flow.json";
const LINKING = "flows/linking.flow.json";
const REGISTRATION = "flows/registration.flow.json";
const INVARIANTS = "flows/invariants.json";
const effects = (screen: string, action: string, ...rest: readonly string[]): readonly string[] => [
  "screens",
  screen,
  "actions",
  action,
  ...rest,
];
const omit = (node: Node, key: string): Node => Object.fromEntries(Object.entries(node).filter(([one]) => one !== key));
/** Effects without one of their keywords. */
const without = (keyword: string) => (before: Json) => {
  const { items } = before as Node;
  if (items === undefined) return omit(before as Node, keyword);
  const left = Object.entries(items as Readonly<Record<string, Node>>).map(([key, effect]) => [key, omit(effect, keyword)] as const);
  return { items: Object.fromEntries(left.filter(([, effect]) => Object.keys(effect).some((one) => one !== "when"))) };
};
/** Effects without the one under a key. */
const withoutItem = (key: string) => (before: Json) => ({ items: omit((before as Node).items as Node, key) });
/** Rows with two of them swapped. */
const swapped = (one: string, other: string) => (before: Json) => {
  const rows = before as Node;
  const key = (name: string): string => (name === one ? other : name === other ? one : name);
  return Object.fromEntries(Object.keys(rows).map((name) => [key(name), rows[key(name)] ?? null]));
};
const violated = (name: string): string => `violates the invariant ${name}: `;

const FAULTS: readonly Fault[] = [
  {
    kind: "an answer that leads to another step's page",
    file: REGISTRATION,
    at: effects("registration.confirm-details", "editBasic"),
    value: { call: "SaveStep", with: { next: "basic" }, on: { ok: { go: "/registration/address" } } },
    owner: "screen:registration.confirm-details",
    says: messages.effectRefused("registration.confirm-details", "editBasic (ok)", "/registration/address"),
  },
  {
    kind: "an answer that skips a page",
    file: LINKING,
    at: effects("registration.link-account-selection", "linked", "on", "ok"),
    value: { go: "/fund-account/disclosure" },
    owner: "screen:registration.link-account-selection",
    says: violated("amountAfterLinking"),
  },
  {
    kind: "Back to a page that rejects the depositor",
    file: FUNDING,
    at: ["screens", "fund-account.disclosure", "back"],
    value: "/fund-account",
    owner: "screen:fund-account.disclosure",
    says: messages.linkRefused("fund-account.disclosure", "Back", "/fund-account"),
  },
  {
    kind: "a row of Back whose condition is too weak",
    file: LINKING,
    at: ["screens", "relink.selection", "back"],
    value: { items: { complete: { when: "registrationComplete", go: "/dashboard" }, else: { go: "/login/entry" } } },
    owner: "screen:relink.selection",
    says: messages.linkRefused("relink.selection", "Back", "/dashboard"),
  },
  {
    kind: "a step that is skipped",
    file: REGISTRATION,
    at: effects("registration.address", "save", "with", "next"),
    value: { if: [{ "===": [{ var: "route.state.return" }, "confirm"] }, "confirmed", "bank"] },
    owner: "screen:registration.address",
    says: violated("detailPagesInOrder"),
  },
  {
    kind: "a missing reset",
    file: AUTH,
    at: effects("logout", "leave", "then"),
    value: without("reset"),
    owner: "screen:logout",
    says: violated("logoutEndsSession"),
  },
  {
    kind: "a missing assignment",
    file: LINKING,
    at: effects("relink.selection", "linked", "on", "ok"),
    value: without("set"),
    owner: "screen:relink.selection",
    says: violated("relinkEnds"),
  },
  {
    kind: "a wrong assignment",
    file: LINKING,
    at: effects("relink.selection", "byNumber", "then", "items", "else", "set"),
    value: { "auth.relink": false },
    owner: "screen:relink.selection",
    says: violated("relinkIsRequired"),
  },
  {
    kind: "a row of an answer that is for too few depositors",
    file: AUTH,
    at: effects("login", "logIn", "on", "ok", "items", "mfaPending", "when"),
    value: { and: ["mfaPending", "secondary"] },
    owner: "screen:login",
    says: violated("secondFactorFirst"),
  },
  {
    kind: "an effect that is dropped",
    file: AUTH,
    at: effects("login.entry", "continue", "then"),
    value: withoutItem("registrationOpen"),
    owner: "screen:login.entry",
    says: violated("entryOfOpen"),
  },
  {
    kind: "a negated condition",
    file: FUNDING,
    at: effects("fund-account.disclosure", "attest", "on", "ok"),
    value: {
      items: {
        review: { when: { "!": ["flaggedOrInReview"] }, go: "/registration/reviewing-account" },
        else: { decide: "continueRegistration" },
      },
    },
    owner: "screen:fund-account.disclosure",
    says: violated("attestedInReviewWait"),
  },
  {
    kind: "a failure that leads elsewhere",
    file: AUTH,
    at: effects("otp-verification", "verify", "on", "403"),
    value: { go: "/login" },
    owner: "screen:otp-verification",
    says: violated("codesLock"),
  },
  {
    kind: "a failure of the app that only shows a notification",
    file: "flows/app.flow.json",
    at: ["failures", "401"],
    value: { notify: { message: "Please log in again.", severity: "error" } },
    owner: "app",
    says: violated("refusedSessionsEnd"),
  },
  {
    kind: "a monitor whose action ends the session of some depositors only",
    file: "flows/app.flow.json",
    at: ["actions", "endIdle", "then"],
    value: {
      items: {
        end: { when: { "!": "mfaPending" }, go: { path: "/logout", state: { reason: "idle" } } },
        ask: { notify: { message: "Are you there?", severity: "info" } },
      },
    },
    owner: "app",
    says: violated("logoutPage"),
  },
  {
    kind: "rows of a decision in another order",
    file: "flows/decisions.json",
    at: ["decisions", "afterLogin", "rows"],
    value: swapped("hold", "secondaryReview"),
    owner: "decision:afterLogin",
    says: violated("heldSignInToHold"),
  },
  {
    kind: "a row with the wrong target, which admits the depositor",
    file: "flows/decisions.json",
    at: ["decisions", "logoLink", "rows", "else", "go"],
    value: "/registration/landing",
    owner: "decision:logoLink",
    says: violated("logoOfOpen"),
  },
  {
    kind: "a reversed comparison with now",
    file: "flows/predicates.json",
    at: ["predicates", "sessionExpired", "logic"],
    value: { and: [{ "!==": [{ var: "auth.expiresAt" }, null] }, { ">": [{ var: "auth.expiresAt" }, { var: "now" }] }] },
    owner: "decision:logoLink",
    says: violated("logoOfEndedSession"),
  },
  {
    kind: "an inclusive bound",
    file: "flows/predicates.json",
    at: ["predicates", "moneyAvailable", "logic"],
    value: { and: [{ "!==": [{ var: "accounts.0.available_balance" }, null] }, { ">=": [{ var: "accounts.0.available_balance" }, 0] }] },
    owner: "screen:withdraw",
    says: violated("withdrawAsksForMoney"),
  },
  {
    kind: "a missing value taken for true",
    file: "flows/predicates.json",
    at: ["predicates", "primary", "logic"],
    value: { "!==": [{ var: "progress.is_primary" }, false] },
    owner: "screen:beneficiary.add",
    says: violated("beneficiariesOfKnownPrimary"),
  },
  {
    kind: "a weaker condition on a list",
    file: "flows/predicates.json",
    at: ["predicates", "fundingReturned", "logic"],
    value: (before) => ({ and: ((before as Node).and as readonly Json[]).slice(1) }),
    owner: "screen:funding-returned",
    says: violated("returnedByTheBank"),
  },
  {
    kind: "two list items required where one is enough",
    file: "flows/beneficiary.flow.json",
    at: ["screens", "beneficiary.details", "guard"],
    value: { and: ["loggedIn", "hasSeveralBeneficiaries"] },
    owner: "screen:beneficiary.details",
    says: violated("beneficiariesAreShown"),
  },
  {
    kind: "a monitor of the wrong depositors",
    file: "flows/app.flow.json",
    at: ["monitors", "idleEnd", "when"],
    value: { and: ["loggedIn", "mfaPending"] },
    owner: "app",
    says: violated("idleSessionsEnd"),
  },
  {
    kind: "an invariant that always holds",
    file: INVARIANTS,
    at: ["invariants", "disclosuresBeforeFunding", "require"],
    value: { or: ["atDisclosures", { "!": ["atDisclosures"] }] },
    owner: "app",
    says: `disclosuresBeforeFunding ${messages.vacuous("require")}`,
  },
  {
    kind: "an invariant that no transition can violate",
    file: INVARIANTS,
    at: ["invariants", "identityBeforeFunding", "never"],
    value: { and: ["statusMissing", "failed"] },
    owner: "app",
    says: `identityBeforeFunding ${messages.vacuous("never")}`,
  },
  {
    kind: "an invariant whose exceptions cover all of its cases",
    file: INVARIANTS,
    at: ["invariants", "viewOnlyMovesNoMoney", "except"],
    value: ["deposit.**", "withdraw.**"],
    owner: "app",
    says: `viewOnlyMovesNoMoney ${messages.vacuous("screens")}`,
  },
  {
    kind: "an invariant that allows another screen to send",
    file: INVARIANTS,
    at: ["invariants", "attestedOnDisclosures", "onlyFrom"],
    value: ["fund-account.disclosure", "deposit"],
    owner: "screen:deposit",
    says: `attestedOnDisclosures ${messages.neverSends("deposit", "AttestDisclosures")}`,
  },
  {
    kind: "an invariant of an unknown action",
    file: INVARIANTS,
    at: ["invariants", "codesLock", "actions"],
    value: ["otp-verification.verifyCode", "otp-verification.verify"],
    owner: "screen:otp-verification",
    says: `codesLock ${messages.unknownReference("otp-verification.verifyCode")}`,
  },
];

function faulty(source: FlowSource, faults: readonly Fault[]): FlowSource {
  const files = new Map(source.files);
  for (const { file, at, value, kind } of faults) {
    const root = JSON.parse(files.get(file) ?? "{}") as Node;
    let node = root;
    for (const key of at.slice(0, -1)) {
      const next = node[key];
      if (typeof next !== "object" || next === null) throw new Error(`${kind}: no ${key}`);
      node = next as Node;
    }
    const last = at.at(-1) ?? "";
    node[last] = typeof value === "function" ? value(node[last] ?? null) : value;
    files.set(file, JSON.stringify(root, null, 2));
  }
  return { files };
}

describe("a fault in effects", () => {
  let findings: readonly Finding[];
  beforeAll(async () => {
    const from = faulty(await readSource("."), FAULTS);
    const { bundle, problems } = compile(from, "harbor");
    if (bundle === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === "error")));
    findings = analyse(analysisInput(from, "harbor", bundle, compile), { reach: false }).findings;
    for (const { rule, witness } of findings) {
      if (rule !== "link-refused" || witness?.pathname == null) continue;
      // The depositor shown is on the screen of the fault.
      const state = { ...bundle.core.initial, ...witness.state };
      expect(resolve(bundle.core, state, { pathname: witness.pathname, ...witness.location }).chain).toHaveLength(1);
    }
  }, 180_000);

  test.each(FAULTS)("$kind", ({ owner, says }) => {
    const reported = findings.filter((finding) => finding.owner === owner).map(({ message }) => message);
    expect(reported.filter((message) => message.includes(says)).length, reported.join("\n")).toBeGreaterThan(0);
  });
});

describe("an unknown step", () => {
  test("is reported at its screen, and does not end the check", async () => {
    const next = {
      kind: "a misspelled step",
      file: REGISTRATION,
      at: effects("registration.address", "save", "with", "next"),
      value: "confirmedd",
      owner: "",
      says: "",
    };
    const from = faulty(await readSource("."), [next]);
    const { bundle, problems } = compile(from, "harbor");
    if (bundle === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === "error")));
    const { findings } = analyse(analysisInput(from, "harbor", bundle, compile), { reach: false });
    expect(findings.map(({ rule, owner }) => `${rule} ${owner}`)).toEqual(["unanalysable screen:registration.address"]);
    expect(findings[0]?.at[0]?.file).toBe(REGISTRATION);
  }, 180_000);
});
