/** The bank's agenda: what falls due is a row, run once, in order of its time, each in a transaction of its own. */
import type { Bank, Work } from "./work.js";

export type JobKind = "transfer" | "request" | "month-end" | "microdeposits-arrive" | "microdeposits-expire" | "invitation-expire";
export type JobHandler = (work: Work, subject: string) => Promise<void>;

export async function enqueue(work: Work, kind: JobKind, dueAt: Date, subject: string): Promise<void> {
  await work.db.insertInto("jobs").values({ kind, due_at: dueAt, subject }).execute();
}

export async function cancelJobs(work: Work, kinds: readonly JobKind[], subject: string): Promise<void> {
  await work.db.deleteFrom("jobs").where("kind", "in", kinds).where("subject", "=", subject).execute();
}

/** Runs the earliest job that is due by `until`; tells whether there was one. `reached` is told its time, inside its transaction. */
export function runNext(
  bank: Bank,
  handlers: Readonly<Record<JobKind, JobHandler>>,
  until: Date,
  reached: (work: Work) => Promise<void>,
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
    const work: Work = { bank, db, at: job.due_at };
    await db.deleteFrom("jobs").where("id", "=", job.id).execute();
    await handler(work, job.subject);
    await reached(work);
    return true;
  });
}
