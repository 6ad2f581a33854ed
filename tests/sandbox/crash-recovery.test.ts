/** Tests that the bank recovers from a crash. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBank } from "../../gateway/sandbox/bank.js";
import { harbor, juniper, TestClock } from "./test-bank.js";

const CHILD = fileURLToPath(new URL("./crash-recovery-process.ts", import.meta.url));
const ENOUGH = 12;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bank-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a bank until it has acknowledged enough requests, then kills it. */
async function loadAndKill(directory: string): Promise<string[]> {
  const child = spawn(process.execPath, ["--import", "tsx", CHILD, directory], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== "ready") acknowledged.push(line);
    if (acknowledged.length >= ENOUGH) child.kill("SIGKILL");
  }
  expect(await ended).toBe("SIGKILL");
  return acknowledged;
}

describe("a bank that is killed under load", () => {
  it("keeps every acknowledged transfer and has no partial posting", async () => {
    const directory = join(folder, "bank");
    const acknowledged = await loadAndKill(directory);
    const { bank, clock } = await openBank({
      database: directory,
      brands: [harbor, juniper],
      clock: () => new TestClock().now,
      sandboxOrigin: "http://bank.test",
      publicOrigin: () => "http://app.test",
    });
    try {
      await clock.moveTo(new Date((await clock.now()).getTime() + 30 * 24 * 60 * 60 * 1000));
      const transfers = await bank.db.selectFrom("transfers").select(["request_id", "status", "posting_id"]).execute();
      const known = new Map(transfers.map((row) => [row.request_id, row]));
      for (const request of acknowledged) expect(known.get(request)).toMatchObject({ status: "Settled", posting_id: expect.any(Number) });
      const uneven = await sql`select posting_id from entries group by posting_id having sum(cents) <> 0 or count(*) < 2`.execute(bank.db);
      expect(uneven.rows).toEqual([]);
      const postings = await bank.db.selectFrom("postings").select(["transfer_uuid", "kind"]).where("kind", "=", "deposit").execute();
      expect(new Set(postings.map((row) => row.transfer_uuid)).size).toBe(postings.length);
      const jobs = await bank.db
        .selectFrom("jobs")
        .select("kind")
        .where("due_at", "<=", await clock.now())
        .execute();
      expect(jobs).toEqual([]);
    } finally {
      await bank.db.destroy();
    }
  }, 180_000);
});
