import { chromium } from "playwright-core";

const [, , base, sandbox, persona, ...paths] = process.argv;
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
const w = Number(process.env.W ?? 1440);
const ctx = await b.newContext({ viewport: { width: w, height: 900 } });
const p = await ctx.newPage();
p.on("console", (m) => console.log("console", m.type(), m.text()));
p.on("pageerror", (e) => console.log("pageerror", e.message));
p.on("response", (r) => {
  if (r.status() >= 400) console.log("http", r.status(), r.url());
});
await p.goto(base + "/");
await p.waitForTimeout(1500);
await p.screenshot({ path: `/tmp/shots/login-${w}.png`, fullPage: true });
if (persona && persona !== "-") {
  const r = await (await fetch(`${sandbox}/sandbox/personas/${persona}`, { method: "POST" })).json();
  await p.getByLabel("Email").fill(r.email);
  await p.getByLabel("Password", { exact: true }).fill(r.password);
  await p.getByRole("button", { name: "Log in" }).click();
  await p.waitForTimeout(1500);
  console.log(p.url());
  await p.screenshot({ path: `/tmp/shots/${persona}-mfa-${w}.png`, fullPage: true });
  const btn = p.getByRole("button", { name: /text|sms|email/i }).first();
  await btn.click();
  await p.waitForTimeout(1200);
  await p.getByLabel("Verification code").fill("000000");
  await p.screenshot({ path: `/tmp/shots/${persona}-code-${w}.png`, fullPage: true });
  await p.getByRole("button", { name: "Verify" }).click();
  await p.waitForTimeout(2500);
  console.log(p.url(), await p.title());
  await p.screenshot({ path: `/tmp/shots/${persona}-landed-${w}.png`, fullPage: true });
}
for (const path of paths) {
  await p.evaluate((x) => {
    history.pushState({}, "", x);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  await p.waitForTimeout(1500);
  console.log(path, "->", p.url(), await p.title());
  await p.screenshot({ path: `/tmp/shots/${persona}${path.replaceAll("/", "_")}-${w}.png`, fullPage: true });
}
await b.close();
