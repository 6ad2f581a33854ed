/** The first deposit: its amount, its authorization, and the request that carries it. */
import { CUT_OFF, instantOf, transferDates } from "./calendar.js";
import { type Depositor, initialAmountOf, lockDepositor, standingOf } from "./depositors.js";
import { keepUnder, madeUnder, type Wish } from "./idempotency.js";
import { PASSED } from "./kyc.js";
import { type LinkedAccount, linksOf, linkWire, verifiedLink } from "./links.js";
import { centsOf, decimalOf } from "./money.js";
import type { BrandFacts } from "./options.js";
import { invalid, Refusal } from "./refusal.js";
import { openRequestId, pendingRequest, takeOn } from "./requests.js";
import { requireNoReview, retrySource } from "./returns.js";
import { hashOf, type Work } from "./work.js";

const MIN_CENTS = 100;
const MAX_CENTS = 10_000_000;

/** The amount that was saved, and the request for it whose end is worth asking after. */
export async function initialFunding(work: Work, entityUuid: string) {
  const cents = await initialAmountOf(work, entityUuid);
  return { initial_amount: cents === null ? null : decimalOf(cents), request_id: await openRequestId(work, entityUuid) };
}

export async function saveInitialAmount(work: Work, userUuid: string, decimal: string): Promise<string> {
  const depositor = await lockDepositor(work, userUuid);
  const cents = centsOf(decimal);
  if (cents === null || cents < MIN_CENTS || cents > MAX_CENTS)
    throw invalid({ initial_amount: ["Enter an amount between $1.00 and $100,000.00."] });
  if (await pendingRequest(work, depositor.entity_uuid))
    throw new Refusal(409, "already_funded", "Your first deposit is being made. Its amount can no longer be changed.");
  await work.db.updateTable("entities").set({ initial_amount_cents: cents }).where("uuid", "=", depositor.entity_uuid).execute();
  return decimalOf(cents);
}

export async function fundingPreview(work: Work, depositor: Depositor) {
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

/** What is being made, and every transfer but those that came back, keeps a depositor from funding a second time. */
async function fundedAlready(work: Work, entityUuid: string): Promise<boolean> {
  if (await pendingRequest(work, entityUuid)) return true;
  const row = await work.db
    .selectFrom("transfers")
    .innerJoin("accounts", "accounts.uuid", "transfers.account_uuid")
    .select("transfers.uuid")
    .where("accounts.entity_uuid", "=", entityUuid)
    .where("transfers.status", "not in", ["Returned", "Cancelled", "Voided"])
    .executeTakeFirst();
  return row !== undefined;
}

/** Where the first deposit comes from: the account in use, or the one that it came back from, where it may be asked for again. */
async function sourceOf(work: Work, entityUuid: string): Promise<LinkedAccount | null> {
  const verified = await verifiedLink(work, entityUuid);
  if (verified) return verified;
  const links = await linksOf(work, entityUuid);
  if (links[0]?.retries_left === 0)
    throw new Refusal(403, "no_retries", "Transfers from this account came back too often. Please link another account.");
  return retrySource(links);
}

/** Accepts the first deposit and gives the id of its request. One key, one request; one depositor, one first deposit. */
export async function fund(work: Work, brand: BrandFacts, userUuid: string, key: string | null, body: unknown): Promise<string> {
  if (key === null || key.length > 200)
    throw new Refusal(422, "validation", "An Idempotency-Key of at most 200 characters is needed.", {
      errors: { "Idempotency-Key": ["This is required."] },
    });
  const depositor = await lockDepositor(work, userUuid);
  const cents = await initialAmountOf(work, depositor.entity_uuid);
  // The amount was told by a call of its own: with another amount it is another request.
  const wish: Wish = { userUuid, call: "/fund-my-account", key, bodyHash: hashOf(JSON.stringify([body, cents])) };
  const known = await madeUnder(work, wish);
  if (known !== null) return known;
  if (!PASSED.has(depositor.registration_status ?? "") || depositor.extended_status === "HOLD")
    throw new Refusal(403, "not_allowed", "The account can be funded once your identity has been confirmed.");
  await requireNoReview(work, depositor.entity_uuid);
  if (await fundedAlready(work, depositor.entity_uuid))
    throw new Refusal(409, "already_funded", "Your first deposit is on its way already.");
  const standing = await standingOf(work, brand, depositor);
  const source = await sourceOf(work, depositor.entity_uuid);
  if (!source)
    throw new Refusal(422, "no_source", "There is no verified bank account to fund from.", {
      errors: { source: ["Link a bank account first."] },
    });
  if (!standing.attested)
    throw new Refusal(422, "not_attested", "Please read and accept the disclosures first.", {
      errors: { disclosures: ["Please read and accept the disclosures first."] },
    });
  if (cents === null)
    throw new Refusal(422, "no_amount", "Please say how much to deposit first.", {
      errors: { initial_amount: ["Please say how much to deposit first."] },
    });
  const requestId = await takeOn(work, depositor, source, cents);
  await keepUnder(work, wish, requestId);
  return requestId;
}
