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
