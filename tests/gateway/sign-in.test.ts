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

describe("a bearer", () => {
  it("that the session's cookie cannot keep is the upstream's failure", async () => {
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "POST /login": { data: { token: "t".repeat(2_001), session_id: "s1", mfa_required: true } },
    });
    const client = new HttpClient(await openGateway(upstream));
    const { errors } = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    expect(errors?.[0]?.extensions).toMatchObject({ status: 502, code: "upstream_failed" });
    expect(client.cookies.has("__Host-hys_session")).toBe(false);
  });

  it("of the longest kind makes a cookie that browsers keep", async () => {
    let sessions = 0;
    // Each sign-in replaces the one before it, which the session remembers.
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "POST /login": () => {
        sessions += 1;
        const [email, phone] = ["a".repeat(64), "5".repeat(20)];
        return { data: { token: "t".repeat(2_000), session_id: `s${sessions}`, mfa_required: false, email, phone } };
      },
    });
    const client = new HttpClient(await openGateway(upstream));
    for (let count = 0; count < 10; count += 1) await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    expect(`__Host-hys_session=${client.cookies.get("__Host-hys_session")}`.length).toBeLessThanOrEqual(4096);
  });
});
