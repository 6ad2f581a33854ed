/**
 * Exports interest and yield by Regulation DD (12 CFR 1030, Appendix A), in fixed-point integers because floating point
 * is inexact. Amounts are dollars with 24 decimals; only crediting rounds to cents, half up.
 */
const DIGITS = 24;
const ONE = 10n ** BigInt(DIGITS);
const DAYS_OF_YEAR = 365n;

/** The principal of one day and its interest rate in percent (`"4.00"`). */
export interface InterestDay {
  readonly cents: number;
  readonly rate: string;
}

function fixed(decimal: string): bigint {
  const [whole = "0", part = ""] = decimal.split(".");
  return BigInt(whole + part.padEnd(DIGITS, "0").slice(0, DIGITS));
}

const roundedDivision = (value: bigint, by: bigint): bigint => (value + by / 2n) / by;

/** The interest accrued over days, compounded daily at rate/365, in dollars with 24 decimals. */
export function accrue(days: Iterable<InterestDay>): bigint {
  let accrued = 0n;
  for (const day of days) {
    const principal = (BigInt(day.cents) * ONE) / 100n;
    accrued += roundedDivision((principal + accrued) * fixed(day.rate), ONE * 100n * DAYS_OF_YEAR);
  }
  return accrued;
}

/** Accrued interest in cents, rounded half up. */
export function creditedCents(accrued: bigint): number {
  return Number(roundedDivision(accrued * 100n, ONE));
}

/** A fixed-point number as a decimal string, rounded half up. */
export function decimalOfFixed(value: bigint, places: number): string {
  const digits = String(roundedDivision(value, 10n ** BigInt(DIGITS - places))).padStart(places + 1, "0");
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** The natural logarithm, by the series of 2 artanh((x-1)/(x+1)). */
function ln(x: bigint): bigint {
  const ratio = ((x - ONE) * ONE) / (x + ONE);
  const square = (ratio * ratio) / ONE;
  let term = ratio;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 2n) {
    sum += term / n;
    term = (term * square) / ONE;
  }
  return 2n * sum;
}

function exp(x: bigint): bigint {
  let term = ONE;
  let sum = 0n;
  for (let n = 1n; term !== 0n; n += 1n) {
    sum += term;
    term = (term * x) / (ONE * n);
  }
  return sum;
}

/** 100[(1 + ratio)^(365/days) - 1], in percent with two decimals. */
function annualised(ratio: bigint, days: number): string {
  const power = exp((ln(ONE + ratio) * DAYS_OF_YEAR) / BigInt(days));
  return decimalOfFixed((power - ONE) * 100n, 2);
}

/**
 * The annual percentage yield earned (APYE) over a statement period: `balances` are the daily balances in cents.
 * `"0.00"` for an empty account.
 */
export function annualPercentageYieldEarned(interestCents: number, balances: readonly number[]): string {
  const sum = balances.reduce((total, cents) => total + BigInt(cents), 0n);
  if (sum <= 0n) return "0.00";
  return annualised((BigInt(interestCents) * BigInt(balances.length) * ONE) / sum, balances.length);
}

/** The annual percentage yield of a rate (`"4.00"` -> `"4.08"`), compounded daily. */
export function yieldOfRate(rate: string): string {
  let grown = ONE;
  const daily = ONE + roundedDivision(fixed(rate), 100n * DAYS_OF_YEAR);
  for (let day = 0n; day < DAYS_OF_YEAR; day += 1n) grown = roundedDivision(grown * daily, ONE);
  return decimalOfFixed((grown - ONE) * 100n, 2);
}
