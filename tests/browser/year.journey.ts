/**
 * Tests a year of a depositor's life with the bank's clock advanced: first deposit, recurring deposits, a late return, a
 * withdrawal; each month's statement, the exported transactions and the 1099-INT must equal the ledger to the cent.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPdf } from "../support/pdf.js";
import { readStatement, type StatementFigures } from "../support/statement.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

// Resets the bank before and after: this journey moves the clock by a year, which would affect depositors of other journeys.
beforeAll(bank.reset);
afterAll(bank.reset);

/** A document that a link of the page leads to. */
async function fetched(visitor: Visitor, href: string): Promise<Uint8Array> {
  const bytes = await visitor.page.evaluate(async (address) => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    return [...new Uint8Array(await response.arrayBuffer())];
  }, href);
  return Uint8Array.from(bytes);
}

const documentLinks = (visitor: Visitor): Promise<string[]> =>
  visitor.page
    .getByRole("main")
    .locator('a[href^="/documents/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));

interface ExportedRow {
  readonly day: string;
  readonly kind: string;
  readonly cents: number;
  readonly balance: number;
}

/** The exported transactions in the ledger's order. */
async function exported(visitor: Visitor): Promise<ExportedRow[]> {
  const [, ...lines] = Buffer.from(await fetched(visitor, "/documents/transactions/csv"))
    .toString("utf8")
    .trim()
    .split("\r\n")
    .map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field = ""]) => field));
  const centsOf = (amount = ""): number => Math.round(Number(amount) * 100);
  return lines
    .map(([day = "", , kind = "", , , amount, balance]) => ({ day, kind, cents: centsOf(amount), balance: centsOf(balance) }))
    .reverse();
}

/** `November 24, 2026` -> `2026-11-24`. */
const isoDay = (long: string): string => new Date(`${long} UTC`).toISOString().slice(0, 10);

/** What a statement and the exported transactions must agree on. */
const figuresOf = (rows: readonly { readonly day: string; readonly cents: number; readonly balance: number }[]) =>
  rows.map(({ day, cents, balance }) => ({ day, cents, balance }));

async function depositEveryMonth(visitor: Visitor, amount: string): Promise<void> {
  await visitor.open("/deposit");
  await visitor.at("/deposit");
  await visitor.type("Amount", amount);
  await visitor.choose("How often", "Every month");
  await visitor.press("Review");
  await visitor.tick(/^I authorize/);
  await visitor.press("Confirm deposit");
  await visitor.at("/deposit/success");
}

async function withdraw(visitor: Visitor, email: string, amount: string): Promise<void> {
  await visitor.open("/withdraw");
  await visitor.at("/withdraw");
  await visitor.type("Amount", amount);
  await visitor.press("Review");
  await visitor.press(/^Email/);
  await visitor.type("Verification code", await bank.code(email));
  await visitor.button("Withdraw").last().click();
  await visitor.at("/withdraw/success");
}

describe("a year of a depositor's life", () => {
  it("adds up on every statement, in the exported file and on the 1099-INT", async () => {
    const visitor = await arrive({ brand: "harbor", width: 1440, name: "year" });
    const who = await bank.persona("disclosures", { brand: "harbor" });
    const year = Number((await bank.now()).slice(0, 4)) + 1;
    await signIn(visitor, who);
    await visitor.press("Continue");
    await visitor.at("/fund-account/ready-to-fund");
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
    await visitor.at("/fund-account/successful-fund");
    await visitor.press("Go to Home");
    await visitor.at("/dashboard");
    await depositEveryMonth(visitor, "150");

    await bank.moveTo(`${year}-03-20T17:00:00Z`);
    // The newest recurring deposit comes back after it has settled.
    await bank.simulate("transfer-return", who.email, { return_code: "R01" });
    await bank.moveTo(`${year}-06-10T17:00:00Z`);
    await withdraw(visitor, who.email, "200.00");
    await bank.moveTo(`${year + 1}-01-25T17:00:00Z`);

    await visitor.open("/dashboard/documents/statements");
    await visitor.at("/dashboard/documents/statements");
    await visitor.inspect();
    const links = await documentLinks(visitor);
    expect(new Set(links).size).toBe(links.length);
    const statements: StatementFigures[] = [];
    for (const href of [...links].reverse()) statements.push(await readStatement(await fetched(visitor, href)));
    // The month of the opening through December of the next year.
    expect(statements.length).toBeGreaterThanOrEqual(13);

    const rows = await exported(visitor);
    const last = rows.at(-1);
    const listed = statements.flatMap((statement) => statement.rows.map((row) => ({ ...row, day: isoDay(row.day) })));
    expect(figuresOf(listed)).toEqual(figuresOf(rows.filter(({ day }) => day < `${year + 1}-01-01`)));
    let balance = 0;
    for (const { opening, closing, rows: moved } of statements) {
      expect(opening).toBe(balance);
      balance = moved.reduce((sum, { cents }) => sum + cents, opening);
      expect(closing).toBe(balance);
      const paid = moved.filter(({ description }) => description === "Interest paid").length;
      // The first deposit may arrive too late to earn interest in the month of the opening.
      if (opening > 0) expect(paid).toBe(1);
      else expect(paid).toBeLessThanOrEqual(1);
    }
    expect(listed.filter(({ description }) => description.startsWith("Transfer returned (R01)"))).toMatchObject([{ cents: -15_000 }]);
    expect(listed.filter(({ description }) => description.startsWith("Electronic withdrawal"))).toMatchObject([{ cents: -20_000 }]);
    expect(listed.filter(({ cents }) => cents === 15_000).length).toBeGreaterThanOrEqual(12);
    expect((await bank.holdings(who.email)).balance).toBe(((last?.balance ?? 0) / 100).toFixed(2));

    await visitor.open("/dashboard/documents/taxes");
    await visitor.at("/dashboard/documents/taxes");
    await visitor.page.getByText(`Form 1099-INT ${year}`).waitFor();
    await visitor.inspect();
    const [form = ""] = await documentLinks(visitor);
    const interest = rows
      .filter(({ day, kind }) => kind === "interest" && day.startsWith(String(year)))
      .reduce((sum, { cents }) => sum + cents, 0);
    const { pages } = await readPdf(await fetched(visitor, form));
    expect(pages.flat().join(" ")).toContain(`1 Interest income $ ${(interest / 100).toFixed(2)} `);

    await visitor.open("/disclosures");
    await visitor.at("/disclosures");
    for (const title of ["Terms of use and privacy notice", "Truth in Savings disclosure"]) await visitor.page.getByText(title).waitFor();
    await visitor.inspect();

    // A failed download shows nothing (S8) and saves nothing; the link is there for another try.
    await visitor.open("/dashboard/documents/statements");
    await visitor.at("/dashboard/documents/statements");
    await bank.fault({ path: "/statements/{year}/{month}", status: 503, times: 1 });
    const statement = visitor.page.getByRole("main").locator('a[href^="/documents/statements/"]').first();
    const saved: unknown[] = [];
    visitor.page.on("download", (download) => saved.push(download));
    await Promise.all([
      visitor.page.waitForResponse((response) => response.status() === 503),
      visitor.page.waitForEvent("console", (message) => message.text().includes("503")),
      statement.click(),
    ]);
    visitor.forgive(/503/);
    await visitor.settled();
    expect(saved).toEqual([]);
    expect(visitor.path).toBe("/dashboard/documents/statements");
    expect(await visitor.page.getByRole("alert").filter({ hasText: /\S/ }).count()).toBe(0);
    const [file] = await Promise.all([visitor.page.waitForEvent("download"), statement.click()]);
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
  });
});
