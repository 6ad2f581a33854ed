/** Exports the first deposit: its amount, its preview and the request that starts its transfer. */

import { instantOf } from "../calendar/banking-days.js";
import { isReadOnly } from "./account-access.js";
import { ApiError, invalid } from "./api-error.js";
import { type Depositor, depositorOf, initialAmountOf, lockDepositor, registrationFactsOf } from "./depositors.js";
import { type RouteRequest, sessionOf } from "./http/route.js";
import { PASSED_STATUSES } from "./identity-check.js";
import { type LinkedAccount, linksOf, linkWire, verifiedLink } from "./links.js";
import { centsOf, decimalOf } from "./money.js";
import type { BrandFacts } from "./options.js";
import { acceptRequest, openRequestId, pendingRequest } from "./requests.js";
import { requireNoReview, retrySource } from "./returns.js";
import { CUT_OFF, transferDates } from "./transfer-dates.js";
import type { UnitOfWork } from "./unit-of-work.js";

const MIN_CENTS = 100;
const MAX_CENTS = 10_000_000;
/** The statuses of a transfer whose money did not stay. */
const NOT_MADE = ["Returned", "Cancelled", "Voided"] as const;

/** The saved amount, and the id of its pending or rejected request. */
export async function initialFunding(work: UnitOfWork, entityUuid: string) {
  const cents = await initialAmountOf(work, entityUuid);
  return { initial_amount: cents === null ? null : decimalOf(cents), request_id: await openRequestId(work, entityUuid) };
}

/**
 * Saves the amount of the first deposit, $1.00 to $100,000.00, and returns it as a decimal. Throws `ApiError`: 422 for another
 * amount, 403 where the depositor can only read, 409 once the deposit is requested.
 */
export async function saveInitialAmount(work: UnitOfWork, userUuid: string, decimal: string): Promise<string> {
  const depositor = await lockDepositor(work, userUuid);
  if (isReadOnly(depositor)) throw new ApiError(403, "forbidden", "You can't fund this account right now.");
  const cents = centsOf(decimal);
  if (cents === null || cents < MIN_CENTS || cents > MAX_CENTS)
    throw invalid({ initial_amount: ["Enter an amount from $1.00 to $100,000.00."] });
  if (await isAlreadyFunded(work, depositor.entity_uuid))
    throw new ApiError(409, "already_funded", "We're processing your first deposit, so you can't change the amount.");
  await work.db.updateTable("entities").set({ initial_amount_cents: cents }).where("uuid", "=", depositor.entity_uuid).execute();
  return decimalOf(cents);
}

/** The dates of a first deposit that is requested now, and the account that it would come from; null without one. */
export async function fundingPreview(work: UnitOfWork, depositor: Depositor) {
  const dates = transferDates(work.at);
  const links = await linksOf(work, depositor.entity_uuid);
  const source =
    (await verifiedLink(work, depositor.entity_uuid)) ?? retrySource(links) ?? links.find((link) => link.status === "VERIFICATION_PENDING");
  return {
    debit_date: dates.settles,
    available_date: dates.holdEnds,
    source: source ? linkWire(source) : null,
    cutoff: instantOf(dates.submitted, CUT_OFF).toISOString(),
  };
}

/** A pending request, or any transfer that was not returned, prevents a second first deposit. */
async function isAlreadyFunded(work: UnitOfWork, entityUuid: string): Promise<boolean> {
  if (await pendingRequest(work, entityUuid)) return true;
  const row = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select("transfers.uuid")
    .where("accounts.entity_uuid", "=", entityUuid)
    .where("transfers.status", "not in", NOT_MADE)
    .executeTakeFirst();
  return row !== undefined;
}

/** The source of the first deposit: the verified account, or the returned one if a retry is allowed. */
async function sourceOf(work: UnitOfWork, entityUuid: string): Promise<LinkedAccount | null> {
  const verified = await verifiedLink(work, entityUuid);
  if (verified) return verified;
  const links = await linksOf(work, entityUuid);
  if (links[0]?.retries_left === 0)
    throw new ApiError(403, "no_retries", "Your bank returned too many transfers from this account. Link another account.");
  return retrySource(links);
}

/**
 * The data besides its body that a request to fund depends on: the amount, which an earlier call saved, and the
 * transfers that came back. A key that was used before a return does not repeat the answer of that time.
 */
export async function fundingContext({ work, session }: RouteRequest): Promise<unknown> {
  const depositor = await depositorOf(work, sessionOf({ session }).userUuid);
  const returned = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select("transfers.uuid")
    .where("accounts.entity_uuid", "=", depositor.entity_uuid)
    .where("transfers.status", "in", NOT_MADE)
    .execute();
  return [await initialAmountOf(work, depositor.entity_uuid), returned.length];
}

/** Accepts the first deposit and returns its request's id. One depositor makes one first deposit. */
export async function fund(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<string> {
  const depositor = await lockDepositor(work, userUuid);
  const cents = await initialAmountOf(work, depositor.entity_uuid);
  if (!PASSED_STATUSES.has(depositor.registration_status ?? ""))
    throw new ApiError(403, "not_allowed", "You can fund your account after we verify your identity.");
  if (depositor.extended_status === "HOLD")
    throw new ApiError(403, "not_allowed", "Your account is on hold. You can fund it after the hold is lifted.");
  await requireNoReview(work, depositor.entity_uuid);
  if (await isAlreadyFunded(work, depositor.entity_uuid))
    throw new ApiError(409, "already_funded", "Your first deposit is already on its way.");
  const facts = await registrationFactsOf(work, brand, depositor);
  const source = await sourceOf(work, depositor.entity_uuid);
  if (!source)
    throw new ApiError(422, "no_source", "You need to link a bank account first.", {
      errors: { source: ["Link a bank account first."] },
    });
  if (!facts.attested)
    throw new ApiError(422, "not_attested", "Read and accept the disclosures first.", {
      errors: { disclosures: ["Read and accept the disclosures first."] },
    });
  if (cents === null)
    throw new ApiError(422, "no_amount", "Enter a deposit amount first.", {
      errors: { initial_amount: ["Enter a deposit amount first."] },
    });
  return acceptRequest(work, depositor, source, cents);
}
