/** Exports two banks that share one PostgreSQL database, as two processes of the sandbox do. */
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type OpenBank, openBank } from "../../gateway/sandbox/bank.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../gateway/sandbox/index.js";
import { harbor, juniper, ORIGIN, type TestClock } from "../sandbox/test-bank.js";
import { createDatabase, type TestDatabase } from "../support/test-database.js";

export interface TwoBanks {
  /** Each has its own connections, clock and job queue. */
  readonly banks: readonly [Sandbox, Sandbox];
  readonly opened: readonly [OpenBank, OpenBank];
  /** A connection of the test's own. */
  readonly db: pg.Client;
  readonly errors: unknown[];
}

/** Opens the banks before the first test of a file or a `describe`, and closes them after the last. */
export function useTwoBanks(clock: TestClock): () => TwoBanks {
  let database: TestDatabase;
  let two: TwoBanks | null = null;
  const errors: unknown[] = [];
  beforeAll(async () => {
    database = await createDatabase();
    if (!database.address.startsWith("postgres:")) throw new Error("These tests need a PostgreSQL server: run them in the project `node`.");
    const options: SandboxOptions = {
      database: database.address,
      brands: [harbor, juniper],
      clock: () => clock.now,
      sandboxOrigin: ORIGIN,
      publicOrigin: (slug) => `http://${slug}.localhost:3000`,
      onError: (error) => errors.push(error),
    };
    // All at once, because two processes may start at the same time on an empty database.
    const [one, other, first, second] = await Promise.all([
      createSandbox(options),
      createSandbox(options),
      openBank(options),
      openBank(options),
    ]);
    const db = new pg.Client({ connectionString: database.address });
    await db.connect();
    two = { banks: [one, other], opened: [first, second], db, errors };
  });
  afterAll(async () => {
    if (two === null) return;
    await two.db.end();
    await Promise.all([...two.banks.map((bank) => bank.close()), ...two.opened.map(({ bank }) => bank.db.destroy())]);
    await database.drop();
  });
  return () => {
    if (two === null) throw new Error("The banks are open while tests run.");
    return two;
  };
}
