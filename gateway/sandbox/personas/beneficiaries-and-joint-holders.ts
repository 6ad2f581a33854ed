/** Exports the beneficiaries and second holders of personas. */
import { addBeneficiary } from "../beneficiaries.js";
import { depositorOf } from "../depositors.js";
import { acceptInvitation, invite } from "../invitations.js";
import { hmacOf, type UnitOfWork } from "../unit-of-work.js";
import { makeSsn, type Person, register } from "./person.js";

const HOME = { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" };
const BENEFICIARIES = [
  { kind: "person", first_name: "Robin", last_name: "Whitfield", relationship: "spouse", date_of_birth: "1987-09-30", ...HOME },
  { kind: "person", first_name: "June", last_name: "Whitfield", relationship: "child", date_of_birth: "2015-06-02", ...HOME },
] as const;

/** Beneficiaries with equal shares. */
export async function addBeneficiaries({ work, userUuid }: Person, count: 1 | 2): Promise<void> {
  for (const beneficiary of BENEFICIARIES.slice(0, count)) await addBeneficiary(work, userUuid, beneficiary);
}

async function updateDepositor(work: UnitOfWork, second: Person, values: Readonly<Record<string, unknown>>): Promise<string> {
  const { uuid } = await depositorOf(work, second.userUuid);
  await work.db.updateTable("depositors").set(values).where("uuid", "=", uuid).execute();
  return uuid;
}

/** The application of a second holder has begun: contact and personal data saved, no invitation sent. */
export async function applyJointly(person: Person): Promise<Person> {
  const { work, brand } = person;
  const { entity_uuid } = await depositorOf(work, person.userUuid);
  const second = await register(work, brand, "joint-holder");
  const registered = await depositorOf(work, second.userUuid);
  const ssn = makeSsn(work);
  await updateDepositor(work, second, {
    entity_uuid,
    is_primary: false,
    registration_status: "UNSUBMITTED",
    registration_last_step: "address",
    basic: JSON.stringify({ first_name: "Robin", last_name: "Whitfield", date_of_birth: "1987-09-30" }),
    ssn_hmac: hmacOf(work.bank, "ssn", brand.slug, ssn),
    ssn_last4: ssn.slice(-4),
  });
  await work.db.deleteFrom("entities").where("uuid", "=", registered.entity_uuid).execute();
  return second;
}

/** The application is complete and the invitation sent. */
export async function inviteSecond(person: Person): Promise<Person> {
  const { work, brand } = person;
  const second = await applyJointly(person);
  const uuid = await updateDepositor(work, second, { registration_status: "IN_REVIEW", registration_last_step: "confirmed" });
  const { entity_uuid } = await depositorOf(work, person.userUuid);
  await invite(work, brand, { entityUuid: entity_uuid, depositorUuid: uuid, email: second.email });
  return second;
}

/** The second holder has registered and passed the identity check. */
export async function acceptSecond(person: Person): Promise<Person> {
  const second = await inviteSecond(person);
  const uuid = await updateDepositor(person.work, second, {
    registration_status: "PASSED",
    registration_last_step: "completed",
    identified_at: person.work.at,
  });
  await acceptInvitation(person.work, uuid);
  return second;
}
