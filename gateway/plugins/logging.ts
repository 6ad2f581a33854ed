/** What is written of a request: enough to find it, nothing of the person. No query strings, headers, bodies, addresses. */
import { randomUUID } from "node:crypto";
import type { FastifyServerOptions } from "fastify";

/** Paths with a secret or an id in them are written with its place. */
export function pathToLog(url: string): string {
  return (url.split("?")[0] ?? "")
    .replace(/\/[0-9a-f]{8}[0-9a-f-]{8,}/gi, "/:id")
    .replace(/[^\x20-\x7e]/g, "?")
    .slice(0, 120);
}

/** Keys that never reach the log, wherever somebody should put them. */
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

/** A balancer's id is kept where a balancer is trusted; anyone else's is replaced. */
export function requestIds(trusted: boolean): (request: { headers: Record<string, string | string[] | undefined> }) => string {
  return ({ headers }) => {
    const given = headers["x-request-id"];
    return trusted && typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  };
}
