/** Exports the beneficiaries and second holders of personas. */
import { addBeneficiary } from "../beneficiaries.js";
import { depositorOf } from "../depositors.js";
import { activeDisclosures, attest } from "../disclosures.js";
import { secondHolderOf } from "../holders.js";
import { acceptInvitation, proveIdentity, registerSecondary, updateSecondary } from "../joint-holder.js";
import { readOutbox } from "../outbox.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { resetPassword, setPhone } from "../users.js";
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
  const { email, phone } = newContact(work, "joint");
  await registerSecondary(work, brand, userUuid, email);
  await updateSecondary(work, brand, userUuid, { basic: { ...SECOND, ssn: makeSsn(work) }, registration_last_step: "address" });
  const second = await secondHolderOf(work, (await depositorOf(work, userUuid)).entity_uuid);
  if (!second) throw new Error("The joint application was not saved.");
  await setPhone(work, second.user_uuid, phone);
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

/** The second holder has opened the link of the invitation, proven their identity, chosen a password and read the disclosures. */
export async function acceptSecond(person: Person): Promise<Person> {
  const second = await inviteSecond(person);
  const { work, brand } = person;
  const depositor = await depositorOf(work, second.userUuid);
  const { token } = await proveIdentity(
    work,
    brand,
    { ...(await linkOf(work, second.email)), ssn_last4: String(depositor.ssn_last4), date_of_birth: SECOND.date_of_birth },
    null,
  );
  await resetPassword(work, brand, { email: second.email, token, password: PASSWORD });
  await acceptInvitation(work, brand, second.userUuid);
  for (const { uuid, hash } of await activeDisclosures(work, brand, depositor.uuid)) await attest(work, brand, depositor.uuid, uuid, hash);
  return second;
}

/** The values of the link of the newest invitation to an address. */
async function linkOf(work: UnitOfWork, email: string): Promise<{ readonly uuid: string; readonly hash: string }> {
  const link = (await readOutbox(work, email)).find((message) => message.link !== null)?.link ?? null;
  const query = link === null ? null : new URL(link).searchParams;
  const uuid = query?.get("uuid");
  const hash = query?.get("hash");
  if (!uuid || !hash) throw new Error(`No invitation was sent to ${email}.`);
  return { uuid, hash };
}
