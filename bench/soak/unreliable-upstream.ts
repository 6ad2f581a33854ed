/**
 * Exports the network between the gateways and the sandbox, for the soak: a proxy on a loopback port that forwards
 * requests, and that can be slow, fail, break connections, or be gone.
 */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * `half-closed`: the request is performed, and the connection ends in the middle of the answer or before it. `failing`:
 * errors in place of a performance, and in place of the answer to one. `gone`: nothing listens.
 */
export type Weather = "calm" | "slow" | "failing" | "half-closed" | "gone";

export interface UnreliableUpstream {
  readonly port: number;
  become(weather: Weather): Promise<void>;
  close(): Promise<void>;
}

const SLOW_MS = { least: 300, most: 3_000 } as const;
/** The share of requests that fail while the weather is `failing` or `half-closed`. */
const SHARE = 0.3;

export async function unreliableUpstream(port: number, target: number): Promise<UnreliableUpstream> {
  let weather: Weather = "calm";
  const sockets = new Set<Socket>();
  const server: Server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  // Longer than the gateways keep a connection, so that they close it.
  server.keepAliveTimeout = 60_000;

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const unlucky = Math.random() < SHARE;
    if (weather === "slow") await pause(SLOW_MS.least + Math.random() * (SLOW_MS.most - SLOW_MS.least));
    if (weather === "failing" && unlucky && Math.random() < 0.5) {
      incoming.resume();
      outgoing.writeHead(503, { "content-type": "text/html" }).end("<html>down</html>");
      return;
    }
    const loses = unlucky && (weather === "failing" || weather === "half-closed");
    forward(incoming, outgoing, loses ? weather : "calm");
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, fault: Weather): void {
    const { method, url, headers } = incoming;
    const sent = request({ host: "127.0.0.1", port: target, method, path: url, headers }, (received) => {
      const chunks: Buffer[] = [];
      received.on("data", (chunk: Buffer) => chunks.push(chunk));
      received.on("error", () => outgoing.destroy());
      received.on("end", () => {
        const body = Buffer.concat(chunks);
        if (fault === "failing") outgoing.writeHead(500, { "content-type": "text/plain" }).end("the answer is lost");
        else if (fault === "half-closed") breakOff(outgoing, received, body);
        else outgoing.writeHead(received.statusCode ?? 502, received.headers).end(body);
      });
    });
    // The sandbox is being restarted: its clients see a broken connection.
    sent.on("error", () => outgoing.destroy());
    incoming.pipe(sent);
  }

  /** Ends the connection before the answer, or in the middle of it. */
  function breakOff(outgoing: ServerResponse, received: IncomingMessage, body: Buffer): void {
    if (Math.random() < 0.5) {
      outgoing.socket?.end();
      return;
    }
    outgoing.writeHead(received.statusCode ?? 502, { ...received.headers, "content-length": String(body.length) });
    outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.socket?.end());
  }

  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });

  await listen();
  return {
    port,
    async become(next) {
      const before = weather;
      weather = next;
      if (next === "gone" && before !== "gone") await stop();
      if (next !== "gone" && before === "gone") await listen();
    },
    close: async () => {
      if (weather !== "gone") await stop();
    },
  };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
