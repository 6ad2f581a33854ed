/** Tests that a forgotten password costs the bank the same work for every address, so that its answer time reveals no known address. */
import { type KyselyPlugin, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inTransaction } from "../../gateway/sandbox/database/transaction.js";
import { readOutbox } from "../../gateway/sandbox/outbox.js";
import { createUser, sendReset } from "../../gateway/sandbox/users.js";
import { harbor, openModules, TestClock } from "./test-bank.js";

const KNOWN = "dana@example.com";
const LIMITED = "lee@example.com";

let randoms = 0;
let open: Awaited<ReturnType<typeof openModules>>;
beforeAll(async () => {
  open = await openModules(new TestClock(), {
    random(size) {
      randoms += 1;
      return crypto.getRandomValues(new Uint8Array(size));
    },
  });
  const { bank, clock } = open;
  const at = await clock.now();
  await inTransaction(bank.db, async (db) => {
    for (const email of [KNOWN, LIMITED]) await createUser({ bank, db, at }, harbor, { email, password: "correct horse 9!", cost: 16 });
    for (let link = 0; link < 5; link += 1) await sendReset({ bank, db, at }, harbor, LIMITED);
  });
}, 60_000);
afterAll(() => open?.close());

/** The statements of a request for a link in order, its random values, whether it writes, and the messages that it sends. */
async function workFor(email: string) {
  const { bank, clock } = open;
  const at = await clock.now();
  const statements: string[] = [];
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const sent = async (): Promise<number> => (await readOutbox({ bank, db: bank.db, at }, email)).length;
  const before = { randoms, sent: await sent() };
  const writes = await inTransaction(bank.db, async (db) => {
    await sendReset({ bank, db: db.withPlugin(counting), at }, harbor, email);
    const { rows } = await sql<{ writes: boolean }>`select pg_current_xact_id_if_assigned() is not null as writes`.execute(db);
    return rows[0]?.writes;
  });
  return { work: { statements, writes, randoms: randoms - before.randoms }, sent: (await sent()) - before.sent };
}

it("is the same work for an address that is known, unknown, or has its links of this hour", async () => {
  const known = await workFor(KNOWN);
  expect(known).toMatchObject({ sent: 1, work: { writes: true, randoms: 1 } });
  expect(known.work.statements).toContain("InsertQueryNode");
  for (const email of ["nobody@example.com", LIMITED]) expect(await workFor(email)).toEqual({ ...known, sent: 0 });
});
