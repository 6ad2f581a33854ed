/**
 * Faults in what is done: where effects, Back and failures lead, what is set, kept and forgotten, and the order of rows.
 * Many stand in the shipped flows at once, and each is told where it is; each by itself stands in for one of its kind.
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
  /** Where it stands, and what is written there; a function gives it from what stood there. */
  readonly at: readonly string[];
  readonly value: Json | ((before: Json) => Json);
  /** How it is told: the rule's owner, and a part of the message. */
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
/** Effects without one of their words. */
const without = (word: string) => (before: Json) => {
  const { items } = before as Node;
  if (items === undefined) return omit(before as Node, word);
  const left = Object.entries(items as Readonly<Record<string, Node>>).map(([key, effect]) => [key, omit(effect, word)] as const);
  return { items: Object.fromEntries(left.filter(([, effect]) => Object.keys(effect).some((one) => one !== "when"))) };
};
/** Effects without the one of a key. */
const withoutItem = (key: string) => (before: Json) => ({ items: omit((before as Node).items as Node, key) });
/** Rows with two of them in each other's place. */
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
    kind: "an answer that leads past a page",
    file: LINKING,
    at: effects("registration.link-account-selection", "linked", "on", "ok"),
    value: { go: "/fund-account/disclosure" },
    owner: "screen:registration.link-account-selection",
    says: violated("amountAfterLinking"),
  },
  {
    kind: "Back to a page that refuses",
    file: FUNDING,
    at: ["screens", "fund-account.disclosure", "back"],
    value: "/fund-account",
    owner: "screen:fund-account.disclosure",
    says: messages.linkRefused("fund-account.disclosure", "Back", "/fund-account"),
  },
  {
    kind: "a row of Back that takes too many",
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
    says: violated("pagesLeadToPages"),
  },
  {
    kind: "a reset that is forgotten",
    file: AUTH,
    at: effects("logout", "leave", "then"),
    value: without("reset"),
    owner: "screen:logout",
    says: violated("loggedOutAreOut"),
  },
  {
    kind: "a value that is not set",
    file: LINKING,
    at: effects("relink.selection", "linked", "on", "ok"),
    value: without("set"),
    owner: "screen:relink.selection",
    says: violated("relinkedNeedNot"),
  },
  {
    kind: "a value that is set wrong",
    file: "flows/dashboard.flow.json",
    at: effects("dashboard", "relink", "then"),
    value: { set: { "auth.relink": false }, go: "/relink/selection" },
    owner: "screen:dashboard",
    says: violated("relinkIsAskedFor"),
  },
  {
    kind: "a row of an answer that is dropped",
    file: AUTH,
    at: effects("login", "logIn", "on", "ok"),
    value: withoutItem("mfaPending"),
    owner: "screen:login",
    says: violated("secondFactorFirst"),
  },
  {
    kind: "an effect that is dropped",
    file: AUTH,
    at: effects("login.entry", "goOn", "then"),
    value: withoutItem("registrationOpen"),
    owner: "screen:login.entry",
    says: violated("entryOfOpen"),
  },
  {
    kind: "a condition that is turned",
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
    kind: "a failure of the app's that is only told",
    file: "flows/app.flow.json",
    at: ["failures", "401"],
    value: { notify: { message: "Please log in again.", severity: "error" } },
    owner: "app",
    says: violated("refusedSessionsEnd"),
  },
  {
    kind: "a watch that ends nothing",
    file: "flows/app.flow.json",
    at: ["actions", "endIdle", "then"],
    value: { notify: { message: "Are you there?", severity: "info" } },
    owner: "app",
    says: violated("logOutLeadsOut"),
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
    kind: "a row that leads where one is let in, and wrongly",
    file: "flows/decisions.json",
    at: ["decisions", "logoLink", "rows", "otherwise", "go"],
    value: "/registration/landing",
    owner: "decision:logoLink",
    says: violated("logoOfOpen"),
  },
  {
    kind: "a comparison with now that is turned",
    file: "flows/predicates.json",
    at: ["predicates", "sessionExpired", "logic"],
    value: { and: [{ "!==": [{ var: "auth.expiresAt" }, null] }, { ">": [{ var: "auth.expiresAt" }, { var: "now" }] }] },
    owner: "decision:logoLink",
    says: violated("logoOfEndedSession"),
  },
  {
    kind: "a bound that is let in",
    file: "flows/predicates.json",
    at: ["predicates", "moneyAvailable", "logic"],
    value: { and: [{ "!==": [{ var: "accounts.0.available_balance" }, null] }, { ">=": [{ var: "accounts.0.available_balance" }, 0] }] },
    owner: "screen:withdraw",
    says: violated("withdrawAsksForMoney"),
  },
  {
    kind: "what is missing taken for yes",
    file: "flows/predicates.json",
    at: ["predicates", "primary", "logic"],
    value: { "!==": [{ var: "progress.is_primary" }, false] },
    owner: "screen:beneficiary.add",
    says: violated("changesByTheHolderThemself"),
  },
  {
    kind: "a list that is asked less of",
    file: "flows/predicates.json",
    at: ["predicates", "fundingReturned", "logic"],
    value: (before) => ({ and: ((before as Node).and as readonly Json[]).slice(1) }),
    owner: "screen:funding-returned",
    says: violated("returnedByTheBank"),
  },
  {
    kind: "a list of two asked for where one is enough",
    file: "flows/beneficiary.flow.json",
    at: ["screens", "beneficiary.details", "guard"],
    value: { and: ["loggedIn", "hasBeneficiaries"] },
    owner: "screen:beneficiary.details",
    says: violated("beneficiariesAreShown"),
  },
  {
    kind: "a watch that watches somebody else",
    file: "flows/app.flow.json",
    at: ["monitors", "idleEnd", "when"],
    value: { and: ["loggedIn", "mfaPending"] },
    owner: "app",
    says: violated("idleSessionsEnd"),
  },
  {
    kind: "a promise that everybody keeps",
    file: INVARIANTS,
    at: ["invariants", "disclosuresBeforeFunding", "require"],
    value: { or: ["atDisclosures", { "!": ["atDisclosures"] }] },
    owner: "app",
    says: `disclosuresBeforeFunding ${messages.vacuous("require")}`,
  },
  {
    kind: "a promise that nobody can break",
    file: INVARIANTS,
    at: ["invariants", "identityBeforeFunding", "never"],
    value: { and: ["statusMissing", "failed"] },
    owner: "app",
    says: `identityBeforeFunding ${messages.vacuous("never")}`,
  },
  {
    kind: "a promise that excepts all that it speaks of",
    file: INVARIANTS,
    at: ["invariants", "viewOnlyMovesNoMoney", "except"],
    value: ["deposit.**", "withdraw.**"],
    owner: "app",
    says: `viewOnlyMovesNoMoney ${messages.vacuous("screens")}`,
  },
  {
    kind: "a promise that lets another screen send as well",
    file: INVARIANTS,
    at: ["invariants", "attestedOnDisclosures", "onlyFrom"],
    value: ["fund-account.disclosure", "deposit"],
    owner: "app",
    says: `attestedOnDisclosures ${messages.neverSends("deposit", "AttestDisclosures")}`,
  },
  {
    kind: "a promise of an action that is not there",
    file: INVARIANTS,
    at: ["invariants", "codesLock", "actions"],
    value: ["otp-verification.verifyCode", "otp-verification.verify"],
    owner: "app",
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

describe("a fault in what is done", () => {
  let findings: readonly Finding[];
  beforeAll(async () => {
    const from = faulty(await readSource("."), FAULTS);
    const { bundle, problems } = compile(from, "harbor");
    if (bundle === null) throw new Error(JSON.stringify(problems.filter(({ severity }) => severity === "error")));
    findings = analyse(analysisInput(from, "harbor", bundle, compile), { reach: false }).findings;
    for (const { rule, witness } of findings) {
      if (rule !== "link-refused" || witness?.pathname == null) continue;
      // Who is told of is on the screen where it is done.
      const state = { ...bundle.core.initial, ...witness.state };
      expect(resolve(bundle.core, state, { pathname: witness.pathname, ...witness.location }).chain).toHaveLength(1);
    }
  }, 60_000);

  test.each(FAULTS)("$kind", ({ owner, says }) => {
    const told = findings.filter((finding) => finding.owner === owner).map(({ message }) => message);
    expect(told.filter((message) => message.includes(says)).length, told.join("\n")).toBeGreaterThan(0);
  });
});

describe("a step that there is not", () => {
  test("is told at its screen, and ends no proof", async () => {
    const next = {
      kind: "a step misspelt",
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
  }, 60_000);
});
