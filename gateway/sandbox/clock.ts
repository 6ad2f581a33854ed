/**
 * The bank's clock is the machine's plus an offset that only grows. Whatever has fallen due is run before anyone is served;
 * the offset follows each job in the job's own transaction, so that a bank killed in the middle goes on where it stopped.
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
  /** Runs everything that is due. */
  readonly runDueJobs: () => Promise<Date>;
  /** `target`: an instant, or how it follows from the present one. */
  readonly moveTo: (target: Date | ((now: Date) => Date)) => Promise<Date>;
}

export function createClock(bank: Bank, handlers: Readonly<Record<JobKind, JobHandler>>): Clock {
  let queue: Promise<unknown> = Promise.resolve();

  /** One run at a time: jobs are ordered, whoever asks. */
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
        const present = await now();
        const aim = target instanceof Date ? target : target(present);
        if (aim < present)
          throw new ApiError(422, "validation", "The bank's time only moves forward.", {
            errors: { now: ["The bank's time only moves forward."] },
          });
        await runUntil(aim);
        await writeSetting(bank.db, OFFSET, String(aim.getTime() - bank.systemNow().getTime()));
        return now();
      }),
  };
}

/** An ISO 8601 duration added to an instant; null when it is not one. */
export function addDuration(at: Date, duration: string): Date | null {
  return DURATION.test(duration) ? moment.utc(at).add(moment.duration(duration)).toDate() : null;
}
