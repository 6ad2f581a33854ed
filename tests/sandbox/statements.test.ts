/** Tests that a statement lists every movement of its month, late returns too, and that its lines add up. */
import { describe, expect, it } from "vitest";
import { pdfTexts } from "../support/pdf.js";
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

const centsOf = (text: string): number => Math.round(Number(text.replace(/[$,]/g, "")) * 100);

/** The lines of a statement's table as [date or title, kind, cents], and the sum of all but the two balances. */
async function statement(client: BankClient, year: number, month: number) {
  const { download_url } = (await client.call<{ download_url: string }>(`/statements/${year}/${month}`)).data;
  const texts = pdfTexts(new Uint8Array(await (await bank.fetch(new Request(download_url))).arrayBuffer()));
  const [first, last] = [texts.indexOf("Opening balance"), texts.indexOf("Closing balance")];
  const lines = texts.slice(first + 2, last).join("|");
  const amounts = texts.slice(first + 2, last).filter((text) => /^-?\$/.test(text));
  return {
    opening: centsOf(texts[first + 1] ?? ""),
    closing: centsOf(texts[last + 1] ?? ""),
    moved: amounts.reduce((sum, text) => sum + centsOf(text), 0),
    lines,
  };
}

/** Moves the bank's clock to an instant. */
const moveTo = (client: BankClient, now: string) => client.control("/clock", { now });

describe("a statement", () => {
  it("lists a deposit and its late return of the same month, and adds up", async () => {
    const client = await fundFrom(LATE_RETURN, "500.00");
    await moveTo(client, "2026-12-01T12:00:00Z");
    const november = await statement(client, 2026, 11);
    // Accepted on Saturday the 21st: it settles on Tuesday the 24th and comes back on Friday the 27th.
    expect(november.lines).toContain("2026-11-24|Deposit|$500.00|2026-11-27|Returned deposit|-$500.00");
    expect(november.opening + november.moved).toBe(november.closing);
    const accounts = await client.call<{ balance: string }[]>("/accounts");
    expect(november.closing).toBe(centsOf(accounts.data[0]?.balance ?? ""));
  });

  it("lists a return of the next month in the next month's statement, and both add up", async () => {
    clock.now = Date.parse("2026-11-26T17:00:00Z");
    const client = await fundFrom(LATE_RETURN, "1000.00");
    await moveTo(client, "2027-01-01T12:00:00Z");
    const [november, december] = [await statement(client, 2026, 11), await statement(client, 2026, 12)];
    expect(november.lines).toContain("2026-11-30|Deposit|$1,000.00");
    expect(december.lines).toContain("2026-12-02|Returned deposit|-$1,000.00");
    expect(december.opening).toBe(november.closing);
    for (const month of [november, december]) expect(month.opening + month.moved).toBe(month.closing);
  });

  it("lists the interest of a persona with history once", async () => {
    const { client } = await signedIn(bank, "active");
    const month = await statement(client, 2026, 10);
    expect(month.lines).toMatch(/Interest\|\$\d/);
    expect(month.opening + month.moved).toBe(month.closing);
  });
});
