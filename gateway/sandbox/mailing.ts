/** Exports the names and the mailing address of an account's holders. */
import type { Selectable } from "kysely";
import type { Mailing } from "./database/tables.js";
import type { DepositorRow } from "./database/user-tables.js";
import { nameOf, ownersOf } from "./holders.js";
import type { UnitOfWork } from "./unit-of-work.js";

type Depositor = Selectable<DepositorRow>;

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

function addressOf({ address }: Pick<Depositor, "address">): string[] {
  const part = (name: string): string => text(address?.[address.mailing_same === false ? `mailing_${name}` : name]);
  const place = [part("city"), [part("state"), part("zip")].filter((each) => each !== "").join(" ")].filter((each) => each !== "");
  return [part("street"), part("street2"), place.join(", ")].filter((line) => line !== "");
}

/** The account's titling: the primary holder first, and those who have accepted; the mail goes to the primary's address. */
export async function mailingOf(work: UnitOfWork, entityUuid: string): Promise<Mailing> {
  const holders = await ownersOf(work, entityUuid);
  const [primary] = holders;
  if (!primary) throw new Error("An account has a primary holder.");
  return { names: holders.map(nameOf).filter((name) => name !== ""), address: addressOf(primary) };
}
