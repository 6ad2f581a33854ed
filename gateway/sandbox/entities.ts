/**
 * Exports the lock of an entity: the holders of one account, with its links, requests and transfers. Every request and
 * job that moves money or changes links locks its entity first, so that two holders never do so at once.
 */
import { isUuid, type UnitOfWork } from "./unit-of-work.js";

/** Waits until no other transaction holds the entity, and holds it until this one ends. */
export async function lockEntity(work: UnitOfWork, entityUuid: string): Promise<void> {
  await work.db.selectFrom("entities").select("uuid").where("uuid", "=", entityUuid).forUpdate().executeTakeFirstOrThrow();
}

type Owned = "transfers" | "requests" | "accounts" | "linked_accounts" | "invitations";

/** The entity that a record belongs to; throws when there is no such record. */
export async function entityOf(work: UnitOfWork, table: Owned, uuid: string): Promise<string> {
  if (!isUuid(uuid)) throw new Error(`"${uuid}" is no id of ${table}.`);
  const { db } = work;
  switch (table) {
    case "transfers": {
      const found = db.selectFrom("transfers").innerJoin("accounts", "accounts.uuid", "transfers.account_uuid");
      return (await found.select("accounts.entity_uuid").where("transfers.uuid", "=", uuid).executeTakeFirstOrThrow()).entity_uuid;
    }
    case "requests": {
      const found = db.selectFrom("requests").innerJoin("depositors", "depositors.uuid", "requests.depositor_uuid");
      return (await found.select("depositors.entity_uuid").where("requests.id", "=", uuid).executeTakeFirstOrThrow()).entity_uuid;
    }
    default:
      return (await db.selectFrom(table).select("entity_uuid").where("uuid", "=", uuid).executeTakeFirstOrThrow()).entity_uuid;
  }
}
