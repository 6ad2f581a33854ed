/** Tests the limits that belong to an upstream: of the request for its CSRF cookie alone, and of its circuit breaker. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bundles } from "../../gateway/bundles.js";
import { type Failure, UpstreamTimeout } from "../../gateway/upstream/errors.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { CSRF_TIMEOUT_MS, createTransport, LONG_TIMEOUT_MS } from "../../gateway/upstream/transport.js";
import { type FakeResponse, fakeUpstream } from "./fake-upstream.js";
import { fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

afterEach(() => {
  vi.useRealTimers();
});

describe("the request for the CSRF cookie", () => {
  it("has its own limit, even when it is part of a long call", async () => {
    vi.useFakeTimers();
    const upstream = fakeUpstream({ "GET /sanctum/csrf-cookie": { silent: true } });
    const transport = createTransport({
      send: sendByFetch(upstream.fetch),
      baseUrl: "https://bank.test",
      brand: "harbor",
      requestId: "request-1",
      bearer: null,
      cookieJar: {},
    });
    let failure: unknown = null;
    const call = transport.send({ method: "PATCH", path: "/depositor", body: {}, timeoutMs: LONG_TIMEOUT_MS }).catch((error: Failure) => {
      failure = error;
    });
    await vi.advanceTimersByTimeAsync(CSRF_TIMEOUT_MS - 1);
    expect(failure).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(failure).toBeInstanceOf(UpstreamTimeout);
    await call;
    expect(upstream.calls()).toEqual([]);
  });
});

/** Harbor and Juniper, each with its own upstream. */
function twoUpstreams(): Bundles {
  const bundles = fakeBundles();
  return {
    ...bundles,
    active(slug) {
      const bundle = bundles.active(slug);
      return bundle && { ...bundle, brand: { ...bundle.brand, upstream: `https://${slug}.bank.test` } };
    },
  };
}

describe("the circuit breaker", () => {
  it("of one upstream opens for all its browsers, and for no other upstream", async () => {
    const orDown = (answer: FakeResponse) => (request: { readonly url: string }) =>
      request.url.includes("juniper") ? { broken: "ECONNREFUSED" } : answer;
    const upstream = fakeUpstream({
      "GET /sanctum/csrf-cookie": orDown({ status: 204, raw: "", setCookie: ["XSRF-TOKEN=x; Path=/"] }),
      "GET /branding": orDown({ data: { name: "Harbor", show_fdic: true } }),
    });
    const app = await openGateway(upstream, { bundles: twoUpstreams(), breaker: { failures: 3, openMs: 60_000 } });
    const callsTo = (slug: string) => upstream.requests.filter(({ url }) => url.includes(slug)).length;
    const query = (host: string) => new HttpClient(app, host).graphql("{ branding { name } }");

    // Each client is its own browser.
    for (let count = 0; count < 6; count += 1) expect(await query("juniper.test")).toHaveProperty("errors");
    expect(callsTo("juniper")).toBe(3);
    expect(await query("save.harbor.test")).toMatchObject({ data: { branding: { name: "Harbor" } } });
  });
});
