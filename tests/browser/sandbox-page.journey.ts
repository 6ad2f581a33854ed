/** Tests the sandbox's page as a tester uses it: sign-in as a persona, copying, ledger, emails, clock, faults, magic values. */
import { describe, expect, it } from "vitest";
import { axeFindings } from "./axe.js";
import { bank, product } from "./bank.js";
import { devices } from "./browser.js";

const arrive = devices();
const address = () => `http://localhost:${product().sandboxPort}/sandbox`;

describe.each([390, 1440])("the sandbox's page at %i px", (width) => {
  it("signs in as a persona in one click, and copies what another one logs in with", async () => {
    const visitor = await arrive({ brand: "harbor", width, name: `sandbox-persona-${width}` });
    const { page } = visitor;
    const context = page.context();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(address());
    await page.getByLabel("Persona").selectOption("active");
    await page.getByLabel("Institution").first().selectOption("harbor");
    expect(await axeFindings(page)).toEqual([]);
    const [opened] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Create and sign in", exact: true }).click(),
    ]);
    await opened.getByText("Welcome, Dana").waitFor();
    expect(new URL(opened.url()).pathname).toBe("/dashboard");
    await opened.getByText("Annual Percentage Yield (APY)").waitFor();
    await opened.reload();
    await opened.getByText("Welcome, Dana").waitFor();
    await opened.close();

    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Created active." }).waitFor();
    await page.getByRole("button", { name: "Copy the email" }).click();
    await page.getByRole("status").filter({ hasText: "Copied the email." }).waitFor();
    const email = await page.evaluate(() => navigator.clipboard.readText());
    expect(email).toMatch(/^active-\w+@example\.com$/);
    expect(Number((await bank.holdings(email)).balance)).toBeGreaterThan(0);

    await page.getByRole("button", { name: `Show ${email}` }).click();
    await page.getByRole("heading", { name: `${email} (harbor)` }).waitFor();
    const ledger = page.getByRole("group", { name: "Ledger" }).getByRole("row");
    expect(await ledger.count()).toBeGreaterThan(3);
    expect(await ledger.last().innerText()).toContain(`$${(await bank.holdings(email)).balance}`);
    await bank.simulate("message-reply", email, {});
    await page.getByRole("button", { name: `Show ${email}` }).click();
    await page.getByText("You have a new message").first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("moves the clock, switches faults on and off, and links each magic value to its screen", async () => {
    const visitor = await arrive({ brand: "juniper", width, name: `sandbox-controls-${width}` });
    const { page } = visitor;
    await page.goto(address());
    const before = await bank.now();
    await page.getByRole("button", { name: "+1 hour" }).click();
    await page.getByText("The clock moved forward, and everything due was processed.").waitFor();
    expect(Date.parse(await bank.now()) - Date.parse(before)).toBeGreaterThanOrEqual(3_600_000);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const clock = await page.getByRole("group", { name: "Move the bank’s clock forward" }).boundingBox();
    expect(width < 600 || (clock?.y ?? -1) >= 0, "the clock stays in view").toBe(true);

    await page.getByLabel("Endpoint").fill("GET /faqs");
    await page.getByLabel("Fault").selectOption("fails with 500");
    await page.getByRole("button", { name: "Switch on", exact: true }).click();
    await page.getByText("GET /faqs fails with 500, 1 call").waitFor();
    await page.getByRole("button", { name: "Switch all off" }).click();
    await page.getByText("All faults are off.").waitFor();
    await expect.poll(() => page.getByText("GET /faqs fails with 500, 1 call").count()).toBe(0);

    const links = page.getByRole("group", { name: "Magic values" }).getByRole("link");
    expect(await links.count()).toBeGreaterThan(10);
    for (const href of new Set(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)))) {
      expect(new URL(href).hostname).toMatch(/^(juniper\.)?localhost$/);
      expect((await page.request.get(href)).status(), href).toBe(200);
    }
  });
});

it("a persona that the sandbox lacks is an error on the page that signs in", async () => {
  const visitor = await arrive({ brand: "harbor", width: 390, name: "sandbox-no-persona" });
  await visitor.page.goto("/__sandbox/sign-in#persona=nobody");
  await visitor.page.getByText('The sign-in failed: The sandbox has no persona "nobody".').waitFor();
  visitor.forgive(/404/);
});
