/** Tests of CSRF protection, security headers, limits, trusted documents and the firewall token. */
import { describe, expect, it } from "vitest";
import type { RateLimits } from "../../gateway/plugins/rate-limits.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { ENV, HttpClient, LOGIN, openGateway, TRUSTED_DOCUMENT } from "./test-gateway.js";

const json = { "content-type": "application/json" };
const LIMITS: RateLimits = { all: 1000, credentials: 1000, account: 1000, accountCredentials: 1000 };
const body = JSON.stringify({ query: "{ auth { bearerToken } }" });

describe("the CSRF token", () => {
  it("is required before any upstream call", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const response = await client.request({
      method: "POST",
      url: "/graphql",
      headers: json,
      payload: JSON.stringify({ query: LOGIN, variables: { input: { email: "a@b.co", password: "p" } } }),
    });
    expect(response.statusCode).toBe(419);
    expect(response.json()).toMatchObject({
      errors: [{ extensions: { status: 419, code: "csrf_expired", request_id: expect.any(String) } }],
    });
    expect(upstream.requests).toEqual([]);
  });

  it.each<[string, (token: string) => Record<string, string>, number]>([
    ["equal to the cookie", (token) => ({ "x-xsrf-token": token }), 200],
    ["equal to the cookie, from this site", (token) => ({ "x-xsrf-token": token, "sec-fetch-site": "same-origin" }), 200],
    ["different from the cookie", (token) => ({ "x-xsrf-token": `${token}x` }), 419],
    ["equal to the cookie, from a sibling site", (token) => ({ "x-xsrf-token": token, "sec-fetch-site": "same-site" }), 419],
    ["equal to the cookie, from another site", (token) => ({ "x-xsrf-token": token, "sec-fetch-site": "cross-site" }), 419],
  ])("in a request: %s", async (_case, headersOf, status) => {
    const client = new HttpClient(await openGateway(fakeUpstream({})));
    const { token } = (await client.request({ method: "GET", url: "/csrf" })).json<{ token: string }>();
    expect(
      (await client.request({ method: "POST", url: "/graphql", headers: { ...json, ...headersOf(token) }, payload: body })).statusCode,
    ).toBe(status);
  });

  it("without the gateway's signature is rejected, even when cookie and header agree", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({})));
    client.cookies.set("XSRF-TOKEN", "planted.value");
    expect(
      (await client.request({ method: "POST", url: "/graphql", headers: { ...json, "x-xsrf-token": "planted.value" }, payload: body }))
        .statusCode,
    ).toBe(419);
  });

  it("comes with every page, readable by its scripts, and stays while it is valid", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({})));
    const page = await client.request({ method: "GET", url: "/registration" });
    expect(String(page.headers["set-cookie"])).toMatch(/^XSRF-TOKEN=[^;]+; Path=\/; Secure; SameSite=Strict$/);
    expect((await client.request({ method: "GET", url: "/login" })).headers["set-cookie"]).toBeUndefined();
  });

  it("cannot be bypassed by a mutation over GET", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const response = await client.request({ method: "GET", url: `/graphql?query=${encodeURIComponent("mutation { logout { ok } }")}` });
    expect(response.statusCode).toBe(405);
    expect(upstream.requests).toEqual([]);
  });
});

describe("security headers", () => {
  it.each(["/", "/csrf", "/graphql", "/healthz", "/assets/none.js", "/bundles/harbor/current.json", "/nowhere.png"])(
    "are present on %s",
    async (url) => {
      const client = new HttpClient(
        await openGateway(fakeUpstream({}), { env: { ...ENV, production: true, providerOrigins: ["https://provider.test"] } }),
      );
      const { headers } = await client.request({ method: "GET", url });
      const policy = String(headers["content-security-policy"]).split(";");
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "frame-src https://provider.test",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(String(headers["content-security-policy"])).not.toMatch(/unsafe/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "strict-transport-security": "max-age=63072000; includeSubDomains",
        "x-request-id": expect.any(String),
      });
      expect(String(headers["permissions-policy"])).toContain("camera=()");
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  it("do not require HTTPS without it", async () => {
    const { headers } = await new HttpClient(await openGateway(fakeUpstream({}))).request({ method: "GET", url: "/" });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("allow the development server's own tags by the page's nonce", async () => {
    const html = '<html lang="en"><script nonce="__CSP_NONCE__"></script><script id="passbook" type="application/json">{}</script></html>';
    const client = new HttpClient(
      await openGateway(fakeUpstream({}), { development: true, webApp: { folder: null, html: async () => html } }),
    );
    const first = await client.request({ method: "GET", url: "/" });
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(String(first.headers["content-security-policy"]))?.[1];
    expect(first.body).toContain(`<script nonce="${nonce}">`);
    expect((await client.request({ method: "GET", url: "/" })).headers["content-security-policy"]).not.toContain(nonce);
  });
});

describe("limits", () => {
  it("count sign-ins by address, and fail in GraphQL's format", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, credentials: 2 } }));
    const login = () => client.post(LOGIN, { input: { email: "a@b.co", password: "p" } });
    expect((await login()).statusCode).toBe(200);
    expect((await login()).statusCode).toBe(200);
    const third = await login();
    expect(third.statusCode).toBe(429);
    expect(third.json()).toMatchObject({ errors: [{ extensions: { status: 429, code: "rate_limited" } }] });
    expect((await client.post("{ auth { bearerToken } }")).statusCode).toBe(200);
  });

  it("count every request except files and health checks", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), { limits: { ...LIMITS, all: 2 } }));
    const statuses = [];
    for (const url of ["/", "/", "/", "/healthz", "/assets/a.js"]) statuses.push((await client.request({ method: "GET", url })).statusCode);
    expect(statuses).toEqual([200, 200, 429, 200, 404]);
  });

  it("ignore a forged address", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), { limits: { ...LIMITS, all: 1 } }));
    await client.request({ method: "GET", url: "/" });
    expect((await client.request({ method: "GET", url: "/", headers: { "x-forwarded-for": "203.0.113.9" } })).statusCode).toBe(429);
  });

  it("count an IPv6 network of 64 bits as one address, for requests and for sign-ins", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, all: 6, credentials: 1 } });
    const client = new HttpClient(app);
    const from = (remoteAddress: string) => ({ method: "GET" as const, url: "/", remoteAddress });
    const login = (remoteAddress: string) => client.post(LOGIN, { input: { email: "a@b.co", password: "p" } }, {}, remoteAddress);
    expect((await login("2001:db8:1:2::1")).statusCode).toBe(200);
    expect((await login("2001:db8:1:2:ffff::9")).statusCode).toBe(429);
    expect((await login("2001:db8:1:3::1")).statusCode).toBe(200);
    for (let host = 3; host <= 6; host += 1) expect((await client.request(from(`2001:db8:1:2::${host}`))).statusCode).toBe(200);
    expect((await client.request(from("2001:db8:1:2:aaaa::1"))).statusCode).toBe(429);
    expect((await client.request(from("2001:db8:1:3::1"))).statusCode).toBe(200);
  });

  it("count sign-ins to one account from all addresses", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, accountCredentials: 2 } });
    const login = (client: HttpClient, email: string, index: number) =>
      client.post(LOGIN, { input: { email, password: "p" } }, {}, `203.0.113.${index}`);
    const statuses = [];
    for (const [index, email] of ["ada@example.com", "Ada@Example.com ", "ada@example.com", "bob@example.com"].entries())
      statuses.push((await login(new HttpClient(app), email, index)).statusCode);
    expect(statuses).toEqual([200, 200, 429, 200]);
    // Another brand's account of the same address is another account.
    expect((await login(new HttpClient(app, "juniper.localhost"), "ada@example.com", 9)).statusCode).toBe(200);
  });

  it("do not let others lock an account for a device that the depositor asked to remember", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, accountCredentials: 2 } });
    const login = (client: HttpClient) => client.post(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    const own = new HttpClient(app);
    await own.signIn();
    await own.graphql("mutation { logout { ok } }");
    expect((await login(new HttpClient(app))).statusCode).toBe(200);
    expect((await login(new HttpClient(app))).statusCode).toBe(429);
    expect((await login(own)).statusCode).toBe(200);
  });

  it("count the requests of one session from all addresses", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, account: 4 } });
    const client = new HttpClient(app);
    await client.signIn();
    const statuses = [];
    for (let index = 0; index < 5; index += 1)
      statuses.push((await client.post("{ auth { bearerToken } }", {}, {}, `203.0.113.${index}`)).statusCode);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses[0]).toBe(200);
    const other = new HttpClient(app);
    await other.signIn();
    expect((await other.post("{ auth { bearerToken } }")).statusCode).toBe(200);
  });

  it.each([
    ["a fragment", "mutation L($input: LoginInput!) { ...F } fragment F on Mutation { login(input: $input) { message } }"],
    ["an inline fragment", "mutation L($input: LoginInput!) { ... on Mutation { login(input: $input) { message } } }"],
    ["an inline fragment without a type", "mutation L($input: LoginInput!) { ... { login(input: $input) { message } } }"],
    [
      "a fragment of a fragment",
      "mutation L($input: LoginInput!) { ...F } fragment F on Mutation { ... { ...G } } fragment G on Mutation { login(input: $input) { message } }",
    ],
  ])("count a sign-in in %s", async (_case, query) => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, credentials: 1 } }));
    const login = () => client.post(query, { input: { email: "a@b.co", password: "p" } });
    expect([(await login()).statusCode, (await login()).statusCode]).toEqual([200, 429]);
  });

  it.each([
    ["too deep", `{ jointAccount ${"{ primary_depositor ".repeat(10)}{ email } ${"}".repeat(10)} }`],
    ["too many aliases", `{ ${Array.from({ length: 15 }, (_, i) => `a${i}: branding { name b${i}: name }`).join(" ")} }`],
    ["too many fields", `{ ${Array.from({ length: 25 }, (_, i) => `a${i}: __typename`).join(" ")} }`],
    ["too long", `{ branding { name } } #${"x".repeat(40_000)}`],
    [
      "two sign-ins",
      `mutation { a: logout { ok } b: login(input: {email: "a@b.co", password: "p"}) { message } c: login(input: {email: "a@b.co", password: "q"}) { message } }`,
    ],
    [
      "two sign-ins in fragments",
      `mutation { ... { a: login(input: {email: "a@b.co", password: "p"}) { message } } ...F } fragment F on Mutation { b: login(input: {email: "a@b.co", password: "q"}) { message } }`,
    ],
    [
      "the same fragment's sign-in twice, under two operations",
      `mutation A { ...F } mutation B { ...F } fragment F on Mutation { login(input: {email: "a@b.co", password: "q"}) { message } }`,
    ],
  ])("reject a document that is %s", async (_case, query) => {
    const upstream = fakeUpstream(SIGN_IN);
    const answer = await new HttpClient(await openGateway(upstream)).graphql(query);
    expect(answer).toMatchObject({ errors: [{ extensions: { code: "document_refused" } }] });
    expect(answer.data).toBeUndefined();
    expect(upstream.requests).toEqual([]);
  });
});

describe("in production", () => {
  const production = { env: { ...ENV, production: true } };

  it("only documents of the published flows are executed", async () => {
    const upstream = fakeUpstream({ "GET /branding": { data: { name: "Harbor" } } });
    const client = new HttpClient(await openGateway(upstream, production));
    expect(await client.graphql(TRUSTED_DOCUMENT)).toEqual({ data: { branding: { name: "Harbor" } } });
    expect(await client.graphql(`${TRUSTED_DOCUMENT} `)).toMatchObject({ errors: [{ extensions: { code: "document_unknown" } }] });
    expect(await client.graphql("{ __schema { types { name } } }")).toMatchObject({
      errors: [{ extensions: { code: "document_unknown" } }],
    });
    expect(upstream.calls()).toEqual(["GET /branding"]);
  });

  it("the development routes do not exist", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), production));
    expect((await client.request({ method: "GET", url: "/__dev/personas" })).headers["content-type"]).toContain("text/html");
  });
});

describe("the token of a web application firewall", () => {
  const REGISTER =
    'mutation Register($input: RegisterInput!) { register(input: $input, idempotency_key: "key-1") { auth { mfaRequired } } }';
  const input = { email: "a@b.co", password: "correct horse", confirm_password: "correct horse", accept_terms: true, accept_esign: true };
  const registered = { ...SIGN_IN, "POST /register": { status: 201, ...(SIGN_IN["POST /login"] as object) } };

  it.each([
    ["a-proof", "a-proof"],
    ["two words", undefined],
    ["x".repeat(4097), undefined],
  ])("is forwarded with the registration only, when it is valid", async (value, passed) => {
    const upstream = fakeUpstream(registered);
    const client = new HttpClient(await openGateway(upstream));
    const headers = { "x-waf-token": value };
    expect((await client.post(REGISTER, { input }, headers)).json()).toEqual({ data: { register: { auth: { mfaRequired: true } } } });
    await client.post(LOGIN, { input: { email: "a@b.co", password: "correct horse" } }, headers);
    const forwarded = (call: string) => upstream.requests.find((one) => one.call === call)?.headers["x-waf-token"];
    expect([forwarded("POST /register"), forwarded("POST /login")]).toEqual([passed, undefined]);
  });
});
