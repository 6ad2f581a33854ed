/** Exports the details of one depositor on the sandbox's page: the ledger of the account, the linked accounts and the outbox. */
import { notFound } from "../api-error.js";
import { linksOf, linkWire } from "../links.js";
import { decimalOf } from "../money.js";
import { readOutbox } from "../outbox.js";
import type { UnitOfWork } from "../unit-of-work.js";
import { emailKey } from "../users.js";

/** Reads the newest depositor of an email address. The entries of the ledger come in the order of posting. */
export async function depositorDetails(work: UnitOfWork, email: string): Promise<unknown> {
  const depositor = await work.db
    .selectFrom("users")
    .innerJoin("depositors", "depositors.user_uuid", "users.uuid")
    .leftJoin("accounts", "accounts.entity_uuid", "depositors.entity_uuid")
    .select(["users.email", "users.brand", "depositors.entity_uuid", "accounts.ledger_account_id"])
    .where("users.email_key", "=", emailKey(email))
    .orderBy("users.created_at", "desc")
    .executeTakeFirst();
  if (!depositor) throw notFound("A depositor with this address");
  const entries =
    depositor.ledger_account_id === null
      ? []
      : await work.db
          .selectFrom("entries")
          .innerJoin("postings", "postings.id", "entries.posting_id")
          .select(["postings.id", "postings.kind", "postings.effective_on", "postings.posted_at", "postings.reverses", "entries.cents"])
          .where("entries.ledger_account_id", "=", depositor.ledger_account_id)
          .orderBy("postings.id")
          .execute();
  let balance = 0;
  const ledger = entries.map(({ cents, ...entry }) => {
    balance += Number(cents);
    return { ...entry, amount: decimalOf(Number(cents)), balance: decimalOf(balance) };
  });
  return {
    email: depositor.email,
    brand: depositor.brand,
    ledger,
    links: (await linksOf(work, depositor.entity_uuid)).map(linkWire),
    outbox: await readOutbox(work, depositor.email),
  };
}
