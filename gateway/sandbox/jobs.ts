/**
 * Exports the job queue: each job is a row and runs once, in the order of due times, in its own transaction. A job that
 * fails is set aside with its error, so that it fails neither the jobs after it nor the calls that run them; the sandbox's
 * page can put it back.
 */
import { type Selectable, sql } from "kysely";
import type { Db } from "./database/open.js";
import type { JobRow } from "./database/tables.js";
import { isConflict } from "./database/transaction.js";
import { lockEntity } from "./entities.js";
import type { Bank, UnitOfWork } from "./unit-of-work.js";

export type JobKind =
  | "transfer"
  | "request"
  | "month-end"
  | "tax-form"
  | "microdeposits-arrive"
  | "microdeposits-expire"
  | "invitation-expire";

/** How jobs of one kind run. `subject` is the id of the record that a job is about. */
export interface JobHandler {
  /** The entity whose records the job changes, or null; the queue locks it, as a request does. */
  readonly entityOf: (work: UnitOfWork, subject: string) => Promise<string | null>;
  readonly run: (work: UnitOfWork, subject: string) => Promise<void>;
}
export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

export type Job = Selectable<JobRow>;

/** Schedules a job. `dueAt` is an instant of the bank's clock. */
export async function enqueue(work: UnitOfWork, kind: JobKind, dueAt: Date, subject: string): Promise<void> {
  await work.db.insertInto("jobs").values({ kind, due_at: dueAt, subject }).execute();
}

/** Removes jobs of a subject. Its entity must be locked, because a job that runs holds that lock. */
export async function cancelJobs(work: UnitOfWork, kinds: readonly JobKind[], subject: string): Promise<void> {
  await work.db.deleteFrom("jobs").where("kind", "in", kinds).where("subject", "=", subject).execute();
}

/** The earliest job that is due by `until`, or null. */
export async function nextJob(db: Db, until: Date): Promise<Job | null> {
  const job = await db
    .selectFrom("jobs")
    .selectAll()
    .where("due_at", "<=", until)
    .where("failed_at", "is", null)
    .orderBy("due_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return job ?? null;
}

async function runHandler(work: UnitOfWork, handlers: JobHandlers, job: Job): Promise<void> {
  const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind as JobKind] : undefined;
  if (!handler) throw new Error(`No handler for jobs of kind "${job.kind}".`);
  const entity = await handler.entityOf(work, job.subject);
  if (entity !== null) await lockEntity(work, entity);
  // A request may have cancelled the job while this transaction waited for the entity.
  const { numDeletedRows } = await work.db.deleteFrom("jobs").where("id", "=", job.id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await handler.run(work, job.subject);
  // Checks the ledger's balance now, as the end of the transaction would be too late to set the job aside.
  await sql`set constraints all immediate`.execute(work.db);
}

/** Runs a job in the transaction of `db`, which must hold the clock; sets the job aside when it fails. */
export async function runJob(bank: Bank, db: Db, handlers: JobHandlers, job: Job): Promise<void> {
  await sql`savepoint job`.execute(db);
  try {
    await runHandler({ bank, db, at: job.due_at }, handlers, job);
  } catch (error) {
    if (isConflict(error)) throw error;
    // Fails too when the connection is lost: then the job stays in the queue.
    await sql`rollback to savepoint job`.execute(db);
    const text = error instanceof Error ? error.message : String(error);
    await db.updateTable("jobs").set({ failed_at: bank.systemNow(), error: text }).where("id", "=", job.id).execute();
    bank.reportError(new Error(`The ${job.kind} job ${job.id} of ${job.subject} failed and was set aside: ${text}`, { cause: error }));
  }
}

/** Puts a job that was set aside back into the queue; returns whether there is one of that id. */
export async function requeueJob(work: UnitOfWork, id: number): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable("jobs")
    .set({ failed_at: null, error: null })
    .where("id", "=", id)
    .where("failed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The jobs that failed, the newest first. */
export function failedJobs(work: UnitOfWork) {
  return work.db
    .selectFrom("jobs")
    .select(["id", "kind", "subject", "due_at", "failed_at", "error"])
    .where("failed_at", "is not", null)
    .orderBy("failed_at", "desc")
    .limit(20)
    .execute();
}
