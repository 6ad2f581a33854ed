/** Exports the events that people and tests can simulate for one depositor. */
import { accountOf } from "../accounts.js";
import { returnTransfer, transfersOf } from "../ach.js";
import { addAlert } from "../alerts.js";
import { ApiError, invalid, notFound } from "../api-error.js";
import { runTransferJob } from "../deposit-series.js";
import { type Depositor, depositorOf, lockDepositor, progressOf } from "../depositors.js";
import { secondHolderOf } from "../holders.js";
import { newestInvitation, setInvitationStatus } from "../invitations.js";
import { cancelJobs } from "../jobs.js";
import { jointProgressOf } from "../joint-account.js";
import { acceptInvitation } from "../joint-holder.js";
import { linksOf, linkWire, lockLink, requireRelink } from "../links.js";
import { settleMicrodeposits } from "../manual-link.js";
import { writeFromBank } from "../messages.js";
import { changeLastName, decideIdentity } from "../registration.js";
import { REJECTION_REASON } from "../request-records.js";
import { pendingRequest, processRequest, requestStatus } from "../requests.js";
import { forgetAuthentication } from "../step-up.js";
import { configuredBrand, type UnitOfWork } from "../unit-of-work.js";
import { emailKey } from "../users.js";
import { addLongHistory } from "./long-history.js";

type Request = Readonly<Record<string, unknown>>;
type Simulation = (work: UnitOfWork, depositor: Depositor, request: Request) => Promise<unknown>;

const STATUSES = ["PASSED", "FAILED", "FLAGGED", "ERRORED", "IN_REVIEW", "VIEW_ONLY", "UNSUBMITTED", "MANUALLY_REVIEWED"];
const conflict = (message: string): ApiError => new ApiError(409, "conflict", message);

const decideKyc: Simulation = async (work, depositor, request) => {
  const status = request.status;
  if (typeof status !== "string" || !STATUSES.includes(status)) throw invalid({ status: [`One of ${STATUSES.join(", ")}.`] });
  await decideIdentity(work, depositor, status);
  return { progress: await progressOf(work, await depositorOf(work, depositor.user_uuid)) };
};

const arriveNow: Simulation = async (work, depositor) => {
  const link = (await linksOf(work, depositor.entity_uuid)).find(
    (row) => row.link_type === "MANUAL" && row.status === "VERIFICATION_PENDING",
  );
  if (!link) throw conflict("This depositor isn't waiting for any deposits.");
  await settleMicrodeposits(work, link.uuid);
  return { linked_account: linkWire(link), amounts: [7, 23] };
};

const returnNewest: Simulation = async (work, depositor, request) => {
  const code = typeof request.return_code === "string" ? request.return_code : "R01";
  const found = (await transfersOf(work, depositor.entity_uuid)).find(
    (row) =>
      row.direction === "in" &&
      ["Initiated", "Pending", "Submitted", "Settled"].includes(row.status) &&
      !(row.scheduled && row.status === "Initiated"),
  );
  if (!found) throw conflict("This depositor has no deposit to return.");
  await cancelJobs(work, ["transfer"], found.uuid);
  const read = () => work.db.selectFrom("transfers").selectAll().where("uuid", "=", found.uuid).executeTakeFirstOrThrow();
  // The receiving bank returns a transfer only after the ACH file has been sent.
  for (let row = found; row.status === "Initiated" || row.status === "Pending"; row = await read()) await runTransferJob(work, row.uuid);
  await cancelJobs(work, ["transfer"], found.uuid);
  await returnTransfer(work, await read(), code);
  return { transaction: found.uuid, status: "Returned", return_code: code };
};

/** Ends the pending request now: by the bank's rules, or rejected. */
const endPending: Simulation = async (work, depositor, request) => {
  const { status = "COMPLETED", message } = request;
  if (status !== "COMPLETED" && status !== "FAILED") throw invalid({ status: ["One of COMPLETED, FAILED."] });
  const pending = await pendingRequest(work, depositor.entity_uuid);
  if (!pending) throw conflict("This depositor has no pending request.");
  await cancelJobs(work, ["request"], pending.id);
  await processRequest(work, pending.id, {
    refused: status === "FAILED" ? (typeof message === "string" ? message : REJECTION_REASON) : null,
  });
  return { request: await requestStatus(work, depositor, pending.id) };
};

const lockBank: Simulation = async (work, depositor) => {
  const [link] = await linksOf(work, depositor.entity_uuid);
  if (!link) throw conflict("This depositor has no linked account.");
  return { linked_account: linkWire(await lockLink(work, link.uuid)) };
};

const requireNewLink: Simulation = async (work, depositor) => {
  const [link] = await linksOf(work, depositor.entity_uuid);
  if (!link) throw conflict("This depositor has no linked account.");
  await requireRelink(work, link.uuid);
  return { linked_account: link.uuid, relink: true };
};

const nameChange: Simulation = async (work, depositor, { last_name }) => {
  if (typeof last_name !== "string" || last_name.trim() === "") throw invalid({ last_name: ["Enter a last name."] });
  await changeLastName(work, depositor, last_name);
  return { progress: await progressOf(work, await depositorOf(work, depositor.user_uuid)) };
};

const alert: Simulation = async (work, depositor, request) => {
  const text = (name: string, fallback: string): string => (typeof request[name] === "string" ? request[name] : fallback);
  return {
    alert: await addAlert(
      work,
      depositor.uuid,
      text("title", "A notice from your bank"),
      text("body", "This notice came from the sandbox."),
    ),
  };
};

const replyToMessage: Simulation = async (work, depositor, request) => {
  const last = await work.db
    .selectFrom("messages")
    .select(["subject", "category", "thread_uuid"])
    .where("depositor_uuid", "=", depositor.uuid)
    .orderBy("date_created", "desc")
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  const message = await writeFromBank(work, depositor.uuid, {
    ...(last ?? { subject: "A message from us", category: null }),
    body: typeof request.body === "string" ? request.body : "Thank you for your message. We looked into it, and everything is fine.",
  });
  return { message };
};

const acceptJointly: Simulation = async (work, depositor) => {
  const second = await secondHolderOf(work, depositor.entity_uuid);
  const invitation = second ? await newestInvitation(work, second.uuid) : null;
  if (!second || !invitation) throw conflict("This depositor has invited no joint account holder.");
  await setInvitationStatus(work, invitation.uuid, "VERIFIED");
  const { brand } = await work.db.selectFrom("users").select("brand").where("uuid", "=", second.user_uuid).executeTakeFirstOrThrow();
  await acceptInvitation(work, configuredBrand(work.bank, brand), second.user_uuid);
  return { joint_progress: await jointProgressOf(work, depositor.entity_uuid) };
};

/** The next protected call asks the depositor for a step-up code. */
const sessionAge: Simulation = async (work, depositor) => {
  await forgetAuthentication(work, depositor.user_uuid);
  return { sessions: "old" };
};

const longHistory: Simulation = async (work, depositor, request) => {
  const account = await accountOf(work, depositor.entity_uuid);
  if (!account) throw conflict("This depositor has no account.");
  return { rows: await addLongHistory(work, account, depositor.entity_uuid, request.rows) };
};

export const SIMULATIONS: Readonly<Record<string, Simulation>> = {
  "kyc-decision": decideKyc,
  microdeposits: arriveNow,
  "transfer-return": returnNewest,
  "request-end": endPending,
  "bank-lock": lockBank,
  relink: requireNewLink,
  "name-change": nameChange,
  alert,
  "message-reply": replyToMessage,
  "joint-accept": acceptJointly,
  "long-history": longHistory,
  "session-age": sessionAge,
};

/** Runs a simulation for the newest depositor with the request's `email`. Throws `ApiError` 404 for an unknown name or address. */
export async function runSimulation(work: UnitOfWork, name: string, request: Request): Promise<unknown> {
  const simulation = Object.hasOwn(SIMULATIONS, name) ? SIMULATIONS[name] : undefined;
  if (!simulation) throw notFound(`The simulation "${name}"`);
  const user = await work.db
    .selectFrom("users")
    .select("uuid")
    .where("email_key", "=", emailKey(String(request.email)))
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (!user) throw notFound("A depositor with this address");
  return simulation(work, await lockDepositor(work, user.uuid), request);
}
