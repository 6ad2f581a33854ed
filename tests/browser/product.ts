/**
 * Exports `startProduct` for the benchmark of pages and the journey of the first start, and the global setup of the journeys: a browser for each worker, and a
 * product (a child process with sandbox, gateway and the built web app, on free ports, with its own data). Journeys of
 * different workers therefore share neither the bank's clock nor its faults. Their banks are on one PostgreSQL server, which
 * takes a third of the CPU of the embedded database. The products' logs are stored beside the screenshots.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { launchChromium } from "../../src/cli/browser/chromium.js";
import { startPostgres } from "../support/postgres.js";
import { ROOT } from "../support/sources.js";
import { WORKERS } from "./workers.js";

/** The ports of a product. */
export interface ProductPorts {
  readonly port: number;
  readonly sandboxPort: number;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The products under test, one for each worker. */
    readonly products: readonly ProductPorts[];
    /** The addresses at which the workers drive their browsers. */
    readonly browsers: readonly string[];
  }
}

/** The first start builds the web app and creates the database. */
const START_LIMIT = 180_000;

export const ARTIFACTS = join(ROOT, "tests/browser/artifacts");

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no free port"))));
    });
  });
}

async function answers(address: string): Promise<boolean> {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false; // Not up yet; the caller's limit ends the waiting.
  }
}

async function ready(child: ChildProcess, addresses: readonly string[], log: () => string): Promise<void> {
  const limit = Date.now() + START_LIMIT;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode} before it was ready:\n${log()}`);
    if ((await Promise.all(addresses.map(answers))).every(Boolean)) return;
    if (Date.now() > limit) throw new Error(`The product was not ready after ${START_LIMIT / 1000} s:\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null)
    throw new Error(`The product ended by itself with ${child.exitCode} while it was being used; see its log in tests/browser/artifacts`);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await ended;
  clearTimeout(late);
  if (code !== 0) throw new Error(`The product did not stop cleanly on SIGTERM: exit code ${code}`);
}

/** The ports of a running product, to skip the start while writing a journey: `JOURNEYS_AT=3000,3001`. */
function alreadyRunning(): ProductPorts | null {
  const given = process.env.JOURNEYS_AT;
  if (!given) return null;
  const [, port, sandboxPort] = /^(\d+),(\d+)$/.exec(given) ?? [];
  if (!port || !sandboxPort) throw new Error("JOURNEYS_AT must be the product's two ports: 3000,3001");
  return { port: Number(port), sandboxPort: Number(sandboxPort) };
}

/** Creates databases on a server, and returns their addresses. */
async function emptyDatabases(server: string, count: number): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const addresses: string[] = [];
    for (let number = 1; number <= count; number += 1) {
      await client.query(`create database product_${number}`);
      const address = new URL(server);
      address.pathname = `/product_${number}`;
      addresses.push(address.href);
    }
    return addresses;
  } finally {
    await client.end();
  }
}

export interface RunningProduct {
  readonly ports: ProductPorts;
  readonly end: () => Promise<void>;
}

export interface ProductOptions {
  /** The folder in which another product has published the bundles. Without it, the product publishes its own. */
  readonly bundles?: string | undefined;
  /** The address of an empty database of PostgreSQL. Without it, the product's bank has an embedded one. */
  readonly database?: string | undefined;
}

/** Starts a product. */
export async function startProduct(name: string, { bundles, database }: ProductOptions = {}): Promise<RunningProduct> {
  const ports = { port: await freePort(), sandboxPort: await freePort() };
  const data = mkdtempSync(join(tmpdir(), "passbook-journeys-"));
  const kept: string[] = [];
  mkdirSync(ARTIFACTS, { recursive: true });
  const file = createWriteStream(join(ARTIFACTS, `${name}.log`));
  const child = spawn(join(ROOT, "node_modules/.bin/tsx"), ["gateway/main.ts"], {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: "",
      PORT: String(ports.port),
      SANDBOX_PORT: String(ports.sandboxPort),
      DATA_DIR: data,
      ...(bundles === undefined ? {} : { BUNDLES_DIR: bundles }),
      ...(database === undefined ? {} : { DATABASE_URL: database }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      file.write(chunk);
      kept.push(String(chunk));
      if (kept.length > 200) kept.shift();
    });
  }
  await ready(child, [`http://localhost:${ports.port}/readyz`, `http://localhost:${ports.sandboxPort}/readyz`], () => kept.join(""));
  return {
    ports,
    async end() {
      await stop(child);
      file.end();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a browser that workers drive by its address. Playwright instruments all pages of a browser in each of its clients, so
 * that two workers in one browser would handle each page twice.
 */
async function startBrowser(): Promise<{ readonly address: string; readonly end: () => Promise<void> }> {
  const port = await freePort();
  // A process for each site of a context, so that its next page has the code that was compiled for the last one.
  const browser = await launchChromium([`--remote-debugging-port=${port}`, "--process-per-site"]);
  return { address: `http://127.0.0.1:${port}`, end: () => browser.close() };
}

/** The first product builds the web app and publishes the bundles, the others serve the same. */
async function startProducts(databases: readonly string[]): Promise<readonly RunningProduct[]> {
  rmSync(ARTIFACTS, { recursive: true, force: true });
  const [database, ...others] = databases;
  const first = await startProduct("product-1", { database });
  const bundles = join(ROOT, ".bundles");
  return [first, ...(await Promise.all(others.map((each, index) => startProduct(`product-${index + 2}`, { bundles, database: each }))))];
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = alreadyRunning();
  const postgres = given === null ? await startPostgres() : null;
  const products = postgres === null ? [] : await startProducts(await emptyDatabases(postgres.url, WORKERS));
  project.provide("products", given === null ? products.map(({ ports }) => ports) : [given]);
  const browsers = await Promise.all(Array.from({ length: WORKERS }, startBrowser));
  project.provide(
    "browsers",
    browsers.map(({ address }) => address),
  );
  return async () => {
    for (const { end } of browsers) await end();
    for (const product of products) await product.end();
    await postgres?.stop();
  };
}
