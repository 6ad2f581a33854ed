/**
 * Tests of linking an account, from the flows' operations to the sandbox's tables: through the provider, manually,
 * relinking, and in each link mode.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";
import { accountForm } from "./valid-forms.js";

let fixture: SandboxFixture;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
}, 120_000);
afterAll(() => fixture?.close());

type SignedInDepositor = Depositor & { readonly email: string };
interface Linked {
  readonly linkedAccounts: readonly { readonly uuid: string; readonly status: string; readonly attempts_left: number | null }[];
  readonly progress: { readonly registration_last_step: string };
}
interface Site {
  readonly requestId: string;
  readonly providerAccountId: number;
}

const numbers = (account_number = "000123456789", change: object = {}) => ({ form: accountForm(account_number, change) });
const amounts = (amount_one: string, amount_two: string, account_id?: string) => ({
  form: { amount_one, amount_two, ...(account_id ? { account_id } : {}) },
});
const linksOf = (depositor: Depositor) => depositor.call<Linked["linkedAccounts"]>("LinkedAccounts");
const arrive = ({ email }: SignedInDepositor) => fixture.control("/simulate/microdeposits", { email });
const relinkFlag = async (depositor: Depositor) => (await depositor.graphql("query Flag { auth { relink } }")).data?.auth;

async function runProviderSession(depositor: Depositor, bank = "Good"): Promise<Site> {
  const { accessToken } = await depositor.call<{ accessToken: string }>("FastlinkConfig");
  return fixture.control("/fastlink/sites", { accessToken, bank });
}
const ids = ({ requestId, providerAccountId }: Site) => ({ requestId, providerAccountId: String(providerAccountId) });

/** A depositor who has just linked an account manually. */
async function linking(account_number?: string, persona = "bank"): Promise<{ dana: SignedInDepositor; uuid: string }> {
  const dana = await fixture.signedInAs(persona);
  const { linkedAccounts } = await dana.call<Linked>("LinkManual", numbers(account_number));
  expect(linkedAccounts[0]).toMatchObject({ status: "VERIFICATION_PENDING", attempts_left: 3 });
  return { dana, uuid: linkedAccounts[0]?.uuid ?? "" };
}

describe("microdeposits", () => {
  it("are sent once per account, and cost no attempt before they arrive", async () => {
    const { dana, uuid } = await linking();
    expect((await dana.call<Linked>("LinkManual", numbers())).linkedAccounts).toMatchObject([{ uuid }]);
    expect(await dana.failure("VerifyMicrodeposits", amounts("0.07", "0.23"))).toMatchObject({
      status: 422,
      code: "not_arrived",
      data: { attempts_left: 3 },
    });
  });

  it.each([
    [".07", "23", "cents with and without a point"],
    ["0.23", "7", "in the other order"],
  ])("accept the amounts %s and %s (%s)", async (one, two) => {
    const { dana } = await linking();
    await arrive(dana);
    expect(await dana.call("VerifyMicrodeposits", amounts(one, two))).toMatchObject({
      linkedAccounts: [{ status: "ACTIVE" }],
      progress: { registration_last_step: "verified" },
    });
  });

  it("report the attempts left, lock, are reissued once, and can then be verified", async () => {
    const { dana, uuid } = await linking();
    await arrive(dana);
    for (const attempts_left of [2, 1, 0])
      expect(await dana.failure("VerifyMicrodeposits", amounts("0.11", "0.12"))).toMatchObject({
        status: 422,
        code: "wrong_amounts",
        data: { attempts_left },
      });
    expect(await dana.failure("VerifyMicrodeposits", amounts("0.07", "0.23"))).toMatchObject({ status: 403, code: "locked" });
    expect(await linksOf(dana)).toMatchObject([{ status: "LOCKED", attempts_left: 0, reissues_left: 1 }]);
    expect(await dana.call("ReissueMicrodeposits", { account_id: uuid })).toMatchObject({
      linkedAccounts: [{ status: "VERIFICATION_PENDING", attempts_left: 3, reissues_left: 0 }],
    });
    expect(await dana.failure("ReissueMicrodeposits", { account_id: uuid })).toMatchObject({ status: 403, code: "no_reissue" });
    await arrive(dana);
    await dana.call("VerifyMicrodeposits", amounts("0.07", "0.23", uuid));
    expect(await linksOf(dana)).toMatchObject([{ status: "ACTIVE", expected_by: null }]);
  });

  it("can expire or never arrive; the depositor then links another account", async () => {
    const [{ dana }, { dana: robin }] = [await linking(), await linking("000123459200")];
    await fixture.control("/clock", { advance: "P10D" });
    expect(await robin.failure("VerifyMicrodeposits", amounts("0.07", "0.23"))).toMatchObject({ code: "not_arrived" });
    await fixture.control("/clock", { advance: "P15D" });
    for (const depositor of [dana, robin]) {
      expect(await depositor.failure("VerifyMicrodeposits", amounts("0.07", "0.23"))).toMatchObject({ status: 422, code: "expired" });
      expect(await linksOf(depositor)).toMatchObject([{ status: "FAILED" }]);
      await depositor.call("LinkFastlink", ids(await runProviderSession(depositor)));
      expect(await linksOf(depositor)).toMatchObject([{ status: "ACTIVE" }, { status: "ARCHIVED" }]);
    }
  });

  it("are not sent for an invalid account form", async () => {
    const dana = await fixture.signedInAs("bank");
    for (const [change, path] of [
      [{ routing_number: "123456789" }, "routing_number"],
      [{ account_number: "123" }, "account_number"],
      [{ confirm_account_number: "000123456780" }, "confirm_account_number"],
      [{ authorized: false }, "authorized"],
    ] as const)
      expect(await dana.failure("LinkManual", numbers(undefined, change))).toMatchObject({ status: 422, errors: [{ path }] });
    expect(await linksOf(dana)).toEqual([]);
  });
});

describe("the link provider", () => {
  it("is asked by the bank, so that forged ids link nothing", async () => {
    const [dana, robin] = [await fixture.signedInAs("bank"), await fixture.signedInAs("bank")];
    const site = ids(await runProviderSession(dana));
    for (const forged of [
      { ...site, requestId: "made-up" },
      { ...site, providerAccountId: "1" },
      { requestId: "", providerAccountId: "" },
    ])
      expect((await dana.failure("LinkFastlink", forged)).status).toBe(422);
    expect(await robin.failure("LinkFastlink", site)).toMatchObject({ status: 422, code: "not_linked" });
    expect([await linksOf(dana), await linksOf(robin)]).toEqual([[], []]);
    expect(await dana.call("LinkFastlink", site)).toMatchObject({
      fastlink: { success: true },
      progress: { registration_last_step: "verified" },
    });
  });

  it("session creates one link, also by concurrent requests", async () => {
    const dana = await fixture.signedInAs("bank");
    const site = ids(await runProviderSession(dana));
    const results = await Promise.all([1, 2, 3].map(() => dana.call<Linked>("LinkFastlink", site)));
    expect(new Set(results.map(({ linkedAccounts }) => linkedAccounts[0]?.uuid)).size).toBe(1);
    expect(await linksOf(dana)).toHaveLength(1);
  });

  it.each(["Timeout", "Locked", "Close"])("session at %s Bank fails and links nothing", async (bank) => {
    const dana = await fixture.signedInAs("bank");
    expect(await dana.failure("LinkFastlink", ids(await runProviderSession(dana, bank)))).toMatchObject({
      status: 422,
      code: "not_linked",
    });
    expect(await linksOf(dana)).toEqual([]);
  });

  it("can be unavailable, and linking continues when it is back", async () => {
    const dana = await fixture.signedInAs("bank");
    const site = ids(await runProviderSession(dana));
    await fixture.fault({ path: "/fastlink", drop: true });
    expect((await dana.failure("FastlinkConfig")).status).toBe("network");
    await fixture.fault({ path: "/link/fastlink", status: 500 });
    expect((await dana.failure("LinkFastlink", site)).status).toBe(500);
    expect(await linksOf(dana)).toEqual([]);
    await dana.call("LinkFastlink", site);
    expect(await linksOf(dana)).toMatchObject([{ status: "ACTIVE" }]);
  });
});

describe("the six link modes", () => {
  const MODES = {
    UNRESTRICTED: { provider: true, manual: true, same: false },
    BOTH_SAME_FI_ONLY: { provider: true, manual: true, same: true },
    FASTLINK_ONLY: { provider: true, manual: false, same: false },
    FASTLINK_SAME_FI_ONLY: { provider: true, manual: false, same: true },
    MANUAL_ONLY: { provider: false, manual: true, same: false },
    MANUAL_SAME_FI_ONLY: { provider: false, manual: true, same: true },
  } as const;
  const mode = (link_restriction: string) => fixture.control("/branding", { brand: "harbor", link_restriction });
  const restricted = { status: 403, code: "link_restricted" };
  const otherInstitution = { status: 422, code: "other_institution" };
  afterAll(() => mode("UNRESTRICTED"));

  it.each(Object.entries(MODES))("%s holds whatever the browser sends", async (name, { provider, manual, same }) => {
    const dana = await fixture.signedInAs("bank");
    await mode("UNRESTRICTED");
    const [ownSite, otherSite] = [ids(await runProviderSession(dana, "Good")), ids(await runProviderSession(dana, "MFA"))];
    await mode(name);
    const otherNumbers = numbers("000123456789", { routing_number: "011000015" });
    if (provider) {
      await dana.call("FastlinkConfig");
      if (same) expect(await dana.failure("LinkFastlink", otherSite)).toMatchObject(otherInstitution);
      else await dana.call("LinkFastlink", otherSite);
      await dana.call("LinkFastlink", ownSite);
    } else {
      for (const call of [dana.failure("FastlinkConfig"), dana.failure("LinkFastlink", ownSite)])
        expect(await call).toMatchObject(restricted);
    }
    if (manual) {
      if (same) expect(await dana.failure("LinkManual", otherNumbers)).toMatchObject(otherInstitution);
      else await dana.call("LinkManual", otherNumbers);
      await dana.call("LinkManual", numbers());
    } else expect(await dana.failure("LinkManual", numbers())).toMatchObject(restricted);
    expect(await linksOf(dana)).toHaveLength((provider ? (same ? 1 : 2) : 0) + (manual ? (same ? 1 : 2) : 0));
  });
});

describe("relinking", () => {
  it("through the provider clears the session's flag at once, and for the next sign-in", async () => {
    const dana = await fixture.signedInAs("relink");
    expect(await relinkFlag(dana)).toEqual({ relink: true });
    await dana.call("LinkFastlink", ids(await runProviderSession(dana)));
    expect(await relinkFlag(dana)).toEqual({ relink: false });
    await dana.call("Login", { form: { email: dana.email, password: dana.password } });
    await dana.call("SelectMfa", { type: "email" });
    expect(await dana.call("VerifyMfa", { form: { code: "000000" } })).toMatchObject({ auth: { relink: false } });
  });

  it("takes effect once when its response is lost", async () => {
    const dana = await fixture.signedInAs("relink");
    expect(await linksOf(dana)).toMatchObject([{ status: "ACTIVE", relink_required: true }]);
    const site = ids(await runProviderSession(dana));
    await fixture.fault({ path: "/link/fastlink", lost: true });
    expect((await dana.failure("LinkFastlink", site)).status).toBe("network");
    expect(await linksOf(dana)).toMatchObject([
      { status: "ACTIVE", relink_required: false },
      { status: "ARCHIVED", relink_required: false },
    ]);
    await dana.call("LinkFastlink", site);
    expect(await linksOf(dana)).toHaveLength(2);
    expect(await relinkFlag(dana)).toEqual({ relink: false });
  });

  it("manually keeps the flag until the amounts are verified", async () => {
    const { dana, uuid } = await linking(undefined, "relink");
    expect(await relinkFlag(dana)).toEqual({ relink: true });
    await arrive(dana);
    await dana.failure("VerifyMicrodeposits", amounts("0.01", "0.02"));
    expect(await relinkFlag(dana)).toEqual({ relink: true });
    await dana.call("VerifyMicrodeposits", amounts("0.07", "0.23", uuid));
    expect(await relinkFlag(dana)).toEqual({ relink: false });
    expect(await linksOf(dana)).toMatchObject([{ uuid, status: "ACTIVE" }, { status: "ARCHIVED" }]);
  });
});
