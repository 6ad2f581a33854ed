/** Tests of the simulated link provider. */
import { describe, expect, it } from "vitest";
import { BankClient, type ProviderSite, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank();

async function runSession(client: BankClient, name: string): Promise<ProviderSite> {
  const { accessToken } = (await client.call<{ accessToken: string }>("/fastlink")).data;
  return client.finishProviderSession(accessToken, name);
}
const link = (client: BankClient, site: ProviderSite, change: Readonly<Record<string, unknown>> = {}) =>
  client.call("/link/fastlink", { body: { request_id: site.requestId, provider_account_id: site.providerAccountId, ...change } });

describe("the link provider", () => {
  it.each([
    ["Good", "SUCCESS", 201],
    ["MFA", "SUCCESS", 201],
    ["Timeout", "FAILED", 422],
    ["Locked", "FAILED", 422],
    ["Close", "FAILED", 422],
  ])("%s Bank ends with %s, and linking returns %i", async (name, status, answer) => {
    const { client } = await signedIn(bank, "bank");
    const site = await runSession(client, name);
    expect(site.status).toBe(status);
    expect((await link(client, site)).status).toBe(answer);
  });

  it("rejects ids of another session, another depositor or no session", async () => {
    const { client } = await signedIn(bank, "bank");
    const site = await runSession(client, "Good");
    expect(await link(client, site, { provider_account_id: site.providerAccountId + 1 })).toMatchObject({
      status: 422,
      code: "not_linked",
    });
    expect((await link((await signedIn(bank, "bank")).client, site)).status).toBe(422);
    expect((await link(client, site, { provider_account_id: String(site.providerAccountId) })).status).toBe(201);
    expect((await client.raw("/sandbox/fastlink/visit", { body: { accessToken: "stolen" } })).status).toBe(401);
  });

  it("respects the institution's link mode and the depositor's status", async () => {
    expect(await (await signedIn(bank, "failed")).client.call("/fastlink")).toMatchObject({ status: 403, code: "not_allowed" });
    const juniper = (await signedIn(bank, "bank", { brand: "juniper" })).client;
    expect(
      await juniper.call("/link/manual", {
        body: { holder_name: "D", account_type: "checking", routing_number: "021000021", account_number: "12345678", authorized: true },
      }),
    ).toMatchObject({ status: 422, code: "other_institution" });
    expect((await link(juniper, await runSession(juniper, "Good"))).status).toBe(201);
  });

  it("links an account at another bank only where the institution allows it", async () => {
    const { client } = await signedIn(bank, "bank", { brand: "juniper" });
    expect(await link(client, await runSession(client, "MFA"))).toMatchObject({ status: 422, code: "other_institution" });
    await client.control("/branding", { brand: "juniper", link_restriction: "FASTLINK_ONLY" });
    expect((await link(client, await runSession(client, "MFA"))).status).toBe(201);
  });

  it("can be unavailable", async () => {
    const client = new BankClient(bank);
    await client.control("/faults", { path: "/sandbox/fastlink/", status: 503 });
    expect((await client.raw("/sandbox/fastlink/")).status).toBe(503);
    expect((await client.raw("/sandbox/fastlink/")).status).toBe(200);
  });

  it("replaces the link that had to be relinked", async () => {
    const { client } = await signedIn(bank, "relink");
    expect((await link(client, await runSession(client, "Good"))).status).toBe(201);
    expect((await client.call("/linked-accounts")).data).toMatchObject([{ status: "ACTIVE" }, { status: "ARCHIVED" }]);
  }, 20_000);
});
