/** Exports a gateway without sockets and an HTTP client with cookies, for tests. */

import { createHash } from "node:crypto";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { afterEach } from "vitest";
import type { ActiveBundle, Bundles } from "../../gateway/bundles.js";
import { createGateway, type GatewayOptions } from "../../gateway/server.js";
import { Invalid } from "../../gateway/upstream/errors.js";
import { type Fetch, sendByFetch } from "../../gateway/upstream/send.js";
import type { BundleCore } from "../../src/language/bundle.js";
import type { BrandFile } from "../../src/language/keywords.js";

/** The only document that the fake bundles trust. */
export const TRUSTED_DOCUMENT = "query Trusted { branding { name } }";

const BRAND_FIELDS = {
  language: 2,
  link_restriction: "UNRESTRICTED",
  locale: "en-US",
  dark_scheme: false,
  emails: { support: "help@example.com" },
  color_primary: "#1a1a1a",
  color_secondary: "#575757",
  font: "Lato",
  logos: { "hor-color": "logo.svg" },
} as const;

const CHROME = { fdicMark: "FDIC", fdicText: "Insured & backed", chunkFailure: "Not loaded.", reload: "Refresh" };

type Features = Readonly<Record<string, boolean>>;
type Terms = Pick<BrandFile, "transfer_terms">;

function bundle(slug: string, hosts: readonly string[], isDefault: boolean, features: Features, terms: Terms): ActiveBundle {
  return {
    slug,
    hash: createHash("sha256").update(slug).digest("hex"),
    brand: {
      ...BRAND_FIELDS,
      ...terms,
      features,
      slug,
      show_fdic: isDefault,
      name: `${slug} </script> Bank`,
      short_name: slug,
      hosts,
      default: isDefault,
    },
    // Other tests cover the shipped forms; this check fails for a value that contains "refuse-me".
    checkForm(schema, value) {
      if (JSON.stringify(value).includes("refuse-me"))
        throw new Invalid({ errors: [{ path: "email", message: `refused by ${slug} ${schema}` }] });
      return value;
    },
    trusted: new Set(),
    journeyOf: (path) => path.split("/")[1] || "auth",
    shellOf: (_, isSignedIn) => ({ width: isSignedIn ? "wide" : "narrow" }),
    // Without a `prerender` of the web app, only the frame reads it.
    content: {
      core: { initial: {}, chrome: CHROME } as unknown as BundleCore,
      journey: async () => ({ content: { journey: "", screens: {} }, validators: {} }),
    },
  };
}

/** `features`: the upstreams' capabilities; an unlisted one exists. */
export function fakeBundles(features: Features = {}, terms: Terms = {}): Bundles {
  const all = new Map([
    ["harbor", bundle("harbor", ["save.harbor.test"], true, features, terms)],
    ["juniper", bundle("juniper", ["juniper.test"], false, features, terms)],
  ]);
  return {
    brands: () => [...all.keys()],
    active: (slug) => all.get(slug) ?? null,
    published: async (slug, hash) => (all.get(slug)?.hash === hash ? (all.get(slug) ?? null) : null),
    trusts: (_, document) => document === TRUSTED_DOCUMENT,
    file: () => null,
  };
}

const opened: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

export const ENV: GatewayOptions["env"] = {
  production: false,
  brand: null,
  upstreamUrl: "https://bank.test",
  sessionSecrets: ["an-old-secret-of-at-least-32-bytes!"],
  trustProxy: [],
  downloadOrigins: [],
  providerOrigins: [],
};

const HTML =
  '<!doctype html><html lang="en"><head><script type="module" src="/assets/index-1.js"></script></head><body><script type="application/json" id="passbook">{}</script><div id="root"></div></body></html>';

/** Opens a gateway with a fake upstream. */
export async function openGateway(upstream: { readonly fetch: Fetch }, options: Partial<GatewayOptions> = {}): Promise<FastifyInstance> {
  const app = await createGateway({
    env: ENV,
    bundles: fakeBundles(),
    send: sendByFetch(upstream.fetch),
    webApp: { html: async () => HTML, folder: null },
    development: false,
    wait: async () => {},
    ...options,
  });
  opened.push(app);
  return app;
}

interface GraphqlAnswer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { message: string; path?: readonly string[]; extensions?: Record<string, unknown> }[];
}

/** An HTTP client with cookies, at one host. */
export class HttpClient {
  readonly cookies = new Map<string, string>();
  constructor(
    readonly app: FastifyInstance,
    readonly host = "harbor.localhost",
  ) {}

  async request(options: InjectOptions & { url: string }): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.app.inject({ ...options, headers: { host: this.host, ...(cookie ? { cookie } : {}), ...options.headers } });
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (/max-age=0(;|$)/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async post(
    query: string,
    variables: object = {},
    headers: Record<string, string> = {},
    remoteAddress = "127.0.0.1",
  ): Promise<LightMyRequestResponse> {
    if (!this.cookies.has("XSRF-TOKEN")) await this.request({ method: "GET", url: "/csrf" });
    const token = decodeURIComponent(this.cookies.get("XSRF-TOKEN") ?? "");
    return this.request({
      method: "POST",
      url: "/graphql",
      remoteAddress,
      payload: JSON.stringify({ query, variables }),
      headers: { "content-type": "application/json", "x-xsrf-token": token, ...headers },
    });
  }

  async graphql(query: string, variables: object = {}): Promise<GraphqlAnswer> {
    const response = await this.post(query, variables);
    return response.json<GraphqlAnswer>();
  }

  /** Signs in with password and code. */
  async signIn(): Promise<void> {
    await this.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    await this.graphql("mutation { selectMfa(type: sms) { message } }");
    await this.graphql(VERIFY, { input: { code: "123456" } });
  }
}

export const LOGIN =
  "mutation Login($input: LoginInput!) { login(input: $input) { message auth { bearerToken session_id nonceToken mfaRequired loginSuccess email } progress { first_name } } }";
export const VERIFY =
  "mutation Verify($input: CodeInput!) { verifyMfa(input: $input) { auth { bearerToken session_id loginSuccess mfaRequired } progress { registration_last_step extended_status } } }";
