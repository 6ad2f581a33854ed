/** Tests of the limits on requests and sign-ins (domain.md 5, line 26). */
import { describe, expect, it } from "vitest";
import type { RateLimits } from "../../gateway/plugins/rate-limits.js";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { ENV, HttpClient, LOGIN, openGateway } from "../gateway/test-gateway.js";

const LIMITS: RateLimits = { all: 1000, credentials: 1000, account: 1000, accountCredentials: 1000 };

describe("5.26 limits", () => {
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

  it("count requests that no route handles", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), { limits: { ...LIMITS, all: 2 } }));
    const statuses = [];
    for (const method of ["POST", "DELETE", "PUT"] as const) statuses.push((await client.request({ method, url: "/login" })).statusCode);
    expect(statuses).toEqual([404, 404, 429]);
    expect((await client.request({ method: "GET", url: "/login" })).statusCode).toBe(429);
  });

  it("count pages at addresses that begin like files and health checks", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({}), { limits: { ...LIMITS, all: 1 } }));
    await client.request({ method: "GET", url: "/" });
    for (const url of ["/healthzzz", "/assets/../login", "/assets/%2e%2e/login"])
      expect((await client.request({ method: "GET", url })).statusCode, url).toBe(429);
  });

  it("count an address regardless of the port that a balancer adds", async () => {
    const env = { ...ENV, trustProxy: ["127.0.0.1"] };
    const client = new HttpClient(await openGateway(fakeUpstream({}), { env, limits: { ...LIMITS, all: 1 } }));
    const from = (address: string) => client.request({ method: "GET", url: "/", headers: { "x-forwarded-for": address } });
    expect((await from("203.0.113.9:40001")).statusCode).toBe(200);
    expect((await from("203.0.113.9:40002")).statusCode).toBe(429);
    expect((await from("203.0.113.10:40001")).statusCode).toBe(200);
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

  it.each<[string, (index: number) => object]>([
    ["an undeclared variable", (index) => ({ z: { email: `d${index}@example.com` } })],
    ["an undeclared variable of its own", (index) => ({ email: `d${index}@example.com` })],
  ])("count sign-ins to the account that is tried, whatever %s names", async (_case, decoyOf) => {
    const app = await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, accountCredentials: 2 } });
    const statuses = [];
    for (let index = 0; index < 3; index += 1) {
      const variables = { ...decoyOf(index), input: { email: "ada@example.com", password: "p" } };
      statuses.push((await new HttpClient(app).post(LOGIN, variables, {}, `203.0.113.${index}`)).statusCode);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it.each([
    ["a password", 'mutation { changePassword(input: { password: "p", new_password: "q", confirm_password: "q" }) { message } }'],
    [
      "a step-up code",
      'mutation { withdraw(amount: "1.00", linked_account_id: "l", input: { code: "1" }, idempotency_key: "k") { status } }',
    ],
    ["the link of an invitation", 'mutation { checkJointInvitation(uuid: "u", hash: "h") { ok } }'],
  ])("count a request with %s", async (_case, query) => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN), { limits: { ...LIMITS, credentials: 4 } }));
    await client.signIn();
    expect([(await client.post(query)).statusCode, (await client.post(query)).statusCode]).toEqual([200, 429]);
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
});
