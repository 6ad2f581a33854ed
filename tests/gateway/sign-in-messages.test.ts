/** Tests of S8's messages during sign-in, from the sandbox's response through the gateway to the screen. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { AUTH, Traveller } from "../flows/screen-walk.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";
import { HttpClient, LOGIN, openGateway } from "./test-gateway.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

const CONNECTION = "We are experiencing some connection errors. Please try again in 1 hour.";
const DELAY = "We are currently experiencing a delay when logging in. Please try again in 1 hour.";
const LOCKED = "Too many incorrect attempts. Account Locked. Try again in 15 minutes or reset your password.";
/** The first attempt and S9's three retries. */
const EVERY_TRY = 4;

/** The gateway's response, as the browser's client passes it to the engine. */
async function outcomeOf(depositor: Depositor, operation: string, variables: object): Promise<Outcome> {
  const request = depositor.operation(operation, variables);
  const { data, errors } = await depositor.graphql(request.query, request.variables);
  if (!errors) return { status: "ok", result: data as { readonly [field: string]: Json } };
  const [refusal] = errors;
  if (refusal === undefined) throw new Error(`${operation} answered with no error and no data`);
  const { status, code, message, errors: fields, request_id } = refusal.extensions as never as Exclude<Outcome, { status: "ok" }>;
  return { status, code, message, errors: fields, request_id };
}

type Fault = { status?: number; drop?: boolean; times?: number };

/** The screen after the action, and the response to it. */
async function runAction(
  path: string,
  at: { action: string; operation: string; call: string; form: Json; state?: object },
  fault: Fault,
  by = new Depositor(fixture),
) {
  await fixture.fault({ path: at.call, method: "POST", ...fault });
  const answer = await outcomeOf(by, at.operation, { form: at.form });
  const traveller = new Traveller("harbor", path, at.state as never);
  const { commands } = traveller.does(at.action, { form: at.form, answer });
  const fields = commands.flatMap((command) => (command.kind === "fieldErrors" ? command.errors : []));
  return { path: traveller.path, message: traveller.message, fields, answer };
}

describe("logging in", () => {
  const form = { email: "ada@example.com", password: "a password of hers" };
  const LOGIN = { action: "logIn", operation: "Login", call: "/login", form };
  const rows: readonly (readonly [string, Fault, string | null])[] = [
    ["400", { status: 400 }, null],
    ["403", { status: 403 }, LOCKED],
    ["419 every time", { status: 419, times: EVERY_TRY }, CONNECTION],
    ["401", { status: 401 }, DELAY],
    ["404", { status: 404 }, DELAY],
    ["409", { status: 409 }, DELAY],
    ["422", { status: 422 }, DELAY],
    ["429", { status: 429 }, DELAY],
    ["451", { status: 451 }, DELAY],
    ["500", { status: 500 }, DELAY],
    ["a dropped connection", { drop: true }, DELAY],
  ];
  it.each(rows)("with %s stays on the page and shows its message", async (_, fault, text) => {
    const { path, message, answer } = await runAction("/login", LOGIN, fault);
    expect(path).toBe("/login");
    // 400: the first message of the server.
    expect(message).toBe(text ?? (answer as { message: string }).message);
    expect(message).toMatch(/\S/);
  });

  it("is retried after 419 and succeeds at the fourth attempt", async () => {
    const { email, password } = await fixture.control<{ email: string; password: string }>("/personas/active", {});
    const { path } = await runAction("/login", { ...LOGIN, form: { email, password } }, { status: 419, times: EVERY_TRY - 1 });
    expect(path).toBe("/login/choose-mfa");
  });

  it("with a wrong password shows the bank's message, and the lock after the fifth attempt", async () => {
    const { email } = await fixture.control<{ email: string }>("/personas/active", {});
    const messages = [];
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await outcomeOf(new Depositor(fixture), "Login", { form: { email, password: "not hers at all" } });
      const traveller = new Traveller("harbor", "/login");
      traveller.does("logIn", { form, answer });
      messages.push(traveller.message);
    }
    expect(messages).toEqual([...Array(4).fill("Your email or password is incorrect."), LOCKED]);
  });
});

describe("registering", () => {
  const password = "a long enough Passphrase 7!";
  const form = { email: "new@example.com", password, confirm_password: password, accept_terms: true, accept_esign: true };
  it("shows a message when there is no response, and a retry creates no second user", async () => {
    const register = { action: "register", operation: "Register", call: "/register", form };
    const { path, message } = await runAction("/registration", register, { drop: true });
    expect([path, message]).toEqual([
      "/registration",
      "We are currently experiencing a delay on registration. Please try again in 1 hour.",
    ]);
    expect((await outcomeOf(new Depositor(fixture), "Register", { form })).status).toBe("ok");
    expect(await outcomeOf(new Depositor(fixture), "Register", { form })).toMatchObject({
      status: 422,
      code: "duplicate_email",
      errors: [{ path: "email" }],
    });
  });
});

/** A depositor before the second factor. */
async function waiting(): Promise<Depositor> {
  const { email, password } = await fixture.control<{ email: string; password: string }>("/personas/active", {});
  const depositor = new Depositor(fixture);
  await depositor.call("Login", { form: { email, password } });
  return depositor;
}

describe("the second factor", () => {
  const state = { auth: { ...AUTH, nonceToken: "n", mfa: "email" } };
  const verify = async (depositor: Depositor, code: string) => {
    const answer = await outcomeOf(depositor, "VerifyMfa", { form: { code } });
    const traveller = new Traveller("harbor", "/otp-verification", state);
    const { commands } = traveller.does("verify", { form: { code }, answer });
    return {
      path: traveller.path,
      message: traveller.message,
      fields: commands.flatMap((command) => (command.kind === "fieldErrors" ? command.errors : [])),
    };
  };

  it("shows a wrong or expired code at its field, and the locked page after the fifth wrong one", async () => {
    const depositor = await waiting();
    await depositor.call("SelectMfa", { type: "email" });
    expect(await verify(depositor, "999999")).toMatchObject({
      path: "/otp-verification",
      fields: [{ path: "code", message: expect.stringMatching(/expired/) }],
    });
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await verify(depositor, "111111")).toMatchObject({
        path: "/otp-verification",
        fields: [{ path: "code", message: expect.stringMatching(/isn't right/) }],
      });
    expect((await verify(depositor, "111111")).path).toBe("/mfa-account-locked");
  });

  it("shows the bank's message after a 401 and keeps the page (D30)", async () => {
    const depositor = await waiting();
    await depositor.call("SelectMfa", { type: "email" });
    await fixture.fault({ path: "/mfa-verify/{nonce}", method: "POST", status: 401 });
    expect(await verify(depositor, "000000")).toMatchObject({ path: "/otp-verification", message: "The sandbox made this call fail." });
  });

  it("before a code was sent fails with the specification's message", async () => {
    expect(await verify(new Depositor(fixture), "000000")).toMatchObject({ message: "Bearer token or nonce token is null" });
  });

  it("is resent with the specification's message, at most once a minute, and only when there is a code", async () => {
    const depositor = await waiting();
    const resend = async () => {
      const traveller = new Traveller("harbor", "/otp-verification", state);
      const answer = await outcomeOf(depositor, "ResendMfa", {});
      traveller.does("resend", { answer });
      return { status: answer.status, message: traveller.message, serverMessage: (answer as { message?: string }).message };
    };
    const withoutCode = await resend();
    expect(withoutCode).toMatchObject({ status: 404, message: withoutCode.serverMessage });
    await depositor.call("SelectMfa", { type: "email" });
    expect(await resend()).toMatchObject({
      status: 429,
      message: "We just sent you a code. Wait a minute before you request another one.",
    });
  });

  it.each([
    [{ drop: true }, { message: "Error while saving phone number.", fields: [] }],
    [{ status: 422 }, { path: "/setup-mobile-mfa" }],
  ])("reports a phone number that meets %j", async (fault, expected) => {
    const form = { phone: "(415) 555-0134", sms_consent: true };
    const save = { action: "save", operation: "AddMobile", call: "/mfa-add-sms", form, state };
    expect(await runAction("/setup-mobile-mfa", save, fault, await waiting())).toMatchObject({ path: "/setup-mobile-mfa", ...expected });
  });
});

describe("the other rows of S8's table for these calls", () => {
  it.each([400, 403, 404])("a forgotten password that meets %i shows the server's message", async (status) => {
    const send = { action: "send", operation: "ForgotPassword", call: "/forgot-password", form: { email: "ada@example.com" } };
    expect(await runAction("/login/forgot-password", send, { status })).toMatchObject({
      path: "/login/forgot-password",
      message: "The sandbox made this call fail.",
    });
  });

  it("a rejected phone number is reported at its field", async () => {
    const traveller = new Traveller("harbor", "/setup-mobile-mfa", { auth: { ...AUTH, nonceToken: "n" } });
    const form = { phone: "(415) 555-013", sms_consent: true };
    const { commands } = traveller.does("save", { form, answer: await outcomeOf(await waiting(), "AddMobile", { form }) });
    expect(commands).toMatchObject([{ kind: "fieldErrors", errors: [{ path: "phone", message: expect.stringMatching(/\S/) }] }]);
  });

  it("a message that is rejected with 403 sets the error from the response and shows it", async () => {
    const ada = await fixture.signedInAs("failed");
    await fixture.fault({ path: "/messages", method: "POST", status: 403 });
    const form = { subject: "A", category: "other", body: "B" };
    const answer = await outcomeOf(ada, "SendMessage", { form });
    const traveller = new Traveller("harbor", "/registration/message-center/add-new-message", { auth: { ...AUTH, loginSuccess: true } });
    traveller.does("send", { form, answer });
    expect(traveller.message).toBe("The sandbox made this call fail.");
    expect(traveller.state.errors).toMatchObject({ messages: { flag: true, message: "The sandbox made this call fail." } });
  });
});

describe("the log of a failed operation", () => {
  it.each([
    ["inv-7f3a", "inv-7f3a"],
    ["ada@example.com", undefined],
    [7, undefined],
  ])("has the institution's id of the call, and no other text: %s", async (invocation_id, logged) => {
    const lines: string[] = [];
    const raw = JSON.stringify({ code: "bad_credentials", message: "no", invocation_id });
    const upstream = fakeUpstream({ ...SIGN_IN, "POST /login": { status: 400, raw } });
    const log = { level: "info", stream: { write: (line: string) => void lines.push(line) } } as const;
    const client = new HttpClient(await openGateway(upstream, { log }));
    const { errors } = await client.graphql(LOGIN, { input: { email: "ada@example.com", password: "p" } });
    expect(JSON.stringify(errors)).not.toContain("inv-7f3a");
    const failed = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === "operation-failed");
    expect(failed.map(({ invocation }) => invocation)).toEqual([logged]);
  });
});
