/**
 * Exports the logger's options and the line of each request, for the server. A log line identifies the request but not the
 * person: no query strings, headers, bodies or addresses.
 */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { FastifyInstance, FastifyServerOptions } from "fastify";
import { plainAddress } from "../client-address.js";

/** Names whose value in a text is a secret, as in `token=...`, `"password": ...` or `Bearer ...`. */
const SECRET_NAMES =
  "[\\w-]*(?:token|secret|password|passwd|pwd|passcode|code|otp|pin|key|ssn|authorization|bearer|session|nonce|signature)";

/** The rules that remove what could be a person's or a secret, in their order, each with what replaces it. */
const SCRUBBING: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>()/]+(?:@|%40)[^\s@"'<>()/]+\.[a-z]{2,}/gi, "[email]"],
  [/\b(bearer|basic)(?:\s|%20|\+)+[^\s"',;)]+/gi, "$1 [secret]"],
  [new RegExp(`\\b(${SECRET_NAMES})(["']?\\s*(?:=|:|%3d|%3a)\\s*["']?)[^\\s"'&;,)}/]+`, "gi"), "$1$2[secret]"],
  [/\beyJ[\w-]*\.[\w-]+(?:\.[\w-]*)?/g, "[secret]"],
];

/** The text without email addresses, bearer tokens, and the values of parameters that name a secret. */
export function withoutSecrets(text: string): string {
  return SCRUBBING.reduce((scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement), text);
}

/** Four digits and more, in groups as in `123-45-6789`. The address of a statement has a year, which is nobody's. */
const NUMBERS = /\d(?:(?:[ .()-]|%20){0,2}\d){3,}/gi;
const YEAR = /^(?:19|20)\d\d$/;

/** Characters of a path that are read: the patterns take quadratic time, and anybody may send a long one. */
const LONGEST_PATH = 512;

/** Without the part of a long path that was cut, in which a pattern might not recognize a secret. */
function beginningOf(path: string): string {
  return path.length <= LONGEST_PATH ? path : path.slice(0, path.slice(0, LONGEST_PATH).lastIndexOf("/") + 1);
}

/** The path to log: ids and tokens in it become `:id`, and nothing in it is a person's or a secret. */
export function pathToLog(url: string): string {
  return withoutSecrets(beginningOf(url.split(/[?#]/)[0] ?? ""))
    .replace(/\/[0-9a-f]{8}[0-9a-f-]{8,}/gi, "/:id")
    .replace(/\/(?=[\w-]*\d)[\w-]{24,}/g, "/:id")
    .replace(NUMBERS, (number) => (YEAR.test(number) ? number : ":number"))
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 120);
}

/** Keys whose values are redacted from every log line. */
const SECRETS = [
  "body",
  "input",
  "variables",
  "password",
  "token",
  "bearer",
  "ssn",
  "email",
  "phone",
  "account_number",
  "routing_number",
  "authorization",
  "cookie",
];

/** Fastify's logger (pino). `level`: a level of pino or `silent`; `stream`: where lines go, standard output without one. */
export function loggerOptions(
  level: string,
  stream?: { write(line: string): void },
): Exclude<FastifyServerOptions["logger"], boolean | undefined> {
  return {
    level,
    ...(stream ? { stream } : {}),
    redact: { paths: SECRETS.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: "[redacted]" },
    serializers: {
      req: (request: { method?: string; url?: string }) => ({ method: request.method, path: pathToLog(request.url ?? "") }),
      res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
    },
  };
}

/** Logs one line for each request when its response has been sent; `ms` is the time since it arrived. Fastify's own lines have no event. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, log } = request;
    log.info({ event: "request", method, path: pathToLog(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) });
  });
}

/** Creates request ids: a trusted load balancer's id is kept, any other is replaced. `trusted`: their addresses and networks. */
export function requestIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const balancers = new BlockList();
  for (const entry of trusted) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) balancers.addAddress(address, family);
    else balancers.addSubnet(address, Number(prefix), family);
  }
  return ({ headers, socket }) => {
    const requestId = headers["x-request-id"];
    if (typeof requestId !== "string" || !/^[\w-]{8,64}$/.test(requestId)) return randomUUID();
    const peer = plainAddress(socket.remoteAddress ?? "");
    const isTrusted = isIP(peer) !== 0 && balancers.check(peer, isIP(peer) === 6 ? "ipv6" : "ipv4");
    return isTrusted ? requestId : randomUUID();
  };
}
