/** Tests of the GraphQL route and its resolvers with a fake upstream. */
import { parse } from "graphql";
import { describe, expect, it } from "vitest";
import { createExecution, LruCache } from "../../gateway/execution.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { readDeclaredCalls } from "../../src/language/declared-calls.js";
import { type FakeResponses, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { queryOf } from "./schema-examples.js";
import { HttpClient, LOGIN, openGateway, VERIFY } from "./test-gateway.js";
import { accountForm } from "./valid-forms.js";

async function signedIn(answers: FakeResponses, options: Parameters<typeof openGateway>[1] = {}) {
  const upstream = fakeUpstream({ ...SIGN_IN, ...answers });
  const client = new HttpClient(await openGateway(upstream, options));
  await client.signIn();
  upstream.requests.length = 0;
  return { upstream, client };
}

describe("the schema", () => {
  it("has a function for every field with @resolver, and such a field for every function", () => {
    const { fields } = readDeclaredCalls(parse(readSchemaText()));
    const declared = [...fields].flatMap(([name, { resolver }]) => (resolver ? [name] : []));
    const functions = Object.entries(RESOLVERS).flatMap(([type, each]) => Object.keys(each).map((field) => `${type}.${field}`));
    expect(functions.sort()).toEqual(declared.sort());
  });

  it("with a field that nothing answers still answers the others", async () => {
    const text = `${readSchemaText()}\nextend type Query { ghost: String }`;
    const upstream = fakeUpstream({ "GET /service": { data: { available: true } } });
    const schema = executableSchema(text, RESOLVERS);
    const lines: string[] = [];
    const app = await openGateway(upstream, {
      schema: () => schema,
      log: { level: "info", stream: { write: (line) => void lines.push(line) } },
    });
    expect(await new HttpClient(app).graphql("{ ghost service { available } }")).toMatchObject({
      data: { ghost: null, service: { available: true } },
      errors: [{ path: ["ghost"], message: "Something went wrong on our end.", extensions: { status: 500, code: "internal", errors: [] } }],
    });
    expect(lines.join("")).toContain("Query.ghost has no @connect in schema.graphql");
  });

  it("logs each operation with its outcome and its time", async () => {
    const lines: string[] = [];
    const upstream = fakeUpstream({ "GET /service": [{ data: { available: true } }, { status: 404, code: "not_found", message: "no" }] });
    const client = new HttpClient(
      await openGateway(upstream, { log: { level: "info", stream: { write: (line) => void lines.push(line) } } }),
    );
    await client.graphql("query Service { service { available } }");
    await client.graphql("query Service { service { available } }");
    const operations = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "operation");
    expect(operations).toMatchObject([
      { brand: "harbor", operation: "Service", outcome: "ok", ms: expect.any(Number), reqId: expect.any(String) },
      { brand: "harbor", operation: "Service", outcome: "not_found" },
    ]);
  });

  it("logs one line for each request, without a query string or an id", async () => {
    const lines: string[] = [];
    const app = await openGateway(fakeUpstream({}), { log: { level: "info", stream: { write: (line) => void lines.push(line) } } });
    await new HttpClient(app).request({ method: "GET", url: "/documents/taxes/0b7e3c52-98cd-4d3e-8f43-0d7f3a1c9b11?download" });
    const requests = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request");
    expect(requests).toEqual([
      expect.objectContaining({
        method: "GET",
        path: "/documents/taxes/:id",
        status: 401,
        ms: expect.any(Number),
        reqId: expect.any(String),
      }),
    ]);
  });

  it("is replaced while the gateway runs", async () => {
    const upstream = fakeUpstream({ "GET /service": { data: { available: true } } });
    let schema = executableSchema(readSchemaText(), RESOLVERS);
    const client = new HttpClient(await openGateway(upstream, { schema: () => schema }));
    expect((await client.graphql("{ open: service { available } added }")).errors).toHaveLength(1);
    const added = 'extend type Query { added: Boolean @connect(http: { GET: "/service" }, selection: "$.available") }';
    schema = executableSchema(`${readSchemaText()}\n${added}`, RESOLVERS);
    expect(await client.graphql("{ open: service { available } added }")).toEqual({ data: { open: { available: true }, added: true } });
  });

  it("compiles a document once and evicts the least recently used one", () => {
    const execution = createExecution(executableSchema(readSchemaText(), RESOLVERS));
    expect(execution.prepare("{ branding { name } }").document).toBe(execution.prepare("{ branding { name } }").document);
    const cache = new LruCache<string, number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    cache.get("a");
    cache.set("c", 3);
    expect([cache.get("a"), cache.get("b"), cache.get("c"), cache.length]).toEqual([1, undefined, 3, 2]);
  });
});

describe("@authenticated", () => {
  const open = new Set(["branding", "service", "bannerAlerts", "banners", "auth"]);
  const schema = executableSchema(readSchemaText(), RESOLVERS);
  const queries = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((field) => !open.has(field));

  it.each(queries)("fails %s without a session with 401, without an upstream call", async (field) => {
    const upstream = fakeUpstream({});
    const answer = await new HttpClient(await openGateway(upstream)).graphql(queryOf(schema, field));
    expect(answer).toMatchObject({
      errors: [{ path: [field], extensions: { status: 401, code: "unauthorized", request_id: expect.any(String) } }],
    });
    expect(upstream.requests).toEqual([]);
  });
});

describe("@form", () => {
  it("rejects an invalid value with its fields, without an upstream call", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const answer = await new HttpClient(await openGateway(upstream)).graphql(LOGIN, { input: { email: "refuse-me", password: "p" } });
    expect(answer).toMatchObject({
      errors: [{ extensions: { status: 422, code: "validation", errors: [{ path: "email", message: "refused by harbor credentials" }] } }],
    });
    expect(upstream.requests).toEqual([]);
  });

  it("uses the brand's own forms, also for parts of an input", async () => {
    const { upstream, client } = await signedIn({});
    const basic = { first_name: "refuse-me", last_name: "L", date_of_birth: "1990-01-01", ssn: "123456789" };
    const save = "mutation ($input: DepositorInput!) { saveDepositor(input: $input) { progress { first_name } } }";
    expect(await client.graphql(save, { input: { basic } })).toMatchObject({
      errors: [{ extensions: { errors: [{ message: "refused by harbor basic-information" }] } }],
    });
    expect(upstream.requests).toEqual([]);
    const juniper = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)), "juniper.localhost");
    expect(await juniper.graphql(LOGIN, { input: { email: "refuse-me", password: "p" } })).toMatchObject({
      errors: [{ extensions: { errors: [{ message: "refused by juniper credentials" }] } }],
    });
  });
});

describe("failures", () => {
  it("have the status, code, message and fields of the upstream, and a request id", async () => {
    const upstream = fakeUpstream({ "POST /login": { status: 400, code: "bad_credentials", message: "That did not match." } });
    const response = await new HttpClient(await openGateway(upstream)).post(LOGIN, { input: { email: "a@b.co", password: "p" } });
    expect(response.statusCode).toBe(200);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.json()).toMatchObject({
      errors: [
        {
          message: "That did not match.",
          extensions: {
            status: 400,
            code: "bad_credentials",
            message: "That did not match.",
            errors: [],
            request_id: response.headers["x-request-id"],
          },
        },
      ],
    });
    expect(upstream.requests.at(-1)?.headers["x-request-id"]).toBe(response.headers["x-request-id"]);
  });

  it.each([
    ["timeout", { silent: true }],
    ["network", { broken: "ECONNREFUSED" }],
    [500, { status: 500, message: "SQLSTATE[42P01]" }],
    [451, { status: 451, message: "OFAC" }],
  ] as const)("of an upstream's %s reveal nothing else", async (status, answer) => {
    const { client } = await signedIn({ "GET /accounts": answer }, { upstreamTimeoutMs: 200 });
    const response = await client.graphql("{ accounts { uuid } }");
    expect(response).toMatchObject({ errors: [{ extensions: { status } }] });
    expect(JSON.stringify(response)).not.toMatch(/SQLSTATE|OFAC|ECONNREFUSED|bank\.test/);
  });

  it("of an amount that is none are the upstream's, and logged with the request id and without the value", async () => {
    const lines: string[] = [];
    const { client } = await signedIn(
      { "GET /accounts": { data: [{ uuid: "a", name: "Savings", number_last4: "1234", available_balance: 1, available: "12.345" }] } },
      {
        log: { level: "info", stream: { write: (line) => void lines.push(line) } },
      },
    );
    const answer = await client.graphql("query Mine { accounts { uuid available } }");
    expect(answer).toMatchObject({
      errors: [{ message: "Something went wrong on our end.", extensions: { status: 502, code: "upstream_failed", errors: [] } }],
    });
    expect(lines.join("")).not.toContain("12.345");
    const line = lines.find((each) => each.includes("Money cannot represent")) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({ operation: "Mine", reqId: answer.errors?.[0]?.extensions?.request_id });
  });

  it("of a code without a nonce have the message of S8", async () => {
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /login": { data: { token: "t", mfa_required: true } } });
    const client = new HttpClient(await openGateway(upstream));
    await client.graphql(LOGIN, { input: { email: "a@b.co", password: "p" } });
    expect(await client.graphql(VERIFY, { input: { code: "123456" } })).toMatchObject({
      errors: [{ extensions: { status: 400, message: "Bearer token or nonce token is null" } }],
    });
  });
});

describe("one request", () => {
  it("calls the upstream once for several fields that need the same data", async () => {
    const { upstream, client } = await signedIn({ "GET /banner-alerts?active=true": { data: [] } });
    expect(
      await client.graphql("{ banners { uuid } bannerAlerts { uuid } a: progress { first_name } b: progress { is_primary } }"),
    ).toEqual({
      data: { banners: [], bannerAlerts: [], a: { first_name: "Ada" }, b: { is_primary: true } },
    });
    expect(upstream.calls().sort()).toEqual(["GET /banner-alerts?active=true", "GET /depositor/progress", "GET /service"]);
  });
});

describe("funding", () => {
  const FUND =
    'mutation { fundAccount(input: {authorized: true, registration_last_step: "funded"}, idempotency_key: "key-1") { transfer { status message } progress { registration_last_step } request_id } }';
  const at = (step: string) => ({ data: { is_primary: true, registration_last_step: step } });
  const money = {
    "POST /fund-my-account": { data: { request_id: "r1" } },
    "GET /depositor/progress": at("disclosures"),
    "PATCH /depositor": { data: { progress: at("funded").data } },
  };

  it("polls until the request ends, then saves the step", async () => {
    const { upstream, client } = await signedIn({
      ...money,
      "GET /request/r1": [{ data: { status: "PENDING" } }, { data: { status: "COMPLETED", transfer_status: "SUCCESS" } }],
    });
    expect(await client.graphql(FUND)).toEqual({
      data: {
        fundAccount: { transfer: { status: "SUCCESS", message: null }, progress: { registration_last_step: "funded" }, request_id: "r1" },
      },
    });
    expect(upstream.requests.find(({ call }) => call === "POST /fund-my-account")).toMatchObject({
      body: { authorized: true },
      headers: { "idempotency-key": "key-1" },
    });
    expect(upstream.calls().at(-1)).toBe("PATCH /depositor");
  });

  it("returns PENDING when the request takes longer, and FAILED with its reason", async () => {
    const pending = await signedIn({ ...money, "GET /request/r1": { data: { status: "PENDING" } } });
    expect(await pending.client.graphql(FUND)).toMatchObject({
      data: { fundAccount: { transfer: { status: "PENDING" }, progress: { registration_last_step: "disclosures" } } },
    });
    expect(pending.upstream.calls().filter((call) => call === "GET /request/r1")).toHaveLength(4);
    expect(pending.upstream.calls()).not.toContain("PATCH /depositor");
    const failed = await signedIn({ ...money, "GET /request/r1": { data: { status: "FAILED", message: "The link is locked." } } });
    expect(await failed.client.graphql(FUND)).toMatchObject({
      data: { fundAccount: { transfer: { status: "FAILED", message: "The link is locked." } } },
    });
  });

  it("succeeds even when the step cannot be saved", async () => {
    const { client } = await signedIn({
      ...money,
      "PATCH /depositor": { status: 409, code: "step_refused" },
      "GET /request/r1": { data: { status: "COMPLETED" } },
    });
    expect(await client.graphql(FUND)).toMatchObject({
      data: { fundAccount: { transfer: { status: "SUCCESS" }, progress: { registration_last_step: "disclosures" } } },
    });
  });
});

describe("attesting and linking", () => {
  it("sends one call for each disclosure, then the step, and saves the time", async () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    const disclosure = { uuid: "d1", hash: "h1", title: "Terms", version: "1" };
    const { upstream, client } = await signedIn(
      {
        "POST /disclosure/d1": { data: disclosure },
        "POST /disclosure/d2": { data: disclosure },
        "GET /disclosures/active": { data: [disclosure] },
        "PATCH /depositor": { data: { progress: { is_primary: true, registration_last_step: "DISCLOSURES" } } },
      },
      { now: () => now },
    );
    const answer = await client.graphql(
      'mutation { attestDisclosures(input: {attestations: [{uuid: "d1", hash: "h1"}, {uuid: "d2", hash: "h2"}], registration_last_step: "disclosures"}) { disclosures { href } progress { registration_last_step } auth { attestedAt } } }',
    );
    expect(answer).toEqual({
      data: {
        attestDisclosures: {
          disclosures: [{ href: "/documents/disclosures/d1/h1" }],
          progress: { registration_last_step: "disclosures" },
          auth: { attestedAt: "2026-11-21T12:00:00Z" },
        },
      },
    });
    expect(upstream.calls()).toEqual(["POST /disclosure/d1", "POST /disclosure/d2", "PATCH /depositor", "GET /disclosures/active"]);
  });

  it("sends an account number once, and microdeposit amounts in cents", async () => {
    const linked = { data: { linked_account: { uuid: "l1" }, progress: null, attempts_left: 2 } };
    const { upstream, client } = await signedIn({
      "POST /link/manual": linked,
      "POST /link/manual/verify": linked,
      "GET /linked-accounts": { data: [{ uuid: "l1", link_type: "MANUAL" }] },
    });
    const manual = accountForm();
    const { confirm_account_number: _again, ...sentOnce } = manual;
    const LINK = 'mutation ($input: ManualLinkInput!) { linkManual(input: $input, idempotency_key: "key-1") { linkedAccounts { uuid } } }';
    expect((await client.graphql(LINK, { input: manual })).errors).toBeUndefined();
    expect(upstream.requests.find(({ call }) => call === "POST /link/manual")?.body).toEqual(sentOnce);
    const VERIFY =
      'mutation { verifyMicrodeposits(input: {amount_one: "0.07", amount_two: ".23"}, idempotency_key: "key-2") { attempts_left } }';
    await client.graphql(VERIFY);
    expect(upstream.requests.filter(({ call }) => call.startsWith("POST /link")).map(({ headers }) => headers["idempotency-key"])).toEqual([
      "key-1",
      "key-2",
    ]);
    expect(upstream.requests.find(({ call }) => call === "POST /link/manual/verify")?.body).toEqual({ amounts: [7, 23] });
  });
});
