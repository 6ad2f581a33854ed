/**
 * Tests that every call checks the owner of a record and the depositor's registration step (domain.md 5, 29 and 30).
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Depositor, SandboxFixture } from "./sandbox-fixture.js";

type SignedInDepositor = Depositor & { readonly email: string };
interface NamedRecord {
  readonly uuid: string;
  readonly hash?: string;
}

let fixture: SandboxFixture;
let dana: SignedInDepositor;
let robin: SignedInDepositor;
let june: SignedInDepositor;
beforeAll(async () => {
  fixture = await SandboxFixture.open();
  [dana, robin, june] = [
    await fixture.signedInAs("bank"),
    await fixture.signedInAs("alerts-unread"),
    await fixture.signedInAs("active", "juniper"),
  ];
}, 120_000);
afterAll(() => fixture?.close());

const NUMBERS = { holder_name: "Robin Whitfield", account_type: "checking", routing_number: "021000021", authorized: true };
const first = async (depositor: Depositor, list: string): Promise<NamedRecord> => {
  const [record] = await depositor.call<readonly NamedRecord[]>(list);
  if (!record) throw new Error(`${list}: there is none`);
  return record;
};

/** The request of a transfer; interest has none. */
const requestOf = async (depositor: Depositor): Promise<string> => {
  const transactions = await depositor.call<{ request_id: string | null }[]>("Transactions");
  return transactions.find(({ request_id }) => request_id !== null)?.request_id ?? "";
};

/** Operations that take a record's id, with their variables and a record of another depositor. */
const RECORDS: readonly (readonly [operation: string, variables: (uuid: string) => object, owned: () => Promise<string>])[] = [
  [
    "VerifyMicrodeposits",
    (account_id) => ({ form: { amount_one: "0.07", amount_two: "0.23", account_id } }),
    async () => {
      const account_number = "000123456789";
      const form = { ...NUMBERS, account_number, confirm_account_number: account_number };
      const { linkedAccounts } = await robin.call<{ linkedAccounts: NamedRecord[] }>("LinkManual", { form });
      return linkedAccounts[0]?.uuid ?? "";
    },
  ],
  ["ReissueMicrodeposits", (account_id) => ({ account_id }), async () => (await first(robin, "LinkedAccounts")).uuid],
  ["RequestStatus", (id) => ({ id }), () => requestOf(robin)],
  ["Transfer", (id) => ({ id }), () => requestOf(robin)],
  ["MarkAlertRead", (alert_id) => ({ alert_id }), async () => (await first(robin, "Alerts")).uuid],
  [
    "ViewMessage",
    (uuid) => ({ uuid }),
    async () => {
      await fixture.control("/simulate/message-reply", { email: robin.email });
      return (await first(robin, "Messages")).uuid;
    },
  ],
];

describe("another depositor's record", () => {
  it.each(RECORDS)("is as unknown to %s as a record that does not exist", async (operation, variables, recordOf) => {
    const uuid = await recordOf();
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    for (const other of [dana, june]) {
      const refusal = await other.failure(operation, variables(uuid));
      expect(refusal).toMatchObject({ status: 404, code: "not_found" });
      expect(await other.failure(operation, variables("00000000-0000-4000-8000-000000000000"))).toMatchObject({
        status: 404,
        message: refusal.message,
      });
    }
    // A value that is not an id is rejected too, without an internal error.
    for (const value of ["", "x", "'; drop table users; --", "../messages"])
      expect([404, 422]).toContain((await dana.failure(operation, variables(value))).status);
  });
});

describe("another institution's disclosure", () => {
  it("can be neither attested nor read by its URL", async () => {
    const disclosure = (await june.call<(NamedRecord & { href: string })[]>("Documents"))[0];
    if (!disclosure) throw new Error("juniper has no document");
    const attestations = [{ uuid: disclosure.uuid, hash: disclosure.hash ?? "" }];
    expect(await dana.failure("AttestDisclosures", { attestations, next: "disclosures" })).toMatchObject({ status: 404 });
    expect((await june.request({ method: "GET", url: disclosure.href })).statusCode).toBe(200);
    expect((await dana.request({ method: "GET", url: disclosure.href })).statusCode).toBe(404);
  });

  it("and another depositor's tax form, or a statement that does not exist, are not found", async () => {
    for (const url of ["/documents/taxes/00000000-0000-4000-8000-000000000000", "/documents/taxes/x", "/documents/statements/1999/1"])
      expect([url, (await robin.request({ method: "GET", url })).statusCode]).toEqual([url, 404]);
  });
});

describe("a registration step", () => {
  const STEPS = ["basic", "address", "employer", "confirmed", "bank", "verified", "disclosures", "funded", "completed"];
  /** The steps that the bank allows, by persona. */
  const OPEN: Readonly<Record<string, readonly string[]>> = {
    new: ["basic", "address", "employer"],
    employer: ["basic", "address", "employer"],
    confirmed: ["basic", "address", "employer", "confirmed"],
    errored: ["basic", "address", "employer", "confirmed"],
    failed: ["basic", "address", "employer", "confirmed"],
    bank: ["bank"],
    flagged: ["bank"],
    verified: ["bank", "verified"],
    disclosures: ["bank", "verified", "disclosures"],
    "funding-returned": ["completed"],
    active: ["completed"],
  };

  it.each(Object.entries(OPEN))("of the persona %s can only be set to %j", async (persona, open) => {
    const depositor = await fixture.signedInAs(persona);
    const saved: string[] = [];
    for (const next of [...STEPS].reverse()) {
      if (open.includes(next)) continue;
      expect([next, await depositor.failure("SaveStep", { next })]).toMatchObject([next, { status: 409, code: "step_refused" }]);
    }
    for (const next of open) {
      await depositor.call("SaveStep", { next });
      saved.push(next);
    }
    expect(saved).toEqual(open);
  });

  it("with an unknown name is rejected", async () => {
    expect((await dana.failure("SaveStep", { next: "rich" })).status).toBe(422);
  });
});

describe("funding", () => {
  it.each([
    ["bank", 422, "no_source"],
    ["verified", 422, "not_attested"],
    ["flagged", 403, "not_allowed"],
    ["view-only", 403, "not_allowed"],
    ["hold", 403, "not_allowed"],
    ["active", 409, "already_funded"],
  ])("of the persona %s is rejected when it is out of order", async (persona, status, code) => {
    const depositor = await fixture.signedInAs(persona);
    const before = await depositor.call<unknown[]>("Transactions");
    expect(await depositor.failure("FundAccount", { key: "k", authorized: true, next: "funded" })).toMatchObject({ status, code });
    expect(await depositor.call<unknown[]>("Transactions")).toHaveLength(before.length);
  });

  it.each(["confirmed", "failed", "errored", "view-only"])("accepts no link from the persona %s", async (persona) => {
    const depositor = await fixture.signedInAs(persona);
    const account_number = "000123456789";
    const form = { ...NUMBERS, account_number, confirm_account_number: account_number };
    for (const refused of [depositor.failure("FastlinkConfig"), depositor.failure("LinkManual", { form })])
      expect(await refused).toMatchObject({ status: 403, code: "not_allowed" });
  });
});
