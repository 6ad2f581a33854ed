/** Exports the joint account of a depositor and the progress of its second holder, as the calls return them. */
import { type Depositor, firstNameOf } from "./depositors.js";
import { holdersOf, secondHolderOf } from "./holders.js";
import { newestInvitation } from "./invitations.js";
import type { UnitOfWork } from "./unit-of-work.js";

async function person(work: UnitOfWork, depositor: Depositor) {
  const user = await work.db.selectFrom("users").select("email").where("uuid", "=", depositor.user_uuid).executeTakeFirstOrThrow();
  const last = depositor.basic?.last_name;
  return {
    depositor_id: depositor.uuid,
    first_name: firstNameOf(depositor),
    last_name: typeof last === "string" ? last : null,
    email: user.email,
  };
}

/** The joint account; null without a second holder, invited or accepted. */
export async function jointAccountOf(work: UnitOfWork, entityUuid: string, excluded: readonly string[]) {
  const holders = await holdersOf(work, entityUuid);
  const primary = holders.find((holder) => holder.is_primary);
  const [second, ...others] = holders.filter((holder) => !holder.is_primary);
  if (!second) return null;
  const invitation = await newestInvitation(work, second.uuid);
  const shown = [second, ...others].filter((holder) => !excluded.includes(holder.uuid));
  return {
    entity: { uuid: entityUuid },
    primary_depositor: primary ? await person(work, primary) : null,
    secondary_depositors: await Promise.all(shown.map((holder) => person(work, holder))),
    registration_status: second.registration_status,
    is_pending_signup: invitation !== null && invitation.status !== "ACCEPTED",
  };
}

/** The progress of an account's second holder as the API returns it; null without one. */
export async function jointProgressOf(work: UnitOfWork, entityUuid: string) {
  const second = await secondHolderOf(work, entityUuid);
  return second
    ? { depositor_id: second.uuid, registration_last_step: second.registration_last_step, registration_status: second.registration_status }
    : null;
}
