/**
 * Tests of each return code of domain.md 2, "ACH returns": its explanation, and its effect on the linked account and
 * its holder.
 */
import { describe, expect, it } from "vitest";
import { BankClient, signedIn, useTestBank } from "./test-bank.js";

const bank = useTestBank();

interface Link {
  readonly uuid: string;
  readonly status: string;
  readonly retries_left: number | null;
}
interface SignedInDepositor {
  readonly client: BankClient;
  readonly email: string;
  readonly password: string;
}

const links = async ({ client }: SignedInDepositor) => (await client.call<Link[]>("/linked-accounts")).data;
const comesBack = ({ client, email }: SignedInDepositor, return_code: string) =>
  client.control("/simulate/transfer-return", { email, return_code });
const fund = ({ client }: SignedInDepositor, key: string) =>
  client.call("/fund-my-account", { body: { authorized: true }, headers: { "idempotency-key": key } });
const NUMBERS = { holder_name: "Dana Whitfield", account_type: "checking", routing_number: "021000021", authorized: true };
const linkBy = ({ client }: SignedInDepositor, account_number: string, change: Readonly<Record<string, unknown>> = {}) =>
  client.call<{ linked_account: Link }>("/link/manual", { body: { ...NUMBERS, account_number, ...change } });

async function linkAtProvider({ client }: SignedInDepositor): Promise<{ status: number; flow: string }> {
  const { data, ...refusal } = await client.call<{ accessToken: string; params: { flow?: string } } | null>("/fastlink");
  if (data === null || !("accessToken" in data)) return { status: refusal.status, flow: "none" };
  const site = await client.finishProviderSession(data.accessToken, "Good");
  const body = { request_id: site.requestId, provider_account_id: site.providerAccountId };
  return { status: (await client.call("/link/fastlink", { body })).status, flow: data.params.flow ?? "add" };
}

/** The flag of a new sign-in. */
async function relinkFlag({ email, password }: SignedInDepositor): Promise<unknown> {
  const retryStatus = new BankClient(bank);
  return (await retryStatus.signIn(email, password)).data.relink;
}

/** A depositor who is ready to fund from the given account. */
async function ready(account_number: string): Promise<SignedInDepositor> {
  const depositor = await signedIn(bank, "bank");
  expect((await linkBy(depositor, account_number)).status).toBe(201);
  await depositor.client.control("/simulate/microdeposits", { email: depositor.email });
  expect((await depositor.client.call("/link/manual/verify", { body: { amounts: [7, 23] } })).status).toBe(200);
  await depositor.client.call("/initial-fund-amount", { body: { initial_amount: "500" } });
  for (const disclosure of (await depositor.client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data)
    await depositor.client.call(`/disclosure/${disclosure.uuid}`, { body: { attestation: true, hash: disclosure.hash } });
  return depositor;
}

interface Consequence {
  readonly explanation: string;
  /** The link's status after the return of a later deposit. */
  readonly later: string;
  /** Whether a new sign-in asks to relink: after a first deposit, after a later one. */
  readonly relink: readonly [first: boolean, later: boolean];
  /** The status of retrying the first deposit from the same account. */
  readonly retryStatus: number;
  /** The status of linking the same account again. */
  readonly same: number;
}

const TABLE: Readonly<Record<string, Consequence>> = {
  R01: { explanation: "Your bank said there wasn't enough money.", later: "ACTIVE", relink: [false, false], retryStatus: 200, same: 201 },
  R02: { explanation: "That account is closed.", later: "ARCHIVED", relink: [true, true], retryStatus: 422, same: 422 },
  R03: {
    explanation: "Your bank couldn't match the account and name.",
    later: "ACTIVE",
    relink: [true, true],
    retryStatus: 422,
    same: 201,
  },
  R04: { explanation: "The account number isn't valid.", later: "ACTIVE", relink: [true, true], retryStatus: 422, same: 422 },
  R07: { explanation: "You withdrew permission for transfers.", later: "LOCKED", relink: [false, true], retryStatus: 200, same: 201 },
  R08: {
    explanation: "You asked your bank to stop this payment.",
    later: "DEPOSITS_LOCKED",
    relink: [false, false],
    retryStatus: 200,
    same: 201,
  },
  R10: { explanation: "Your bank was told this wasn't authorized.", later: "LOCKED", relink: [false, false], retryStatus: 403, same: 403 },
  R16: { explanation: "Your bank has frozen that account.", later: "LOCKED", relink: [true, true], retryStatus: 422, same: 422 },
  R20: {
    explanation: "That account type can't take electronic transfers.",
    later: "ACTIVE",
    relink: [true, true],
    retryStatus: 422,
    same: 422,
  },
  R29: { explanation: "A business account's owner refused it.", later: "LOCKED", relink: [true, true], retryStatus: 422, same: 422 },
};

describe.each(Object.entries(TABLE))("the return code %s", (code, { explanation, later, relink, retryStatus, same }) => {
  it("of the first deposit locks the account, shows its explanation, and allows what the table lists", async () => {
    const dana = await ready(`5566${code.replace("R", "90")}`);
    expect((await fund(dana, "first")).status).toBe(200);
    await dana.client.advance("P5D");
    expect((await dana.client.call("/transactions")).data).toMatchObject([{ status: "Returned", return_code: code }]);
    expect(await links(dana)).toMatchObject([{ status: "LOCKED" }]);
    const alerts = (await dana.client.call<{ body: string }[]>("/alerts")).data;
    expect(alerts[0]?.body).toContain(explanation);
    expect(await relinkFlag(dana)).toBe(relink[0]);

    const [preview, responses] = [await dana.client.call("/x/funding-preview"), await fund(dana, "second")];
    expect(responses.status).toBe(retryStatus);
    expect(preview.data.source !== null).toBe(retryStatus === 200);
    if (retryStatus !== 200) expect((await linkBy(dana, `5566${code.replace("R", "90")}`)).status).toBe(same);
  }, 30_000);

  it("of a later deposit changes the linked account as the table lists", async () => {
    const dana = await signedIn(bank, "active");
    await comesBack(dana, code);
    const [link] = await links(dana);
    expect(link?.status).toBe(later);
    expect(await relinkFlag(dana)).toBe(relink[1]);
  }, 30_000);
});

describe("insufficient funds (R01)", () => {
  it("allow two retries; then another account must be linked", async () => {
    const dana = await ready("55669001");
    for (const retries_left of [2, 1, 0]) {
      expect((await fund(dana, `attempt ${retries_left}`)).status).toBe(200);
      expect(await links(dana)).toMatchObject([{ status: "ACTIVE" }]);
      await dana.client.advance("P5D");
      expect(await links(dana)).toMatchObject([{ status: "LOCKED", retries_left }]);
      expect(await relinkFlag(dana)).toBe(retries_left === 0);
    }
    expect(await fund(dana, "once more")).toMatchObject({ status: 403, code: "no_retries" });
    expect(await linkBy(dana, "55669001")).toMatchObject({ status: 422, errors: { account_number: [/another account/] } });
    expect((await dana.client.call<unknown[]>("/transactions")).data).toHaveLength(3);

    expect(await linkAtProvider(dana)).toEqual({ status: 201, flow: "add" });
    expect(await links(dana)).toMatchObject([{ status: "ACTIVE", retries_left: null }, { status: "ARCHIVED" }]);
    expect(await relinkFlag(dana)).toBe(false);
    expect((await fund(dana, "from another")).status).toBe(200);
    await dana.client.advance("P5D");
    expect((await dana.client.call("/transactions")).data).toMatchObject([{ status: "Settled" }, {}, {}, {}]);
  }, 60_000);

  it("keep counting when the same account is linked again, and reset after a settled deposit", async () => {
    const dana = await signedIn(bank, "verified");
    await dana.client.call("/initial-fund-amount", { body: { initial_amount: "100.13" } });
    for (const disclosure of (await dana.client.call<{ uuid: string; hash: string }[]>("/disclosures/active")).data)
      await dana.client.call(`/disclosure/${disclosure.uuid}`, { body: { attestation: true, hash: disclosure.hash } });
    await fund(dana, "first");
    await dana.client.advance("P5D");
    expect(await links(dana)).toMatchObject([{ status: "LOCKED", retries_left: 2 }]);
    await fund(dana, "second");
    await dana.client.advance("P5D");
    const transfers = (await dana.client.call<{ kind: string }[]>("/transactions")).data.filter(({ kind }) => kind !== "interest");
    expect(transfers).toMatchObject([{ status: "Settled" }, { status: "Returned" }]);
    expect(await links(dana)).toMatchObject([{ status: "ACTIVE", retries_left: null }]);

    const robin = await ready("55669001");
    await fund(robin, "first");
    await robin.client.advance("P5D");
    expect((await linkBy(robin, "55669001")).data.linked_account.retries_left).toBe(2);
  }, 60_000);

  it("count once for repeated requests with the same key", async () => {
    const dana = await signedIn(bank, "funding-returned");
    const [one, two] = await Promise.all([fund(dana, "again"), fund(dana, "again")]);
    expect([one.status, two.data]).toEqual([200, one.data]);
    expect(await fund(dana, "and again")).toMatchObject({ status: 409, code: "already_funded" });
  });
});

describe("an account that cannot be used again", () => {
  it("is not edited at the provider: the depositor chooses another account", async () => {
    const dana = await signedIn(bank, "active");
    await comesBack(dana, "R16");
    expect(await linkAtProvider(dana)).toEqual({ status: 201, flow: "add" });
  }, 30_000);

  it("is edited at the provider when only the name was wrong", async () => {
    const dana = await signedIn(bank, "active");
    await comesBack(dana, "R03");
    expect(await linkAtProvider(dana)).toEqual({ status: 201, flow: "edit" });
    expect(await relinkFlag(dana)).toBe(false);
  }, 30_000);

  it("because of its type must be replaced by a checking account", async () => {
    const dana = await signedIn(bank, "funded");
    await comesBack(dana, "R20");
    expect(await linkBy(dana, "000123456789", { account_type: "savings" })).toMatchObject({
      status: 422,
      errors: { account_type: [expect.stringContaining("checking account")] },
    });
    expect((await linkBy(dana, "000123456789")).status).toBe(201);
  });

  it("stays archived when a late return arrives", async () => {
    const dana = await signedIn(bank, "active");
    await comesBack(dana, "R03");
    await linkAtProvider(dana);
    await comesBack(dana, "R16");
    expect(await links(dana)).toMatchObject([{ status: "ACTIVE" }, { status: "ARCHIVED" }]);
    expect(await relinkFlag(dana)).toBe(false);
  }, 30_000);
});

describe("an unauthorized transfer (R10)", () => {
  it("starts a review that holds funds, links and transfers until it ends", async () => {
    const dana = await signedIn(bank, "active");
    await comesBack(dana, "R10");
    const account = async () => (await dana.client.call<{ available: string; balance: string }[]>("/accounts")).data[0];
    expect(await account()).toMatchObject({ available: "0.00", balance: expect.stringMatching(/^1\d{4}\./) });
    expect((await dana.client.call("/depositor/progress")).data.extended_status).toBe("REVIEW");
    expect((await linkAtProvider(dana)).status).toBe(403);
    expect(await linkBy(dana, "000123456789")).toMatchObject({ status: 403, code: "under_review" });
    await dana.client.control("/simulate/kyc-decision", { email: dana.email, status: "PASSED" });
    expect((await dana.client.call("/depositor/progress")).data.extended_status).not.toBe("REVIEW");
    const alert = async () =>
      (await dana.client.call<{ title: string }[]>("/alerts")).data.filter(({ title }) => title === "We've finished our review");
    expect(await alert()).toHaveLength(1);
    await dana.client.control("/simulate/kyc-decision", { email: dana.email, status: "PASSED" });
    expect(await alert()).toHaveLength(1);
    expect(Number((await account())?.available)).toBeGreaterThan(0);
    expect((await linkBy(dana, "000123456789")).status).toBe(201);
  }, 30_000);

  it("alerts both holders of a joint account when its review ends", async () => {
    const dana = await signedIn(bank, "joint-active");
    const details = await dana.client.call<{ secondary_depositors: { email: string }[] }>("/entity/details", { body: {} });
    const second = new BankClient(bank);
    await second.signIn(details.data.secondary_depositors[0]?.email ?? "", dana.password);
    await comesBack(dana, "R10");
    await dana.client.control("/simulate/kyc-decision", { email: dana.email, status: "PASSED" });
    for (const client of [dana.client, second])
      expect((await client.call<{ title: string }[]>("/alerts")).data.map(({ title }) => title)).toContain("We've finished our review");
  }, 30_000);
});
