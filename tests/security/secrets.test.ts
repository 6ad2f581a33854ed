/**
 * Tests that a bearer, a Social Security number, a password or a code is in no URL, answer, error or log line, and what an
 * error contains (domain.md 5, lines 18, 35, 36 and 37).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { Depositor, SandboxFixture } from "../gateway/sandbox-fixture.js";
import { HttpClient, LOGIN, openGateway, VERIFY } from "../gateway/test-gateway.js";

const PASSWORD = "Very-secret phrase 81 zq";
const SSN = "512-64-7391";
const BIRTH = "1986-07-19";
const TAX_ID = "613-27-8452";

const logged: string[] = [];
const requested: string[] = [];
const bearers = new Set<string>();
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({
    log: (line) => logged.push(line),
    sent: (request) => {
      requested.push(request.url);
      const bearer = request.headers.get("authorization");
      if (bearer !== null) bearers.add(bearer.replace(/^Bearer /, ""));
    },
  });
}, 120_000);
afterAll(() => fixture?.close());

/** A browser that records the URLs of its requests, and the bodies and headers of the answers. */
function recordingBrowser() {
  const browser = new Depositor(fixture);
  const seen = { urls: [] as string[], answers: [] as string[] };
  const send = browser.request.bind(browser);
  browser.request = async (options) => {
    const response = await send(options);
    seen.urls.push(options.url);
    seen.answers.push(response.body, JSON.stringify(response.headers));
    return response;
  };
  return { browser, seen };
}

describe("the life of an application", () => {
  const { seen, run } = (() => {
    let recorded: ReturnType<typeof recordingBrowser>["seen"] = { urls: [], answers: [] };
    return {
      seen: () => recorded,
      async run() {
        const { browser, seen } = recordingBrowser();
        recorded = seen;
        const email = "ada.secret@example.com";
        const consents = { accept_terms: true, accept_esign: true };
        await browser.failure("Register", { form: { email, password: PASSWORD, confirm_password: `${PASSWORD}x`, ...consents } });
        await browser.call("Register", { form: { email, password: PASSWORD, confirm_password: PASSWORD, ...consents } });
        await browser.call("AddMobile", { form: { phone: "(415) 555-0134", sms_consent: true } });
        await browser.failure("VerifyMfa", { form: { code: "731942" } });
        await browser.call("VerifyMfa", { form: { code: "000000" } });
        const person = { first_name: "Ada", last_name: "Lovelace", date_of_birth: BIRTH };
        await browser.failure("SaveBasicInformation", { form: { ...person, ssn: `${SSN}7` }, next: "address" });
        for (const fault of [{ status: 500 }, { status: 422 }, { drop: true }]) {
          await fixture.fault({ path: "/depositor", method: "PATCH", ...fault });
          await browser.failure("SaveBasicInformation", { form: { ...person, ssn: SSN }, next: "address" });
        }
        await browser.call("SaveBasicInformation", { form: { ...person, ssn: SSN }, next: "address" });
        await browser.call("Details");
        await browser.call("Logout");
        await browser.failure("Login", { form: { email, password: `${PASSWORD}!` } });
        await browser.request({ method: "GET", url: "/nowhere/at-all" });
        await browser.request({ method: "GET", url: "/documents/taxes/x" });
        // A holder with a beneficiary's tax number, documents and transactions.
        const { email: other, password } = await fixture.persona("active");
        await browser.call("Login", { form: { email: other, password } });
        await browser.call("SelectMfa", { type: "email" });
        await browser.call("VerifyMfa", { form: { code: "000000" } });
        const home = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
        const child = { kind: "person", first_name: "June", last_name: "Doe", date_of_birth: "2015-06-02", relationship: "child" };
        await browser.call("AddBeneficiary", { form: { ...child, ...home, tax_id: TAX_ID } });
        await browser.call("Documents", { all: true, signed: true });
        const links = ["TaxDocuments", "Statements", "Messages", "Transactions", "LinkedAccounts", "Sessions", "Profile"];
        for (const query of links) await browser.call(query);
        await browser.call("Logout");
      },
    };
  })();
  beforeAll(run, 60_000);

  const secrets = (): readonly string[] => [
    ...[PASSWORD, "731942", SSN, TAX_ID].flatMap((secret) => [secret, encodeURIComponent(secret)]),
    ...[SSN, TAX_ID].map((number) => number.replaceAll("-", "")),
    ...bearers,
  ];
  const expectNoSecret = (texts: readonly string[]) => {
    for (const text of texts) for (const secret of secrets()) expect(text).not.toContain(secret);
  };

  it("was recorded", () => {
    expect(bearers.size).toBeGreaterThan(2);
    for (const { length } of [logged, requested, seen().urls]) expect(length).toBeGreaterThan(20);
  });

  it("5.18 has no secret in any URL, of the browser or of the upstream", () => {
    expectNoSecret([...seen().urls, ...requested]);
    // The links of documents in the answers have no signature of the upstream.
    const hrefs = seen().answers.flatMap((answer) => [...answer.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => href ?? ""));
    expect(hrefs.length).toBeGreaterThan(3);
    for (const href of hrefs) expect(href).toMatch(/^\/documents\/[\w/.-]+$/);
  });

  it("5.35 has no Social Security number, password, code or bearer in any answer", () => {
    expectNoSecret(seen().answers);
    expect(seen().answers.some((answer) => answer.includes('"ssn_last4":"7391"'))).toBe(true);
  });

  it("5.36 has no personal data in any log line, and each failed operation is logged with its name and request", () => {
    expectNoSecret(logged);
    for (const text of logged)
      for (const personal of ["ada.secret", "Lovelace", BIRTH, "555-0134", "4155550134"]) expect(text).not.toContain(personal);
    const failed = logged.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "operation-failed");
    expect(failed.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["Register", "VerifyMfa", "SaveBasicInformation", "Login"]),
    );
    for (const { reqId } of failed) expect(reqId).toMatch(/^[\w-]{8,64}$/);
  });
});

describe("the log", () => {
  it("5.36 has no personal data", async () => {
    const lines: string[] = [];
    const upstream = fakeUpstream({
      ...SIGN_IN,
      "POST /login": [
        { status: 400, code: "bad_credentials", message: "no" },
        { status: 500 },
        { data: { token: "bearer-x", mfa_required: true, nonce_token: "nonce-2" } },
      ],
    });
    const client = new HttpClient(
      await openGateway(upstream, { log: { level: "trace", stream: { write: (line) => void lines.push(line) } } }),
    );
    for (let time = 0; time < 3; time += 1) await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "correct horse" } });
    await client.graphql(VERIFY, { input: { code: "123456" } });
    await client.request({ method: "GET", url: "/login/reset-password?email=ada@example.com&token=reset-secret" });
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join("")).not.toMatch(/ada@example|correct horse|bearer-|123456|nonce-2|reset-secret|hys_session=/);
  });
});

describe("5.36 the log of a wrong answer", () => {
  it("names the field and not the value, and is the upstream's failure", async () => {
    const lines: string[] = [];
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const upstream = fakeUpstream({ ...SIGN_IN, "GET /depositor/progress": { data: { depositor_id: { given: "Alicia-Secret" } } } });
    const client = new HttpClient(await openGateway(upstream, { log }));
    await client.signIn();
    const { errors } = await client.graphql("{ progress { depositor_id } }");
    expect(errors?.[0]?.extensions).toMatchObject({ status: 502, code: "upstream_failed" });
    expect(lines.join()).toContain("cannot represent");
    expect(lines.join()).not.toContain("Alicia");
  });

  it("has no nonce of a code", async () => {
    const lines: string[] = [];
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /mfa-verify/nonce-1": { status: 500 } });
    const client = new HttpClient(await openGateway(upstream, { log }));
    await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    await client.graphql(VERIFY, { input: { code: "123456" } });
    expect(lines.join()).toContain("/mfa-verify/");
    expect(lines.join()).not.toContain("nonce-1");
  });
});

describe("5.36 the audit log", () => {
  it("has each mutation with its outcome, its request and its session, and no query and nothing personal", async () => {
    const lines: string[] = [];
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /messages": { status: 403, code: "forbidden", message: "no" } });
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    const app = await openGateway(upstream, { log });
    const client = new HttpClient(app);
    await client.signIn();
    await client.graphql("query Progress { progress { first_name } }");
    await client.graphql("mutation Logout { logout { ok } }");
    await new HttpClient(app).graphql("mutation Logout { logout { ok } }");
    const audit = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "audit");
    const session = audit[2]?.session;
    expect(session).toMatch(/^[\w-]{22}$/);
    expect(audit).toMatchObject([
      { operation: "Login", outcome: "ok", session: expect.stringMatching(/^[\w-]{22}$/) },
      { operation: null, outcome: "ok", session: audit[0]?.session },
      { operation: "Verify", outcome: "ok" },
      { operation: "Logout", outcome: "ok", session },
      { operation: "Logout", outcome: "ok", session: null },
    ]);
    expect(session).not.toBe(audit[0]?.session);
    for (const { reqId, time, brand } of audit)
      expect([reqId, time, brand]).toEqual([expect.stringMatching(/^[\w-]{8,64}$/), expect.any(Number), "harbor"]);
    expect(audit.map((entry) => Object.keys(entry).sort().join())).toEqual(
      audit.map(() => "brand,event,hostname,level,operation,outcome,pid,reqId,session,time"),
    );
    expect(JSON.stringify(audit)).not.toMatch(/ada@example|correct horse|bearer-|123456|nonce-|first_name|Ada/);
  });

  it("has a failure with its code", async () => {
    const lines: string[] = [];
    const upstream = fakeUpstream({ "POST /login": { status: 401, code: "bad_credentials", message: "no" } });
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } };
    await new HttpClient(await openGateway(upstream, { log })).graphql(LOGIN, { input: { email: "ada@example.com", password: "wrong" } });
    const audit = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "audit");
    expect(audit).toMatchObject([{ operation: "Login", outcome: "bad_credentials", session: null }]);
  });
});

describe("5.37 an error", () => {
  const SECRET = "SQLSTATE[42P01] at 10.0.0.7";

  it.each<[string, object, number]>([
    ["500", { status: 500, message: SECRET, code: "internal" }, 500],
    ["HTML", { raw: `<html>${SECRET}</html>` }, 502],
    ["an unknown status", { status: 418, message: SECRET }, 502],
    ["an answer of another shape", { data: { accounts: SECRET } }, 502],
  ])("of the upstream (%s) is generic, has the id of the request, and gives no data", async (_case, response, status) => {
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "GET /accounts": response })));
    await client.signIn();
    const answer = await client.post("{ accounts { uuid } }");
    expect(answer.body).not.toContain("SQLSTATE");
    const [error] = answer.json<{ errors: { extensions: Record<string, unknown> }[] }>().errors;
    expect(error?.extensions).toMatchObject({ request_id: expect.stringMatching(/^[\w-]{8,64}$/), message: expect.any(String) });
    expect([status, 500]).toContain(error?.extensions.status);
  });

  it("in the gateway itself fails closed: a session that can't be checked is not a session", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({ ...SIGN_IN, "GET /accounts": { status: 401 } })));
    await client.signIn();
    expect((await client.graphql("{ accounts { uuid } }")).errors).toMatchObject([{ extensions: { status: 401 } }]);
  });
});
