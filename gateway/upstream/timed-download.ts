/**
 * Exports the download of a document of any size: it must begin within a time limit, and then neither the upstream nor the
 * browser may pause longer than that. Its whole duration depends on the browser's connection and has no limit.
 */
import { Readable } from "node:stream";
import { UNCODED } from "./codings.js";
import { BrowserDisconnected, UpstreamTimeout, UpstreamUnreachable } from "./errors.js";
import type { ReceivedResponse, Send } from "./send.js";

/** A response that has begun. Read `body` to its end, destroy it, or call `discard`: else its connection stays open. */
export interface TimedDownload {
  readonly response: Pick<ReceivedResponse, "status" | "header">;
  /**
   * The response's body; it fails with `UpstreamTimeout` when the upstream pauses too long, and with `UpstreamUnreachable` when it
   * isn't read for as long: its connection is one of few. Null without a body.
   */
  readonly body: Readable | null;
  /** Ends a download whose body is not read. */
  discard(): void;
}

export interface DownloadLimits {
  /** The limit until the response's headers, until each next part of its body, and until that is read. In milliseconds. */
  readonly idleMs: number;
  /** Aborted when the browser disconnects. */
  readonly signal: AbortSignal;
}

/** Requests a URL and streams its response. Rejects with a `Failure` when there is no response. */
export async function timedDownload(send: Send, url: string, { idleMs, signal }: DownloadLimits): Promise<TimedDownload> {
  const controller = new AbortController();
  const abandon = (): void => controller.abort(new BrowserDisconnected());
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

  async function* parts(body: AsyncIterable<Uint8Array>, unread: () => void): AsyncGenerator<Uint8Array> {
    const iterator = body[Symbol.asyncIterator]();
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      for (;;) {
        const { done, value } = await within(iterator.next());
        if (done) return;
        timer = setTimeout(unread, idleMs);
        yield value;
        clearTimeout(timer);
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abandon);
      // Not awaited: an upstream that pauses would delay the browser's error. The abort has ended the connection.
      iterator.return?.()?.catch(() => controller.abort());
    }
  }

  try {
    const response = await within(send({ url, method: "GET", headers: UNCODED }, { signal: controller.signal, long: true }));
    const unread = (): void => void body?.destroy(new UpstreamUnreachable("the browser does not read the document"));
    const body = response.body && Readable.from(parts(response.body, unread), { objectMode: false });
    return {
      response,
      body,
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
