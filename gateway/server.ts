/**
 * Exports the gateway as a function: its dependencies go in, a Fastify instance comes out, which tests call without a
 * socket.
 */

import type { IncomingMessage, RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { GraphQLSchema } from "graphql";
import { brandNamedBy, brandOf, isServedHost, upstreamUrl } from "./brands.js";
import type { Bundles } from "./bundles.js";
import { registerClientErrors } from "./client-errors.js";
import { registerDocumentRoutes } from "./document-downloads.js";
import type { Env } from "./env.js";
import { registerGraphql } from "./graphql.js";
import { createReadiness } from "./health.js";
import { createLongCallLimit } from "./long-calls.js";
import { errorBody, extensionsOf, httpStatusOf, reasonToLog } from "./masking.js";
import type { WebApp } from "./page.js";
import { ambiguityOf, keepAllHeaders } from "./plugins/ambiguous-requests.js";
import { createRefusals, refusalOf, refusedStatus } from "./plugins/bad-requests.js";
import { type Csrf, createCsrf } from "./plugins/csrf.js";
import { registerEndedSessions } from "./plugins/ended-sessions.js";
import { registerSecurityHeaders, securityHeaders } from "./plugins/headers.js";
import { loggerOptions, registerRequestLog, requestIds } from "./plugins/logging.js";
import { DEVELOPMENT_LIMITS, PRODUCTION_LIMITS, type RateLimits, registerRateLimits } from "./plugins/rate-limits.js";
import { registerSessionCookies } from "./plugins/session-cookies.js";
import { limitReceiving, RECEIVE_LIMITS, type ReceiveLimits, serverTimeouts } from "./plugins/slow-requests.js";
import { limitUnread, UNREAD_TIMEOUT_MS } from "./plugins/unread-responses.js";
import { createPrerendering } from "./prerendering.js";
import { isServedVersion } from "./refused-connections.js";
import { openRequestContext, type RequestContext } from "./request-context.js";
import { RESOLVERS } from "./resolvers/all.js";
import { executableSchema, readSchemaText } from "./schema.js";
import { localState, type SharedState } from "./shared-state.js";
import { createStaticFiles } from "./static-files.js";
import type { RequestSpan, Telemetry } from "./telemetry.js";
import { registerTransactionExports } from "./transaction-exports.js";
import { BREAKER_DEFAULTS, type BreakerOptions, type CircuitBreaker, createCircuitBreaker } from "./upstream/circuit-breaker.js";
import { NotFound } from "./upstream/errors.js";
import type { Send } from "./upstream/send.js";
import { createTransport, DEFAULT_TIMEOUT_MS } from "./upstream/transport.js";
import { createVisitorQueries } from "./visitor-queries.js";
import { registerWebRoutes } from "./web-routes.js";

export interface GatewayOptions {
  readonly env: Pick<Env, "production" | "brand" | "upstreamUrl" | "sessionSecrets" | "trustProxy" | "downloadOrigins" | "providerOrigins">;
  readonly bundles: Bundles;
  /** How the gateway calls upstreams: by connections to an institution, the sandbox itself, or a fake. */
  readonly send: Send;
  /** The upstream of every brand when the sandbox runs. */
  readonly sandboxUrl?: string;
  /** Null serves the API alone. */
  readonly webApp: WebApp | null;
  /** Enables the development bar and the exceptions that the dev server needs. */
  readonly development: boolean;
  /** Registers the routes of development and of the sandbox, before the page's catch-all route. */
  readonly moreRoutes?: (app: FastifyInstance, internals: GatewayInternals) => void;
  /** The schema in force: the development server replaces it. */
  readonly schema?: () => GraphQLSchema;
  readonly limits?: RateLimits;
  /** The time in which a request must arrive. */
  readonly receive?: ReceiveLimits;
  /** How long a browser may read nothing of its response. */
  readonly unreadTimeoutMs?: number;
  /** The state that all gateways share; without it, this process has its own. */
  readonly shared?: SharedState;
  /** Reports traces and metrics; without it, nothing is measured. */
  readonly telemetry?: Telemetry;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly upstreamTimeoutMs?: number;
  readonly breaker?: Pick<BreakerOptions, "failures" | "openMs">;
  /** An existing HTTP server to use (the development server shares it). */
  readonly server?: Server;
  readonly log?: { readonly level: string; readonly stream?: { write(line: string): void } };
}

/** The parts of the gateway that the routes of development and of the sandbox may use. */
export interface GatewayInternals {
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
  readonly csrf: Csrf;
  readonly schema: () => GraphQLSchema;
  readonly brandOf: (request: FastifyRequest) => string | null;
}

/** Builds the gateway. Plugins and routes are registered in the order in which a request passes them. */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { env, bundles, development } = options;
  const now = options.now ?? Date.now;
  const log = options.log ?? { level: "silent" };
  const trusted = env.trustProxy ?? [];
  const receive = options.receive ?? RECEIVE_LIMITS;
  const requestId = requestIds(trusted);
  const app = Fastify({
    // A request id and a logger come first, so that every later event can be traced.
    genReqId: (request) => requestId(request as IncomingMessage),
    requestIdHeader: false,
    // An address that cannot be decoded passes no hook.
    frameworkErrors(error, request, reply) {
      if (isServedHost(request.host, bundles, env)) return void refusals.reply(request, reply as FastifyReply, 400, error.code);
      setSecurityHeaders(request.raw, reply.raw);
      sendNoSite(reply.header("x-request-id", request.id) as FastifyReply);
    },
    clientErrorHandler: (error, socket) => refusals.connection(error, socket),
    logger: log.level === "silent" ? false : loggerOptions(log.level, log.stream),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted.length > 0 ? [...trusted] : false,
    bodyLimit: 256 * 1024,
    requestTimeout: receive.upload,
    // Node would refuse a request without a host itself, with none of the gateway's headers (`ambiguityOf`).
    http: { ...serverTimeouts(receive), requireHostHeader: false },
    forceCloseConnections: "idle",
    return503OnClosing: true,
    ...(options.server ? { serverFactory: serverFactoryFor(options.server) } : {}),
  });
  const setSecurityHeaders = securityHeaders({ providerOrigins: env.providerOrigins, secure: env.production, development });
  const refusals = createRefusals(app, setSecurityHeaders);
  keepAllHeaders(app.server);
  const csrf = createCsrf(env.sessionSecrets);
  const schema = options.schema ?? fixedSchema();
  const files = createStaticFiles();

  registerRequestLog(app);
  limitReceiving(app, receive, refusals);
  limitUnread(app, options.unreadTimeoutMs ?? UNREAD_TIMEOUT_MS);
  // Security headers come before anything that can respond, so that error responses have them too.
  registerSecurityHeaders(app, setSecurityHeaders);
  app.addHook("onRequest", async (request, reply) => {
    reply.header("x-request-id", request.id);
  });
  closeConnectionsAtTheEnd(app);
  app.addHook("onRequest", async (request, reply) => {
    if (!isServedVersion(request.raw)) return refusals.reply(request, reply, 505, "version");
    const ambiguity = ambiguityOf(request.raw);
    if (ambiguity !== null) return refusals.reply(request, reply, 400, ambiguity);
    if (isServedHost(request.host, bundles, env) || HEALTH_CHECKS.has(request.url)) return;
    return sendNoSite(reply);
  });
  // Before the first plugin that may wait for another server: a browser may disconnect meanwhile.
  const disconnects = watchDisconnects(app);
  // The error handler comes before the first plugin that may throw.
  setMaskingErrorHandler(app);
  // Rate limits come before cookies are decrypted, so that a flood of requests costs no decryption.
  const shared = options.shared ?? localState(now);
  const limits = await registerRateLimits(app, options.limits ?? (env.production ? PRODUCTION_LIMITS : DEVELOPMENT_LIMITS), shared);
  // No route handles the request, so that no route limits it.
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, async () => {
    throw new NotFound();
  });
  // Cookies come before the sessions that are stored in them.
  await app.register(cookie);
  await registerSessionCookies(app, env.sessionSecrets);
  const endedSessions = registerEndedSessions(app, shared);

  const breakers = circuitBreakers(app, { ...BREAKER_DEFAULTS, ...options.breaker, now });
  const spans = traceRequests(app, options.telemetry ?? null);
  const requestContexts = new WeakMap<FastifyRequest, RequestContext>();
  function requestContext(request: FastifyRequest): RequestContext | null {
    const known = requestContexts.get(request);
    if (known) return known;
    const slug = brandOf(request.host, bundles, env);
    const bundle = slug && bundles.active(slug);
    const url = slug && upstreamUrl(slug, bundles, env, options.sandboxUrl ?? null);
    if (!bundle || !url) return null;
    const features = new Map<string, boolean | undefined>(Object.entries(bundle.brand.features));
    const opened = openRequestContext(request, {
      bundle,
      upstreamUrl: url,
      send: options.send,
      // brand.json lists the extensions that an institution's upstream lacks (D33).
      hasCapability: (name) => features.get(name) !== false,
      now,
      breaker: breakers(url),
      span: spans.get(request) ?? null,
      browserGone: disconnects.get(request) ?? new AbortController().signal,
      wait: options.wait ?? ((milliseconds) => sleep(milliseconds)),
      ...(options.upstreamTimeoutMs === undefined ? {} : { timeoutMs: options.upstreamTimeoutMs }),
    });
    requestContexts.set(request, opened);
    return opened;
  }

  app.get("/healthz", async (_request, reply) => reply.header("cache-control", "no-store").send({ alive: true }));
  const readiness = createReadiness({
    bundles,
    branding,
    now,
    log: ({ ready, ...found }) => app.log[ready && found.warnings.length === 0 ? "info" : "warn"]({ event: "readiness", ...found }),
  });
  app.addHook("onListen", async () => readiness.start());
  if (env.production && env.trustProxy === null) app.log.warn({ event: "configuration", reason: TRUST_PROXY_UNSET });
  app.addHook("onClose", async () => readiness.stop());
  app.get("/readyz", async (request, reply) => {
    const report = await readiness.report(brandNamedBy(request.host, bundles));
    return reply
      .code(report.ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send(report);
  });
  app.get("/csrf", async (request, reply) => reply.header("cache-control", "no-store").send({ token: csrf.issue(request, reply) }));
  const limitLongCalls = createLongCallLimit();
  await registerGraphql(app, {
    schema,
    csrf,
    limits,
    requestContext,
    trustedOnly: env.production,
    trusts: (slug, document) => bundles.trusts(slug, document),
    endedSessions,
    limitLongCalls,
  });
  registerDocumentRoutes(app, {
    requestContext,
    send: options.send,
    limitLongCalls,
    idleMs: options.upstreamTimeoutMs ?? DEFAULT_TIMEOUT_MS,
    allowsOrigin: (slug, origin) => {
      const url = upstreamUrl(slug, bundles, env, options.sandboxUrl ?? null);
      return (url !== null && new URL(url).origin === origin) || env.downloadOrigins.includes(origin);
    },
  });
  registerTransactionExports(app, { requestContext, schema, brand: (slug) => bundles.active(slug)?.brand ?? null, now });
  const brand = (request: FastifyRequest) => brandOf(request.host, bundles, env);
  registerClientErrors(app, { csrf, brandOf: brand });
  options.moreRoutes?.(app, { requestContext, csrf, schema, brandOf: brand });
  // Last, because its catch-all route matches every URL that no earlier route matches.
  const prerender = options.webApp?.prerender;
  registerWebRoutes(app, {
    bundles,
    files,
    webApp: options.webApp,
    csrf,
    development,
    prerendering: prerender === undefined ? null : createPrerendering({ prerender, now, log: app.log }),
    visitorQueries: createVisitorQueries({ schema, requestContext }),
    brandOf: brand,
  });
  return app;

  async function branding(slug: string) {
    const url = upstreamUrl(slug, bundles, env, options.sandboxUrl ?? null) ?? "";
    const transport = createTransport({
      send: options.send,
      baseUrl: url,
      brand: slug,
      requestId: "readiness",
      bearer: null,
      cookieJar: {},
      timeoutMs: 5_000,
    });
    return (await transport.send({ method: "GET", path: "/branding" })).data as Readonly<Record<string, unknown>>;
  }
}

/** The schema of the shipped text: the gateways of a process share it. */
let shipped: GraphQLSchema | null = null;

function fixedSchema(): () => GraphQLSchema {
  shipped ??= executableSchema(readSchemaText(), RESOLVERS);
  const schema = shipped;
  return () => schema;
}

/** The circuit breaker of each upstream, by its address. */
function circuitBreakers(app: FastifyInstance, options: Omit<BreakerOptions, "onChange">): (url: string) => CircuitBreaker {
  const known = new Map<string, CircuitBreaker>();
  return (url) => {
    const onChange = (open: boolean): void => app.log.warn({ event: "circuit", upstream: new URL(url).host, open });
    const breaker = known.get(url) ?? createCircuitBreaker({ ...options, onChange });
    known.set(url, breaker);
    return breaker;
  };
}

/** The signals of the requests, each aborted when its browser disconnects before it has the whole response. */
function watchDisconnects(app: FastifyInstance): WeakMap<FastifyRequest, AbortSignal> {
  const signals = new WeakMap<FastifyRequest, AbortSignal>();
  app.addHook("onRequest", async (request, reply) => {
    const controller = new AbortController();
    signals.set(request, controller.signal);
    reply.raw.once("close", () => {
      if (!reply.raw.writableFinished) controller.abort();
    });
  });
  return signals;
}

/** The spans of the requests that call an upstream: GraphQL, documents and exports, but no files. */
function traceRequests(app: FastifyInstance, telemetry: Telemetry | null): WeakMap<FastifyRequest, RequestSpan> {
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  if (telemetry === null) return spans;
  app.addHook("onRequest", async (request, reply) => {
    const route = request.routeOptions.url ?? "";
    if (!TRACED_ROUTES.test(route)) return;
    const span = telemetry.request({ method: request.method, route, requestId: request.id }, request.headers.traceparent);
    spans.set(request, span);
    // Also when the browser disconnects before it has the response.
    reply.raw.once("close", () => span.end(reply.raw.statusCode));
  });
  return spans;
}

/** While the gateway closes, each response ends its connection: an idle one would keep the process until its time-out. */
function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
}

const TRACED_ROUTES = /^\/(graphql|documents)(\/|$)/;

const TRUST_PROXY_UNSET =
  "TRUST_PROXY is not set: behind a load balancer, all browsers have its address and share one limit. Set its addresses, or none";

function sendNoSite(reply: FastifyReply): FastifyReply {
  const text = "No site is served at this host.";
  return reply.code(421).header("cache-control", "no-store").type("text/plain; charset=utf-8").send(text);
}

/** Balancers send these requests to an address, with any host name. */
const HEALTH_CHECKS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

function serverFactoryFor(server: Server) {
  return (handler: RequestListener): Server => server.on("request", handler);
}

/** Handles errors outside GraphQL: declared failures pass, all others are masked and logged. */
function setMaskingErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const ofFastify = error.code?.startsWith("FST_") && error.statusCode && error.statusCode < 500 ? error.statusCode : null;
    // The browser or a limit ended the connection while the request arrived: nobody receives the answer.
    const isUnfinished = request.raw.errored === error;
    const reason = ofFastify || isUnfinished ? null : reasonToLog(error);
    if (reason) request.log.error({ event: "failed", reason });
    const extensions = ofFastify ? refusalOf(refusedStatus(ofFastify), request.id) : extensionsOf(error, request.id);
    return reply.code(httpStatusOf(extensions)).header("cache-control", "no-store").send(errorBody(extensions));
  });
}
