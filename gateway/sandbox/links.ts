/** Exports the linked bank accounts: their data, and which kind of link an institution allows. */
import type { Selectable } from "kysely";
import { addBankingDays, addDays } from "../calendar/banking-days.js";
import { type AccessFacts, requireChanges } from "./account-access.js";
import { ApiError } from "./api-error.js";
import type { LinkedAccountRow } from "./database/tables.js";
import { LINKABLE_STATUSES } from "./identity-check.js";
import { institutionOf } from "./institutions.js";
import type { BrandFacts } from "./options.js";
import { keepsAuthorizations, requireUsable } from "./returns.js";
import { hmacOf, newUuid, type UnitOfWork } from "./unit-of-work.js";

/** A linked account at another bank as stored. */
export type LinkedAccount = Selectable<LinkedAccountRow>;
/** `FASTLINK` through the provider, `MANUAL` by two microdeposits. */
export type LinkKind = "FASTLINK" | "MANUAL";

/** How many days after settlement the two deposits of a manual link can be verified. */
export const EXPIRY_DAYS = 14;
/** The receiving bank may take three banking days to post a deposit; the first one is the settlement day. */
const DAYS_AFTER_SETTLING = 2;

/** The day by which two pending deposits arrive. */
function expectedBy({ status, expires_at }: LinkedAccount): string | null {
  if (status !== "VERIFICATION_PENDING" || expires_at === null) return null;
  const settles = addDays(expires_at.toISOString().slice(0, 10), -EXPIRY_DAYS);
  return addBankingDays(settles, DAYS_AFTER_SETTLING);
}

/** A linked account as the REST interface shows it: never with its full number. */
export const linkWire = (row: LinkedAccount) => ({
  uuid: row.uuid,
  status: row.status,
  link_type: row.link_type,
  nickname: row.nickname,
  institution: row.institution,
  account_type: row.account_type,
  number_last4: row.number_last4,
  attempts_left: row.attempts_left,
  expires_at: row.expires_at?.toISOString() ?? null,
  expected_by: expectedBy(row),
  retries_left: row.retries_left,
  reissues_left: row.reissues_left,
  relink_required: row.relink_required,
});

/** In the server's order: usable before archived links, the newest first. */
export function linksOf(work: UnitOfWork, entityUuid: string): Promise<LinkedAccount[]> {
  return work.db
    .selectFrom("linked_accounts")
    .selectAll()
    .where("entity_uuid", "=", entityUuid)
    .orderBy((order) => order.case().when("status", "=", "ARCHIVED").then(1).else(0).end())
    .orderBy("position", "desc")
    .execute();
}

/** The first linked account that transfers can use; null without one. */
export async function verifiedLink(work: UnitOfWork, entityUuid: string): Promise<LinkedAccount | null> {
  return (await linksOf(work, entityUuid)).find((link) => link.status === "ACTIVE" && !link.relink_required) ?? null;
}

export async function hasVerifiedLink(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  return (await verifiedLink(work, entityUuid)) !== null;
}

/** Whether the depositor must relink an account; sets the session's flag. */
export async function needsRelink(work: UnitOfWork, userUuid: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("linked_accounts")
    .innerJoin("depositors", "depositors.entity_uuid", "linked_accounts.entity_uuid")
    .select("linked_accounts.uuid")
    .where("depositors.user_uuid", "=", userUuid)
    .where("linked_accounts.relink_required", "=", true)
    .executeTakeFirst();
  return row !== undefined;
}

const KINDS_OF_MODE: Readonly<Record<string, { readonly kinds: readonly LinkKind[]; readonly sameInstitution: boolean }>> = {
  FASTLINK_ONLY: { kinds: ["FASTLINK"], sameInstitution: false },
  MANUAL_ONLY: { kinds: ["MANUAL"], sameInstitution: false },
  FASTLINK_SAME_FI_ONLY: { kinds: ["FASTLINK"], sameInstitution: true },
  MANUAL_SAME_FI_ONLY: { kinds: ["MANUAL"], sameInstitution: true },
  UNRESTRICTED: { kinds: ["FASTLINK", "MANUAL"], sameInstitution: false },
  BOTH_SAME_FI_ONLY: { kinds: ["FASTLINK", "MANUAL"], sameInstitution: true },
};

/** The values that `link_restriction` of a brand may have. */
export const LINK_MODES = Object.keys(KINDS_OF_MODE);

/** The message of a refused change of linked accounts. */
export const NO_LINK_CHANGES = "You can't change linked accounts right now.";

/** Throws 403 `not_allowed` unless the depositor's status allows linking, and the verification of a link. */
export function requireLinking(depositor: AccessFacts): void {
  requireChanges(depositor, NO_LINK_CHANGES);
  if (!LINKABLE_STATUSES.has(depositor.registration_status ?? ""))
    throw new ApiError(403, "not_allowed", "You can link a bank account after we verify your identity.");
}

/** Throws unless the depositor's status and the institution's link mode allow this kind of link. */
export function requireLinkAllowed(brand: BrandFacts, depositor: AccessFacts, kind: LinkKind): void {
  requireLinking(depositor);
  const mode = KINDS_OF_MODE[brand.link_restriction];
  if (!mode?.kinds.includes(kind)) throw new ApiError(403, "link_restricted", "You can't link an account this way. Choose another way.");
}

/** Throws `ApiError` 422 with an error at `field` where the brand allows only its own accounts and the routing number is another's. */
export function requireSameInstitution(brand: BrandFacts, routingNumber: string, field: string): void {
  if (!KINDS_OF_MODE[brand.link_restriction]?.sameInstitution) return;
  if (institutionOf(brand.slug).same_institution_routing_numbers.includes(routingNumber)) return;
  const message = `You can link only an account at ${brand.name}.`;
  throw new ApiError(422, "other_institution", message, { errors: { [field]: [message] } });
}

export interface NewLink {
  readonly entityUuid: string;
  readonly kind: LinkKind;
  readonly status: "VERIFICATION_PENDING" | "ACTIVE";
  readonly nickname?: string | null;
  readonly holderName?: string | null;
  readonly institution?: string | null;
  readonly accountType: string;
  readonly routingNumber: string;
  /**
   * The full number for a manual link, the provider's account id for the other kind; the bank stores only its last four
   * digits and an HMAC.
   */
  readonly accountNumber: string;
  readonly last4: string;
  readonly providerAccountId?: string;
}

/**
 * Creates a link, or returns the usable one for the same account, so that a second submission never creates a second
 * link. The entity must be locked.
 */
export async function createLink(work: UnitOfWork, link: NewLink): Promise<{ row: LinkedAccount; created: boolean }> {
  const hmac = hmacOf(work.bank, "account", link.routingNumber, link.accountNumber);
  const known = await work.db
    .selectFrom("linked_accounts")
    .selectAll()
    .where("entity_uuid", "=", link.entityUuid)
    .where("number_hmac", "=", hmac)
    .where("status", "in", ["VERIFICATION_PENDING", "ACTIVE"])
    .where("relink_required", "=", false)
    .executeTakeFirst();
  if (known) return { row: known, created: false };
  const before = await linksOf(work, link.entityUuid);
  requireUsable(before, { hmac, accountType: link.accountType });
  const counting = before.find((row) => row.number_hmac === hmac && row.retries_left !== null);
  const row = await work.db
    .insertInto("linked_accounts")
    .values({
      uuid: newUuid(work.bank),
      entity_uuid: link.entityUuid,
      status: link.status,
      link_type: link.kind,
      nickname: link.nickname ?? null,
      holder_name: link.holderName ?? null,
      institution: link.institution ?? null,
      account_type: link.accountType,
      routing_number: link.routingNumber,
      number_last4: link.last4,
      number_hmac: hmac,
      provider_account_id: link.providerAccountId ?? null,
      verified_at: link.status === "ACTIVE" ? work.at : null,
      created_at: work.at,
      // A new link to the same account inherits its returns.
      return_code: counting?.return_code ?? null,
      retries_left: counting?.retries_left ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (link.status === "ACTIVE") await archiveReplacedLinks(work, row);
  return { row, created: true };
}

/** Archives the links that a verified link replaces. Scheduled deposits from the same account continue with the new link. */
export async function archiveReplacedLinks(work: UnitOfWork, link: LinkedAccount): Promise<void> {
  const replaced = await work.db
    .updateTable("linked_accounts")
    .set({ status: "ARCHIVED", relink_required: false })
    .where("entity_uuid", "=", link.entity_uuid)
    .where("uuid", "<>", link.uuid)
    .where((where) => where.or([where("relink_required", "=", true), where("status", "in", ["LOCKED", "DEPOSITS_LOCKED", "FAILED"])]))
    .returning(["uuid", "number_hmac", "return_code"])
    .execute();
  const same = replaced.filter(({ number_hmac, return_code }) => number_hmac === link.number_hmac && keepsAuthorizations(return_code));
  if (same.length === 0) return;
  const uuids = same.map(({ uuid }) => uuid);
  const to = { linked_account_uuid: link.uuid };
  await work.db
    .updateTable("transfers")
    .set(to)
    .where("linked_account_uuid", "in", uuids)
    .where("scheduled", "=", true)
    .where("status", "=", "Initiated")
    .execute();
  await work.db.updateTable("schedules").set(to).where("linked_account_uuid", "in", uuids).where("stopped_at", "is", null).execute();
}

/** The receiving bank no longer allows transfers. */
export function lockLink(work: UnitOfWork, linkUuid: string): Promise<LinkedAccount> {
  return work.db
    .updateTable("linked_accounts")
    .set({ status: "LOCKED" })
    .where("uuid", "=", linkUuid)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The receiving bank no longer gives the provider access: the account must be relinked. */
export async function requireRelink(work: UnitOfWork, linkUuid: string): Promise<void> {
  await work.db.updateTable("linked_accounts").set({ relink_required: true }).where("uuid", "=", linkUuid).execute();
}
