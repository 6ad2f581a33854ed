/** Exports manual links, verified by the amounts of two microdeposits. */

import { addDays, dayOf, instantOf } from "../calendar/banking-days.js";
import { addAlert } from "./alerts.js";
import { ApiError, invalid, notFound } from "./api-error.js";
import { readData } from "./data.js";
import { lockDepositor, setStep } from "./depositors.js";
import { cancelJobs, enqueue } from "./jobs.js";
import { internalAccount, transfer } from "./ledger.js";
import {
  archiveReplacedLinks,
  createLink,
  EXPIRY_DAYS,
  type LinkedAccount,
  linksOf,
  requireLinkAllowed,
  requireLinking,
  requireSameInstitution,
} from "./links.js";
import type { BrandFacts } from "./options.js";
import { requireNoReview } from "./returns.js";
import { transferDates } from "./transfer-dates.js";
import { hmacOf, type UnitOfWork } from "./unit-of-work.js";

const MAX_ATTEMPTS = 3;
const MAX_REISSUES = 1;
const ARRIVAL_TIME = "08:30";

const magicValues = readData<{
  readonly accounts: { readonly microdeposits_lost: string };
  readonly microdeposits: { readonly right: readonly number[]; readonly locks: readonly number[] };
}>("magic-values");
const SENT_CENTS = magicValues.microdeposits.right.reduce((sum, cents) => sum + cents, 0);

/**
 * Whether a routing number is valid: nine digits with the ABA check digit (weights 3-7-1) and a Federal Reserve
 * district.
 */
function isRoutingNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false;
  const district = Number(digits.slice(0, 2));
  if (!((district >= 1 && district <= 12) || (district >= 21 && district <= 32))) return false;
  return [...digits].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 === 0;
}

/** The body of a manual link (`schemas/api`), with the full numbers of the account. */
export interface ManualLinkRequest {
  readonly nickname?: string | null;
  readonly holder_name: string;
  readonly account_type: string;
  readonly routing_number: string;
  readonly account_number: string;
}

/** Sends the two deposits with the next ACH file; they arrive on the settlement day and can be verified for 14 days. */
async function sendMicrodeposits(work: UnitOfWork, link: LinkedAccount): Promise<void> {
  const { settles } = transferDates(work.at);
  // The app shows the date in UTC, which ends before the bank's own day, so that the shown day is valid to its end.
  const lastDay = addDays(settles, EXPIRY_DAYS);
  const expires = new Date(`${lastDay}T23:59:59Z`);
  await work.db
    .updateTable("linked_accounts")
    .set({ status: "VERIFICATION_PENDING", attempts_left: MAX_ATTEMPTS, arrived_at: null, expires_at: expires })
    .where("uuid", "=", link.uuid)
    .execute();
  if (link.number_last4 !== magicValues.accounts.microdeposits_lost)
    await enqueue(work, "microdeposits-arrive", instantOf(settles, ARRIVAL_TIME), link.uuid);
  await enqueue(work, "microdeposits-expire", instantOf(lastDay, "23:59:59"), link.uuid);
}

/** The link of the same account that was never verified, also one that has been removed since; undefined without one. */
async function unverifiedLink(work: UnitOfWork, entityUuid: string, request: ManualLinkRequest): Promise<LinkedAccount | undefined> {
  const hmac = hmacOf(work.bank, "account", request.routing_number, request.account_number);
  return (await linksOf(work, entityUuid)).find(
    (link) => link.number_hmac === hmac && link.link_type === "MANUAL" && link.verified_at === null,
  );
}

/** Linking the same account again gives no new attempts after too many wrong amounts, nor does removing it before. */
function requireAttemptsLeft({ status, attempts_left, reissues_left }: LinkedAccount): void {
  if (attempts_left !== 0) return;
  const mayReissue = status === "LOCKED" && (reissues_left ?? 0) > 0;
  throw invalid({
    account_number: [
      `Too many incorrect amounts. ${mayReissue ? "Request new deposits, or link another account." : "Link another account."}`,
    ],
  });
}

/**
 * The attempts and reissues of a new link. Where a link of the same account was removed before it expired, those that it has
 * left: removing a link gives no new ones.
 */
const allowanceOf = (link: LinkedAccount | undefined, at: Date): Pick<LinkedAccount, "attempts_left" | "reissues_left"> =>
  link?.status === "ARCHIVED" && link.expires_at !== null && link.expires_at > at
    ? link
    : { attempts_left: MAX_ATTEMPTS, reissues_left: MAX_REISSUES };

/**
 * Links an account by two microdeposits, which it sends; returns the present link of the same account. Throws `ApiError`: 403
 * where the brand or a review allows no link, 422 for a wrong routing number or after too many wrong amounts.
 */
export async function linkManually(
  work: UnitOfWork,
  brand: BrandFacts,
  userUuid: string,
  request: ManualLinkRequest,
): Promise<LinkedAccount> {
  const depositor = await lockDepositor(work, userUuid);
  requireLinkAllowed(brand, depositor, "MANUAL");
  await requireNoReview(work, depositor.entity_uuid);
  if (!isRoutingNumber(request.routing_number)) throw invalid({ routing_number: ["That routing number isn't valid. Check the 9 digits."] });
  requireSameInstitution(brand, request.routing_number, "routing_number");
  const before = await unverifiedLink(work, depositor.entity_uuid, request);
  if (before) requireAttemptsLeft(before);
  const { row, created } = await createLink(work, {
    entityUuid: depositor.entity_uuid,
    kind: "MANUAL",
    status: "VERIFICATION_PENDING",
    nickname: request.nickname ?? null,
    holderName: request.holder_name,
    accountType: request.account_type,
    routingNumber: request.routing_number,
    accountNumber: request.account_number,
    last4: request.account_number.slice(-4),
  });
  if (!created) return row;
  await sendMicrodeposits(work, row);
  const { attempts_left, reissues_left } = allowanceOf(before, work.at);
  await work.db.updateTable("linked_accounts").set({ attempts_left, reissues_left }).where("uuid", "=", row.uuid).execute();
  return findLink(work, depositor.entity_uuid, row.uuid);
}

async function findLink(work: UnitOfWork, entityUuid: string, uuid: string): Promise<LinkedAccount> {
  const row = await work.db
    .selectFrom("linked_accounts")
    .selectAll()
    .where("uuid", "=", uuid)
    .where("entity_uuid", "=", entityUuid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("This bank account");
  return row;
}

/** The deposits have arrived at the receiving bank; posts them to the ledger. */
export async function settleMicrodeposits(work: UnitOfWork, linkUuid: string): Promise<void> {
  const link = await work.db.selectFrom("linked_accounts").selectAll().where("uuid", "=", linkUuid).forUpdate().executeTakeFirst();
  if (link?.status !== "VERIFICATION_PENDING" || link.arrived_at) return;
  await work.db.updateTable("linked_accounts").set({ arrived_at: work.at }).where("uuid", "=", linkUuid).execute();
  await transfer(work, await internalAccount(work, "house:verification"), await internalAccount(work, "house:ach"), SENT_CENTS, {
    kind: "verification",
    effectiveOn: dayOf(work.at),
  });
}

/** Ends the verification of a link whose amounts were not entered in time. */
export async function expireMicrodeposits(work: UnitOfWork, linkUuid: string): Promise<void> {
  await work.db
    .updateTable("linked_accounts")
    .set({ status: "FAILED" })
    .where("uuid", "=", linkUuid)
    .where("status", "=", "VERIFICATION_PENDING")
    .execute();
}

const isSamePair = (actual: readonly number[], expected: readonly number[]): boolean =>
  JSON.stringify([...actual].sort((a, b) => a - b)) === JSON.stringify([...expected].sort((a, b) => a - b));

/** Verifies the two amounts, in either order; the third wrong pair locks the link. Throws 403 where linking is refused. */
export async function verifyMicrodeposits(
  work: UnitOfWork,
  userUuid: string,
  amounts: readonly number[],
  linkUuid: string | null,
): Promise<LinkedAccount> {
  const depositor = await lockDepositor(work, userUuid);
  requireLinking(depositor);
  const manual = (await linksOf(work, depositor.entity_uuid)).filter((link) => link.link_type === "MANUAL" && link.status !== "ARCHIVED");
  // A repeated verification, after a lost response, refers to the link that it verified.
  const uuid = linkUuid ?? (manual.find((link) => link.verified_at === null) ?? manual.find((link) => link.status === "ACTIVE"))?.uuid;
  if (uuid === undefined) throw notFound("A bank account to verify");
  const link = await findLink(work, depositor.entity_uuid, uuid);
  if (link.status === "ACTIVE") return link;
  if (link.status === "LOCKED")
    throw new ApiError(403, "locked", "You have no tries left for this account.", { data: { attempts_left: 0 } });
  if (link.status !== "VERIFICATION_PENDING")
    throw new ApiError(
      422,
      "expired",
      `The time to enter the amounts has run out. ${(link.reissues_left ?? 0) > 0 ? "Request new deposits, or link another account." : "Link another account."}`,
    );
  if (!link.arrived_at)
    throw new ApiError(422, "not_arrived", "The deposits haven't arrived yet. They take 1 to 3 business days.", {
      data: { attempts_left: link.attempts_left },
    });
  if (isSamePair(amounts, magicValues.microdeposits.right)) {
    const verified = await work.db
      .updateTable("linked_accounts")
      .set({ status: "ACTIVE", verified_at: work.at, expires_at: null })
      .where("uuid", "=", uuid)
      .returningAll()
      .executeTakeFirstOrThrow();
    await cancelJobs(work, ["microdeposits-arrive", "microdeposits-expire"], uuid);
    await archiveReplacedLinks(work, verified);
    if (depositor.registration_last_step === "bank") await setStep(work, depositor.uuid, "verified");
    return verified;
  }
  const left = isSamePair(amounts, magicValues.microdeposits.locks) ? 0 : Math.max(0, (link.attempts_left ?? 0) - 1);
  await work.db
    .updateTable("linked_accounts")
    .set({ attempts_left: left, ...(left === 0 ? { status: "LOCKED" } : {}) })
    .where("uuid", "=", uuid)
    .execute();
  if (left === 0)
    await addAlert(
      work,
      depositor.uuid,
      "We've locked your linked account",
      `You've entered the wrong amounts too many times. You can ${(link.reissues_left ?? 0) > 0 ? "request new deposits one time or " : ""}link another account.`,
    );
  const message = "Those amounts don't match what we sent.";
  throw new ApiError(422, "wrong_amounts", message, { errors: { amounts: [message] }, data: { attempts_left: left }, commit: true });
}

/** Sends new deposits, once, after the earlier ones were locked, lost or expired. Throws 403 where linking is refused. */
export async function reissueMicrodeposits(work: UnitOfWork, userUuid: string, linkUuid: string): Promise<LinkedAccount> {
  const depositor = await lockDepositor(work, userUuid);
  requireLinking(depositor);
  const link = await findLink(work, depositor.entity_uuid, linkUuid);
  if (link.link_type !== "MANUAL" || link.verified_at !== null || link.status === "ARCHIVED")
    throw new ApiError(409, "conflict", "There's nothing to verify for this account.");
  if ((link.reissues_left ?? 0) <= 0) throw new ApiError(403, "no_reissue", "We already sent new deposits once. Link another account.");
  await cancelJobs(work, ["microdeposits-arrive", "microdeposits-expire"], link.uuid);
  await work.db
    .updateTable("linked_accounts")
    .set({ reissues_left: (link.reissues_left ?? 0) - 1 })
    .where("uuid", "=", link.uuid)
    .execute();
  await sendMicrodeposits(work, link);
  return findLink(work, depositor.entity_uuid, link.uuid);
}
