/**
 * Exports the Lighthouse benchmark for `main.ts`: the mobile performance of pages by Google's Lighthouse itself, beside that of a
 * page of bare rjsf 6. `npx` downloads it at the first run: it has 200 packages, which no other part of the project needs.
 */
import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { launchChromium } from "../src/cli/browser/chromium.js";
import { readSource } from "../src/cli/source-files.js";
import { compile } from "../src/compiler/compile.js";
import { freePort, type ProductPorts, startProduct } from "../tests/browser/product.js";
import { buildFormPages, serveFormPages } from "./forms.js";
import { type Figure, figureOf } from "./measure.js";
import { DEPOSITOR, signIn, VISITOR } from "./pages.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** The newest version for Node 20. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const ROUNDS = 5;
const REPORT_LIMIT = 64 * 1024 * 1024;

/** What the benchmark prints of a report: the score is from 0 to 1, times are in milliseconds. */
const FIGURES = {
  performance: ["(score)", ({ categories }: Report) => categories.performance.score],
  "largest contentful paint": ["ms", ({ audits }: Report) => audits["largest-contentful-paint"].numericValue],
  "total blocking time": ["ms", ({ audits }: Report) => audits["total-blocking-time"].numericValue],
  "layout shift": ["(score)", ({ audits }: Report) => audits["cumulative-layout-shift"].numericValue],
} as const;

type Measured = "largest-contentful-paint" | "total-blocking-time" | "cumulative-layout-shift";

interface Report {
  readonly finalDisplayedUrl: string;
  readonly categories: { readonly performance: { readonly score: number } };
  readonly audits: Readonly<Record<Measured, { readonly numericValue: number }>>;
}

/** Lighthouse clears the storage of a page first, though not its cookies: a session needs a browser of its own. */
async function reportOf(address: string, port: number): Promise<Report> {
  const options = ["--only-categories=performance", "--output=json", "--quiet", `--port=${port}`];
  const { stdout } = await promisify(execFile)("npx", ["--yes", LIGHTHOUSE, address, ...options], { maxBuffer: REPORT_LIMIT });
  const report = JSON.parse(stdout) as Report;
  if (report.finalDisplayedUrl !== address) throw new Error(`${address} redirects to ${report.finalDisplayedUrl}.`);
  return report;
}

interface Phone {
  readonly browser: Browser;
  readonly port: number;
}

/** A browser that Lighthouse drives. */
async function launchPhone(): Promise<Phone> {
  const port = await freePort();
  return { browser: await launchChromium([`--remote-debugging-port=${port}`]), port };
}

/** Signs a depositor in where Lighthouse opens its pages: in the browser's own context. */
async function signInAt({ port }: Phone, ports: ProductPorts): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error("The browser has no context of its own.");
  const page = await context.newPage();
  await signIn(page, ports);
  await page.close();
}

export async function lighthouse(): Promise<readonly Figure[]> {
  const { bundle } = compile(await readSource(ROOT), "harbor");
  if (bundle === null) throw new Error("The flows do not compile.");
  const folder = await buildFormPages();
  const server = await serveFormPages(folder, bundle);
  const product = await startProduct("bench");
  const [visitor, depositor] = [await launchPhone(), await launchPhone()];
  try {
    await signInAt(depositor, product.ports);
    const origin = `http://localhost:${product.ports.port}`;
    const pages = [
      {
        name: "a page of bare rjsf 6",
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rjsf?fields=8&open`,
        phone: visitor,
      },
      ...VISITOR.map((path) => ({ name: path, address: origin + path, phone: visitor })),
      ...DEPOSITOR.map((path) => ({ name: path, address: origin + path, phone: depositor })),
    ];
    const reports = new Map<string, Report[]>(pages.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, address, phone } of pages) reports.get(name)?.push(await reportOf(address, phone.port));
    return [...reports].flatMap(([name, rounds]) =>
      Object.entries(FIGURES).map(([what, [unit, value]]) => figureOf(`Lighthouse, ${name}: ${what}`, unit, rounds.map(value))),
    );
  } finally {
    await Promise.all([visitor.browser.close(), depositor.browser.close()]);
    server.close();
    rmSync(folder, { recursive: true, force: true });
    await product.end();
  }
}
