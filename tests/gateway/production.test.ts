/**
 * Tests the gateway as it runs in production: two processes of plain JavaScript, with only the packages that
 * `npm ci --omit=dev` installs by the `package.json` of the build, behind one balancer.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ListeningServer, serveFetch } from "../../gateway/serve-fetch.js";
import { copiesOf, stagesOf } from "../support/dockerfile.js";
import { freePort, type RedisServer, startRedis } from "../support/redis.js";
import { ROOT } from "../support/sources.js";
import { productionFolder } from "./production-folder.js";
import { SandboxFixture } from "./sandbox-fixture.js";

const ZERO = "0".repeat(64);
const SECRET = "a-secret-of-thirty-two-characters-and-more";

let fixture: SandboxFixture;
let bank: ListeningServer;
let root: string;
let redis: RedisServer;
const processes: ChildProcess[] = [];

beforeAll(async () => {
  fixture = await SandboxFixture.open();
  redis = await startRedis();
  bank = await serveFetch(
    (request) => fixture.bank.fetch(request),
    { port: 0, host: "127.0.0.1", variable: "SANDBOX_PORT" },
    () => {},
  );
  root = await productionFolder(fixture.flows);
}, 120_000);

afterAll(async () => {
  for (const each of processes) each.kill("SIGKILL");
  await redis?.stop();
  await bank?.close();
  await fixture?.close();
  if (root) rmSync(root, { recursive: true });
});

/** The files of the image, by their paths: the Dockerfile's last stage copies nothing else. */
function pathsOfTheImage(): readonly string[] {
  const production = stagesOf(readFileSync(join(ROOT, "Dockerfile"), "utf8")).find(({ name }) => name === "production");
  return production ? copiesOf(production).flatMap(({ sources }) => sources) : [];
}

/** The files with the times of their last changes, since the image's file system is read-only. */
function filesWithTimes(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${statSync(join(parentPath, name)).mtimeMs}`)
    .sort();
}

/** Starts a gateway; returns its origin when it listens. */
async function started(port: number): Promise<{ origin: string; process: ChildProcess }> {
  const child = spawn(process.execPath, ["--preserve-symlinks", "--preserve-symlinks-main", "build/main.js", "--serve"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      UPSTREAM_URL: `http://127.0.0.1:${bank.port}`,
      SESSION_SECRET: SECRET,
      TRUST_PROXY: "none",
      REDIS_URL: redis.url,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  processes.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => void (output += String(text)));
  const origin = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`the gateway has ended with ${child.exitCode}:\n${output}`);
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.ok) return { origin, process: child };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the gateway does not listen:\n${output}`);
}

/** A browser whose requests may go to either process. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async request(url: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }

  /** Reports an error of the web app; returns the status of the answer. */
  async report(origin: string): Promise<number> {
    const body = JSON.stringify({ name: "Error", message: "test", path: "/", bundle: ZERO });
    const headers = { "content-type": "application/json", "x-xsrf-token": decodeURIComponent(this.#cookies.get("XSRF-TOKEN") ?? "") };
    return (await this.request(`${origin}/client-errors`, { method: "POST", headers, body })).status;
  }

  /** Sends an operation of the flows; returns its data. */
  async call(origin: string, name: string, variables: object = {}): Promise<unknown> {
    const response = await this.request(`${origin}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-xsrf-token": decodeURIComponent(this.#cookies.get("XSRF-TOKEN") ?? "") },
      body: JSON.stringify({ query: fixture.flows.core("harbor").operations[name]?.document, variables }),
    });
    const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
    expect(errors, name).toBeUndefined();
    return data;
  }
}

describe("two gateways of plain JavaScript on production packages", () => {
  it("need the files of the image and no others", () => {
    expect(readdirSync(root).sort()).toEqual(["build", "dist", ".bundles", "gateway", "package.json", "node_modules"].sort());
    expect([...pathsOfTheImage()].sort()).toEqual(
      ["build", "dist", ".bundles", "gateway/schema.graphql", "package.json", "node_modules"].sort(),
    );
  });

  it("need none of the packages of the web app, which its built files contain", () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, "build/package.json"), "utf8")) as { dependencies: Record<string, string> };
    const { dependencies: all } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: Record<string, string> };
    expect(all).toMatchObject(dependencies);
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(["fastify", "ioredis", "@opentelemetry/api"]));
    for (const name of ["react", "react-dom", "@blueprintjs/core", "@rjsf/core", "recoil"]) {
      expect([name, all[name]]).toEqual([name, expect.any(String)]);
      expect([name, existsSync(join(root, "node_modules", name))]).toEqual([name, false]);
    }
  });

  it("copy their bundles to a folder that they share, and refuse to do so without one", async () => {
    const shared = mkdtempSync(join(tmpdir(), "passbook-shared-"));
    const publish = (variables: Readonly<Record<string, string>>) =>
      spawnSync(process.execPath, ["--preserve-symlinks", "--preserve-symlinks-main", "build/main.js", "--publish"], {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_ENV: "production", ...variables },
        encoding: "utf8",
      });
    expect(publish({ BUNDLES_DIR: shared })).toMatchObject({
      status: 0,
      stderr: "",
      stdout: expect.stringMatching(/^harbor: bundle \w{12}\n$/),
    });
    expect(readdirSync(join(shared, "harbor")).sort()).toEqual(readdirSync(join(root, ".bundles/harbor")).sort());
    expect(publish({})).toMatchObject({ status: 1, stderr: expect.stringContaining("  BUNDLES_DIR must be set with --publish") });
    rmSync(shared, { recursive: true });
  }, 60_000);

  it("serve one session, each with the other's cookies, share one limit, and finish a call before they end", async () => {
    const before = filesWithTimes(root);
    const first = await started(await freePort());
    const second = await started(await freePort());
    const { email, password } = await fixture.persona("active");
    const browser = new Browser();
    expect((await browser.request(`${first.origin}/dashboard`)).status).toBe(200);
    expect(await (await fetch(`${first.origin}/login`)).text()).toMatch(/<h1[^>]*>Log in<\/h1>.*<label[^>]*>Email<\/label>/s);
    await browser.call(first.origin, "Login", { form: { email, password } });
    await browser.call(second.origin, "SelectMfa", { type: "email" });
    await browser.call(first.origin, "VerifyMfa", { form: { code: "000000" } });
    expect(await browser.call(second.origin, "Accounts")).toMatchObject({ accounts: [{ uuid: expect.any(String) }] });

    // 20 reports of errors a minute from one address: neither gateway gets more than half of them.
    const statuses: number[] = [];
    for (let index = 0; index < 22; index += 1) statuses.push(await browser.report((index % 2 ? first : second).origin));
    expect(statuses).toEqual([...Array(20).fill(204), 429, 429]);

    await fixture.control("/faults", { path: "/accounts", method: "GET", delay_ms: 1_500 });
    const slow = browser.call(second.origin, "Accounts");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const ended = new Promise<number | null>((resolve) => second.process.once("exit", resolve));
    second.process.kill("SIGTERM");
    expect(await slow).toMatchObject({ accounts: [{ uuid: expect.any(String) }] });
    expect(await ended).toBe(0);
    expect(await browser.call(first.origin, "Accounts")).toMatchObject({ accounts: [{}] });
    // The image's file system is read-only.
    expect(filesWithTimes(root)).toEqual(before);
  }, 120_000);
});
