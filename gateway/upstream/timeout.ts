/** Exports the time limit around one exchange with an upstream, including the response body. */
import { BrowserDisconnected, UpstreamFailed, UpstreamTimeout, UpstreamUnreachable } from "./errors.js";

/**
 * Runs `work` until it finishes, the time limit expires or the caller aborts. An error of `work` counts as a broken
 * connection, unless it says that the upstream has failed. It uses one controller and one timer, because `AbortSignal.any`
 * and `AbortSignal.timeout` cost several times as much.
 */
export function withTimeout<T>(
  milliseconds: number,
  callerSignal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const fail = (failure: Error) => {
      // Reject first: `work` that ignores its signal (a function in this process) must not delay the caller.
      reject(failure);
      controller.abort(failure);
    };
    const abandon = () => fail(new BrowserDisconnected());
    const timer = setTimeout(() => fail(new UpstreamTimeout()), milliseconds);
    callerSignal?.addEventListener("abort", abandon, { once: true });
    if (callerSignal?.aborted) abandon();
    work(controller.signal)
      .then(resolve, (error: unknown) => reject(error instanceof UpstreamFailed ? error : new UpstreamUnreachable(reasonOf(error))))
      .finally(() => {
        clearTimeout(timer);
        callerSignal?.removeEventListener("abort", abandon);
      });
  });
}

/** Undici reports the underlying error in `cause`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, code } = (error.cause instanceof Error ? error.cause : error) as NodeJS.ErrnoException;
  // OpenSSL's own words name its source files.
  return code?.startsWith("ERR_SSL_") ? `no TLS connection (${code})` : message;
}
