/**
 * Exports the arithmetic of beneficiaries' shares, in hundredths of a percent: the shares of an account are positive and
 * add up to exactly 10,000 (100.00 %).
 */

/** 100.00 %. */
export const WHOLE = 10_000;

/** `"33.34"` -> 3334; null for anything that is not a share from 0.01 to 100.00. */
export function shareOf(percent: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(percent.trim());
  const share = match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : 0;
  return share >= 1 && share <= WHOLE ? share : null;
}

/** 3334 -> `"33.34"`. */
export const percentOf = (share: number): string => `${Math.floor(share / 100)}.${String(share % 100).padStart(2, "0")}`;

/** Equal shares of `total`; the last one takes the remainder. */
export function equalShares(count: number, total = WHOLE): number[] {
  const each = Math.floor(total / count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? total - each * (count - 1) : each));
}

/**
 * Shares in the same proportions that add up to `total`; each stays at least 0.01 %. The largest remainders are rounded up
 * (the method of Hamilton), of equal ones the last. Equal shares stay equal. Null when `total` is too small to leave everyone
 * a share.
 */
export function scaledShares(shares: readonly number[], total: number): number[] | null {
  if (total < shares.length) return null;
  const sum = shares.reduce((whole, share) => whole + share, 0);
  const equal = equalShares(shares.length, sum);
  if (shares.every((share, index) => share === equal[index])) return equalShares(shares.length, total);
  // Everyone has 0.01 % first; the rest is divided in proportion.
  const rest = total - shares.length;
  const exact = shares.map((share) => (share * rest) / sum);
  const scaled = exact.map((share) => 1 + Math.floor(share));
  const missing = total - scaled.reduce((whole, share) => whole + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder || other.index - one.index);
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index));
  return scaled.map((share, index) => (raised.has(index) ? share + 1 : share));
}
