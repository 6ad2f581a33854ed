/** Tests of deposits after the first one: dates, limits, series of recurring deposits, cancelling, idempotency. */
import { describe, expect, it } from "vitest";
import { accountOf, deposit, expectLedgerToAddUp, type Row, rowsOf, send, stepUp } from "./account-life.js";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

// Saturday 21 November 2026; Thursday the 26th is Thanksgiving.
const clock = new TestClock();
const bank = useTestBank({ clock });

const active = async (): Promise<BankClient> => (await signedIn(bank, "active")).client;
const newest = async (client: BankClient): Promise<Row> => (await rowsOf(client))[0] ?? {};
const deposits = async (client: BankClient, status: string): Promise<Row[]> =>
  (await rowsOf(client)).filter((row) => row.kind === "deposit" && row.status === status);
const cancel = (client: BankClient, uuid: unknown, body: Row = {}) => send(client, `/transactions/${String(uuid)}/void`, body);

describe("a deposit", () => {
  it("goes out on its day, settles on the next banking day, and is available when its hold ends", async () => {
    const client = await active();
    expect((await client.call("/x/deposit-preview?date=2026-11-25")).data).toMatchObject({
      date: "2026-11-25",
      debit_date: "2026-11-27",
      available_date: "2026-12-04",
      cutoff: "2026-11-25T22:00:00.000Z",
      most: "50000.00",
    });
    const reply = await deposit(client, "125.50", { date: "2026-11-25" });
    expect(reply.status).toBe(200);
    expect((await client.call(`/request/${reply.data.request_id}`)).data).toMatchObject({ status: "COMPLETED" });
    expect(await newest(client)).toMatchObject({
      amount: "125.50",
      kind: "deposit",
      status: "Initiated",
      date_scheduled: "2026-11-25",
      date_expected: "2026-11-27",
      date_available: "2026-12-04",
      cancellable: true,
      posted_on: null,
      request_id: reply.data.request_id,
    });
    expect((await accountOf(client)).pending_in).toBe("0.00");
    const before = Number((await accountOf(client)).balance);
    await client.control("/clock", { now: "2026-11-25T22:30:00Z" });
    expect(await newest(client)).toMatchObject({ status: "Submitted", date_scheduled: null, cancellable: false });
    expect((await accountOf(client)).pending_in).toBe("125.50");
    await client.control("/clock", { now: "2026-11-27T14:00:00Z" });
    expect(await newest(client)).toMatchObject({ status: "Settled", posted_on: "2026-11-27", balance: (before + 125.5).toFixed(2) });
    await expectLedgerToAddUp(client);
  });

  it.each([
    [{ date: "2026-11-20" }, "date"],
    [{ date: "2026-11-26" }, "date"],
    [{ date: "2027-11-22" }, "date"],
    [{ frequency: "weekly", ends_on: "2026-11-20" }, "ends_on"],
    [{ ends_on: "2026-12-20" }, "ends_on"],
    [{ amount: "0.99" }, "amount"],
    [{ linked_account_id: "00000000-0000-4000-8000-000000000000" }, "linked_account_id"],
    [{ authorized: false }, "authorized"],
  ])("is refused with %j", async (more, field) => {
    const client = await active();
    const reply = await deposit(client, "10.00", more);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });

  // Within a year of Friday 4 December 2026 the last banking day is Friday 3 December 2027; 6 March 2027 is a Saturday.
  it.each([
    [{ date: "2027-12-04" }, "date"],
    [{ date: "2027-03-06", frequency: "weekly", ends_on: "2027-03-07" }, "ends_on"],
  ])("is refused with %j already in its preview, by the banking day to which it moves", async (timing, field) => {
    const client = await active();
    await client.control("/clock", { now: "2026-12-04T15:00:00Z" });
    const reply = await client.call(`/x/deposit-preview?${new URLSearchParams(timing)}`);
    expect([reply.status, Object.keys(reply.errors)]).toEqual([422, [field]]);
  });

  it("can have the last day that its preview names, and a series can end on the day of its first deposit", async () => {
    const client = await active();
    await client.control("/clock", { now: "2026-12-04T15:00:00Z" });
    const preview = async (timing: Record<string, string>) =>
      (await client.call<Row>(`/x/deposit-preview?${new URLSearchParams(timing)}`)).data;
    const { latest_date } = await preview({});
    expect(latest_date).toBe("2027-12-03");
    expect((await deposit(client, "10.00", { date: latest_date })).status).toBe(200);
    const { date, frequency, ends_on } = await preview({ date: "2027-03-06", frequency: "weekly", ends_on: "2027-03-08" });
    expect((await deposit(client, "10.00", { date, frequency, ends_on })).status).toBe(200);
  });

  it.each(["view-only", "hold", "in-review", "link-locked", "relink"])("is refused for the persona %s", async (persona) => {
    const { client } = await signedIn(bank, persona);
    expect([403, 422]).toContain((await deposit(client, "10.00")).status);
  });

  it("is made once for one key, and refused for the key with another body", async () => {
    const client = await active();
    const before = (await rowsOf(client)).length;
    const [first, second] = await Promise.all([deposit(client, "10.00", {}, "k"), deposit(client, "10.00", {}, "k")]);
    expect(second.data.request_id).toBe(first.data.request_id);
    expect(await rowsOf(client)).toHaveLength(before + 1);
    expect(await deposit(client, "11.00", {}, "k")).toMatchObject({ status: 409, code: "conflict" });
    expect((await client.call("/deposit", { body: {} })).status).toBe(422);
  });

  it("stays within the day's and the month's limit, also when deposits are made at once", async () => {
    const client = await active();
    const replies = await Promise.all(Array.from({ length: 4 }, () => deposit(client, "20000.00", { date: "2026-12-01" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
    expect(replies.find(({ status }) => status === 422)).toMatchObject({
      code: "over_limit",
      errors: { amount: ["You can deposit up to $10,000.00 on this date. The limit is $50,000.00 a day."] },
    });
    for (const day of ["02", "03", "04", "07"]) expect((await deposit(client, "50000.00", { date: `2026-12-${day}` })).status).toBe(200);
    expect((await deposit(client, "10000.01", { date: "2026-12-08" })).errors).toEqual({
      amount: ["You can deposit up to $10,000.00 on this date. The limit is $250,000.00 a month."],
    });
    expect((await client.call("/x/deposit-preview?date=2026-12-08")).data).toMatchObject({ left_month: "10000.00", most: "10000.00" });
    const [one] = await deposits(client, "Initiated");
    expect((await cancel(client, one?.uuid)).status).toBe(200);
    expect((await deposit(client, "10000.01", { date: "2026-12-08" })).status).toBe(200);
  });

  it("that another one replaces does not count in the preview of the other one", async () => {
    const client = await active();
    expect((await deposit(client, "30000.00", { date: "2026-12-01" })).status).toBe(200);
    const [one] = await deposits(client, "Initiated");
    const preview = (more: object) =>
      client.call(`/x/deposit-preview?${new URLSearchParams({ amount: "25000.00", date: "2026-12-01", ...more })}`);
    expect(await preview({})).toMatchObject({ status: 422, code: "over_limit" });
    expect((await preview({ replaces: one?.uuid })).data).toMatchObject({ amount: "25000.00", left_day: "50000.00" });
    expect(await preview({ replaces: "x" })).toMatchObject({ status: 422 });
  });

  it("that is pending counts, and one that is declined does not", async () => {
    const client = await active();
    expect((await deposit(client, "49999.15", { date: "2026-12-01" })).status).toBe(200);
    expect((await deposit(client, "100.00", { date: "2026-12-01" })).code).toBe("over_limit");
    await client.advance("PT2M");
    expect((await deposit(client, "100.00", { date: "2026-12-01" })).status).toBe(200);
  });
});

describe("a series of deposits", () => {
  it("has one run that is not sent yet; each run starts on its banking day, until the end", async () => {
    const client = await active();
    const timing = { date: "2026-12-10", frequency: "biweekly", ends_on: "2027-01-10" };
    expect((await client.call(`/x/deposit-preview?${new URLSearchParams(timing)}`)).data).toMatchObject({
      next_date: "2026-12-24",
      last_date: "2027-01-07",
      count: 3,
    });
    await deposit(client, "100.00", timing);
    const seen: unknown[] = [];
    for (const now of ["2026-12-09", "2026-12-11", "2026-12-25"]) {
      await client.control("/clock", { now: `${now}T12:00:00Z` });
      seen.push((await deposits(client, "Initiated")).map(({ date_scheduled }) => date_scheduled));
    }
    expect(seen).toEqual([["2026-12-10"], ["2026-12-24"], ["2027-01-07"]]);
    await client.advance("P60D");
    expect(await deposits(client, "Initiated")).toEqual([]);
    expect((await deposits(client, "Settled")).filter(({ amount }) => amount === "100.00")).toHaveLength(3);
    await expectLedgerToAddUp(client);
  }, 30_000);

  it("is no longer a series in its last run", async () => {
    const client = await active();
    await deposit(client, "50.00", { date: "2026-11-23", frequency: "weekly", ends_on: "2026-11-27" });
    expect(await newest(client)).toMatchObject({ amount: "50.00", schedule: null });
    await deposit(client, "60.00", { date: "2026-11-23", frequency: "weekly", ends_on: "2026-11-30" });
    expect(await newest(client)).toMatchObject({ amount: "60.00", schedule: { frequency: "weekly", ends_on: "2026-11-30" } });
  });

  it("every month keeps its day, or the month's last one, and moves to a banking day", async () => {
    const client = await active();
    await client.control("/clock", { now: "2027-01-20T12:00:00Z" });
    await deposit(client, "10.00", { date: "2027-01-29", frequency: "monthly" });
    const days: unknown[] = [];
    for (const now of ["2027-01-30", "2027-03-02", "2027-03-30"]) {
      await client.control("/clock", { now: `${now}T12:00:00Z` });
      days.push((await deposits(client, "Initiated"))[0]?.date_scheduled);
    }
    // 28 February 2027 is a Sunday; 29 March is a Monday.
    expect(days).toEqual(["2027-03-01", "2027-03-29", "2027-04-29"]);
  }, 30_000);

  it("every month on the 31st has a shorter month's last day, and the 31st again, whichever day its first run moves to", async () => {
    const client = await active();
    await client.control("/clock", { now: "2027-01-20T12:00:00Z" });
    const preview = async (timing: Record<string, string>) =>
      (await client.call<Row>(`/x/deposit-preview?${new URLSearchParams({ frequency: "monthly", ...timing })}`)).data;
    // January 31, 2027 is a Sunday, and so is February 28.
    const asked = await preview({ date: "2027-01-31" });
    expect(asked).toMatchObject({ date: "2027-02-01", day_of_month: 31, next_date: "2027-03-01" });
    expect(await preview({ date: "2027-02-01", day_of_month: "31" })).toMatchObject({ day_of_month: 31, next_date: "2027-03-01" });
    const { date, frequency, day_of_month } = asked;
    await deposit(client, "10.00", { date, frequency, day_of_month });
    await client.control("/clock", { now: "2027-02-02T12:00:00Z" });
    const [second] = await deposits(client, "Initiated");
    expect(second?.date_scheduled).toBe("2027-03-01");
    // A change that leaves the date keeps the day of the month; another date has its own.
    const replaces = String(second?.uuid);
    expect(await preview({ date: "2027-03-01", replaces })).toMatchObject({ day_of_month: 31, next_date: "2027-03-31" });
    expect(await preview({ date: "2027-03-02", replaces })).toMatchObject({ day_of_month: 2, next_date: "2027-04-02" });
    await client.control("/clock", { now: "2027-03-02T12:00:00Z" });
    expect((await deposits(client, "Initiated"))[0]?.date_scheduled).toBe("2027-03-31");
    await client.control("/clock", { now: "2027-04-01T12:00:00Z" });
    expect((await deposits(client, "Initiated"))[0]?.date_scheduled).toBe("2027-04-30");
  }, 30_000);

  it("continues after one run is skipped, and ends when it is stopped", async () => {
    const client = await active();
    await deposit(client, "10.00", { date: "2026-12-01", frequency: "weekly" });
    const [first] = await deposits(client, "Initiated");
    expect(first).toMatchObject({ schedule: { frequency: "weekly", ends_on: null } });
    expect(await cancel(client, first?.uuid)).toMatchObject({ status: 200, message: "Deposit cancelled successfully" });
    const [second] = await deposits(client, "Initiated");
    expect(second).toMatchObject({ date_scheduled: "2026-12-08" });
    expect((await cancel(client, second?.uuid, { scope: "series" })).status).toBe(200);
    expect(await deposits(client, "Initiated")).toEqual([]);
    await client.advance("P30D");
    expect((await deposits(client, "Cancelled")).map(({ amount, posted_on }) => [amount, posted_on])).toEqual([
      ["10.00", null],
      ["10.00", null],
    ]);
  });

  it("skips a run while the account cannot be used, and says why", async () => {
    const { client, email } = await signedIn(bank, "active");
    await deposit(client, "10.00", { date: "2026-12-01", frequency: "weekly" });
    await client.control("/simulate/bank-lock", { email });
    await client.control("/clock", { now: "2026-12-02T12:00:00Z" });
    expect(await deposits(client, "Voided")).toHaveLength(1);
    expect((await deposits(client, "Initiated"))[0]).toMatchObject({ date_scheduled: "2026-12-08" });
    expect((await client.call<Row[]>("/alerts")).data[0]).toMatchObject({
      title: "Your scheduled deposit wasn't made",
      body: "You can't use that bank account anymore. Your scheduled deposit of $10.00 was not made, and no money was moved.",
    });
  });
});

describe("scheduled deposits of an account that is linked again", () => {
  const NUMBERS = { holder_name: "Dana Whitfield", account_type: "checking", routing_number: "021000021", authorized: true };
  const linkOf = async (client: BankClient) => (await client.call<Row[]>("/linked-accounts")).data[0] ?? {};

  it("continue with the new link to the same account", async () => {
    const { client, email } = await signedIn(bank, "active");
    await deposit(client, "10.00", { date: "2026-12-01", frequency: "weekly" });
    await client.control("/simulate/relink", { email });
    const { data } = await client.call<{ accessToken: string }>("/fastlink");
    const site = await client.finishProviderSession(data.accessToken, "Good");
    const body = { request_id: site.requestId, provider_account_id: site.providerAccountId };
    expect((await client.call("/link/fastlink", { body })).status).toBe(201);
    const [scheduled] = await deposits(client, "Initiated");
    expect(scheduled).toMatchObject({ linked_account_id: (await linkOf(client)).uuid });
    await client.control("/clock", { now: "2026-12-09T12:00:00Z" });
    expect(await deposits(client, "Voided")).toEqual([]);
    expect(await deposits(client, "Submitted")).toHaveLength(1);
  });

  it.each([
    ["another account replaced it", "000123456789", "R03"],
    ["the authorization was revoked", "000123450000", "R07"],
  ])("stop, with a notice, where %s", async (_why, number, return_code) => {
    const { client, email } = await signedIn(bank, "active");
    const verify = async (account_number: string) => {
      await client.call("/link/manual", { body: { ...NUMBERS, account_number } });
      await client.control("/simulate/microdeposits", { email });
      expect((await client.call("/link/manual/verify", { body: { amounts: [7, 23] } })).status).toBe(200);
    };
    await verify("000123450000");
    const more = { linked_account_id: (await linkOf(client)).uuid };
    await stepUp(client);
    await deposit(client, "10.00", { ...more, date: "2026-12-01", frequency: "weekly" });
    await deposit(client, "20.00", more);
    await client.control("/simulate/transfer-return", { email, return_code });
    await verify(number);
    await client.control("/clock", { now: "2026-12-09T12:00:00Z" });
    expect(await deposits(client, "Voided")).toHaveLength(1);
    expect(await deposits(client, "Initiated")).toEqual([]);
    expect((await client.call<Row[]>("/alerts")).data).toContainEqual(
      expect.objectContaining({ body: expect.stringContaining("We've also stopped the deposits that would have followed.") }),
    );
  });
});

describe("cancelling", () => {
  it("works until the transfer is sent, for its own depositor only, once for one key", async () => {
    const client = await active();
    await deposit(client, "10.00", { date: "2026-11-23" });
    const { uuid } = await newest(client);
    const other = await active();
    expect((await cancel(other, uuid)).status).toBe(404);
    await client.control("/clock", { now: "2026-11-23T21:30:00Z" });
    expect(await newest(client)).toMatchObject({ status: "Pending", cancellable: true });
    const path = `/transactions/${String(uuid)}/void`;
    const [first, again] = [await send(client, path, {}, "v"), await send(client, path, {}, "v")];
    expect(again.data.request_id).toBe(first.data.request_id);
    expect((await client.call(`/request/${first.data.request_id}`)).data).toMatchObject({ status: "COMPLETED" });
    expect(await cancel(client, uuid)).toMatchObject({
      status: 422,
      code: "not_cancellable",
      message: "This transfer was already canceled.",
    });
    expect((await send(client, path, {}, "v")).data.request_id).toBe(first.data.request_id);
  });

  it("is refused for a transfer that was sent, has settled or was returned, with the reason", async () => {
    const { client, email } = await signedIn(bank, "active");
    const refused = async (row: Row | undefined) => {
      const { status, code, message } = await cancel(client, row?.uuid);
      return [row?.kind, row?.status, status, code, message];
    };
    const expected = (message: string) => [422, "not_cancellable", message];
    for (const kind of ["deposit", "initial"]) {
      const settled = (await rowsOf(client)).find((row) => row.kind === kind && row.status === "Settled");
      expect(await refused(settled)).toEqual([kind, "Settled", ...expected("This transfer is complete, so it can't be canceled.")]);
    }
    await deposit(client, "10.00", { date: "2026-11-23" });
    await client.control("/clock", { now: "2026-11-23T22:30:00Z" });
    const sent = await newest(client);
    expect(await refused(sent)).toEqual([
      "deposit",
      "Submitted",
      ...expected("We've already sent this transfer, so it can't be canceled."),
    ]);
    await client.control("/simulate/transfer-return", { email, return_code: "R01" });
    const returned = (await rowsOf(client)).find(({ uuid }) => uuid === sent.uuid);
    expect(await refused(returned)).toEqual([
      "deposit",
      "Returned",
      ...expected("Your bank returned this transfer, so it can't be canceled."),
    ]);
    expect((await cancel(client, "nothing")).status).toBe(404);
  });

  it("is not offered online for the first deposit", async () => {
    const { client } = await signedIn(bank, "disclosures");
    await send(client, "/fund-my-account", { authorized: true });
    expect(await newest(client)).toMatchObject({ kind: "initial", status: "Initiated" });
    expect(await cancel(client, (await newest(client)).uuid)).toMatchObject({
      status: 422,
      code: "not_cancellable",
      message: "You can't cancel this transfer online. Message us for help.",
    });
  });

  it("by the bank is the reason after it", async () => {
    const { client, email } = await signedIn(bank, "active");
    await deposit(client, "10.00", { date: "2026-12-01" });
    const { uuid } = await newest(client);
    await client.control("/simulate/bank-lock", { email });
    await client.control("/clock", { now: "2026-12-02T12:00:00Z" });
    expect((await rowsOf(client)).find((row) => row.uuid === uuid)).toMatchObject({ status: "Voided" });
    expect(await cancel(client, uuid)).toMatchObject({
      status: 422,
      code: "not_cancellable",
      message: "We already canceled this transfer. No money was moved.",
    });
  });
});
