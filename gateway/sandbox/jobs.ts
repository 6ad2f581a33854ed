/** Exports the job queue: each job is a row, and runs once, in the order of due times, in its own transaction. */
import type { Bank, UnitOfWork } from "./unit-of-work.js";

export type JobKind = "transfer" | "request" | "month-end" | "microdeposits-arrive" | "microdeposits-expire" | "invitation-expire";
export type JobHandler = (work: UnitOfWork, subject: string) => Promise<void>;

export async function enqueue(work: UnitOfWork, kind: JobKind, dueAt: Date, subject: string): Promise<void> {
  await work.db.insertInto("jobs").values({ kind, due_at: dueAt, subject }).execute();
}

export async function cancelJobs(work: UnitOfWork, kinds: readonly JobKind[], subject: string): Promise<void> {
  await work.db.deleteFrom("jobs").where("kind", "in", kinds).where("subject", "=", subject).execute();
}

/**
 * Runs the earliest job that is due by `until`; returns whether there was one. It calls `afterJob` inside the job's
 * transaction.
 */
export function runNext(
  bank: Bank,
  handlers: Readonly<Record<JobKind, JobHandler>>,
  until: Date,
  afterJob: (work: UnitOfWork) => Promise<void>,
): Promise<boolean> {
  return bank.db.transaction().execute(async (db) => {
    const job = await db
      .selectFrom("jobs")
      .selectAll()
      .where("due_at", "<=", until)
      .orderBy("due_at")
      .orderBy("id")
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!job) return false;
    const handler = handlers[job.kind as JobKind];
    if (!handler) throw new Error(`No handler for jobs of kind "${job.kind}".`);
    const work: UnitOfWork = { bank, db, at: job.due_at };
    await db.deleteFrom("jobs").where("id", "=", job.id).execute();
    await handler(work, job.subject);
    await afterJob(work);
    return true;
  });
}
