/** Tests of the session cookies. */
import { describe, expect, it } from "vitest";
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from "../../gateway/session.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { ENV, HttpClient, LOGIN, openGateway } from "./test-gateway.js";

const SESSION = "__Host-hys_session";
const PROGRESS = "{ progress { first_name } }";
const signedIn = { data: { progress: { first_name: "Ada" } } };
const CHECKS = {
  ...SIGN_IN,
  "GET /auth-check": { data: { token_duration: 600 } },
  "GET /auth-check/no-ext": { data: { token_duration: 600 } },
};

async function visitorAt(clock: { now: number }, env = ENV): Promise<HttpClient> {
  const client = new HttpClient(await openGateway(fakeUpstream(CHECKS), { now: () => clock.now, env }));
  await client.signIn();
  return client;
}

function statusOf(answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }): unknown {
  return answer.errors?.[0]?.extensions?.status;
}

describe("the session", () => {
  it("is a host cookie that scripts, other sites and plain connections cannot see", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
    const response = await client.post(LOGIN, { input: { email: "a@b.co", password: "secret" } });
    const cookies = [response.headers["set-cookie"] ?? []].flat();
    const session = cookies.find((cookie) => cookie.startsWith(`${SESSION}=`)) ?? "";
    expect(session).toMatch(/; Path=\/;.*HttpOnly; Secure; SameSite=Strict/);
    expect(session).not.toMatch(/Domain=/);
  });

  it("lasts from request to request", async () => {
    expect(await (await visitorAt({ now: Date.now() })).graphql(PROGRESS)).toEqual(signedIn);
  });

  it("is invalid after tampering", async () => {
    const client = await visitorAt({ now: Date.now() });
    const sealed = client.cookies.get(SESSION) ?? "";
    client.cookies.set(SESSION, (sealed.startsWith("A") ? "B" : "A") + sealed.slice(1));
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it("of one cookie does not decrypt as another cookie", async () => {
    const client = await visitorAt({ now: Date.now() });
    client.cookies.set("__Host-hys_trail", client.cookies.get(SESSION) ?? "");
    client.cookies.set(SESSION, client.cookies.get("__Host-hys_device") ?? "");
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it("decrypts with an older secret and is encrypted with the first one", async () => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    const before = client.cookies.get(SESSION);
    const rotated = new HttpClient(
      await openGateway(fakeUpstream(SIGN_IN), {
        env: { ...ENV, sessionSecrets: ["the-new-secret-of-at-least-32-bytes!", ...ENV.sessionSecrets] },
      }),
    );
    for (const [name, value] of client.cookies) rotated.cookies.set(name, value);
    expect(await rotated.graphql(PROGRESS)).toEqual(signedIn);
    expect(rotated.cookies.get(SESSION)).not.toBe(before);
    const newOnly = new HttpClient(
      await openGateway(fakeUpstream(SIGN_IN), { env: { ...ENV, sessionSecrets: ["the-new-secret-of-at-least-32-bytes!"] } }),
    );
    newOnly.cookies.set(SESSION, rotated.cookies.get(SESSION) ?? "");
    expect(await newOnly.graphql(PROGRESS)).toEqual(signedIn);
    newOnly.cookies.set(SESSION, before ?? "");
    expect(statusOf(await newOnly.graphql(PROGRESS))).toBe(401);
  });

  it("of one brand is invalid at another brand's host", async () => {
    const app = await openGateway(fakeUpstream(SIGN_IN));
    const harbor = new HttpClient(app);
    await harbor.signIn();
    const juniper = new HttpClient(app, "juniper.localhost");
    for (const [name, value] of harbor.cookies) juniper.cookies.set(name, value);
    expect(statusOf(await juniper.graphql(PROGRESS))).toBe(401);
  });

  it("expires when idle, and activity extends it", async () => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    clock.now += IDLE_LIMIT_MS - 1000;
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    clock.now += IDLE_LIMIT_MS - 1000;
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    clock.now += IDLE_LIMIT_MS;
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
    expect(client.cookies.has(SESSION)).toBe(false);
  });

  it("is extended by the check with `extend` only (D31)", async () => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    const check = (extend: boolean) =>
      client.graphql("query ($extend: Boolean!) { authCheck(extend: $extend) { token_duration } }", { extend });
    clock.now += IDLE_LIMIT_MS - 1000;
    expect((await check(false)).errors).toBeUndefined();
    clock.now += 2000;
    expect(statusOf(await check(false))).toBe(401);

    const other = await visitorAt(clock);
    const extend = () => other.graphql("{ authCheck(extend: true) { token_duration } }");
    clock.now += IDLE_LIMIT_MS - 1000;
    expect((await extend()).errors).toBeUndefined();
    clock.now += IDLE_LIMIT_MS - 1000;
    expect((await extend()).errors).toBeUndefined();
  });

  it("expires after the absolute limit, despite activity", async () => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    const from = clock.now;
    while (clock.now + IDLE_LIMIT_MS / 2 < from + ABSOLUTE_LIMIT_MS) {
      clock.now += IDLE_LIMIT_MS / 2;
      expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    }
    clock.now = from + ABSOLUTE_LIMIT_MS;
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it("survives the late response of a read from before the sign-in", async () => {
    const app = await openGateway(
      fakeUpstream({ ...SIGN_IN, "GET /branding": { data: { name: "Harbor" }, setCookie: ["hys_session=rotated; Path=/"] } }),
    );
    const client = new HttpClient(app);
    await client.graphql("{ auth { bearerToken } }");
    const earlyCookies = new Map(client.cookies);
    await client.signIn();
    // Requested before the sign-in, answered after it.
    const lateClient = new HttpClient(app);
    for (const [name, value] of earlyCookies) lateClient.cookies.set(name, value);
    const response = await lateClient.post("{ branding { name } }");
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      client.cookies.set(name, value);
    }
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
  });
});

describe("signing out", () => {
  it("calls the upstream and ends the session, even when the upstream fails", async () => {
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /logout": { status: 500 } });
    const client = new HttpClient(await openGateway(upstream));
    await client.signIn();
    expect((await client.post("{ auth { email } }")).headers).not.toHaveProperty("clear-site-data");
    const answer = await client.post("mutation { logout { ok } }");
    expect(answer.json()).toEqual({ data: { logout: { ok: true } } });
    // Only the cache: dismissals and the remembered device stay in the browser.
    expect(answer.headers["clear-site-data"]).toBe('"cache"');
    expect(upstream.calls()).toContain("POST /logout");
    expect(client.cookies.has(SESSION)).toBe(false);
    expect(client.cookies.has("XSRF-TOKEN")).toBe(false);
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it("clears the browser's cache and nothing else", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
    await client.signIn();
    expect((await client.post(PROGRESS)).headers["clear-site-data"]).toBeUndefined();
    expect((await client.post("mutation { logout { ok } }")).headers["clear-site-data"]).toBe('"cache"');
    expect((await client.post("{ branding { name } }")).headers["clear-site-data"]).toBeUndefined();
  });

  it("keeps the device remembered, and the next sign-in sends its token", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    await client.signIn();
    await client.graphql("mutation { logout { ok } }");
    expect(client.cookies.get("__Host-hys_device")).not.toContain("device-1");
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    expect(upstream.requests.findLast(({ call }) => call === "POST /login")?.headers.cookie).toContain("device_token=device-1");
  });
});
