/** Exports the cancellation of a registration. */

import { ApiError } from "./api-error.js";
import { type Depositor, depositorOf, initialAmountOf, lockDepositor, registrationFactsOf } from "./depositors.js";
import { LINKABLE_STATUSES } from "./identity-check.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { pendingRequest } from "./requests.js";
import type { UnitOfWork } from "./unit-of-work.js";

/**
 * Cancels a registration. Before the identity check, the bank erases all answers and the registration starts over.
 * After it, the bank keeps the record of the check for five years (31 CFR 1020.220(a)(3)) and its result, so that
 * nobody cancels to be checked again. Either way it archives the links and forgets the first deposit's amount. A
 * transfer in progress cannot be cancelled.
 */
export async function cancelRegistration(work: UnitOfWork, brand: BrandFacts, userUuid: string): Promise<Depositor> {
  const depositor = await lockDepositor(work, userUuid);
  const { funded } = await registrationFactsOf(work, brand, depositor);
  if (funded || depositor.registration_last_step === "completed" || (await pendingRequest(work, depositor.entity_uuid)))
    throw new ApiError(
      409,
      "already_funded",
      "Your first deposit is on its way, so your application can't be canceled online. Message us and we'll help.",
    );
  const checked = depositor.registration_status !== null;
  const erased = {
    basic: null,
    address: null,
    employer: null,
    confirmation: null,
    ssn_hmac: null,
    ssn_last4: null,
    registration_last_step: null,
  };
  const keptStep = { registration_last_step: LINKABLE_STATUSES.has(depositor.registration_status ?? "") ? "bank" : "confirmed" };
  await work.db
    .updateTable("depositors")
    .set(checked ? keptStep : erased)
    .where("uuid", "=", depositor.uuid)
    .execute();
  await work.db
    .updateTable("linked_accounts")
    .set({ status: "ARCHIVED", relink_required: false })
    .where("entity_uuid", "=", depositor.entity_uuid)
    .execute();
  if ((await initialAmountOf(work, depositor.entity_uuid)) !== null)
    await work.db.updateTable("entities").set({ initial_amount_cents: null }).where("uuid", "=", depositor.entity_uuid).execute();
  const { email_key } = await work.db.selectFrom("users").select("email_key").where("uuid", "=", userUuid).executeTakeFirstOrThrow();
  await sendMessage(work, {
    to: email_key,
    channel: "email",
    subject: `You canceled your ${brand.short_name} application`,
    body: "We didn't open an account, and no money was moved. If you didn't do this, send us a message in the message center right away.",
  });
  return depositorOf(work, userUuid);
}
