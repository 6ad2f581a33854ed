/** Tests `/healthz` and `/readyz`: their responses, and when the gateway calls the upstreams for them. */
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Bundles } from "../../gateway/bundles.js";
import { fakeUpstream } from "./fake-upstream.js";
import { ENV, fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

const GOOD = { data: { show_fdic: true } };
const DOWN = { broken: "ECONNREFUSED" };
const ready = async (client: HttpClient) => {
  const response = await client.request({ method: "GET", url: "/readyz" });
  const { ready } = response.json<{ ready: boolean }>();
  return [response.statusCode, { ready }];
};

afterEach(() => {
  vi.useRealTimers();
});

/** The two brands, each with its own upstream. */
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

describe("readiness", () => {
  it("is alive while the process runs, and ready while an upstream answers", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ "GET /branding": GOOD })));
    expect((await client.request({ method: "GET", url: "/healthz" })).json()).toEqual({ alive: true });
    expect(await ready(client)).toEqual([200, { ready: true }]);
  });

  it.each([
    ["nothing of a failing upstream", DOWN, { ready: false, warnings: [] }],
    ["nothing of a branding that is the bundle's", GOOD, { ready: true, warnings: [] }],
    [
      "the fields of a branding that differ, without values (D32)",
      { data: { show_fdic: false, name: "Other" } },
      {
        ready: true,
        warnings: ["harbor: name", "harbor: show_fdic"],
      },
    ],
  ])("reports %s", async (_what, branding, expected) => {
    const client = new HttpClient(await openGateway(fakeUpstream({ "GET /branding": branding })), "harbor.localhost");
    const response = await client.request({ method: "GET", url: "/readyz" });
    expect(response.json()).toEqual(expected);
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  it("calls each upstream once for many requests, and again after a while", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const upstream = fakeUpstream({ "GET /branding": GOOD });
    const client = new HttpClient(await openGateway(upstream));
    await Promise.all(Array.from({ length: 20 }, () => ready(client)));
    for (let hit = 0; hit < 20; hit += 1) await ready(client);
    expect(upstream.calls()).toEqual(["GET /branding", "GET /branding"]);
    vi.setSystemTime(Date.now() + 11_000);
    for (let hit = 0; hit < 20; hit += 1) await ready(client);
    await vi.waitFor(() => expect(upstream.calls()).toHaveLength(4));
  });

  it("takes out only the brand whose upstream fails", async () => {
    const upstream = fakeUpstream({ "GET /branding": (request) => (request.url.includes("juniper") ? DOWN : GOOD) });
    const app = await openGateway(upstream, { bundles: twoUpstreams() });
    const at = (host: string) => ready(new HttpClient(app, host));
    expect(await at("save.harbor.test")).toEqual([200, { ready: true }]);
    expect(await at("harbor.localhost")).toEqual([200, { ready: true }]);
    expect(await at("juniper.test")).toEqual([503, { ready: false }]);
    // A check by address concerns the process: one brand can still be served.
    expect(await at("10.0.0.7")).toEqual([200, { ready: true }]);
  });

  it("is not ready when no upstream answers", async () => {
    const app = await openGateway(fakeUpstream({ "GET /branding": DOWN }));
    expect(await ready(new HttpClient(app, "10.0.0.7"))).toEqual([503, { ready: false }]);
  });

  it.each([
    ["null", { data: null }, "GET /branding: data is not an object"],
    ["an empty body", { raw: "" }, "GET /branding answered 200 without data"],
    ["a list", { data: [] }, "GET /branding: data is not an object"],
    ["a text", { data: "Harbor" }, "GET /branding: data is not an object"],
  ])("is not ready while the upstream answers with %s, and the gateway keeps running", async (_name, branding, reason) => {
    const upstream = fakeUpstream({ "GET /branding": (request) => (request.url.includes("juniper") ? branding : GOOD) });
    const lines: string[] = [];
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const app = await openGateway(upstream, { bundles: twoUpstreams(), log });
    // As at the start of a process, where nothing waits for the probe: a rejection would end the process.
    await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await ready(new HttpClient(app, "juniper.test"))).toEqual([503, { ready: false }]);
    expect(await ready(new HttpClient(app, "harbor.localhost"))).toEqual([200, { ready: true }]);
    const found = lines.map((line) => JSON.parse(line) as { event?: string }).filter(({ event }) => event === "readiness");
    expect(found).toContainEqual(expect.objectContaining({ brand: "juniper", upstream: "upstream_failed", reason }));
  });

  it("is not ready at a brand without an upstream, and the gateway keeps running", async () => {
    const bundles = twoUpstreams();
    const harborOnly = { ...bundles, active: (slug: string) => (slug === "harbor" ? bundles : fakeBundles()).active(slug) };
    const app = await openGateway(fakeUpstream({ "GET /branding": GOOD }), { bundles: harborOnly, env: { ...ENV, upstreamUrl: null } });
    await app.listen({ port: 0, host: "127.0.0.1" });
    expect(await ready(new HttpClient(app, "juniper.test"))).toEqual([503, { ready: false }]);
    expect(await ready(new HttpClient(app, "harbor.localhost"))).toEqual([200, { ready: true }]);
  });

  it("logs each reason of an upstream that violates the contract, so that a wrong address can be corrected step by step", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const lines: string[] = [];
    const upstream = fakeUpstream({
      "GET /sanctum/csrf-cookie": [
        { status: 404, raw: "" },
        { status: 404, raw: "" },
        { status: 301, raw: "" },
      ],
    });
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const bundles = fakeBundles();
    const app = await openGateway(upstream, { bundles: { ...bundles, brands: () => ["harbor"] }, log });
    const reasons = () =>
      lines
        .map((line) => JSON.parse(line) as { event?: string; reason?: string })
        .flatMap((line) => (line.event === "readiness" ? [line.reason] : []));
    for (let probe = 1; probe <= 3; probe += 1) {
      await ready(new HttpClient(app));
      await vi.waitFor(() => expect(upstream.requests).toHaveLength(probe));
      vi.setSystemTime(Date.now() + 11_000);
    }
    await vi.waitFor(() => expect(reasons()).toEqual(["GET /sanctum/csrf-cookie answered 404", "GET /sanctum/csrf-cookie answered 301"]));
  });

  it("logs a failing upstream, and a branding that differs from the bundle's (D32), once", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const lines: string[] = [];
    const upstream = fakeUpstream({
      "GET /branding": (request) => (request.url.includes("juniper") ? DOWN : { data: { show_fdic: false } }),
    });
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const client = new HttpClient(await openGateway(upstream, { bundles: twoUpstreams(), log, env: ENV }));
    for (let probe = 0; probe < 3; probe += 1) {
      await ready(client);
      vi.setSystemTime(Date.now() + 11_000);
    }
    await vi.waitFor(() => expect(upstream.calls().length).toBeGreaterThan(4));
    const readiness = lines.map((line) => JSON.parse(line) as { event?: string }).filter(({ event }) => event === "readiness");
    expect(readiness).toMatchObject([
      { brand: "harbor", upstream: "answers", warnings: [{ field: "show_fdic", difference: "brand.json has true, the upstream false" }] },
      { brand: "juniper", upstream: "network" },
    ]);
  });
});
