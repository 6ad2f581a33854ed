/** Exports the data of the sandbox's page for people. */
import { sql } from "kysely";
import { readData } from "../data.js";
import { failedJobs } from "../jobs.js";
import { LINK_MODES } from "../links.js";
import { decimalOf } from "../money.js";
import { readOutbox } from "../outbox.js";
import { personaList } from "../personas/create.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { SIMULATIONS } from "./simulate.js";

const MAX_DEPOSITORS = 50;
const MAX_MESSAGES = 20;
const { words: descriptions } = readData<{ readonly words: readonly (readonly [input: string, outcome: string, path: string])[] }>(
  "magic-values",
);

export async function overview(work: UnitOfWork): Promise<unknown> {
  const rows = await work.db
    .selectFrom("users")
    .innerJoin("depositors", "depositors.user_uuid", "users.uuid")
    .leftJoin("accounts", "accounts.entity_uuid", "depositors.entity_uuid")
    .select(["users.email", "users.brand", "depositors.registration_status", "depositors.registration_last_step", "depositors.is_primary"])
    .select(
      sql<number>`(select coalesce(sum(cents), 0) from entries where entries.ledger_account_id = accounts.ledger_account_id)::bigint`.as(
        "cents",
      ),
    )
    .select(
      sql<number>`(select count(*) from linked_accounts where linked_accounts.entity_uuid = depositors.entity_uuid and linked_accounts.status <> 'ARCHIVED')::int`.as(
        "links",
      ),
    )
    .select(sql<number>`(select count(*) from transfers where transfers.account_uuid = accounts.uuid)::int`.as("transfers"))
    .orderBy("users.created_at", "desc")
    .limit(MAX_DEPOSITORS)
    .execute();
  return {
    now: work.at.toISOString(),
    brands: work.bank.options.brands.map(work.bank.branding.brandingOf).map(({ slug, name, link_restriction }) => ({
      slug,
      name,
      link_restriction,
      origin: work.bank.options.publicOrigin(slug),
    })),
    link_modes: LINK_MODES,
    depositors: rows.map(({ cents, ...row }) => ({ ...row, balance: decimalOf(cents) })),
    outbox: await readOutbox(work, null, MAX_MESSAGES),
    personas: personaList(),
    simulations: Object.keys(SIMULATIONS),
    magic: descriptions,
    failed_jobs: await failedJobs(work),
  };
}
