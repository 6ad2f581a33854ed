/** The way from registration to the dashboard through the engine alone: each submission, its call, its answer, the next page. */
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/engine/definition.js";
import type { Command, DepositorState, Outcome, Resolution } from "../../src/engine/events.js";
import { resolve, transition } from "../../src/engine/run.js";
import { bundleOf } from "./shipped.js";

const NOW = "2026-11-21T12:00:00Z";
type Fields = { readonly [field: string]: Json };

const PROGRESS = { depositor_id: "dep-1", first_name: "Dana", registration_status: null, extended_status: "UNLINKED", is_primary: true };
const progress = (registration_last_step: string | null, registration_status: string | null = null) => ({
  ...PROGRESS,
  registration_last_step,
  registration_status,
});

/** A depositor in front of a screen, with the engine and nothing else. */
class Traveller {
  state: DepositorState;
  at: Resolution;

  constructor(
    readonly slug: string,
    path: string,
    state: DepositorState = {},
  ) {
    this.state = { ...bundleOf(slug).core.initial, ...state };
    this.at = this.resolved(path, "", null);
  }

  private resolved(pathname: string, search: string, state: Json): Resolution {
    return resolve(bundleOf(this.slug).core, this.state, { pathname, search, state }, NOW);
  }

  private context(data: Fields) {
    return { now: NOW, route: this.at.route, data };
  }

  private follow(commands: readonly Command[]): readonly Command[] {
    const go = commands.find((command) => command.kind === "go");
    if (go !== undefined) this.at = this.resolved(go.path, go.search, go.state);
    return commands;
  }

  /** Raises an action of the screen; without an answer it is one that calls nothing. */
  does(action: string, { form, item, data = {}, answer }: { form?: Json; item?: Json; data?: Fields; answer?: Outcome } = {}) {
    const { core, journeys } = bundleOf(this.slug);
    const event = { owner: this.at.screen, action, ...(form === undefined ? {} : { form }), ...(item === undefined ? {} : { item }) };
    const raised = transition(core, journeys, this.state, { type: "action", ...event }, this.context(data));
    this.state = raised.state;
    const call = raised.commands.find((command) => command.kind === "call");
    if (answer === undefined) {
      expect(call).toBeUndefined();
      return { call: null, commands: this.follow(raised.commands) };
    }
    if (call === undefined) throw new Error(`${this.at.screen}.${action} calls nothing`);
    const answered = transition(core, journeys, this.state, { type: "outcome", ...event, outcome: answer }, this.context(data));
    this.state = answered.state;
    return { call: { operation: call.operation, variables: call.variables }, commands: this.follow(answered.commands) };
  }

  get path(): string {
    return this.at.path;
  }

  get message(): string {
    return (this.state.notification as { readonly message: string }).message;
  }
}

const good = (field: string, payload: Fields): Outcome => ({ status: "ok", result: { [field]: payload } });
const bad = (
  status: number | "network" | "timeout",
  code: string | null = null,
  message = "The server's words.",
  errors: { path: string; message: string }[] = [],
): Outcome => ({
  status,
  code,
  message,
  errors,
  request_id: null,
});

const AUTH = {
  bearerToken: "marker",
  session_id: "s",
  email: "d•••",
  phone: null,
  mfaRequired: true,
  loginSuccess: false,
  expiresAt: "2026-11-21T23:00:00Z",
};
const IN = { auth: { ...AUTH, loginSuccess: true } };
const saved = (next: string, status: string | null = null) => good("saveDepositor", { progress: progress(next, status) });

/** Each brand's pages of details, in its order, and the step that each names next. */
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
    dana.does("goOn");
    expect(dana.path).toBe("/registration/link-account-selection");

    dana.does("choose");
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
      variables: { key: "initial-dep-1-250.00-0", authorized: true, next: "funded" },
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

  it("with a number that is known leads to the duplicate page (D12)", () => {
    const dana = new Traveller("harbor", "/registration/confirm-details", { ...IN, progress: progress("confirmed") });
    dana.does("confirm", { form: {}, answer: bad(422, "duplicate_ssn") });
    expect(dana.path).toBe("/registration/duplicate-notification");
    dana.does("correct", { answer: saved("basic") });
    expect(dana.path).toBe("/registration/basic-information");
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
    dana.does("goOn");
    expect(dana.path).toBe(path);
  });

  it("from a manual link that waits leads to the two amounts", () => {
    const linkedAccounts = [{ uuid: "l", status: "VERIFICATION_PENDING", link_type: "MANUAL" }];
    const dana = new Traveller("harbor", "/login/registration-home", { ...IN, progress: progress("bank", "PASSED"), linkedAccounts });
    dana.does("goOn");
    expect(dana.path).toBe("/manual-funding/microdeposits");
  });
});

describe("the words of S8", () => {
  const DELAY = "We are currently experiencing a delay when logging in. Please try again in 1 hour.";
  it.each<[Outcome, string]>([
    [bad(400, "bad_credentials", "The email or the password is not right."), "The email or the password is not right."],
    [bad(403, "locked", "x"), "Too many incorrect attempts. Account Locked."],
    [bad(419, "csrf_expired", "x"), "We are experiencing some connection errors. Please try again in 1 hour."],
    [bad(401), DELAY],
    [bad(404), DELAY],
    [bad(422, "validation"), DELAY],
    [bad(429), DELAY],
    [bad(451), DELAY],
    [bad(500), DELAY],
    [bad(503), DELAY],
    [bad("network"), DELAY],
    [bad("timeout"), DELAY],
  ])("login answered %o", (answer, message) => {
    const dana = new Traveller("harbor", "/login");
    dana.does("logIn", { form: {}, answer });
    expect([dana.message, dana.path]).toEqual([message, "/login"]);
  });

  it("registration without an answer, and with an email that is taken", () => {
    const dana = new Traveller("harbor", "/registration");
    dana.does("register", { form: {}, answer: bad("network") });
    expect(dana.message).toBe("We are currently experiencing a delay on registration. Please try again in 1 hour.");
    const errors = [{ path: "email", message: "Taken." }];
    expect(dana.does("register", { form: {}, answer: bad(422, "duplicate_email", "x", errors) }).commands).toEqual([
      { kind: "fieldErrors", errors },
    ]);
  });

  const WAITING = { auth: { ...AUTH, nonceToken: "n" } };
  it("codes: resent, nothing to resend, wrong, refused, locked", () => {
    const dana = new Traveller("harbor", "/otp-verification", WAITING);
    dana.does("resend", { answer: good("resendMfa", { message: null }) });
    expect(dana.message).toBe("Code resent successfully!");
    dana.does("resend", { answer: bad(404, "not_found", "No code.") });
    expect(dana.message).toBe("No code.");
    const errors = [{ path: "code", message: "Wrong." }];
    expect(dana.does("verify", { form: {}, answer: bad(400, "wrong_code", "Wrong.", errors) }).commands).toEqual([
      { kind: "fieldErrors", errors },
    ]);
    dana.does("verify", { form: {}, answer: bad(401, null, "Bearer token or nonce token is null") });
    expect([dana.message, dana.path]).toEqual(["Bearer token or nonce token is null", "/otp-verification"]);
    dana.does("verify", { form: {}, answer: bad(403, "locked") });
    expect(dana.path).toBe("/mfa-account-locked");
  });

  it("a phone number that is refused, and no answer", () => {
    const dana = new Traveller("harbor", "/setup-mobile-mfa", WAITING);
    dana.does("save", { form: {}, answer: bad("network") });
    expect(dana.message).toBe("Error while saving phone number.");
    const errors = [{ path: "phone", message: "Not a number." }];
    expect(dana.does("save", { form: {}, answer: bad(422, "validation", "x", errors) }).commands).toEqual([
      { kind: "fieldErrors", errors },
    ]);
  });

  it("a reset link that has expired leads to the failed page (D44)", () => {
    const dana = new Traveller("harbor", "/login/reset-password");
    dana.does("save", { form: {}, answer: bad(400, "expired_link", "This link has expired.") });
    expect(dana.path).toBe("/login/reset-password/failed");
  });

  it("alerts that are read", () => {
    const dana = new Traveller("harbor", "/dashboard/alerts", {
      ...IN,
      progress: progress("completed", "PASSED"),
      alerts: [{ uuid: "a", read_at: null }],
    });
    dana.does("read", { item: { uuid: "a" }, answer: good("markAlertRead", { alerts: [{ uuid: "a", read_at: NOW }], message: null }) });
    expect(dana.message).toBe("Alert marked as read");
    dana.does("readAll", { answer: good("markAllAlertsRead", { alerts: [], message: null }) });
    expect(dana.message).toBe("Alerts marked as read");
  });
});

describe("leaving", () => {
  it("clears every slice but what was dismissed, and says so", () => {
    const dismissed = { banners: ["b"], returnedTransactions: [], bookmark: null, chase: null };
    const dana = new Traveller("harbor", "/logout", {
      ...IN,
      progress: progress("completed", "PASSED"),
      drafts: { a: { b: "c" } },
      dismissed,
    });
    const { commands } = dana.does("leave");
    expect(commands).toContainEqual({ kind: "clearPersisted" });
    expect(dana.message).toBe("Logout successful");
    expect(dana.path).toBe("/login");
    const { notification: _said, ...rest } = dana.state;
    expect(rest).toEqual({ ...bundleOf("harbor").core.initial, dismissed, notification: undefined });
  });

  it("any 401 leads to logout and keeps what was typed", () => {
    const drafts = { "forms/address.json": { city: "Portland" } };
    const dana = new Traveller("harbor", "/registration/address", { ...IN, progress: progress("address"), drafts });
    dana.does("save", { form: {}, answer: bad(401, "unauthorized") });
    expect(dana.path).toBe("/logout");
    dana.does("leave");
    expect(dana.path).toBe("/login");
    expect(dana.message).toMatch(/^Your session has ended/);
    expect(dana.state.drafts).toEqual(drafts);
    expect(dana.state.progress).toBeNull();
  });
});

describe("money that came back (D41)", () => {
  const returned = {
    ...IN,
    progress: progress("completed", "PASSED"),
    linkedAccounts: [{ uuid: "l", status: "LOCKED" }],
    transactions: [{ uuid: "t", status: "Returned", return_code: "R01" }],
  };

  it("is shown from Home once for each transfer", () => {
    const dana = new Traveller("harbor", "/dashboard", returned);
    dana.does("showReturned");
    expect(dana.path).toBe("/funding-returned");
    dana.does("goOn");
    expect(dana.path).toBe("/dashboard");
    expect(dana.does("showReturned").commands).toEqual([]);
    const again = new Traveller("harbor", "/dashboard", {
      ...dana.state,
      transactions: [{ uuid: "u", status: "Returned", return_code: "R03" }, ...returned.transactions],
    });
    again.does("showReturned");
    expect(again.path).toBe("/funding-returned");
  });
});
