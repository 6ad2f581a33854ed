/** Tests the first deposit: documents, real dates, and a single transfer however often it is requested. */
import { describe, expect, it } from "vitest";
import { bank, type Persona } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const READY = "/fund-account/ready-to-fund";
const HOME = "/login/registration-home";
const LONG_DATE = /(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/;

async function signInAs(name: string, persona: string, brand: string, width: number): Promise<{ visitor: Visitor; who: Persona }> {
  const who = await bank.persona(persona, { brand });
  const visitor = await arrive({ brand, width, name });
  await signIn(visitor, who);
  await visitor.press("Continue");
  return { visitor, who };
}

/** The date in the row of a label. */
async function dateOf(visitor: Visitor, label: string): Promise<number> {
  const row = visitor.page.getByRole("term").filter({ hasText: label }).locator("xpath=following-sibling::dd[1]");
  const [date] = LONG_DATE.exec(await row.innerText()) ?? [];
  return Date.parse(`${date} UTC`);
}

/** The response at a document's address, requested from the page that links it. */
const served = (visitor: Visitor, href: string) =>
  visitor.page.evaluate(async (address) => {
    const response = await fetch(address);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      cache: response.headers.get("cache-control"),
      kept: response.headers.get("content-disposition")?.split(";")[0],
      head: String.fromCharCode(...bytes.slice(0, 5)),
    };
  }, href);

async function tickAll(visitor: Visitor): Promise<void> {
  for (const box of await visitor.page.getByRole("main").getByRole("checkbox").all()) await box.check();
}

/** Makes the next agreement refer to a text that the bank no longer has: changes its first hash. */
async function staleOnce(visitor: Visitor): Promise<void> {
  let done = false;
  await visitor.page.route("**/graphql", (route) => {
    const sent = route.request().postData();
    if (done || !sent?.includes("AttestDisclosures")) return route.fallback();
    done = true;
    return route.continue({
      postData: sent.replace(/"hash":"[0-9a-f]/, (found) => `${found.slice(0, -1)}${found.endsWith("0") ? "1" : "0"}`),
    });
  });
}

const DAY = 24 * 60 * 60 * 1000;

describe("the first deposit", () => {
  it("requires an amount within limits and agreement to the documents; waits, shows why it was rejected, and is made once", async () => {
    const { visitor, who } = await signInAs("disclosures", "verified", "juniper", 390);
    await visitor.at("/fund-account");
    await visitor.type("Amount", "0.50");
    await visitor.press("Continue");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Enter an amount of $1.00 or more.");
    await visitor.inspect();
    // The bank processes it for ten minutes, rejects it, and accepts the next request.
    await visitor.type("Amount", "2,500.17");
    await visitor.press("Continue");

    await visitor.at("/fund-account/disclosure");
    await visitor.press("Continue");
    await visitor.page.getByText("Check the box after you read the documents.").first().waitFor();
    await visitor.inspect();

    const documents = visitor.page.getByRole("main").getByRole("listitem");
    expect(await documents.count()).toBe(3);
    for (const href of await documents.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""))) {
      expect(await served(visitor, href)).toEqual({
        status: 200,
        type: "application/pdf",
        cache: "no-store",
        kept: "inline",
        head: "%PDF-",
      });
      expect(await served(visitor, `${href}?download`)).toMatchObject({ status: 200, cache: "no-store", kept: "attachment" });
    }

    // The bank publishes new documents between reading and agreeing, and rejects an agreement to old ones.
    await tickAll(visitor);
    await staleOnce(visitor);
    await visitor.press("Continue");
    await visitor.page.getByText("A document has changed. Please read the new version, then agree to it.").waitFor();
    expect(visitor.path).toBe("/fund-account/disclosure");
    await tickAll(visitor);
    await visitor.press("Continue");
    await visitor.at(READY);

    const waits = () => visitor.page.getByText("We're processing your deposit.").first().waitFor();
    await visitor.page.clock.install();
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
    await waits();
    expect(await visitor.button("Fund my account").count()).toBe(0);
    expect(await visitor.link("Edit").count()).toBe(0);
    await visitor.inspect();
    await visitor.reload();
    await waits();
    for (let passed = 0; visitor.path === READY && passed < 40; passed += 1) await visitor.page.clock.runFor(10_000);
    await visitor.at(HOME);
    await visitor.page.getByText("We're still processing your deposit.").first().waitFor();
    await visitor.page.getByText("We're processing your first deposit. You don't need to do anything.").waitFor();
    expect(await visitor.link("Cancel my application").count()).toBe(0);
    await visitor.inspect();
    await visitor.press("Continue");
    await visitor.at(READY);
    await waits();
    await bank.advance("PT10M");
    await visitor.page.clock.runFor(12_000);
    await visitor.page.getByText("Your bank declined the transfer. No money was moved.").first().waitFor();
    await visitor.inspect();
    expect(await bank.holdings(who.email)).toMatchObject({ transfers: 0 });
    expect((await bank.outbox(who.email)).map(({ subject }) => subject)).toContain("Your first deposit didn't go through");
    await visitor.reload();
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
    await waits();
    await bank.simulate("request-end", who.email);
    await visitor.page.clock.runFor(12_000);
    await visitor.at("/fund-account/successful-fund");
    expect(await bank.holdings(who.email)).toMatchObject({ transfers: 1 });
    visitor.forgive(/409/);
  });

  it("shows its dates, and is made once although the answer was lost and it was requested again", async () => {
    const { visitor, who } = await signInAs("fund-once", "disclosures", "harbor", 390);
    await visitor.at(READY);
    await visitor.inspect();
    const [leaves, usable] = [await dateOf(visitor, "Withdrawn from your bank"), await dateOf(visitor, "Available to withdraw")];
    expect(usable - leaves).toBeGreaterThanOrEqual(5 * DAY);
    await visitor.press("Fund my account");
    expect(await (await visitor.errorSummary()).innerText()).toContain("Check the box to authorize the transfer.");

    await visitor.tick(/^I authorize Harbor Savings Bank to debit \$2,500\.00/);
    await visitor.loseAnswer("FundAccount");
    await visitor.button("Fund my account").dblclick();
    await visitor.page.getByText("We couldn't confirm your transfer.").first().waitFor();
    expect(visitor.path).toBe(READY);
    visitor.forgive(/ERR_CONNECTION_RESET/);

    await visitor.reload();
    await visitor.tick(/^I authorize/);
    await visitor.press("Fund my account");
    await visitor.at("/fund-account/successful-fund");
    await visitor.page.getByText("$2,500.00").first().waitFor();
    await visitor.inspect();
    await visitor.reload();
    expect(await bank.holdings(who.email)).toMatchObject({ transfers: 1 });
    await visitor.press("Go to Home");
    await visitor.at("/dashboard");

    await bank.advance("P14D");
    const { transfers, balance } = await bank.holdings(who.email);
    expect(transfers).toBe(1);
    // Once; the end of a month in between may have added interest.
    expect(Number(balance)).toBeGreaterThanOrEqual(2_500);
    expect(Number(balance)).toBeLessThan(2_520);
  });
});
