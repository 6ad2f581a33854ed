/**
 * Tests of the two places where the gateway uses sockets: calls to an institution, and serving a function on a port.
 */
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { institutionConnections } from "../../gateway/institution-connections.js";
import { type ListeningServer, PortUnavailable, serveFetch } from "../../gateway/serve-fetch.js";
import { UpstreamTimeout, UpstreamUnreachable } from "../../gateway/upstream/errors.js";
import type { Fetch, Send } from "../../gateway/upstream/send.js";
import { createTransport } from "../../gateway/upstream/transport.js";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

async function bank(
  answer: Fetch,
  onError: (error: unknown) => void = () => {},
): Promise<{ url: string; listening: ListeningServer; send: Send }> {
  const listening = await serveFetch(answer, { port: 0, host: null, variable: "PORT" }, onError);
  const institution = institutionConnections();
  open.push(listening, institution);
  return { url: `http://localhost:${listening.port}`, listening, send: institution.send };
}

const transportTo = (at: { url: string; send: Send }, timeoutMs = 5_000) =>
  createTransport({
    send: at.send,
    baseUrl: at.url,
    brand: "harbor",
    requestId: "r",
    bearer: "b",
    cookieJar: { "XSRF-TOKEN": "x" },
    timeoutMs,
  });

it("a call to an address without TLS has a reason that says so", async () => {
  const at = await bank(async () => new Response("{}"));
  const call = transportTo({ ...at, url: at.url.replace("http:", "https:") }).send({ method: "POST", path: "/deposit" });
  await expect(call).rejects.toMatchObject({ status: "network", reason: "no TLS connection (ERR_SSL_WRONG_VERSION_NUMBER)" });
});

it("a call and its response keep their body, headers and cookies", async () => {
  const seen: unknown[] = [];
  const at = await bank(async (request) => {
    seen.push([
      request.method,
      new URL(request.url).pathname,
      request.headers.get("authorization"),
      request.headers.get("x-brand"),
      await request.json(),
    ]);
    const headers = new Headers({ "content-type": "application/json" });
    headers.append("set-cookie", "XSRF-TOKEN=next; Path=/");
    headers.append("set-cookie", "hys_session=s; Path=/");
    return new Response('{"code":"ok","message":"done","data":{"a":"é"}}', { status: 201, headers });
  });
  const transport = transportTo(at);
  await expect(transport.send({ method: "POST", path: "/deposit", body: { amount: "1.00" } })).resolves.toMatchObject({
    status: 201,
    data: { a: "é" },
  });
  expect(seen).toEqual([["POST", "/api/v1/deposit", "Bearer b", "harbor", { amount: "1.00" }]]);
  expect(transport.cookieJar).toEqual({ "XSRF-TOKEN": "next", hys_session: "s" });
});

it("a document streams: its beginning arrives before its end exists", async () => {
  let finish = () => {};
  const at = await bank(async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("begin"));
        finish = () => {
          controller.enqueue(new TextEncoder().encode("end"));
          controller.close();
        };
      },
    });
    return new Response(body, { headers: { "content-type": "application/pdf" } });
  });
  const response = await at.send({ url: `${at.url}/file`, method: "GET", headers: {} });
  const parts = response.body?.[Symbol.asyncIterator]();
  expect(new TextDecoder().decode((await parts?.next())?.value)).toBe("begin");
  finish();
  expect(new TextDecoder().decode((await parts?.next())?.value)).toBe("end");
});

it("a timeout aborts the request at the institution", async () => {
  const aborted: string[] = [];
  const at = await bank(
    (request) =>
      new Promise((resolve) =>
        request.signal.addEventListener("abort", () => {
          aborted.push("gone");
          resolve(new Response(null));
        }),
      ),
  );
  // Long enough for the request to arrive on a busy machine.
  await expect(transportTo(at, 1_000).send({ method: "GET", path: "/accounts" })).rejects.toBeInstanceOf(UpstreamTimeout);
  for (let wait = 0; aborted.length === 0 && wait < 1000; wait += 1) await sleep(20);
  expect(aborted).toEqual(["gone"]);
});

it("a lost connection is a network failure, and the server reports its cause", async () => {
  const errors: unknown[] = [];
  const at = await bank(
    async () => {
      throw new Error("dropped");
    },
    (error) => errors.push(error),
  );
  await expect(transportTo(at).send({ method: "GET", path: "/accounts" })).rejects.toBeInstanceOf(UpstreamUnreachable);
  expect(errors.map(String)).toContain("Error: dropped");
});

describe("a connection that the institution resets", () => {
  /** A server that resets its first connections after they sent a request, and answers later ones. */
  async function resetting(resets: number): Promise<{ url: string; send: Send; requests: string[] }> {
    const requests: string[] = [];
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (chunk) => {
        requests.push(String(chunk).split(" ")[0] ?? "");
        if (requests.length <= resets) return socket.resetAndDestroy();
        const body = '{"code":"ok","message":"","data":[]}';
        return socket.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const institution = institutionConnections();
    open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) }, institution);
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, send: institution.send, requests };
  }

  it("is used again once, on another connection, for a call that changes nothing", async () => {
    const at = await resetting(1);
    await expect(transportTo(at).send({ method: "GET", path: "/accounts" })).resolves.toMatchObject({ data: [] });
    expect(at.requests).toEqual(["GET", "GET"]);
  });

  it("is a network failure when the repetition is reset too", async () => {
    const at = await resetting(5);
    await expect(transportTo(at).send({ method: "GET", path: "/accounts" })).rejects.toBeInstanceOf(UpstreamUnreachable);
    expect(at.requests).toEqual(["GET", "GET"]);
  });

  it.each([
    ["a write", { method: "POST", path: "/deposit", body: { amount: "1.00" } }],
    ["a GET with effects", { method: "GET", path: "/mfa-select/sms", uncached: true }],
    ["a long write", { method: "PATCH", path: "/depositor", body: {}, timeoutMs: 300_000 }],
  ] as const)("does not send %s twice", async (_case, call) => {
    const at = await resetting(1);
    await expect(transportTo(at).send(call)).rejects.toBeInstanceOf(UpstreamUnreachable);
    expect(at.requests).toHaveLength(1);
  });
});

it("many long calls leave the connections of short calls free", async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const envelope = (): Response => Response.json({ code: "ok", message: "", data: [] });
  const at = await bank(async (request) => {
    if (request.method !== "PATCH") return envelope();
    waiting += 1;
    await released;
    return envelope();
  });
  const long = Array.from({ length: 80 }, () =>
    transportTo(at).send({ method: "PATCH", path: "/depositor", body: {}, timeoutMs: 300_000 }),
  );
  await expect.poll(() => waiting).toBe(64);
  await expect(transportTo(at, 2_000).send({ method: "GET", path: "/accounts" })).resolves.toMatchObject({ data: [] });
  release();
  expect(await Promise.all(long)).toHaveLength(80);
});

it.each([
  ["no HTTP", "HELLO\r\n\r\n", 400],
  ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["two hosts", "GET / HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n", 400],
  ["a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400],
  ["headers that are too large", `GET / HTTP/1.1\r\nHost: a.test\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ["another version", "GET / HTTP/1.2\r\nHost: a.test\r\n\r\n", 505],
  ["the version of HTTP/2", "GET / HTTP/2.0\r\nHost: a.test\r\n\r\n", 505],
  ["the method CONNECT", "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n", 405],
])("a request with %s is refused in the format of every error, and reaches no function", async (_name, text, status) => {
  let calls = 0;
  const errors: unknown[] = [];
  const at = await bank(
    async () => {
      calls += 1;
      return new Response();
    },
    (error) => errors.push(error),
  );
  const answer = await new Promise<string>((resolve) => {
    let received = "";
    const socket = connect(at.listening.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      received += String(data);
    });
    socket.on("error", () => undefined).once("close", () => resolve(received));
  });
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), success: false, message: expect.any(String), data: null, errors: {} });
  expect([calls, errors]).toEqual([0, []]);
});

it("redirects are returned, and empty responses have no body", async () => {
  const at = await bank(async (request) =>
    request.url.endsWith("/empty")
      ? new Response(null, { status: 204 })
      : new Response(null, { status: 302, headers: { location: "http://evil.test/" } }),
  );
  expect((await at.send({ url: `${at.url}/moved`, method: "GET", headers: {} })).status).toBe(302);
  const empty = await at.send({ url: `${at.url}/empty`, method: "GET", headers: {} });
  expect([empty.body, await empty.text()]).toEqual([null, ""]);
});

it("a used port is reported with the variable that sets it", async () => {
  const at = await bank(async () => new Response());
  const taken = { port: at.listening.port, host: null, variable: "SANDBOX_PORT" };
  const second = serveFetch(
    async () => new Response(),
    taken,
    () => {},
  );
  await expect(second).rejects.toBeInstanceOf(PortUnavailable);
  await expect(second).rejects.toThrow("set SANDBOX_PORT to a free one");
});

it("a function is served on loopback addresses only, unless a host is given", async () => {
  const at = await bank(async () => new Response("here"));
  const reaches = async (host: string): Promise<boolean> => {
    const socket = connect({ host, port: at.listening.port });
    return new Promise((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    }).finally(() => socket.destroy()) as Promise<boolean>;
  };
  expect(await reaches("127.0.0.1")).toBe(true);
  const others = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  // 127.0.0.2 is an address of this machine too, which nobody listens on.
  const foreign = ["127.0.0.2", ...others.filter(({ internal, scopeid }) => !internal && !scopeid).map(({ address }) => address)];
  for (const address of foreign) expect([address, await reaches(address)]).toEqual([address, false]);
  const everywhere = await serveFetch(
    async () => new Response(),
    { port: 0, host: "0.0.0.0", variable: "PORT" },
    () => {},
  );
  open.push(everywhere);
  expect((await fetch(`http://127.0.0.2:${everywhere.port}/`)).status).toBe(200);
});

it("closing waits for the response in progress", async () => {
  let arrived = () => {};
  let answer = (_response: Response) => {};
  const underWay = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const at = await bank(() => {
    arrived();
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const text = at.send({ url: at.url, method: "GET", headers: {} }).then((response) => response.text());
  await underWay;
  open.splice(0, 1);
  const closed = at.listening.close().then(() => "closed");
  expect(await Promise.race([closed, sleep(20, "still open")])).toBe("still open");
  answer(new Response("late"));
  expect(await text).toBe("late");
  expect(await closed).toBe("closed");
});
