/**
 * Tests each list, balance, chart and summary while its query is slow, after it has failed, without entries and with them: in
 * both brands and schemes at three widths. `SCREENSHOTS=1` keeps a picture of each. Only `npm run test:full` runs it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { axeFindings } from "./axe.js";
import { bank } from "./bank.js";
import { BRANDS, devices } from "./browser.js";
import { reflow } from "./layout.js";
import { ARTIFACTS } from "./product.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
afterEach(bank.clearFaults);

const WIDTHS = [390, 768, 1440] as const;
const SCHEMES = ["light", "dark"] as const;

/** Longer than a request waits for the screen's other queries. */
const SLOW = 2500;

interface Place {
  readonly name: string;
  readonly path: string;
  /** The call whose answer the blocks show. */
  readonly call: string;
  /** A text that the page has only with that answer. */
  readonly full: string | RegExp;
}

const PLACES: readonly Place[] = [
  { name: "balance", path: "/dashboard", call: "/accounts", full: "Available to withdraw" },
  { name: "latest", path: "/dashboard", call: "/transactions", full: "Latest transactions" },
  { name: "linked-bank", path: "/dashboard", call: "/linked-accounts", full: "Linked bank" },
  { name: "transactions", path: "/dashboard/transactions-list", call: "/transactions", full: /^Transactions 1 to/ },
  { name: "statements", path: "/dashboard/documents/statements", call: "/statements", full: /^[A-Z][a-z]+ 20\d\d$/ },
  { name: "taxes", path: "/dashboard/documents/taxes", call: "/tax-documents", full: "You don't have any tax documents yet." },
  { name: "disclosures", path: "/disclosures", call: "/disclosures", full: "Deposit account agreement" },
  { name: "alerts", path: "/dashboard/alerts", call: "/alerts", full: "Your deposit has cleared" },
  { name: "messages", path: "/message-center", call: "/messages", full: "A message from us" },
  { name: "questions", path: "/faq", call: "/faqs", full: "How is interest calculated?" },
  { name: "profile", path: "/my-account", call: "/depositor", full: "About you" },
  { name: "deposit", path: "/deposit", call: "/x/deposit-preview", full: "Amount" },
  { name: "withdrawal", path: "/withdraw", call: "/x/withdrawal-preview", full: "Amount" },
  { name: "beneficiaries", path: "/beneficiary/list", call: "/depositor/beneficiaries", full: "Robin Whitfield" },
];

/** Pages of an account without transactions, with the text of each empty list. */
const EMPTY: readonly (readonly [path: string, text: string])[] = [
  ["/dashboard", "Getting started"],
  ["/dashboard/documents/statements", "Your first statement will be ready at the end of your account's first month."],
  ["/dashboard/documents/taxes", "You don't have any tax documents yet."],
  ["/message-center", "You don't have any messages yet."],
];

async function keepPicture({ page }: Visitor, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(ARTIFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage: true });
}

/** Expects that nothing overflows, is cut off or overlaps at any width, and that texts have their contrast in both schemes. */
async function expectGoodLayout(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  const findings: string[] = [];
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
      findings.push(...(await reflow(page, [])).map((finding) => `${colorScheme}, ${width} px: ${finding}`));
      await keepPicture(visitor, `${name}-${colorScheme}-${width}`);
    }
    const contrast = await axeFindings(page, { only: ["color-contrast"] });
    findings.push(...contrast.map((finding) => `${colorScheme}: ${finding}`));
  }
  expect(findings, name).toEqual([]);
}

const textOf = (visitor: Visitor, text: string | RegExp) =>
  visitor.page
    .getByRole("main")
    .getByText(text, { exact: typeof text === "string" })
    .first();

describe.each(BRANDS)("at %s", (brand) => {
  it("what failed to load says so and is loaded again, what is slow is not shown as empty", { timeout: 420_000 }, async () => {
    const visitor = await arrive({ brand, width: 1440, name: `states-${brand}` });
    const who = await bank.persona("two-beneficiaries", { brand });
    await bank.simulate("message-reply", who.email, {});
    await signIn(visitor, who);
    for (const { name, path, call, full } of PLACES) {
      const shown = `states-${brand}-${name}`;
      const content = textOf(visitor, full);
      await visitor.open(path);
      await visitor.at(path);
      await content.waitFor();
      await expectGoodLayout(visitor, `${shown}-full`);

      await bank.fault({ path: call, method: "GET", status: 503, times: 20 });
      await visitor.open(path);
      const again = visitor.page.getByRole("main").getByRole("button", { name: "Try again" }).first();
      await again.waitFor();
      expect(await content.count(), `${name}, failed`).toBe(0);
      await expectGoodLayout(visitor, `${shown}-failed`);
      await bank.clearFaults();
      await again.click();
      await content.waitFor();
      visitor.forgive(/50\d/);

      await bank.fault({ path: call, method: "GET", delay_ms: SLOW, times: 1 });
      await visitor.open(path);
      await visitor.page.locator('[aria-busy="true"]').first().waitFor();
      expect(await content.count(), `${name}, slow`).toBe(0);
      await keepPicture(visitor, `${shown}-slow`);
      await content.waitFor();
      await bank.clearFaults();
    }
  });

  it("what is empty says so", { timeout: 180_000 }, async () => {
    const visitor = await arrive({ brand, width: 1440, name: `states-empty-${brand}` });
    await signIn(visitor, await bank.persona("active-empty", { brand }));
    for (const [path, text] of EMPTY) {
      await visitor.open(path);
      await visitor.at(path);
      await textOf(visitor, text).waitFor();
      await expectGoodLayout(visitor, `states-${brand}-empty${path.replaceAll("/", ".")}`);
    }
  });
});
