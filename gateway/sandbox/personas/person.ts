/**
 * Exports the steps of a persona's life, made with the bank's own functions, so that the data is what a registration
 * would leave.
 */

import { endUnsentTransfer } from "../ach.js";
import { runSimulation } from "../controls/simulate.js";
import { completeFundedRegistration, createDepositor, depositorOf } from "../depositors.js";
import { acceptDeposit } from "../deposits.js";
import { activeDisclosures, attest, recordConsents } from "../disclosures.js";
import { fund, saveInitialAmount } from "../funding.js";
import { fastlinkConfig, finishProviderSession, linkFromProvider } from "../link-provider.js";
import { linksOf } from "../links.js";
import type { BrandFacts } from "../options.js";
import { COST } from "../passwords.js";
import { patchDepositor } from "../registration.js";
import { processRequest } from "../requests.js";
import { closeSession, openSession } from "../sessions.js";
import { recordStepUp } from "../step-up.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { confirmEmail, createUser, setPhone } from "../users.js";
import { acceptWithdrawal } from "../withdrawals.js";

export const PASSWORD = "Passbook-2026-Savings!";

export interface Person {
  readonly work: UnitOfWork;
  readonly brand: BrandFacts;
  readonly userUuid: string;
  readonly email: string;
  readonly phone: string;
}

const digits = (work: UnitOfWork, count: number): string => String(work.bank.random(6).readUIntBE(0, 6) % 10 ** count).padStart(count, "0");

/** A valid SSN with the given last four digits, or with last four digits that are not magic. */
export const makeSsn = (work: UnitOfWork, last4?: string): string =>
  `${String(100 + (work.bank.random(2).readUInt16BE() % 550))}${String(10 + (work.bank.random(1).readUInt8() % 89))}${last4 ?? String(1000 + (work.bank.random(2).readUInt16BE() % 8999))}`;

/** An email and a phone that nobody has. */
export const newContact = (work: UnitOfWork, name: string): { readonly email: string; readonly phone: string } => ({
  email: `${name}-${work.bank.random(5).toString("hex")}@example.com`,
  phone: `555555${digits(work, 4)}`,
});

export async function register(work: UnitOfWork, brand: BrandFacts, name: string): Promise<Person> {
  const { email, phone } = newContact(work, name);
  const userUuid = await createUser(work, brand, { email, password: PASSWORD, cost: COST.persona });
  await setPhone(work, userUuid, phone);
  await confirmEmail(work, userUuid);
  await createDepositor(work, brand, userUuid);
  await recordConsents(work, brand, userUuid, null);
  return { work, brand, userUuid, email, phone };
}

const BASIC = { first_name: "Dana", last_name: "Whitfield", date_of_birth: "1988-04-12" };
export const ADDRESS = { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107", mailing_same: true };
export const EMPLOYER = { employment_status: "employed", occupation: "Nurse", employer: "Mercy Hospital", income_source: "salary" };

/** Submits the pages of registration before a step, and sets that step. */
export async function submitPagesBefore(
  person: Person,
  step: "basic" | "address" | "employer" | "confirmed",
  names: { readonly ssn?: string; readonly last_name?: string } = {},
): Promise<void> {
  const { work, brand, userUuid } = person;
  const basic = { ...BASIC, ...(names.last_name === undefined ? {} : { last_name: names.last_name }), ssn: names.ssn ?? makeSsn(work) };
  const parts = {
    basic: {},
    address: { basic },
    employer: { basic, address: ADDRESS },
    confirmed: { basic, address: ADDRESS, employer: EMPLOYER },
  }[step];
  await patchDepositor(work, brand, userUuid, { ...parts, registration_last_step: step });
}

/** Confirms the details, which runs the identity check. */
export async function identify(person: Person, names: { readonly ssn?: string; readonly last_name?: string } = {}): Promise<void> {
  await submitPagesBefore(person, "confirmed", names);
  await patchDepositor(person.work, person.brand, person.userUuid, {
    confirm: { w9_certified: true, subject_to_withholding: false, details_correct: true },
    registration_last_step: "bank",
  });
}

/** Lets a persona link through the provider even where the institution's link mode does not allow it. */
const unrestricted = (brand: BrandFacts): BrandFacts => ({ ...brand, link_restriction: "UNRESTRICTED" });

export async function link(person: Person): Promise<void> {
  const { work, userUuid } = person;
  const brand = unrestricted(person.brand);
  const { accessToken } = await fastlinkConfig(work, brand, await depositorOf(work, userUuid));
  const site = await finishProviderSession(work, accessToken, "Good");
  await linkFromProvider(work, brand, userUuid, site.requestId, String(site.providerAccountId));
}

export async function acceptDisclosures(person: Person, amount: string): Promise<void> {
  const { work, brand, userUuid } = person;
  await saveInitialAmount(work, userUuid, amount);
  const { uuid } = await depositorOf(work, userUuid);
  for (const disclosure of await activeDisclosures(work, brand, uuid)) await attest(work, brand, uuid, disclosure.uuid, disclosure.hash);
  await patchDepositor(work, brand, userUuid, { registration_last_step: "disclosures" });
}

export async function fundNow(person: Person): Promise<void> {
  const { work, brand, userUuid } = person;
  await processRequest(work, await fund(work, brand, userUuid));
}

/** Registers up to a pending first deposit, and signs in once more, which completes the registration. `identified` overrides the identity check. */
export async function openFunded(person: Person, amount: string, identified = identify): Promise<void> {
  await identified(person);
  await link(person);
  await acceptDisclosures(person, amount);
  await fundNow(person);
  await completeFundedRegistration(person.work, person.userUuid);
}

/** The bank voids the first deposit before it is sent, so that the balance stays zero. */
export async function voidFirstDeposit({ work, userUuid }: Person): Promise<void> {
  const { entity_uuid } = await depositorOf(work, userUuid);
  const { uuid } = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select("transfers.uuid")
    .where("accounts.entity_uuid", "=", entity_uuid)
    .executeTakeFirstOrThrow();
  await endUnsentTransfer(work, uuid, "Voided");
}

/** Signs in with a one-time code, performs an act that another code permits, and logs out. */
async function inSession(
  person: Person,
  act: (session: { readonly uuid: string; readonly userUuid: string }) => Promise<unknown>,
): Promise<void> {
  const { work, userUuid } = person;
  const { session_id: uuid } = await openSession(work, userUuid, true, null);
  await recordStepUp(work, uuid);
  await act({ uuid, userUuid });
  await closeSession(work, uuid);
}

export async function deposit(person: Person, amount: string): Promise<void> {
  const linked_account_id = await firstLink(person);
  await inSession(person, (session) => acceptDeposit(person.work, session, { amount, linked_account_id, authorized: true }));
}

export async function withdraw(person: Person, amount: string): Promise<void> {
  const linked_account_id = await firstLink(person);
  await inSession(person, (session) => acceptWithdrawal(person.work, session, { amount, linked_account_id }));
}

/** An event outside of the depositor's control, as the page of the sandbox simulates it. */
export async function simulate(person: Person, what: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
  await runSimulation(person.work, what, { email: person.email, ...more });
}

/** The first linked account, which is the usable one if there is one. */
async function firstLink(person: Person): Promise<string> {
  const [link] = await linksOf(person.work, (await depositorOf(person.work, person.userUuid)).entity_uuid);
  if (!link) throw new Error("This person has no linked account.");
  return link.uuid;
}
