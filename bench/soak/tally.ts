/** Exports the counts of the soak: requests, faults by phase, response times, and the writes that were acknowledged. */

/** A write with an idempotency key. Its mark is in the row that it creates, so that the database says how often it took effect. */
export interface Write {
  readonly kind: "deposit" | "withdrawal" | "message" | "first deposit";
  readonly email: string;
  /** The amount in cents, the subject or the name: unique among the depositor's writes of this kind. */
  readonly mark: string;
  /** Whether a browser has received its success. */
  acknowledged: boolean;
}

export class Tally {
  readonly writes: Write[] = [];
  readonly faults = new Map<string, number>();
  /** Failures that are no faults, by operation and code: an empty list when the journeys are right. */
  readonly refusals = new Map<string, number>();
  readonly times: number[] = [];
  readonly calmTimes: number[] = [];
  /** Faults while nothing disturbed the system, with their phase. */
  readonly calmFaults: string[] = [];
  requests = 0;
  retries = 0;
  pages = 0;
  journeys = 0;
  isOver = false;
  /** What disturbs the system at present; null in a calm phase. */
  disturbance: string | null = null;

  answered(_name: string, milliseconds: number): void {
    this.requests += 1;
    this.times.push(milliseconds);
    if (this.disturbance === null) this.calmTimes.push(milliseconds);
  }

  fault(name: string, kind: string, _milliseconds: number): void {
    this.requests += 1;
    const phase = this.disturbance ?? "calm";
    const key = `${phase}: ${kind}`;
    this.faults.set(key, (this.faults.get(key) ?? 0) + 1);
    if (this.disturbance === null) this.calmFaults.push(`${name}: ${kind}`);
  }

  page(succeeded: boolean): void {
    this.pages += succeeded ? 1 : 0;
  }

  retry(_name: string): void {
    this.retries += 1;
  }

  refused(key: string): void {
    this.refusals.set(key, (this.refusals.get(key) ?? 0) + 1);
  }
}

/** The value below which a share of the values lies; 0 without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
