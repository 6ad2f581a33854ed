/** Tests of browsers that read their response slowly, or not at all: the latter must not hold the gateway's connections. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fakeUpstream } from "./fake-upstream.js";
import { fakeBundles, openGateway } from "./test-gateway.js";

/** Far above what a busy machine delays a read by. */
const LIMIT_MS = 1_500;
/** More than the system keeps for a connection. */
const BYTES = 24 * 1024 * 1024;

let folder: string;
const sockets: Socket[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "passbook-unread-"));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A gateway with a large file, and a connection that has requested it. */
async function requested() {
  const file = join(folder, "font.woff2");
  writeFileSync(file, randomBytes(BYTES));
  const app = await openGateway(fakeUpstream({}), { bundles: { ...fakeBundles(), file: () => file }, unreadTimeoutMs: LIMIT_MS });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.pause();
  socket.write("GET /bundles/harbor/1/font.woff2 HTTP/1.1\r\nHost: harbor.localhost\r\n\r\n");
  await expect.poll(connections).toBe(1);
  return { socket, connections };
}

it("ends the connection of a browser that reads nothing", async () => {
  const { connections } = await requested();
  await expect.poll(connections, { timeout: 10 * LIMIT_MS }).toBe(0);
});

it("sends the whole response to a browser that reads slowly, and keeps its connection", async () => {
  const { socket, connections } = await requested();
  const from = performance.now();
  let received = 0;
  let part = 0;
  socket.on("data", (data) => {
    received += data.length;
    part += data.length;
    if (part < BYTES / 8 || received >= BYTES) return;
    part = 0;
    socket.pause();
    void sleep(LIMIT_MS / 3).then(() => socket.resume());
  });
  socket.resume();
  await expect.poll(() => received >= BYTES, { timeout: 20 * LIMIT_MS }).toBe(true);
  expect(performance.now() - from).toBeGreaterThan(2 * LIMIT_MS);
  await sleep(2 * LIMIT_MS);
  expect(await connections()).toBe(1);
});
