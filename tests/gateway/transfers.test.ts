/** Tests deposits, withdrawals and closing, from the flows' operations to the sandbox's tables. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";
import { accountForm } from "./valid-forms.js";

// Saturday 21 November 2026; the next banking day is Monday the 23rd.
const MACHINE = Date.parse("2026-11-21T17:00:00Z");
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ clock: () => MACHINE });
}, 120_000);
afterAll(() => fixture?.close());

type Row = Readonly<Record<string, unknown>>;
const rowsOf = (dana: Depositor) => dana.call<readonly Row[]>("Transactions");
const linkOf = async (dana: Depositor) => String((await dana.call<readonly Row[]>("LinkedAccounts"))[0]?.uuid);
const depositOf = async (dana: Depositor, key: string, more: Row = {}) => ({
  amount: "100.00",
  date: "2026-12-01",
  frequency: "once",
  ends_on: null,
  account: await linkOf(dana),
  authorized: true,
  key,
  ...more,
});
const withdrawalOf = async (dana: Depositor, key: string, code = "000000") => ({ amount: "25.00", account: await linkOf(dana), code, key });

describe("a deposit", () => {
  it("is previewed, made once for its key, and listed with its date", async () => {
    const dana = await fixture.signedInAs("active");
    const before = (await rowsOf(dana)).length;
    expect(await dana.call("DepositPreview", { amount: "100", date: "2026-11-28", frequency: "monthly" })).toMatchObject({
      amount: "100.00",
      date: "2026-11-30",
      debit_date: "2026-12-01",
      available_date: "2026-12-08",
      day_of_month: 28,
      next_date: "2026-12-28",
      most: "50000.00",
    });
    expect(await dana.call("DepositPreview", {})).toMatchObject({ amount: null, date: "2026-11-23", frequency: "once" });
    const sent = await depositOf(dana, "once");
    const [first, again] = [await dana.call<Row>("Deposit", sent), await dana.call<Row>("Deposit", sent)];
    expect([first.status, again.request_id]).toEqual(["COMPLETED", first.request_id]);
    const rows = await rowsOf(dana);
    expect([rows.length, rows[0]]).toMatchObject([before + 1, { amount: "100.00", date_scheduled: "2026-12-01", cancellable: true }]);
  });

  it("that is scheduled is found as scheduled, and not as pending", async () => {
    const dana = await fixture.signedInAs("active");
    const foundAs = async (status: string) =>
      (await dana.call<{ items: readonly Row[] }>("TransactionPage", { filter: { status } })).items.map(({ amount }) => amount);
    await dana.call("Deposit", await depositOf(dana, "later", { amount: "31.00" }));
    await dana.call("Deposit", await depositOf(dana, "next", { amount: "32.00", date: "2026-11-23" }));
    expect([await foundAs("scheduled"), await foundAs("pending")]).toEqual([["31.00"], ["32.00"]]);
  });

  it("from an account that was never used needs a code once, and its code is checked", async () => {
    const dana = await fixture.signedInAs("relink");
    await dana.call("LinkManual", { form: accountForm("000987654321"), key: "link" });
    await fixture.control("/simulate/microdeposits", { email: dana.email });
    await dana.call("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23" }, key: "verify" });
    const before = (await rowsOf(dana)).length;
    const sent = await depositOf(dana, "first");
    expect(await dana.failure("Deposit", sent)).toMatchObject({ status: 403, code: "step_up_required" });
    await dana.call("SelectMfa", { type: "email" });
    expect(await dana.failure("Deposit", { ...sent, step_up: { code: "123123" } })).toMatchObject({
      status: 422,
      errors: [{ path: "code" }],
    });
    expect(await rowsOf(dana)).toHaveLength(before);
    const withCode = { ...sent, step_up: { code: "000000" } };
    const [first, again] = [await dana.call<Row>("Deposit", withCode), await dana.call<Row>("Deposit", withCode)];
    expect([first.status, again.request_id]).toEqual(["COMPLETED", first.request_id]);
    expect(await dana.call<Row>("Deposit", await depositOf(dana, "second"))).toMatchObject({ status: "COMPLETED" });
    expect(await rowsOf(dana)).toHaveLength(before + 2);
  });

  it("above a limit is refused at the amount", async () => {
    const dana = await fixture.signedInAs("active");
    expect(await dana.failure("DepositPreview", { amount: "50000.01", date: "2026-12-01", frequency: "once" })).toMatchObject({
      status: 422,
      code: "over_limit",
      errors: [{ path: "amount" }],
    });
  });

  it("is rescheduled by cancelling it and making another, once although the request is repeated", async () => {
    const dana = await fixture.signedInAs("active");
    await dana.call("Deposit", await depositOf(dana, "one", { frequency: "weekly" }));
    const [scheduled] = await rowsOf(dana);
    // Twice this amount is above the limit of a day.
    const changed = { ...(await depositOf(dana, "two", { amount: "30000.00", date: "2026-12-03" })), transaction: scheduled?.uuid };
    const [first, again] = [await dana.call<Row>("RescheduleDeposit", changed), await dana.call<Row>("RescheduleDeposit", changed)];
    expect(again.request_id).toBe(first.request_id);
    const live = (await rowsOf(dana)).filter(({ status }) => status === "Initiated");
    expect(live).toMatchObject([{ date_scheduled: "2026-12-03", schedule: null }]);
  });

  it.each<[string, Row, string | null, Row]>([
    // One year after the bank's day is a Sunday.
    ["its last day is no banking day", { date: "2027-11-21" }, null, { status: 422, code: "validation", errors: [{ path: "date" }] }],
    ["its day is a holiday", { date: "2026-12-25" }, null, { status: 422, code: "validation", errors: [{ path: "date" }] }],
    ["its account is locked", {}, "bank-lock", { status: 422, code: "no_source" }],
    ["the bank reviews a return", {}, "transfer-return", { status: 403, code: "under_review" }],
  ])("stays with its series when a change of it is refused because %s", async (_, more, simulation, failure) => {
    const dana = await fixture.signedInAs("active");
    const account = await linkOf(dana);
    await dana.call("Deposit", await depositOf(dana, "one", { frequency: "weekly" }));
    const [scheduled] = await rowsOf(dana);
    if (simulation !== null) await fixture.control(`/simulate/${simulation}`, { email: dana.email, return_code: "R10" });
    const changed = { ...(await depositOf(dana, "two", { frequency: "weekly" })), account, transaction: scheduled?.uuid, ...more };
    expect(await dana.failure("RescheduleDeposit", changed)).toMatchObject(failure);
    expect((await rowsOf(dana)).find(({ uuid }) => uuid === scheduled?.uuid)).toEqual(scheduled);
  });

  it("that cannot be rescheduled although its preview was permitted reports that the earlier one is canceled", async () => {
    const dana = await fixture.signedInAs("active");
    await dana.call("Deposit", await depositOf(dana, "one"));
    const [scheduled] = await rowsOf(dana);
    const changed = { ...(await depositOf(dana, "two")), transaction: scheduled?.uuid };
    await fixture.fault({ path: "/deposit", method: "POST", status: 422 });
    expect(await dana.failure("RescheduleDeposit", changed)).toMatchObject({
      status: 403,
      code: "not_rescheduled",
      message: expect.stringContaining("We canceled your deposit, but we couldn't schedule the new one."),
    });
    expect((await rowsOf(dana)).filter(({ status }) => status === "Initiated")).toEqual([]);
  });
});

describe("a withdrawal", () => {
  it("that is submitted twice at the same moment is made once, and both get its result", async () => {
    const dana = await fixture.signedInAs("active");
    const before = (await rowsOf(dana)).length;
    await dana.call("SelectMfa", { type: "email" });
    const sent = await withdrawalOf(dana, "twice");
    const results = await Promise.all([
      dana.call<Row>("Withdraw", sent),
      dana.call<Row>("Withdraw", sent),
      dana.call<Row>("Withdraw", sent),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["COMPLETED", "COMPLETED", "COMPLETED"]);
    expect(new Set(results.map(({ request_id }) => request_id)).size).toBe(1);
    expect(await rowsOf(dana)).toHaveLength(before + 1);
    // The used code permits nothing else.
    expect(await dana.failure("Withdraw", await withdrawalOf(dana, "another"))).toMatchObject({ status: 422, errors: [{ path: "code" }] });
    expect(await rowsOf(dana)).toHaveLength(before + 1);
  });

  it("verifies the code, is made once for its key, and is cancelled with the bank's message", async () => {
    const dana = await fixture.signedInAs("active");
    await dana.call("SelectMfa", { type: "email" });
    expect(await dana.failure("Withdraw", await withdrawalOf(dana, "w", "123123"))).toMatchObject({
      status: 422,
      errors: [{ path: "code" }],
    });
    const sent = await withdrawalOf(dana, "w");
    const [first, again] = [await dana.call<Row>("Withdraw", sent), await dana.call<Row>("Withdraw", sent)];
    expect([first.status, again.request_id]).toEqual(["COMPLETED", first.request_id]);
    const [row] = await rowsOf(dana);
    expect(row).toMatchObject({ amount: "-25.00", kind: "withdrawal" });
    expect(await dana.call("CancelTransfer", { transaction: row?.uuid, series: false, key: "c" })).toEqual({
      message: "Withdrawal canceled",
    });
  });

  it("with a used code asks for a new one and keeps the session", async () => {
    const dana = await fixture.signedInAs("active");
    await dana.call("SelectMfa", { type: "email" });
    await dana.call("Withdraw", await withdrawalOf(dana, "first"));
    expect(await dana.failure("Withdraw", await withdrawalOf(dana, "second"))).toMatchObject({ status: 422, errors: [{ path: "code" }] });
    expect(await rowsOf(dana)).not.toEqual([]);
  });
});

describe("closing the account", () => {
  it("sends the balance with the accrued interest", async () => {
    const dana = await fixture.signedInAs("active");
    const account = await linkOf(dana);
    const { payout } = await dana.call<{ payout: string }>("WithdrawalPreview", { account });
    await dana.call("SelectMfa", { type: "email" });
    const closing = { reason: "moving", confirmation: "CLOSE", account, code: "000000", key: "close" };
    expect(await dana.call("CloseAccount", closing)).toMatchObject({ status: "COMPLETED" });
    expect((await rowsOf(dana))[0]).toMatchObject({ kind: "closing", amount: `-${payout}`, balance: "0.00" });
    expect((await dana.call<readonly Row[]>("Accounts"))[0]).toMatchObject({ closing: true });
  });
});

describe("the order of transactions", () => {
  it("is by the day that is shown, also on Home, after the next deposit of a series is skipped", async () => {
    const dana = await fixture.signedInAs("active");
    const dayOf = (row: Row) => String(row.posted_on ?? row.date_scheduled ?? row.date_created).slice(0, 10);
    await dana.call("Deposit", await depositOf(dana, "series", { frequency: "monthly" }));
    await fixture.control("/clock", { now: "2026-12-03T17:00:00Z" });
    const [next] = await rowsOf(dana);
    expect(next).toMatchObject({ date_scheduled: "2027-01-04", request_id: null, schedule: { frequency: "monthly" } });
    const page = await dana.call<{ items: readonly Row[] }>("TransactionPage", {});
    expect(page.items[0]).toMatchObject({ uuid: next?.uuid });
    expect((await dana.call<{ total: number }>("TransactionPage", { filter: { from: "2027-01-04" } })).total).toBe(1);
    await dana.call("CancelTransfer", { transaction: next?.uuid, series: false, key: "skip" });
    for (const rows of [await rowsOf(dana), (await dana.call<{ items: readonly Row[] }>("TransactionPage", {})).items]) {
      const days = rows.map(dayOf);
      expect(days).toEqual([...days].sort().reverse());
      expect(rows.map(({ status }) => status).indexOf("Cancelled")).toBeGreaterThan(0);
    }
  });
});
