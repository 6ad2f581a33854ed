/** Tests of signing in with a code. */
import { describe, expect, it } from "vitest";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, LOGIN, openGateway, VERIFY } from "./test-gateway.js";

describe("signing in", () => {
  it("keeps the bearer in an encrypted cookie and gives the browser a marker", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    const answer = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    expect(answer.errors).toBeUndefined();
    const { auth, progress } = (answer.data as { login: { auth: Record<string, unknown>; progress: unknown } }).login;
    expect(auth).toMatchObject({ session_id: "s1", mfaRequired: true, loginSuccess: false, email: "a***@example.com" });
    expect(progress).toBeNull();
    const everything = JSON.stringify(answer) + [...client.cookies.values()].join();
    expect(everything).not.toContain("bearer-before-code");
    expect(everything).not.toContain("nonce-1");
    expect(auth.bearerToken).toMatch(/^[\w-]{22}$/);
  });

  it("renews the session after the right code, and returns progress in the state's spelling", async () => {
    const upstream = fakeUpstream(SIGN_IN);
    const client = new HttpClient(await openGateway(upstream));
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    await client.graphql("mutation { selectMfa(type: sms) { message } }");
    const before = client.cookies.get("__Host-hys_session");
    const answer = await client.graphql(VERIFY, { input: { code: "123456" } });
    expect(answer).toEqual({
      data: {
        verifyMfa: {
          auth: { bearerToken: expect.any(String), session_id: "s2", loginSuccess: true, mfaRequired: true },
          progress: { registration_last_step: "completed", extended_status: "FUNDED" },
        },
      },
    });
    expect(client.cookies.get("__Host-hys_session")).not.toBe(before);
    expect(upstream.requests.at(-1)?.headers.authorization).toBe("Bearer bearer-after-code");
  });
});

describe("what every visitor may read", () => {
  it("is read without the bearer, which a sign-in that waits for its code has already (D1)", async () => {
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "GET /banner-alerts?active=true": { data: [] },
      "GET /branding": { data: { name: "Bank" } },
    });
    const client = new HttpClient(await openGateway(upstream));
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    await client.graphql("{ banners { uuid } branding { name } }");
    const sent = upstream.requests.map(({ call, headers }) => `${call} ${headers.authorization ?? "-"}`);
    for (const call of ["GET /banner-alerts?active=true", "GET /service", "GET /branding"]) expect(sent).toContain(`${call} -`);
    await client.graphql("mutation { selectMfa(type: sms) { message } }");
    expect(upstream.requests.at(-1)?.headers.authorization).toMatch(/^Bearer /);
  });
});

describe("the check of a session", () => {
  it("does not write the session: its late answer would undo a sign-in of another tab", async () => {
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "GET /auth-check": { data: { token_duration: 900, expires_at: "2027-01-01T00:00:00Z" } },
    });
    const client = new HttpClient(await openGateway(upstream));
    await client.signIn();
    const before = client.cookies.get("__Host-hys_session");
    const answer = await client.graphql("{ authCheck(extend: true) { token_duration auth { expiresAt } } }");
    expect(answer.data).toEqual({ authCheck: { token_duration: 900, auth: { expiresAt: "2027-01-01T00:00:00Z" } } });
    expect(client.cookies.get("__Host-hys_session")).toBe(before);
  });
});

/** The longest token, in characters, beside the other facts of the sign-ins below. */
const LONGEST_TOKEN = 1_860;

describe("a sign-in", () => {
  const long = (length: number) => {
    let sessions = 0;
    return fakeUpstream({
      ...SIGN_IN,
      "POST /login": () => {
        sessions += 1;
        return { data: { token: "t".repeat(length), session_id: `s${sessions}`, mfa_required: false, email: "a".repeat(64) } };
      },
    });
  };

  it("that the session's cookie cannot keep is the upstream's failure", async () => {
    const client = new HttpClient(await openGateway(long(2_100)));
    const { errors } = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    expect(errors?.[0]?.extensions).toMatchObject({ status: 502, code: "upstream_failed" });
    expect(client.cookies.has("__Host-hys_session")).toBe(false);
  });

  it.each(["s3cret\nX-Evil: 1", "s3cret\r\n", "s3cret\0", "s3cr€t", "日本", "s3c\ud800ret", " s3cret", "s3crét"])(
    "whose token no header can carry is the upstream's failure, at the password and at the code: %j",
    async (token) => {
      const lines: string[] = [];
      const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
      const signIn = { session_id: "s1", mfa_required: false };
      const failed = { status: 502, code: "upstream_failed", message: "Something went wrong on our end." };
      const login = { input: { email: "ada@example.com", password: "p" } };
      const first = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "POST /login": { data: { ...signIn, token } } }), { log }));
      expect((await first.graphql(LOGIN, login)).errors?.[0]?.extensions).toMatchObject(failed);
      expect(first.cookies.has("__Host-hys_session")).toBe(false);

      const atCode = fakeUpstream({ ...SIGN_IN, "POST /mfa-verify/nonce-2": { data: { ...signIn, token } } });
      const second = new HttpClient(await openGateway(atCode, { log }));
      await second.graphql(LOGIN, login);
      await second.graphql("mutation { selectMfa(type: sms) { message } }");
      expect((await second.graphql(VERIFY, { input: { code: "123456" } })).errors?.[0]?.extensions).toMatchObject(failed);
      // The session before the code still works.
      expect((await second.graphql("{ auth { loginSuccess } }")).data).toEqual({ auth: { loginSuccess: false } });
      expect(lines.filter((line) => line.includes("no header can carry"))).toHaveLength(2);
      for (const line of lines) for (const value of Object.values(JSON.parse(line))) expect(String(value)).not.toContain(token.trim());
    },
  );

  it("of the longest kind makes a cookie that browsers keep", async () => {
    // Ten characters more are refused.
    const client = new HttpClient(await openGateway(long(LONGEST_TOKEN)));
    const login = () => client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    // Each sign-in replaces the one before it, which the session remembers.
    for (let count = 0; count < 10; count += 1) expect((await login()).errors).toBeUndefined();
    expect(`__Host-hys_session=${client.cookies.get("__Host-hys_session")}`.length).toBeLessThanOrEqual(4096);
    const longer = new HttpClient(await openGateway(long(LONGEST_TOKEN + 10)));
    expect((await longer.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } })).errors).toBeDefined();
  });
});
