/** Tests Home for a new account without money: its first steps, what is unread, and that nothing moves when it arrives. */
import { describe, expect, it } from "vitest";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

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
    await page.getByText("Make your first deposit").waitFor();
    expect(await page.getByText("You don't have any transactions yet.").count()).toBe(0);
    await visitor.inspect();
  });
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
