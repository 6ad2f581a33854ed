/** Exports the catalog of personas: a description, and how the bank's own functions create each one. */
import { returnTransfer } from "../ach.js";
import { addAlert } from "../alerts.js";
import { depositorOf } from "../depositors.js";
import { lockLink, requireRelink } from "../links.js";
import { linkManually } from "../manual-link.js";
import { changeLastName } from "../registration.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { acceptSecond, addBeneficiaries, applyJointly, inviteSecond } from "./beneficiaries-and-joint-holders.js";
import {
  acceptDisclosures,
  decideIdentityOf,
  firstLink,
  fundNow,
  identify,
  link,
  makeSsn,
  openEmpty,
  openFunded,
  type Person,
  register,
  startTransferFor,
  submitPagesBefore,
} from "./person.js";

export interface Persona {
  readonly description: string;
  /** How many days before now the persona registered; the bank runs every job that is due since then. */
  readonly daysAgo?: number;
  /** Creates the persona at that time. */
  readonly build: (person: Person) => Promise<void>;
  /** Changes the persona after all due jobs have run. Returns the person who signs in, if it is another one. */
  readonly finish?: (person: Person) => Promise<Person | null>;
}

const HISTORY_DAYS = 100;
const FIRST_DEPOSIT = "10000.00";
const DAY_MS = 24 * 60 * 60 * 1000;

const daysLater = (work: UnitOfWork, days: number): UnitOfWork => ({ ...work, at: new Date(work.at.getTime() + days * DAY_MS) });
/** Awaits a change to the person who signs in. */
const thenNull = async (event: Promise<unknown>): Promise<null> => {
  await event;
  return null;
};

/** A depositor with some months of history: deposits, a withdrawal, interest, statements. */
async function buildActive(person: Person, identified?: (person: Person) => Promise<void>): Promise<void> {
  await openFunded(person, FIRST_DEPOSIT, identified);
  await startTransferFor(person, daysLater(person.work, 20), "deposit", 150_000);
  await startTransferFor(person, daysLater(person.work, 55), "withdrawal", 25_000);
  await startTransferFor(person, daysLater(person.work, 75), "deposit", 80_000);
}

const active = (description: string, finish?: Persona["finish"]): Persona => ({
  description,
  daysAgo: HISTORY_DAYS,
  build: (person) => buildActive(person),
  ...(finish ? { finish } : {}),
});

async function duplicateSsn(person: Person): Promise<void> {
  const ssn = makeSsn(person.work);
  await submitPagesBefore(person, "confirmed", { ssn });
  await identify(await register(person.work, person.brand, "ssn-holder"), { ssn });
}

async function sendMicrodeposits(person: Person): Promise<void> {
  const { work, brand, userUuid } = person;
  await identify(person);
  await linkManually(work, { ...brand, link_restriction: "UNRESTRICTED" }, userUuid, {
    holder_name: "Dana Whitfield",
    account_type: "checking",
    routing_number: "021000021",
    account_number: `44556${work.bank.random(3).readUIntBE(0, 3)}6789`.slice(-12),
  });
}

async function returnFirst(person: Person): Promise<null> {
  const { entity_uuid } = await depositorOf(person.work, person.userUuid);
  const row = await person.work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .selectAll("transfers")
    .where("accounts.entity_uuid", "=", entity_uuid)
    .executeTakeFirstOrThrow();
  await person.work.db.deleteFrom("jobs").where("kind", "=", "transfer").where("subject", "=", row.uuid).execute();
  await person.work.db
    .updateTable("transfers")
    .set({ status: "Submitted", date_submitted: person.work.at })
    .where("uuid", "=", row.uuid)
    .execute();
  await returnTransfer(person.work, { ...row, status: "Submitted" }, "R01");
  return null;
}

export const personas: Readonly<Record<string, Persona>> = {
  new: { description: "Registered; hasn't started the application.", build: async () => {} },
  basic: { description: "At the basic information step.", build: (person) => submitPagesBefore(person, "basic") },
  address: { description: "At the address step.", build: (person) => submitPagesBefore(person, "address") },
  employer: { description: "At the employer step.", build: (person) => submitPagesBefore(person, "employer") },
  confirmed: { description: "At the confirm details step.", build: (person) => submitPagesBefore(person, "confirmed") },
  "duplicate-ssn": { description: "At the confirm details step, with another person's Social Security number.", build: duplicateSsn },
  bank: { description: "Identity check passed; next, link a bank account.", build: (person) => identify(person) },
  verified: {
    description: "Bank account linked; next, accept the disclosures.",
    build: async (person) => {
      await identify(person);
      await link(person);
    },
  },
  disclosures: {
    description: "Disclosures accepted and amount saved; ready to fund.",
    build: async (person) => {
      await identify(person);
      await link(person);
      await acceptDisclosures(person, "2500.00");
    },
  },
  funded: {
    description: "First deposit on its way; the next login completes registration.",
    build: async (person) => {
      await identify(person);
      await link(person);
      await acceptDisclosures(person, "2500.00");
      await fundNow(person);
    },
  },
  active: active("Registration complete, identity check passed, funded, with history."),
  "active-empty": { description: "Registration complete, identity check passed, zero balance.", build: openEmpty },
  "alerts-unread": active("Same as active, with two unread alerts.", async ({ work, userUuid }) => {
    const { uuid } = await depositorOf(work, userUuid);
    await addAlert(work, uuid, "Your statement is ready", "To read your monthly statement, go to Documents.");
    await addAlert(work, uuid, "Your deposit has cleared", "Your transfer of $800.00 has settled.");
    return null;
  }),
  "manually-reviewed": {
    description: "Same as active; identity flagged, then approved by manual review.",
    daysAgo: HISTORY_DAYS,
    build: (person) =>
      buildActive(person, async () => {
        await identify(person, { ssn: makeSsn(person.work, "0003") });
        await decideIdentityOf(person, "MANUALLY_REVIEWED");
      }),
  },
  "in-review": {
    description: "Identity in review; can link a bank account in the meantime.",
    build: async (person) => identify(person, { ssn: makeSsn(person.work, "0002") }),
  },
  flagged: {
    description: "Identity flagged; can link a bank account in the meantime.",
    build: async (person) => identify(person, { ssn: makeSsn(person.work, "0003") }),
  },
  errored: {
    description: "The identity check ended in an error.",
    build: async (person) => identify(person, { ssn: makeSsn(person.work, "0004") }),
  },
  unsubmitted: {
    description: "The identity check was never submitted.",
    build: async (person) => {
      await submitPagesBefore(person, "confirmed");
      await decideIdentityOf(person, "UNSUBMITTED");
    },
  },
  failed: { description: "The identity check failed.", build: async (person) => identify(person, { ssn: makeSsn(person.work, "0001") }) },
  "view-only": active("Registration complete; view-only, documents only.", (person) => thenNull(decideIdentityOf(person, "VIEW_ONLY"))),
  // The last name Hold holds money from the first check on, so this persona changes to that name after funding.
  hold: active("Registration complete, identity check passed, account on hold.", async (person) =>
    thenNull(changeLastName(person.work, await depositorOf(person.work, person.userUuid), "Hold")),
  ),
  "microdeposits-sent": {
    description: "Manual link; the two small deposits have arrived.",
    daysAgo: 6,
    build: sendMicrodeposits,
  },
  "link-locked": active("Same as active; the linked account is locked.", async (person) =>
    thenNull(lockLink(person.work, await firstLink(person))),
  ),
  "funding-returned": {
    description: "First deposit returned (R01); the linked account is locked.",
    build: async (person) => {
      await identify(person);
      await link(person);
      await acceptDisclosures(person, "2500.00");
      await fundNow(person);
    },
    finish: returnFirst,
  },
  relink: active("Same as active; the linked account needs to be relinked.", async (person) =>
    thenNull(requireRelink(person.work, await firstLink(person))),
  ),
  "one-beneficiary": active("Same as active, with one beneficiary.", async (person) => {
    await addBeneficiaries(person, 1);
    return null;
  }),
  "two-beneficiaries": active("Same as active, with two beneficiaries.", async (person) => {
    await addBeneficiaries(person, 2);
    return null;
  }),
  "joint-unsubmitted": active("Same as active; started an application for a joint account holder.", async (person) => {
    await applyJointly(person);
    return null;
  }),
  "joint-pending": active("Same as active; invited a joint account holder.", async (person) => {
    await inviteSecond(person);
    return null;
  }),
  "joint-active": active("Same as active, with a joint account holder.", async (person) => {
    await acceptSecond(person);
    return null;
  }),
  "joint-secondary": active("The joint account holder of that account.", acceptSecond),
};
