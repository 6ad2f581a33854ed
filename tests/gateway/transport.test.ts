/** Tests of the transport to an upstream. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createCircuitBreaker } from "../../gateway/upstream/circuit-breaker.js";
import {
  BadRequest,
  Conflict,
  CsrfExpired,
  type Failure,
  Forbidden,
  Invalid,
  LegallyBlocked,
  NotFound,
  RateLimited,
  Unauthorized,
  UpstreamFailed,
  UpstreamTimeout,
  UpstreamUnreachable,
} from "../../gateway/upstream/errors.js";
import { multipart } from "../../gateway/upstream/multipart.js";
import { type Send, sendByFetch } from "../../gateway/upstream/send.js";
import { createTransport, type Transport, type TransportOptions } from "../../gateway/upstream/transport.js";
import { type FakeResponse, type FakeResponses, type FakeUpstream, fakeUpstream, SIGN_IN } from "./fake-upstream.js";

function transportTo(answers: FakeResponses, options: Partial<TransportOptions> = {}): { transport: Transport; upstream: FakeUpstream } {
  const upstream = fakeUpstream(answers);
  const transport = createTransport({
    send: sendByFetch(upstream.fetch),
    baseUrl: "https://bank.test",
    brand: "harbor",
    requestId: "request-1",
    bearer: null,
    cookieJar: {},
    ...options,
  });
  return { transport, upstream };
}

const send = (transport: Transport) => transport.send({ method: "GET", path: "/accounts" });

describe("the CSRF cookie", () => {
  it("is fetched before the first call, and once for concurrent calls", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "GET /alerts": { data: [] } });
    await Promise.all([send(transport), transport.send({ method: "GET", path: "/alerts" })]);
    expect(upstream.requests.map(({ call }) => call)).toEqual(["GET /sanctum/csrf-cookie", "GET /accounts", "GET /alerts"]);
  });

  it("is sent with every call, with its header, the bearer, the brand and the request id", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] } }, { bearer: "secret" });
    await send(transport);
    expect(upstream.requests[1]?.headers).toMatchObject({
      cookie: "XSRF-TOKEN=up%3Dstream; hys_session=laravel",
      "x-xsrf-token": "up=stream",
      authorization: "Bearer secret",
      "x-brand": "harbor",
      "x-request-id": "request-1",
    });
    expect(upstream.requests[0]?.url).toBe("https://bank.test/sanctum/csrf-cookie");
  });

  it("is replaced after a 419, and the call is retried", async () => {
    const { transport, upstream } = transportTo(
      { "POST /logout": [{ status: 419, code: "csrf_expired" }, {}] },
      { cookieJar: { "XSRF-TOKEN": "stale", hys_session: "kept" } },
    );
    await transport.send({ method: "POST", path: "/logout" });
    expect(upstream.requests.map(({ call, headers }) => `${call} ${headers["x-xsrf-token"] ?? "-"}`)).toEqual([
      "POST /logout stale",
      "GET /sanctum/csrf-cookie -",
      "POST /logout up=stream",
    ]);
    expect(transport.cookieJar).toEqual({ "XSRF-TOKEN": "up%3Dstream", hys_session: "laravel" });
  });

  it("is replaced once, and three times for a sign-in", async () => {
    const expired = { status: 419, code: "csrf_expired" };
    const other = transportTo({ "POST /logout": expired });
    await expect(other.transport.send({ method: "POST", path: "/logout" })).rejects.toBeInstanceOf(CsrfExpired);
    expect(other.upstream.calls()).toHaveLength(2);

    const login = transportTo({ "POST /login": expired });
    const signIn = { method: "POST", path: "/login", csrfRetries: 3 } as const;
    await expect(login.transport.send(signIn)).rejects.toBeInstanceOf(CsrfExpired);
    expect(login.upstream.calls()).toEqual(["POST /login", "POST /login", "POST /login", "POST /login"]);

    const third = transportTo({ ...SIGN_IN, "POST /login": [expired, expired, expired, { data: { token: "t" } }] });
    await expect(third.transport.send(signIn)).resolves.toMatchObject({ data: { token: "t" } });
  });

  it("is required: without it, the call fails", async () => {
    const { transport } = transportTo({ "GET /sanctum/csrf-cookie": { status: 204, raw: "" } });
    await expect(send(transport)).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it.each(["a%0d%0ab", "a%00", "%e4%bd%a0", "%20a", "a\u00e9"])(
    "is the upstream's failure when no header can carry it: %s",
    async (value) => {
      const { transport, upstream } = transportTo({
        "GET /sanctum/csrf-cookie": { status: 204, raw: "", setCookie: [`XSRF-TOKEN=${value}; Path=/`] },
      });
      await expect(send(transport)).rejects.toBeInstanceOf(UpstreamFailed);
      expect(upstream.calls()).toEqual([]);
    },
  );

  it.each(["a%0d%0ab", "a\u00e9"])("is fetched again when a call has replaced it by one that no header can carry: %s", async (value) => {
    const { transport, upstream } = transportTo({
      "GET /accounts": { data: [], setCookie: [`XSRF-TOKEN=${value}; Path=/`, `hys_session=${value}; Path=/`] },
      "POST /logout": {},
    });
    await send(transport);
    await transport.send({ method: "POST", path: "/logout" });
    expect(upstream.requests.at(-1)).toMatchObject({ call: "POST /logout", headers: { "x-xsrf-token": "up=stream" } });
  });

  it("is stored with the specification's other cookie only", async () => {
    const { transport } = transportTo({
      "GET /accounts": { data: [], setCookie: ["tracker=1; Path=/", "hys_session=next; Path=/", `XSRF-TOKEN=${"x".repeat(2000)}`] },
    });
    await send(transport);
    expect(transport.cookieJar).toEqual({ "XSRF-TOKEN": "up%3Dstream", hys_session: "next" });
  });
});

describe("reads", () => {
  it("are cached until the next write", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "POST /alerts/all": {} });
    await Promise.all([send(transport), send(transport)]);
    await send(transport);
    await transport.send({ method: "POST", path: "/alerts/all" });
    await send(transport);
    expect(upstream.calls()).toEqual(["GET /accounts", "POST /alerts/all", "GET /accounts"]);
  });

  it("by POST keep the cache", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "POST /entity/details": { data: null } });
    await send(transport);
    await transport.send({ method: "POST", path: "/entity/details", body: { excludeDepositorIds: [] }, readOnly: true });
    await send(transport);
    expect(upstream.calls()).toEqual(["GET /accounts", "POST /entity/details"]);
  });

  it("with side effects are not cached", async () => {
    const { transport, upstream } = transportTo({ "GET /mfa-select/sms": { data: { nonce_token: "n" } } });
    await transport.send({ method: "GET", path: "/mfa-select/sms", uncached: true });
    await transport.send({ method: "GET", path: "/mfa-select/sms", uncached: true });
    expect(upstream.calls()).toHaveLength(2);
  });

  it("of another sign-in are not reused", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] } });
    await send(transport);
    transport.setBearer("another");
    await send(transport);
    expect(upstream.calls()).toHaveLength(2);
  });
});

describe("failures", () => {
  const CLASSES: readonly [number, new (...given: never[]) => Failure][] = [
    [400, BadRequest],
    [401, Unauthorized],
    [403, Forbidden],
    [404, NotFound],
    [409, Conflict],
    [422, Invalid],
    [429, RateLimited],
    [451, LegallyBlocked],
    [500, UpstreamFailed],
    [503, UpstreamFailed],
    [418, UpstreamFailed],
  ];

  it.each(CLASSES)("of status %i have their own class", async (status, Class) => {
    const { transport } = transportTo({
      "GET /accounts": { status, code: "why", message: "Because.", errors: { email: ["first", "second"] } },
    });
    const failure = await send(transport).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Class);
  });

  it("have the server's message and fields", async () => {
    const { transport } = transportTo({
      "GET /accounts": { status: 422, code: "duplicate_ssn", message: "", errors: { ssn: ["This number is in use."] } },
    });
    await expect(send(transport)).rejects.toMatchObject({
      status: 422,
      code: "duplicate_ssn",
      message: "This number is in use.",
      errors: [{ path: "ssn", message: "This number is in use." }],
    });
  });

  it("reveal nothing of a 500 or a legal block", async () => {
    const { transport } = transportTo({
      "GET /accounts": [
        { status: 500, message: "SQLSTATE[42P01]" },
        { status: 451, message: "OFAC match" },
      ],
    });
    await expect(send(transport)).rejects.toMatchObject({ status: 500, message: "Something went wrong on our end." });
    await expect(transport.send({ method: "GET", path: "/accounts", uncached: true })).rejects.toMatchObject({
      status: 451,
      message: "This service is not available.",
    });
  });

  it("without an envelope keep the class of their status; a success without one is the upstream's failure", async () => {
    const { transport } = transportTo({
      "GET /accounts": { status: 401, raw: "<html>login</html>" },
      "GET /alerts": { status: 200, raw: "<html>hello</html>" },
    });
    await expect(send(transport)).rejects.toBeInstanceOf(Unauthorized);
    await expect(transport.send({ method: "GET", path: "/alerts" })).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it("include a coded answer, which the request does not allow", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { raw: "\u001f", headers: { "content-encoding": "gzip" } } });
    await expect(send(transport)).rejects.toMatchObject({ status: 502, detail: expect.stringContaining("coding gzip") });
    expect(upstream.requests.at(-1)?.headers["accept-encoding"]).toBe("identity");
  });

  it("include redirects, which are not followed", async () => {
    const { transport } = transportTo({ "GET /accounts": { status: 302, raw: "", headers: { location: "https://elsewhere.test" } } });
    await expect(send(transport)).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it("distinguish a timeout from a network failure", async () => {
    const silent = transportTo({ "GET /accounts": { silent: true } }, { timeoutMs: 20 });
    await expect(send(silent.transport)).rejects.toMatchObject({ constructor: UpstreamTimeout, status: "timeout" });
    const broken = transportTo({ "GET /accounts": { broken: "ECONNREFUSED" } });
    await expect(send(broken.transport)).rejects.toMatchObject({
      constructor: UpstreamUnreachable,
      status: "network",
      reason: "ECONNREFUSED",
    });
  });

  it("by timeout respect the call's own time limit", async () => {
    const { transport } = transportTo({ "PATCH /depositor": { silent: true } }, { timeoutMs: 10_000 });
    await expect(transport.send({ method: "PATCH", path: "/depositor", body: {}, timeoutMs: 20 })).rejects.toBeInstanceOf(UpstreamTimeout);
  });

  it("end a read and not a write when the browser disconnects", async () => {
    const browserGone = new AbortController();
    const { transport } = transportTo(
      { "GET /accounts": { silent: true }, "POST /fund-my-account": { data: { request_id: "r" } } },
      { signal: browserGone.signal, cookieJar: { "XSRF-TOKEN": "x" } },
    );
    const read = send(transport);
    const writing = transport.send({ method: "POST", path: "/fund-my-account", body: {} });
    browserGone.abort();
    await expect(read).rejects.toBeInstanceOf(UpstreamUnreachable);
    await expect(writing).resolves.toMatchObject({ data: { request_id: "r" } });
  });
});

describe("the deadline of a call", () => {
  it("includes the request for the CSRF cookie", async () => {
    const { transport, upstream } = transportTo({ "GET /sanctum/csrf-cookie": { silent: true } }, { timeoutMs: 30 });
    await expect(send(transport)).rejects.toBeInstanceOf(UpstreamTimeout);
    expect(upstream.requests).toHaveLength(1);
  });

  it("includes repetitions: together they take no longer than the limit", async () => {
    const slow = async (request: Request): Promise<Response> => {
      await sleep(60);
      if (request.url.endsWith("/sanctum/csrf-cookie"))
        return new Response(null, { status: 204, headers: { "set-cookie": "XSRF-TOKEN=x" } });
      return Response.json({ code: "csrf_expired" }, { status: 419 });
    };
    const { transport } = transportTo({}, { send: sendByFetch(slow), timeoutMs: 200 });
    const began = performance.now();
    await expect(transport.send({ method: "POST", path: "/login", body: {}, csrfRetries: 30 })).rejects.toBeInstanceOf(UpstreamTimeout);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it("decides which calls use the connections of long calls, and which may be sent again", async () => {
    const hints: unknown[] = [];
    const answer = sendByFetch(async () => Response.json({ code: "ok", message: "", data: null }));
    const send: Send = (request, { long, safe } = {}) => {
      hints.push([long, safe]);
      return answer(request);
    };
    const { transport } = transportTo({}, { send, cookieJar: { "XSRF-TOKEN": "x" } });
    await transport.send({ method: "GET", path: "/accounts" });
    await transport.send({ method: "GET", path: "/mfa-select/sms", uncached: true });
    await transport.send({ method: "POST", path: "/alerts/all", body: {} });
    await transport.send({ method: "PATCH", path: "/depositor", body: {}, timeoutMs: 300_000 });
    expect(hints).toEqual([
      [false, true],
      [false, false],
      [false, false],
      [true, false],
    ]);
  });
});

describe("the circuit breaker of an upstream", () => {
  function brokenUpstream(answer: FakeResponse) {
    let now = 0;
    const changes: boolean[] = [];
    const breaker = createCircuitBreaker({ failures: 3, openMs: 1_000, now: () => now, onChange: (open) => void changes.push(open) });
    const answers = { current: answer };
    const upstream = fakeUpstream({ "GET /accounts": () => answers.current });
    // A transport for each browser request, as the gateway has; the breaker is the upstream's.
    const call = (): Promise<unknown> => {
      const { transport } = transportTo(
        {},
        { send: sendByFetch(upstream.fetch), breaker, cookieJar: { "XSRF-TOKEN": "x" }, timeoutMs: 20 },
      );
      return send(transport).then(
        () => "ok",
        (error: Failure) => error.status,
      );
    };
    return { call, upstream, answers, changes, advance: (ms: number) => void (now += ms) };
  }

  it.each([
    ["without a connection", { broken: "ECONNREFUSED" }, "network"],
    ["without an answer in time", { silent: true }, "timeout"],
    ["with a balancer's 503", { status: 503 }, 503],
  ] as const)(
    "opens after failures in a row %s, tries one call after a while, and closes when it succeeds",
    async (_case, answer, status) => {
      const { call, upstream, answers, changes, advance } = brokenUpstream(answer);
      for (let index = 0; index < 3; index += 1) expect(await call()).toBe(status);
      expect([await call(), await call(), upstream.calls().length]).toEqual(["network", "network", 3]);
      advance(1_000);
      // One trial at a time; it fails, so the circuit stays open.
      expect((await Promise.all([call(), call()])).sort()).toEqual([status, "network"].sort());
      expect([await call(), upstream.calls().length]).toEqual(["network", 4]);
      answers.current = { data: [] };
      advance(1_000);
      expect([await call(), await call(), upstream.calls().length]).toEqual(["ok", "ok", 6]);
      expect(changes).toEqual([true, false]);
    },
  );

  it("tries another call when the one that it tries takes long", () => {
    let now = 0;
    const breaker = createCircuitBreaker({ failures: 1, openMs: 1_000, now: () => now, onChange: () => {} });
    breaker.enter().failed();
    now = 1_000;
    breaker.enter();
    expect(() => breaker.enter()).toThrow(UpstreamUnreachable);
    now = 2_000;
    breaker.enter().succeeded();
    expect(() => breaker.enter()).not.toThrow();
  });

  it("ignores uploads that fail, since the browser may be the cause", async () => {
    const changes: boolean[] = [];
    const breaker = createCircuitBreaker({ failures: 1, openMs: 1_000, now: () => 0, onChange: (open) => void changes.push(open) });
    const { transport } = transportTo({ "POST /messages": { broken: "ECONNRESET" } }, { breaker });
    const files = {
      async *[Symbol.asyncIterator]() {
        yield await Promise.reject<never>(new Error("a file that is too large"));
      },
    };
    const upload = transport.send({ method: "POST", path: "/messages", stream: multipart({}, "attachments[]", files) });
    await expect(upload).rejects.toBeInstanceOf(UpstreamUnreachable);
    expect(changes).toEqual([]);
  });

  it("stays closed while some calls succeed, and for failures of single calls", async () => {
    const { call, answers, changes } = brokenUpstream({ broken: "ECONNRESET" });
    for (let round = 0; round < 4; round += 1) {
      for (const next of [{ broken: "ECONNRESET" }, { broken: "ECONNRESET" }, { data: [] }]) {
        answers.current = next;
        await call();
      }
    }
    for (const status of [500, 422, 401, 429]) {
      answers.current = { status };
      for (let index = 0; index < 4; index += 1) expect(await call()).toBe(status);
    }
    expect(changes).toEqual([]);
  });
});
