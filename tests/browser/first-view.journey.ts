/**
 * Tests Home for a new account without money: its first steps, what is unread, and that nothing moves when it arrives; and that
 * the frame of a page stays in place while its first data is loading, that large text fits on a phone, and that errors of a
 * form restyle little of a page.
 */
import { describe, expect, it } from "vitest";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { reflow } from "./layout.js";
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

it.each([
  ["harbor", 360],
  ["juniper", 1440],
] as const)("the frame of a page of %s stays around the skeleton while data decides who may open it, at %i px", async (brand, width) => {
  const visitor = await arrive({ brand, width, name: `frame-${brand}` });
  await signIn(visitor, await bank.persona("active", { brand }));
  await bank.fault({ path: "/accounts", method: "GET", delay_ms: 2500, times: 1 });
  const { page } = visitor;
  await visitor.open("/withdraw");
  await page.locator("#root .pb-skeleton").waitFor();
  const seen = await page.evaluate(() => {
    const shell = document.querySelector("#root .pb-shell[data-starting]");
    const frame = document.getElementById("frame");
    if (shell === null || frame === null) return null;
    const skeleton = shell.querySelector(".pb-skeleton")?.getBoundingClientRect();
    const signs = [...frame.querySelectorAll(".pb-fdic, img")].map((each) => each.getBoundingClientRect());
    const covers = (box: DOMRect) =>
      skeleton !== undefined &&
      box.bottom > skeleton.top &&
      box.top < skeleton.bottom &&
      box.right > skeleton.left &&
      box.left < skeleton.right;
    return {
      hidesFrame: getComputedStyle(shell).backgroundColor !== "rgba(0, 0, 0, 0)",
      covered: signs.filter((box) => box.width > 0 && covers(box)).length,
      sameWidth: shell.getAttribute("data-width") === frame.dataset.width,
    };
  });
  expect(seen).toEqual({ hidesFrame: false, covered: 0, sameWidth: true });
  await visitor.at("/withdraw");
});

it.each(["harbor", "juniper"] as const)("text of double size divides no word of %s on a phone", async (brand) => {
  const visitor = await arrive({ brand, width: 360, name: `large-text-${brand}` });
  await visitor.open("/login");
  await visitor.at("/login");
  const found = [...(await reflow(visitor.page, ["with text of 200%"]))];
  await signIn(visitor, await bank.persona("active", { brand }));
  for (const [path, heading] of [
    ["/dashboard", "Home"],
    ["/dashboard/transactions-list", "Transactions"],
    ["/my-account", "My Account"],
    ["/joint-account/account-holder", "Joint Accountholder"],
  ] as const) {
    await visitor.open(path);
    await visitor.at(path);
    await visitor.heading(heading).waitFor();
    await visitor.page.locator(".pb-skeleton").waitFor({ state: "detached" });
    found.push(...(await reflow(visitor.page, ["with text of 200%"])));
  }
  expect(found).toEqual([]);
});

/** An event of Chromium's trace: the elements whose styles were computed at once. */
interface Restyled {
  readonly name: string;
  readonly args: { readonly elementCount?: number };
}

it("errors of a form compute the styles of what appears, not of the whole page", async () => {
  const visitor = await arrive({ brand: "harbor", width: 1280, name: "restyled" });
  await visitor.open("/login");
  await visitor.at("/login");
  const { page } = visitor;
  await page.getByRole("button", { name: "Log in" }).waitFor();
  const session = await page.context().newCDPSession(page);
  const events: Restyled[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as Restyled[])));
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories: ["devtools.timeline"] } });
  await visitor.press("Log in");
  await page.getByText("Enter your email address.").first().waitFor();
  const ended = new Promise((done) => session.once("Tracing.tracingComplete", done));
  await session.send("Tracing.end");
  await ended;
  const restyled = events.flatMap(({ name, args }) => (name === "UpdateLayoutTree" ? [args.elementCount ?? 0] : []));
  const added = await page.locator("[data-error-summary] *").count();
  expect(added).toBeGreaterThan(0);
  expect(Math.max(...restyled)).toBeLessThan((await page.locator("*").count()) / 2);
});
