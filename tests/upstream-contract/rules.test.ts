/**
 * Tests what the calls of an upstream do: the rules of the specification that no document of types and statuses can state. They
 * sign in as two depositors, make small transfers and cancel them, so that a real upstream needs depositors for tests.
 */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasCapability, MAY_WRITE, openTarget, type Target } from "./contract-target.js";
import { type Answer, DepositorClient, newKey } from "./depositor-client.js";

interface Transaction {
  readonly uuid: string;
  readonly status: string;
  readonly amount: string;
  readonly request_id: string | null;
  readonly posted_on: string | null;
  readonly cancellable: boolean;
}
interface Named {
  readonly uuid: string;
  readonly date_created: string;
}
interface Link {
  readonly uuid: string;
  readonly status: string;
}

const UNKNOWN = "00000000-0000-4000-8000-000000000000";
const cents = (amount: string): number => Math.round(Number(amount) * 100);
const decimal = (amount: number): string => (amount / 100).toFixed(2);

describe.runIf(MAY_WRITE)("the rules of the API", () => {
  let target: Target;
  let ana: DepositorClient;
  let ben: DepositorClient;

  beforeAll(async () => {
    target = await openTarget(async () => "");
    const [first, second] = await target.depositors();
    ana = await new DepositorClient(target, first).signIn();
    ben = await new DepositorClient(target, second).signIn();
  }, 60_000);
  afterAll(() => target?.close());

  async function linkOf(who: DepositorClient): Promise<string> {
    const link = (await who.done<Link[]>("GET /linked-accounts")).find(({ status }) => status === "ACTIVE");
    if (!link) throw new Error(`${who.credentials.email} needs an ACTIVE linked account`);
    return link.uuid;
  }

  /** Sends a transfer; where the upstream asks for a step-up code, once more with the same key after it. */
  async function transfer(who: DepositorClient, path: "/deposit" | "/withdraw", body: object, key = newKey()) {
    const sent = await who.call(`POST ${path}`, { body, key });
    if (sent.code !== "step_up_required") return sent;
    await who.stepUp();
    return who.call(`POST ${path}`, { body, key });
  }

  async function deposit(who: DepositorClient, amount: string, key = newKey(), link?: string): Promise<Answer<Record<string, string>>> {
    return transfer(who, "/deposit", { amount, linked_account_id: link ?? (await linkOf(who)), authorized: true }, key);
  }

  /** The transactions of a request. */
  async function madeBy(who: DepositorClient, request: string | undefined): Promise<readonly Transaction[]> {
    return (await who.done<Transaction[]>("GET /transactions")).filter(({ request_id }) => request_id === request);
  }

  async function cancel(who: DepositorClient, request: string | undefined): Promise<void> {
    for (const { uuid, cancellable } of await madeBy(who, request))
      if (cancellable) await who.done(`POST /transactions/${uuid}/void`, { body: {}, key: newKey() });
  }

  describe("a transfer", () => {
    it("is made once for an Idempotency-Key and depositor; another request with the key is a conflict", async () => {
      const key = newKey();
      const first = await deposit(ana, "21.05", key);
      expect((await deposit(ana, "21.05", key)).data.request_id, "the same key and body").toBe(first.data.request_id);
      expect((await madeBy(ana, first.data.request_id)).map(({ amount }) => amount)).toEqual(["21.05"]);
      expect((await ana.done<Transaction[]>("GET /transactions")).filter(({ amount }) => amount === "21.05")).toHaveLength(1);
      expect((await ana.done(`GET /request/${first.data.request_id}`)).id).toBe(first.data.request_id);
      const other = await deposit(ana, "21.06", key);
      expect(`${other.status} ${other.code}`, "the same key with another body").toBe("409 conflict");
      const his = await deposit(ben, "21.05", key);
      expect(his.data.request_id, "the same key of another depositor").not.toBe(first.data.request_id);
      expect(await madeBy(ben, his.data.request_id)).toHaveLength(1);
      await cancel(ana, first.data.request_id);
      await cancel(ben, his.data.request_id);
    });

    it("out of the account needs a code each time, and its key works after the code", async () => {
      const body = { amount: "1.07", linked_account_id: await linkOf(ana) };
      const key = newKey();
      expect(await ana.outcome("POST /withdraw", { body, key }), "without a code").toBe("POST /withdraw: 403 step_up_required");
      await ana.stepUp();
      const { request_id } = await ana.done("POST /withdraw", { body, key });
      expect(await ana.outcome("POST /withdraw", { body, key: newKey() }), "a second one with the same code").toBe(
        "POST /withdraw: 403 step_up_required",
      );
      expect((await madeBy(ana, request_id)).map(({ amount }) => amount)).toEqual(["-1.07"]);
      await cancel(ana, request_id);
    });

    it("takes no more than is available", async () => {
      const [account] = await ana.done<{ available_balance: string }[]>("GET /accounts");
      const amount = decimal(cents(account?.available_balance ?? "") + 1);
      const refused = await transfer(ana, "/withdraw", { amount, linked_account_id: await linkOf(ana) });
      expect(`${refused.status} ${refused.code}`).toBe("422 insufficient_funds");
    });

    it("ends with its cancellation", async () => {
      const { data } = await deposit(ana, "22.01");
      const [made] = await madeBy(ana, data.request_id);
      const call = `POST /transactions/${made?.uuid}/void`;
      await ana.done(call, { body: {}, key: newKey() });
      const [after] = await madeBy(ana, data.request_id);
      expect([after?.cancellable, /^(Cancelled|Voided)$/.test(after?.status ?? "")]).toEqual([false, true]);
      expect(await ana.outcome(call, { body: {}, key: newKey() }), "cancelled again").toBe(
        "POST /transactions/{id}/void: 422 not_cancellable",
      );
    });

    it.runIf(hasCapability("transfer_preview"))("may be as large as the preview says, and no larger", async () => {
      const { most = "", earliest_date } = await ana.done("GET /x/deposit-preview");
      const link = await linkOf(ana);
      const onDate = (amount: string) => ({ amount, linked_account_id: link, date: earliest_date, authorized: true });
      const beyond = await transfer(ana, "/deposit", onDate(decimal(cents(most) + 1)));
      expect(`${beyond.status} ${beyond.code}`, "one cent more").toBe("422 over_limit");
      const whole = await transfer(ana, "/deposit", onDate(most));
      expect(whole.code, "the whole amount").toBe("ok");
      const next = await transfer(ana, "/deposit", onDate("1.00"));
      expect(`${next.status} ${next.code}`, "another deposit of the day").toBe("422 over_limit");
      await cancel(ana, whole.data.request_id);
    });
  });

  describe("another depositor's record", () => {
    it("is no source or destination of a transfer", async () => {
      const refused = await deposit(ana, "23.01", newKey(), await linkOf(ben));
      expect(`${refused.status} ${refused.code}`).toBe("422 no_source");
    });

    it("is not found: a request, a transaction, a message and its file, an alert", async () => {
      const { data } = await deposit(ben, "23.02");
      const [made] = await madeBy(ben, data.request_id);
      expect(await ana.outcome(`GET /request/${data.request_id}`)).toBe("GET /request/{id}: 404 not_found");
      expect(await ana.outcome(`POST /transactions/${made?.uuid}/void`, { body: {}, key: newKey() })).toBe(
        "POST /transactions/{id}/void: 404 not_found",
      );
      expect((await madeBy(ben, data.request_id)).map(({ cancellable }) => cancellable)).toEqual([true]);
      await cancel(ben, data.request_id);

      const form = new FormData();
      for (const [name, value] of Object.entries({ subject: "A test", category: "other", body: "A test." })) form.append(name, value);
      if (hasCapability("message_files")) form.append("attachments[]", new Blob(["%PDF-1.4 of a test"]), "test.pdf");
      const message = await ben.done<{ uuid: string; attachments: { uuid: string }[] }>("POST /messages", { body: form, key: newKey() });
      expect(await ana.outcome(`POST /messages/${message.uuid}/view`)).toBe("POST /messages/{uuid}/view: 404 not_found");
      for (const { uuid } of message.attachments)
        expect(await ana.outcome(`GET /x/messages/${message.uuid}/attachments/${uuid}`)).toBe(
          "GET /x/messages/{uuid}/attachments/{attachment}: 404 not_found",
        );

      const [alert] = await ben.done<Named[]>("GET /alerts");
      if (alert) expect(await ana.outcome("POST /alerts/", { body: { alert_id: alert.uuid } })).toBe("POST /alerts/: 404 not_found");
    });

    it("is not readable with the bearer of another institution", async () => {
      expect((await ana.call("GET /accounts", { brand: target.otherBrand })).status).toBeGreaterThanOrEqual(400);
    });
  });

  describe("a read", () => {
    it("has posted transactions that add up to the balance", async () => {
      const posted = (await ana.done<Transaction[]>("GET /transactions")).filter(({ posted_on }) => posted_on !== null);
      const [account] = await ana.done<{ balance: string }[]>("GET /accounts");
      expect(decimal(posted.reduce((sum, { amount }) => sum + cents(amount), 0))).toBe(account?.balance);
    });

    it("lists the newest first", async () => {
      const posted = (await ana.done<Transaction[]>("GET /transactions")).flatMap(({ posted_on }) => posted_on ?? []);
      expect(posted).toEqual([...posted].sort().reverse());
      for (const path of ["/alerts", "/messages", "/statements", "/tax-documents"]) {
        const dates = (await ana.done<Named[]>(`GET ${path}`)).map(({ date_created }) => date_created);
        expect(dates, path).toEqual([...dates].sort().reverse());
      }
    });

    it("of a statement gives a signed link to a PDF", async () => {
      const [newest] = await ana.done<{ year: number; month: number }[]>("GET /statements");
      if (!newest) return;
      const { download_url = "" } = await ana.done(`GET /statements/${newest.year}/${newest.month}`);
      const file = await target.fetch(new Request(download_url));
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      expect((await file.text()).slice(0, 5)).toBe("%PDF-");
      const changed = download_url.slice(0, -1) + (download_url.endsWith("0") ? "1" : "0");
      expect((await target.fetch(new Request(changed))).status, "with another signature").toBeGreaterThanOrEqual(400);
    });

    it("of the session's time gives seconds, and /auth-check/no-ext does not extend it", async () => {
      const { expires_at, token_duration } = await ana.done<{ expires_at: string; token_duration: number }>("GET /auth-check");
      expect(
        Math.abs((Date.parse(expires_at) - Date.now()) / 1000 - token_duration),
        "seconds that token_duration differs from expires_at",
      ).toBeLessThan(120);
      await new Promise((done) => setTimeout(done, 1_500));
      const passive = await ana.done<{ expires_at: string }>("GET /auth-check/no-ext");
      expect(Date.parse(passive.expires_at) - Date.parse(expires_at), "milliseconds that it extends the session").toBeLessThan(1_000);
    });
  });

  describe("a change", () => {
    it.runIf(hasCapability("preferences"))("of one preference keeps the others", async () => {
      const before = await ana.done<Record<string, boolean>>("GET /x/preferences");
      const after = { ...before, paperless: !before.paperless };
      expect(await ana.done("PATCH /x/preferences", { body: { paperless: after.paperless } })).toEqual(after);
      expect(await ana.done("GET /x/preferences")).toEqual(after);
      await ana.done("PATCH /x/preferences", { body: { paperless: before.paperless } });
    });

    it("of shares that do not add up to 100.00 is refused", async () => {
      const home = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" };
      const before = await ana.done<Named[]>("GET /depositor/beneficiaries");
      if (before.length === 0)
        await ana.done("POST /depositor/beneficiaries", { body: { kind: "trust", name: "Test Trust", ...home }, key: newKey() });
      const all = await ana.done<Named[]>("GET /depositor/beneficiaries");
      const allocations = all.map(({ uuid }) => ({ uuid, allocation: "0.99" }));
      const refused = await ana.call("PATCH /depositor/beneficiaries/update-allocations", { body: { allocations } });
      expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["allocations"]]);
      if (before.length === 0) await ana.done("DELETE /depositor/beneficiary", { body: { uuid: all[0]?.uuid } });
    });

    it("agrees to a disclosure only with the hash of its present version", async () => {
      const [disclosure] = await ana.done<Named[]>("GET /disclosures/active");
      const body = { attestation: true, hash: "0".repeat(64) };
      if (disclosure)
        expect(await ana.outcome(`POST /disclosure/${disclosure.uuid}`, { body })).toBe("POST /disclosure/{uuid}: 409 stale_document");
    });
  });

  describe("a sign-in", () => {
    const another = (): DepositorClient => new DepositorClient(target, ben.credentials);

    it("reads nothing before its code, and its code works once and in this sign-in only", async () => {
      const { email, password, code } = ben.credentials;
      const first = another();
      first.bearer = (await first.done("POST /login", { body: { email, password } })).token ?? null;
      expect(await first.outcome("GET /accounts"), "before the code").toBe("GET /accounts: 401 unauthorized");
      const nonce = await first.newNonce();
      expect(await ana.call(`POST /mfa-verify/${nonce}`, { body: { code } }), "in another sign-in").not.toMatchObject({ status: 200 });
      first.bearer = (await first.done(`POST /mfa-verify/${nonce}`, { body: { code } })).token ?? null;
      await first.done("GET /accounts");
      expect((await first.call(`POST /mfa-verify/${nonce}`, { body: { code } })).status, "a second time").toBeGreaterThanOrEqual(400);
      await first.done("POST /logout");
      expect(await first.outcome("GET /accounts"), "after the logout").toBe("GET /accounts: 401 unauthorized");
    });

    it("masks the address, and says the same for an unknown address as for a wrong password", async () => {
      const { email, password } = ben.credentials;
      const known = another();
      expect((await known.done("POST /login", { body: { email, password } })).email).not.toBe(email);
      const unknown = { email: `nobody-${newKey()}@example.com`, password: "not the password" };
      expect(await known.outcome("POST /login", { body: unknown, bearer: null })).toBe("POST /login: 400 bad_credentials");
      expect(await known.outcome("POST /login", { body: { email, password: "not the password" }, bearer: null })).toBe(
        "POST /login: 400 bad_credentials",
      );
      expect(await known.outcome("POST /forgot-password", { body: { email: unknown.email }, bearer: null })).toBe(
        "POST /forgot-password: 200 ok",
      );
    });

    it("ends with a change of the password elsewhere", async () => {
      const { password } = ben.credentials;
      const other = await another().signIn();
      const changed = `${password} 2`;
      await ben.done("PATCH /user", { body: { password, new_password: changed } });
      expect(await other.outcome("GET /accounts")).toBe("GET /accounts: 401 unauthorized");
      await ben.done("PATCH /user", { body: { password: changed, new_password: password } });
    });
  });

  describe("an application", () => {
    let cleo: DepositorClient;
    const basic = {
      first_name: "Cleo",
      last_name: "Walker",
      date_of_birth: "1990-05-05",
      ssn: `5${randomInt(10, 100)}1${randomInt(10)}7788`,
    };
    const address = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
    const profile = () => cleo.done<Record<string, string | null>>("GET /depositor");

    beforeAll(async () => {
      const credentials = { email: `contract-${newKey()}@example.com`, password: `correct horse ${newKey()}`, code: ana.credentials.code };
      cleo = new DepositorClient(target, credentials);
      const body = { email: credentials.email, password: credentials.password, accept_terms: true, accept_esign: true };
      cleo.bearer = (await cleo.done("POST /register", { body, key: newKey() })).token ?? null;
      await cleo.signIn();
      expect(await cleo.outcome("POST /register", { body, key: newKey() }), "the address once more").toBe(
        "POST /register: 422 duplicate_email",
      );
    });

    it("is saved all or nothing, and no step is skipped", async () => {
      const body = { basic, registration_last_step: "funded" };
      expect(await cleo.outcome("PATCH /depositor", { body })).toBe("PATCH /depositor: 409 step_refused");
      expect((await profile()).first_name).toBeNull();
    });

    it("keeps the pages that a request does not have", async () => {
      await cleo.done("PATCH /depositor", { body: { registration_last_step: "basic" } });
      await cleo.done("PATCH /depositor", { body: { basic, registration_last_step: "address" } });
      await cleo.done("PATCH /depositor", { body: { address, registration_last_step: "employer" } });
      const saved = await profile();
      expect([saved.first_name, saved.street, saved.ssn_last4]).toEqual(["Cleo", address.street, basic.ssn.slice(-4)]);
    });

    it("has the errors of a page at the names of its fields", async () => {
      const refused = await cleo.call("PATCH /depositor", { body: { basic: { ...basic, ssn: "1" } } });
      expect([refused.status, Object.keys(refused.errors)]).toEqual([422, ["ssn"]]);
    });

    it("gives nobody's record for an unknown id", async () => {
      expect(await cleo.outcome(`GET /request/${UNKNOWN}`)).toBe("GET /request/{id}: 404 not_found");
    });
  });
});
