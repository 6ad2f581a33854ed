/** Tests the messages of outcomes (S8), the logout, and messages that are shown once. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import { AUTH, bad, good, IN, NOW, progress, Traveller } from "./screen-walk.js";
import { bundleOf } from "./shipped.js";

describe("the messages of S8", () => {
  const DELAY = "We are currently experiencing a delay when logging in. Please try again in 1 hour.";
  it.each<[Outcome, string]>([
    [bad(400, "bad_credentials", "The email or the password is not right."), "The email or the password is not right."],
    [bad(403, "locked", "x"), "Too many incorrect attempts. Account Locked. Try again in 15 minutes or reset your password."],
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

  it("registration without an answer, and with a taken email", () => {
    const dana = new Traveller("harbor", "/registration");
    dana.does("register", { form: {}, answer: bad("network") });
    expect(dana.message).toBe("We are currently experiencing a delay on registration. Please try again in 1 hour.");
    const errors = [{ path: "email", message: "Taken." }];
    expect(dana.does("register", { form: {}, answer: bad(422, "duplicate_email", "x", errors) }).commands).toEqual([
      { kind: "fieldErrors", errors, screen: null },
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
      { kind: "fieldErrors", errors, screen: null },
    ]);
    dana.does("verify", { form: {}, answer: bad(401, null, "Bearer token or nonce token is null") });
    expect([dana.message, dana.path]).toEqual(["Bearer token or nonce token is null", "/otp-verification"]);
    dana.does("verify", { form: {}, answer: bad(403, "locked") });
    expect(dana.path).toBe("/mfa-account-locked");
  });

  it("a rejected phone number, and no answer", () => {
    const dana = new Traveller("harbor", "/setup-mobile-mfa", WAITING);
    dana.does("save", { form: {}, answer: bad("network") });
    expect(dana.message).toBe("Error while saving phone number.");
    const errors = [{ path: "phone", message: "Not a number." }];
    expect(dana.does("save", { form: {}, answer: bad(422, "validation", "x", errors) }).commands).toEqual([
      { kind: "fieldErrors", errors, screen: null },
    ]);
  });

  it("an expired reset link leads to the failed page (D44)", () => {
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

describe("alerts with optimistic updates", () => {
  const alerts = [
    { uuid: "a", read_at: null },
    { uuid: "b", read_at: null },
    { uuid: "c", read_at: "2026-11-01T08:00:00Z" },
  ];
  const at = () => new Traveller("harbor", "/dashboard/alerts", { ...IN, progress: progress("completed", "PASSED"), alerts });
  const now = new Date(NOW).toISOString();

  it("one is read immediately, and the badge no longer counts it", () => {
    const dana = at();
    expect(dana.at.nav.find(({ key }) => key === "alerts")?.badge).toBe(2);
    const { state } = dana.raises("read", { item: { uuid: "b" } });
    expect(state.alerts).toEqual([alerts[0], { uuid: "b", read_at: now }, alerts[2]]);
  });

  it("all unread ones are read immediately; read ones keep their time", () => {
    expect(at().raises("readAll").state.alerts).toEqual([{ uuid: "a", read_at: now }, { uuid: "b", read_at: now }, alerts[2]]);
  });
});

describe("logging out", () => {
  it("clears every slice but dismissed items, and shows a message", () => {
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

  it("any 401 leads to logout and keeps the typed data", () => {
    const drafts = { "forms/address.json": { city: "Portland" } };
    const dana = new Traveller("harbor", "/registration/address", { ...IN, progress: progress("address"), drafts });
    dana.does("save", { form: {}, answer: bad(401, "unauthorized") });
    expect(dana.path).toBe("/logout");
    dana.does("leave");
    expect(dana.path).toBe("/login");
    expect(dana.at.route.state).toEqual({ reason: "expired" });
    expect(dana.state.drafts).toEqual(drafts);
    expect(dana.state.progress).toBeNull();
  });
});

describe("a returned transfer (D41)", () => {
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
    dana.does("continue");
    expect(dana.path).toBe("/dashboard");
    expect(dana.does("showReturned").commands).toEqual([]);
    const again = new Traveller("harbor", "/dashboard", {
      ...dana.state,
      transactions: [{ uuid: "u", status: "Returned", return_code: "R03" }, ...returned.transactions],
    });
    again.does("showReturned");
    expect(again.path).toBe("/funding-returned");
  });

  it("is shown once among several, whichever was dismissed; without a code it is not shown", () => {
    const several = [
      { uuid: "u", status: "Returned", return_code: "R03" },
      { uuid: "v", status: "Returned", return_code: null },
      ...returned.transactions,
    ];
    const dana = new Traveller("harbor", "/dashboard", {
      ...returned,
      transactions: several,
      dismissed: { banners: [], returnedTransactions: ["u"], bookmark: null, chase: null },
    });
    dana.does("showReturned");
    expect(dana.path).toBe("/funding-returned");
    expect(dana.state.dismissed).toMatchObject({ returnedTransactions: ["u", "t"] });
    dana.does("continue");
    expect(dana.does("showReturned").commands).toEqual([]);
  });
});
