/** Tests the files of transactions (fast-check): CSV equals the ledger whatever the texts are, and OFX escapes them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Transaction } from "../../gateway/resolvers/transaction-filter.js";
import { csvOf, ofxOf, postedOf } from "../../gateway/transaction-files.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const cents = (amount: string): bigint => BigInt(amount.replace(".", ""));
const amount = fc
  .tuple(fc.boolean(), fc.nat({ max: 9_999_999_999 }))
  .map(([isNegative, value]) => `${isNegative ? "-" : ""}${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`);
const row: fc.Arbitrary<Transaction> = fc.record({
  uuid: fc.uuid(),
  status: fc.constantFrom("Settled", "Returned"),
  direction: fc.constant("LinkedToPrimary"),
  description: fc.oneof(
    fc.string(),
    fc.constantFrom('=HYPERLINK("http://x")', "+1", "-2+3", "@SUM(A1)", 'a "quoted", text', "two\r\nlines", "<b>&"),
  ),
  amount,
  kind: fc.constantFrom("deposit", "interest", null),
  return_code: fc.constantFrom(null, "R01"),
  posted_on: fc.constantFrom("2026-01-05", "2026-02-05", null),
  date_scheduled: fc.constant(null),
  balance: fc.oneof(amount, fc.constant(null)),
  date_created: fc.constant("2026-01-05T12:00:00Z"),
});

/** Parses RFC 4180 by its grammar. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let fields: string[] = [];
  for (let at = 0; at < text.length; ) {
    let field = "";
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        field += text[at];
      }
      at += 1;
    } else for (; at < text.length && text[at] !== "," && text[at] !== "\r"; at += 1) field += text[at];
    fields.push(field);
    if (text[at] === ",") at += 1;
    else {
      expect(text.slice(at, at + 2)).toBe("\r\n");
      at += 2;
      rows.push(fields);
      fields = [];
    }
  }
  return rows;
}

describe("a CSV file", () => {
  it("has the posted rows in their order, and their amounts add up to the ledger's", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const posted = postedOf(rows);
        const [header, ...lines] = parse(csvOf(posted));
        expect(header).toHaveLength(8);
        expect(lines.map((line) => [line[0], line[5], line[7]])).toEqual(posted.map((one) => [one.posted_on, one.amount, one.uuid]));
        const sum = (values: readonly string[]) => values.reduce((total, value) => total + cents(value), 0n);
        expect(sum(lines.map((line) => line[5] ?? ""))).toBe(sum(posted.map((one) => one.amount)));
      }),
    );
  });

  it("has no text that a spreadsheet evaluates, and loses none of it", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const posted = postedOf(rows);
        for (const [index, line] of parse(csvOf(posted)).slice(1).entries()) {
          const text = posted[index]?.description ?? "";
          expect([text, `'${text}`]).toContain(line[1]);
          if (!/^-?\d+\.\d{2}$/.test(line[1] ?? "")) expect(line[1]).not.toMatch(/^[=+\-@\t\r]/);
        }
      }),
    );
  });
});

describe("an OFX file", () => {
  it("has an element for each posted row with any text", () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const posted = postedOf(rows);
        const account = { uuid: "11111111-2222-4333-8444-555555555555", number_last4: "4021", balance: "10.00", as_of: "2026-11-21" };
        const file = ofxOf("ofx", posted, account, { slug: "harbor", name: "Harbor & Sons" }, new Date("2026-11-21T17:00:00Z"));
        expect(file.match(/<STMTTRN>/g)?.length ?? 0).toBe(posted.length);
        expect(file.match(/<TRNAMT>([^<]*)/g) ?? []).toEqual(posted.map((one) => `<TRNAMT>${one.amount}`));
        for (const [, name = ""] of file.matchAll(/<NAME>(.*?)<\/NAME>/g)) expect(name.replace(/&(amp|lt|gt);/g, "")).not.toMatch(/[<>&]/);
      }),
    );
  });

  it("names the bank by its own numbers, or by its slug", () => {
    const account = { uuid: "11111111-2222-4333-8444-555555555555", number_last4: "4021", balance: "10.00", as_of: "2026-11-21" };
    const fileOf = (numbers: object) => ofxOf("qfx", [], account, { slug: "harbor", name: "Harbor", ...numbers }, new Date(0));
    const declared = fileOf({ routing_number: "021000021", quicken_bank: "10898" });
    expect(declared).toContain("<BANKID>021000021</BANKID>");
    expect(declared).toContain("<FID>021000021</FID>");
    expect(declared).toContain("<INTU.BID>10898</INTU.BID>");
    const undeclared = fileOf({});
    expect(undeclared).toContain("<BANKID>harbor</BANKID>");
    expect(undeclared).toContain("<INTU.BID>3000</INTU.BID>");
  });
});

describe("a file of a bank whose answer has values of other types", () => {
  const posted = {
    uuid: "t-1",
    status: "Settled",
    direction: "LinkedToPrimary",
    description: "Deposit",
    amount: "50.00",
    posted_on: "2026-01-05",
    date_created: "2026-01-05T12:00:00Z",
  };
  const account = { uuid: "a-1", number_last4: "4021", balance: "50.00", as_of: "2026-01-06" };

  it.each<[string, object, object, string]>([
    ["csv", { description: ["PRIVATE"] }, {}, "transactionHistory.1.description"],
    ["csv", { amount: 50 }, {}, "transactionHistory.1.amount"],
    ["csv", { status: null }, {}, "transactionHistory.1.status"],
    ["ofx", { posted_on: "PRIVATE" }, {}, "transactionHistory.1.posted_on"],
    ["qfx", {}, { balance: "PRIVATE" }, "accounts.0.balance"],
  ])("is not made, and the log names the field: %s, %j %j", async (format, ofRow, ofAccount, field) => {
    const lines: string[] = [];
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "GET /transactions": { data: [posted, { ...posted, ...ofRow }] },
      "GET /accounts": { data: [{ ...account, ...ofAccount }] },
    });
    const app = await openGateway(upstream, { log: { level: "info", stream: { write: (line) => void lines.push(line) } } });
    const client = new HttpClient(app);
    await client.signIn();
    const answer = await client.request({ method: "GET", url: `/documents/transactions/${format}` });
    expect([answer.statusCode, answer.json()]).toEqual([502, expect.objectContaining({ code: "upstream_failed" })]);
    const failed = lines.map((line) => JSON.parse(line) as object).filter((line) => "event" in line && line.event === "document-failed");
    const reason = expect.stringMatching(new RegExp(`^the result of ${field.replaceAll(".", "\\.")} is not of its type: `));
    expect(failed).toEqual([expect.objectContaining({ level: 50, status: 502, failure: "upstream_failed", reason })]);
    expect(lines.join("")).not.toContain("PRIVATE");
  });

  it("is made even if the bank omits optional fields", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "GET /transactions": { data: [posted] } })));
    await client.signIn();
    const answer = await client.request({ method: "GET", url: "/documents/transactions/csv" });
    expect(parse(answer.body).slice(1)).toEqual([["2026-01-05", "Deposit", "", "Settled", "", "50.00", "", "t-1"]]);
  });
});
