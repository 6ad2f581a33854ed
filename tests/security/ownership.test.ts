/**
 * Tests that every call checks the owner of a record and the depositor's registration step (domain.md 5, lines 29 and 30).
 */
import { readFileSync } from "node:fs";
import { Kind, parse, type TypeNode } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Depositor, SandboxFixture } from "../gateway/sandbox-fixture.js";

type SignedInDepositor = Depositor & { readonly email: string; readonly password: string };
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
    await fixture.signedInAs("two-beneficiaries"),
    await fixture.signedInAs("alerts-unread"),
    await fixture.signedInAs("active", "juniper"),
  ];
  robinsLink = (await first(robin, "LinkedAccounts")).uuid;
}, 120_000);
afterAll(() => fixture?.close());

const NUMBERS = { holder_name: "Robin Whitfield", account_type: "checking", routing_number: "021000021", authorized: true };
const BENEFICIARY = {
  ...{ kind: "person", first_name: "Sam", last_name: "Rivera", date_of_birth: "2015-06-02", relationship: "child" },
  ...{ street: "14 Maple Street", city: "Springfield", state: "IL", zip: "62701" },
};
const recordsOf = (depositor: Depositor, list: string) => depositor.call<readonly NamedRecord[]>(list);
const first = async (depositor: Depositor, list: string): Promise<NamedRecord> => {
  const [record] = await recordsOf(depositor, list);
  if (!record) throw new Error(`${list}: there is none`);
  return record;
};

type Row = Readonly<Record<string, unknown>>;

/** The request of a transfer; interest has none. */
const requestOf = async (depositor: Depositor): Promise<string> => {
  const transactions = await depositor.call<{ request_id: string | null }[]>("Transactions");
  return transactions.find(({ request_id }) => request_id !== null)?.request_id ?? "";
};
/** The account that Robin has from the beginning; a test adds another one. */
let robinsLink: string;
const link = async () => robinsLink;
const transaction = async () => (await first(robin, "Transactions")).uuid;
const message = async () => {
  await fixture.control("/simulate/message-reply", { email: robin.email });
  return (await first(robin, "Messages")).uuid;
};
const thread = async () => {
  await message();
  const [newest] = await robin.call<{ thread: NamedRecord }[]>("Messages");
  return newest?.thread.uuid ?? "";
};
const beneficiary = async () => {
  const { beneficiaries } = await robin.call<{ beneficiaries: NamedRecord[] }>("AddBeneficiary", { form: BENEFICIARY });
  return beneficiaries.at(-1)?.uuid ?? "";
};
const scheduled = async () => {
  const account = await link();
  const timing = { date: "2027-03-01", frequency: "once", ends_on: null };
  await robin.call("Deposit", { amount: "10.00", ...timing, account, authorized: true });
  const rows = await robin.call<readonly (Row & NamedRecord)[]>("Transactions");
  return rows.find(({ cancellable }) => cancellable === true)?.uuid ?? "";
};

/** Every operation that takes the id of a depositor's record, with its variables and a record of another depositor. */
const RECORDS: Readonly<Record<string, readonly [variables: (uuid: string, own: string) => object, owned: () => Promise<string>]>> = {
  VerifyMicrodeposits: [
    (account_id) => ({ form: { amount_one: "0.07", amount_two: "0.23", account_id } }),
    async () => {
      const account_number = "000123456789";
      const form = { ...NUMBERS, account_number, confirm_account_number: account_number };
      const { linkedAccounts } = await robin.call<{ linkedAccounts: NamedRecord[] }>("LinkManual", { form });
      return linkedAccounts[0]?.uuid ?? "";
    },
  ],
  ReissueMicrodeposits: [(account_id) => ({ account_id }), link],
  RequestStatus: [(id) => ({ id }), () => requestOf(robin)],
  TransferRequest: [(id) => ({ id }), () => requestOf(robin)],
  Transfer: [(id) => ({ id }), () => requestOf(robin)],
  MarkAlertRead: [(alert_id) => ({ alert_id }), async () => (await first(robin, "Alerts")).uuid],
  ViewMessage: [(uuid) => ({ uuid }), message],
  MessageThread: [(uuid) => ({ uuid }), thread],
  ReplyToMessage: [(uuid) => ({ thread: uuid, form: { body: "It is mine." } }), thread],
  ReportProblem: [(id) => ({ transaction: id, subject: "A deposit", form: { problem: "other", body: "It is wrong." } }), transaction],
  Transaction: [(uuid) => ({ uuid }), transaction],
  BeneficiaryDetails: [(uuid) => ({ uuid }), beneficiary],
  EditBeneficiary: [(uuid) => ({ uuid, form: BENEFICIARY }), beneficiary],
  RemoveBeneficiary: [(uuid) => ({ uuid }), beneficiary],
  RemoveAndReallocate: [(uuid) => ({ uuid }), beneficiary],
  UpdateAllocations: [
    (uuid) => ({
      form: {
        allocations: [
          { uuid, allocation: "50.00" },
          { uuid: NOBODYS, allocation: "50.00" },
        ],
      },
    }),
    beneficiary,
  ],
  RenameLink: [(uuid) => ({ uuid, form: { nickname: "Mine" } }), link],
  RemoveLink: [(uuid) => ({ uuid }), link],
  WithdrawalPreview: [(account) => ({ account, amount: "1.00" }), link],
  Withdraw: [(account) => ({ amount: "1.00", account, code: "000000" }), link],
  CloseAccount: [(account) => ({ reason: "other", confirmation: "CLOSE", account, code: "000000" }), link],
  Deposit: [(account) => ({ amount: "1.00", date: "2027-03-01", frequency: "once", ends_on: null, account, authorized: true }), link],
  RescheduleDeposit: [
    (id, account) => ({ transaction: id, amount: "1.00", date: "2027-03-02", frequency: "once", ends_on: null, account, authorized: true }),
    scheduled,
  ],
  CancelTransfer: [(id) => ({ transaction: id, series: false }), scheduled],
  EndSession: [
    (uuid) => ({ uuid }),
    async () => {
      await fixture.signedIn(robin);
      const sessions = await robin.call<readonly (Row & NamedRecord)[]>("Sessions");
      return sessions.find(({ current }) => current === false)?.uuid ?? "";
    },
  ],
  ForgetDevice: [
    (uuid) => ({ uuid }),
    async () => {
      const other = new Depositor(fixture);
      await other.call("Login", { form: { email: robin.email, password: robin.password } });
      await other.call("SelectMfa", { type: "email" });
      await other.call("VerifyMfa", { form: { code: "000000", remember: true } });
      const { devices } = await robin.call<{ readonly devices: readonly NamedRecord[] }>("Devices");
      return devices[0]?.uuid ?? "";
    },
  ],
};

/** Operations whose ids are of no depositor's record, or belong to a link that the depositor received. */
const OTHER_IDS: Readonly<Record<string, string>> = {
  Document: "every depositor of the institution may read its disclosures",
  AttestDisclosures: "another institution's disclosure, below",
  AttestJointDisclosures: "the same call as AttestDisclosures",
  CheckJointInvitation: "the link's hash is the secret",
  VerifyJointIdentity: "the link's hash is the secret",
  LinkFastlink: "the provider's ids, which the bank compares with its own session at the provider, below",
};

const NOBODYS = "00000000-0000-4000-8000-000000000000";

/** What an operation returns or how it fails, without the id of the request. */
async function outcomeOf(depositor: Depositor, operation: string, variables: object): Promise<unknown> {
  return depositor.call(operation, variables).then(
    (data) => ({ data }),
    ({ extensions: { request_id: _id, ...failure } }: { extensions: Record<string, unknown> }) => failure,
  );
}

/** Whether a variable of a document, or a field of its input, is an id. */
function takesIds(document: string): boolean {
  const schema = parse(readFileSync(new URL("../../gateway/schema.graphql", import.meta.url), "utf8"));
  const inputs = new Map(
    schema.definitions.flatMap((each) =>
      each.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION ? [[each.name.value, each.fields ?? []] as const] : [],
    ),
  );
  const isId = (name: string, type: string): boolean =>
    /^(uuid|id|account|transaction|thread|request_?id|(?!tax_)\w+_id|providerAccountId)$/i.test(name) ||
    (inputs.get(type) ?? []).some((field) => isId(field.name.value, named(field.type)));
  const named = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : named(type.type));
  return parse(document).definitions.some(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION &&
      (each.variableDefinitions ?? []).some(({ variable, type }) => isId(variable.name.value, named(type))),
  );
}

describe("5.29 another depositor's record", () => {
  it("is tested for every operation that takes an id", () => {
    const operations = Object.entries(fixture.flows.core("harbor").operations).filter(([, { document }]) => takesIds(document));
    expect(operations.map(([name]) => name).sort()).toEqual([...Object.keys(RECORDS), ...Object.keys(OTHER_IDS)].sort());
  });

  it.each(Object.entries(RECORDS))("is as unknown to %s as a record that does not exist", async (operation, [variables, recordOf]) => {
    const uuid = await recordOf();
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
    for (const other of [dana, june]) {
      const own = (await first(other, "LinkedAccounts")).uuid;
      const outcome = await outcomeOf(other, operation, variables(uuid, own));
      expect(outcome).toEqual(await outcomeOf(other, operation, variables(NOBODYS, own)));
      const nothing = [{ data: [] }, { data: null }];
      if (!nothing.some((each) => JSON.stringify(each) === JSON.stringify(outcome)))
        expect(outcome).toMatchObject({ status: expect.toSatisfy((status) => [404, 409, 422].includes(status)) });
    }
    // A value that is not an id is rejected too, without an internal error.
    for (const value of ["", "x", "'; drop table users; --", "../messages"]) {
      const { data, status } = (await outcomeOf(dana, operation, variables(value, value))) as { data?: unknown; status?: number };
      expect(data === undefined ? [400, 404, 409, 422].includes(status ?? 0) : data === null || JSON.stringify(data) === "[]", value).toBe(
        true,
      );
    }
  });

  it("at the link provider can't be linked", async () => {
    const ids = { requestId: "00000000-0000-4000-8000-000000000000", providerAccountId: "10000001" };
    expect(await (await fixture.signedInAs("bank")).failure("LinkFastlink", ids)).toMatchObject({ status: 422 });
  });
});

describe("5.29 another institution's disclosure", () => {
  it("can be neither attested nor read by its URL", async () => {
    const disclosure = (await june.call<(NamedRecord & { href: string })[]>("Documents", { all: true, signed: true }))[0];
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

describe("5.30 a registration step", () => {
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

describe("5.30 funding", () => {
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
