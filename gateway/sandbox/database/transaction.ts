/** Exports the one way to run a transaction of the bank. */
import type { Db } from "./open.js";

/** PostgreSQL's errors of class 40 that a repetition cures: serialization failure, deadlock. */
const REPEATABLE: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 4;

/** Whether the database rolled a transaction back only because of another one. */
export const isConflict = (error: unknown): boolean => REPEATABLE.has((error as { readonly code?: unknown } | null)?.code);

/**
 * Runs a transaction. The bank's locks are taken in one order (clock, entity, its rows), so a deadlock is rare; when the
 * database detects one, it rolls the transaction back, and this runs it again.
 */
export async function inTransaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}
