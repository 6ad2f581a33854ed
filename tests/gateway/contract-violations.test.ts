/**
 * Tests that an answer of the upstream that violates its contract is a failure, never "none", zero or a sign-in, and that the log
 * names the field and the call.
 */
import { describe, expect, it } from "vitest";
import { type FakeResponse, type FakeResponses, fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, LOGIN, openGateway } from "./test-gateway.js";

/** A client of a gateway, with the lines of its log about failed operations. */
async function clientOf(responses: FakeResponses) {
  const lines: string[] = [];
  const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
  const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, ...responses }), { log }));
  const failed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "operation-failed");
  return { client, failed };
}

const ACCOUNT = { uuid: "a-1", balance: "10.00", as_of: "2026-11-21" };
const LINK = { uuid: "l-1", status: "ACTIVE", expires_at: "2026-11-21T11:30:00Z" };
const ACCOUNTS = "{ accounts { uuid balance as_of } }";
const LINKS = "{ linkedAccounts { uuid status expires_at } }";
const WITHOUT_DATA = { raw: JSON.stringify({ code: "ok", success: true, message: "", errors: {} }) };

describe("a read", () => {
  it.each<[string, string, string, FakeResponse, string, RegExp]>([
    [
      "a number for an amount",
      ACCOUNTS,
      "GET /accounts",
      { data: [{ ...ACCOUNT, balance: 10 }] },
      "accounts.0.balance",
      /Money cannot represent/,
    ],
    ["an amount of one decimal", ACCOUNTS, "GET /accounts", { data: [{ ...ACCOUNT, balance: "10.5" }] }, "accounts.0.balance", /Money/],
    [
      "an instant for a date",
      ACCOUNTS,
      "GET /accounts",
      { data: [{ ...ACCOUNT, as_of: "2026-11-21T00:00:00Z" }] },
      "accounts.0.as_of",
      /Date/,
    ],
    ["a date that does not exist", ACCOUNTS, "GET /accounts", { data: [{ ...ACCOUNT, as_of: "0000-00-00" }] }, "accounts.0.as_of", /Date/],
    ["a day that its month lacks", ACCOUNTS, "GET /accounts", { data: [{ ...ACCOUNT, as_of: "2026-02-30" }] }, "accounts.0.as_of", /Date/],
    [
      "an instant of another zone",
      LINKS,
      "GET /linked-accounts",
      { data: [{ ...LINK, expires_at: "2026-11-21T06:30:00-05:00" }] },
      "linkedAccounts.0.expires_at",
      /Instant/,
    ],
    ["null for a list", LINKS, "GET /linked-accounts", { data: null }, "linkedAccounts", /Query\.linkedAccounts: data is null/],
    ["a list in an object", LINKS, "GET /linked-accounts", { data: { items: [LINK] } }, "linkedAccounts", /data is not a list of objects/],
    [
      "no data for a list",
      LINKS,
      "GET /linked-accounts",
      WITHOUT_DATA,
      "linkedAccounts",
      /GET \/linked-accounts answered 200 without data/,
    ],
    ["no data where null is a value", "{ nonprofit { ein } }", "GET /nonprofits/selected", WITHOUT_DATA, "nonprofit", /without data/],
    [
      "no body where null is a value",
      "{ nonprofit { ein } }",
      "GET /nonprofits/selected",
      { status: 204, raw: "" },
      "nonprofit",
      /204 without data/,
    ],
    [
      "no body where null is a value of a POST that reads",
      "{ jointAccount { registration_status } }",
      "POST /entity/details",
      { raw: "" },
      "jointAccount",
      /without data/,
    ],
    [
      "a redirect",
      LINKS,
      "GET /linked-accounts",
      { status: 301, raw: "", headers: { location: "https://api.bank.test/x?t=1" } },
      "linkedAccounts",
      /^GET \/linked-accounts answered 301 with a redirect to https:\/\/api\.bank\.test$/,
    ],
  ])("fails with %s", async (_mistake, query, call, response, path, reason) => {
    const { client, failed } = await clientOf({ [call]: response });
    await client.signIn();
    const { errors } = await client.graphql(query);
    expect(errors?.map(({ extensions }) => extensions?.code)).toEqual(["upstream_failed"]);
    expect(failed()).toEqual([expect.objectContaining({ level: 50, path, calls: call, reason: expect.stringMatching(reason) })]);
  });

  it("has null as its value where the upstream says so", async () => {
    const { client } = await clientOf({ "GET /nonprofits/selected": { data: null } });
    await client.signIn();
    expect(await client.graphql("{ nonprofit { ein } }")).toEqual({ data: { nonprofit: null } });
  });
});

describe("a sign-in", () => {
  const ANSWER = {
    token: "t",
    session_id: "s",
    expires_at: "2026-11-21T23:30:00Z",
    mfa_required: true,
    nonce_token: "n",
    email: "a",
    phone: null,
  };

  it.each<[string, object, RegExp]>([
    ["mfa_required is missing", { mfa_required: undefined }, /mfa_required is neither true nor false/],
    ["mfa_required is a text", { mfa_required: "true" }, /mfa_required/],
    ["expires_at has no zone", { expires_at: "2026-11-21T23:30:00" }, /expires_at is not an instant in UTC/],
  ])("fails, and nobody is signed in, when %s", async (_mistake, change, reason) => {
    const { client, failed } = await clientOf({ "POST /login": { data: { ...ANSWER, ...change } } });
    const { errors } = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    expect(errors?.[0]?.extensions?.code).toBe("upstream_failed");
    expect(failed()).toEqual([expect.objectContaining({ path: "login", calls: "POST /login", reason: expect.stringMatching(reason) })]);
    expect(await client.graphql("{ auth { bearerToken } }")).toEqual({ data: { auth: null } });
  });

  it("goes on when its check has no number of seconds, which is no end of the session", async () => {
    const { client, failed } = await clientOf({ "GET /auth-check": { data: { token_duration: "900", expires_at: ANSWER.expires_at } } });
    await client.signIn();
    const { errors } = await client.graphql("{ authCheck(extend: true) { token_duration } }");
    expect(errors?.[0]?.extensions?.code).toBe("upstream_failed");
    expect(failed()).toMatchObject([{ path: "authCheck", reason: "token_duration is not a number" }]);
  });
});

it("is named in the log when it is compressed, is refused or does not come in time", async () => {
  const answers: FakeResponse[] = [
    { data: [], headers: { "content-encoding": "gzip" } },
    { status: 403, code: "forbidden" },
    { broken: "ECONNRESET" },
  ];
  const { client, failed } = await clientOf({ "GET /accounts": answers });
  await client.signIn();
  for (const _ of answers) await client.graphql(ACCOUNTS);
  expect(failed()).toMatchObject([
    { calls: "GET /accounts", reason: "GET /accounts answered with the content coding gzip, although the request allows none" },
    { calls: "GET /accounts", failure: "forbidden" },
    { calls: "GET /accounts", failure: "network" },
  ]);
});

describe("the CSRF cookie", () => {
  it.each([401, 403, 404])("is the upstream's failure when its request is %i, and signs nobody out", async (status) => {
    const { client, failed } = await clientOf({ "GET /sanctum/csrf-cookie": { status, raw: "<html>Not here</html>" } });
    const { errors } = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    expect(errors?.[0]?.extensions).toMatchObject({ status: 502, code: "upstream_failed" });
    expect(failed()).toMatchObject([{ reason: `GET /sanctum/csrf-cookie answered ${status}` }]);
  });
});
