/** Tests of concurrent clients and processes of the sandbox on PostgreSQL: locks, job order, the clock, lost connections. */
import { beforeEach, describe, expect, it } from "vitest";
import { createClock } from "../../gateway/sandbox/clock.js";
import { enqueue, type JobHandler, type JobKind } from "../../gateway/sandbox/jobs.js";
import { newUuid } from "../../gateway/sandbox/unit-of-work.js";
import { BankClient, signedIn, TestClock } from "../sandbox/test-bank.js";
import { useTwoBanks } from "./two-banks.js";

const clock = new TestClock();
const two = useTwoBanks(clock);
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  two().errors.length = 0;
  await new BankClient(two().banks[0]).control("/reset", {});
});

const fund = (client: BankClient, key: string) =>
  client.call<{ request_id: string }>("/fund-my-account", { body: { authorized: true }, headers: { "idempotency-key": key } });
/** The first deposits among the transactions, which also list interest. */
const firstDeposits = async (client: BankClient) =>
  (await client.call<{ status: string; kind: string }[]>("/transactions")).data.filter(({ kind }) => kind === "initial");
const statusesOf = (replies: readonly { readonly status: number }[]): number[] => replies.map(({ status }) => status).sort();

/** Two depositors who are ready to fund one account, each signed in at another process. */
async function jointHolders(): Promise<readonly [BankClient, BankClient]> {
  const [one, other] = two().banks;
  const [primary, second] = [await signedIn(one, "disclosures"), await signedIn(other, "disclosures")];
  const entity = "select entity_uuid from depositors join users on users.uuid = user_uuid where email_key = $1";
  await two().db.query(
    `update depositors set entity_uuid = (${entity}), is_primary = false where user_uuid = (select uuid from users where email_key = $2)`,
    [primary.email, second.email],
  );
  return [primary.client, second.client];
}

describe("two holders of one account", () => {
  it("who fund at the same time make one first deposit", async () => {
    const pairs = [];
    for (let pair = 0; pair < 6; pair += 1) pairs.push(await jointHolders());
    const replies = await Promise.all(pairs.map((holders) => Promise.all(holders.map((holder, index) => fund(holder, `k${index}`)))));
    for (const pair of replies) expect(statusesOf(pair)).toEqual([200, 409]);
    await pairs[0]?.[0].advance("P6D");
    for (const [primary] of pairs) {
      expect(await firstDeposits(primary)).toHaveLength(1);
      expect((await primary.call<{ balance: string }[]>("/accounts")).data).toMatchObject([{ balance: "2500.00" }]);
    }
    expect(two().errors).toEqual([]);
  });

  it("cannot have two first deposits even when the locks were missing", async () => {
    const [primary] = await jointHolders();
    await fund(primary, "k");
    await primary.call("/accounts");
    const columns = `account_uuid, linked_account_uuid, kind, direction, description, amount_cents, status, date_created, submits_on, settles_on,
      return_due_on, available_on`;
    const again = `insert into transfers (uuid, request_id, ${columns}) select gen_random_uuid(), gen_random_uuid(), ${columns} from transfers`;
    await expect(two().db.query(again)).rejects.toThrow(/transfers_one_first_deposit/);
  });
});

describe("one depositor", () => {
  it("who sends one key many times at once makes one request", async () => {
    const [client] = await jointHolders();
    const replies = await Promise.all(Array.from({ length: 8 }, () => fund(client, "same")));
    expect(statusesOf(replies)).toEqual(Array(8).fill(200));
    expect(new Set(replies.map(({ data }) => data.request_id)).size).toBe(1);
  });

  it("who sends many keys at once makes one request", async () => {
    const [client] = await jointHolders();
    const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => fund(client, `key ${index}`)));
    expect(statusesOf(replies)).toEqual([200, ...Array(7).fill(409)]);
  });

  it("has at most five wrong codes, however many are sent at once", async () => {
    const [one, other] = two().banks;
    const first = new BankClient(one);
    const { email, password } = await first.control<{ email: string; password: string }>("/personas/disclosures", {});
    await first.csrf();
    first.token = (await first.call<{ token: string }>("/login", { body: { email, password } })).data.token;
    const { nonce_token } = (await first.call<{ nonce_token: string }>("/mfa-select/email")).data;
    const second = new BankClient(other);
    await second.csrf();
    second.token = first.token;
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? first : second).call(`/mfa-verify/${nonce_token}`, { body: { code: "123456" } }),
      ),
    );
    // The fifth locks, and those after it are not compared.
    expect(replies.filter(({ code }) => code === "wrong_code")).toHaveLength(4);
    expect(replies.filter(({ code }) => code === "locked")).toHaveLength(8);
    const { rows } = await two().db.query("select code_failures from users where codes_locked_until is not null");
    expect(rows).toEqual([{ code_failures: 0 }]);
  });
});

describe("two processes", () => {
  it("run each job once, in the order of due times", async () => {
    const [{ bank }, { bank: other }] = two().opened;
    const COUNT = 60;
    const slow: JobHandler = {
      entityOf: async () => null,
      async run(work, subject) {
        // Every third job takes longer, so that a process that did not wait for it would overtake it.
        await new Promise((resolve) => setTimeout(resolve, Number(subject) % 3 === 0 ? 10 : 0));
        const message = { recipient: "jobs", channel: "email", subject, body: "", sent_at: work.at };
        await work.db.insertInto("outbox").values(message).execute();
      },
    };
    const kinds: readonly JobKind[] = [
      "transfer",
      "request",
      "month-end",
      "microdeposits-arrive",
      "microdeposits-expire",
      "invitation-expire",
    ];
    const handlers = Object.fromEntries(kinds.map((kind) => [kind, slow])) as Record<JobKind, JobHandler>;
    const work = { bank, db: bank.db, at: new Date(clock.now) };
    for (let index = 0; index < COUNT; index += 1)
      await enqueue(work, kinds[index % kinds.length] ?? "transfer", new Date(clock.now + index), String(index));
    const target = new Date(clock.now + DAY_MS);
    await Promise.all([bank, other, bank, other].map((each) => createClock(each, handlers).moveTo(target)));
    const { rows } = await two().db.query<{ subject: string }>("select subject from outbox order by id");
    expect(rows.map(({ subject }) => Number(subject))).toEqual(Array.from({ length: COUNT }, (_, index) => index));
  });

  it("move one clock, and never backward", async () => {
    const [{ clock: one }, { clock: other }] = two().opened;
    const moved = await Promise.all(
      [3, 40, 7, 1, 20].map((days, index) => (index % 2 ? one : other).moveTo((now) => new Date(now.getTime() + days * DAY_MS))),
    );
    const end = await one.now();
    expect(end.getTime()).toBe(Math.max(...moved.map((now) => now.getTime())));
    expect(end.getTime()).toBeGreaterThanOrEqual(clock.now + 41 * DAY_MS);
  });

  it("do not run a job that another process cancels while they wait for its entity", async () => {
    const [{ bank }, { clock: runner }] = two().opened;
    const [holder] = await jointHolders();
    await fund(holder, "k");
    await holder.call("/accounts");
    const { db } = two();
    const { rows } = await db.query<{ uuid: string }>("select entity_uuid as uuid from depositors where is_primary limit 1");
    await db.query("begin");
    await db.query("select 1 from entities where uuid = $1 for update", [rows[0]?.uuid]);
    const running = runner.moveTo(new Date(clock.now + 10 * DAY_MS));
    // The first job waits for the lock by now.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await db.query("delete from jobs where kind = 'transfer'");
    await db.query("commit");
    await running;
    const transfers = await bank.db.selectFrom("transfers").select("status").execute();
    expect(transfers).toEqual([{ status: "Initiated" }]);
  });

  it("go on after a job that fails: it fails no call, and the overview lists it", async () => {
    const [{ bank }] = two().opened;
    const { client } = await signedIn(two().banks[1], "disclosures");
    const missing = newUuid(bank);
    await enqueue({ bank, db: bank.db, at: new Date(clock.now) }, "transfer", new Date(clock.now), missing);
    expect((await client.call("/depositor/progress")).status).toBe(200);
    expect((await fund(client, "k")).status).toBe(200);
    await client.advance("P10D");
    expect(await firstDeposits(client)).toMatchObject([{ status: "Settled" }]);
    expect(await client.control("/overview")).toMatchObject({ failed_jobs: [{ kind: "transfer", subject: missing }] });
    expect(two().errors).toHaveLength(1);
  });

  it("keep every client's money right under load", async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, (_, index) => signedIn(two().banks[index % 2 ? 0 : 1], "disclosures")));
    await Promise.all(
      clients.map(async ({ client, email }, index) => {
        const [first, again] = await Promise.all([fund(client, "k"), fund(client, "k")]);
        expect([first.status, again.status]).toEqual([200, 200]);
        // Four clients: less than a day together, since a key expires after a day.
        if (index % 3 === 0) await client.advance("PT5H");
        if (index % 4 === 0) await client.control("/simulate/transfer-return", { email, return_code: "R01" });
        const statuses = statusesOf(await Promise.all([client.call("/accounts"), client.call("/transactions"), client.call("/alerts")]));
        expect(statuses).toEqual([200, 200, 200]);
      }),
    );
    await clients[0]?.client.advance("P15D");
    for (const [index, { client }] of clients.entries()) {
      expect(await firstDeposits(client)).toMatchObject([{ status: index % 4 === 0 ? "Returned" : "Settled" }]);
    }
    const uneven = await two().db.query("select posting_id from entries group by posting_id having sum(cents) <> 0 or count(*) < 2");
    expect(uneven.rows).toEqual([]);
    expect(two().errors).toEqual([]);
  });

  it("go on after the server closed their connections", async () => {
    const { client } = await signedIn(two().banks[0], "disclosures");
    await two().db.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await expect.poll(() => two().errors.length).toBeGreaterThan(0);
    // A call that used a connection may fail; the next one gets a new connection.
    await expect.poll(async () => (await client.call("/depositor/progress")).status).toBe(200);
  });
});
