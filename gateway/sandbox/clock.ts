/**
 * Exports the bank's clock: the system's time plus an offset that only grows. The bank runs all due jobs before it
 * serves a request. Each job advances the offset in its own transaction, so that a bank that crashes resumes where it
 * stopped.
 */
import moment from "moment";
import { ApiError } from "./api-error.js";
import { type JobHandler, type JobKind, runNext } from "./jobs.js";
import { writeSetting } from "./settings.js";
import type { Bank } from "./unit-of-work.js";

const OFFSET = "clock_offset_ms";
const DURATION = /^P(?!$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

export interface Clock {
  readonly now: () => Promise<Date>;
  /** Runs every due job. */
  readonly runDueJobs: () => Promise<Date>;
  /** `target` is an instant, or a function of the present instant. */
  readonly moveTo: (target: Date | ((now: Date) => Date)) => Promise<Date>;
}

export function createClock(bank: Bank, handlers: Readonly<Record<JobKind, JobHandler>>): Clock {
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs one call at a time, because jobs are ordered. */
  function serialized<T>(run: () => Promise<T>): Promise<T> {
    const mine = queue.then(run, run);
    queue = mine;
    return mine;
  }

  async function now(): Promise<Date> {
    const row = await bank.db.selectFrom("settings").select("value").where("key", "=", OFFSET).executeTakeFirst();
    return new Date(bank.systemNow().getTime() + Number(row?.value ?? 0));
  }

  async function runUntil(target: Date): Promise<void> {
    const due = await bank.db.selectFrom("jobs").select("id").where("due_at", "<=", target).limit(1).executeTakeFirst();
    if (!due) return;
    while (
      await runNext(bank, handlers, target, async (work) => {
        const row = await work.db.selectFrom("settings").select("value").where("key", "=", OFFSET).executeTakeFirst();
        const needed = work.at.getTime() - bank.systemNow().getTime();
        if (needed > Number(row?.value ?? 0)) await writeSetting(work.db, OFFSET, String(needed));
      })
    );
  }

  return {
    now,
    async runDueJobs() {
      const at = await now();
      await serialized(() => runUntil(at));
      return now();
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
        await writeSetting(bank.db, OFFSET, String(aim.getTime() - bank.systemNow().getTime()));
        return now();
      }),
  };
}

/** Adds an ISO 8601 duration to an instant; null when the duration is not valid. */
export function addDuration(at: Date, duration: string): Date | null {
  return DURATION.test(duration) ? moment.utc(at).add(moment.duration(duration)).toDate() : null;
}
