/**
 * Exports the circuit breaker of an upstream (Nygard, "Release It!"), for the transports of all requests: after a row of
 * failures it rejects calls at once for a while, so that depositors do not wait for a dead upstream and a recovering one
 * is not flooded. Then it lets one call through, whose result closes the circuit or opens it again; while there is none, it lets
 * another one through after the same time.
 */
import { UpstreamUnreachable } from "./errors.js";

/** The settings of a breaker. Durations and `now` are in milliseconds. */
export interface BreakerOptions {
  /** How many failures in a row, with no success between them, open the circuit. */
  readonly failures: number;
  readonly openMs: number;
  readonly now: () => number;
  /** Called when the circuit opens and when it closes. */
  readonly onChange: (open: boolean) => void;
}

/** Reports the result of one call; call one of its methods once. */
export interface Permit {
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** The call ended without a result, because the browser went away. */
  readonly abandoned: () => void;
}

/** The state of one upstream, shared by the transports of all requests of this process. */
export interface CircuitBreaker {
  /** Permits a call; throws `UpstreamUnreachable` while the circuit is open. */
  enter(): Permit;
}

/** The settings where the composition root gives no others. */
export const BREAKER_DEFAULTS = { failures: 10, openMs: 5_000 } as const;

/** A closed circuit. Once it is open for `openMs`, one call decides whether it closes or stays open for as long again. */
export function createCircuitBreaker({ failures, openMs, now, onChange }: BreakerOptions): CircuitBreaker {
  let failed = 0;
  let openedAt: number | null = null;
  /** When the call that is tried was sent; null while there is none. */
  let triedAt: number | null = null;

  return {
    enter() {
      const trial = openedAt !== null;
      if (openedAt !== null) {
        // A call that is tried may take minutes: then another one is tried.
        if (now() - Math.max(openedAt, triedAt ?? openedAt) < openMs) throw new UpstreamUnreachable("the circuit is open");
        triedAt = now();
      }
      const endTrial = (): void => {
        if (trial) triedAt = null;
      };
      return {
        succeeded() {
          endTrial();
          failed = 0;
          if (openedAt === null) return;
          openedAt = null;
          onChange(false);
        },
        failed() {
          endTrial();
          failed += 1;
          if (trial) openedAt = now();
          else if (openedAt === null && failed >= failures) {
            openedAt = now();
            onChange(true);
          }
        },
        abandoned: endTrial,
      };
    },
  };
}
