/** Tests a whole registration, from sign-up to the first deposit, over HTTP. */
import { describe, expect, it } from "vitest";
import { BankClient, ORIGIN, TestClock, useTestBank } from "./test-bank.js";

const clock = new TestClock();
const bank = useTestBank({ clock });

const BASIC = { first_name: "Ana", last_name: "O'Neil-Díaz", date_of_birth: "1990-05-05", ssn: "123-45-6789" };
const ADDRESS = { street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
const EMPLOYER = { employment_status: "employed", occupation: "Pilot", employer: "Skyline", income_source: "salary" };

interface Progress {
  registration_last_step: string | null;
  registration_status: string | null;
  extended_status: string;
}

describe("a depositor", () => {
  it("registers, links, funds and receives the money", async () => {
    const client = new BankClient(bank);
    await client.csrf();
    const registered = await client.call<{ token: string; mfa_required: boolean; email: string }>("/register", {
      body: { email: "Ana@Example.com", password: "correct horse battery", accept_terms: true, accept_esign: true },
    });
    expect(registered).toMatchObject({ status: 201, code: "ok", data: { mfa_required: true, email: "A•••••@Example.com", phone: null } });
    client.token = registered.data.token;
    expect((await client.call("/depositor/progress")).status).toBe(401);

    const phone = await client.call<{ nonce_token: string; phone: string }>("/mfa-add-sms", { body: { phone: "5555550123" } });
    expect(phone.data.phone).toBe("(•••) •••-0123");
    const verified = await client.call<{ token: string }>(`/mfa-verify/${phone.data.nonce_token}`, {
      body: { code: await client.lastCode("5555550123") },
    });
    expect(verified.status).toBe(200);
    expect(verified.data.token).not.toBe(registered.data.token);
    expect((await client.call("/depositor/progress")).status).toBe(401);
    client.token = verified.data.token;
    expect((await client.call("/depositor/progress")).data).toMatchObject({
      registration_last_step: null,
      registration_status: null,
      is_primary: true,
      first_name: null,
    });

    const patch = (body: unknown) => client.call<{ progress: Progress }>("/depositor", { method: "PATCH", body });
    expect((await patch({ registration_last_step: "basic" })).status).toBe(200);
    expect(await patch({ registration_last_step: "confirmed" })).toMatchObject({ status: 409, code: "step_refused" });
    expect((await patch({ basic: BASIC, registration_last_step: "ADDRESS" })).data.progress).toMatchObject({
      registration_last_step: "address",
      first_name: "Ana",
    });
    for (const line of [{ street: "PO Box 7" }, { street2: "P.O. Box 7" }])
      expect((await patch({ address: { ...ADDRESS, ...line }, registration_last_step: "employer" })).status).toBe(422);
    expect((await patch({ address: { ...ADDRESS, street2: null }, registration_last_step: "employer" })).status).toBe(200);
    expect((await patch({ employer: EMPLOYER, registration_last_step: "confirmed" })).status).toBe(200);
    expect((await client.call("/depositor")).data).toMatchObject({
      ssn_last4: "6789",
      city: "Springfield",
      phone: "5555550123",
      employer: "Skyline",
    });
    const confirmed = await patch({ confirm: { w9_certified: true, details_correct: true }, registration_last_step: "bank" });
    expect(confirmed.data.progress).toMatchObject({ registration_last_step: "bank", registration_status: "PASSED" });

    const config = await client.call<{ fastLinkURL: string; accessToken: string }>("/fastlink");
    expect(config.data.fastLinkURL).toBe(`${ORIGIN}/sandbox/fastlink/`);
    const site = await client.finishProviderSession(config.data.accessToken, "Good");
    const link = { request_id: site.requestId, provider_account_id: site.providerAccountId };
    const linked = await client.call<{ linked_account: { uuid: string }; progress: Progress }>("/link/fastlink", { body: link });
    expect(linked).toMatchObject({
      status: 201,
      data: {
        linked_account: { status: "ACTIVE", link_type: "FASTLINK", institution: "Good Bank" },
        progress: { registration_last_step: "verified", extended_status: "LINKED" },
      },
    });
    expect((await client.call<{ linked_account: { uuid: string } }>("/link/fastlink", { body: link })).data.linked_account.uuid).toBe(
      linked.data.linked_account.uuid,
    );

    expect((await patch({ registration_last_step: "disclosures" })).code).toBe("step_refused");
    expect((await client.call("/initial-fund-amount", { body: { initial_amount: "2500" } })).data).toEqual({
      initial_amount: "2500.00",
      request_id: null,
    });
    const disclosures = await client.call<{ uuid: string; hash: string; attestation: string | null }[]>("/disclosures/active");
    expect(disclosures.data).toHaveLength(3);
    for (const disclosure of disclosures.data)
      expect(
        (await client.call(`/disclosure/${disclosure.uuid}`, { body: { attestation: true, hash: disclosure.hash } })).data,
      ).toMatchObject({
        attestation: "ATTESTED",
      });
    expect((await patch({ registration_last_step: "disclosures" })).data.progress.registration_last_step).toBe("disclosures");

    const funded = await client.call<{ request_id: string }>("/fund-my-account", {
      body: { authorized: true },
      headers: { "idempotency-key": "key-1" },
    });
    expect(funded.status).toBe(200);
    expect((await client.call(`/request/${funded.data.request_id}`)).data).toMatchObject({
      status: "COMPLETED",
      transfer_status: "SUCCESS",
    });
    expect((await client.call<Progress>("/depositor/progress")).data).toMatchObject({
      registration_last_step: "funded",
      extended_status: "FUNDED",
    });
    expect((await patch({ registration_last_step: "completed" })).data.progress.registration_last_step).toBe("completed");

    expect((await client.call("/accounts")).data).toMatchObject([{ balance: "0.00", pending_in: "2500.00", apy: "4.08" }]);
    await client.advance("P4D");
    expect((await client.call<{ status: string }[]>("/transactions")).data).toMatchObject([
      { status: "Settled", amount: "2500.00", direction: "LinkedToPrimary" },
    ]);
    expect((await client.call("/accounts")).data).toMatchObject([{ balance: "2500.00", available_balance: 0 }]);
    await client.advance("P10D");
    expect((await client.call<{ available_balance: number; balance: string; interest_year: string }[]>("/accounts")).data).toMatchObject([
      { balance: "2501.92", available_balance: 2501.92, interest_month: "1.10", interest_year: "3.02" },
    ]);
  }, 30_000);
});
