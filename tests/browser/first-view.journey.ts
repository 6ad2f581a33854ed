/** Tests Home for a new account without money: its first steps, and what is unread. */
import { describe, expect, it } from "vitest";
import { signIn } from "./applicant.js";
import { axeFindings } from "./axe.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";

const arrive = devices();

describe.each([
  ["harbor", 1440],
  ["juniper", 390],
] as const)("a depositor of %s at %i px", (brand, width) => {
  it("with an empty account sees what happens first", async () => {
    const visitor = await arrive({ brand, width, name: `first-view-${brand}` });
    const who = await bank.persona("active-empty", { brand });
    await signIn(visitor, who);
    await visitor.at("/dashboard");
    const { page } = visitor;
    await page.getByRole("heading", { name: "Getting started" }).waitFor();
    await page.getByText("Your first deposit is on its way").waitFor();
    expect(await page.getByText("You don't have any transactions yet.").count()).toBe(0);
    await visitor.inspect();
  });
});

it.each([
  ["harbor", 390],
  ["juniper", 1440],
] as const)(
  "the document of %s shows the login page before the app has loaded, and keeps what is typed, at %i px",
  async (brand, width) => {
    const visitor = await arrive({ brand, width, name: `document-${brand}` });
    const who = await bank.persona("active", { brand });
    const { page } = visitor;
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { readonly value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    let run: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      run = resolve;
    });
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/login");
    const heading = page.getByRole("heading", { name: "Log in" });
    await heading.waitFor();
    const place = await heading.boundingBox();
    const email = page.getByRole("textbox", { name: "Email" });
    const password = page.getByRole("textbox", { name: "Password" });
    await email.fill(who.email);
    await password.pressSequentially(who.password.slice(0, 4));
    await password.press("Enter");
    expect(await page.getByRole("button", { name: "Log in" }).isDisabled()).toBe(true);
    expect(await page.locator("#root").innerHTML()).toBe("");
    expect(await axeFindings(page), "axe on the document").toEqual([]);
    run();
    await visitor.at("/login");
    expect(await page.locator("#frame").count()).toBe(0);
    expect(await heading.boundingBox()).toEqual(place);
    expect(page.url()).toMatch(/\/login$/);
    // The focus is where it was: what follows is typed into the password.
    await page.keyboard.type(who.password.slice(4));
    expect([await email.inputValue(), await password.inputValue()]).toEqual([who.email, who.password]);
    expect(await page.evaluate(() => (window as unknown as { readonly shifts: readonly number[] }).shifts)).toEqual([]);
    await visitor.press("Log in");
    await page.getByRole("button", { name: /^Text message/ }).waitFor();
  },
);

it("the document of a depositor shows the logo before the app has loaded, in the place of the app's", async () => {
  const visitor = await arrive({ brand: "harbor", width: 390, name: "frame" });
  await signIn(visitor, await bank.persona("active"));
  await visitor.at("/dashboard");
  const { page } = visitor;
  const places = () =>
    page
      .locator(".pb-logo img")
      .evaluateAll((images) =>
        images.map((image) => JSON.stringify(image.getBoundingClientRect())).filter((box) => !box.includes('"width":0')),
      );
  let run: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const opened = page.goto("/dashboard");
  await page.locator("#frame .pb-logo img").first().waitFor({ state: "attached" });
  await expect.poll(places).toHaveLength(1);
  const before = await places();
  run();
  await opened;
  await visitor.at("/dashboard");
  expect(await page.locator("#frame").count()).toBe(0);
  expect(await places()).toEqual(before);
});

it("unread alerts and messages are counted on Home, with links to them", async () => {
  const visitor = await arrive({ brand: "harbor", width: 768, name: "home-unread" });
  const who = await bank.persona("alerts-unread");
  await bank.simulate("message-reply", who.email, {});
  await signIn(visitor, who);
  await visitor.at("/dashboard");
  await visitor.link(/^\d unread alerts$/).waitFor();
  await visitor.inspect();
  await visitor.link("1 unread message").click();
  await visitor.at("/message-center");
  await visitor.press("Mark as read");
  await visitor.notified("Message marked as read");
  await visitor.open("/dashboard");
  await visitor.link(/^\d unread alerts$/).click();
  await visitor.at("/dashboard/alerts");
  await visitor.press("Mark all as read");
  await visitor.notified("Alerts marked as read");
  await visitor.open("/dashboard");
  await visitor.at("/dashboard");
  await visitor.page.getByText("Annual Percentage Yield (APY)").waitFor();
  expect(await visitor.page.getByText(/unread (alert|message)/).count()).toBe(0);
});

it.each([390, 1440])("nothing moves when the alerts arrive late and add their entry to the navigation, at %i px", async (width) => {
  const visitor = await arrive({ brand: "harbor", width, name: `late-alerts-${width}` });
  await signIn(visitor, await bank.persona("alerts-unread"));
  await visitor.at("/dashboard");
  await visitor.page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { readonly value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await bank.fault({ path: "/alerts", method: "GET", delay_ms: 2500, times: 1 });
  await visitor.open("/dashboard/documents");
  const navigation = visitor.page.getByRole("navigation", { name: "Main navigation" });
  await navigation.getByRole("link", { name: "My Account" }).waitFor();
  expect(await navigation.getByRole("link", { name: /^Alerts/ }).count()).toBe(0);
  await navigation.getByRole("link", { name: /^Alerts/ }).waitFor();
  await visitor.at("/dashboard/documents");
  expect(await visitor.page.evaluate(() => (window as unknown as { readonly shifts: readonly number[] }).shifts)).toEqual([]);
});
