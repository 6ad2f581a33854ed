/** Exports the holders of an account: the primary holder, the second one, those who own the account, and their names. */
import type { Selectable } from "kysely";
import type { DepositorRow } from "./database/user-tables.js";
import { PASSED_STATUSES } from "./identity-check.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Holder = Selectable<DepositorRow>;

/** The primary holder and the second one, also before the second one has accepted the invitation. */
export function holdersOf(work: UnitOfWork, entityUuid: string): Promise<Holder[]> {
  return work.db.selectFrom("depositors").selectAll().where("entity_uuid", "=", entityUuid).orderBy("created_at").orderBy("uuid").execute();
}

export function primaryHolderOf(work: UnitOfWork, entityUuid: string): Promise<Holder> {
  return work.db
    .selectFrom("depositors")
    .selectAll()
    .where("entity_uuid", "=", entityUuid)
    .where("is_primary", "=", true)
    .executeTakeFirstOrThrow();
}

/** The second holder, invited or accepted. */
export async function secondHolderOf(work: UnitOfWork, entityUuid: string): Promise<Holder | undefined> {
  return (await holdersOf(work, entityUuid)).find((holder) => !holder.is_primary);
}

/** The statuses of a second holder whose identity the bank has verified; VIEW_ONLY after the account is closed, or limited. */
const VERIFIED_STATUSES: ReadonlySet<string> = new Set([...PASSED_STATUSES, "VIEW_ONLY"]);

/**
 * Whether a person is a holder of the account: the primary holder always, a second one once they accepted the invitation and
 * the bank verified their identity.
 */
const ownsAccount = (holder: Holder): boolean =>
  holder.is_primary || (holder.registration_last_step === "completed" && VERIFIED_STATUSES.has(holder.registration_status ?? ""));

/** Those who own the account, the primary holder first. They get the alerts of the account, and statements name them. */
export async function ownersOf(work: UnitOfWork, entityUuid: string): Promise<Holder[]> {
  const owners = (await holdersOf(work, entityUuid)).filter(ownsAccount);
  return [...owners.filter((owner) => owner.is_primary), ...owners.filter((owner) => !owner.is_primary)];
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The person's legal name, as on statements; empty before they gave it. */
export const nameOf = ({ basic }: Pick<Holder, "basic">): string =>
  ["first_name", "middle_name", "last_name", "suffix"]
    .map((key) => text(basic?.[key]))
    .filter((part) => part !== "")
    .join(" ");
