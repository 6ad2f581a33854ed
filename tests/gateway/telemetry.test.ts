/** Tests of traces and metrics: from the browser's `traceparent` to the upstream's, without personal data. */
import { createServer } from "node:http";
import { AggregationTemporality, InMemoryMetricExporter, type ResourceMetrics } from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, type ReadableSpan } from "@opentelemetry/sdk-trace";
import { afterEach, describe, expect, it } from "vitest";
import { openTelemetry, otlpExporters } from "../../gateway/opentelemetry.js";
import type { Telemetry } from "../../gateway/telemetry.js";
import { readTraceparent, writeTraceparent } from "../../gateway/traceparent.js";
import { freePort } from "../support/redis.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { ENV, HttpClient, openGateway } from "./test-gateway.js";

const BROWSER = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", flags: 1 };
const traceparent = writeTraceparent(BROWSER);
const PROGRESS = "query Progress { progress { first_name } }";
const TRANSFER = "query Transfer($id: String!) { transfer(request_id: $id) { status } }";

const opened: Telemetry[] = [];
const problems: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((telemetry) => telemetry.close()));
  problems.length = 0;
});

/** Exporters keep nothing after their shutdown, so that a test reads them before it. */
function recorded(sampleRatio = 1) {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const finished: ReadableSpan[] = [];
  const exported: ResourceMetrics[] = [];
  spans.shutdown = async () => void finished.push(...spans.getFinishedSpans());
  metrics.shutdown = async () => void exported.push(...metrics.getMetrics());
  const telemetry = openTelemetry({ serviceName: "test", sampleRatio, spans, metrics, onProblem: (problem) => problems.push(problem) });
  return { telemetry, finished, exported };
}

const contextOf = (span: ReadableSpan | undefined) => span?.spanContext();
const named = (spans: readonly ReadableSpan[], name: string) => spans.find((span) => span.name === name);

describe("traceparent", () => {
  it("is read and written as W3C defines it", () => {
    expect(readTraceparent(traceparent)).toEqual(BROWSER);
    expect(traceparent).toBe("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
  });

  it.each([
    undefined,
    "",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  ])("is ignored when it is invalid: %s", (header) => expect(readTraceparent(header)).toBeNull());
});

describe("a trace", () => {
  it("goes from the browser's action over the operation to the upstream call", async () => {
    const { telemetry, finished } = recorded();
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream, { telemetry }));
    await client.signIn();
    await client.post(PROGRESS, {}, { traceparent });
    await telemetry.close();
    const own = finished.filter((span) => contextOf(span)?.traceId === BROWSER.traceId);
    const [request, operation, call] = ["POST /graphql", "Progress", "GET /depositor/progress"].map((name) => named(own, name));
    expect(request?.parentSpanContext?.spanId).toBe(BROWSER.spanId);
    expect(operation?.parentSpanContext?.spanId).toBe(contextOf(request)?.spanId);
    expect(call?.parentSpanContext?.spanId).toBe(contextOf(operation)?.spanId);
    const sent = upstream.requests.findLast((each) => each.call === "GET /depositor/progress")?.headers.traceparent;
    expect(readTraceparent(sent)).toEqual({ traceId: BROWSER.traceId, spanId: contextOf(call)?.spanId, flags: 1 });
    expect(operation?.attributes).toEqual({ "passbook.brand": "harbor", "graphql.operation.name": "Progress", "passbook.outcome": "ok" });
    expect(request?.attributes).toMatchObject({ "http.route": "/graphql", "http.response.status_code": 200 });
  });

  it("has a new id without a valid header, and is forwarded as it is without telemetry", async () => {
    const { telemetry, finished } = recorded();
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { telemetry }));
    await client.signIn();
    await telemetry.close();
    expect(named(finished, "Login")?.spanContext().traceId).toMatch(/^(?!0{32})[0-9a-f]{32}$/);

    const upstream = fakeUpstream(SIGN_IN);
    const untraced = new HttpClient(await openGateway(upstream));
    await untraced.signIn();
    await untraced.post(PROGRESS, {}, { traceparent });
    expect(upstream.requests.at(-1)?.headers.traceparent).toBe(traceparent);
  });

  it("of a batch attributes each call to its own operation", async () => {
    const { telemetry, finished } = recorded();
    const client = new HttpClient(
      await openGateway(fakeUpstream({ ...SIGN_IN, "GET /branding": { data: { name: "Harbor" } } }), { telemetry }),
    );
    await client.signIn();
    const token = decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "");
    const batch = [{ query: PROGRESS }, { query: "query Branding { branding { name } }" }];
    await client.request({
      method: "POST",
      url: "/graphql",
      payload: JSON.stringify(batch),
      headers: { "content-type": "application/json", "x-xsrf-token": token, traceparent },
    });
    await telemetry.close();
    const own = finished.filter((span) => contextOf(span)?.traceId === BROWSER.traceId);
    for (const [name, call] of [
      ["Progress", "GET /depositor/progress"],
      ["Branding", "GET /branding"],
    ] as const)
      expect(named(own, call)?.parentSpanContext?.spanId).toBe(contextOf(named(own, name))?.spanId);
  });

  it.each([
    ["http://bank.test:8443", { "server.address": "bank.test", "server.port": 8443 }],
    ["http://[::1]:8443", { "server.address": "[::1]", "server.port": 8443 }],
    ["https://[::1]", { "server.address": "[::1]" }],
  ])("names the upstream %s by its address and its port", async (upstreamUrl, server) => {
    const { telemetry, finished } = recorded();
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { telemetry, env: { ...ENV, upstreamUrl } }));
    await client.signIn();
    await telemetry.close();
    const found = Object.entries(named(finished, "POST /login")?.attributes ?? {}).filter(([name]) => name.startsWith("server."));
    expect(Object.fromEntries(found)).toEqual(server);
  });

  it("names every call by its path below /api/v1, declared in the schema or not", async () => {
    const { telemetry, finished } = recorded();
    const file = "0b7e3c52-98cd-4d3e-8f43-0d7f3a1c9b11/5f2b9c0d1e3a4f6b";
    const upstream = fakeUpstream({ ...SIGN_IN, [`GET /disclosure/${file}`]: { status: 404 } });
    const client = new HttpClient(await openGateway(upstream, { telemetry }));
    await client.signIn();
    await client.request({ method: "GET", url: `/documents/disclosures/${file}` });
    await telemetry.close();
    const names = finished.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["GET /sanctum/csrf-cookie", "POST /login", "GET /disclosure/:id/:id"]));
    expect(names.join()).not.toContain("/api/v1");
  });

  it("marks failures, and contains no id, address, variable or secret", async () => {
    const { telemetry, finished, exported } = recorded();
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "GET /accounts": { status: 500 } }), { telemetry }));
    await client.signIn();
    await client.graphql("query Accounts { accounts { uuid } }");
    await client.graphql(TRANSFER, { id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" });
    await telemetry.close();
    expect(named(finished, "Accounts")).toMatchObject({ status: { code: 2 }, attributes: { "passbook.outcome": "upstream_failed" } });
    expect(named(finished, "GET /accounts")).toMatchObject({ status: { code: 2 }, attributes: { "http.response.status_code": 500 } });
    expect(named(finished, "GET /request/{$args.request_id}")).toMatchObject({ attributes: { "http.response.status_code": 404 } });
    const all = JSON.stringify([
      ...finished.map(({ name, attributes, events, links }) => ({ name, attributes, events, links })),
      ...exported.map(({ scopeMetrics }) => scopeMetrics),
    ]);
    expect(all).not.toMatch(/ada@example|correct horse|bearer-|123456|nonce-|3f2504e0|127\.0\.0\.1/);
  });

  it("is sampled by the gateway's ratio, regardless of the browser's flag", async () => {
    const { telemetry, finished, exported } = recorded(0);
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream, { telemetry }));
    await client.signIn();
    await client.post(PROGRESS, {}, { traceparent });
    await telemetry.close();
    expect(finished).toEqual([]);
    expect(readTraceparent(upstream.requests.at(-1)?.headers.traceparent)).toMatchObject({ traceId: BROWSER.traceId, flags: 0 });
    expect(exported.length).toBeGreaterThan(0);
  });
});

it("durations are counted by operation and by upstream call", async () => {
  const { telemetry, exported } = recorded();
  const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { telemetry }));
  await client.signIn();
  await client.graphql(PROGRESS);
  await client.graphql(PROGRESS);
  await client.graphql("query Accounts { accounts { uuid } }");
  await telemetry.close();
  const points = exported.flatMap(({ scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.flatMap(({ descriptor, dataPoints }) =>
        dataPoints.map(({ attributes, value }) => ({
          name: descriptor.name,
          unit: descriptor.unit,
          attributes,
          count: (value as { count: number }).count,
        })),
      ),
    ),
  );
  expect(points).toContainEqual({
    name: "passbook.operation.duration",
    unit: "s",
    attributes: { "passbook.brand": "harbor", "graphql.operation.name": "Progress", "passbook.outcome": "ok" },
    count: 2,
  });
  expect(points).toContainEqual({
    name: "http.client.request.duration",
    unit: "s",
    attributes: {
      "http.request.method": "GET",
      "url.template": "/accounts",
      "server.address": "bank.test",
      "http.response.status_code": 404,
    },
    count: 1,
  });
});

describe("the exporter", () => {
  it("sends traces and metrics to the collector by OTLP over HTTP", async () => {
    const received: string[] = [];
    const collector = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers["content-type"]}`);
      request.resume().on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
    });
    const port = await freePort();
    await new Promise<void>((done) => collector.listen(port, "127.0.0.1", done));
    const telemetry = openTelemetry({
      ...otlpExporters(`http://127.0.0.1:${port}`),
      serviceName: "test",
      sampleRatio: 1,
      onProblem: (problem) => problems.push(problem),
    });
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { telemetry }));
    await client.signIn();
    await telemetry.close();
    await new Promise((done) => collector.close(done));
    expect(received.sort()).toEqual(["POST /v1/metrics application/json", "POST /v1/traces application/json"]);
    expect(problems).toEqual([]);
  });

  it("reports a collector that cannot be reached, and fails no request", async () => {
    const telemetry = openTelemetry({
      ...otlpExporters(`http://127.0.0.1:${await freePort()}`),
      serviceName: "test",
      sampleRatio: 1,
      onProblem: (problem) => problems.push(problem),
    });
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { telemetry }));
    await client.signIn();
    await telemetry.close().catch((error: unknown) => problems.push(String(error)));
    expect(problems.join()).toContain("ECONNREFUSED");
  }, 60_000);
});
