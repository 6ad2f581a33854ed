/**
 * Exports the steps of a persona's life, made with the bank's own functions, so that the data is what a registration
 * would leave.
 */

import { openAccount } from "../accounts.js";
import { startTransfer } from "../ach.js";
import { createDepositor, depositorOf, setStep } from "../depositors.js";
import { activeDisclosures, attest, recordConsents } from "../disclosures.js";
import { fund, saveInitialAmount } from "../funding.js";
import { fastlinkConfig, finishProviderSession, linkFromProvider } from "../link-provider.js";
import { linksOf } from "../links.js";
import type { BrandFacts } from "../options.js";
import { COST } from "../passwords.js";
import { decideIdentity, patchDepositor } from "../registration.js";
import { processRequest } from "../requests.js";
import { newUuid, type UnitOfWork } from "../unit-of-work.js";
import { confirmEmail, createUser, setPhone } from "../users.js";

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

/** Registers up to an empty account. */
export async function openEmpty(person: Person): Promise<void> {
  await identify(person);
  await link(person);
  const { uuid, entity_uuid } = await depositorOf(person.work, person.userUuid);
  await openAccount(person.work, person.brand, entity_uuid);
  await setStep(person.work, uuid, "completed");
}

/**
 * Registers up to a pending first deposit and completes the registration. `identified` overrides the identity check.
 */
export async function openFunded(person: Person, amount: string, identified = identify): Promise<void> {
  await identified(person);
  await link(person);
  await acceptDisclosures(person, amount);
  await fundNow(person);
  await setStep(person.work, (await depositorOf(person.work, person.userUuid)).uuid, "completed");
}

/** Starts a later transfer, at the instant of `work`. */
export async function startTransferFor(person: Person, work: UnitOfWork, kind: "deposit" | "withdrawal", cents: number): Promise<void> {
  const { entity_uuid } = await depositorOf(work, person.userUuid);
  const account = await openAccount(work, person.brand, entity_uuid);
  const source = await work.db
    .selectFrom("linked_accounts")
    .select(["uuid", "number_last4"])
    .where("entity_uuid", "=", entity_uuid)
    .where("status", "=", "ACTIVE")
    .executeTakeFirstOrThrow();
  const preposition = kind === "deposit" ? "Deposit from" : "Withdrawal to";
  await startTransfer(work, {
    accountUuid: account.uuid,
    linkUuid: source.uuid,
    kind,
    cents,
    description: `${preposition} account ending ${source.number_last4}`,
    requestId: newUuid(work.bank),
  });
}

/** Sets the result of a manual identity review. */
export async function decideIdentityOf(person: Person, status: string): Promise<void> {
  await decideIdentity(person.work, await depositorOf(person.work, person.userUuid), status);
}

/** The first linked account, which is the usable one if there is one. */
export async function firstLink(person: Person): Promise<string> {
  const [link] = await linksOf(person.work, (await depositorOf(person.work, person.userUuid)).entity_uuid);
  if (!link) throw new Error("This person has no linked account.");
  return link.uuid;
}
