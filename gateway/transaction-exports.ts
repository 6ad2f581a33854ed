/**
 * Exports the route `/documents/transactions/:format`, which sends the depositor's posted transactions as a file. The query
 * has the filter of `transactionPage`. The upstream returns only the transactions of the signed-in depositor.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import { contentDispositionName, sendFailure } from "./document-downloads.js";
import type { RequestContext } from "./request-context.js";
import { EXPORT_FORMATS, matching, STATUSES, type Transaction, type TransactionFilter, TYPES } from "./resolvers/transaction-filter.js";
import { runField } from "./schema.js";
import { csvOf, type ExportedAccount, type ExportingInstitution, ofxOf, postedOf } from "./transaction-files.js";
import { BadRequest, NotFound, Unauthorized } from "./upstream/errors.js";

export interface ExportOptions {
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
  readonly schema: () => GraphQLSchema;
  /** The brand that names itself in the file. */
  readonly brand: (slug: string) => ExportingInstitution | null;
  readonly now: () => number;
}

const CONTENT_TYPES = { csv: "text/csv; charset=utf-8", ofx: "application/x-ofx", qfx: "application/vnd.intu.qfx" } as const;
type Format = (typeof EXPORT_FORMATS)[number];
const LONGEST_SEARCH = 100;
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** What each key of the query may be. */
const KEYS: Readonly<Record<keyof TransactionFilter, (text: string) => boolean>> = {
  search: (text) => text.length <= LONGEST_SEARCH,
  type: (text) => TYPES.some((type) => type === text),
  status: (text) => STATUSES.some((status) => status === text),
  from: isDay,
  to: isDay,
};

/** Throws `BadRequest` for an unknown key or value: a file with other rows than asked for would be taken for the whole. */
function filterOf(query: Readonly<Record<string, unknown>>): TransactionFilter {
  for (const [key, value] of Object.entries(query)) {
    const allows = Object.hasOwn(KEYS, key) ? KEYS[key as keyof TransactionFilter] : undefined;
    if (typeof value !== "string" || !allows?.(value)) throw new BadRequest({ code: "invalid_filter" });
  }
  return query;
}

export function registerTransactionExports(app: FastifyInstance, options: ExportOptions): void {
  app.get<{ Params: { format: string }; Querystring: Record<string, unknown> }>(
    "/documents/transactions/:format",
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const context = options.requestContext(request);
      if (!context) return reply.code(404).send();
      try {
        if (!context.session.signedIn) throw new Unauthorized();
        const format = EXPORT_FORMATS.find((each) => each === request.params.format);
        if (!format) throw new NotFound({ code: "unknown_format" });
        const text = await fileOf(format, filterOf(request.query), context, options);
        context.saveSession();
        reply.header("content-type", CONTENT_TYPES[format]);
        reply.header("content-disposition", `attachment; ${contentDispositionName(`transactions.${format}`)}`);
        reply.header("x-content-type-options", "nosniff");
        return await reply.send(text);
      } catch (error) {
        return sendFailure(request, reply, error);
      }
    },
  );
}

async function fileOf(format: Format, filter: TransactionFilter, context: RequestContext, options: ExportOptions): Promise<string> {
  const read = (name: string) => runField(options.schema(), "Query", name, {}, context.graphqlContext);
  const rows = postedOf(matching((await read("transactionHistory")) as readonly Transaction[], filter));
  if (format === "csv") return csvOf(rows);
  const [account] = (await read("accounts")) as readonly ExportedAccount[];
  const brand = options.brand(context.brand);
  if (!account || !brand) throw new NotFound({ code: "no_account" });
  return ofxOf(format, rows, account, brand, new Date(options.now()));
}
