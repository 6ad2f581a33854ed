/** Tests of the token of a web application firewall. */
import { describe, expect, it } from "vitest";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, LOGIN, openGateway } from "./test-gateway.js";

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
