/** Tests the paths to the screens after a deposit, its change, a withdrawal and a closing, with the engine alone. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { progress, Traveller } from "./screen-walk.js";
import { BRANDS } from "./shipped.js";

const LINKED = {
  uuid: "link-1",
  status: "ACTIVE",
  link_type: "FASTLINK",
  number_last4: "6789",
  institution: "Good Bank",
  relink_required: false,
};
const STATE = {
  auth: { bearerToken: "marker", loginSuccess: true },
  progress: progress("completed", "PASSED"),
  linkedAccounts: [LINKED],
  accounts: [{ uuid: "a", available_balance: 500 }],
};
const DEPOSIT = {
  amount: "100.00",
  date: "2026-12-01",
  frequency: "once",
  ends_on: null,
  debit_date: "2026-12-02",
  available_date: "2026-12-09",
};
const SCHEDULED = { uuid: "t-1", kind: "deposit", amount: "100.00", date_scheduled: "2026-12-01", schedule: null };
/** The answer of an operation with one field. */
const ok = (field: { readonly [name: string]: Json }): Outcome => ({ status: "ok", result: { answer: field } });
const done = (status: string) =>
  ok({ request_id: "r-1", status, message: status === "FAILED" ? "Your bank declined the transfer." : null });

describe.each(BRANDS)("a depositor of %s", (slug) => {
  const reviewed = () => {
    const dana = new Traveller(slug, "/deposit", STATE);
    const form = { amount: "100.00", date: "2026-12-01", frequency: "once" };
    dana.does("review", { form, answer: ok(DEPOSIT) });
    expect(dana.at.route.state).toMatchObject({ step: "review", deposit: DEPOSIT });
    return dana;
  };

  it("reviews a deposit and confirms it", () => {
    const dana = reviewed();
    const { call } = dana.does("deposit", { form: { authorized: true }, answer: done("COMPLETED") });
    expect(call).toMatchObject({ operation: "Deposit", variables: { amount: "100.00", account: "link-1", authorized: true } });
    expect(dana.path).toBe("/deposit/success");
  });

  it("waits for a deposit that is pending, and reads why it failed", () => {
    const dana = reviewed();
    dana.does("deposit", { form: { authorized: true }, answer: done("PENDING") });
    expect([dana.path, dana.state.requests]).toMatchObject(["/deposit", { deposit: "r-1" }]);
    dana.does("check", { answer: done("PENDING") });
    expect(dana.path).toBe("/deposit");
    dana.does("check", { answer: done("FAILED") });
    expect(dana.at.route.state).toMatchObject({ failed: true, message: "Your bank declined the transfer." });
    expect(dana.state.requests).toMatchObject({ deposit: null });
  });

  it("changes a scheduled deposit", () => {
    const dana = new Traveller(slug, "/deposit/edit", STATE);
    dana.does("choose", { item: SCHEDULED });
    dana.does("review", {
      form: { amount: "120.00", date: "2026-12-03", frequency: "once" },
      answer: ok({ ...DEPOSIT, amount: "120.00" }),
    });
    const { call } = dana.does("reschedule", { form: { authorized: true }, answer: done("COMPLETED") });
    expect(call).toMatchObject({ operation: "RescheduleDeposit", variables: { transaction: "t-1", amount: "120.00" } });
    expect(dana.path).toBe("/deposit/reschedule-success");
  });

  it("withdraws with a code", () => {
    const dana = new Traveller(slug, "/withdraw", STATE);
    const preview = { amount: "25.00", sent_date: "2026-12-01", arrival_date: "2026-12-02" };
    dana.does("review", { form: { amount: "25.00" }, answer: ok(preview) });
    dana.does("sendEmail", { answer: ok({}) });
    expect(dana.at.route.state).toMatchObject({ step: "code", withdrawal: preview });
    const { call } = dana.does("withdraw", { form: { code: "123456" }, answer: done("COMPLETED") });
    expect(call).toMatchObject({ operation: "Withdraw", variables: { amount: "25.00", account: "link-1", code: "123456" } });
    expect(dana.path).toBe("/withdraw/success");
  });

  it("closes the account", () => {
    const dana = new Traveller(slug, "/withdraw", STATE);
    dana.does("close");
    const data = { preview: { payout: "500.12", arrival_date: "2026-12-02" } };
    dana.does("reviewClosing", { form: { reason: "moving", confirmation: "CLOSE" }, data });
    dana.does("closeSendEmail", { answer: ok({}) });
    const { call } = dana.does("closeAccount", { form: { code: "123456" }, answer: done("COMPLETED") });
    expect(call).toMatchObject({ operation: "CloseAccount", variables: { reason: "moving", confirmation: "CLOSE", account: "link-1" } });
    expect(dana.path).toBe("/withdraw/close-success");
  });
});
