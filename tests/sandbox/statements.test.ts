/** Tests a statement's content, its figures against the ledger, and that its file does not change. */
import { describe, expect, it } from "vitest";
import { readPdf } from "../support/pdf.js";
import { readStatement, type StatementFigures } from "../support/statement.js";
import { type BankClient, signedIn, TestClock, useTestBank } from "./test-bank.js";

// Early in the month, so that a deposit settles in it; its late return is due two banking days after settlement.
const clock = new TestClock();
const bank = useTestBank({ clock });

const NUMBERS = { holder_name: "Dana Whitfield", account_type: "checking", routing_number: "021000021", authorized: true };
/** Debits of an account ending 9101 return after they have settled (domain.md 6). */
const LATE_RETURN = "55559101";

async function fundFrom(account_number: string, initial_amount: string): Promise<BankClient> {
  const { client, email } = await signedIn(bank, "bank");
  await client.call("/link/manual", { body: { ...NUMBERS, account_number } });
  await client.control("/simulate/microdeposits", { email });
  await client.call("/link/manual/verify", { body: { amounts: [7, 23] } });
  await client.call("/initial-fund-amount", { body: { initial_amount } });
  for (const { uuid, hash } of (await client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data)
    await client.call(`/disclosure/${uuid}`, { body: { attestation: true, hash } });
  const reply = await client.call("/fund-my-account", { body: { authorized: true }, headers: { "idempotency-key": "k" } });
  expect(reply.status).toBe(200);
  return client;
}

async function file(client: BankClient, year: number, month: number): Promise<Uint8Array> {
  const { download_url } = (await client.call<{ download_url: string }>(`/statements/${year}/${month}`)).data;
  return new Uint8Array(await (await bank.fetch(new Request(download_url))).arrayBuffer());
}

const statement = async (client: BankClient, year: number, month: number): Promise<StatementFigures> =>
  readStatement(await file(client, year, month));

/** Whether each row's balance is the one before plus its amount, from the opening to the closing balance. */
function expectToAddUp({ opening, closing, rows }: StatementFigures): void {
  let balance = opening;
  for (const row of rows) {
    balance += row.cents;
    expect(row.balance).toBe(balance);
  }
  expect(balance).toBe(closing);
}

const balanceOf = async (client: BankClient): Promise<number> =>
  Math.round(Number((await client.call<{ balance: string }[]>("/accounts")).data[0]?.balance) * 100);

/** Moves the bank's clock to an instant. */
const moveTo = (client: BankClient, now: string) => client.control("/clock", { now });

describe("a statement's figures", () => {
  it("list a deposit and its late return of the same month, and end with the ledger's balance", async () => {
    const client = await fundFrom(LATE_RETURN, "500.00");
    await moveTo(client, "2026-12-01T12:00:00Z");
    const november = await statement(client, 2026, 11);
    // Accepted on Saturday the 21st: it settles on Tuesday the 24th and comes back on Friday the 27th.
    expect(november.rows).toMatchObject([
      { day: "November 24, 2026", description: "Electronic deposit from checking ending in 9101", cents: 50_000 },
      { day: "November 27, 2026", description: "Transfer returned (R01) by checking ending in 9101", cents: -50_000 },
      { day: "November 30, 2026", description: "Interest paid" },
    ]);
    expectToAddUp(november);
    expect(november.closing).toBe(await balanceOf(client));
  });

  it("list a return of the next month in the next month's statement, and leave the first as it was", async () => {
    clock.now = Date.parse("2026-11-26T17:00:00Z");
    const client = await fundFrom(LATE_RETURN, "1000.00");
    await moveTo(client, "2026-12-01T12:00:00Z");
    const before = await file(client, 2026, 11);
    await moveTo(client, "2027-01-01T12:00:00Z");
    const [november, december] = [await statement(client, 2026, 11), await statement(client, 2026, 12)];
    expect(november.rows).toMatchObject([{ day: "November 30, 2026", cents: 100_000 }, { description: "Interest paid" }]);
    expect(december.rows[0]).toMatchObject({ day: "December 2, 2026", cents: -100_000 });
    expect(december.opening).toBe(november.closing);
    for (const month of [november, december]) expectToAddUp(month);
    expect(december.closing).toBe(await balanceOf(client));
    expect(await file(client, 2026, 11)).toEqual(before);
  });

  it("list the interest of a persona with history once, with the yield earned", async () => {
    clock.now = Date.parse("2026-11-21T17:00:00Z");
    const { client } = await signedIn(bank, "active");
    const month = await statement(client, 2026, 10);
    expect(month.rows.filter(({ description }) => description === "Interest paid")).toMatchObject([{ day: "October 31, 2026" }]);
    expectToAddUp(month);
    // The account earns the yield of its rate, 4.00% compounded daily, as no money is uncollected.
    expect(month.text).toContain("Annual percentage yield earned 4.08%");
    expect(month.text).toContain("We paid interest on October 31, 2026.");
  });
});

describe("a statement's file", () => {
  it("has what a bank must mail: period, holder and address, account, notices, numbered pages", async () => {
    const { client } = await signedIn(bank, "active");
    const { pages } = await readPdf(await file(client, 2026, 10));
    const text = pages.flat().join(" ");
    expect(text).toContain("October 1, 2026 to October 31, 2026");
    expect(text).toContain("DANA WHITFIELD 1200 MARKET STREET PHILADELPHIA, PA 19107");
    expect(text).toMatch(/High-Yield Savings Account number ending in \d{4}/);
    expect(text).toContain("We must hear from you no later than 60 days after we sent you the FIRST statement");
    expect(text).toContain("Fees $0.00");
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  });

  it("names both holders of a joint account, in the order of ownership", async () => {
    const { client } = await signedIn(bank, "joint-active");
    // The months before were closed while the account had one holder.
    expect((await statement(client, 2026, 10)).text).toContain("DANA WHITFIELD 1200 MARKET STREET");
    await moveTo(client, "2026-12-01T12:00:00Z");
    const { text } = await statement(client, 2026, 11);
    expect(text).toMatch(/DANA WHITFIELD ROBIN WHITFIELD 1200 MARKET STREET/);
  });

  it("divides a word of a holder's name that is wider than the address window, after a hyphen or anywhere", async () => {
    const { client, email } = await signedIn(bank, "active");
    const monthWith = async (last_name: string, month: number): Promise<readonly string[]> => {
      await client.control("/simulate/name-change", { email, last_name });
      await moveTo(client, `2027-${String(month + 1).padStart(2, "0")}-01T12:00:00Z`);
      return (await readPdf(await file(client, 2027, month))).pages[0] ?? [];
    };
    const lines = await monthWith("Featherstonehaugh-Cholmondeley-Marjoribanks", 1);
    expect(lines).toContain("MARJORIBANKS");
    expect(lines.filter((line) => /FEATHERSTONEHAUGH/.test(line))).toEqual([expect.stringMatching(/-CHOLMONDELEY-$/)]);
    const letters = (await monthWith("W".repeat(50), 2)).filter((line) => /^W+$/.test(line));
    expect(letters.length).toBeGreaterThan(1);
    expect(letters.join("")).toBe("W".repeat(50));
  });

  it("is tagged after PDF/UA: language, title, headings, tables with headers, alternative text, embedded fonts", async () => {
    const { client } = await signedIn(bank, "active");
    const bytes = await file(client, 2026, 10);
    const { roles, title, language, alternatives, metadata } = await readPdf(bytes);
    expect([title, language]).toEqual(["Statement for October 2026", "en-US"]);
    expect(metadata).toContain("<pdfuaid:part>1</pdfuaid:part>");
    for (const role of ["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"]) expect(roles).toContain(role);
    expect(alternatives).toEqual([]);
    // A standard font would be named, and not embedded.
    expect(Buffer.from(bytes).toString("latin1")).not.toContain("Helvetica");
  });

  it("does not change when a holder joins the account or by being read again, and its size is listed", async () => {
    const { client, email } = await signedIn(bank, "joint-pending");
    const [row] = (await client.call<{ year: number; month: number; size: number }[]>("/statements/2026")).data;
    const before = await file(client, row?.year ?? 0, row?.month ?? 0);
    expect(row?.size).toBe(before.byteLength);
    await client.control("/simulate/joint-accept", { email });
    expect(await file(client, row?.year ?? 0, row?.month ?? 0)).toEqual(before);
    await moveTo(client, "2026-12-01T12:00:00Z");
    expect((await statement(client, 2026, 11)).text).toContain("DANA WHITFIELD ROBIN WHITFIELD");
    expect(await file(client, row?.year ?? 0, row?.month ?? 0)).toEqual(before);
  });
});
