/** Tests what the document shows before the app has loaded, and that the app takes its place and keeps what was typed. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { axeFindings } from "./axe.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

/** Holds the app's scripts back, so that the page shows its document alone. Returns the function that lets them run. */
async function holdApp(page: Page): Promise<() => void> {
  let run: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    run = resolve;
  });
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return run;
}

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
    const run = await holdApp(page);
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

it("the document says so when the app's scripts cannot be loaded, and its link loads the page again", async () => {
  const visitor = await arrive({ brand: "juniper", width: 390, name: "document-without-app" });
  const { page } = visitor;
  const scripts = /\/assets\/index-.*\.js$/;
  await page.route(scripts, (route) => route.abort());
  await page.goto("/login");
  const message = page.getByRole("main").getByRole("alert");
  await message.getByText("Error loading component.").waitFor();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  expect(await page.getByRole("button", { name: "Log in" }).isDisabled()).toBe(true);
  expect(await axeFindings(page), "axe on the document").toEqual([]);
  visitor.forgive(/Failed to load resource|Failed to fetch dynamically imported module/);
  await page.unroute(scripts);
  await message.getByRole("link", { name: "Refresh the page" }).click();
  await visitor.at("/login");
  expect(await message.count()).toBe(0);
  expect(await page.getByRole("button", { name: "Log in" }).isEnabled()).toBe(true);
});

it("the document of a session says so as well", async () => {
  const visitor = await arrive({ brand: "harbor", width: 390, name: "frame-without-app" });
  await signIn(visitor, await bank.persona("active"));
  await visitor.at("/dashboard");
  const { page } = visitor;
  const scripts = /\/assets\/index-.*\.js$/;
  await page.route(scripts, (route) => route.abort());
  await page.goto("/faq");
  const message = page.getByRole("alert");
  await message.getByText("Error loading component.").waitFor();
  expect(await axeFindings(page, { only: ["color-contrast"] }), "colors of the document").toEqual([]);
  visitor.forgive(/Failed to load resource|Failed to fetch dynamically imported module/);
  await page.unroute(scripts);
  await message.getByRole("link", { name: "Refresh the page" }).click();
  await visitor.at("/faq");
  expect(await page.getByText("Error loading component.").count()).toBe(0);
});

it("the document of a depositor shows the logo and the FDIC sign before the app has loaded, in the places of the app's", async () => {
  const visitor = await arrive({ brand: "harbor", width: 390, name: "frame" });
  await signIn(visitor, await bank.persona("active"));
  await visitor.at("/dashboard");
  const { page } = visitor;
  const places = () =>
    page
      .locator(".pb-logo img, .pb-fdic-text")
      .evaluateAll((parts) =>
        parts.map((part) => JSON.stringify(part.getBoundingClientRect())).filter((box) => !box.includes('"width":0')),
      );
  const run = await holdApp(page);
  const opened = page.goto("/dashboard");
  await page.locator("#frame .pb-logo img").first().waitFor({ state: "attached" });
  await page.locator("#frame .pb-main .pb-fdic-text").waitFor();
  await expect.poll(places).toHaveLength(2);
  const before = await places();
  run();
  await opened;
  await visitor.at("/dashboard");
  expect(await page.locator("#frame").count()).toBe(0);
  expect(await places()).toEqual(before);
});
