import { type Kysely, type Migration, sql } from "kysely";
import { ledgerSchema } from "./ledger-schema.js";
import { messageSchema } from "./message-schema.js";
import { requestSchema } from "./request-schema.js";
import { returnSchema } from "./return-schema.js";
import { accountSchema, peopleSchema } from "./schema.js";

function fromStatements(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** In the order of their names; one that has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001-people": fromStatements(peopleSchema),
  "0002-ledger": fromStatements(ledgerSchema),
  "0003-accounts": fromStatements(accountSchema),
  "0004-messages": fromStatements(messageSchema),
  "0005-returns": fromStatements(returnSchema),
  "0006-requests": fromStatements(requestSchema),
};
