/**
 * Exports the telemetry by OpenTelemetry, for the composition root: spans from the browser's request to the upstream
 * calls, and durations by operation and by upstream call. It uses the SDK without its global registration and without
 * automatic instrumentation, which would patch `http`, record URLs with their queries, and cost several times as much.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, type SpanExporter, TraceIdRatioBasedSampler, TracerProvider } from "@opentelemetry/sdk-trace";
import type { RequestSpan, Telemetry } from "./telemetry.js";
import { readTraceparent, writeTraceparent } from "./traceparent.js";

export interface OpenTelemetryOptions {
  readonly serviceName: string;
  /** The share of traces to export, from 0 to 1, chosen by the trace's id and not by the browser. Metrics count everything. */
  readonly sampleRatio: number;
  readonly spans: SpanExporter;
  readonly metrics: PushMetricExporter;
  readonly metricIntervalMs?: number;
  /** Receives the SDK's own errors, such as a collector that cannot be reached. */
  readonly onProblem: (message: string) => void;
}

/** The exporters of the OpenTelemetry protocol (OTLP) over HTTP at a collector's address. */
export function otlpExporters(endpoint: string): Pick<OpenTelemetryOptions, "spans" | "metrics"> {
  return {
    spans: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
    metrics: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
  };
}

const METRIC_INTERVAL_MS = 60_000;
/** Boundaries in seconds, from a cached read to the longest call. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export function openTelemetry(options: OpenTelemetryOptions): Telemetry {
  const ignore = (): void => {};
  const onProblem = (message: string): void => options.onProblem(message);
  diag.setLogger(
    { error: onProblem, warn: onProblem, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = resourceFromAttributes({ "service.name": options.serviceName });
  const tracers = new TracerProvider({
    resource,
    sampler: new TraceIdRatioBasedSampler(options.sampleRatio),
    spanProcessors: [new BatchSpanProcessor({ exporter: options.spans })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [
      new PeriodicExportingMetricReader({
        exporter: options.metrics,
        exportIntervalMillis: options.metricIntervalMs ?? METRIC_INTERVAL_MS,
      }),
    ],
  });
  const tracer = tracers.getTracer("passbook");
  const meter = meters.getMeter("passbook");
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, { unit: "s", description, advice: { explicitBucketBoundaries: SECONDS } });
  const operations = histogram("passbook.operation.duration", "GraphQL operations by brand, name and outcome");
  const calls = histogram("http.client.request.duration", "Calls to upstreams by method, route and outcome");
  /** The operation whose code runs. */
  const running = new AsyncLocalStorage<Context>();

  return {
    request({ method, route, requestId }, traceparent) {
      const attributes = { "http.request.method": method, "http.route": route, "passbook.request_id": requestId };
      const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parentOf(traceparent));
      const within = trace.setSpan(ROOT_CONTEXT, span);
      return requestSpan(span, within);
    },
    async close() {
      await Promise.all([tracers.shutdown(), meters.shutdown()]);
      diag.disable();
    },
  };

  function requestSpan(span: Span, within: Context): RequestSpan {
    return {
      operation(run) {
        const operation = tracer.startSpan("operation", {}, within);
        return running.run(trace.setSpan(ROOT_CONTEXT, operation), () =>
          run({
            done({ brand, operation: name, outcome, milliseconds }) {
              const attributes = { "passbook.brand": brand, "graphql.operation.name": name ?? "", "passbook.outcome": outcome };
              operations.record(milliseconds / 1000, attributes);
              operation.updateName(name ?? "operation").setAttributes(attributes);
              end(operation, outcome === "ok");
            },
          }),
        );
      },
      upstream: (call) => callTrace(tracer, calls, running.getStore() ?? within, call),
      end(status) {
        span.setAttribute("http.response.status_code", status);
        end(span, status < 500);
      },
    };
  }
}

type Calls = ReturnType<ReturnType<MeterProvider["getMeter"]>["createHistogram"]>;

/** The upstream by OpenTelemetry's names; one with the default port of its scheme has no port. */
function serverOf(host: string) {
  const [, address = host, port] = /^(.+?)(?::(\d+))?$/.exec(host) ?? [];
  return { "server.address": address, ...(port === undefined ? {} : { "server.port": Number(port) }) };
}

function callTrace(tracer: Tracer, calls: Calls, within: Context, { method, route, host }: Parameters<RequestSpan["upstream"]>[0]) {
  const attributes = { "http.request.method": method, "url.template": route, ...serverOf(host) };
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.CLIENT, attributes }, within);
  const from = performance.now();
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: writeTraceparent({ traceId, spanId, flags: traceFlags }),
    end(outcome: number | string) {
      const result = typeof outcome === "number" ? { "http.response.status_code": outcome } : { "error.type": outcome };
      calls.record((performance.now() - from) / 1000, { ...attributes, ...result });
      span.setAttributes(result);
      end(span, typeof outcome === "number" && outcome < 500);
    },
  };
}

function end(span: Span, succeeded: boolean): void {
  if (!succeeded) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The browser's trace; its sampling flag has no effect, so that a browser cannot decide what is exported. */
function parentOf(traceparent: unknown): Context {
  const parent = readTraceparent(traceparent);
  if (parent === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}
