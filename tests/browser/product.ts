/**
 * Exports the global setup of the journeys: one child process for the whole run (sandbox, gateway and the built web app) on
 * free ports with its own data, stopped when the run ends. Its log is stored beside the screenshots.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { requireChromium } from "../support/chromium.js";
import { ROOT } from "../support/sources.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Ports of the product under test. */
    readonly port: number;
    readonly sandboxPort: number;
  }
}

/** The first start builds the web app and creates the database. */
const START_LIMIT = 180_000;

export const ARTIFACTS = join(ROOT, "tests/browser/artifacts");

function freePort(): Promise<number> {
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
    throw new Error(`The product ended by itself with ${child.exitCode} while it was being used; see product.log`);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const code = await ended;
  clearTimeout(late);
  if (code !== 0) throw new Error(`The product did not stop cleanly on SIGTERM: exit code ${code}`);
}

/** The ports of a running product, to skip the start while writing a journey: `JOURNEYS_AT=3000,3001`. */
function alreadyRunning(): readonly [number, number] | null {
  const given = process.env.JOURNEYS_AT;
  if (!given) return null;
  const [, port, sandboxPort] = /^(\d+),(\d+)$/.exec(given) ?? [];
  if (!port || !sandboxPort) throw new Error("JOURNEYS_AT must be the product's two ports: 3000,3001");
  return [Number(port), Number(sandboxPort)];
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  requireChromium();
  const running = alreadyRunning();
  if (running) {
    project.provide("port", running[0]);
    project.provide("sandboxPort", running[1]);
    return async () => {};
  }
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const data = mkdtempSync(join(tmpdir(), "passbook-journeys-"));
  rmSync(ARTIFACTS, { recursive: true, force: true });
  mkdirSync(ARTIFACTS, { recursive: true });

  const kept: string[] = [];
  const file = createWriteStream(join(ARTIFACTS, "product.log"));
  const child = spawn(join(ROOT, "node_modules/.bin/tsx"), ["gateway/main.ts"], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "", PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: data },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      file.write(chunk);
      kept.push(String(chunk));
      if (kept.length > 200) kept.shift();
    });
  }
  await ready(child, [`http://localhost:${port}/readyz`, `http://localhost:${sandboxPort}/readyz`], () => kept.join(""));

  project.provide("port", port);
  project.provide("sandboxPort", sandboxPort);
  return async () => {
    await stop(child);
    file.end();
    rmSync(data, { recursive: true, force: true });
  };
}
