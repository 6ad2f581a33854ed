/**
 * Tests that repeated requests take effect once (domain.md 5, line 32): a second click, a second tab, a retry after a lost response. They
 * never create a second user, link, message or transfer, and the retry's response lets the depositor continue.
 */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, type FilePart, SandboxFixture } from "../gateway/sandbox-fixture.js";
import { accountForm, MESSAGE_FORM } from "../gateway/valid-forms.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

type Person = Depositor & { email: string };
/** The outcome of a request: `ok`, or the status and code of its failure. */
type Outcome = "ok" | string;

interface Scenario {
  readonly persona: string;
  /** The upstream call (S7) whose response is lost. */
  readonly call: { readonly method: string; readonly path: string };
  /** Prepares the request and returns a function that sends it. */
  readonly prepare: (person: Person) => Promise<(person: Depositor) => Promise<unknown>>;
  /** Reads the effect of the request. */
  readonly count: (person: Person) => Promise<unknown>;
  /** The effect after any number of requests. */
  readonly effect: unknown;
  /** The outcome of a repeated request. */
  readonly retryOutcome: Outcome;
}

const outcomeOf = (work: Promise<unknown>): Promise<Outcome> =>
  work.then(
    () => "ok",
    ({ extensions }: { extensions?: { status: unknown; code: unknown } }) => `${extensions?.status} ${extensions?.code}`,
  );

/** An attempt: each of its requests has the same key. */
const sends = (operation: string, variables: object) => async () => {
  const attempt = { ...variables, key: randomUUID() };
  return (person: Depositor) => person.call(operation, attempt);
};
const sendsUnkeyed = (operation: string, variables: object) => async () => (person: Depositor) => person.call(operation, variables);
const links = async (person: Depositor) => (await person.call<{ status: string }[]>("LinkedAccounts")).map(({ status }) => status);
const messages = async (person: Depositor) => (await person.call<unknown[]>("Messages")).length;
const transfers = async (person: Depositor) => (await person.call<unknown[]>("Transactions")).length;
const step = async (person: Depositor) => (await person.call<{ registration_last_step: string }>("Progress")).registration_last_step;

const linksSentTo = async (email: string) => (await fixture.emails(email)).filter(({ link }) => link).length;
const invited = ({ email }: Person) => `joint.${email}`;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
const ATTACHED = [{ file: "file-1", name: "id.png", type: "image/png", size: PNG.length }];
async function withFile(person: Depositor, key: string, bytes: Uint8Array = PNG): Promise<unknown> {
  const files: readonly FilePart[] = [["file-1", bytes]];
  const { data, refusal } = await person.callWithFiles("SendMessage", { key, form: { ...MESSAGE_FORM, attachments: ATTACHED } }, files);
  if (refusal) throw Object.assign(new Error("refused"), { extensions: refusal });
  return data;
}

/** A session at the link provider, as its page's script runs it. */
async function providerSession(person: Depositor): Promise<object> {
  const { accessToken } = await person.call<{ accessToken: string }>("FastlinkConfig");
  const site = await fixture.control<{ requestId: string; providerAccountId: number }>("/fastlink/sites", { accessToken, bank: "Good" });
  return { requestId: site.requestId, providerAccountId: String(site.providerAccountId) };
}

async function attestations(person: Depositor): Promise<object> {
  const active = await person.call<{ uuid: string; hash: string }[]>("ActiveDisclosures");
  return { attestations: active.map(({ uuid, hash }) => ({ uuid, hash })), next: "disclosures" };
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "a message": {
    persona: "failed",
    call: { method: "POST", path: "/messages" },
    prepare: sends("SendMessage", { form: MESSAGE_FORM }),
    count: messages,
    effect: 1,
    retryOutcome: "ok",
  },
  "a message with a file": {
    persona: "failed",
    call: { method: "POST", path: "/messages" },
    prepare: async () => {
      const key = randomUUID();
      return (person) => withFile(person, key);
    },
    count: messages,
    effect: 1,
    retryOutcome: "ok",
  },
  "a link by the provider": {
    persona: "bank",
    call: { method: "POST", path: "/link/fastlink" },
    async prepare(person) {
      const ids = { ...(await providerSession(person)), key: randomUUID() };
      return (by) => by.call("LinkFastlink", ids);
    },
    count: links,
    effect: ["ACTIVE"],
    retryOutcome: "ok",
  },
  "a link by its numbers": {
    persona: "bank",
    call: { method: "POST", path: "/link/manual" },
    prepare: sends("LinkManual", { form: accountForm() }),
    count: links,
    effect: ["VERIFICATION_PENDING"],
    retryOutcome: "ok",
  },
  "the two amounts": {
    persona: "microdeposits-sent",
    call: { method: "POST", path: "/link/manual/verify" },
    async prepare({ email }) {
      await fixture.control("/simulate/microdeposits", { email });
      return sends("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23" } })();
    },
    count: async (person) => [...(await links(person)), await step(person)],
    effect: ["ACTIVE", "verified"],
    retryOutcome: "ok",
  },
  "new deposits": {
    persona: "microdeposits-sent",
    call: { method: "POST", path: "/link/manual/reissue" },
    async prepare(person) {
      const [link] = await person.call<{ uuid: string }[]>("LinkedAccounts");
      return sends("ReissueMicrodeposits", { account_id: link?.uuid })();
    },
    count: links,
    effect: ["VERIFICATION_PENDING"],
    retryOutcome: "ok",
  },
  "another link to confirm an email address": {
    persona: "new",
    call: { method: "POST", path: "/x/email-verification/send" },
    prepare: sends("SendEmailVerification", {}),
    count: ({ email }) => linksSentTo(email),
    effect: 1,
    retryOutcome: "ok",
  },
  "an invitation to another email address": {
    persona: "joint-pending",
    call: { method: "PATCH", path: "/depositor/update-secondary-email" },
    prepare: async (person) => sends("UpdateJointEmail", { form: { email: invited(person) } })(),
    count: (person) => linksSentTo(invited(person)),
    effect: 1,
    retryOutcome: "ok",
  },
  "the disclosures": {
    persona: "verified",
    call: { method: "PATCH", path: "/depositor" },
    async prepare(person) {
      await person.call("SaveInitialAmount", { form: { initial_amount: "250" } });
      const variables = await attestations(person);
      return (by) => by.call("AttestDisclosures", variables);
    },
    count: step,
    effect: "disclosures",
    retryOutcome: "ok",
  },
  "the first deposit": {
    persona: "disclosures",
    call: { method: "POST", path: "/fund-my-account" },
    prepare: sends("FundAccount", { authorized: true, next: "funded" }),
    count: transfers,
    effect: 1,
    retryOutcome: "ok",
  },
  "the confirmation of the details": {
    persona: "confirmed",
    call: { method: "PATCH", path: "/depositor" },
    prepare: sends("ConfirmDetails", { form: { w9_certified: true, details_correct: true }, next: "bank" }),
    count: step,
    effect: "bank",
    retryOutcome: "ok",
  },
  "a page of registration": {
    persona: "employer",
    call: { method: "PATCH", path: "/depositor" },
    prepare: sendsUnkeyed("SaveEmployer", { form: { employment_status: "retired", income_source: "retirement" }, next: "confirmed" }),
    count: step,
    effect: "confirmed",
    retryOutcome: "ok",
  },
  "giving the application up": {
    persona: "basic",
    call: { method: "PATCH", path: "/depositor" },
    prepare: sendsUnkeyed("CancelRegistration", { form: { understood: true } }),
    count: step,
    effect: null,
    retryOutcome: "ok",
  },
  "the end of registration": {
    persona: "disclosures",
    call: { method: "PATCH", path: "/depositor" },
    async prepare(person) {
      await person.call("FundAccount", { key: "initial-2", authorized: true, next: "funded" });
      return (by) => by.call("FinishRegistration", { next: "completed" });
    },
    count: step,
    effect: "completed",
    retryOutcome: "ok",
  },
};

describe.each(Object.entries(SCENARIOS))("5.32 %s", (_, { persona, call, prepare, count, effect, retryOutcome }) => {
  it("takes effect once when its response is lost and two tabs retry it", async () => {
    const person = await fixture.signedInAs(persona);
    const send = await prepare(person);
    await fixture.fault({ ...call, lost: true });
    expect(await outcomeOf(send(person))).toBe("network network");
    expect(await count(person)).toEqual(effect);
    expect(await Promise.all([outcomeOf(send(person)), outcomeOf(send(person))])).toEqual([retryOutcome, retryOutcome]);
    expect(await count(person)).toEqual(effect);
  });
});

const RACES = ["a message", "a link by the provider", "a link by its numbers", "new deposits", "the first deposit"];

it.each(RACES)("5.32 %s takes effect once when it is sent twice at the same time", async (name) => {
  const { persona, prepare, count, effect, retryOutcome } = SCENARIOS[name] as Scenario;
  const person = await fixture.signedInAs(persona);
  const send = await prepare(person);
  const both = await Promise.all([outcomeOf(send(person)), outcomeOf(send(person))]);
  expect(both.sort()).toEqual(["ok", retryOutcome].sort());
  expect(await count(person)).toEqual(effect);
});

describe("registering", () => {
  const password = "a long enough Passphrase 7!";
  const formOf = (email: string) => ({ email, password, confirm_password: password, accept_terms: true, accept_esign: true });
  const users = async (email: string) =>
    (await fixture.control<{ depositors: { email: string }[] }>("/overview")).depositors.filter(
      (each) => each.email.toLowerCase() === email,
    ).length;

  it("creates one user when the response is lost, and the retry signs in to it", async () => {
    const email = "lost@example.com";
    const key = randomUUID();
    await fixture.fault({ path: "/register", method: "POST", lost: true });
    expect(await outcomeOf(new Depositor(fixture).call("Register", { form: formOf(email), key }))).toBe("network network");
    const retrying = new Depositor(fixture);
    expect(await outcomeOf(retrying.call("Register", { form: formOf(email), key }))).toBe("ok");
    await retrying.call("AddMobile", { form: { phone: "(415) 555-0134", sms_consent: true } });
    expect(await outcomeOf(retrying.call("VerifyMfa", { form: { code: "000000" } }))).toBe("ok");
    expect(await users(email)).toBe(1);
  });

  it("with the key of another request, or with another key, opens nobody's account", async () => {
    const email = "taken@example.com";
    const key = randomUUID();
    expect(await outcomeOf(new Depositor(fixture).call("Register", { form: formOf(email), key }))).toBe("ok");
    const form = { ...formOf(email), password: "another long Passphrase 8!", confirm_password: "another long Passphrase 8!" };
    expect(await outcomeOf(new Depositor(fixture).call("Register", { form, key }))).toBe("409 conflict");
    expect(await new Depositor(fixture).failure("Register", { form: formOf("Taken@Example.com") })).toMatchObject({
      status: 422,
      code: "duplicate_email",
      errors: [{ path: "email", message: expect.stringMatching(/Log in/) }],
    });
    expect(await users(email)).toBe(1);
  });

  it("in two tabs at once creates one user", async () => {
    const form = formOf("tabs@example.com");
    const all = await Promise.all([1, 2].map(() => outcomeOf(new Depositor(fixture).call("Register", { form }))));
    expect(all.sort()).toEqual(["422 duplicate_email", "ok"]);
    expect(await users(form.email)).toBe(1);
  });
});

describe("5.32 the same idempotency key", () => {
  it("with other files is rejected, and no file is saved", async () => {
    const person = await fixture.signedInAs("failed");
    await withFile(person, "key-1");
    const other = Buffer.from(PNG);
    other[9] = 7;
    expect(await outcomeOf(withFile(person, "key-1", other))).toBe("409 conflict");
    expect(await messages(person)).toBe(1);
  });

  it("is needed to repeat a deposit: another key is rejected, and no money moves", async () => {
    const person = await fixture.signedInAs("disclosures");
    const fund = (key: string) => outcomeOf(person.call("FundAccount", { key, authorized: true, next: "funded" }));
    expect([await fund("key-1"), await fund("key-2")]).toEqual(["ok", "409 already_funded"]);
    expect(await transfers(person)).toBe(1);
  });

  it("of another depositor is another request; with another text it is rejected", async () => {
    const [ada, bea] = [await fixture.signedInAs("failed"), await fixture.signedInAs("failed")];
    for (const person of [ada, bea]) await person.call("SendMessage", { key: "key-1", form: MESSAGE_FORM });
    const other = { key: "key-1", form: { ...MESSAGE_FORM, body: "Something else." } };
    expect(await outcomeOf(ada.call("SendMessage", other))).toBe("409 conflict");
    expect([await messages(ada), await messages(bea)]).toEqual([1, 1]);
  });

  it("is not needed to send the same message twice on purpose", async () => {
    const person = await fixture.signedInAs("failed");
    for (const key of ["key-1", "key-2"]) await person.call("SendMessage", { key, form: MESSAGE_FORM });
    expect(await messages(person)).toBe(2);
  });

  it("counts one wrong pair of amounts once when its answer was lost", async () => {
    const person = await fixture.signedInAs("microdeposits-sent");
    await fixture.control("/simulate/microdeposits", { email: person.email });
    const verify = () => person.failure("VerifyMicrodeposits", { key: "key-1", form: { amount_one: "0.01", amount_two: "0.02" } });
    await fixture.fault({ path: "/link/manual/verify", method: "POST", lost: true });
    expect(await verify()).toMatchObject({ status: "network" });
    expect(await verify()).toMatchObject({ status: 422, code: "wrong_amounts" });
    const [link] = await person.call<{ attempts_left: number }[]>("LinkedAccounts");
    expect(link?.attempts_left).toBe(2);
  });

  it("does not repeat the success of a deposit that has come back", async () => {
    const person = await fixture.signedInAs("disclosures");
    const fund = () => outcomeOf(person.call("FundAccount", { key: "key-1", authorized: true, next: "funded" }));
    expect(await fund()).toBe("ok");
    await fixture.control("/simulate/transfer-return", { email: person.email, return_code: "R01" });
    expect(await fund()).toBe("409 conflict");
  });

  it("expires after a day", async () => {
    const person = await fixture.signedInAs("failed");
    await person.call("SendMessage", { key: "key-1", form: MESSAGE_FORM });
    await fixture.control("/clock", { advance: "P1DT1S" });
    await person.call("SendMessage", { key: "key-1", form: MESSAGE_FORM });
    expect(await messages(person)).toBe(2);
  });
});

describe("an operation that cannot be repeated", () => {
  it("verifies a code whose response was lost: the retry asks to log in again", async () => {
    const { email, password } = await fixture.control<{ email: string; password: string }>("/personas/active", {});
    const person = new Depositor(fixture);
    await person.call("Login", { form: { email, password } });
    await person.call("SelectMfa", { type: "email" });
    await fixture.fault({ path: "/mfa-verify/{nonce}", method: "POST", lost: true });
    const verify = () => person.failure("VerifyMfa", { form: { code: "000000" } });
    expect(await verify()).toMatchObject({ status: "network" });
    expect(await verify()).toMatchObject({ status: 401, message: expect.stringMatching(/log in again/) });
  });

  it("resets a password whose response was lost: the new password works", async () => {
    const { email } = await fixture.control<{ email: string }>("/personas/active", {});
    await new Depositor(fixture).call("ForgotPassword", { form: { email } });
    const [message] = await fixture.emails(email);
    const token = new URL(message?.link ?? "").searchParams.get("token");
    const password = "another long Passphrase 8!";
    const reset = () => new Depositor(fixture).failure("ResetPassword", { email, token, password, confirm_password: password });
    await fixture.fault({ path: "/reset-password", method: "POST", lost: true });
    expect(await reset()).toMatchObject({ status: "network" });
    expect(await reset()).toMatchObject({ status: 400, code: "expired_link" });
    expect(await outcomeOf(new Depositor(fixture).call("Login", { form: { email, password } }))).toBe("ok");
  });
});
