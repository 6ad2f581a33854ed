/** Tests the pages of transactions, their search, and their exports, with 10,000 rows in the sandbox. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../flows/shipped.js";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";

const ROWS = 10_000;
const MACHINE = Date.parse("2026-11-21T17:00:00Z");
let fixture: SandboxFixture;
let dana: Depositor & { email: string };
beforeAll(async () => {
  fixture = await SandboxFixture.open({ clock: () => MACHINE });
  dana = await fixture.signedInAs("active");
  await fixture.control("/simulate/long-history", { email: dana.email, rows: ROWS });
}, 240_000);
afterAll(() => fixture?.close());

interface Row {
  readonly uuid: string;
  readonly kind: string;
  readonly status: string;
  readonly amount: string;
  readonly balance: string | null;
  readonly posted_on: string | null;
  readonly description: string;
}
interface Page {
  readonly items: readonly Row[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly first: number;
  readonly last: number;
  readonly exports: readonly { readonly format: string; readonly href: string }[];
}

const cents = (amount: string): number => Math.round(Number(amount) * 100);
const pageOf = (filter: object = {}, page?: number, who: Depositor = dana) => who.call<Page>("TransactionPage", { filter, page });
const download = (url: string, who: Depositor = dana) => who.request({ method: "GET", url });

/** The lines of a CSV file after its header, by RFC 4180. */
function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const line of text.split("\r\n").slice(1, -1)) {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
    rows.push(cells.map(([, quoted, plain]) => (quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'))));
  }
  return rows;
}

describe("the pages of 10,000 transactions", () => {
  it("are small, in the ledger's order, and each balance follows from the row below", async () => {
    const [first, second] = [await pageOf(), await pageOf({}, 2)];
    expect(first).toMatchObject({ page: 1, first: 1, last: 50, pages: Math.ceil(first.total / 50) });
    expect(first.total).toBeGreaterThanOrEqual(ROWS);
    expect(second).toMatchObject({ first: 51, last: 100 });
    const rows = [...first.items, ...second.items];
    expect(new Set(rows.map(({ uuid }) => uuid)).size).toBe(100);
    for (const [index, row] of rows.slice(0, -1).entries())
      expect(cents(row.balance ?? ""), row.uuid).toBe(cents(rows[index + 1]?.balance ?? "") + cents(row.amount));
  });

  it("end with the last page, even if a later one is requested", async () => {
    const last = await pageOf({}, 100_000);
    expect(last.page).toBe(last.pages);
    expect(last.last).toBe(last.total);
    expect(await pageOf({}, 0)).toMatchObject({ page: 1 });
  });

  it("are searched by words, amount, type, status and days", async () => {
    expect(await pageOf({ search: "no such thing" })).toMatchObject({ items: [], total: 0, first: 0, last: 0, pages: 1 });
    const withdrawals = await pageOf({ type: "withdrawals" });
    expect(withdrawals.total).toBeGreaterThanOrEqual(ROWS / 2);
    expect(withdrawals.total).toBeLessThan((await pageOf()).total);
    expect(withdrawals.items.every(({ amount }) => amount.startsWith("-"))).toBe(true);
    const { posted_on } = withdrawals.items[0] ?? {};
    const ofDay = await pageOf({ from: posted_on, to: posted_on });
    expect(ofDay.items.every((row) => row.posted_on === posted_on)).toBe(true);
    expect(ofDay.total).toBe(60);
    expect((await pageOf({ search: "WITHDRAWAL $-1.37" })).items.every(({ amount }) => amount === "-1.37")).toBe(true);
    expect((await pageOf({ status: "pending" })).total).toBe(0);
    expect((await pageOf({ status: "settled", type: "interest" })).items.every(({ kind }) => kind === "interest")).toBe(true);
  });

  it("are not sent to every screen", async () => {
    const rows = await dana.call<readonly Row[]>("Transactions");
    expect(rows.length).toBeLessThanOrEqual(27);
    expect(rows.some(({ status, kind }) => status === "Settled" && kind !== "interest")).toBe(true);
  });
});

describe("one transaction", () => {
  it("is read by its owner alone", async () => {
    const [row] = (await pageOf()).items;
    const eve = await fixture.signedInAs("active");
    expect(await dana.call("Transaction", { uuid: row?.uuid })).toMatchObject({ uuid: row?.uuid, amount: row?.amount });
    expect(await eve.call("Transaction", { uuid: row?.uuid })).toBeNull();
  });
});

describe("the exported file", () => {
  it("in CSV has the ledger's rows, which add up to the balance", async () => {
    const response = await download("/documents/transactions/csv");
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toBe('attachment; filename="transactions.csv"');
    expect(response.headers["cache-control"]).toBe("no-store");
    const rows = csvRows(response.body);
    const [account] = await dana.call<readonly { readonly balance: string }[]>("Accounts");
    expect(rows.reduce((sum, row) => sum + cents(row[5] ?? ""), 0)).toBe(cents(account?.balance ?? ""));
    expect(rows[0]?.[6]).toBe(account?.balance);
    const page = await pageOf();
    expect(rows.slice(0, 50).map((row) => row[7])).toEqual(page.items.map(({ uuid }) => uuid));
    expect(rows).toHaveLength(page.total);
  });

  it("has the rows of the search", async () => {
    const found = await pageOf({ search: "1.37", type: "withdrawals" });
    const { href = "" } = found.exports.find(({ format }) => format === "csv") ?? {};
    expect(csvRows((await download(href)).body)).toHaveLength(found.total);
  });

  it("in OFX has each transaction once, and the balance", async () => {
    const { body, headers } = await download("/documents/transactions/ofx?type=interest");
    expect(headers["content-type"]).toBe("application/x-ofx");
    const found = await pageOf({ type: "interest" });
    expect(body.match(/<FITID>/g)?.length ?? 0).toBe(found.total);
    const [account] = await dana.call<readonly { readonly balance: string }[]>("Accounts");
    expect(body).toContain(`<BALAMT>${account?.balance}</BALAMT>`);
    expect(body).toContain("OFXHEADER:100\r\n");
  });

  it("in OFX and QFX names the bank by the routing number of its brand", async () => {
    const bank = `<BANKID>${bundleOf("harbor").core.brand.routing_number}</BANKID>`;
    for (const format of ["ofx", "qfx"]) expect((await download(`/documents/transactions/${format}`)).body).toContain(bank);
  });

  it("in QFX is the OFX file with Quicken's number of the bank", async () => {
    const [ofx, qfx] = [await download("/documents/transactions/ofx"), await download("/documents/transactions/qfx")];
    expect(qfx.headers["content-type"]).toBe("application/vnd.intu.qfx");
    expect(qfx.headers["content-disposition"]).toBe('attachment; filename="transactions.qfx"');
    const undated = (text: string): string => text.replace(/<DTSERVER>\d+/, "");
    expect(qfx.body).toContain("<INTU.BID>3000</INTU.BID></SONRS>");
    expect(undated(qfx.body.replace("<INTU.BID>3000</INTU.BID>", ""))).toBe(undated(ofx.body));
  });

  it("has only the rows of the signed-in depositor", async () => {
    const eve = await fixture.signedInAs("active");
    const own = await pageOf({}, 1, eve);
    expect(csvRows((await download("/documents/transactions/csv", eve)).body)).toHaveLength(own.total);
  });

  it.each([
    ["/documents/transactions/csv?type=loans", 400],
    ["/documents/transactions/csv?from=yesterday", 400],
    ["/documents/transactions/csv?account=other", 400],
    ["/documents/transactions/csv?type=interest&type=returns", 400],
    ["/documents/transactions/xls", 404],
  ])("is refused at %s", async (url, status) => {
    expect((await download(url)).statusCode).toBe(status);
  });

  it("is refused without a session", async () => {
    expect(
      (await fixture.app.inject({ method: "GET", url: "/documents/transactions/csv", headers: { host: "harbor.localhost" } })).statusCode,
    ).toBe(401);
  });
});
