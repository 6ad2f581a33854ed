/** Tests of the state that gateways share: in one process's memory, and in a real Valkey or Redis server. */
import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { redisState } from "../../gateway/redis-state.js";
import { localState, type SharedState } from "../../gateway/shared-state.js";
import { freePort, type RedisServer, startRedis } from "../support/redis.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, LOGIN, openGateway } from "./test-gateway.js";

const opened: SharedState[] = [];
let server: RedisServer;

beforeEach(async () => {
  server = await startRedis();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((state) => state.close()));
  await server.stop();
});

interface Connected {
  readonly state: SharedState;
  readonly reachable: boolean[];
}

/** A gateway's connection, when it is ready. */
async function connect(url = server.url): Promise<Connected> {
  const reachable: boolean[] = [];
  const state = redisState(url, (is) => reachable.push(is));
  opened.push(state);
  await expect.poll(() => reachable.at(-1), { timeout: 10_000 }).toBe(true);
  return { state, reachable };
}

/** A server in front of Redis that accepts connections and, while it stalls, answers nothing, as a process that hangs. */
async function stallingProxy(url: string): Promise<{ url: string; stall: (on: boolean) => void; close: () => Promise<void> }> {
  const { port, hostname } = new URL(url);
  let stalls = false;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port) });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (data) => stalls || to.write(data));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stall: (on) => {
      stalls = on;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, "close");
    },
  };
}

describe.each([
  ["in memory", async () => localState()],
  ["in Redis", async () => (await connect()).state],
] as const)("shared state %s", (_name, open) => {
  it("counts each key within its window, and starts over after it", async () => {
    const state = await open();
    expect([(await state.count("a", 300)).current, (await state.count("a", 300)).current, (await state.count("b", 300)).current]).toEqual([
      1, 2, 1,
    ]);
    const { ttl } = await state.count("a", 300);
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(300);
    await expect.poll(async () => (await state.count("a", 300)).current, { interval: 350, timeout: 5_000 }).toBe(1);
  });

  it("remembers a key until its time", async () => {
    const state = await open();
    expect(await state.remembers("gone")).toBe(false);
    await state.remember("gone", 300);
    expect(await state.remembers("gone")).toBe(true);
    await expect.poll(() => state.remembers("gone"), { interval: 100, timeout: 5_000 }).toBe(false);
  });
});

it("keeps at most 20,000 keys in memory", async () => {
  const state = localState();
  for (let index = 0; index < 20_001; index += 1) await state.count(`address ${index}`, 60_000);
  expect((await state.count("address 20000", 60_000)).current).toBe(2);
  expect((await state.count("address 0", 60_000)).current).toBe(1);
});

describe("two connections to one server", () => {
  it("share counts and remembered keys, and store no key as it is", async () => {
    const [one, other] = [await connect(), await connect()];
    await one.state.count("credentials 203.0.113.9", 60_000);
    expect(await other.state.count("credentials 203.0.113.9", 60_000)).toMatchObject({ current: 2 });
    await other.state.remember("ended session s", 60_000);
    expect(await one.state.remembers("ended session s")).toBe(true);
    const { Redis } = await import("ioredis");
    const reader = new Redis(server.url);
    const keys = await reader.keys("*");
    reader.disconnect();
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key).toMatch(/^passbook:(count|key):[\w-]{43}$/);
  });

  it("share the database that their address names, and no other one", async () => {
    const [one, other, another] = [await connect(`${server.url}/3`), await connect(`${server.url}/3`), await connect(`${server.url}/4`)];
    await one.state.count("k", 60_000);
    expect(await other.state.count("k", 60_000)).toMatchObject({ current: 2 });
    expect(await another.state.count("k", 60_000)).toMatchObject({ current: 1 });
  });

  it("count by themselves while the server is gone, and together again when it is back", async () => {
    const port = await freePort();
    const first = await startRedis(port);
    const [one, other] = [await connect(first.url), await connect(first.url)];
    await one.state.remember("ended session s", 60_000);
    await first.stop();
    expect(await one.state.count("k", 60_000)).toMatchObject({ current: 1 });
    expect(await other.state.count("k", 60_000)).toMatchObject({ current: 1 });
    expect([await one.state.remembers("ended session s"), await other.state.remembers("ended session s")]).toEqual([true, false]);
    await expect.poll(() => [one.reachable.at(-1), other.reachable.at(-1)]).toEqual([false, false]);
    const again = await startRedis(port);
    await expect.poll(() => [one.reachable.at(-1), other.reachable.at(-1)], { timeout: 15_000 }).toEqual([true, true]);
    await one.state.count("k", 60_000);
    expect(await other.state.count("k", 60_000)).toMatchObject({ current: 2 });
    await again.stop();
  });

  it("do not keep more than one command waiting for a server that stops answering, and share again when it answers", async () => {
    const proxy = await stallingProxy(server.url);
    const [one, other] = [await connect(proxy.url), await connect()];
    await one.state.count("k", 60_000);
    proxy.stall(true);
    const from = performance.now();
    // As a request does: one after the other.
    for (const key of ["all", "credentials", "account"]) expect(await one.state.count(key, 60_000)).toMatchObject({ current: 1 });
    expect(await one.state.remembers("ended session s")).toBe(false);
    const waited = performance.now() - from;
    expect(waited).toBeGreaterThan(200);
    expect(waited).toBeLessThan(490);
    expect(one.reachable.at(-1)).toBe(false);
    // While it does not answer, no request waits, not even for an attempt to connect.
    const until = performance.now() + 7_000;
    let longest = 0;
    while (performance.now() < until) {
      const start = performance.now();
      await one.state.count("later", 60_000);
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(longest).toBeLessThan(240);
    expect(one.reachable.at(-1)).toBe(false);
    proxy.stall(false);
    await expect.poll(() => one.reachable.at(-1), { timeout: 15_000 }).toBe(true);
    await other.state.count("again", 60_000);
    expect(await one.state.count("again", 60_000)).toMatchObject({ current: 2 });
    await Promise.all(opened.splice(0).map((state) => state.close()));
    await proxy.close();
  }, 60_000);

  it("does not keep a request waiting for a server that does not exist", async () => {
    const reachable: boolean[] = [];
    const state = redisState(`redis://127.0.0.1:${await freePort()}`, (is) => reachable.push(is));
    opened.push(state);
    const from = performance.now();
    expect(await state.count("k", 60_000)).toMatchObject({ current: 1 });
    expect(performance.now() - from).toBeLessThan(250);
    await expect.poll(() => reachable).toEqual([false]);
  });
});

it.each([
  ["", ""],
  [":a-password@", ""],
  ["", "/3"],
  [":a-password@", "/3"],
])("names the protected mode of a server that refuses the connection: %s, %s", async (credentials, database) => {
  // What Redis 7 and Valkey 8 answer to another machine.
  const answer =
    "-DENIED Redis is running in protected mode because protected mode is enabled and no password is set for the default user. ...\r\n";
  const refusing = createServer((socket) => socket.on("error", () => {}).end(answer)).listen(0, "127.0.0.1");
  await once(refusing, "listening");
  const reports: unknown[] = [];
  const { port } = refusing.address() as AddressInfo;
  opened.push(redisState(`redis://${credentials}127.0.0.1:${port}${database}`, (reachable, reason) => reports.push([reachable, reason])));
  await expect.poll(() => reports, { timeout: 5_000 }).toEqual([[false, expect.stringContaining("protected mode")]]);
  expect(JSON.stringify(reports)).not.toMatch(/DENIED|no password is set/);
  refusing.close();
});

describe("two gateways with one server", () => {
  it("share the limits and the end of a session", async () => {
    const limits = { all: 1000, credentials: 3, account: 1000, accountCredentials: 1000 };
    const apps = await Promise.all([0, 1].map(async () => openGateway(fakeUpstream(SIGN_IN), { limits, shared: (await connect()).state })));
    const clients = apps.map((app) => new HttpClient(app));
    const [one, other] = clients as [HttpClient, HttpClient];
    await one.signIn();
    for (const [name, value] of one.cookies) other.cookies.set(name, value);
    const progress = async (client: HttpClient) => (await client.graphql("{ progress { first_name } }")).errors?.[0]?.extensions?.status;
    expect(await progress(other)).toBeUndefined();
    await one.graphql("mutation { logout { ok } }");
    // The other gateway got the cookies before the sign-out.
    expect(await progress(other)).toBe(401);
    // Login, selectMfa and verifyMfa were the first three requests with credentials.
    expect((await new HttpClient(apps[1] as never).post(LOGIN, { input: { email: "b@b.co", password: "p" } })).statusCode).toBe(429);
  });
});
