/**
 * Exports the logger's options, for the server. A log line identifies the request but not the person: no query strings,
 * headers, bodies or addresses.
 */
import { randomUUID } from "node:crypto";
import type { FastifyServerOptions } from "fastify";

/** The path to log: ids and tokens in it become `:id`. */
export function pathToLog(url: string): string {
  return (url.split("?")[0] ?? "")
    .replace(/\/[0-9a-f]{8}[0-9a-f-]{8,}/gi, "/:id")
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

/** Creates request ids: a trusted load balancer's id is kept, any other is replaced. */
export function requestIds(trusted: boolean): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  return ({ headers }) => {
    const requestId = headers["x-request-id"];
    return trusted && typeof requestId === "string" && /^[\w-]{8,64}$/.test(requestId) ? requestId : randomUUID();
  };
}
