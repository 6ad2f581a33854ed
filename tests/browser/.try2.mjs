import { chromium } from "playwright-core";

const [, , base, sandbox, persona] = process.argv;
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 } });
const p = await ctx.newPage();
p.on("console", (m) => console.log("console", m.type(), m.text()));
p.on("pageerror", (e) => console.log("pageerror", e.message));
p.on("response", (r) => {
  if (r.status() >= 400) console.log("http", r.status(), r.url());
});
const r = await (await fetch(`${sandbox}/sandbox/personas/${persona}`, { method: "POST" })).json();
await p.goto(base + "/login");
await p.getByLabel("Email").fill(r.email);
await p.getByLabel("Password", { exact: true }).fill(r.password);
await p.getByRole("button", { name: "Log in" }).click();
await p
  .getByRole("button", { name: /text message/i })
  .first()
  .click();
await p.getByLabel("Verification code").fill("000000");
await p.getByRole("button", { name: "Verify" }).click();
await p.waitForTimeout(2500);
for (const n of ["Transactions", "Documents", "My Account", "Home"]) {
  await p.getByRole("link", { name: n, exact: true }).click();
  await p.waitForTimeout(700);
  console.log(n, p.url(), await p.locator("h1").innerText(), await p.title());
}
for (let i = 0; i < 3; i++) {
  await p.goBack();
  await p.waitForTimeout(700);
  console.log("back", p.url(), await p.locator("h1").innerText());
}
for (const path of ["/dashboard/alerts", "/faq", "/message-center"]) {
  await p.evaluate((x) => {
    history.pushState({}, "", x);
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  }, path);
  await p.waitForTimeout(800);
  console.log(path, p.url(), await p.locator("h1").innerText(), JSON.stringify(await p.evaluate(() => history.state)));
}
await b.close();
