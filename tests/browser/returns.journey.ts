/** Tests a returned first deposit (ACH return codes, Nacha): for each code of the domain's table the explanation and the solution. */
import { describe, expect, it } from "vitest";
import { partOf, sample } from "../support/part.js";
import { enterAmounts, enterNumbers, linkAtBank, walk } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import { auditEmptyForm } from "./screen-audit.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const RETURNED = "/funding-returned";

interface Returned {
  readonly code: string;
  /** The explanation for the depositor (domain.md, "ACH returns"). */
  readonly says: string;
  /** The text that the page adds. */
  readonly means: string;
  readonly control: string;
  readonly follow: (visitor: Visitor, who: Persona) => Promise<void>;
}

/** Links another account, or the same one again, at the bank's own page. */
const linkIt = async (visitor: Visitor): Promise<void> => {
  await linkAtBank(visitor, "Good");
  await visitor.at("/dashboard");
};

const byNumbers = async (visitor: Visitor, numbers: { readonly account: string; readonly type?: string }): Promise<void> => {
  await visitor.press(/^Enter the account number/);
  await visitor.at("/relink/manual/banking-information");
  await enterNumbers(visitor, numbers);
};

/** The codes after which that account is not retried: domain.md's "Then". */
const CODES: readonly Returned[] = [
  {
    code: "R02",
    says: "That account is closed.",
    means: "Link an open account.",
    control: "Link another account",
    follow: async (visitor, { email }) => {
      await linkIt(visitor);
      await visitor.page.getByText("Make your first deposit").waitFor();
      expect(await auditEmptyForm(visitor.page, "dashboard", "form")).toEqual([]);
      await visitor.inspect();
      await visitor.tick(/^I authorize .* to debit \$2,500\.00 from my account ending in \d{4} one time, on or after /);
      await visitor.button("Make the deposit").dblclick();
      await visitor.at("/fund-account/successful-fund");
      await visitor.press("Go to Home");
      await visitor.at("/dashboard");
      expect(await visitor.button("Make the deposit").count()).toBe(0);
      expect(await bank.holdings(email)).toMatchObject({ links: 1, transfers: 2 });
    },
  },
  {
    code: "R03",
    says: "Your bank couldn't match the account and name.",
    means: "Link the account again with the name exactly as it appears on your bank account.",
    control: "Link the account again",
    follow: linkIt,
  },
  {
    code: "R04",
    says: "The account number isn't valid.",
    means: "Reenter the number as it appears on your check or statement.",
    control: "Reenter the account number",
    follow: async (visitor, { email }) => {
      await byNumbers(visitor, { account: "000123454321" });
      await visitor.at("/relink/manual/microdeposits/sent");
      await bank.simulate("microdeposits", email);
      await visitor.press("Enter the amounts");
      await visitor.at("/relink/manual/microdeposits");
      await enterAmounts(visitor, "0.23", "0.07");
      await visitor.at("/relink/manual/microdeposits/successful");
      await visitor.press("Continue");
      await visitor.at("/dashboard");
    },
  },
  {
    code: "R16",
    says: "Your bank has frozen that account.",
    means: "Ask your bank why. In the meantime, link another account.",
    control: "Link another account",
    follow: linkIt,
  },
  {
    code: "R20",
    says: "That account type can't take electronic transfers.",
    means: "Link a checking account.",
    control: "Link another account",
    follow: async (visitor) => {
      await byNumbers(visitor, { account: "000123454321", type: "Savings" });
      expect(await (await visitor.errorSummary()).innerText()).toContain("Link a checking account.");
      await visitor.page.getByRole("radio", { name: "Checking" }).check();
      await visitor.press("Continue");
      await visitor.at("/relink/manual/microdeposits/sent");
      visitor.forgive(/422/);
    },
  },
  {
    code: "R29",
    says: "A business account's owner refused it.",
    means: "Link a personal account.",
    control: "Link another account",
    follow: linkIt,
  },
];

async function expectReturned(visitor: Visitor, code: string, says: string, means: string): Promise<void> {
  await visitor.at(RETURNED);
  await visitor.page.getByText(says, { exact: true }).first().waitFor();
  await visitor.page
    .getByText(new RegExp(`^${code}, `))
    .first()
    .waitFor();
  await visitor.page.getByText(means).waitFor();
}

async function signInAs(name: string, brand: string, return_code: string): Promise<{ visitor: Visitor; who: Persona }> {
  const who = await bank.persona("funded", { brand });
  await bank.simulate("transfer-return", who.email, { return_code });
  const visitor = await arrive({ brand, width: 390, name });
  await signIn(visitor, who);
  return { visitor, who };
}

/** Returns the newest deposit, and opens the page as the depositor does. */
async function depositReturned(visitor: Visitor, email: string, return_code: string): Promise<void> {
  await bank.simulate("transfer-return", email, { return_code });
  await visitor.open(RETURNED);
}

async function tryAgain(visitor: Visitor): Promise<void> {
  await visitor.tick(/^I authorize .* to debit \$[\d,]+\.\d\d from my account ending in \d{4} one time, on or after /);
  await visitor.press("Try the deposit again");
  await visitor.at("/fund-account/successful-fund");
}

describe("a returned first deposit", () => {
  it.each(
    sample(
      CODES.map((row, index) => ({ ...row, wide: index % 2 === 1 })),
      3,
    ),
  )("$code shows the reason, and its solution works to the end", async ({ code, says, means, control, follow, wide }) => {
    const brand = wide ? "juniper" : "harbor";
    const who = await bank.persona("funded", { brand });
    await bank.simulate("transfer-return", who.email, { return_code: code });
    const visitor = await arrive({ brand, width: wide ? 1440 : 390, name: `returned-${code}` });
    await signIn(visitor, who);
    await expectReturned(visitor, code, says, means);
    expect(await visitor.button("Try the deposit again").count()).toBe(0);
    await visitor.inspect();
    await visitor.press(control);
    await visitor.at("/relink/selection");
    await follow(visitor, who);
  });
});

if (partOf() === "representative") {
  describe("a returned first deposit that can be tried again", () => {
    it("R01 allows two more tries, and then another account", async () => {
      const { visitor, who } = await signInAs("returned-R01", "harbor", "R01");
      const says = "Your bank said there wasn't enough money.";
      await expectReturned(visitor, "R01", says, "You have 2 tries left.");
      await visitor.inspect();
      await tryAgain(visitor);
      await depositReturned(visitor, who.email, "R01");
      await expectReturned(visitor, "R01", says, "You have 1 try left.");
      await tryAgain(visitor);
      await depositReturned(visitor, who.email, "R01");
      await expectReturned(visitor, "R01", says, "We've reached the limit on retries.");
      expect(await visitor.button("Try the deposit again").count()).toBe(0);
      await visitor.inspect();
      await visitor.press("Link another account");
      await visitor.at("/relink/selection");
      await linkIt(visitor);
      expect(await bank.holdings(who.email)).toMatchObject({ transfers: 3, balance: "0.00" });
    });

    it("R07 and R08 require a new authorization, R10 waits for a manual review", async () => {
      const { visitor, who } = await signInAs("returned-R07", "juniper", "R07");
      await expectReturned(visitor, "R07", "You withdrew permission for transfers.", "authorize it below");
      await visitor.inspect();
      await visitor.press("Try the deposit again");
      expect(await (await visitor.errorSummary()).innerText()).toContain("Check the box to authorize the transfer.");
      await tryAgain(visitor);
      await depositReturned(visitor, who.email, "R08");
      await expectReturned(
        visitor,
        "R08",
        "You asked your bank to stop this payment.",
        "We won't make a deposit until you confirm that you want it.",
      );
      await visitor.inspect();
      await tryAgain(visitor);
      await depositReturned(visitor, who.email, "R10");
      await expectReturned(visitor, "R10", "Your bank was told this wasn't authorized.", "transfers are paused until we finish");
      expect(await visitor.button(/^(Try the deposit again|Link)/).count()).toBe(0);
      await visitor.inspect();
      await visitor.press("Message us");
      await visitor.at("/message-center");
      await bank.simulate("kyc-decision", who.email, { status: "PASSED" });
      await visitor.open(RETURNED);
      await visitor.inspect();
      await visitor.press("Link an account");
      await visitor.at("/relink/selection");
    });
  });

  const dollars = async (email: string): Promise<number> => Number((await bank.holdings(email)).balance);

  describe("by the sandbox's magic values", () => {
    it("an amount ending in .13 is returned as R01 once; the next try succeeds", async () => {
      const who = await bank.persona("verified");
      const visitor = await arrive({ brand: "harbor", width: 390, name: "returned-13" });
      await signIn(visitor, who);
      await visitor.press("Continue");
      await visitor.at("/fund-account");
      await walk(visitor, { ...who, firstName: "", lastName: "", ssn: "", amount: "2500.13" }, { until: "/dashboard" });
      await bank.advance("P6D");
      await visitor.open(RETURNED);
      await expectReturned(visitor, "R01", "Your bank said there wasn't enough money.", "You have 2 tries left.");
      await tryAgain(visitor);
      await bank.advance("P6D");
      expect(await bank.holdings(who.email)).toMatchObject({ transfers: 2 });
      // Once, although it was requested twice; the end of a month may have added interest.
      expect(await dollars(who.email)).toBeGreaterThanOrEqual(2_500.13);
      expect(await dollars(who.email)).toBeLessThan(2_520);
      await visitor.open("/dashboard");
      await visitor.at("/dashboard");
    });

    it("an account ending in 9101 returns the money after settlement", async () => {
      const who = await bank.persona("bank");
      const visitor = await arrive({ brand: "harbor", width: 390, name: "returned-9101" });
      await signIn(visitor, who, "/manual-funding/banking-information");
      await visitor.at("/manual-funding/banking-information");
      await enterNumbers(visitor, { account: "000123459101" });
      await visitor.at("/manual-funding/microdeposits/sent");
      await bank.simulate("microdeposits", who.email);
      await visitor.press("Enter the amounts");
      await visitor.at("/manual-funding/microdeposits");
      await enterAmounts(visitor, "0.07", "0.23");
      await visitor.at("/manual-funding/microdeposits/successful");
      await visitor.press("Continue");
      await visitor.at("/fund-account");
      await walk(visitor, { ...who, firstName: "", lastName: "", ssn: "" }, { until: "/dashboard" });
      for (let days = 0; (await bank.holdings(who.email)).balance === "0.00" && days < 7; days += 1) await bank.advance("P1D");
      expect(await dollars(who.email)).toBeGreaterThanOrEqual(2_500);
      await bank.advance("P7D");
      // The bank may have credited interest of the days in between; the deposit itself is reversed.
      expect(await dollars(who.email)).toBeLessThan(10);
      expect(await bank.holdings(who.email)).toMatchObject({ transfers: 1 });
      await visitor.open("/dashboard");
      await expectReturned(visitor, "R01", "Your bank said there wasn't enough money.", "You have 2 tries left.");
    });
  });
}
