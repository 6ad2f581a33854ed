/** GraphQL over HTTP: `graphql-http`'s handler, our execution in it, the session around it. */
import { performance } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DocumentNode, type ExecutionResult, GraphQLError, type GraphQLSchema, Kind } from "graphql";
import { createHandler, type Response as GraphqlResponse } from "graphql-http";
import { createExecution } from "./execution.js";
import { extensionsOf, reasonToLog, told } from "./masking.js";
import type { Csrf } from "./plugins/csrf.js";
import type { CredentialLimit } from "./plugins/limits.js";
import type { Context } from "./resolvers/context.js";
import { acceptUploads, type Parted, readParted } from "./uploads.js";
import { CsrfExpired, Failure, Unauthorized } from "./upstream/errors.js";
import type { Visit } from "./visit.js";

/** Mutations that try a secret: counted apart, and one to a document. */
const CREDENTIALS = new Set([
  "register",
  "login",
  "verifyMfa",
  "resendMfa",
  "selectMfa",
  "addMobile",
  "forgotPassword",
  "resetPassword",
  "verifyEmail",
]);

export interface GraphqlOptions {
  readonly schema: GraphQLSchema;
  readonly csrf: Csrf;
  readonly limit: CredentialLimit;
  /** Opens what a request needs; null when no brand answers at this host. */
  readonly visit: (request: FastifyRequest) => Visit | null;
  /** Only documents of the brand's bundles are executed. */
  readonly trustedOnly: boolean;
  readonly trusts: (slug: string, document: string) => boolean;
}

interface Asked {
  readonly request: FastifyRequest;
  readonly visit: Visit;
  readonly parted: Parted | null;
}

export async function graphqlOverHttp(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const execution = createExecution(options.schema);

  const handler = createHandler<FastifyRequest, Asked, Context & Record<PropertyKey, unknown>>({
    async onSubscribe({ context: { request, visit, parted } }, params) {
      if (options.trustedOnly && !options.trusts(visit.brand, params.query)) {
        return [new GraphQLError("Only documents of the published flows are answered.", { extensions: { code: "document_unknown" } })];
      }
      const { document, errors } = execution.prepare(params.query);
      if (!document) return errors;
      const secrets = credentialFields(document);
      if (secrets > 1) return [new GraphQLError("One sign-in at a time.", { extensions: { code: "document_refused" } })];
      if (secrets === 1) await options.limit(request);
      return {
        schema: options.schema,
        document,
        operationName: params.operationName,
        variableValues: params.variables,
        contextValue: contextOf(visit, parted) as Context & Record<PropertyKey, unknown>,
      };
    },
    execute: (args) => execution.execute(args),
    onOperation({ context: { request } }, args, result) {
      return tellErrors(request, args.operationName ?? nameOf(args.document), result);
    },
  });

  await app.register(async (scope) => {
    // graphql-http reads the body itself: what is no JSON is its answer to give.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 256 * 1024 }, (_request, body, done) => done(null, body));
    await acceptUploads(scope);
    scope.route({
      method: ["GET", "POST"],
      url: "/graphql",
      async handler(request, reply) {
        const started = performance.now();
        reply.header("cache-control", "no-store");
        const visit = options.visit(request);
        if (!visit) return reply.code(404).send({ errors: [{ message: "No brand answers at this host." }] });
        let parted: Parted | null = null;
        try {
          if (request.method === "POST") options.csrf.check(request);
          if (request.isMultipart()) {
            // Nobody uploads to us without a sign-in.
            if (!visit.session.signedIn) throw new Unauthorized();
            parted = await readParted(request);
          }
          const [body, init] = await handler({
            method: request.method,
            url: request.url,
            headers: parted ? { ...request.headers, "content-type": "application/json" } : request.headers,
            body: parted?.operations ?? (typeof request.body === "string" ? request.body : ""),
            raw: request.raw as never,
            context: { request, visit, parted },
          });
          visit.leave();
          // What the browser kept of answers goes. Not "storage": what was dismissed stays dismissed on this device, and
          // the app itself takes its depositor's state out of there. Not "cookies": a remembered device stays one.
          if (visit.session.ended) {
            reply.header("clear-site-data", '"cache"');
            options.csrf.end(reply);
          }
          await parted?.discard();
          return await answer(reply, body, init);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          return refuse(request, reply, error);
        } finally {
          request.log.info({ event: "graphql", brand: visit.brand, ms: Math.round(performance.now() - started) });
        }
      },
    });
  });
}

function contextOf(visit: Visit, parted: Parted | null): Context {
  return parted ? { ...visit.context, uploads: parted.uploads } : visit.context;
}

function answer(reply: FastifyReply, body: string | null, init: GraphqlResponse[1]): FastifyReply {
  reply.code(init.status);
  for (const [name, value] of Object.entries(init.headers ?? {})) if (value !== undefined) reply.header(name, value);
  return reply.send(body ?? "");
}

/** Refused before GraphQL: the status is HTTP's too. */
function refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const extensions = extensionsOf(failure, request.id);
  if (failure instanceof CsrfExpired) request.log.info({ event: "csrf" });
  const status = typeof extensions.status === "number" ? extensions.status : 502;
  return reply
    .code(status)
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify({ errors: [{ message: extensions.message, extensions }] }));
}

/** The result with its errors told or masked; what nobody declared goes to the log in full. */
function tellErrors(request: FastifyRequest, operation: string | null, result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const thrown = error.originalError ?? error;
    const reason = reasonToLog(thrown);
    const { status, code } = extensionsOf(thrown, request.id);
    const entry = {
      event: "operation-failed",
      operation,
      path: error.path?.join("."),
      status,
      failure: code,
      ...(reason ? { reason } : {}),
    };
    if (reason) request.log.error(entry);
    else request.log.info(entry);
    return told(error, request.id) as GraphQLError;
  });
  return { ...result, errors };
}

const counted = new WeakMap<DocumentNode, number>();

/** How many secrets a document tries, fragments included. */
function credentialFields(document: DocumentNode): number {
  const known = counted.get(document);
  if (known !== undefined) return known;
  let count = 0;
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
    for (const selection of definition.selectionSet.selections)
      if (selection.kind === Kind.FIELD && CREDENTIALS.has(selection.name.value)) count += 1;
  }
  counted.set(document, count);
  return count;
}

function nameOf(document: DocumentNode): string | null {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? null;
}
