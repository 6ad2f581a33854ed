/** Exports the registration: what `PATCH /depositor` saves and rejects. */

import { addDays, dayOf } from "../calendar/banking-days.js";
import { addAlert } from "./alerts.js";
import { ApiError, invalid } from "./api-error.js";
import { cancelRegistration } from "./cancel-registration.js";
import { type Depositor, depositorOf, lockDepositor, registrationFactsOf, setStep } from "./depositors.js";
import { ownersOf } from "./holders.js";
import {
  checkIdentity,
  isDuplicateTestSsn,
  LINKABLE_STATUSES,
  PASSED_STATUSES,
  RECHECKABLE_STATUSES,
  UNDECIDED_STATUSES,
} from "./identity-check.js";
import { sendHoldNotice } from "./messages.js";
import type { BrandFacts } from "./options.js";
import { sendMessage } from "./outbox.js";
import { isStep, requireStep } from "./registration-steps.js";
import { endReview } from "./returns.js";
import { configuredBrand, hmacOf, type UnitOfWork } from "./unit-of-work.js";

type Fields = Readonly<Record<string, unknown>>;
export interface BasicPart extends Fields {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth: string;
  readonly ssn: string;
}

/** The body of `PATCH /depositor`: pages of the registration, and the step that they complete. It has passed its schema. */
export interface DepositorPatch {
  readonly registration_last_step?: string;
  readonly basic?: BasicPart;
  readonly address?: Fields;
  readonly employer?: Fields;
  readonly confirm?: Fields;
  /** Cancels the registration; no other property may accompany it. */
  readonly cancel?: { readonly reason?: string };
}

const MIN_AGE = 18;
const MAX_AGE = 120;
/** States with an age of majority above 18. */
const STATE_MINIMUM_AGES: Readonly<Record<string, { readonly age: number; readonly name: string }>> = {
  AL: { age: 19, name: "Alabama" },
  NE: { age: 19, name: "Nebraska" },
  MS: { age: 21, name: "Mississippi" },
};

const duplicateSsn = (): ApiError =>
  new ApiError(422, "duplicate_ssn", "We already have an account with this Social Security number.", {
    errors: { ssn: ["We already have an account with this Social Security number."] },
  });

/** The same day in an earlier year; 29 February becomes 1 March. */
function yearsBefore(day: string, years: number): string {
  const moved = `${String(Number(day.slice(0, 4)) - years).padStart(4, "0")}${day.slice(4)}`;
  return Number.isNaN(Date.parse(moved)) || new Date(`${moved}T00:00:00Z`).toISOString().slice(0, 10) !== moved
    ? addDays(moved.replace("-02-29", "-02-28"), 1)
    : moved;
}

function requireAge(work: UnitOfWork, birth: string): void {
  const today = dayOf(work.at);
  if (birth > yearsBefore(today, MIN_AGE))
    throw invalid({ date_of_birth: [`You must be at least ${MIN_AGE} years old to open an account.`] });
  // Until the day before the next birthday, a person has this age.
  if (birth <= yearsBefore(today, MAX_AGE + 1)) throw invalid({ date_of_birth: ["Check the year of your date of birth."] });
}

/** Throws when the depositor is under their state's age of majority; the error is on a field of the submitted page. */
function requireAgeOfState(work: UnitOfWork, { basic, address }: Depositor, patch: DepositorPatch): void {
  const state = STATE_MINIMUM_AGES[String(address?.state)];
  if (state === undefined || basic === null || String(basic.date_of_birth) <= yearsBefore(dayOf(work.at), state.age)) return;
  const messages = [`In ${state.name} you must be at least ${state.age} years old to open an account.`];
  throw invalid(patch.address ? { state: messages } : { date_of_birth: messages });
}

/** Whether another identified depositor has this SSN. */
async function isSsnTaken(work: UnitOfWork, hmac: string, exceptDepositor: string): Promise<boolean> {
  const row = await work.db
    .selectFrom("depositors")
    .select("uuid")
    .where("ssn_hmac", "=", hmac)
    .where("identified_at", "is not", null)
    .where("uuid", "<>", exceptDepositor)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws when another identified depositor has this depositor's SSN. */
export async function requireFreeSsn(work: UnitOfWork, depositor: Depositor): Promise<void> {
  if (depositor.ssn_hmac !== null && (await isSsnTaken(work, depositor.ssn_hmac, depositor.uuid))) throw duplicateSsn();
}

async function saveBasic(work: UnitOfWork, brand: BrandFacts, depositor: Depositor, part: BasicPart): Promise<void> {
  requireAge(work, part.date_of_birth);
  const { ssn, ...rest } = part;
  const digits = ssn.replace(/\D/g, "");
  const last4 = digits.slice(-4);
  const hmac = hmacOf(work.bank, "ssn", brand.slug, digits);
  if (isDuplicateTestSsn(last4) || (await isSsnTaken(work, hmac, depositor.uuid))) throw duplicateSsn();
  await work.db
    .updateTable("depositors")
    .set({ basic: JSON.stringify(rest), ssn_hmac: hmac, ssn_last4: last4 })
    .where("uuid", "=", depositor.uuid)
    .execute();
}

/** Runs the identity check once; an incomplete check may be repeated. Returns whether the registration may continue. */
async function confirmDetails(work: UnitOfWork, brand: BrandFacts, depositor: Depositor, part: Fields): Promise<boolean> {
  const status = depositor.registration_status;
  if (status !== null && !RECHECKABLE_STATUSES.has(status)) return LINKABLE_STATUSES.has(status);
  requireStep(await registrationFactsOf(work, brand, { ...depositor, registration_last_step: null }), "confirmed");
  await requireFreeSsn(work, depositor);
  const verdict = checkIdentity(String(depositor.basic?.last_name), depositor.ssn_last4 ?? "");
  await work.db
    .updateTable("depositors")
    .set({
      confirmation: JSON.stringify(part),
      registration_status: verdict.status,
      extended_status: null,
      identified_at: work.at,
      registration_last_step: LINKABLE_STATUSES.has(verdict.status) ? depositor.registration_last_step : "confirmed",
    })
    .where("uuid", "=", depositor.uuid)
    .execute();
  if (verdict.hold) await putOnHold(work, depositor);
  return LINKABLE_STATUSES.has(verdict.status);
}

/** Holds all transfers and sends the depositor the reason and the next step. */
async function putOnHold(work: UnitOfWork, depositor: Depositor): Promise<void> {
  await work.db.updateTable("depositors").set({ extended_status: "HOLD" }).where("uuid", "=", depositor.uuid).execute();
  await sendHoldNotice(work, depositor.uuid);
}

/** Changes a depositor's last name and repeats the identity check, which may put the account on hold. */
export async function changeLastName(work: UnitOfWork, depositor: Depositor, last_name: string): Promise<void> {
  await work.db
    .updateTable("depositors")
    .set({ basic: JSON.stringify({ ...depositor.basic, last_name }) })
    .where("uuid", "=", depositor.uuid)
    .execute();
  if (checkIdentity(last_name, depositor.ssn_last4 ?? "").hold) await putOnHold(work, depositor);
}

/** Saves pages and moves the step, all or nothing. */
export async function patchDepositor(work: UnitOfWork, brand: BrandFacts, userUuid: string, patch: DepositorPatch): Promise<Depositor> {
  if (patch.cancel) return cancelRegistration(work, brand, userUuid);
  const depositor = await lockDepositor(work, userUuid);
  const parts = (["basic", "address", "employer"] as const).filter((name) => patch[name] !== undefined);
  const settled = depositor.registration_status !== null && !RECHECKABLE_STATUSES.has(depositor.registration_status);
  if (parts.length > 0 && settled)
    throw new ApiError(
      409,
      "step_refused",
      "We've already verified your identity, so you can't change this information here. Message us if something is wrong.",
    );
  if (patch.basic) await saveBasic(work, brand, depositor, patch.basic);
  for (const name of ["address", "employer"] as const) {
    if (patch[name])
      await work.db
        .updateTable("depositors")
        .set({ [name]: JSON.stringify(patch[name]) })
        .where("uuid", "=", depositor.uuid)
        .execute();
  }
  if (patch.basic || patch.address) requireAgeOfState(work, await depositorOf(work, userUuid), patch);
  const mayContinue = patch.confirm ? await confirmDetails(work, brand, await depositorOf(work, userUuid), patch.confirm) : true;
  if (mayContinue && patch.registration_last_step !== undefined) {
    const step = patch.registration_last_step.toLowerCase();
    if (!isStep(step)) throw invalid({ registration_last_step: ["There is no such step."] });
    requireStep(await registrationFactsOf(work, brand, await depositorOf(work, userUuid)), step);
    await setStep(work, depositor.uuid, step);
  }
  return depositorOf(work, userUuid);
}

/** Emails an applicant that the review of the application has ended, as the pages for a review say. */
async function notifyOfDecision(work: UnitOfWork, before: Depositor, status: string): Promise<void> {
  const isInvited = !before.is_primary && before.registration_last_step !== "completed";
  if (isInvited || !UNDECIDED_STATUSES.has(before.registration_status ?? "") || UNDECIDED_STATUSES.has(status)) return;
  const user = await work.db
    .selectFrom("users")
    .select(["brand", "email_key"])
    .where("uuid", "=", before.user_uuid)
    .executeTakeFirstOrThrow();
  await sendMessage(work, {
    to: user.email_key,
    channel: "email",
    subject: "We've finished reviewing your application",
    body: `Log in to ${configuredBrand(work.bank, user.brand).name} to see our decision and what's next.`,
  });
}

/** Sets the result of a manual identity review; this also ends a review of a returned transfer. */
export async function decideIdentity(work: UnitOfWork, depositor: Depositor, status: string): Promise<void> {
  await work.db
    .updateTable("depositors")
    .set({ registration_status: status, identified_at: work.at })
    .where("uuid", "=", depositor.uuid)
    .execute();
  await notifyOfDecision(work, depositor, status);
  if ((await endReview(work, depositor.entity_uuid)) && PASSED_STATUSES.has(status)) {
    const body = "We've finished reviewing your returned transfer. You can link an account and make transfers again.";
    for (const owner of await ownersOf(work, depositor.entity_uuid)) await addAlert(work, owner.uuid, "We've finished our review", body);
  }
  if (LINKABLE_STATUSES.has(status) && depositor.registration_last_step === "confirmed") await setStep(work, depositor.uuid, "bank");
}
