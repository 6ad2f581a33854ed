/** Tests the development server: which pages show the errors of the flows. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createDevServer, type DevServer } from "../../gateway/dev-server.js";

interface Message {
  readonly type: string;
  readonly event?: string;
  readonly err?: { readonly message: string };
}

let root: string;
let server: Server;
let dev: DevServer;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "passbook-dev-"));
  server = createServer().listen(0, "localhost");
  await once(server, "listening");
  dev = await createDevServer(root, server, []);
}, 60_000);
afterAll(async () => {
  await dev.close();
  server.close();
  await rm(root, { recursive: true });
});

/** A page that has connected: the errors that it has received since. */
async function openPage(): Promise<{ readonly errors: () => Promise<readonly string[]>; readonly close: () => Promise<void> }> {
  const socket = new WebSocket(`ws://localhost:${(server.address() as AddressInfo).port}/`, "vite-hmr");
  const received: Message[] = [];
  socket.addEventListener("message", ({ data }) => void received.push(JSON.parse(String(data)) as Message));
  await once(socket, "open");
  return {
    async errors() {
      // The server sends in order: what was sent before this event has arrived with it.
      dev.sendEvent("test:end", null);
      while (received.at(-1)?.event !== "test:end") await once(socket, "message");
      return received.flatMap(({ err }) => err?.message ?? []);
    },
    async close() {
      socket.close();
      await once(socket, "close");
    },
  };
}

it("shows no error of a time when no page was open, after the flows compile", async () => {
  dev.showProblem("flows/auth.flow.json:1:1");
  dev.sendEvent("passbook:flows", { brand: "harbor", hash: "2" });
  const page = await openPage();
  expect(await page.errors()).toEqual([]);
  await page.close();
});

it("shows the present error to each page that connects, until the flows compile", async () => {
  const first = await openPage();
  dev.showProblem("flows/auth.flow.json:1:1");
  expect(await first.errors()).toEqual(["flows/auth.flow.json:1:1"]);
  await first.close();
  for (const page of [await openPage(), await openPage()]) {
    expect(await page.errors()).toEqual(["flows/auth.flow.json:1:1"]);
    await page.close();
  }
  dev.sendEvent("passbook:flows", { brand: "harbor", hash: "1" });
  const last = await openPage();
  expect(await last.errors()).toEqual([]);
  await last.close();
});
