/**
 * Tests of the first deposit, from the flows' operations to the sandbox's tables: amount, disclosures, dates, transfer,
 * returns.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";

// The system's clock stops before the first vector of domain.md; the bank's own clock moves on from here.
const MACHINE = Date.parse("2026-06-30T12:00:00Z");
let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open({ clock: () => MACHINE });
}, 120_000);
afterAll(() => fixture?.close());

interface Disclosure {
  readonly uuid: string;
  readonly hash: string;
  readonly attestation: string | null;
}
interface Transfer {
  readonly status: string;
  readonly return_code: string | null;
  readonly amount: string;
}
const bankTime = (now: string) => fixture.control("/clock", { now });
const disclosuresOf = (dana: Depositor) => dana.call<readonly Disclosure[]>("ActiveDisclosures");
const attest = async (dana: Depositor, next = "disclosures", change: Partial<Disclosure> = {}) => ({
  attestations: (await disclosuresOf(dana)).map(({ uuid, hash }) => ({ uuid, hash, ...change })),
  next,
});
const transfersOf = (dana: Depositor) => dana.call<readonly Transfer[]>("Transactions");
const fund = (key: string) => ({ key, authorized: true, next: "funded" });

describe("the preview of the first deposit's dates", () => {
  it.each([
    ["Thursday evening before a Friday 3 July, which is a banking day", "2026-07-02T22:00:00Z", "2026-07-06", "2026-07-13", "2026-07-03"],
    ["a minute before the cut-off", "2026-11-25T21:59:00Z", "2026-11-27", "2026-12-04", "2026-11-25"],
    ["at the cut-off, with Thanksgiving after it", "2026-11-25T22:00:00Z", "2026-11-30", "2026-12-07", "2026-11-27"],
    ["Thursday evening before Independence Day", "2027-07-01T22:00:00Z", "2027-07-06", "2027-07-13", "2027-07-02"],
  ])("is right: %s (%s)", async (_, now, debit_date, available_date, submittedOn) => {
    await bankTime(now);
    const dana = await fixture.signedInAs("disclosures");
    expect(await dana.call("FundingPreview")).toMatchObject({ debit_date, available_date, source: { institution: "Good Bank" } });
    const { data } = await dana.graphql("query Cutoff { fundingPreview { cutoff } }");
    const preview = data?.fundingPreview as { readonly cutoff: string };
    const cutoff = new Date(preview.cutoff).toLocaleString("sv-SE", { timeZone: "America/New_York" });
    expect(cutoff).toBe(`${submittedOn} 17:00:00`);
  });
});

describe("the initial amount", () => {
  let dana: Depositor;
  beforeAll(async () => {
    dana = await fixture.signedInAs("verified");
  });

  it.each(["0.99", "100000.01", "0", "-5", "1e3", "12.345", "ten"])("%s is rejected by the gateway", async (initial_amount) => {
    expect(await dana.failure("SaveInitialAmount", { form: { initial_amount } })).toMatchObject({
      status: 422,
      errors: [{ path: "initial_amount" }],
    });
    expect(await dana.call("Funding")).toBeNull();
  });

  it.each([
    ["1", "1.00"],
    ["$100,000.00", "100000.00"],
  ])("%s is saved as %s", async (initial_amount, saved) => {
    await dana.call("SaveInitialAmount", { form: { initial_amount } });
    expect(await dana.call("Funding")).toEqual({ initial_amount: saved, request_id: null, return_code: null });
  });
});

describe("disclosures", () => {
  it("with a stale hash are not attested, and the step stays", async () => {
    const dana = await fixture.signedInAs("verified");
    await dana.call("SaveInitialAmount", { form: { initial_amount: "50" } });
    const stale = await attest(dana, "disclosures", { hash: "0".repeat(64) });
    expect(await dana.failure("AttestDisclosures", stale)).toMatchObject({ status: 409, code: "stale_document" });
    expect((await disclosuresOf(dana)).map(({ attestation }) => attestation)).not.toContain("ATTESTED");
    expect(await dana.call("Progress")).toMatchObject({ registration_last_step: "verified" });
    expect(await dana.failure("FundAccount", fund("k"))).toMatchObject({ status: 422, code: "not_attested" });
  });

  it("are attested once and keep their time", async () => {
    const dana = await fixture.signedInAs("verified");
    await dana.call("SaveInitialAmount", { form: { initial_amount: "50" } });
    const all = await attest(dana);
    const first = await dana.call<{ disclosures: unknown }>("AttestDisclosures", all);
    expect(first).toMatchObject({ progress: { registration_last_step: "disclosures" } });
    await fixture.control("/clock", { advance: "PT1H" });
    expect(await dana.call("AttestDisclosures", all)).toMatchObject({ disclosures: first.disclosures });
  });

  it("do not move the step without an amount", async () => {
    const dana = await fixture.signedInAs("verified");
    expect(await dana.failure("AttestDisclosures", await attest(dana))).toMatchObject({ status: 409, code: "step_refused" });
  });
});

describe("the transfer", () => {
  it("is created once per key, also by concurrent requests", async () => {
    const dana = await fixture.signedInAs("disclosures");
    const funded = await Promise.all([1, 2, 3].map(() => dana.call<{ request_id: string }>("FundAccount", fund("one"))));
    expect(new Set(funded.map(({ request_id }) => request_id)).size).toBe(1);
    expect(await dana.failure("FundAccount", fund("two"))).toMatchObject({ status: 409, code: "already_funded" });
    expect(await transfersOf(dana)).toHaveLength(1);
  });

  it("keeps its amount", async () => {
    const dana = await fixture.signedInAs("disclosures");
    await dana.call("FundAccount", fund("one"));
    const another = { form: { initial_amount: "7.00" } };
    expect(await dana.failure("SaveInitialAmount", another)).toMatchObject({ status: 409, code: "already_funded" });
    expect(await dana.call("FundAccount", fund("one"))).toMatchObject({ transfer: { status: "SUCCESS" } });
    expect(await transfersOf(dana)).toMatchObject([{ amount: "2500.00" }]);
  });

  it("requires an authorization and a valid key", async () => {
    const dana = await fixture.signedInAs("disclosures");
    expect((await dana.failure("FundAccount", { ...fund("one"), authorized: false })).status).toBe(422);
    expect((await dana.failure("FundAccount", fund("k".repeat(201)))).status).toBe(422);
    expect(await transfersOf(dana)).toEqual([]);
  });

  it("is created once when a retry with the same key follows a lost response", async () => {
    const dana = await fixture.signedInAs("disclosures");
    await fixture.fault({ path: "/request/{id}", status: 500 });
    expect((await dana.failure("FundAccount", fund("one"))).status).toBe(500);
    expect(await dana.call("FundAccount", fund("one"))).toMatchObject({ transfer: { status: "SUCCESS" } });
    expect(await transfersOf(dana)).toHaveLength(1);
  });

  it("is pending while it is processed, is then rejected with a reason, and succeeds with a new key on any device", async () => {
    const dana = await fixture.signedInAs("disclosures");
    await dana.call("SaveInitialAmount", { form: { initial_amount: "2500.15" } });
    const funded = await dana.call<{ request_id: string }>("FundAccount", fund("one"));
    const { request_id } = funded;
    expect(funded).toMatchObject({ transfer: { status: "PENDING" }, progress: { registration_last_step: "disclosures" } });
    const otherBrowser = await fixture.signedIn(dana);
    expect(await otherBrowser.call("Funding")).toEqual({ initial_amount: "2500.15", request_id, return_code: null });
    expect(await otherBrowser.call("Transfer", { id: request_id })).toMatchObject({ status: "PENDING" });
    expect(await otherBrowser.call("RequestStatus", { id: request_id })).toMatchObject({ transfer: { status: "PENDING" } });
    expect(await otherBrowser.failure("FundAccount", fund("two"))).toMatchObject({ status: 409, code: "already_funded" });
    await fixture.control("/clock", { advance: "PT1M" });
    const refused = { status: "FAILED", message: "Your bank declined the transfer." };
    expect(await dana.call("RequestStatus", { id: request_id })).toMatchObject({ transfer: refused });
    expect(await dana.call("FundAccount", fund("one"))).toMatchObject({ request_id, transfer: refused });
    expect(await transfersOf(dana)).toEqual([]);
    const retry = await otherBrowser.call<{ request_id: string }>("FundAccount", fund(`one-${request_id}`));
    await fixture.control("/clock", { advance: "PT1M" });
    expect(await dana.call("Transfer", { id: retry.request_id })).toMatchObject({ status: "SUCCESS" });
    expect(await dana.call("Progress")).toMatchObject({ registration_last_step: "funded" });
    expect(await transfersOf(dana)).toMatchObject([{ amount: "2500.15" }]);
  });

  it("can be retried twice after returns, and then only from another account", async () => {
    const dana = await fixture.signedInAs("disclosures");
    const newestLink = async () => (await dana.call<{ status: string; retries_left: number | null }[]>("LinkedAccounts"))[0];
    for (const retries_left of [2, 1, 0]) {
      expect(await dana.call("FundAccount", fund(`try ${retries_left}`))).toMatchObject({ transfer: { status: "SUCCESS" } });
      expect(await newestLink()).toMatchObject({ status: "ACTIVE" });
      await fixture.control("/simulate/transfer-return", { email: dana.email, return_code: "R01" });
      expect(await newestLink()).toMatchObject({ status: "LOCKED", retries_left });
    }
    expect(await dana.failure("FundAccount", fund("once more"))).toMatchObject({ status: 403, code: "no_retries" });
    const { accessToken, params } = await dana.call<{ accessToken: string; params: object }>("FastlinkConfig");
    expect(params).not.toHaveProperty("providerAccountId");
    const site = await fixture.control<{ requestId: string; providerAccountId: number }>("/fastlink/sites", { accessToken, bank: "Good" });
    await dana.call("LinkFastlink", { requestId: site.requestId, providerAccountId: String(site.providerAccountId) });
    expect(await dana.call("FundAccount", fund("from another"))).toMatchObject({ transfer: { status: "SUCCESS" } });
    expect((await transfersOf(dana)).map(({ return_code }) => return_code)).toEqual(expect.arrayContaining([null, "R01", "R01", "R01"]));
    expect(await transfersOf(dana)).toHaveLength(4);
  });
});
