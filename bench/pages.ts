/**
 * Exports the page benchmark for `main.ts`: when the first screens are painted on a phone (150 ms, 1.6 Mbit/s, a quarter of the
 * CPU, as Lighthouse has it), over a page of bare rjsf 6 in the same run; their blocking time and layout shift; and the size of the scripts of /login.
 */
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { launchChromium } from "../src/cli/browser/chromium.js";
import { readSource } from "../src/cli/source-files.js";
import { compile } from "../src/compiler/compile.js";
import { type ProductPorts, startProduct } from "../tests/browser/product.js";
import { buildFormPages, serveFormPages } from "./forms.js";
import { type Figure, figureOf, type Result, resultOf } from "./measure.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;
const VIEWPORT = { width: 390, height: 844 };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** A task that lasts longer blocks input, from the first paint on (Total Blocking Time, web.dev/tbt). */
const LONG_TASK_MS = 50;
/** Without a request for this long, the page is complete. */
const QUIET_MS = 2500;

/** Pages of a visitor, and of a depositor who is signed in. */
export const VISITOR = ["/login", "/registration"];
export const DEPOSITOR = ["/faq", "/dashboard"];

/** What the page's observers have seen, in milliseconds; the layout shift has no unit. */
interface Paint {
  readonly first: number;
  readonly largest: number;
  readonly blocked: number;
  readonly shift: number;
}

type Entry = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };

/** Runs in the page before its scripts. Without named functions within, for which esbuild would call a helper of this module. */
function observe(longTask: number): void {
  const tasks: { readonly start: number; readonly end: number }[] = [];
  const seen = {
    first: 0,
    largest: 0,
    shift: 0,
    get blocked() {
      return tasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, seen.first) - longTask), 0);
    },
  };
  Object.assign(window, { seen });
  for (const type of ["paint", "largest-contentful-paint", "longtask", "layout-shift"])
    new PerformanceObserver((list) => {
      for (const { name, startTime, duration, value, hadRecentInput } of list.getEntries() as Entry[]) {
        if (name === "first-contentful-paint") seen.first = startTime;
        if (type === "largest-contentful-paint") seen.largest = startTime;
        if (type === "longtask") tasks.push({ start: startTime, end: startTime + duration });
        if (type === "layout-shift" && !hadRecentInput) seen.shift += value;
      }
    }).observe({ type, buffered: true });
}

/** An empty page of the phone. */
async function phonePage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return page;
}

async function paintOf(context: BrowserContext, address: string): Promise<Paint> {
  const page = await phonePage(context);
  await page.addInitScript(observe, LONG_TASK_MS);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(QUIET_MS);
  // A redirected visit would be that of another page.
  if (page.url() !== address) throw new Error(`${address} redirects to ${page.url()}.`);
  const seen = await page.evaluate(() => ({ ...(window as unknown as { readonly seen: Paint }).seen }));
  await page.close();
  if (seen.largest === 0) throw new Error(`${address} has painted nothing.`);
  return seen;
}

/**
 * The compressed size of the scripts that a page loads: those of the app, all that the browser has received before the first
 * paint, and the validators of the bundle, for this journey and the next ones.
 */
async function scriptSizes(browser: Browser, address: string): Promise<readonly Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await phonePage(context);
  await page.goto(address);
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(QUIET_MS);
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    scripts: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .map(({ name, responseEnd }) => ({ name, responseEnd }))
      .filter(({ name }) => /\.js(\?|$)/.test(name)),
  }));
  await context.close();
  if (painted === undefined || scripts.length === 0) throw new Error(`${address} has painted nothing, or loads no script.`);
  const received = new Map(scripts.map(({ name, responseEnd }) => [name, responseEnd]));
  let [app, before, validators] = [0, 0, 0];
  for (const [script, end] of received) {
    const response = await fetch(script);
    if (!response.ok) throw new Error(`${script}: ${response.status}`);
    const size = gzipSync(Buffer.from(await response.arrayBuffer())).length / 1000;
    if (new URL(script).pathname.startsWith("/assets/")) app += size;
    else validators += size;
    if (end <= painted) before += size;
  }
  const path = new URL(address).pathname;
  return [
    figureOf(`pages, JavaScript of ${path}, gzip: the app`, "kB", [app]),
    figureOf(`pages, JavaScript of ${path}, gzip: before the first paint`, "kB", [before]),
    figureOf(`pages, JavaScript of ${path}, gzip: validators of the bundle`, "kB", [validators]),
  ];
}

async function control<Answer>({ sandboxPort }: ProductPorts, method: "GET" | "POST", path: string): Promise<Answer> {
  const response = await fetch(`http://localhost:${sandboxPort}/sandbox${path}`, { method, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`${method} /sandbox${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Signs a depositor with a balance in. */
export async function signIn(page: Page, ports: ProductPorts): Promise<void> {
  const who = await control<{ readonly email: string; readonly password: string; readonly phone: string }>(
    ports,
    "POST",
    "/personas/active",
  );
  await page.goto(`http://localhost:${ports.port}/login`);
  await page.getByLabel("Email").fill(who.email);
  await page.getByRole("textbox", { name: "Password" }).fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("button", { name: /^Text message/ }).click();
  await page.waitForURL("**/otp-verification");
  const [message] = await control<readonly { readonly code: string | null }[]>(ports, "GET", `/outbox?to=${encodeURIComponent(who.phone)}`);
  await page
    .getByRole("textbox")
    .first()
    .fill(message?.code ?? "");
  await page.waitForURL("**/dashboard");
}

/** Our pages and the peer's in turns, each in a context of its own but for the signed-in one. */
async function measured(browser: Browser, ports: ProductPorts, peer: string): Promise<Readonly<Record<string, readonly Paint[]>>> {
  const rounds: Record<string, Paint[]> = {};
  const add = async (name: string, context: BrowserContext, address: string) => {
    rounds[name] = [...(rounds[name] ?? []), await paintOf(context, address)];
  };
  const signedIn = await browser.newContext({ viewport: VIEWPORT });
  await signIn(await signedIn.newPage(), ports);
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = await browser.newContext({ viewport: VIEWPORT });
    await add("peer", fresh, peer);
    await fresh.close();
    for (const path of VISITOR) {
      const context = await browser.newContext({ viewport: VIEWPORT });
      await add(path, context, `http://localhost:${ports.port}${path}`);
      await context.close();
    }
    for (const path of DEPOSITOR) await add(path, signedIn, `http://localhost:${ports.port}${path}`);
  }
  await signedIn.close();
  return rounds;
}

function resultsOf(path: string, own: readonly Paint[], peer: readonly Paint[]): readonly (Result | Figure)[] {
  const compared = (["first", "largest"] as const).map((which) =>
    resultOf(
      { what: `pages, ${path}: ${which} contentful paint`, unit: "page", ours: "Passbook", peer: "a page of bare rjsf 6" },
      own.map((paint, round) => ({ own: paint[which], other: peer[round]?.[which] ?? Number.NaN })),
    ),
  );
  const figure = (what: string, unit: string, which: "blocked" | "shift") =>
    figureOf(
      `pages, ${path}: ${what}`,
      unit,
      own.map((paint) => paint[which]),
    );
  return [...compared, figure("total blocking time", "ms", "blocked"), figure("layout shift", "(score)", "shift")];
}

export async function pages(): Promise<readonly (Result | Figure)[]> {
  const { bundle } = compile(await readSource(ROOT), "harbor");
  if (bundle === null) throw new Error("The flows do not compile.");
  const folder = await buildFormPages();
  const server = await serveFormPages(folder, bundle);
  const product = await startProduct("bench");
  const browser = await launchChromium();
  try {
    const peer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rjsf?fields=8&open`;
    const rounds = await measured(browser, product.ports, peer);
    const sizes = await scriptSizes(browser, `http://localhost:${product.ports.port}/login`);
    return [...[...VISITOR, ...DEPOSITOR].flatMap((path) => resultsOf(path, rounds[path] ?? [], rounds.peer ?? [])), ...sizes];
  } finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
    await product.end();
  }
}
