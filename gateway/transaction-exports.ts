/**
 * Exports the route `/documents/transactions/:format`, which sends the depositor's posted transactions as a file. The query
 * has the filter of `transactionPage`. The upstream returns only the transactions of the signed-in depositor.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import { contentDispositionName, sendFailure } from "./document-downloads.js";
import { createExecution, type Execution } from "./execution.js";
import { causeOf } from "./masking.js";
import type { RequestContext } from "./request-context.js";
import { EXPORT_FORMATS, matching, STATUSES, type Transaction, type TransactionFilter, TYPES } from "./resolvers/transaction-filter.js";
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

/** The valid values of each key of the query. */
const KEYS: Readonly<Record<keyof TransactionFilter, (text: string) => boolean>> = {
  search: (text) => text.length <= LONGEST_SEARCH,
  type: (text) => TYPES.some((type) => type === text),
  status: (text) => STATUSES.some((status) => status === text),
  from: isDay,
  to: isDay,
};

const ROW = "uuid status direction description amount kind return_code posted_on date_scheduled balance date_created";
/** A document rather than the answers themselves: its fields' types are checked, so that no file has a value of another type. */
const ROWS = `{ transactionHistory { ${ROW} } }`;
const ROWS_OF_ACCOUNT = `{ transactionHistory { ${ROW} } accounts { uuid number_last4 balance as_of } }`;

interface Exported {
  readonly transactionHistory: readonly Transaction[];
  readonly accounts?: readonly ExportedAccount[];
}

/** Throws `BadRequest` for an unknown key or value: a file with other rows than asked for would be taken for the whole. */
function filterOf(query: Readonly<Record<string, unknown>>): TransactionFilter {
  for (const [key, value] of Object.entries(query)) {
    const allows = Object.hasOwn(KEYS, key) ? KEYS[key as keyof TransactionFilter] : undefined;
    if (typeof value !== "string" || !allows?.(value)) throw new BadRequest({ code: "invalid_filter" });
  }
  return query;
}

export function registerTransactionExports(app: FastifyInstance, options: ExportOptions): void {
  let execution = createExecution(options.schema());
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
        if (execution.schema !== options.schema()) execution = createExecution(options.schema());
        const text = await fileOf(format, filterOf(request.query), context, execution, options);
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

async function fileOf(
  format: Format,
  filter: TransactionFilter,
  context: RequestContext,
  execution: Execution,
  options: ExportOptions,
): Promise<string> {
  const { transactionHistory, accounts } = await exported(format === "csv" ? ROWS : ROWS_OF_ACCOUNT, context, execution);
  const rows = postedOf(matching(transactionHistory, filter));
  if (format === "csv") return csvOf(rows);
  const account = accounts?.[0];
  const brand = options.brand(context.brand);
  if (!account || !brand) throw new NotFound({ code: "no_account" });
  return ofxOf(format, rows, account, brand, new Date(options.now()));
}

/** Throws the failure of the first field that has no result, or one that is not of its type. */
async function exported(text: string, { graphqlContext }: RequestContext, execution: Execution): Promise<Exported> {
  const { document, errors: invalid } = execution.prepare(text);
  if (document === null) throw invalid[0];
  const { schema } = execution;
  const { data, errors } = await execution.execute({ schema, document, contextValue: graphqlContext });
  const [error] = errors ?? [];
  if (error) throw causeOf(error);
  return data as unknown as Exported;
}
