/**
 * Exports the bank's clock: the system's time plus an offset that only grows. The bank runs all due jobs before it
 * serves a request. Each job advances the offset in its own transaction, so that a bank that crashes resumes where it
 * stopped. The offset's row is also the queue's lock: of all processes that share a database, one runs a job at a time.
 */
import { sql } from "kysely";
import moment from "moment";
import { ApiError } from "./api-error.js";
import type { Db } from "./database/open.js";
import { inTransaction } from "./database/transaction.js";
import { type JobHandlers, nextJob, runJob } from "./jobs.js";
import { readSetting, writeSetting } from "./settings.js";
import type { Bank } from "./unit-of-work.js";

const OFFSET = "clock_offset_ms";
const DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

/** Instants of the bank's clock. `moveTo` runs the jobs due until then first, and throws `ApiError` 422 for an instant in the past. */
export interface Clock {
  readonly now: () => Promise<Date>;
  /** Runs every due job. */
  readonly runDueJobs: () => Promise<Date>;
  /** Runs every job that is due until an instant in the transaction of `db`, which holds the clock from then on. */
  readonly runWithin: (db: Db, until: Date) => Promise<void>;
  /** `target` is an instant, or a function of the present instant. */
  readonly moveTo: (target: Date | ((now: Date) => Date)) => Promise<Date>;
}

/** Holds the clock until the transaction ends; returns its offset. */
export async function lockClock(db: Db): Promise<number> {
  await db
    .insertInto("settings")
    .values({ key: OFFSET, value: "0" })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const row = await db.selectFrom("settings").select("value").where("key", "=", OFFSET).forUpdate().executeTakeFirstOrThrow();
  return Number(row.value);
}

export function createClock(bank: Bank, handlers: JobHandlers): Clock {
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs one call of this process at a time, so that it does not wait for its own lock. */
  function serialized<T>(run: () => Promise<T>): Promise<T> {
    const mine = queue.then(run, run);
    queue = mine;
    return mine;
  }

  async function now(): Promise<Date> {
    return new Date(bank.systemNow().getTime() + Number((await readSetting(bank.db, OFFSET)) ?? 0));
  }

  /** Moves the clock to an instant; leaves it where it is when another process moved it further. */
  async function advance(db: Db, offset: number, to: Date): Promise<void> {
    const needed = to.getTime() - bank.systemNow().getTime();
    if (needed > offset) await writeSetting(db, OFFSET, String(needed));
  }

  /** Runs the next due job; returns whether there was one. */
  function runNext(until: Date): Promise<boolean> {
    return inTransaction(bank.db, async (db) => {
      const offset = await lockClock(db);
      const job = await nextJob(db, until);
      if (!job) return false;
      await runJob(bank, db, handlers, job);
      await advance(db, offset, job.due_at);
      return true;
    });
  }

  async function runUntil(target: Date): Promise<void> {
    if (!(await nextJob(bank.db, target))) return;
    while (await runNext(target));
  }

  return {
    now,
    async runDueJobs() {
      const at = await now();
      await serialized(() => runUntil(at));
      return now();
    },
    async runWithin(db, until) {
      await lockClock(db);
      for (let job = await nextJob(db, until); job; job = await nextJob(db, until)) {
        await runJob(bank, db, handlers, job);
        // A job checks the ledger at its end; the next posting of this transaction is not complete at once.
        await sql`set constraints all deferred`.execute(db);
      }
    },
    moveTo: (target) =>
      serialized(async () => {
        const current = await now();
        const aim = target instanceof Date ? target : target(current);
        if (aim < current)
          throw new ApiError(422, "validation", "The bank's clock only moves forward.", {
            errors: { now: ["The bank's clock only moves forward."] },
          });
        await runUntil(aim);
        await inTransaction(bank.db, async (db) => advance(db, await lockClock(db), aim));
        return now();
      }),
  };
}

/** Adds an ISO 8601 duration to an instant; null when the duration is not valid, or ends after the year 9999. */
export function addDuration(at: Date, duration: string): Date | null {
  if (!DURATION.test(duration)) return null;
  const sum = moment.utc(at).add(moment.duration(duration));
  return sum.isValid() && sum.year() <= 9999 ? sum.toDate() : null;
}
