/** Exports the beneficiaries and second holders of personas. */
import { addBeneficiary } from "../beneficiaries.js";
import { depositorOf } from "../depositors.js";
import { recordConsents } from "../disclosures.js";
import { newestInvitation, setInvitationStatus } from "../invitations.js";
import { acceptInvitation, registerSecondary, updateSecondary } from "../joint-holder.js";
import { secondHolderOf } from "../related-parties.js";
import { passwordLink, resetPassword } from "../users.js";
import { ADDRESS, EMPLOYER, makeSsn, newContact, PASSWORD, type Person } from "./person.js";

const HOME = { street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" };
const BENEFICIARIES = [
  { kind: "person", first_name: "Robin", last_name: "Whitfield", relationship: "spouse", date_of_birth: "1987-09-30", ...HOME },
  { kind: "person", first_name: "June", last_name: "Whitfield", relationship: "child", date_of_birth: "2015-06-02", ...HOME },
] as const;

/** Beneficiaries with equal shares. */
export async function addBeneficiaries({ work, userUuid }: Person, count: 1 | 2): Promise<void> {
  for (const beneficiary of BENEFICIARIES.slice(0, count)) await addBeneficiary(work, userUuid, beneficiary);
}

const SECOND = { first_name: "Robin", last_name: "Whitfield", date_of_birth: "1987-09-30" };

/** The application of a second holder has begun: contact and personal data saved, no invitation sent. */
export async function applyJointly(person: Person): Promise<Person> {
  const { work, brand, userUuid } = person;
  const { email, phone } = newContact(work, "joint-holder");
  await registerSecondary(work, brand, userUuid, email);
  await updateSecondary(work, brand, userUuid, { basic: { ...SECOND, ssn: makeSsn(work) }, registration_last_step: "address" });
  const second = await secondHolderOf(work, (await depositorOf(work, userUuid)).entity_uuid);
  if (!second) throw new Error("The joint application was not saved.");
  await work.db.updateTable("users").set({ phone }).where("uuid", "=", second.user_uuid).execute();
  return { work, brand, userUuid: second.user_uuid, email, phone };
}

/** The application is complete and the invitation sent. */
export async function inviteSecond(person: Person): Promise<Person> {
  const second = await applyJointly(person);
  await updateSecondary(person.work, person.brand, person.userUuid, {
    address: ADDRESS,
    employer: EMPLOYER,
    registration_last_step: "confirmed",
    confirm: { details_correct: true },
  });
  return second;
}

/** The second holder has proven their identity, chosen a password and passed the identity check. */
export async function acceptSecond(person: Person): Promise<Person> {
  const second = await inviteSecond(person);
  const { work, brand } = person;
  const { uuid } = await depositorOf(work, second.userUuid);
  const invitation = await newestInvitation(work, uuid);
  if (!invitation) throw new Error("The invitation was not sent.");
  await recordConsents(work, brand, second.userUuid, null);
  await setInvitationStatus(work, invitation.uuid, "VERIFIED");
  const token = await passwordLink(work, second.userUuid);
  await resetPassword(work, brand, { email: second.email, token, password: PASSWORD });
  await acceptInvitation(work, second.userUuid);
  return second;
}
