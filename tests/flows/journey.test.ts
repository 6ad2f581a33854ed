/** Tests the path from registration to the dashboard in the engine alone: each submission, its call, its answer, the next page. */
import { describe, expect, it } from "vitest";
import { holds } from "../../src/language/predicate.js";
import { AUTH, bad, good, IN, NOW, progress, saved, Traveller } from "./screen-walk.js";
import { bundleOf } from "./shipped.js";

/** Each brand's pages of details in their order, and the next step of each. */
const DETAILS: Readonly<Record<string, readonly (readonly [path: string, next: string])[]>> = {
  harbor: [
    ["/registration/basic-information", "address"],
    ["/registration/address", "employer"],
    ["/registration/employer", "confirmed"],
  ],
  juniper: [
    ["/registration/basic-information", "employer"],
    ["/registration/employer", "address"],
    ["/registration/address", "confirmed"],
  ],
};

describe.each(["harbor", "juniper"])("opening an account at %s", (slug) => {
  it("leads page by page to the dashboard", () => {
    const dana = new Traveller(slug, "/registration");
    dana.does("register", { form: { email: "d@example.com" }, answer: good("register", { auth: AUTH, progress: null, message: null }) });
    expect(dana.path).toBe("/setup-mobile-mfa");
    dana.does("save", {
      form: { phone: "4155550134" },
      answer: good("addMobile", { auth: { nonceToken: "n", mfa: "sms", phone: "•••" }, message: null }),
    });
    expect(dana.path).toBe("/otp-verification");
    dana.does("verify", {
      form: { code: "000000" },
      answer: good("verifyMfa", { auth: { ...AUTH, loginSuccess: true }, progress: progress(null), message: null }),
    });
    expect(dana.path).toBe("/registration/landing");
    expect(dana.does("start", { answer: saved("basic") }).call).toEqual({ operation: "SaveStep", variables: { next: "basic" } });

    for (const [path, next] of DETAILS[slug] ?? []) {
      expect(dana.path).toBe(path);
      expect(dana.does("save", { form: { typed: true }, answer: saved(next) }).call?.variables).toEqual({ form: { typed: true }, next });
    }
    expect(dana.path).toBe("/registration/confirm-details");
    const confirmed = dana.does("confirm", {
      form: {},
      answer: good("confirmDetails", { progress: progress("bank", "PASSED"), registration: { duplicateSsn: false } }),
    });
    expect(confirmed.call).toEqual({ operation: "ConfirmDetails", variables: { form: {}, next: "bank" } });
    expect(dana.path).toBe("/registration/passed");
    dana.does("continue");
    expect(dana.path).toBe("/registration/link-account-selection");
    expect(dana.at.route.state).toEqual({ method: "fastlink" });
    const linked = {
      linkedAccounts: [{ uuid: "l", status: "ACTIVE", link_type: "FASTLINK" }],
      fastlink: { success: true, data: { uuid: "l" } },
      progress: progress("verified", "PASSED"),
    };
    expect(
      dana.does("linked", { form: { requestId: "r", providerAccountId: "p" }, answer: good("linkFastlink", linked) }).call?.variables,
    ).toEqual({
      requestId: "r",
      providerAccountId: "p",
    });
    expect(dana.path).toBe("/fund-account");
    dana.does("save", {
      form: { initial_amount: "250.00" },
      answer: good("saveInitialAmount", { funding: { initial_amount: "250.00" }, progress: progress("verified", "PASSED") }),
    });
    expect(dana.path).toBe("/fund-account/disclosure");
    const attested = good("attestDisclosures", { disclosures: [], progress: progress("disclosures", "PASSED"), auth: { attestedAt: NOW } });
    const attestations = [{ uuid: "u", hash: "h" }];
    expect(dana.does("attest", { form: { attestations }, answer: attested }).call?.variables).toEqual({
      attestations,
      next: "disclosures",
    });
    expect(dana.path).toBe("/fund-account/ready-to-fund");
    const funded = good("fundAccount", {
      transfer: { status: "SUCCESS", message: null },
      progress: progress("funded", "PASSED"),
      request_id: "q",
    });
    expect(dana.does("fund", { form: { authorized: true }, answer: funded }).call).toEqual({
      operation: "FundAccount",
      variables: { authorized: true, next: "funded" },
    });
    expect(dana.path).toBe("/fund-account/successful-fund");
    dana.does("finish", { answer: saved("completed", "PASSED") });
    expect(dana.path).toBe("/dashboard");
  });

  it("goes back page by page, the step first (D38)", () => {
    const pages = [...(DETAILS[slug] ?? []), ["/registration/confirm-details", ""] as const];
    for (const [index, [path]] of pages.entries()) {
      if (index === 0) continue;
      const [before = ""] = pages[index - 1] ?? [];
      const step =
        { "/registration/basic-information": "basic", "/registration/address": "address", "/registration/employer": "employer" }[before] ??
        "";
      const here =
        { "/registration/address": "address", "/registration/employer": "employer", "/registration/confirm-details": "confirmed" }[path] ??
        "";
      const dana = new Traveller(slug, path, { ...IN, progress: progress(here) });
      expect(dana.path).toBe(path);
      expect(dana.does("goBack", { answer: saved(step) }).call).toEqual({ operation: "SaveStep", variables: { next: step } });
      expect(dana.path).toBe(before);
    }
  });

  it.each([
    ["editBasic", "basic", "/registration/basic-information"],
    ["editAddress", "address", "/registration/address"],
    ["editEmployer", "employer", "/registration/employer"],
  ])("%s of confirm details comes straight back", (edit, step, path) => {
    const dana = new Traveller(slug, "/registration/confirm-details", { ...IN, progress: progress("confirmed") });
    dana.does(edit, { answer: saved(step) });
    expect(dana.path).toBe(path);
    expect(dana.does("save", { form: {}, answer: saved("confirmed") }).call?.variables).toEqual({ form: {}, next: "confirmed" });
    expect(dana.path).toBe("/registration/confirm-details");
  });
});

describe("confirming", () => {
  it.each([
    ["PASSED", "bank", "/registration/passed"],
    ["MANUALLY_REVIEWED", "bank", "/registration/passed"],
    ["IN_REVIEW", "bank", "/registration/reviewing-account"],
    ["FLAGGED", "bank", "/registration/additional-info"],
    ["ERRORED", "confirmed", "/registration/additional-info"],
    ["UNSUBMITTED", "confirmed", "/registration/additional-info"],
    ["FAILED", "confirmed", "/registration/hold-account"],
    ["VIEW_ONLY", "confirmed", "/registration/hold-account"],
  ])("with %s leads to its page (D42)", (status, step, path) => {
    const dana = new Traveller("harbor", "/registration/confirm-details", { ...IN, progress: progress("confirmed") });
    dana.does("confirm", {
      form: {},
      answer: good("confirmDetails", { progress: progress(step, status), registration: { duplicateSsn: false } }),
    });
    expect(dana.path).toBe(path);
  });

  it("with a registered number leads to the duplicate page (D12)", () => {
    const dana = new Traveller("harbor", "/registration/confirm-details", { ...IN, progress: progress("confirmed") });
    dana.does("confirm", { form: {}, answer: bad(422, "duplicate_ssn") });
    expect(dana.path).toBe("/registration/duplicate-notification");
    dana.does("correct", { answer: saved("basic") });
    expect(dana.path).toBe("/registration/basic-information");
  });
});

describe.each(["harbor", "juniper"])("registration's bar at %s", (slug) => {
  const CODE_SENT = { auth: { nonceToken: "n", mfa: "email" }, message: null };

  /** Whether the screen shows the progress bar; the percentage depends only on the path. */
  const barOf = ({ at, state }: Traveller) => {
    const { bar } = bundleOf(slug).core.screens[at.screen] ?? {};
    return { drawn: holds(bar, { ...state, route: at.route, now: NOW }), progress: at.progress };
  };

  it("is shown with the codes of the sign-in that began the registration, by either channel", () => {
    const dana = new Traveller(slug, "/registration");
    dana.does("register", { form: {}, answer: good("register", { auth: AUTH, progress: null, message: null }) });
    expect(barOf(dana)).toEqual({ drawn: true, progress: 7 });
    dana.does("save", { form: {}, answer: good("addMobile", CODE_SENT) });
    expect(barOf(dana)).toEqual({ drawn: true, progress: 14 });
    dana.does("choose");
    expect(dana.path).toBe("/login/choose-mfa");
    dana.does("sendEmail", { answer: good("selectMfa", CODE_SENT) });
    expect(barOf(dana)).toEqual({ drawn: true, progress: 14 });
  });

  it("is not shown with the codes of a returning depositor, whose progress is not known yet", () => {
    const dana = new Traveller(slug, "/login");
    dana.does("logIn", { form: {}, answer: good("login", { auth: AUTH, progress: null, message: null }) });
    expect(dana.path).toBe("/login/choose-mfa");
    dana.does("how.add");
    expect(barOf(dana)).toEqual({ drawn: false, progress: 7 });
    dana.does("save", { form: {}, answer: good("addMobile", CODE_SENT) });
    expect(dana.path).toBe("/otp-verification");
    expect(barOf(dana)).toEqual({ drawn: false, progress: 14 });
  });
});

describe("Continue of Registration Home (D42)", () => {
  it.each<[string | null, string | null, string]>([
    [null, null, "/registration/landing"],
    ["basic", null, "/registration/basic-information"],
    ["address", null, "/registration/address"],
    ["employer", null, "/registration/employer"],
    ["confirmed", null, "/registration/confirm-details"],
    ["confirmed", "FAILED", "/registration/hold-account"],
    ["confirmed", "ERRORED", "/registration/additional-info"],
    ["confirmed", "UNSUBMITTED", "/registration/additional-info"],
    ["bank", "PASSED", "/registration/link-account-selection"],
    ["bank", "IN_REVIEW", "/registration/link-account-selection"],
    ["bank", "FLAGGED", "/registration/link-account-selection"],
    ["verified", "PASSED", "/fund-account"],
    ["disclosures", "PASSED", "/fund-account/ready-to-fund"],
    ["disclosures", "IN_REVIEW", "/registration/additional-info"],
    ["funded", "PASSED", "/fund-account/successful-fund"],
  ])("from %s with %s leads to %s", (step, status, path) => {
    const dana = new Traveller("harbor", "/login/registration-home", { ...IN, progress: progress(step, status) });
    dana.does("continue");
    expect(dana.path).toBe(path);
  });

  it("leads from a pending manual link to the two amounts", () => {
    const linkedAccounts = [{ uuid: "l", status: "VERIFICATION_PENDING", link_type: "MANUAL" }];
    const dana = new Traveller("harbor", "/login/registration-home", { ...IN, progress: progress("bank", "PASSED"), linkedAccounts });
    dana.does("continue");
    expect(dana.path).toBe("/manual-funding/microdeposits");
  });
});
