/**
 * Exports the comparison of the answers that browsers received with what the bank's database contains: writes that were
 * acknowledged and do not exist, and keys that took effect twice. It reads the rows themselves and not the bank's own
 * table of keys.
 */
import pg from "pg";
import type { Write } from "./tally.js";

export interface Findings {
  /** Acknowledged writes without a row. */
  readonly lost: readonly string[];
  /** Writes with more than one row. */
  readonly twice: readonly string[];
  /** Writes that were not acknowledged and took effect nevertheless: the depositor's next look shows them. */
  readonly unacknowledged: number;
  /** Postings whose entries do not add up to zero. */
  readonly uneven: number;
  readonly rows: number;
}

/** The rows of each kind of write: whose it is, and its mark. */
const ROWS = {
  deposit: transfersOf("transfers.kind = 'deposit'"),
  withdrawal: transfersOf("transfers.direction = 'out'"),
  "first deposit": transfersOf("transfers.kind = 'initial'"),
  message: `select users.email, messages.subject as mark from messages join depositors on depositors.uuid = messages.depositor_uuid
    join users on users.uuid = depositors.user_uuid where not messages.from_bank`,
} as const;

function transfersOf(condition: string): string {
  return `select users.email, transfers.amount_cents::text as mark from transfers join accounts on accounts.uuid = transfers.account_uuid
    join depositors on depositors.entity_uuid = accounts.entity_uuid and depositors.is_primary
    join users on users.uuid = depositors.user_uuid where ${condition}`;
}

export async function compare(databaseUrl: string, writes: readonly Write[]): Promise<Findings> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts = new Map<string, number>();
    for (const [kind, query] of Object.entries(ROWS)) {
      const { rows } = await client.query<{ email: string; mark: string }>(query);
      for (const { email, mark } of rows) {
        const key = `${kind} ${mark} of ${email}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const found = writes.map((write) => {
      const key = `${write.kind} ${write.mark} of ${write.email}`;
      return { key, times: counts.get(key) ?? 0, acknowledged: write.acknowledged };
    });
    const uneven = await client.query("select posting_id from entries group by posting_id having sum(cents) <> 0 or count(*) < 2");
    return {
      lost: found.filter(({ times, acknowledged }) => acknowledged && times === 0).map(({ key }) => key),
      twice: found.filter(({ times }) => times > 1).map(({ key }) => key),
      unacknowledged: found.filter(({ times, acknowledged }) => !acknowledged && times > 0).length,
      uneven: uneven.rowCount ?? 0,
      rows: found.reduce((sum, { times }) => sum + times, 0),
    };
  } finally {
    await client.end();
  }
}
