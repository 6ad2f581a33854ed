/** Tests what the tabs and the page loads of one browser share: activity, drafts, unsettled attempts; and a bundle that fails to load. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices, LAYOUTS } from "./browser.js";
import { signIn } from "./signed-in.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const READY = "/fund-account/ready-to-fund";

/** The idempotency keys that the page sends with an operation from now on. */
function keysSent(page: Page, operation: string): readonly unknown[] {
  const keys: unknown[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().endsWith("/graphql") && body.includes(`${operation}(`)) keys.push(JSON.parse(body).variables.key);
  });
  return keys;
}

async function readyToFund(name: string, brand: string, width: number): Promise<{ visitor: Visitor; email: string }> {
  const who = await bank.persona("disclosures", { brand });
  const visitor = await arrive({ brand, width, name });
  await signIn(visitor, who);
  await visitor.press("Continue");
  await visitor.at(READY);
  await visitor.page.getByRole("main").getByRole("checkbox").check();
  return { visitor, email: who.email };
}

describe("a tab that is not used", () => {
  it.each(LAYOUTS)(
    "of %s does not log out the tab in use, and both are logged out when neither is used, at %i px",
    async (brand, width) => {
      const persona = await bank.persona("active", { brand });
      const visitor = await arrive({ brand, width, name: `idle-tabs-${brand}-${width}` });
      await visitor.page.clock.install();
      await signIn(visitor, persona);
      await visitor.at("/dashboard");
      const unused = await visitor.secondTab("/dashboard/documents");
      await visitor.at("/dashboard/documents");
      for (let minutes = 0; minutes < 20; minutes += 5) {
        await visitor.page.clock.fastForward("05:00");
        await visitor.page.keyboard.press("Shift");
        await visitor.settled();
      }
      expect(visitor.path).toBe("/dashboard/documents");
      expect(new URL(unused.url()).pathname).toBe("/dashboard");
      expect(await unused.getByRole("dialog").count()).toBe(0);
      await visitor.page.clock.fastForward("16:00");
      await visitor.at("/login");
      await unused.waitForURL(/\/login$/);
      // A logout expires the token that both tabs share: a call of the other tab may be rejected once, and is repeated.
      visitor.forgive(/419/);
    },
  );
});

describe("a draft", () => {
  it.each(LAYOUTS)("of %s is deleted when another depositor signs in, at %i px", async (brand, width) => {
    const [one, other] = [await bank.persona("basic", { brand }), await bank.persona("basic", { brand })];
    const visitor = await arrive({ brand, width, name: `foreign-draft-${brand}-${width}` });
    await signIn(visitor, one);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    await visitor.type("First name", "Rosalind");
    await visitor.reload();
    expect(await visitor.field("First name").inputValue()).toBe("Rosalind");
    // The session is lost without a logout.
    await visitor.page.context().clearCookies();
    await signInByPages(visitor, other);
    await visitor.press("Continue");
    await visitor.at("/registration/basic-information");
    expect(await visitor.field("First name").inputValue()).toBe("");
    expect(await visitor.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain("Rosalind");
    visitor.forgive(/401/);
  });
});

describe.each(LAYOUTS)("the first deposit of %s at %i px", (brand, width) => {
  it("is made once by a double click", async () => {
    const { visitor, email } = await readyToFund(`double-${brand}-${width}`, brand, width);
    const keys = keysSent(visitor.page, "FundAccount");
    await visitor.button("Fund my account").dblclick();
    await visitor.goneFrom(READY);
    expect(keys).toHaveLength(1);
    expect(await bank.holdings(email)).toMatchObject({ transfers: 1 });
  });

  it("is made once when its answer is lost and it is sent again after a page load", async () => {
    const { visitor, email } = await readyToFund(`lost-${brand}-${width}`, brand, width);
    const keys = keysSent(visitor.page, "FundAccount");
    await bank.fault({ path: "/fund-my-account", method: "POST", drop: true });
    await visitor.press("Fund my account");
    await visitor.settled();
    await visitor.reload();
    await visitor.page.getByRole("main").getByRole("checkbox").check();
    await visitor.press("Fund my account");
    await visitor.goneFrom(READY);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await bank.holdings(email)).toMatchObject({ transfers: 1 });
  });
});

describe("a bundle that cannot be loaded", () => {
  it.each(LAYOUTS)("of %s is loaded as soon as the network is back, and the page says so meanwhile, at %i px", async (brand, width) => {
    const visitor = await arrive({ brand, width, name: `bundle-retry-${brand}-${width}` });
    await visitor.page.route("**/core.json", (route) => route.abort("internetdisconnected"));
    await visitor.open("/login");
    await visitor.page
      .getByRole("status")
      .getByText(/We can't reach our servers/)
      .waitFor();
    await visitor.page.unroute("**/core.json");
    await visitor.at("/login");
    visitor.forgive(/ERR_INTERNET_DISCONNECTED/);
  });
});
