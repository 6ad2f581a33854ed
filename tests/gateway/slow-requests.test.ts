/** Tests of requests that arrive slowly: the time that each may take, and what becomes of them when the gateway closes. */
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { RECEIVE_LIMITS, serverTimeouts } from "../../gateway/plugins/slow-requests.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { LONG_TIMEOUT_MS } from "../../gateway/upstream/transport.js";
import { type FakeResponses, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const LIMITS = { headers: 400, request: 500, upload: 2_000, closing: 100 };
const MAX_BYTES = 10 * 1024 * 1024;

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

interface Connection {
  readonly socket: Socket;
  received: string;
  /** Milliseconds until the gateway ended the connection. */
  readonly closed: Promise<number>;
}

async function opened(responses: FakeResponses = {}, options: Parameters<typeof openGateway>[1] = {}) {
  const lines: string[] = [];
  const app = await openGateway(fakeUpstream(responses), {
    receive: LIMITS,
    log: { level: "warn", stream: { write: (line) => void (line.includes('"readiness"') || lines.push(line)) } },
    ...options,
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, lines };
}

function open(app: FastifyInstance, text: string): Connection {
  const from = performance.now();
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  sockets.push(socket);
  const closed = new Promise<number>((resolve) => socket.once("close", () => resolve(performance.now() - from)));
  const connection: Connection = { socket, received: "", closed };
  socket.on("data", (data) => {
    connection.received += String(data);
  });
  socket.on("error", () => undefined);
  if (text !== "") socket.write(text);
  return connection;
}

const post = (headers: string, length = 1_000) =>
  `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n${headers}\r\n\r\n{`;
const JSON_TYPE = "Content-Type: application/json";
const UPLOAD_TYPE = "Content-Type: multipart/form-data; boundary=x";

/** The headers of a client's cookies and CSRF token. */
async function headersOf(client: HttpClient): Promise<string> {
  await client.request({ method: "GET", url: "/csrf" });
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return `Cookie: ${cookie}\r\nX-XSRF-TOKEN: ${decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "")}`;
}

describe("a request that does not arrive", () => {
  it.each([
    ["its body", post(JSON_TYPE)],
    ["its body, in chunks", `POST /graphql HTTP/1.1\r\nHost: localhost\r\n${JSON_TYPE}\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`],
    ["its headers", "POST /graphql HTTP/1.1\r\nHost: localhost\r\n"],
    ["its first byte", ""],
    ["the body of an address without a route", post(JSON_TYPE).replace("/graphql", "/nothing")],
    ["the body of a GET", post(JSON_TYPE).replace("POST /graphql", "GET /csrf")],
    ["the files of somebody who is not signed in", post(UPLOAD_TYPE)],
  ])("ends the connection within its limit: without %s", async (_case, text) => {
    const { app, lines } = await opened();
    const connection = open(app, text);
    const drip = setInterval(() => connection.socket.writable && text !== "" && connection.socket.write("a"), 50);
    const took = await connection.closed;
    clearInterval(drip);
    expect(took).toBeGreaterThan(LIMITS.headers - 50);
    expect(took).toBeLessThan(LIMITS.upload - 200);
    if (text.startsWith("POST /graphql") && text.includes(JSON_TYPE)) expect(connection.received).toMatch(/^HTTP\/1\.1 408 /);
    expect(lines).toEqual([]);
  });

  it("has longer while a signed-in depositor uploads files", async () => {
    const { app, lines } = await opened(SIGN_IN);
    const client = new HttpClient(app, "localhost");
    await client.signIn();
    const took = await open(app, post(`${UPLOAD_TYPE}\r\n${await headersOf(client)}`)).closed;
    expect(took).toBeGreaterThan(LIMITS.upload - 50);
    expect(lines).toEqual([]);
  });

  it("is one of six uploads at most of a sign-in, since all depositors share the connections for them", async () => {
    const { app } = await opened(SIGN_IN);
    const client = new HttpClient(app, "localhost");
    await client.signIn();
    const headers = await headersOf(client);
    const upload = () => open(app, post(`${UPLOAD_TYPE}\r\n${headers}`));
    const first = Array.from({ length: 6 }, upload);
    await sleep(100);
    const refused = upload();
    await expect.poll(() => refused.received).toMatch(/^HTTP\/1\.1 429 /);
    expect(first.map(({ received }) => received).join("")).toBe("");
    for (const { socket } of first) socket.destroy();
    await sleep(100);
    const next = upload();
    await next.closed;
    expect(next.received).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("is not limited while the gateway works on its answer", async () => {
    const { app } = await opened({}, slowUpstream(900));
    const body = JSON.stringify({ query: "{ branding { name } }" });
    const headers = `${JSON_TYPE}\r\nConnection: close\r\n${await headersOf(new HttpClient(app, "localhost"))}`;
    const connection = open(app, post(headers, body.length).slice(0, -1) + body);
    await connection.closed;
    expect(connection.received).toMatch(/^HTTP\/1\.1 200 .*"Harbor"/s);
  });

  it("has limits in production that a slow phone's upload of 10 MB meets", () => {
    const slowPhone = 400_000 / 8;
    expect((MAX_BYTES / slowPhone) * 1000).toBeLessThan(RECEIVE_LIMITS.upload);
    expect(RECEIVE_LIMITS.upload).toBeLessThanOrEqual(LONG_TIMEOUT_MS);
    expect(((256 * 1024) / slowPhone) * 1000).toBeLessThan(RECEIVE_LIMITS.request);
    expect(serverTimeouts(RECEIVE_LIMITS)).toEqual({ headersTimeout: 20_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 });
  });
});

/** An upstream that answers after some milliseconds. */
function slowUpstream(milliseconds: number): Parameters<typeof openGateway>[1] {
  const upstream = fakeUpstream({ "GET /branding": { data: { name: "Harbor" } } });
  return {
    send: async (...call) => {
      await sleep(milliseconds);
      return sendByFetch(upstream.fetch)(...call);
    },
  };
}

describe("when the gateway closes", () => {
  it("ends requests that have not arrived, and finishes those that have", async () => {
    const long = { headers: 20_000, request: 20_000, upload: 20_000, closing: 100 };
    const { app, lines } = await opened({}, { receive: long, ...slowUpstream(2_500) });
    const body = JSON.stringify({ query: "{ branding { name } }" });
    const complete = open(
      app,
      post(`${JSON_TYPE}\r\n${await headersOf(new HttpClient(app, "localhost"))}`, body.length).slice(0, -1) + body,
    );
    const unfinished = [post(JSON_TYPE), post(UPLOAD_TYPE), "POST /graphql HTTP/1.1\r\n", ""].map((text) => open(app, text));
    await sleep(200);
    const from = performance.now();
    const closing = app.close();
    await Promise.all(unfinished.map(({ closed }) => closed));
    expect(performance.now() - from).toBeLessThan(2_000);
    expect(complete.received).toBe("");
    await closing;
    await complete.closed;
    expect(performance.now() - from).toBeLessThan(10_000);
    expect(complete.received).toMatch(/^HTTP\/1\.1 200 .*"Harbor"/s);
    expect(lines).toEqual([]);
  });
});
