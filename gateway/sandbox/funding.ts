/** The first deposit: its amount, its authorization, and the request that carries it. */
import { openAccount } from "./accounts.js";
import { startTransfer } from "./ach.js";
import { CUT_OFF, instantOf, transferDates } from "./calendar.js";
import { type Depositor, initialAmountOf, lockDepositor, setStep, standingOf } from "./depositors.js";
import { keepUnder, madeUnder, type Wish } from "./idempotency.js";
import { enqueue } from "./jobs.js";
import { PASSED } from "./kyc.js";
import { type LinkedAccount, linksOf, linkWire, verifiedLink } from "./links.js";
import { centsOf, decimalOf } from "./money.js";
import type { BrandFacts } from "./options.js";
import { invalid, notFound, Refusal } from "./refusal.js";
import { requireNoReview, retrySource, unlock } from "./returns.js";
import { hashOf, newUuid, type Work } from "./work.js";

const MIN_CENTS = 100;
const MAX_CENTS = 10_000_000;

export async function saveInitialAmount(work: Work, userUuid: string, decimal: string): Promise<string> {
  const depositor = await lockDepositor(work, userUuid);
  const cents = centsOf(decimal);
  if (cents === null || cents < MIN_CENTS || cents > MAX_CENTS)
    throw invalid({ initial_amount: ["Enter an amount between $1.00 and $100,000.00."] });
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

/** Everything but transfers that came back keeps a depositor from funding a second time. */
async function fundedAlready(work: Work, entityUuid: string): Promise<boolean> {
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
async function sourceOf(work: Work, entityUuid: string): Promise<{ readonly link: LinkedAccount | null; readonly again: boolean }> {
  const verified = await verifiedLink(work, entityUuid);
  if (verified) return { link: verified, again: false };
  const links = await linksOf(work, entityUuid);
  if (links[0]?.retries_left === 0)
    throw new Refusal(403, "no_retries", "Transfers from this account came back too often. Please link another account.");
  return { link: retrySource(links), again: true };
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
  const { link: source, again } = await sourceOf(work, depositor.entity_uuid);
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
  if (again) await unlock(work, source);
  const requestId = newUuid(work.bank);
  const account = await openAccount(work, brand, depositor.entity_uuid);
  const transferUuid = await startTransfer(work, {
    accountUuid: account.uuid,
    linkUuid: source.uuid,
    kind: "initial",
    cents,
    description: `Initial deposit from account ending ${source.number_last4}`,
    requestId,
  });
  await work.db
    .insertInto("requests")
    .values({
      id: requestId,
      depositor_uuid: depositor.uuid,
      kind: "fund",
      status: "PENDING",
      transfer_uuid: transferUuid,
      created_at: work.at,
    })
    .execute();
  await keepUnder(work, wish, requestId);
  await enqueue(work, "request", work.at, requestId);
  return requestId;
}

/** Carries a request out; asking for it afterwards tells how it ended. */
export async function completeRequest(work: Work, requestId: string): Promise<void> {
  const request = await work.db
    .updateTable("requests")
    .set({ status: "COMPLETED" })
    .where("id", "=", requestId)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (request.kind !== "fund") return;
  const depositor = await work.db.selectFrom("depositors").selectAll().where("uuid", "=", request.depositor_uuid).executeTakeFirstOrThrow();
  if (depositor.registration_last_step !== "completed") await setStep(work, depositor.uuid, "funded");
}

const TRANSFER_STATUS: Readonly<Record<string, string>> = { PENDING: "PENDING", COMPLETED: "SUCCESS", FAILED: "FAILED" };

export async function requestStatus(work: Work, depositor: Depositor, id: string) {
  const row = /^[0-9a-f-]{36}$/.test(id)
    ? await work.db.selectFrom("requests").selectAll().where("id", "=", id).where("depositor_uuid", "=", depositor.uuid).executeTakeFirst()
    : undefined;
  if (!row) throw notFound("This request");
  return {
    id: row.id,
    status: row.status,
    message: row.message,
    transfer_status: row.transfer_uuid ? (TRANSFER_STATUS[row.status] ?? null) : null,
  };
}
