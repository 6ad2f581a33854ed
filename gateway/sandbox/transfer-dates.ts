/** Exports the dates of the sandbox bank's ACH transfers, for its transfers, links and funding preview. */
import { achDates, addBankingDays, SETTLEMENT_DAYS } from "../calendar/banking-days.js";

/** Eastern Time of a banking day; a transfer requested before it goes out with that day's file. */
export const CUT_OFF = "17:00";

/** The dates of an ACH transfer requested at an instant. */
export interface TransferDates {
  /** The ACH file that carries the transfer is sent at the cut-off time of this day. */
  readonly submitted: string;
  readonly settles: string;
  /** The last day of a two-banking-day return, such as R01 (Nacha Operating Rules). */
  readonly returnDue: string;
  /** The first day on which the depositor can use a deposit. */
  readonly holdEnds: string;
}

const RETURN_DAYS = 2;
const HOLD_DAYS = 5;

/** The dates of a transfer requested at an instant: it goes out with the next ACH file. */
export function transferDates(at: Date): TransferDates {
  return datesOfFile(achDates(at, CUT_OFF).submitted);
}

/** The dates of a transfer that goes out with the ACH file of a banking day. */
export function datesOfFile(submitted: string): TransferDates {
  const settles = addBankingDays(submitted, SETTLEMENT_DAYS);
  return { submitted, settles, returnDue: addBankingDays(settles, RETURN_DAYS), holdEnds: addBankingDays(settles, HOLD_DAYS) };
}
