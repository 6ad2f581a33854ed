/**
 * Exports the route that receives errors of the web app, for the server: limited by address, and logged without personal
 * data. The browser sends it the errors that it cannot recover from (`src/app/error-report.ts`).
 */
import { Ajv } from "ajv";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Csrf } from "./plugins/csrf.js";
import { pathToLog, withoutSecrets } from "./plugins/logging.js";
import { RateLimited } from "./upstream/errors.js";

/** Reports of one address in a minute. */
const REPORTS_PER_MINUTE = 20;
/** Bytes of a report. */
const BODY_LIMIT = 8 * 1024;

const REPORT = {
  type: "object",
  required: ["name", "message", "path", "bundle"],
  additionalProperties: false,
  properties: {
    name: { type: "string", maxLength: 80 },
    message: { type: "string", maxLength: 500 },
    stack: { type: "string", maxLength: 4000 },
    path: { type: "string", maxLength: 300 },
    bundle: { type: "string", pattern: "^[0-9a-f]{8,64}$" },
  },
} as const;

/** As Fastify validates: a property that is not declared is removed. The gateways of a process share it. */
const validate = new Ajv({ removeAdditional: true, allErrors: false }).compile(REPORT);

interface Report {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly path: string;
  readonly bundle: string;
}

/** The text without personal data and secrets, and without ids, numbers of four digits and more, queries and quoted values. */
function scrubbed(text: string): string {
  return withoutSecrets(text)
    .replace(/\?[^\s:)]+(?=[\s:)]|$)/g, "?[query]")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{8,}/gi, "[id]")
    .replace(/\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{32,}/gi, "[id]")
    .replace(/(["'`])(?:(?!\1).){1,200}\1/g, "$1[value]$1")
    .replace(/\d(?:[ .()-]{0,2}\d){3,}/g, "[number]");
}

export function registerClientErrors(
  app: FastifyInstance,
  { csrf, brandOf }: { readonly csrf: Csrf; readonly brandOf: (request: FastifyRequest) => string | null },
): void {
  app.post<{ Body: Report }>(
    "/client-errors",
    {
      bodyLimit: BODY_LIMIT,
      schema: { body: REPORT },
      validatorCompiler: () => validate,
      config: { rateLimit: { max: REPORTS_PER_MINUTE, timeWindow: 60_000, errorResponseBuilder: () => new RateLimited() } },
      preValidation: async (request) => csrf.check(request),
    },
    async (request, reply) => {
      const { name, message, stack, path, bundle } = request.body;
      request.log.warn({
        event: "browser-error",
        brand: brandOf(request),
        bundle,
        page: pathToLog(path),
        error: scrubbed(name),
        reason: scrubbed(message),
        ...(stack === undefined ? {} : { frames: framesOf(stack) }),
      });
      return reply.code(204).header("cache-control", "no-store").send();
    },
  );
}

/** The places in the code: file, line and column, without the messages that some browsers put before them. */
function framesOf(stack: string): readonly string[] {
  const places = stack.match(/[\w.-]+\.(?:js|tsx?|mjs):\d+:\d+/g) ?? [];
  return places.slice(0, 10);
}
