/**
 * Exports the download of a document of any size: it must begin within a time limit, and then never pause longer than
 * that. Its whole duration depends on the browser's connection and has no limit.
 */
import { Readable } from "node:stream";
import { UpstreamTimeout, UpstreamUnreachable } from "./errors.js";
import type { ReceivedResponse, Send } from "./send.js";

/** A response that has begun. Read `body` to its end, destroy it, or call `discard`: else its connection stays open. */
export interface TimedDownload {
  readonly response: Pick<ReceivedResponse, "status" | "header">;
  /** The response's body; it fails with `UpstreamTimeout` when the upstream pauses too long. Null without a body. */
  readonly body: Readable | null;
  /** Ends a download whose body is not read. */
  discard(): void;
}

export interface DownloadLimits {
  /** The limit until the response's headers, and until each next part of its body. */
  readonly idleMs: number;
  /** Aborted when the browser disconnects. */
  readonly signal: AbortSignal;
}

/** Requests a URL and streams its response. Rejects with a `Failure` when there is no response. */
export async function timedDownload(send: Send, url: string, { idleMs, signal }: DownloadLimits): Promise<TimedDownload> {
  const controller = new AbortController();
  const abandon = (): void => controller.abort(new UpstreamUnreachable("the browser went away"));
  signal.addEventListener("abort", abandon, { once: true });
  if (signal.aborted) abandon();

  /** Waits for one step of the upstream's; aborts the download when it takes too long or the browser goes away. */
  async function within<T>(step: Promise<T>): Promise<T> {
    const timer = setTimeout(() => controller.abort(new UpstreamTimeout()), idleMs);
    let stop = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      stop = () => reject(controller.signal.reason);
      controller.signal.addEventListener("abort", stop, { once: true });
      if (controller.signal.aborted) stop();
    });
    try {
      return await Promise.race([step, aborted]);
    } finally {
      clearTimeout(timer);
      controller.signal.removeEventListener("abort", stop);
    }
  }

  async function* parts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await within(iterator.next());
        if (done) return;
        yield value;
      }
    } finally {
      signal.removeEventListener("abort", abandon);
      // Not awaited: an upstream that pauses would delay the browser's error. The abort has ended the connection.
      iterator.return?.()?.catch(() => controller.abort());
    }
  }

  try {
    const response = await within(send({ url, method: "GET", headers: {} }, { signal: controller.signal, long: true }));
    return {
      response,
      body: response.body && Readable.from(parts(response.body), { objectMode: false }),
      discard() {
        signal.removeEventListener("abort", abandon);
        controller.abort(new UpstreamUnreachable("the document is not read"));
      },
    };
  } catch (error) {
    signal.removeEventListener("abort", abandon);
    if (error instanceof UpstreamTimeout || error instanceof UpstreamUnreachable) throw error;
    throw new UpstreamUnreachable(error instanceof Error ? error.message : String(error));
  }
}
