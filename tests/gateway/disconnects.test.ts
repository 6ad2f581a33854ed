/**
 * Tests what the gateway does when a browser disconnects, the limits of a streamed download, and what the gateway forwards
 * about the browser: with real sockets from browser to institution.
 */
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import { institutionConnections } from "../../gateway/institution-connections.js";
import { serveFetch } from "../../gateway/serve-fetch.js";
import { createGateway, type GatewayOptions } from "../../gateway/server.js";
import { localState } from "../../gateway/shared-state.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { type FakeResponses, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { ENV, fakeBundles, HttpClient, LOGIN } from "./test-gateway.js";

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** Answers a request of the institution, or null for the fake's own answer. */
type Answer = (request: Request) => Promise<Response> | null;

interface Product {
  readonly app: FastifyInstance;
  readonly port: number;
  /** The institution's calls, and those whose connection the gateway closed before their response. */
  readonly calls: string[];
  readonly aborted: string[];
}

async function product(answers: FakeResponses, answer: Answer, options: Partial<GatewayOptions> = {}): Promise<Product> {
  const fake = fakeUpstream({ ...SIGN_IN, ...answers });
  const [calls, aborted]: [string[], string[]] = [[], []];
  const bank = await serveFetch(
    async (request) => {
      // The gateway's own probe of readiness is not a browser's call.
      if (request.headers.get("x-request-id") === "readiness") return fake.fetch(request);
      const path = new URL(request.url).pathname;
      calls.push(path);
      request.signal.addEventListener("abort", () => aborted.push(path));
      return answer(request) ?? fake.fetch(request);
    },
    { port: 0, host: null, variable: "PORT" },
    () => {},
  );
  const institution = institutionConnections();
  const upstreamUrl = `http://127.0.0.1:${bank.port}`;
  const app = await createGateway({
    env: { ...ENV, upstreamUrl },
    bundles: fakeBundles(),
    send: institution.send,
    webApp: null,
    development: false,
    ...options,
  });
  open.push(bank, institution, app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  return { app, port: (app.server.address() as AddressInfo).port, calls, aborted };
}

interface BrowserRequest {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request on its own socket; `leave` closes it. */
function browse(port: number, { path, headers = {}, body }: BrowserRequest) {
  const sent = httpRequest({
    port,
    host: "127.0.0.1",
    path,
    method: body === undefined ? "GET" : "POST",
    agent: false,
    headers: { host: "harbor.localhost", ...headers },
  });
  const response = new Promise<IncomingMessage | Error>((resolve) => {
    sent.once("response", resolve).on("error", resolve);
  });
  sent.end(body);
  return { response, leave: () => sent.destroy() };
}

/** Reads a response to its end; rejects when its connection breaks. */
async function read(response: IncomingMessage | Error): Promise<string> {
  if (response instanceof Error) throw response;
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return text;
}

/** The headers of a browser that is signed in, and those that a mutation needs. */
async function signedIn(app: FastifyInstance): Promise<Readonly<Record<string, string>>> {
  const client = new HttpClient(app);
  await client.signIn();
  return {
    cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-xsrf-token": decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? ""),
    "content-type": "application/json",
  };
}

const BRANDING = "/graphql?query=%7Bbranding%7Bname%7D%7D";
const silent = (): Promise<Response> => new Promise(() => {});

describe("a browser that disconnects", () => {
  it("aborts the read that the gateway makes for it", async () => {
    const at = await product({}, (request) => (request.url.endsWith("/branding") ? silent() : null));
    const { leave } = browse(at.port, { path: BRANDING });
    await expect.poll(() => at.calls).toContain("/api/v1/branding");
    expect(at.aborted).toEqual([]);
    leave();
    await expect.poll(() => at.aborted).toEqual(["/api/v1/branding"]);
  });

  it("is not an error in the log, during a read and during a download", async () => {
    const lines: { readonly level: number; readonly event?: string; readonly reason?: string }[] = [];
    const at = await product(
      { "GET /disclosure/d1/h1": (request) => ({ data: { download_url: `${new URL(request.url).origin}/file` } }) },
      (request) => (/\/(branding|file)$/.test(request.url) ? silent() : null),
      { log: { level: "trace", stream: { write: (line) => void lines.push(JSON.parse(line)) } } },
    );
    const headers = await signedIn(at.app);
    for (const path of [BRANDING, "/documents/disclosures/d1/h1"]) {
      const called = at.calls.length;
      const { leave } = browse(at.port, { path, headers });
      await expect.poll(() => at.calls.slice(called).some((call) => /branding|file/.test(call))).toBe(true);
      leave();
    }
    const reported = () =>
      lines.filter(({ reason }) => reason === "the browser disconnected").map(({ event, level }) => ({ event, level }));
    await expect.poll(reported).toEqual([
      { event: "operation-failed", level: 30 },
      { event: "document-failed", level: 30 },
    ]);
    expect(lines.filter(({ level, event }) => level >= 40 && event !== "readiness")).toEqual([]);
  });

  it("does not abort the read of another browser", async () => {
    let answer = (): void => {};
    const later = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const branding = async (): Promise<Response> => {
      await later;
      return Response.json({ code: "ok", success: true, message: "", data: { name: "Harbor" } });
    };
    const at = await product({}, (request) => (request.url.endsWith("/branding") ? branding() : null));
    const [first, second] = [browse(at.port, { path: BRANDING }), browse(at.port, { path: BRANDING })];
    await expect.poll(() => at.calls.filter((path) => path === "/api/v1/branding")).toHaveLength(2);
    first.leave();
    await expect.poll(() => at.aborted).toHaveLength(1);
    answer();
    expect(await read(await second.response)).toBe('{"data":{"branding":{"name":"Harbor"}}}');
  });

  it("does not abort a write, whose result would be unknown", async () => {
    let finished = false;
    const at = await product({}, (request) => {
      if (!request.url.endsWith("/login")) return null;
      return sleep(150).then(() => {
        finished = true;
        return Response.json({ code: "ok", success: true, message: "", data: { token: "t", mfa_required: false } });
      });
    });
    const headers = await signedIn(at.app);
    finished = false;
    at.calls.length = 0;
    const body = JSON.stringify({ query: LOGIN, variables: { input: { email: "a@b.co", password: "p" } } });
    const { leave } = browse(at.port, { path: "/graphql", headers, body });
    await expect.poll(() => at.calls).toContain("/api/v1/login");
    leave();
    await expect.poll(() => finished).toBe(true);
    expect(at.aborted).toEqual([]);
  });

  it("before its session is checked gets no document, and takes none of those that its sign-in may read at once", async () => {
    const shared = localState();
    let pause = 0;
    const slow = { ...shared, remembers: async (key: string) => sleep(pause).then(() => shared.remembers(key)) };
    const at = await product(
      { "GET /disclosure/d1/h1": (request) => ({ data: { download_url: `${new URL(request.url).origin}/file` } }) },
      (request) => (request.url.endsWith("/file") ? Promise.resolve(parts(1, 0)) : null),
      { shared: slow },
    );
    const document = { path: "/documents/disclosures/d1/h1", headers: await signedIn(at.app) };
    pause = 200;
    const gone = Array.from({ length: 6 }, () => browse(at.port, document));
    await sleep(100);
    for (const { leave } of gone) leave();
    await sleep(200);
    expect(at.calls).not.toContain("/file");
    pause = 0;
    expect(await browse(at.port, document).response).toMatchObject({ statusCode: 200 });
  });

  it("aborts the download that it was receiving", async () => {
    const at = await product(
      { "GET /disclosure/d1/h1": (request) => ({ data: { download_url: `${new URL(request.url).origin}/file` } }) },
      (request) => (request.url.endsWith("/file") ? Promise.resolve(parts(1, 0, true)) : null),
    );
    const { response, leave } = browse(at.port, { path: "/documents/disclosures/d1/h1", headers: await signedIn(at.app) });
    expect(await response).toMatchObject({ statusCode: 200 });
    leave();
    await expect.poll(() => at.aborted).toEqual(["/file"]);
  });
});

/** A document whose parts come at an interval; one that stalls never ends. */
function parts(count: number, intervalMs: number, stalls = false): Response {
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (sent === count && stalls) return new Promise(() => {});
      if (sent > 0) await sleep(intervalMs);
      if (sent === count) return controller.close();
      sent += 1;
      return controller.enqueue(new TextEncoder().encode("part "));
    },
  });
  return new Response(body, { headers: { "content-type": "application/pdf" } });
}

describe("a streamed download", () => {
  const location: FakeResponses = {
    "GET /disclosure/d1/h1": (request) => ({ data: { download_url: `${new URL(request.url).origin}/file` } }),
  };
  const LIMIT_MS = 1_000;
  async function download(file: () => Promise<Response>) {
    const at = await product(location, (request) => (request.url.endsWith("/file") ? file() : null), { upstreamTimeoutMs: LIMIT_MS });
    const headers = await signedIn(at.app);
    return { at, response: await browse(at.port, { path: "/documents/disclosures/d1/h1", headers }).response };
  }

  it("may last longer than the limit, as long as it continues", async () => {
    const { response } = await download(async () => parts(8, LIMIT_MS / 6));
    expect(await read(response)).toBe("part ".repeat(8));
  });

  it("must begin within the limit", async () => {
    const { at, response } = await download(silent);
    expect(JSON.parse(await read(response))).toMatchObject({ code: "timeout" });
    await expect.poll(() => at.aborted).toEqual(["/file"]);
  });

  it("breaks off when it pauses longer than the limit, so that the browser knows that it is not whole", async () => {
    const { at, response } = await download(async () => parts(2, 0, true));
    await expect(read(response)).rejects.toThrow();
    await expect.poll(() => at.aborted).toEqual(["/file"]);
  });

  it("is ended at the institution when the browser does not read it", async () => {
    const part = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(part) });
    const { at, response } = await download(async () => new Response(endless, { headers: { "content-type": "application/pdf" } }));
    if (response instanceof Error) throw response;
    response.pause();
    await expect.poll(() => at.aborted, { timeout: 4 * LIMIT_MS }).toEqual(["/file"]);
    response.destroy();
  });

  it("has no limit of its size, unlike JSON, which the gateway keeps in memory", async () => {
    const long = new Response(Buffer.alloc(33 * 1024 * 1024, " "), { headers: { "content-type": "application/json" } });
    const at = await product({}, (request) => (request.url.endsWith("/branding") ? Promise.resolve(long) : null));
    const { errors } = await new HttpClient(at.app).graphql("{ branding { name } }");
    expect(errors?.[0]?.extensions).toMatchObject({ status: 502, code: "upstream_failed" });
    const { response } = await download(async () => new Response(Buffer.alloc(33 * 1024 * 1024, " ")));
    expect(await read(response)).toHaveLength(33 * 1024 * 1024);
  });

  it("is ended at the institution when its status refuses it", async () => {
    const refused = async () => new Response(parts(1, 0, true).body, { status: 404 });
    const { at, response } = await download(refused);
    expect(response).toMatchObject({ statusCode: 404 });
    await expect.poll(() => at.aborted, { timeout: LIMIT_MS / 2 }).toEqual(["/file"]);
  });
});

describe("what the upstream learns about the browser", () => {
  const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  async function forwarded(headers: Readonly<Record<string, string>>, trustProxy: readonly string[] = []) {
    const upstream = fakeUpstream({ "GET /branding": { data: { name: "Harbor" } } });
    const app = await createGateway({
      env: { ...ENV, trustProxy },
      bundles: fakeBundles(),
      send: sendByFetch(upstream.fetch),
      webApp: null,
      development: false,
    });
    open.push(app);
    await new HttpClient(app).request({ method: "GET", url: BRANDING, headers });
    return upstream.requests.at(-1)?.headers;
  }

  it("is its address, its user agent and its trace", async () => {
    expect(await forwarded({ "user-agent": "Mozilla/5.0 (test)", traceparent: TRACE })).toMatchObject({
      "x-forwarded-for": "127.0.0.1",
      "user-agent": "Mozilla/5.0 (test)",
      traceparent: TRACE,
    });
  });

  it("is at most 512 characters of the user agent", async () => {
    expect((await forwarded({ "user-agent": "a".repeat(600) }))?.["user-agent"]).toBe("a".repeat(512));
  });

  it("is the address that a trusted balancer names, and no other", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    expect(await forwarded(headers, ["127.0.0.1"])).toMatchObject({ "x-forwarded-for": "203.0.113.9" });
    expect(await forwarded(headers)).toMatchObject({ "x-forwarded-for": "127.0.0.1" });
  });

  it("is an address without the balancer's port, IPv4 in its own form, and nothing else", async () => {
    const from = async (address: string) => (await forwarded({ "x-forwarded-for": address }, ["127.0.0.1"]))?.["x-forwarded-for"];
    expect(await from("203.0.113.9:40000")).toBe("203.0.113.9");
    expect(await from("[2001:db8::1]:40000")).toBe("2001:db8::1");
    expect(await from("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(await from("garbage")).toBe("127.0.0.1");
  });

  it("is the request id of a trusted balancer, and of nobody else", async () => {
    const headers = { "x-request-id": "balancer-1234" };
    expect(await forwarded(headers, ["127.0.0.0/8"])).toMatchObject({ "x-request-id": "balancer-1234" });
    expect((await forwarded(headers, ["10.9.9.9"]))?.["x-request-id"]).not.toBe("balancer-1234");
    expect((await forwarded(headers))?.["x-request-id"]).not.toBe("balancer-1234");
  });

  it.each([
    "not a trace",
    "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
  ])("is not a trace such as %s", async (traceparent) => {
    expect(await forwarded({ traceparent })).not.toHaveProperty("traceparent");
  });
});
