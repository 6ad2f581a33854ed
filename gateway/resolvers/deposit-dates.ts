/**
 * Exports the dates of a first deposit under the institution's own terms, for upstreams without `GET /x/funding-preview`
 * (`domain.md` 2, "Timing"). A day is `YYYY-MM-DD`.
 */
import { achDates, addBankingDays, instantOf } from "../calendar/banking-days.js";

/** The institution's transfer terms (`transfer_terms` in `brand.json`). */
export interface TransferTerms {
  /** Eastern Time of a banking day, `HH:mm`; a transfer requested before it goes out with that day's file. */
  readonly cut_off: string;
  /** The number of banking days after settlement on which the depositor cannot use a deposit. */
  readonly hold_days: number;
}

export interface DepositDates {
  readonly debit_date: string;
  readonly available_date: string;
  /** ISO 8601 instant; a deposit requested after it has later dates. */
  readonly cutoff: string;
}

/** The dates of a deposit requested now: when the other bank debits it, and when the depositor can use it. */
export function depositDates(now: Date, { cut_off, hold_days }: TransferTerms): DepositDates {
  const { submitted, settles } = achDates(now, cut_off);
  return {
    debit_date: settles,
    available_date: addBankingDays(settles, hold_days),
    cutoff: instantOf(submitted, cut_off).toISOString(),
  };
}
