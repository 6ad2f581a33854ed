/** A time limit around one exchange with an upstream, its answer's body included. */
import { UpstreamTimeout, UpstreamUnreachable } from "./errors.js";

/**
 * Does the work and waits no longer than that, nor longer than somebody is there to hear of it. What the work itself
 * throws is a broken connection. One controller and one timer: `AbortSignal.any` and `timeout` cost several times as much.
 */
export function withTimeout<T>(
  milliseconds: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const fail = (failure: Error) => {
      // Told first: work that ignores its signal (a function in this process) must not keep anybody waiting.
      reject(failure);
      controller.abort(failure);
    };
    const abandon = () => fail(new UpstreamUnreachable("the browser went away"));
    const timer = setTimeout(() => fail(new UpstreamTimeout()), milliseconds);
    callerSignal?.addEventListener("abort", abandon, { once: true });
    if (callerSignal?.aborted) abandon();
    work(controller.signal)
      .then(resolve, (error: unknown) => reject(new UpstreamUnreachable(reasonOf(error))))
      .finally(() => {
        clearTimeout(timer);
        callerSignal?.removeEventListener("abort", abandon);
      });
  });
}

/** Undici hides why behind `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
