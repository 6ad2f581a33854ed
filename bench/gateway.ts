/**
 * Exports `gateway` for `npm run bench`: what the gateway costs over a bare `node:http` server that makes the same REST calls
 * with Node's `fetch` and sends what they gave. Institution and browsers have processes of their own, so that only the CPU of
 * the servers is measured.
 */
import { type ChildProcess, fork } from "node:child_process";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { createHandler } from "graphql-http";
import type { ActiveBundle, Bundles } from "../gateway/bundles.js";
import { createExecution } from "../gateway/execution.js";
import { institutionConnections } from "../gateway/institution-connections.js";
import { RESOLVERS } from "../gateway/resolvers/all.js";
import type { Context } from "../gateway/resolvers/context.js";
import { executableSchema, readSchemaText } from "../gateway/schema.js";
import { createGateway } from "../gateway/server.js";
import type { Send } from "../gateway/upstream/send.js";
import { createTransport } from "../gateway/upstream/transport.js";
import type { BundleCore } from "../src/language/bundle.js";
import { readText } from "../tests/support/sources.js";
import type { RequestRun } from "./clients.js";
import { compare, type Result, type Side } from "./measure.js";

const NO_LIMITS = {
  all: Number.MAX_SAFE_INTEGER,
  credentials: Number.MAX_SAFE_INTEGER,
  account: Number.MAX_SAFE_INTEGER,
  accountCredentials: Number.MAX_SAFE_INTEGER,
};
const DASHBOARD = `query Dashboard {
  progress { first_name registration_status registration_last_step extended_status is_primary }
  accounts { uuid name number_last4 available balance apy rate as_of interest_month interest_year }
  linkedAccounts { uuid status link_type institution number_last4 }
  transactions { uuid status direction description amount date_submitted date_processed date_created }
  alerts { uuid title body date_created read_at }
  user { uuid }
}`;
const PATHS = ["/depositor/progress", "/accounts", "/linked-accounts", "/transactions", "/alerts", "/user"];
/** Requests of one run, and how many of them are under way at a time. */
const RUN = { count: 64, abreast: 16 } as const;

/** A child process that has reported its first message. */
function startProcess(file: string): Promise<{ readonly child: ChildProcess; readonly first: unknown }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (first) => resolve({ child, first }));
  });
}

function sendRequests(clients: ChildProcess, run: RequestRun): Promise<void> {
  return new Promise((resolve, reject) => {
    clients.once("message", (message) => {
      const { error } = message as { readonly error: string | null };
      if (error === null) resolve();
      else reject(new Error(error));
    });
    clients.send(run);
  });
}

function oneBundle(): Bundles {
  const brand = JSON.parse(readText("flows/brands/harbor/brand.json")) as ActiveBundle["brand"];
  const active: ActiveBundle = {
    slug: "harbor",
    hash: "0".repeat(64),
    brand,
    checkForm: (_, value) => value,
    trusted: new Set(),
    journeyOf: () => "dashboard",
    shellOf: () => ({ width: "wide" }),
    content: { core: {} as BundleCore, journey: async () => ({ content: { journey: "", screens: {} }, validators: {} }) },
  };
  return { brands: () => ["harbor"], active: () => active, published: async () => active, trusts: () => true, file: () => null };
}

/** Signs in and returns the headers that a browser sends from then on. */
async function signIn(app: FastifyInstance): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  const keep = (lines: string | readonly string[] | undefined) => {
    for (const line of [lines ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  keep((await app.inject({ url: "/csrf", headers: { host: "harbor.localhost" } })).headers["set-cookie"]);
  const headers = () => ({
    host: "harbor.localhost",
    "content-type": "application/json",
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-xsrf-token": decodeURIComponent(cookies.get("XSRF-TOKEN") ?? ""),
  });
  const query = "mutation ($input: LoginInput!) { login(input: $input) { auth { loginSuccess } } }";
  const payload = JSON.stringify({ query, variables: { input: { email: "ada@example.com", password: "correct horse" } } });
  const signedIn = await app.inject({ method: "POST", url: "/graphql", headers: headers(), payload });
  if (signedIn.json<{ errors?: unknown }>().errors) throw new Error(`The bench cannot sign in: ${signedIn.body}`);
  keep(signedIn.headers["set-cookie"]);
  return headers();
}

async function listening(handle: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function textOf(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const part of request) text += part;
  return text;
}

/** The bare server. */
function bareServer(upstream: string): RequestListener {
  return async (request, response) => {
    await textOf(request);
    const data = await Promise.all(
      PATHS.map(async (path) => {
        const found = await fetch(`${upstream}/api/v1${path}`, { headers: { accept: "application/json", authorization: "Bearer t1" } });
        return ((await found.json()) as { readonly data: unknown }).data;
      }),
    );
    const body = JSON.stringify({ data });
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
  };
}

/** The gateway's GraphQL with its declared calls, without sessions, CSRF, limits and headers. */
function graphqlServer(upstream: string, send: Send): RequestListener {
  const execution = createExecution(executableSchema(readSchemaText(), RESOLVERS));
  const handler = createHandler<IncomingMessage, undefined, Context & Record<PropertyKey, unknown>>({
    onSubscribe(_request, params) {
      const { document, errors } = execution.prepare(params.query);
      if (!document) return errors;
      const transport = createTransport({
        send,
        baseUrl: upstream,
        brand: "harbor",
        requestId: "bench",
        bearer: "t1",
        cookieJar: { "XSRF-TOKEN": "t" },
      });
      const callContext = { transport, hasCapability: () => true, callValues: () => ({ session: {}, request: {} }) };
      return { schema: execution.schema, document, contextValue: { ...callContext, session: { signedIn: {} } } as never };
    },
    execute: (args) => execution.execute(args),
  });
  return async (request, response) => {
    const body = await textOf(request);
    const headers = request.headers as Readonly<Record<string, string>>;
    const [answer, init] = await handler({
      method: "POST",
      url: "/graphql",
      headers,
      body,
      raw: request as never,
      context: undefined,
    });
    response.writeHead(init.status, init.statusText, init.headers as Record<string, string>).end(answer);
  };
}

export async function gateway(): Promise<Result[]> {
  const [institution, clients] = await Promise.all([startProcess("./institution.ts"), startProcess("./clients.ts")]);
  const upstream = `http://127.0.0.1:${(institution.first as { port: number }).port}`;
  const connections = institutionConnections();
  const app = await createGateway({
    env: {
      production: false,
      brand: "harbor",
      upstreamUrl: upstream,
      sessionSecrets: ["a-secret-of-the-bench-of-32-bytes!"],
      trustProxy: [],
      downloadOrigins: [],
      providerOrigins: [],
    },
    bundles: oneBundle(),
    send: connections.send,
    webApp: null,
    development: false,
    limits: NO_LIMITS,
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const [bare, graphql] = [await listening(bareServer(upstream)), await listening(graphqlServer(upstream, connections.send))];
  const headers = await signIn(app);
  const body = JSON.stringify({ query: DASHBOARD });
  const first = await app.inject({ method: "POST", url: "/graphql", headers, payload: body });
  if (first.json<{ data?: { accounts?: unknown[] } }>().data?.accounts?.length !== 1)
    throw new Error(`The bench's dashboard does not answer: ${first.body}`);

  const side = (name: string, to: string): Side => ({
    name,
    run: () => sendRequests(clients.child, { url: `${to}/graphql`, headers, body, ...RUN }),
  });
  const common = {
    unit: `${RUN.count} requests`,
    clock: "cpu",
    turn: 400,
    turns: 11,
    peer: side("a bare node:http server with Node's fetch", bare.url),
  } as const;
  try {
    return [
      await compare({
        ...common,
        what: "gateway: a dashboard of six REST calls, GraphQL layer, CPU",
        ours: side("GraphQL with declared calls", graphql.url),
      }),
      await compare({
        ...common,
        what: "gateway: a dashboard of six REST calls, all on, CPU",
        ours: side("the gateway (GraphQL, session, CSRF, limits, headers)", url),
      }),
    ];
  } finally {
    clients.child.disconnect();
    await app.close();
    for (const { server } of [bare, graphql]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await connections.close();
    institution.child.disconnect();
  }
}
