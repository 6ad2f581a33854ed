/** What the whole gateway costs over a bare Fastify route that makes the same REST calls and sends what they gave. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import Fastify, { type FastifyInstance } from "fastify";
import type { ActiveBundle, Bundles } from "../gateway/bundles.js";
import { institutionFetch } from "../gateway/institution-fetch.js";
import { createGateway } from "../gateway/server.js";
import { readText } from "../tests/support/sources.js";
import { compare, type Result } from "./measure.js";

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
/** Requests under way at a time. */
const ABREAST = 16;

function institution(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = fork(fileURLToPath(new URL("./institution.ts", import.meta.url)), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("message", (message) =>
      resolve({ url: `http://127.0.0.1:${(message as { port: number }).port}`, stop: () => child.disconnect() }),
    );
  });
}

function oneBundle(): Bundles {
  const brand = JSON.parse(readText("flows/brands/harbor/brand.json")) as ActiveBundle["brand"];
  const active: ActiveBundle = { slug: "harbor", hash: "0".repeat(64), brand, checkForm: (_, value) => value, trusted: new Set() };
  return { brands: () => ["harbor"], active: () => active, trusts: () => true, file: () => null };
}

/** Signs in and gives what a browser would send along from then on. */
async function session(app: FastifyInstance): Promise<Record<string, string>> {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (lines: string | readonly string[] | undefined) => {
    for (const line of [lines ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
  };
  keep((await app.inject({ url: "/csrf", headers: { host: "harbor.localhost" } })).headers["set-cookie"]);
  const headers = () => ({
    host: "harbor.localhost",
    "content-type": "application/json",
    cookie: cookie(),
    "x-xsrf-token": decodeURIComponent(jar.get("XSRF-TOKEN") ?? ""),
  });
  const query = "mutation ($input: LoginInput!) { login(input: $input) { auth { loginSuccess } } }";
  const payload = JSON.stringify({ query, variables: { input: { email: "ada@example.com", password: "correct horse" } } });
  const signedIn = await app.inject({ method: "POST", url: "/graphql", headers: headers(), payload });
  if (signedIn.json<{ errors?: unknown }>().errors) throw new Error(`The bench cannot sign in: ${signedIn.body}`);
  keep(signedIn.headers["set-cookie"]);
  return headers();
}

const abreast = (once: () => Promise<unknown>) => async () => {
  await Promise.all(Array.from({ length: ABREAST }, once));
};

export async function gateway(): Promise<Result[]> {
  const { url, stop } = await institution();
  // Both sides by the same fetch: what is compared is what stands around it.
  const connections = institutionFetch();
  const upstreamFetch = connections.fetch;
  const app = await createGateway({
    env: {
      production: false,
      brand: "harbor",
      upstreamUrl: url,
      sessionSecrets: ["a-secret-of-the-bench-of-32-bytes!"],
      trustProxy: [],
      downloadOrigins: [],
      providerOrigins: [],
    },
    bundles: oneBundle(),
    upstreamFetch,
    webApp: null,
    development: false,
    limits: NO_LIMITS,
  });
  const bare = Fastify();
  bare.post("/dashboard", async () => {
    const answers = await Promise.all(
      PATHS.map(async (path) => {
        const response = await upstreamFetch(
          new Request(`${url}/api/v1${path}`, { headers: { accept: "application/json", authorization: "Bearer t1" } }),
        );
        return ((await response.json()) as { readonly data: unknown }).data;
      }),
    );
    return { data: answers };
  });

  const headers = await session(app);
  const payload = JSON.stringify({ query: DASHBOARD });
  const ask = () => app.inject({ method: "POST", url: "/graphql", headers, payload });
  const first = (await ask()).json<{ errors?: unknown; data?: { accounts?: unknown[] } }>();
  if (first.errors || first.data?.accounts?.length !== 1)
    throw new Error(`The bench's dashboard does not answer: ${JSON.stringify(first)}`);

  try {
    return [
      await compare({
        what: "gateway: a dashboard of six REST calls, CPU",
        unit: `${ABREAST} requests`,
        clock: "cpu",
        turn: 400,
        turns: 11,
        ours: { name: "the gateway (GraphQL, session, CSRF, limits, headers)", run: abreast(ask) },
        peer: { name: "a bare Fastify route", run: abreast(() => bare.inject({ method: "POST", url: "/dashboard" })) },
      }),
    ];
  } finally {
    await app.close();
    await bare.close();
    await connections.close();
    stop();
  }
}
