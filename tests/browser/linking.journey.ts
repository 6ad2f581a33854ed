/** Linking an account: how a visit to the provider may end, deposits sent anew, and linking again what came loose. */
import { describe, expect, it } from "vitest";
import { linkAtBank, PAGES, signIn } from "./applicant.js";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const CHOICE = "/registration/link-account-selection";

async function come(name: string, persona: string): Promise<{ visitor: Visitor; who: Persona }> {
  const who = await bank.persona(persona);
  const visitor = await arrive({ brand: "harbor", width: 390, name });
  await signIn(visitor, who);
  return { visitor, who };
}

async function enterAmounts(visitor: Visitor, one: string, two: string): Promise<void> {
  await visitor.type("First amount", one);
  await visitor.type("Second amount", two);
  await visitor.press("Verify");
}

const fillNumbers = (visitor: Visitor, who: Persona) =>
  PAGES["/manual-funding/banking-information"]?.(visitor, { ...who, firstName: "", lastName: "", ssn: "" });

describe("at the provider's page", () => {
  it("links nothing when it is closed or refuses, and links at once when it succeeds", async () => {
    const { visitor } = await come("provider", "bank");
    await visitor.press("Continue");
    await visitor.at(CHOICE);
    const provider = visitor.page.frameLocator("iframe");
    for (const name of ["Close Bank", "Locked Bank"]) {
      await linkAtBank(visitor, name);
      if (name === "Locked Bank") {
        await provider.getByText("Your bank says that your online access is locked.").waitFor();
        await provider.getByRole("button", { name: "Close", exact: true }).click();
      }
      await visitor.page.locator("iframe").waitFor({ state: "detached" });
      await visitor.at(CHOICE);
      expect(
        await visitor
          .button(/^Sign in to your bank/)
          .or(visitor.link(/^Sign in to your bank/))
          .count(),
      ).toBe(1);
    }
    await visitor.inspect();
    await linkAtBank(visitor, "Good");
    await visitor.at("/fund-account");
  });
});

describe("by the account's numbers", () => {
  it("locks after wrong amounts, and takes the amounts of deposits sent anew", async () => {
    const { visitor } = await come("reissue", "microdeposits-sent");
    await visitor.press("Continue");
    await visitor.at("/manual-funding/microdeposits");
    await enterAmounts(visitor, "0.09", "0.09");
    await visitor.at("/manual-funding/microdeposits/incorrect");
    await visitor.page.getByText("No attempt is left.").waitFor();
    expect(await visitor.link("Try again").count()).toBe(0);
    await visitor.press("Send new deposits");
    await visitor.at("/manual-funding/microdeposits/reissue");
    await visitor.inspect();
    await visitor.press("Send new deposits");
    await visitor.at("/manual-funding/microdeposits/sent");
    await visitor.press("Enter the amounts");
    await visitor.at("/manual-funding/microdeposits");
    await enterAmounts(visitor, "0.07", "0.23");
    await visitor.page.getByText("The deposits have not arrived yet.").first().waitFor();
    expect(visitor.path).toBe("/manual-funding/microdeposits");
    await bank.advance("P5D");
    await enterAmounts(visitor, "0.07", "0.23");
    await visitor.at("/manual-funding/microdeposits/successful");
  });
});

describe("linking again", () => {
  it("leads from Home to the bank's page and back, and lifts the bar on deposits", async () => {
    const { visitor } = await come("relink", "relink");
    await visitor.at("/dashboard");
    await visitor.press("Link again");
    await visitor.at("/relink/selection");
    await visitor.inspect();
    await linkAtBank(visitor, "Good");
    await visitor.at("/dashboard");
    await visitor.reload();
    expect(await visitor.page.getByText("Link your account again").count()).toBe(0);
  });

  it("is done by the account's numbers in the dashboard's shell", async () => {
    const { visitor, who } = await come("relink-manual", "relink");
    await visitor.at("/dashboard");
    await visitor.press("Link again");
    await visitor.at("/relink/selection");
    await visitor.press(/^Enter the account number/);
    await visitor.at("/relink/manual/banking-information");
    await visitor.inspect();
    await fillNumbers(visitor, who);
    await visitor.at("/relink/manual/microdeposits/sent");
    await bank.advance("P5D");
    await visitor.press("Enter the amounts");
    await visitor.at("/relink/manual/microdeposits");
    await enterAmounts(visitor, ".07", "23");
    await visitor.at("/relink/manual/microdeposits/successful");
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at("/dashboard");
    await visitor.reload();
    expect(await visitor.page.getByText("Link your account again").count()).toBe(0);
  });

  it("is the way out of a first deposit that came back", async () => {
    const { visitor } = await come("returned", "funding-returned");
    await visitor.at("/funding-returned");
    await visitor.inspect();
    await visitor.page.getByText("Your bank said there wasn't enough money.").waitFor();
    await visitor.press("Link another account");
    await visitor.at("/relink/selection");
    await linkAtBank(visitor, "Good");
    await visitor.at("/dashboard");
  });
});
