/** Tests of CSRF protection, CORS and what a GraphQL document may be (domain.md 5, lines 6-8 and 33). */
import { describe, expect, it } from "vitest";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { ENV, HttpClient, LOGIN, openGateway, TRUSTED_DOCUMENT, VERIFY } from "../gateway/test-gateway.js";

const json = { "content-type": "application/json" };
const body = JSON.stringify({ query: "{ auth { bearerToken } }" });

describe("5.6 the CSRF token", () => {
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

  it("of another session, or of no session, is rejected, and so is the one from before the sign-in", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN));
    const [ada, bob] = [new HttpClient(app), new HttpClient(app)];
    await ada.request({ method: "GET", url: "/csrf" });
    const early = ada.cookies.get("XSRF-TOKEN") ?? "";
    await ada.signIn();
    await bob.signIn();
    const statusWith = async (token: string) => {
      const own = ada.cookies.get("XSRF-TOKEN") ?? "";
      ada.cookies.set("XSRF-TOKEN", token);
      const { statusCode } = await ada.post("{ auth { email } }");
      ada.cookies.set("XSRF-TOKEN", own);
      return statusCode;
    };
    const own = ada.cookies.get("XSRF-TOKEN") ?? "";
    const stranger = new HttpClient(app);
    await stranger.request({ method: "GET", url: "/csrf" });
    expect([await statusWith(own), await statusWith(bob.cookies.get("XSRF-TOKEN") ?? "")]).toEqual([200, 419]);
    expect([await statusWith(stranger.cookies.get("XSRF-TOKEN") ?? ""), await statusWith(early)]).toEqual([419, 419]);
  });

  it("is another one after the sign-in and after the code, and the next page keeps it", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
    const tokens: string[] = [];
    const keep = () => tokens.push(client.cookies.get("XSRF-TOKEN") ?? "");
    await client.request({ method: "GET", url: "/login" });
    keep();
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    keep();
    await client.graphql("mutation { selectMfa(type: sms) { message } }");
    await client.graphql(VERIFY, { input: { code: "123456" } });
    keep();
    expect(new Set(tokens).size).toBe(3);
    expect((await client.request({ method: "GET", url: "/dashboard" })).headers["set-cookie"]).toBeUndefined();
    expect((await client.graphql("{ progress { first_name } }")).errors).toBeUndefined();
  });

  it("5.7 cannot be bypassed by a mutation over GET", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const response = await client.request({ method: "GET", url: `/graphql?query=${encodeURIComponent("mutation { logout { ok } }")}` });
    expect(response.statusCode).toBe(405);
    expect(upstream.requests).toEqual([]);
  });
});

describe("5.33 a document", () => {
  it.each([
    ["too deep", `{ jointAccount ${"{ primary_depositor ".repeat(10)}{ email } ${"}".repeat(10)} }`],
    ["far too deep", `${"{a".repeat(1_990)}${"}".repeat(1_990)}`],
    ["far too deep, without an end", "{a".repeat(1_990)],
    ["far too deep in a value", `{ branding(a: ${"[".repeat(1_900)}${"]".repeat(1_900)}) { name } }`],
    ["far too deep in a type", `query ($a: ${"[".repeat(1_900)}Int${"]".repeat(1_900)}) { branding { name } }`],
    ["far too deep in a fragment that is not used", `{ branding { name } } fragment F on Query { a(b: ${"{c:".repeat(1_000)}`],
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

  it("answers one that is far too deep with 400 (GraphQL over HTTP), and counts no bracket of a text or a comment", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ "GET /branding": { data: { name: "Harbor" } } })));
    const accept = "application/graphql-response+json";
    const response = await client.post("{a".repeat(1_990), {}, { accept });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([400, `${accept}; charset=utf-8`]);
    expect(response.json()).toMatchObject({
      errors: [{ message: "The document is nested too deeply.", extensions: { status: 400, code: "document_refused" } }],
    });
    const text = `query ($a: String = "${"[".repeat(100)}") { branding { name @include(if: true) } } #${"{".repeat(100)}`;
    expect(await client.graphql(text)).toMatchObject({ errors: [{ message: expect.stringContaining('"$a" is never used') }] });
  });
});

describe("5.33 in production", () => {
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

  it("5.38 the routes of development and of the sandbox do not exist", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), production));
    const pageAt = async (url: string) => (await client.request({ method: "GET", url })).body;
    for (const url of [
      "/__dev/personas",
      "/__dev/state",
      "/__dev/scenario-data",
      "/__sandbox/sign-in",
      "/sandbox",
      "/sandbox/outbox",
      "/sandbox/personas/active",
    ]) {
      const page = await pageAt(url);
      expect(page).toContain('<div id="root">');
      expect([url, page]).toEqual([url, await pageAt(`/${url.split("/")[1]}/no-such-page`)]);
      expect([url, (await client.request({ method: "POST", url, payload: {} })).statusCode]).toEqual([url, 404]);
    }
  });
});

describe("5.33 a body", () => {
  it.each<[string, string, string, number[]]>([
    ["of 300 kB", "application/json", JSON.stringify({ query: TRUSTED_DOCUMENT, variables: { x: "x".repeat(300_000) } }), [413]],
    ["that is no JSON", "application/json", "{", [400]],
    ["that is a text", "application/json", '"x"', [400]],
    ["without a document", "application/json", '{"variables":{}}', [400]],
    ["with a prototype", "application/json", '{"__proto__":{"query":"{ auth { email } }"}}', [400]],
    ["of another type", "text/plain", JSON.stringify({ query: TRUSTED_DOCUMENT }), [400, 415]],
    ["of a form", "application/x-www-form-urlencoded", "query=%7Bauth%7Bemail%7D%7D", [400, 415]],
    ["of an empty batch", "application/json", "[]", [400]],
    ["of a batch of 17", "application/json", JSON.stringify(Array.from({ length: 17 }, () => ({ query: TRUSTED_DOCUMENT }))), [400]],
  ])("%s is rejected without an upstream call", async (_case, type, payload, statuses) => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const { token } = (await client.request({ method: "GET", url: "/csrf" })).json<{ token: string }>();
    const answer = await client.request({
      method: "POST",
      url: "/graphql",
      payload,
      headers: { "content-type": type, "x-xsrf-token": token },
    });
    expect(statuses).toContain(answer.statusCode);
    expect(answer.body).not.toMatch(/node_modules|at \w+ \(/);
    expect(upstream.requests).toEqual([]);
  });

  it("of a batch performs no mutation, and one sign-in at a time", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const { token } = (await client.request({ method: "GET", url: "/csrf" })).json<{ token: string }>();
    const login = { query: LOGIN, variables: { input: { email: "a@b.co", password: "p" } } };
    const answer = await client.request({
      method: "POST",
      url: "/graphql",
      payload: JSON.stringify([login, login]),
      headers: { ...json, "x-xsrf-token": token },
    });
    expect(answer.json()).toMatchObject([
      { errors: [{ extensions: { code: "document_refused" } }] },
      { errors: [{ extensions: { code: "document_refused" } }] },
    ]);
    expect(upstream.calls()).toEqual([]);
  });

  it("with an unknown field or a wrong type of an input is a bad request, and neither sent upstream nor logged", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const lines: string[] = [];
    const client = new HttpClient(
      await openGateway(upstream, { log: { level: "info", stream: { write: (line) => void lines.push(line) } } }),
    );
    const { token } = (await client.request({ method: "GET", url: "/csrf" })).json<{ token: string }>();
    for (const input of [
      { email: "a@b.co", password: "my secret", role: "admin" },
      { email: ["a@b.co"], password: "my secret" },
      { email: "a@b.co", passwort: "my secret" },
      "my secret",
      null,
    ]) {
      const answer = await client.request({
        method: "POST",
        url: "/graphql",
        payload: JSON.stringify({ query: LOGIN, variables: { input } }),
        headers: { ...json, accept: "application/graphql-response+json", "x-xsrf-token": token },
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        errors: [
          {
            message: 'Variable "$input" is missing or has a value that is not of its type.',
            locations: [{ line: 1, column: 16 }],
            extensions: {
              status: 400,
              code: "variables_refused",
              message: "Something went wrong on our end.",
              errors: [],
              request_id: expect.any(String),
            },
          },
        ],
      });
    }
    expect(upstream.calls()).toEqual([]);
    expect(lines.join("")).not.toMatch(/my secret|operation-failed/);
  });
});

describe("5.6 a stale or foreign token", () => {
  const send = (client: HttpClient, token: string) =>
    client.request({ method: "POST", url: "/graphql", headers: { ...json, "x-xsrf-token": token }, payload: body });
  const tokenOf = async (client: HttpClient) => (await client.request({ method: "GET", url: "/csrf" })).json<{ token: string }>().token;

  it("of another browser, of another gateway's secret, or from before the sign-out is rejected", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN));
    const [client, other] = [new HttpClient(app), new HttpClient(app)];
    const [own, foreign] = [await tokenOf(client), await tokenOf(other)];
    expect((await send(client, own)).statusCode).toBe(200);
    expect((await send(client, foreign)).statusCode).toBe(419);
    const elsewhere = await openGateway(fakeUpstream({}), { env: { ...ENV, sessionSecrets: ["another-secret-of-at-least-32-bytes!"] } });
    const stranger = new HttpClient(elsewhere);
    const strange = await tokenOf(stranger);
    client.cookies.set("XSRF-TOKEN", stranger.cookies.get("XSRF-TOKEN") ?? "");
    expect((await send(client, strange)).statusCode).toBe(419);
    client.cookies.set("XSRF-TOKEN", own);
    await client.signIn();
    const ofSession = await tokenOf(client);
    expect((await send(client, ofSession)).statusCode).toBe(200);
    await client.graphql("mutation { logout { ok } }");
    expect(client.cookies.has("XSRF-TOKEN")).toBe(false);
    expect((await send(client, ofSession)).statusCode).toBe(419);
  });
});
