/** Tests every route for every persona and every combination that a guard distinguishes, against the specification. */
import { describe, expect, it } from "vitest";
import { decide } from "../../src/engine/decide.js";
import type { DepositorState } from "../../src/engine/events.js";
import { resolve } from "../../src/engine/resolve.js";
import type { Json } from "../../src/language/definition.js";
import { BRANDS, bundleOf, depositorOf, PERSONAS } from "./shipped.js";
import { type Depositor, expected, PAGES, type RouteState } from "./specification.js";

const NOW = "2026-11-21T12:00:00Z";
const PATHS = Object.keys(PAGES);
const asked = (path: string): string => path.replace(":uuid", "6d1f");

const VISITOR: DepositorState = {};
const WHO: Readonly<Record<string, DepositorState>> = {
  visitor: VISITOR,
  "visitor who asked for a reset": { auth: { resetEmail: "d@example.com" } },
  "visitor whose reset failed": { auth: { resetPasswordError: "expired" } },
  "signed in without progress": { auth: { bearerToken: "marker" } },
  ...Object.fromEntries(Object.entries(PERSONAS).map(([name, { state }]) => [name, state])),
};

/** The whole state: the engine keeps what it derives from a state for all its addresses. */
const wholeState = (slug: string, state: DepositorState): DepositorState => ({ ...bundleOf(slug).core.initial, ...state });

function landed(slug: string, state: DepositorState, pathname: string, route: Json = null, search = "") {
  return landedWith(slug, wholeState(slug, state), pathname, route, search);
}

function landedWith(slug: string, whole: DepositorState, pathname: string, route: Json = null, search = "") {
  const { chain, title, layout, progress, nav } = resolve(bundleOf(slug).core, whole, { pathname, search, state: route }, NOW);
  return { chain, title, layout, progress, nav: nav.map(({ path }) => path) };
}

describe("the paths", () => {
  it("are the 111 of S2.1, and the details of a transaction", () => {
    expect(PATHS).toHaveLength(112);
  });

  it.each(BRANDS)("are all in the flows of %s, and nothing else but the catch-all", (slug) => {
    const written = Object.values(bundleOf(slug).core.screens).flatMap(({ paths }) => paths);
    expect(written.sort()).toEqual([...PATHS, "*"].sort());
  });

  it("have the ids of interfaces.md", () => {
    for (const [id, { paths }] of Object.entries(bundleOf("harbor").core.screens)) {
      const [path = ""] = paths;
      const plain = path.split("/").filter((part) => part !== "" && !part.startsWith(":"));
      expect(id).toBe(path === "/" ? "login" : plain.join("."));
    }
  });
});

describe.each(BRANDS)("every route of %s", (slug) => {
  it.each(Object.keys(WHO))("for %s", (name) => {
    const state = WHO[name] ?? {};
    const who = depositorOf(state);
    const whole = wholeState(slug, state);
    const got = Object.fromEntries(PATHS.map((path) => [path, landedWith(slug, whole, asked(path))]));
    const wanted = Object.fromEntries(PATHS.map((path) => [path, { ...expected(who, asked(path)) }]));
    expect(got).toEqual(wanted);
  });
});

const STATUSES = [null, "PASSED", "FAILED", "FLAGGED", "ERRORED", "IN_REVIEW", "VIEW_ONLY", "UNSUBMITTED", "MANUALLY_REVIEWED", "ACTIVE"];
const STEPS = [null, "basic", "address", "employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed"];
const EXTENDED = [null, "UNLINKED", "LINKED", "FUNDED", "HOLD", "REVIEW"];

/** Further values that guards read: none, and one at a time. */
const CIRCUMSTANCES: readonly DepositorState[] = [
  {},
  { auth: { bearerToken: "marker", relink: true }, accounts: [{ uuid: "a", available_balance: 0.01 }] },
  { transfer: { status: "SUCCESS" }, registration: { duplicateSsn: true }, joint: { duplicateSsn: true } },
  { transfer: { status: "PENDING" }, fastlink: { success: true, data: { uuid: "f" } }, alerts: [{ uuid: "1", read_at: null }] },
  {
    fastlink: { success: true, data: { uuid: null } },
    beneficiaries: [{ uuid: "1" }],
    jointAccount: { registration_status: "UNSUBMITTED", is_pending_signup: true },
  },
  {
    beneficiaries: [{ uuid: "1" }, { uuid: "2" }],
    jointAccount: { registration_status: "PASSED", is_pending_signup: false },
    accounts: [{ uuid: "a", available_balance: 0 }],
  },
  { linkedAccounts: [{ uuid: "1", status: "LOCKED" }], transactions: [{ uuid: "t", status: "Returned", return_code: "R01" }] },
  { linkedAccounts: [{ uuid: "1", status: "LOCKED" }], transactions: [{ uuid: "t", status: "Returned", return_code: null }] },
  {
    linkedAccounts: [
      { uuid: "1", status: "ACTIVE" },
      { uuid: "2", status: "LOCKED" },
    ],
    transactions: [{ uuid: "t", status: "Returned", return_code: "R01" }],
  },
  {
    linkedAccounts: [{ uuid: "1", status: "LOCKED" }],
    transactions: [
      { uuid: "t", status: "Returned", return_code: "R01" },
      { uuid: "u", status: "Settled", return_code: null },
    ],
  },
];

function* everyProgress(): Generator<DepositorState> {
  for (const registration_status of STATUSES)
    for (const registration_last_step of STEPS)
      for (const extended_status of ["UNLINKED", "HOLD"])
        for (const is_primary of [true, false]) yield { registration_status, registration_last_step, extended_status, is_primary };
}

describe("every combination of status, step, hold and holder", () => {
  it.each(CIRCUMSTANCES.map((circumstance, index) => [index, circumstance] as const))("in circumstance %i", (_index, circumstance) => {
    const wrong: unknown[] = [];
    for (const progress of everyProgress()) {
      for (const auth of [{ bearerToken: "marker" }, { bearerToken: null }]) {
        const state: DepositorState = { auth, progress, ...circumstance };
        const who = depositorOf(state);
        const whole = wholeState("harbor", state);
        for (const path of PATHS) {
          const got = landedWith("harbor", whole, asked(path));
          const wanted = expected(who, asked(path));
          if (
            JSON.stringify(got.chain) !== JSON.stringify(wanted.chain) ||
            got.title !== wanted.title ||
            got.layout !== wanted.layout ||
            String(got.nav) !== String(wanted.nav)
          ) {
            wrong.push({ path, progress, auth, got, wanted });
          }
        }
      }
    }
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

describe("links and route state", () => {
  const SIGNED_IN: DepositorState = PERSONAS.active?.state ?? {};
  it.each<[string, RouteState, boolean]>([
    ["/joint-account/onboarding", { uuid: "u", hash: "h" }, true],
    ["/joint-account/onboarding", { uuid: "u" }, false],
    ["/joint-account/onboarding", { uuid: "u", hash: "" }, false],
    ["/joint-account/onboarding/ssn-verification", { uuid: "u", hash: "h" }, true],
    ["/joint-account/onboarding/identity-verified", { email: "a@example.com", token: "t" }, true],
    ["/joint-account/onboarding/identity-verified", { email: "a@example.com" }, false],
    ["/joint-account/onboarding/create-password", { email: "a@example.com", token: "t" }, true],
    ["/joint-account/onboarding/create-password", { token: "t" }, false],
  ])("%s with %o", (path, values, opens) => {
    const end = opens ? [path] : [path, "/logout"];
    expect(landed("harbor", VISITOR, path, values).chain).toEqual(end);
    expect(landed("harbor", VISITOR, path, null, `?${new URLSearchParams(values)}`).chain).toEqual(end);
    expect(expected(depositorOf(VISITOR), path, values).chain).toEqual(end);
  });

  it.each([
    ["/joint-account/onboarding", ["uuid", "hash"]],
    ["/joint-account/onboarding/ssn-verification", ["uuid", "hash"]],
    ["/joint-account/onboarding/identity-verified", ["email", "token"]],
    ["/joint-account/onboarding/create-password", ["email", "token"]],
    ["/login/reset-password", ["email", "token"]],
    ["/email-verified", ["token"]],
    ["/joint-account/verify/success", ["token"]],
  ])("%s moves %o from the address into the route state (D10)", (path, keys) => {
    const query = Object.fromEntries(keys.map((key) => [key, `of the query ${key}`]));
    const state = Object.fromEntries(keys.map((key) => [key, "of the state"]));
    const { core } = bundleOf("harbor");
    const { route, replace } = resolve(
      core,
      { ...core.initial, ...SIGNED_IN },
      { pathname: path, search: `?${new URLSearchParams({ ...query, kept: "1" })}`, state },
      NOW,
    );
    expect(route).toMatchObject({ path, search: "?kept=1", state: query });
    expect(replace).toBe(true);
  });

  it("no other page reads query keys into the state", () => {
    const lifting = Object.values(bundleOf("harbor").core.screens).filter(({ queryToState }) => queryToState.length > 0);
    expect(lifting).toHaveLength(7);
  });

  it.each([
    [{ mfaType: "email" }, "/my-account/otp-verification"],
    [{ mfaType: "phone" }, "/my-account/otp-verification"],
    [{ mfaType: "sms" }, "/my-account"],
    [null, "/my-account"],
  ])("the code of My Account with %o ends at %s (D20)", (route, end) => {
    expect(landed("harbor", SIGNED_IN, "/my-account/otp-verification", route).chain.at(-1)).toBe(end);
  });

  it("statements have the year of the route in their title", () => {
    expect(landed("harbor", SIGNED_IN, "/dashboard/documents/statements", { year: 2026 }).title).toBe("Statements 2026");
    expect(landed("harbor", SIGNED_IN, "/dashboard/documents/statements", { year: "2025" }).title).toBe("Statements 2025");
  });

  it.each(["/nowhere", "/Login", "/dashboard/", "/dashboard/documents/statements/2026", "/disclosures/view-disclosures"])("%s", (path) => {
    const got = landed("harbor", SIGNED_IN, path);
    if (path === "/dashboard/") expect(got.title).toBe("Home");
    else expect(got).toMatchObject({ chain: [path], title: "Not found", layout: "plain" });
  });
});

/** D21-D23 once more. */
const afterLogin = ({ step, status, hold, primary }: Depositor): string => {
  const passed = status === "PASSED" || status === "MANUALLY_REVIEWED";
  if (step === null) return "/registration/landing";
  if (step !== "completed") return "/login/registration-home";
  if (status === "VIEW_ONLY") return "/dashboard/documents";
  if (hold) return "/registration/hold-account";
  if (primary !== true && !passed)
    return ["IN_REVIEW", "FLAGGED", "ERRORED", "UNSUBMITTED"].includes(String(status))
      ? "/registration/additional-info"
      : "/registration/hold-account";
  if (passed || status === "IN_REVIEW") return "/dashboard";
  return "/not-found";
};
const kycRedirect = ({ status }: Depositor): string => {
  if (status === null) return "/not-found";
  return status === "FAILED" || status === "VIEW_ONLY" ? "/registration/hold-account" : "/registration/additional-info";
};

describe("decisions", () => {
  const { core } = bundleOf("harbor");
  const decided = (state: DepositorState, name: string): string => decide(core, { ...core.initial, ...state }, name, NOW);

  it("afterLogin and kycRedirect, for every progress", () => {
    for (const extended_status of EXTENDED)
      for (const progress of [...everyProgress()].map((each) => ({ ...each, extended_status }))) {
        const state: DepositorState = { auth: { bearerToken: "marker" }, progress };
        const who = depositorOf(state);
        expect([progress, decided(state, "afterLogin")]).toEqual([progress, afterLogin(who)]);
        if (!["PASSED", "MANUALLY_REVIEWED", "ACTIVE"].includes(String(who.status)))
          expect([progress, decided(state, "kycRedirect")]).toEqual([progress, kycRedirect(who)]);
      }
    expect(decided({}, "afterLogin")).toBe("/registration/landing");
    expect(decided({}, "kycRedirect")).toBe("/not-found");
  });

  const session = { bearerToken: "marker", session_id: "s", mfaRequired: true, loginSuccess: true, expiresAt: "2026-11-21T12:00:01Z" };
  const complete = (registration_status: string) => ({ registration_status, registration_last_step: "completed", is_primary: true });
  it.each<[string, DepositorState, string]>([
    ["nobody", {}, "/login"],
    ["a second factor that waits", { auth: { ...session, loginSuccess: false }, progress: complete("PASSED") }, "/login"],
    ["no session", { auth: { ...session, session_id: null }, progress: complete("PASSED") }, "/login"],
    ["a session that ends now", { auth: { ...session, expiresAt: NOW }, progress: complete("PASSED") }, "/login"],
    [
      "a session that ended, written in another form",
      { auth: { ...session, expiresAt: "2026-11-21T11:59:59.999Z" }, progress: complete("PASSED") },
      "/login",
    ],
    ["a session without an end", { auth: { ...session, expiresAt: null }, progress: complete("PASSED") }, "/dashboard"],
    ["no factor asked", { auth: { ...session, mfaRequired: false, loginSuccess: false }, progress: complete("PASSED") }, "/dashboard"],
    ["complete and passed", { auth: session, progress: complete("PASSED") }, "/dashboard"],
    ["complete and passed by hand", { auth: session, progress: complete("MANUALLY_REVIEWED") }, "/dashboard"],
    ["complete, in review", { auth: session, progress: complete("IN_REVIEW") }, "/login/entry"],
    ["complete, view-only", { auth: session, progress: complete("VIEW_ONLY") }, "/login/entry"],
    [
      "registration open",
      { auth: session, progress: { ...complete("PASSED"), registration_last_step: "bank" } },
      "/login/registration-home",
    ],
    ["no progress", { auth: session }, "/login/registration-home"],
  ])("the logo of %s leads to %s", (_who, state, path) => {
    expect(decided(state, "logoLink")).toBe(path);
  });
});
