/** Tests of the session: its cookies, its limits and its end (domain.md 5, lines 1-4, 16, 19-21). */
import { describe, expect, it, vi } from "vitest";
import { keysOf } from "../../gateway/plugins/session-cookies.js";
import { ABSOLUTE_LIMIT_MS, IDLE_LIMIT_MS } from "../../gateway/session.js";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { ENV, HttpClient, LOGIN, openGateway, VERIFY } from "../gateway/test-gateway.js";

const SESSION = "__Host-hys_session";
const PROGRESS = "{ progress { first_name } }";
const signedIn = { data: { progress: { first_name: "Ada" } } };
const CHECKS = {
  ...SIGN_IN,
  "GET /auth-check": { data: { token_duration: 600 } },
  "GET /auth-check/no-ext": { data: { token_duration: 600 } },
};

/** A sealed value with one character changed, or without its end. */
function tampered(sealed: string, place: string): string {
  const at = { first: 0, middle: Math.floor(sealed.length / 4), last: sealed.length - 3 }[place];
  if (place === "removed") return sealed.slice(0, -4);
  if (place === "emptied") return "";
  if (at === undefined) return `${sealed}AAAA`;
  return `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`;
}

/** Replaces a cookie. The browser then fetches the CSRF token of what is left of the session, as it does after a 419. */
function replaceCookie(client: HttpClient, name: string, value: string): void {
  client.cookies.set(name, value);
  client.cookies.delete("XSRF-TOKEN");
}

async function visitorAt(clock: { now: number }, env = ENV): Promise<HttpClient> {
  const client = new HttpClient(await openGateway(fakeUpstream(CHECKS), { now: () => clock.now, env }));
  await client.signIn();
  return client;
}

function statusOf(answer: { errors?: readonly { extensions?: Record<string, unknown> }[] }): unknown {
  return answer.errors?.[0]?.extensions?.status;
}

/** Every cookie that the gateway sets while a depositor signs in, by name, with its attributes. */
async function cookiesOfSignIn(): Promise<ReadonlyMap<string, string>> {
  const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
  const cookies = new Map<string, string>();
  const request = client.request.bind(client);
  client.request = async (options) => {
    const response = await request(options);
    for (const line of [response.headers["set-cookie"] ?? []].flat()) cookies.set(line.slice(0, line.indexOf("=")), line);
    return response;
  };
  await client.signIn();
  return cookies;
}

const SEALED = [SESSION, "__Host-hys_trail", "__Host-hys_device"];

it("5.1 every cookie is Secure, for the whole site and for this host alone; every sealed one has the prefix __Host-", async () => {
  const cookies = await cookiesOfSignIn();
  expect([...cookies.keys()].sort()).toEqual([...SEALED, "XSRF-TOKEN"].sort());
  for (const [name, line] of cookies) {
    expect(line, name).toMatch(/; Path=\/(;|$)/);
    expect(line, name).toMatch(/; Secure(;|$)/);
    expect(line, name).not.toMatch(/Domain=/i);
  }
});

it("5.2 scripts cannot read a cookie of the session; they read the CSRF token only", async () => {
  for (const [name, line] of await cookiesOfSignIn()) expect([name, /; HttpOnly(;|$)/.test(line)]).toEqual([name, SEALED.includes(name)]);
});

it("5.3 every cookie has SameSite=Strict", async () => {
  for (const [name, line] of await cookiesOfSignIn()) expect(line, name).toMatch(/; SameSite=Strict(;|$)/);
});

it("5.4 no answer, header or cookie contains the upstream's bearer, nonce, cookies or device token", async () => {
  const upstream = fakeUpstream(SIGN_IN);
  const client = new HttpClient(await openGateway(upstream));
  const seen: string[] = [];
  const request = client.request.bind(client);
  client.request = async (options) => {
    const response = await request(options);
    seen.push(response.body, decodeURIComponent(JSON.stringify(response.headers)));
    return response;
  };
  await client.signIn();
  await client.graphql(PROGRESS);
  await client.graphql("mutation { logout { ok } }");
  expect(upstream.requests.some(({ headers }) => headers.authorization === "Bearer bearer-after-code")).toBe(true);
  expect(seen.length).toBeGreaterThan(8);
  for (const text of seen) expect(text).not.toMatch(/bearer-(before|after)-code|nonce-[12]|device-1|sanctum|hys_session=rotated/);
});

describe("5.19 the session", () => {
  it("is sealed with at least 128 random bits, and is another one at each sign-in and after the code", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
    const markerOf = async () =>
      ((await client.graphql("{ auth { bearerToken } }")).data as { auth: { bearerToken: string | null } }).auth.bearerToken;
    const seals: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
      const [before, sealed] = [await markerOf(), client.cookies.get(SESSION) ?? ""];
      await client.graphql("mutation { selectMfa(type: sms) { message } }");
      await client.graphql(VERIFY, { input: { code: "123456" } });
      seals.push(sealed, client.cookies.get(SESSION) ?? "");
      expect(await markerOf()).not.toBe(before);
    }
    // The nonce of the seal is after the semicolon.
    const nonces = seals.map((seal) => Buffer.from(decodeURIComponent(seal).split(";")[1] ?? "", "base64"));
    for (const nonce of nonces) expect(nonce.length * 8).toBeGreaterThanOrEqual(128);
    expect(new Set(seals).size).toBe(4);
  });

  it("lasts from request to request", async () => {
    expect(await (await visitorAt({ now: Date.now() })).graphql(PROGRESS)).toEqual(signedIn);
  });

  it.each(["first", "middle", "last", "removed", "emptied", "added to"])("is invalid with its cookie tampered with: %s", async (place) => {
    const client = await visitorAt({ now: Date.now() });
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    replaceCookie(client, SESSION, tampered(client.cookies.get(SESSION) ?? "", place));
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it.each(["first", "middle", "last", "emptied"])("is not extended by an activity cookie tampered with: %s", async (place) => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    clock.now += IDLE_LIMIT_MS - 1000;
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    client.cookies.set("__Host-hys_trail", tampered(client.cookies.get("__Host-hys_trail") ?? "", place));
    clock.now += 2000;
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it.each(["first", "middle", "last", "emptied"])("sends no device token from a cookie tampered with: %s", async (place) => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    await client.signIn();
    client.cookies.set("__Host-hys_device", tampered(client.cookies.get("__Host-hys_device") ?? "", place));
    client.cookies.delete(SESSION);
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    expect(upstream.requests.findLast(({ call }) => call === "POST /login")?.headers.cookie ?? "").not.toContain("device_token");
  });

  it("of one cookie does not decrypt as another cookie: each cookie has its own key", async () => {
    const client = await visitorAt({ now: Date.now() });
    const sealedAs = { sealedSession: SESSION, sealedActivity: "__Host-hys_trail", sealedDevice: "__Host-hys_device" } as const;
    for (const [session, own] of Object.entries(sealedAs))
      for (const cookie of SEALED) {
        const opened = client.app.decodeSecureSession(decodeURIComponent(client.cookies.get(cookie) ?? ""), undefined, session);
        expect([cookie, "as", own, opened !== null]).toEqual([cookie, "as", own, cookie === own]);
      }
    const keys = SEALED.map((cookie) => keysOf(["a-secret-of-thirty-two-characters-and-more"], cookie)[0]?.toString("hex"));
    expect(new Set(keys).size).toBe(3);
    client.cookies.set("__Host-hys_trail", client.cookies.get(SESSION) ?? "");
    replaceCookie(client, SESSION, client.cookies.get("__Host-hys_device") ?? "");
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
    rotated.cookies.delete("XSRF-TOKEN");
    expect(await rotated.graphql(PROGRESS)).toEqual(signedIn);
    expect(rotated.cookies.get(SESSION)).not.toBe(before);
    const newOnly = new HttpClient(
      await openGateway(fakeUpstream(SIGN_IN), { env: { ...ENV, sessionSecrets: ["the-new-secret-of-at-least-32-bytes!"] } }),
    );
    newOnly.cookies.set(SESSION, rotated.cookies.get(SESSION) ?? "");
    expect(await newOnly.graphql(PROGRESS)).toEqual(signedIn);
    replaceCookie(newOnly, SESSION, before ?? "");
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

  it("5.20 expires when idle, and activity extends it", async () => {
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

  /** The depositor is active until shortly before the absolute limit. */
  async function useAllDay(client: HttpClient, clock: { now: number }): Promise<void> {
    const end = clock.now + ABSOLUTE_LIMIT_MS - IDLE_LIMIT_MS / 2;
    for (; clock.now < end; expect(await client.graphql(PROGRESS)).toEqual(signedIn)) clock.now += IDLE_LIMIT_MS / 2;
  }

  it("5.20 expires after the absolute limit, despite activity", async () => {
    const clock = { now: Date.now() };
    const client = await visitorAt(clock);
    await useAllDay(client, clock);
    clock.now += IDLE_LIMIT_MS / 2;
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it.each(["s2", "s3"])("5.20 is not longer for a step-up code, which gives the upstream's session %s after s2", async (stepUp) => {
    const clock = { now: Date.now() };
    const verified = ["s2", stepUp].map((session_id) => ({ data: { token: "bearer-after-code", session_id } }));
    const upstream = fakeUpstream({ ...CHECKS, "POST /mfa-verify/nonce-2": verified });
    const client = new HttpClient(await openGateway(upstream, { now: () => clock.now }));
    await client.signIn();
    await useAllDay(client, clock);
    const trail = client.cookies.get("__Host-hys_trail") ?? "";
    await client.graphql("mutation { selectMfa(type: sms) { message } }");
    expect((await client.graphql(VERIFY, { input: { code: "123456" } })).errors).toBeUndefined();
    client.cookies.set("__Host-hys_trail", trail); // The late answer to a request from before the code.
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    clock.now += IDLE_LIMIT_MS / 2;
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it.each(["{ branding { name } }", "mutation { logout { ok } }"])(
    "survives the late response to %s from before the sign-in",
    async (early) => {
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
      const response = await lateClient.post(early);
      expect(response.json().errors).toBeUndefined();
      for (const line of [response.headers["set-cookie"] ?? []].flat()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        client.cookies.set(name, value);
      }
      expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    },
  );
});

describe("5.16, 5.21 signing out", () => {
  it("leaves the session of a sign-in that overtook the sign-out, and ends its own", async () => {
    let answerSignOut = (): void => undefined;
    const signedOut = new Promise<void>((resolve) => {
      answerSignOut = resolve;
    });
    const session = (id: string) => ({ data: { token: `bearer ${id}`, session_id: id, mfa_required: false } });
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /login": [session("s1"), session("s2")] });
    const fetch: typeof upstream.fetch = async (...call) => {
      const response = await upstream.fetch(...call);
      if (upstream.requests.at(-1)?.call === "POST /logout") await signedOut;
      return response;
    };
    const client = new HttpClient(await openGateway({ ...upstream, fetch }));
    const logIn = () => client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    await logIn();
    const first = new HttpClient(client.app);
    for (const [name, value] of client.cookies) first.cookies.set(name, value);
    const signOut = client.post("mutation { logout { ok } }");
    await vi.waitFor(() => expect(upstream.calls()).toContain("POST /logout"));
    await logIn();
    answerSignOut();
    const answer = await signOut;
    expect(answer.json()).toEqual({ data: { logout: { ok: true } } });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(await client.graphql(PROGRESS)).toEqual(signedIn);
    expect(statusOf(await first.graphql(PROGRESS))).toBe(401);
  });

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

  it("5.21 ends the session for a copy of its cookies, even when the upstream could not revoke the bearer", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "POST /logout": { status: 500 } })));
    await client.signIn();
    const copy = new HttpClient(client.app);
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    expect(await copy.graphql(PROGRESS)).toEqual(signedIn);
    await client.graphql("mutation { logout { ok } }");
    expect(statusOf(await copy.graphql(PROGRESS))).toBe(401);
    expect(copy.cookies.has(SESSION)).toBe(false);
  });

  /** Logs in and verifies a code; a code then renews the session. Returns a copy of the cookies from before each renewal. */
  async function renewedTwice(client: HttpClient): Promise<readonly HttpClient[]> {
    const copies: HttpClient[] = [];
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    for (let code = 0; code < 2; code += 1) {
      const copy = new HttpClient(client.app);
      for (const [name, value] of client.cookies) copy.cookies.set(name, value);
      copies.push(copy);
      await client.graphql("mutation { selectMfa(type: sms) { message } }");
      await client.graphql(VERIFY, { input: { code: "123456" } });
    }
    return copies;
  }
  const verified = (session_id: string) => ({ "POST /mfa-verify/nonce-2": { data: { token: "bearer-after-code", session_id } } });

  it.each([
    ["the same session", "s1"],
    ["another session", "s2"],
  ])("5.21 ends the sessions from before the codes as well, where a code gives %s of the upstream", async (_case, session) => {
    const upstream = fakeUpstream({ ...SIGN_IN, ...verified(session), "POST /logout": { status: 500 } });
    const client = new HttpClient(await openGateway(upstream));
    const copies = await renewedTwice(client);
    // Requests that the browser sent before it had the new cookies.
    for (const copy of copies) expect(await copy.graphql(PROGRESS)).toEqual(signedIn);
    expect(new Set([client, ...copies].map(({ cookies }) => cookies.get(SESSION))).size).toBe(3);
    await client.graphql("mutation { logout { ok } }");
    for (const copy of copies) expect(statusOf(await copy.graphql(PROGRESS))).toBe(401);
  });

  it("5.21 ends the renewed session when a request with the older cookie signs out", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, ...verified("s1"), "POST /logout": { status: 500 } })));
    const [, beforeLastCode] = await renewedTwice(client);
    await beforeLastCode?.graphql("mutation { logout { ok } }");
    expect(statusOf(await client.graphql(PROGRESS))).toBe(401);
  });

  it("5.21 ends the sign-in that a later one replaced in the browser", async () => {
    const session = (id: string) => ({ data: { token: `bearer ${id}`, session_id: id, mfa_required: false } });
    const logins = ["s1", "s2", "s3"].map(session);
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "POST /login": logins, "POST /logout": { status: 500 } })));
    const copies: HttpClient[] = [];
    for (const _ of logins) {
      await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
      const copy = new HttpClient(client.app);
      for (const [name, value] of client.cookies) copy.cookies.set(name, value);
      copies.push(copy);
    }
    for (const copy of copies) expect(await copy.graphql(PROGRESS)).toEqual(signedIn);
    await client.graphql("mutation { logout { ok } }");
    for (const copy of copies) expect(statusOf(await copy.graphql(PROGRESS))).toBe(401);
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
