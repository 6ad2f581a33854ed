/** Exports the database's migrations. */
import { type Kysely, type Migration, sql } from "kysely";
import { accountSchema } from "./account-schema.js";
import { accountSettingsSchema } from "./account-settings-schema.js";
import { attemptSchema } from "./attempt-schema.js";
import { authenticationSchema } from "./authentication-schema.js";
import { beneficiarySchema } from "./beneficiary-schema.js";
import { contactSchema } from "./contact-schema.js";
import { documentSchema } from "./document-schema.js";
import { idempotencySchema } from "./idempotency-schema.js";
import { invitationSchema } from "./invitation-schema.js";
import { jobSchema } from "./job-schema.js";
import { ledgerSchema } from "./ledger-schema.js";
import { messageSchema } from "./message-schema.js";
import { monthlySchema } from "./monthly-schema.js";
import { requestSchema } from "./request-schema.js";
import { returnSchema } from "./return-schema.js";
import { threadSchema } from "./thread-schema.js";
import { transferSchema } from "./transfer-schema.js";
import { userSchema } from "./user-schema.js";

function fromStatements(statements: readonly string[]): Migration {
  return {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}

/** SQL statements by migration name, in order; never edit a released migration. */
export const schema: Readonly<Record<string, readonly string[]>> = {
  "0001-people": userSchema,
  "0002-ledger": ledgerSchema,
  "0003-accounts": accountSchema,
  "0004-messages": messageSchema,
  "0005-returns": returnSchema,
  "0006-requests": requestSchema,
  "0007-contact": contactSchema,
  "0008-idempotency": idempotencySchema,
  "0009-jobs": jobSchema,
  "0010-beneficiaries": beneficiarySchema,
  "0011-transfers": transferSchema,
  "0012-invitations": invitationSchema,
  "0013-threads": threadSchema,
  "0014-documents": documentSchema,
  "0015-account-settings": accountSettingsSchema,
  "0016-authentication": authenticationSchema,
  "0017-attempts": attemptSchema,
  "0018-monthly-deposits": monthlySchema,
};

export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  Object.entries(schema).map(([name, statements]) => [name, fromStatements(statements)]),
);
