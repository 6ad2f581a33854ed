/**
 * Runs the requests of browsers in a process of its own, for `gateway.ts`: each message asks for a number of requests and is
 * answered when they have ended. Exports the type of a message.
 */
import { Agent, request } from "undici";

export interface RequestRun {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly count: number;
  /** Requests under way at a time. */
  readonly abreast: number;
}

const dispatcher = new Agent({ connections: 64, pipelining: 1 });

async function send({ url, headers, body }: RequestRun): Promise<void> {
  const response = await request(url, { method: "POST", headers: headers as Record<string, string>, body, dispatcher });
  const text = await response.body.text();
  if (response.statusCode !== 200 || text.includes('"errors"')) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
}

process.on("message", async (message) => {
  const run = message as RequestRun;
  let left = run.count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await send(run);
    }
  };
  try {
    await Promise.all(Array.from({ length: run.abreast }, worker));
    process.send?.({ error: null });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });
