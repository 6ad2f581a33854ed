/** Exports the reports of errors for `boot.ts` and `main.tsx`: to the console, and to the gateway's log. */
import { CSRF_HEADER, csrfToken } from "../api/csrf.js";

export interface ErrorReportOptions {
  readonly fetch: typeof fetch;
  readonly cookies: () => string;
  /** The path of the page at present. */
  readonly path: () => string;
  /** The hash of the bundle. */
  readonly bundle: string;
}

/** Reports of one page: an error that repeats itself must not flood the log. */
const LIMIT = 10;

/**
 * Returns a function that reports an error once. Errors contain no data of the depositor; the gateway removes what could
 * be, before it logs them.
 */
export function createErrorReport({ fetch, cookies, path, bundle }: ErrorReportOptions): (error: Error) => void {
  const reported = new Set<string>();
  return (error) => {
    console.error(error);
    const { name, message, stack } = error;
    const key = `${name}: ${message}`;
    if (reported.has(key) || reported.size >= LIMIT) return;
    reported.add(key);
    const body = JSON.stringify({
      name: name.slice(0, 80),
      message: message.slice(0, 500),
      ...(stack === undefined ? {} : { stack: stack.slice(0, 4000) }),
      path: path().slice(0, 300),
      bundle,
    });
    fetch("/client-errors", {
      method: "POST",
      keepalive: true,
      headers: { "content-type": "application/json", [CSRF_HEADER]: csrfToken(cookies()) ?? "" },
      body,
      // Without a connection to the gateway, the console alone has the error.
    }).catch(() => undefined);
  };
}

/** Reports what no code has caught. Returns the function that stops it. */
export function reportUncaught(window: Window, report: (error: Error) => void): () => void {
  const asError = (value: unknown): Error => (value instanceof Error ? value : new Error(String(value)));
  const onError = (event: ErrorEvent) => report(asError(event.error ?? event.message));
  const onRejection = (event: PromiseRejectionEvent) => report(asError(event.reason));
  window.addEventListener("error", onError);
  window.addEventListener("unhandledrejection", onRejection);
  return () => {
    window.removeEventListener("error", onError);
    window.removeEventListener("unhandledrejection", onRejection);
  };
}
