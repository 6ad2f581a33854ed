/** Tests that the outbox returns every message, however many there are. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createControls } from "../../gateway/sandbox/controls/controls.js";
import { inTransaction } from "../../gateway/sandbox/database/transaction.js";
import { createFaults } from "../../gateway/sandbox/faults.js";
import { type SentMessage, sendMessage } from "../../gateway/sandbox/outbox.js";
import { ORIGIN, openModules, TestClock } from "./test-bank.js";

const COUNT = 1_100;
let open: Awaited<ReturnType<typeof openModules>>;

beforeAll(async () => {
  open = await openModules(new TestClock());
  const { bank, clock } = open;
  const at = await clock.now();
  await inTransaction(bank.db, async (db) => {
    for (let index = 0; index < COUNT; index += 1)
      await sendMessage(
        { bank, db, at },
        { to: index % 2 === 0 ? "dana@example.com" : "lee@example.com", channel: "email", subject: `${index}`, body: "x" },
      );
  });
}, 60_000);
afterAll(() => open.close());

async function read<T>(path: string): Promise<T> {
  const url = new URL(`${ORIGIN}/sandbox${path}`);
  return (await (await createControls(open, createFaults([]))(new Request(url), url)).json()) as T;
}

/** The subjects from the newest message to the oldest, every `step`-th one. */
const subjects = (newest: number, step: number): string[] =>
  Array.from({ length: Math.ceil((newest + 1) / step) }, (_, index) => `${newest - index * step}`);

it.each([
  ["without an address", "", subjects(COUNT - 1, 1)],
  ["to one address", "?to=Dana@example.com", subjects(COUNT - 2, 2)],
])("the outbox %s has all messages, the newest first", async (_which, query, expected) => {
  expect((await read<SentMessage[]>(`/outbox${query}`)).map(({ subject }) => subject)).toEqual(expected);
});

it("the overview has the newest messages only", async () => {
  const { outbox } = await read<{ outbox: SentMessage[] }>("/overview");
  expect(outbox.map(({ subject }) => subject)).toEqual(subjects(COUNT - 1, 1).slice(0, 20));
});
