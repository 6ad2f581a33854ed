/** Tests of the gateway with the sandbox bank, through the flows' own documents. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReadiness, type ProbeResult } from "../../gateway/health.js";
import type { JsonObject } from "../../gateway/upstream/json-object.js";
import { Depositor, SandboxFixture } from "./sandbox-fixture.js";
import { accountForm } from "./valid-forms.js";

let fixture: SandboxFixture;

beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);

afterAll(() => fixture?.close());

const PASSWORD = "a long enough Passphrase 7!";

describe("a depositor", () => {
  it("registers, passes the identity check, links, attests, funds, and sees the transfer", async () => {
    const ada = new Depositor(fixture);
    const registered = await ada.call("Register", {
      form: { email: "ada@example.com", password: PASSWORD, confirm_password: PASSWORD, accept_terms: true, accept_esign: true },
    });
    expect(registered).toMatchObject({ auth: { mfaRequired: true, loginSuccess: false }, progress: null });
    expect(await ada.failure("Progress")).toMatchObject({ status: 401 });
    await ada.call("AddMobile", { form: { phone: "(415) 555-0134", sms_consent: true } });
    const verified = await ada.call("VerifyMfa", { form: { code: "000000" } });
    expect(verified).toMatchObject({ auth: { loginSuccess: true }, progress: { registration_last_step: null, is_primary: true } });

    await ada.call("SaveStep", { next: "basic" });
    const basic = { first_name: " Ada ", last_name: "Lovelace", date_of_birth: "1990-12-10", ssn: "123-45-6789" };
    expect(await ada.call("SaveBasicInformation", { form: basic, next: "address" })).toMatchObject({
      progress: { registration_last_step: "address", first_name: "Ada" },
    });
    await ada.call("SaveAddress", {
      form: { street: "1 Main Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true },
      next: "employer",
    });
    await ada.call("SaveEmployer", { form: { employment_status: "retired", income_source: "retirement" }, next: "confirmed" });
    expect(await ada.call("Details")).toMatchObject({ ssn_last4: "6789", city: "Springfield" });
    expect(await ada.call("ConfirmDetails", { form: { w9_certified: true, details_correct: true }, next: "bank" })).toMatchObject({
      progress: { registration_status: "PASSED", registration_last_step: "bank" },
    });

    const { linkedAccounts } = await ada.call<{ linkedAccounts: { uuid: string }[] }>("LinkManual", { form: accountForm() });
    expect(linkedAccounts).toHaveLength(1);
    await fixture.control("/simulate/microdeposits", { email: "ada@example.com" });
    expect(
      await ada.call("VerifyMicrodeposits", { form: { amount_one: "0.07", amount_two: "0.23", account_id: linkedAccounts[0]?.uuid } }),
    ).toMatchObject({ progress: { registration_last_step: "verified" } });

    expect(await ada.call("SaveInitialAmount", { form: { initial_amount: "$1,000.5" } })).toMatchObject({
      funding: { initial_amount: "1000.50" },
    });
    const disclosures = await ada.call<{ uuid: string; hash: string; href: string }[]>("ActiveDisclosures");
    const document = await ada.request({ method: "GET", url: disclosures[0]?.href ?? "" });
    expect([document.statusCode, document.headers["cache-control"], document.rawPayload.subarray(0, 4).toString()]).toEqual([
      200,
      "no-store",
      "%PDF",
    ]);
    const attestations = disclosures.map(({ uuid, hash }) => ({ uuid, hash }));
    expect(await ada.call("AttestDisclosures", { attestations, next: "disclosures" })).toMatchObject({
      progress: { registration_last_step: "disclosures" },
      auth: { attestedAt: expect.any(String) },
    });
    expect(await ada.call("FundingPreview")).toMatchObject({ debit_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) });
    const funded = await ada.call("FundAccount", { key: "a-key-of-ada", authorized: true, next: "funded" });
    expect(funded).toMatchObject({ transfer: { status: "SUCCESS" }, progress: { registration_last_step: "funded" } });
    expect(await ada.call("FundAccount", { key: "a-key-of-ada", authorized: true, next: "funded" })).toMatchObject({
      request_id: funded.request_id,
    });
    expect(await ada.call("FinishRegistration", { next: "completed" })).toMatchObject({
      progress: { registration_last_step: "completed" },
    });
    expect(await ada.call("Transactions")).toMatchObject([{ amount: "1000.50", direction: expect.any(String) }]);
    expect(await ada.call("Accounts")).toMatchObject([{ pending_in: "1000.50" }]);
    await ada.call("Logout");
    expect(await ada.failure("Accounts")).toMatchObject({ status: 401 });
  });

  it("gets form errors from the gateway, without an upstream call", async () => {
    const form = { email: "not an address", password: PASSWORD, confirm_password: PASSWORD, accept_terms: false, accept_esign: true };
    const { errors, ...refusal } = await new Depositor(fixture).failure("Register", { form });
    expect(refusal).toMatchObject({ status: 422, code: "validation" });
    expect((errors as { path: string }[]).map(({ path }) => path).sort()).toEqual(["accept_terms", "email"]);
  });

  it("gets one message for wrong credentials", async () => {
    expect(
      await new Depositor(fixture).failure("Login", { form: { email: "nobody@example.com", password: "wrong password" } }),
    ).toMatchObject({
      status: 400,
      code: "bad_credentials",
      message: expect.stringMatching(/\S/),
    });
  });

  it("of one brand cannot sign in at another brand", async () => {
    const { email, password } = await fixture.persona("active", "harbor");
    expect(await new Depositor(fixture, "juniper").failure("Login", { form: { email, password } })).toMatchObject({ status: 400 });
  });
});

describe("every query of the flows", () => {
  it.each(["harbor", "juniper"])("succeeds for an active depositor of %s", async (brand) => {
    const depositor = await fixture.signedInAs("active", brand);
    const needed: Record<string, object> = { AuthCheck: { extend: true }, Documents: { all: true, signed: true } };
    // Queries of one record need its id, and a depositor with a link may not start another one.
    const queries = Object.values(fixture.flows.core(brand).operations).filter(
      ({ kind, name, document }) => kind === "query" && name !== "FastlinkConfig" && !/\$\w+: String!/.test(document),
    );
    expect(queries.length).toBeGreaterThan(10);
    const failed: string[] = [];
    for (const { name, document } of queries) {
      const { errors } = await depositor.graphql(document, needed[name] ?? {});
      if (errors) failed.push(`${name}: ${JSON.stringify(errors[0]?.extensions ?? errors[0]?.message)}`);
    }
    expect(failed).toEqual([]);
  });
});

describe("readiness", () => {
  it("finds no difference between the bank's branding and the bundles'", async () => {
    const found: ProbeResult[] = [];
    const branding = async (slug: string) => {
      const response = await fixture.bank.fetch(new Request("http://bank.test/api/v1/branding", { headers: { "x-brand": slug } }));
      return ((await response.json()) as { data: JsonObject }).data;
    };
    const readiness = createReadiness({
      bundles: fixture.flows.bundles,
      branding,
      now: Date.now,
      log: (result) => void found.push(result),
    });
    expect((await readiness.report("juniper")).ready).toBe(true);
    expect(found).toMatchObject([
      { brand: "harbor", upstream: "answers", warnings: [] },
      { brand: "juniper", upstream: "answers", warnings: [] },
    ]);
  });
});
