/** Exports the month-end close: it credits the interest, creates the statement and, in December, schedules the tax form. */

import { addDays, dayOf, firstDayOfMonth } from "../calendar/banking-days.js";
import { daysOf, uncreditedDays } from "./account-figures.js";
import { monthEnd } from "./accounts.js";
import { addAlert } from "./alerts.js";
import { ownersOf } from "./holders.js";
import { accrue, annualPercentageYieldEarned, creditedCents } from "./interest.js";
import { enqueue } from "./jobs.js";
import { internalAccount, transfer } from "./ledger.js";
import { mailingOf } from "./mailing.js";
import { dollarsOf } from "./money.js";
import { sendPreferredEmail, wantsPaper } from "./preferences.js";
import { scheduleTaxForm } from "./tax-forms.js";
import { newUuid, type UnitOfWork } from "./unit-of-work.js";

const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });

/** Ends the month of an account on its last day: credits the interest and issues the statement. */
export async function closeMonth(work: UnitOfWork, accountUuid: string): Promise<void> {
  const account = await work.db.selectFrom("accounts").selectAll().where("uuid", "=", accountUuid).forUpdate().executeTakeFirstOrThrow();
  const today = dayOf(work.at);
  const first = firstDayOfMonth(today);
  // A closed account has no more statements, but its interest is still reported at the end of the year.
  const isOver = account.closed_on !== null && account.closed_on < first;
  const all = await daysOf(work, account, today);
  const days = all.filter((day) => day.day >= first);
  const interest = creditedCents(accrue(uncreditedDays(days)));
  const creditedBefore = days.reduce((sum, day) => sum + day.credited, 0);
  if (interest > 0)
    await transfer(work, await internalAccount(work, "house:interest"), account.ledger_account_id, interest, {
      kind: "interest",
      effectiveOn: today,
    });
  const opening = all.findLast((day) => day.day < first)?.balance ?? 0;
  if (!isOver)
    await work.db
      .insertInto("statements")
      .values({
        uuid: newUuid(work.bank),
        account_uuid: account.uuid,
        year: Number(today.slice(0, 4)),
        month: Number(today.slice(5, 7)),
        opening_cents: opening,
        closing_cents: (days.at(-1)?.balance ?? opening) + interest,
        interest_cents: creditedBefore + interest,
        mailing: JSON.stringify(await mailingOf(work, account.entity_uuid)),
        earned: annualPercentageYieldEarned(
          creditedBefore + interest,
          days.map((day) => day.cents),
        ),
        created_at: work.at,
      })
      .execute();
  if (today.endsWith("-12-31")) await scheduleTaxForm(work, account.uuid);
  if (!isOver || !today.endsWith("-12-31")) await enqueue(work, "month-end", monthEnd(addDays(today, 1)), account.uuid);
  const owners = await ownersOf(work, account.entity_uuid);
  for (const holder of isOver ? [] : owners) {
    const title = `Your ${MONTH.format(new Date(`${today}T00:00:00Z`))} statement is ready`;
    const news =
      interest > 0
        ? `${dollarsOf(interest)} in interest was added to your savings. To read your statement, go to Documents.`
        : "To read your monthly statement, go to Documents.";
    const body = (await wantsPaper(work, holder.uuid)) ? `${news} We're also mailing you a paper copy.` : news;
    await addAlert(work, holder.uuid, title, body);
    await sendPreferredEmail(work, holder.uuid, "statements", title, body);
  }
}
