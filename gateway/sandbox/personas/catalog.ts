/** Exports the catalog of personas: a description, and how the bank's own functions create each one. */
import { linkManually } from "../manual-link.js";
import { acceptSecond, addBeneficiaries, applyJointly, inviteSecond } from "./beneficiaries-and-joint-holders.js";
import {
  acceptDisclosures,
  deposit,
  fundNow,
  identify,
  link,
  makeSsn,
  openFunded,
  type Person,
  register,
  simulate,
  submitPagesBefore,
  voidFirstDeposit,
  withdraw,
} from "./person.js";

/** The actions of a persona some days after the registration. */
interface LaterAct {
  readonly days: number;
  readonly act: (person: Person) => Promise<void>;
}

export interface Persona {
  readonly description: string;
  /** How many days before now the persona registered. */
  readonly daysAgo?: number;
  /** The persona's actions on the day of the registration. */
  readonly build: (person: Person) => Promise<void>;
  /** The persona's actions between that day and now, in the order of the days. The bank runs the jobs that are due before each. */
  readonly later?: readonly LaterAct[];
  /** The last step, after the bank has run every job that is due by now. Returns the person who signs in, if it is another one. */
  readonly finish?: (person: Person) => Promise<Person | null>;
}

const HISTORY_DAYS = 100;
const FIRST_DEPOSIT = "10000.00";

/** Some months of history, with interest and statements: deposits and a withdrawal. */
const HISTORY: readonly LaterAct[] = [
  { days: 20, act: (person) => deposit(person, "1500.00") },
  { days: 55, act: (person) => withdraw(person, "250.00") },
  { days: 75, act: (person) => deposit(person, "800.00") },
];

/** Awaits the last step of a persona and returns null: the same person signs in (`finish`). */
const returnNull = async (step: Promise<unknown>): Promise<null> => {
  await step;
  return null;
};

const active = (description: string, finish?: Persona["finish"]): Persona => ({
  description,
  daysAgo: HISTORY_DAYS,
  build: (person) => openFunded(person, FIRST_DEPOSIT),
  later: HISTORY,
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
  "active-empty": {
    description: "Registration complete, identity check passed, zero balance: the first deposit was canceled.",
    build: async (person) => {
      await openFunded(person, "25.00");
      await voidFirstDeposit(person);
    },
  },
  "alerts-unread": active("Same as active, with two unread alerts.", async (person) => {
    await simulate(person, "alert", { title: "Your statement is ready", body: "To read your monthly statement, go to Documents." });
    await simulate(person, "alert", { title: "Your deposit has cleared", body: "Your transfer of $800.00 has settled." });
    return null;
  }),
  "manually-reviewed": {
    description: "Same as active; identity flagged, then approved by manual review.",
    daysAgo: HISTORY_DAYS,
    build: (person) =>
      openFunded(person, FIRST_DEPOSIT, async () => {
        await identify(person, { ssn: makeSsn(person.work, "0003") });
        await simulate(person, "kyc-decision", { status: "MANUALLY_REVIEWED" });
      }),
    later: HISTORY,
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
      await simulate(person, "kyc-decision", { status: "UNSUBMITTED" });
    },
  },
  failed: { description: "The identity check failed.", build: async (person) => identify(person, { ssn: makeSsn(person.work, "0001") }) },
  "view-only": active("Registration complete; view-only, documents only.", (person) =>
    returnNull(simulate(person, "kyc-decision", { status: "VIEW_ONLY" })),
  ),
  // The last name Hold holds money from the first check on, so this persona changes to that name after funding.
  hold: active("Registration complete, identity check passed, account on hold.", (person) =>
    returnNull(simulate(person, "name-change", { last_name: "Hold" })),
  ),
  "microdeposits-sent": {
    description: "Manual link; the two small deposits have arrived.",
    daysAgo: 6,
    build: sendMicrodeposits,
  },
  "link-locked": active("Same as active; the linked account is locked.", (person) => returnNull(simulate(person, "bank-lock"))),
  "funding-returned": {
    description: "First deposit returned (R01); the linked account is locked.",
    build: async (person) => {
      await identify(person);
      await link(person);
      await acceptDisclosures(person, "2500.00");
      await fundNow(person);
    },
    finish: (person) => returnNull(simulate(person, "transfer-return", { return_code: "R01" })),
  },
  relink: active("Same as active; the linked account needs to be relinked.", (person) => returnNull(simulate(person, "relink"))),
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
