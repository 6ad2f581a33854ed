/** Tests of the job queue: due order, jobs that fail, and the clock that advances with them. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock, createClock } from "../../gateway/sandbox/clock.js";
import { createControls } from "../../gateway/sandbox/controls/controls.js";
import { createFaults } from "../../gateway/sandbox/faults.js";
import { enqueue, type JobHandler, type JobKind, requeueJob } from "../../gateway/sandbox/jobs.js";
import { openModules, TestClock } from "./test-bank.js";

const system = new TestClock();
let open: Awaited<ReturnType<typeof openModules>>;
let reported: unknown[];

beforeEach(async () => {
  reported = [];
  open = await openModules(system, { onError: (error) => reported.push(error) });
});
afterEach(() => open.close());

/** Writes each job's subject to the outbox, in its transaction; the subject `poison` fails after it has written. */
const writing: JobHandler = {
  entityOf: async () => null,
  async run(work, subject) {
    const message = { recipient: "jobs", channel: "email", subject, body: "", sent_at: work.at };
    await work.db.insertInto("outbox").values(message).execute();
    if (subject === "poison") throw new Error("this job cannot run");
  },
};
const KINDS: readonly JobKind[] = ["transfer", "request", "month-end", "microdeposits-arrive", "microdeposits-expire", "invitation-expire"];
const handlers = Object.fromEntries(KINDS.map((kind) => [kind, writing])) as Record<JobKind, JobHandler>;

async function addJobs(subjects: readonly string[]): Promise<void> {
  for (const [index, subject] of subjects.entries())
    await enqueue({ ...open, db: open.bank.db, at: new Date(system.now) }, "transfer", new Date(system.now - 10_000 + index), subject);
}
const written = async (): Promise<string[]> =>
  (await open.bank.db.selectFrom("outbox").select("subject").orderBy("id").execute()).map(({ subject }) => subject);

describe("a job that fails", () => {
  it("is set aside with its error, leaves no trace, is reported once, and stops no other job", async () => {
    const clock: Clock = createClock(open.bank, handlers);
    await addJobs(["first", "poison", "last"]);
    await clock.runDueJobs();
    await clock.runDueJobs();
    expect(await written()).toEqual(["first", "last"]);
    expect(reported).toMatchObject([{ message: expect.stringContaining("this job cannot run") }]);
    const rows = await open.bank.db.selectFrom("jobs").select(["subject", "error", "failed_at"]).execute();
    expect(rows).toEqual([{ subject: "poison", error: expect.stringContaining("this job cannot run"), failed_at: expect.any(Date) }]);
  });

  it("runs again when the page puts it back, once its cause is gone", async () => {
    await addJobs(["poison"]);
    await createClock(open.bank, handlers).runDueJobs();
    const { id } = await open.bank.db.selectFrom("jobs").select("id").executeTakeFirstOrThrow();
    const work = { ...open, db: open.bank.db, at: new Date(system.now) };
    expect([await requeueJob(work, id), await requeueJob(work, id)]).toEqual([true, false]);
    const repaired: JobHandler = { ...writing, run: async (unit, subject) => writing.run(unit, `${subject} repaired`) };
    await createClock(open.bank, { ...handlers, transfer: repaired }).runDueJobs();
    expect(await written()).toEqual(["poison repaired"]);
    expect(await open.bank.db.selectFrom("jobs").select("id").execute()).toEqual([]);
  });

  it("is set aside again when the page runs it and it fails again; another number is not found", async () => {
    const controls = createControls(open, createFaults([]));
    const post = (id: string | number) => {
      const url = new URL(`http://bank.test/sandbox/jobs/${id}`);
      return controls(new Request(url, { method: "POST" }), url);
    };
    await enqueue({ ...open, db: open.bank.db, at: new Date(system.now) }, "request", new Date(system.now - 1_000), "no request");
    await open.clock.runDueJobs();
    const { id } = await open.bank.db.selectFrom("jobs").select("id").executeTakeFirstOrThrow();
    const answer = (await (await post(id)).json()) as { failed_jobs: readonly { id: number; error: string }[] };
    expect(answer.failed_jobs).toEqual([expect.objectContaining({ id, error: expect.any(String) })]);
    expect(reported).toHaveLength(2);
    await expect(post(id + 1)).rejects.toMatchObject({ status: 404 });
    await expect(post("none")).rejects.toMatchObject({ status: 404 });
  });

  it("is set aside when the database refuses its posting only at the end of the job", async () => {
    const unbalanced: JobHandler = {
      entityOf: async () => null,
      async run(work) {
        const values = { kind: "deposit", posted_at: work.at, effective_on: "2026-11-21" };
        await work.db.insertInto("postings").values(values).execute();
      },
    };
    const clock = createClock(open.bank, { ...handlers, request: unbalanced });
    await enqueue({ ...open, db: open.bank.db, at: new Date(system.now) }, "request", new Date(system.now - 20_000), "unbalanced");
    await addJobs(["after"]);
    await clock.runDueJobs();
    expect(await written()).toEqual(["after"]);
    expect(await open.bank.db.selectFrom("postings").select("id").execute()).toEqual([]);
    expect(await open.bank.db.selectFrom("jobs").select("error").execute()).toEqual([{ error: expect.stringContaining("not balanced") }]);
  });
});
