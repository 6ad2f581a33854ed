/** Exports the depositors: their identity, registration progress and profile. */
import type { Selectable } from "kysely";
import type { DepositorRow } from "./database/user-tables.js";
import { allAttested } from "./disclosures.js";
import { lockEntity } from "./entities.js";
import { hasVerifiedLink } from "./links.js";
import type { BrandFacts } from "./options.js";
import type { RegistrationFacts } from "./registration-steps.js";
import { underReview } from "./returns.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

/** A depositor as read in this transaction; read it again after a function that changes it. */
export type Depositor = Selectable<DepositorRow>;

/** Creates the primary holder of a new entity, with no registration yet, and returns the depositor's uuid. */
export async function createDepositor(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<string> {
  const entity = newUuid(work.bank);
  const uuid = newUuid(work.bank);
  await work.db.insertInto("entities").values({ uuid: entity, brand: brand.slug, created_at: work.at }).execute();
  await work.db
    .insertInto("depositors")
    .values({ uuid, user_uuid: userUuid, entity_uuid: entity, is_primary: true, created_at: work.at })
    .execute();
  return uuid;
}

/** The depositor of a user, without a lock (`lockDepositor` before a write). Throws where the user has none. */
export function depositorOf(work: UnitOfWork, userUuid: string): Promise<Depositor> {
  return work.db.selectFrom("depositors").selectAll().where("user_uuid", "=", userUuid).executeTakeFirstOrThrow();
}

/**
 * Reads the depositor and locks their entity and row until the transaction ends, so that two writes for one depositor,
 * or of two holders of one account, cannot interleave.
 */
export async function lockDepositor(work: UnitOfWork, userUuid: string): Promise<Depositor> {
  await lockEntity(work, (await depositorOf(work, userUuid)).entity_uuid);
  return work.db.selectFrom("depositors").selectAll().where("user_uuid", "=", userUuid).forUpdate().executeTakeFirstOrThrow();
}

async function hasFunded(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select("transfers.uuid")
    .where("accounts.entity_uuid", "=", entityUuid)
    .where("transfers.direction", "=", "in")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The saved amount of the first deposit in cents; null before it is saved. */
export async function initialAmountOf(work: UnitOfWork, entityUuid: string): Promise<number | null> {
  const row = await work.db.selectFrom("entities").select("initial_amount_cents").where("uuid", "=", entityUuid).executeTakeFirstOrThrow();
  return row.initial_amount_cents;
}

export async function registrationFactsOf(work: UnitOfWork, brand: BrandFacts, depositor: Depositor): Promise<RegistrationFacts> {
  return {
    depositor,
    linked: await hasVerifiedLink(work, depositor.entity_uuid),
    attested: await allAttested(work, brand, depositor.uuid),
    amountSaved: (await initialAmountOf(work, depositor.entity_uuid)) !== null,
    funded: await hasFunded(work, depositor.entity_uuid),
  };
}

async function extendedStatusOf(work: UnitOfWork, depositor: Depositor): Promise<string> {
  if (depositor.extended_status !== null) return depositor.extended_status;
  if (["IN_REVIEW", "FLAGGED"].includes(depositor.registration_status ?? "")) return "REVIEW";
  if (await underReview(work, depositor.entity_uuid)) return "REVIEW";
  if (await hasFunded(work, depositor.entity_uuid)) return "FUNDED";
  return (await hasVerifiedLink(work, depositor.entity_uuid)) ? "LINKED" : "UNLINKED";
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

export const firstNameOf = (depositor: Depositor): string | null => text(depositor.basic?.first_name);

/** The registration's progress as the API returns it. `extended_status` follows from links and deposits unless the bank has set one. */
export async function progressOf(work: UnitOfWork, depositor: Depositor) {
  return {
    depositor_id: depositor.uuid,
    first_name: firstNameOf(depositor),
    registration_status: depositor.registration_status,
    registration_last_step: depositor.registration_last_step,
    extended_status: await extendedStatusOf(work, depositor),
    is_primary: depositor.is_primary,
  };
}

/** As `progressOf`, of the depositor of a user. */
export async function progressOfUser(work: UnitOfWork, userUuid: string) {
  return progressOf(work, await depositorOf(work, userUuid));
}

/** Records the last step of the registration; does not check that it may follow (`requireStep` does). */
export async function setStep(work: UnitOfWork, depositorUuid: string, step: string): Promise<void> {
  await work.db.updateTable("depositors").set({ registration_last_step: step }).where("uuid", "=", depositorUuid).execute();
}

/** The first sign-in after funding completes the registration. */
export async function completeFundedRegistration(work: UnitOfWork, userUuid: string): Promise<void> {
  await work.db
    .updateTable("depositors")
    .set({ registration_last_step: "completed" })
    .where("user_uuid", "=", userUuid)
    .where("registration_last_step", "=", "funded")
    .execute();
}

const BASIC = ["first_name", "middle_name", "last_name", "suffix", "date_of_birth"] as const;
const ADDRESS = ["street", "street2", "city", "state", "zip", "mailing_street", "mailing_city", "mailing_state", "mailing_zip"] as const;
const EMPLOYER = ["employment_status", "occupation", "employer", "income_source"] as const;

/** The depositor's answers so far, with only the last four digits of the SSN. */
export async function profileOf(work: UnitOfWork, depositor: Depositor) {
  const user = await work.db
    .selectFrom("users")
    .select(["email", "phone"])
    .where("uuid", "=", depositor.user_uuid)
    .executeTakeFirstOrThrow();
  const pick = (part: Record<string, unknown> | null, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, text(part?.[name])]));
  const parts = [depositor.basic, depositor.address, depositor.employer, depositor.confirmation];
  const custom = Object.assign({}, ...parts.map((part) => part?.custom_fields ?? {})) as Record<string, unknown>;
  const mailing = depositor.address?.mailing_same;
  return {
    ...pick(depositor.basic, BASIC),
    ...pick(depositor.address, ADDRESS),
    ...pick(depositor.employer, EMPLOYER),
    mailing_same: typeof mailing === "boolean" ? mailing : null,
    ssn_last4: depositor.ssn_last4,
    email: user.email,
    phone: user.phone,
    custom_fields: Object.keys(custom).length > 0 ? custom : null,
  };
}
