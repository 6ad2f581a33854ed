/** Exports the names and the mailing address of an account's holders. */
import type { Selectable } from "kysely";
import type { Mailing } from "./database/tables.js";
import type { DepositorRow } from "./database/user-tables.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Depositor = Selectable<DepositorRow>;

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

export const nameOf = ({ basic }: Pick<Depositor, "basic">): string =>
  ["first_name", "middle_name", "last_name", "suffix"]
    .map((key) => text(basic?.[key]))
    .filter((part) => part !== "")
    .join(" ");

function addressOf({ address }: Pick<Depositor, "address">): string[] {
  const part = (name: string): string => text(address?.[address.mailing_same === false ? `mailing_${name}` : name]);
  const place = [part("city"), [part("state"), part("zip")].filter((each) => each !== "").join(" ")].filter((each) => each !== "");
  return [part("street"), part("street2"), place.join(", ")].filter((line) => line !== "");
}

/** The account's titling: the primary holder first, and those who have accepted; the mail goes to the primary's address. */
export async function mailingOf(work: UnitOfWork, entityUuid: string): Promise<Mailing> {
  const holders = await work.db
    .selectFrom("depositors")
    .selectAll()
    .where("entity_uuid", "=", entityUuid)
    .where((where) => where.or([where("is_primary", "=", true), where("registration_last_step", "=", "completed")]))
    .orderBy("is_primary", "desc")
    .orderBy("created_at")
    .execute();
  const [primary] = holders;
  if (!primary) throw new Error("An account has a primary holder.");
  return { names: holders.map(nameOf).filter((name) => name !== ""), address: addressOf(primary) };
}
