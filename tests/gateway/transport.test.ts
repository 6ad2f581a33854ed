import { describe, expect, it } from "vitest";
import { authClient } from "../../gateway/upstream/auth.js";
import { createUpstream } from "../../gateway/upstream/clients.js";
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
import { createTransport, type Transport, type TransportOptions } from "../../gateway/upstream/transport.js";
import { type FakeResponses, type FakeUpstream, fakeUpstream, SIGN_IN } from "./fake-upstream.js";

function transportTo(answers: FakeResponses, options: Partial<TransportOptions> = {}): { transport: Transport; upstream: FakeUpstream } {
  const upstream = fakeUpstream(answers);
  const transport = createTransport({
    fetch: upstream.fetch,
    baseUrl: "https://bank.test",
    brand: "harbor",
    requestId: "request-1",
    bearer: null,
    cookieJar: {},
    ...options,
  });
  return { transport, upstream };
}

const ask = (transport: Transport) => transport.send({ method: "GET", path: "/accounts" });

describe("the CSRF dance", () => {
  it("fetches the cookie before the first call, and only once for calls that start together", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "GET /alerts": { data: [] } });
    await Promise.all([ask(transport), transport.send({ method: "GET", path: "/alerts" })]);
    expect(upstream.requests.map(({ call }) => call)).toEqual(["GET /sanctum/csrf-cookie", "GET /accounts", "GET /alerts"]);
  });

  it("sends cookie and decoded header with every call, the bearer, the brand and the request's id", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] } }, { bearer: "secret" });
    await ask(transport);
    expect(upstream.requests[1]?.headers).toMatchObject({
      cookie: "XSRF-TOKEN=up%3Dstream; hys_session=laravel",
      "x-xsrf-token": "up=stream",
      authorization: "Bearer secret",
      "x-brand": "harbor",
      "x-request-id": "request-1",
    });
    expect(upstream.requests[0]?.url).toBe("https://bank.test/sanctum/csrf-cookie");
  });

  it("clears the cookie on 419 and sends the call again with a fresh one", async () => {
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

  it("gives up after one fresh cookie, a sign-in after three", async () => {
    const expired = { status: 419, code: "csrf_expired" };
    const other = transportTo({ "POST /logout": expired });
    await expect(other.transport.send({ method: "POST", path: "/logout" })).rejects.toBeInstanceOf(CsrfExpired);
    expect(other.upstream.calls()).toHaveLength(2);

    const login = transportTo({ "POST /login": expired });
    await expect(authClient(login.transport).login("a@b.c", "p", null)).rejects.toBeInstanceOf(CsrfExpired);
    expect(login.upstream.calls()).toEqual(["POST /login", "POST /login", "POST /login", "POST /login"]);

    const third = transportTo({ ...SIGN_IN, "POST /login": [expired, expired, expired, { data: { token: "t" } }] });
    await expect(authClient(third.transport).login("a@b.c", "p", null)).resolves.toMatchObject({ token: "t" });
  });

  it("fails when the upstream gives no cookie", async () => {
    const { transport } = transportTo({ "GET /sanctum/csrf-cookie": { status: 204, raw: "" } });
    await expect(ask(transport)).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it("keeps the specification's two cookies and no other", async () => {
    const { transport } = transportTo({
      "GET /accounts": { data: [], setCookie: ["tracker=1; Path=/", "hys_session=next; Path=/", `XSRF-TOKEN=${"x".repeat(2000)}`] },
    });
    await ask(transport);
    expect(transport.cookieJar).toEqual({ "XSRF-TOKEN": "up%3Dstream", hys_session: "next" });
  });
});

describe("reads", () => {
  it("are asked once until something is written", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "POST /alerts/all": {} });
    await Promise.all([ask(transport), ask(transport)]);
    await ask(transport);
    await transport.send({ method: "POST", path: "/alerts/all" });
    await ask(transport);
    expect(upstream.calls()).toEqual(["GET /accounts", "POST /alerts/all", "GET /accounts"]);
  });

  it("by POST leave what was read", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] }, "POST /entity/details": { data: null } });
    await ask(transport);
    await createUpstream(transport).relatedParties.jointAccount();
    await ask(transport);
    expect(upstream.calls()).toEqual(["GET /accounts", "POST /entity/details"]);
  });

  it("that do something are asked each time", async () => {
    const { transport, upstream } = transportTo({ "GET /mfa-select/sms": { data: { nonce_token: "n" } } });
    await createUpstream(transport).auth.selectMfa("sms");
    await createUpstream(transport).auth.selectMfa("sms");
    expect(upstream.calls()).toHaveLength(2);
  });

  it("of another sign-in are not reused", async () => {
    const { transport, upstream } = transportTo({ "GET /accounts": { data: [] } });
    await ask(transport);
    transport.setBearer("another");
    await ask(transport);
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

  it.each(CLASSES)("a %i is one of its class", async (status, Class) => {
    const { transport } = transportTo({
      "GET /accounts": { status, code: "why", message: "Because.", errors: { email: ["first", "second"] } },
    });
    const failure = await ask(transport).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Class);
  });

  it("tell the server's words and fields", async () => {
    const { transport } = transportTo({
      "GET /accounts": { status: 422, code: "duplicate_ssn", message: "", errors: { ssn: ["This number is in use."] } },
    });
    await expect(ask(transport)).rejects.toMatchObject({
      status: 422,
      code: "duplicate_ssn",
      message: "This number is in use.",
      errors: [{ path: "ssn", message: "This number is in use." }],
    });
  });

  it("tell nothing of a 500 or a legal block", async () => {
    const { transport } = transportTo({
      "GET /accounts": [
        { status: 500, message: "SQLSTATE[42P01]" },
        { status: 451, message: "OFAC match" },
      ],
    });
    await expect(ask(transport)).rejects.toMatchObject({ status: 500, message: "Something went wrong on our end." });
    await expect(transport.send({ method: "GET", path: "/accounts", uncached: true })).rejects.toMatchObject({
      status: 451,
      message: "This service is not available.",
    });
  });

  it("a refusal that is no envelope keeps its class; an answer that is none is the upstream's failure", async () => {
    const { transport } = transportTo({
      "GET /accounts": { status: 401, raw: "<html>login</html>" },
      "GET /alerts": { status: 200, raw: "<html>hello</html>" },
    });
    await expect(ask(transport)).rejects.toBeInstanceOf(Unauthorized);
    await expect(transport.send({ method: "GET", path: "/alerts" })).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it("a redirect is not followed off the host", async () => {
    const { transport } = transportTo({ "GET /accounts": { status: 302, raw: "", headers: { location: "https://elsewhere.test" } } });
    await expect(ask(transport)).rejects.toBeInstanceOf(UpstreamFailed);
  });

  it("no answer in time is a timeout, no connection a network failure", async () => {
    const silent = transportTo({ "GET /accounts": { silent: true } }, { timeoutMs: 20 });
    await expect(ask(silent.transport)).rejects.toMatchObject({ constructor: UpstreamTimeout, status: "timeout" });
    const broken = transportTo({ "GET /accounts": { broken: true } });
    await expect(ask(broken.transport)).rejects.toMatchObject({
      constructor: UpstreamUnreachable,
      status: "network",
      reason: "ECONNREFUSED",
    });
  });

  it("a call with its own time limit waits as long as that says", async () => {
    const { transport } = transportTo({ "PATCH /depositor": { silent: true } }, { timeoutMs: 10_000 });
    await expect(transport.send({ method: "PATCH", path: "/depositor", body: {}, timeoutMs: 20 })).rejects.toBeInstanceOf(UpstreamTimeout);
  });

  it("a browser that went away ends a read and not a write", async () => {
    const gone = new AbortController();
    const { transport } = transportTo(
      { "GET /accounts": { silent: true }, "POST /fund-my-account": { data: { request_id: "r" } } },
      { signal: gone.signal, cookieJar: { "XSRF-TOKEN": "x" } },
    );
    const read = ask(transport);
    const writing = transport.send({ method: "POST", path: "/fund-my-account", body: {} });
    gone.abort();
    await expect(read).rejects.toBeInstanceOf(UpstreamUnreachable);
    await expect(writing).resolves.toMatchObject({ data: { request_id: "r" } });
  });
});

describe("progress", () => {
  it("has one spelling, whatever the upstream's (D3)", async () => {
    const { transport } = transportTo(SIGN_IN);
    await expect(createUpstream(transport).depositor.progress()).resolves.toEqual({
      depositor_id: "d1",
      first_name: "Ada",
      registration_status: "PASSED",
      registration_last_step: "completed",
      extended_status: "FUNDED",
      is_primary: true,
    });
  });
});
