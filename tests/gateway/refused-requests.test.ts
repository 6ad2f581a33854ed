/** Tests of requests that no route handles, through a socket: their answers are as safe as every other one. */
import { type AddressInfo, connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createGateway } from "../../gateway/server.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { fakeUpstream } from "./fake-upstream.js";
import { ENV, fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

const lines: string[] = [];
let app: FastifyInstance;
beforeAll(async () => {
  app = await createGateway({
    env: { ...ENV, production: true },
    bundles: fakeBundles(),
    send: sendByFetch(fakeUpstream({ "GET /branding": { data: { name: "harbor" } } }).fetch),
    webApp: null,
    development: false,
    receive: { headers: 300, request: 300, upload: 600, closing: 100 },
    log: { level: "info", stream: { write: (line) => void lines.push(line) } },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => app?.close());
beforeEach(() => {
  lines.length = 0;
});

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes as they are, and more after the first answer; resolves with all answers when the gateway has ended the connection. */
function send(text: string, to: FastifyInstance = app, more = ""): Promise<readonly Answer[]> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect((to.server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(text));
    socket.once("data", () => socket.write(more));
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => resolve(answersIn(received)));
  });
}

function answersIn(received: string): readonly Answer[] {
  return received.split(/(?=HTTP\/1\.1 \d{3} )/).flatMap((answer) => {
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    const [first = "", ...rest] = head.split("\r\n");
    if (first === "") return [];
    const headers = new Map(rest.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]));
    return [{ status: Number(first.split(" ")[1]), headers, body }];
  });
}

/** The headers whose value an answer has for itself. */
const OWN = ["x-request-id", "content-length", "content-type", "connection", "date", "keep-alive", "vary", "cache-control", "set-cookie"];
const isShared = (name: string): boolean => !OWN.includes(name) && !name.startsWith("x-ratelimit");

const refusedLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "refused");

const HOST = "Host: harbor.localhost\r\n";
const SECRET = "ada@example.com-123456789";

describe("a request that no route handles", () => {
  it.each<[string, string, number, string, string]>([
    ["no HTTP", `HELLO ${SECRET}\r\n\r\n`, 400, "malformed", "HPE_INVALID_METHOD"],
    ["a header without a name", `GET / HTTP/1.1\r\n${HOST}A ${SECRET}: x\r\n\r\n`, 400, "malformed", "HPE_INVALID_HEADER_TOKEN"],
    ["two lengths", `POST /graphql HTTP/1.1\r\n${HOST}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, 400, "malformed", "HPE_"],
    ["a wrong chunk", `POST /graphql HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`, 400, "malformed", "HPE_INVALID_CHUNK"],
    ["no host", "GET /login HTTP/1.1\r\n\r\n", 400, "malformed", "host"],
    ["HTTP/0.9", "GET /login\r\n\r\n", 505, "version_not_supported", "version"],
    ["HTTP/1.2", `GET /login HTTP/1.2\r\n${HOST}\r\n`, 505, "version_not_supported", "HPE_INVALID_VERSION"],
    ["HTTP/2.0", `GET /login HTTP/2.0\r\n${HOST}\r\n`, 505, "version_not_supported", "version"],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "version_not_supported", "HPE_PAUSED_H2_UPGRADE"],
    ["CONNECT", `CONNECT ${SECRET}:443 HTTP/1.1\r\n${HOST}\r\n`, 405, "method_not_allowed", "connect"],
    ["two hosts", `GET /login HTTP/1.1\r\n${HOST}hOST: juniper.localhost\r\n\r\n`, 400, "malformed", "hosts"],
    ["the same host twice", `GET /healthz HTTP/1.1\r\n${HOST}${HOST}\r\n`, 400, "malformed", "hosts"],
    ["a second host after many headers", `GET / HTTP/1.1\r\n${HOST}${"a:\r\n".repeat(2_000)}${HOST}\r\n`, 400, "malformed", "hosts"],
    ["an address of another host", `GET http://juniper.localhost/login HTTP/1.1\r\n${HOST}\r\n`, 400, "malformed", "target"],
    ["an address of another scheme", `GET ftp://harbor.localhost/login HTTP/1.1\r\n${HOST}\r\n`, 400, "malformed", "target"],
    [
      "chunks in HTTP/1.0",
      `POST /graphql HTTP/1.0\r\n${HOST}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      "malformed",
      "framing",
    ],
    [
      "an address that cannot be decoded",
      `GET /%ff?${SECRET} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
      400,
      "malformed",
      "FST_ERR_BAD_URL",
    ],
    ["long headers", `GET / HTTP/1.1\r\n${HOST}Cookie: ${SECRET.repeat(1_000)}\r\n\r\n`, 431, "headers_too_large", "HPE_HEADER_OVERFLOW"],
    ["headers that do not end", `GET / HTTP/1.1\r\n${HOST}Cookie: ${SECRET}`, 408, "request_timeout", "ERR_HTTP_REQUEST_TIMEOUT"],
    ["a body that does not end", `POST /graphql HTTP/1.1\r\n${HOST}Content-Length: 99\r\n\r\n${SECRET}`, 408, "request_timeout", "body"],
    [
      "an unknown expectation",
      `GET / HTTP/1.1\r\n${HOST}Expect: ${SECRET}\r\nConnection: close\r\n\r\n`,
      417,
      "expectation_failed",
      "expect",
    ],
  ])("has the headers, the error and the log of every other: %s", async (_name, text, status, code, reason) => {
    const [answer, ...more] = await send(text);
    expect(more).toEqual([]);
    expect(answer?.status).toBe(status);
    const headers = answer?.headers ?? new Map<string, string>();
    const usual = (await new HttpClient(app).request({ method: "GET", url: "/csrf" })).headers;
    const shared = Object.entries(usual).filter(([name]) => isShared(name));
    expect(shared.length).toBeGreaterThan(10);
    expect(Object.fromEntries(shared.map(([name]) => [name, headers.get(name)]))).toEqual(Object.fromEntries(shared));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("connection")).toBe("close");
    expect(headers.get("allow")).toBe(status === 405 ? "GET, HEAD, POST" : undefined);
    expect(headers.get("content-type")).toContain("application/json");
    const id = headers.get("x-request-id");
    expect(id).toMatch(/^[\w-]{8,64}$/);
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      errors: [{ message: expect.any(String), extensions: { status, code, message: expect.any(String), errors: [], request_id: id } }],
    });
    expect(refusedLines()).toEqual([expect.objectContaining({ reqId: id, status, reason: expect.stringContaining(reason) })]);
    expect(answer?.body + lines.join("")).not.toContain(SECRET);
  });

  it("is none with one host, in the header and in an absolute address, nor with HTTP/1.0 for a health check", async () => {
    const [absolute] = await send(`GET http://HARBOR.localhost/healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`);
    const [old] = await send("GET /healthz HTTP/1.0\r\n\r\n");
    expect([absolute?.status, old?.status]).toEqual([200, 200]);
    expect(refusedLines()).toEqual([]);
  });

  it("is not logged when a browser opens a connection in advance", async () => {
    expect(await send("")).toEqual([]);
    expect(lines).toEqual([]);
  });

  it("gets no answer while an earlier one on the connection is not complete, whose place it would take", async () => {
    const silent = await openGateway(fakeUpstream({}), { send: () => new Promise(() => undefined) });
    await silent.listen({ port: 0, host: "127.0.0.1" });
    expect(await send(`GET /readyz HTTP/1.1\r\n${HOST}\r\nHELLO\r\n\r\n`, silent)).toEqual([]);
    const [complete, refused] = await send(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`, silent, "HELLO\r\n\r\n");
    expect([complete?.status, refused?.status]).toEqual([200, 400]);
  });
});

it.each([
  ["/graphql", 256 * 1024 + 1],
  ["/client-errors", 8 * 1024 + 1],
])("a body for %s that is too large is refused in the format of every error", async (url, length) => {
  const client = new HttpClient(app);
  await client.request({ method: "GET", url: "/csrf" });
  const token = decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "");
  const headers = { "content-type": "application/json", "x-xsrf-token": token };
  const answer = await client.request({ method: "POST", url, headers, payload: JSON.stringify("x".repeat(length - 2)) });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([413, "no-store"]);
  expect(answer.json()).toEqual({
    errors: [
      {
        message: expect.stringContaining("more than we can accept"),
        extensions: expect.objectContaining({ status: 413, code: "too_large", request_id: answer.headers["x-request-id"] }),
      },
    ],
  });
});

it.each(["/healthz", "/readyz"])("%s is not stored", async (url) => {
  const answer = await new HttpClient(app).request({ method: "GET", url });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
});

it("a method that an address does not have is not found, in the format of every error", async () => {
  const answer = await new HttpClient(app).request({ method: "DELETE", url: `/login?${SECRET}` });
  expect([answer.statusCode, answer.headers["cache-control"]]).toEqual([404, "no-store"]);
  const extensions = expect.objectContaining({ status: 404, code: "not_found", request_id: answer.headers["x-request-id"] });
  expect(answer.json()).toEqual({ errors: [{ message: expect.any(String), extensions }] });
  expect(answer.body).not.toContain(SECRET);
});
