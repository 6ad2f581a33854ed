/**
 * Exports the `/graphql` route, for the server: graphql-http's handler with compiled execution, sessions, file uploads
 * and masked errors.
 */
import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  Kind,
} from "graphql";
import { createHandler, type Response as GraphqlResponse, type Handler, type HandlerOptions, type RequestParams } from "graphql-http";
import { credentialFieldsOf, credentialUse } from "./credentials.js";
import { createExecution, type Execution } from "./execution.js";
import type { LimitLongCalls } from "./long-calls.js";
import {
  causeOf,
  errorBody,
  extensionsOf,
  httpStatusOf,
  isOperatorsConcern,
  MASKED,
  maskError,
  reasonToLog,
  requestError,
} from "./masking.js";
import { refusalOf } from "./plugins/bad-requests.js";
import type { Csrf } from "./plugins/csrf.js";
import type { EndedSessions } from "./plugins/ended-sessions.js";
import type { AccountLimits, Requester } from "./plugins/rate-limits.js";
import { batchAnswer, batchOf } from "./query-batch.js";
import type { RequestContext } from "./request-context.js";
import { hasLoneSurrogate, refuseDeepJson } from "./request-json.js";
import type { Context } from "./resolvers/context.js";
import { callsOfField } from "./schema.js";
import type { OperationSpan } from "./telemetry.js";
import { type MultipartRequest, readMultipart, registerMultipart } from "./uploads.js";
import { CsrfExpired, Failure, NotFound, Unauthorized } from "./upstream/errors.js";

export interface GraphqlOptions {
  /** The schema in force; development replaces it while the gateway runs. */
  readonly schema: () => GraphQLSchema;
  readonly csrf: Csrf;
  readonly limits: AccountLimits;
  /** Opens the context of a request; null when no brand is served at its host. */
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
  /** Executes only documents of the brand's bundles. */
  readonly trustedOnly: boolean;
  readonly trusts: (slug: string, document: string) => boolean;
  readonly endedSessions: EndedSessions;
  readonly limitLongCalls: LimitLongCalls;
}

interface HandlerContext {
  readonly request: FastifyRequest;
  readonly requestContext: RequestContext;
  readonly multipart: MultipartRequest | null;
  /** One of several requests in a batch: queries only. */
  readonly batched: boolean;
  /** When the request arrived, of `performance.now()`. */
  readonly started: number;
  readonly span: OperationSpan | null;
}

export async function registerGraphql(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  let execution = createExecution(options.schema());
  /** Documents are compiled for one schema. */
  function currentExecution(): Execution {
    const schema = options.schema();
    if (execution.schema !== schema) execution = createExecution(schema);
    return execution;
  }

  const optionsOfHandler: HandlerOptions<FastifyRequest, HandlerContext, Context & Record<PropertyKey, unknown>> = {
    async onSubscribe({ context: { request, requestContext, multipart, batched } }, params) {
      if (options.trustedOnly && !options.trusts(requestContext.brand, params.query)) {
        // No operation runs, so `onOperation` does not log it; an old or foreign client is often the first sign of a mistake.
        request.log.info({ event: "operation", brand: requestContext.brand, operation: null, outcome: "document_unknown", ms: 0 });
        return [new GraphQLError("Only documents of the published flows are answered.", { extensions: { code: "document_unknown" } })];
      }
      const { document, errors } = currentExecution().prepare(params.query);
      if (!document) return errors;
      if (batched && hasMutation(document))
        return [new GraphQLError("Several requests at once may only read.", { extensions: { code: "document_refused" } })];
      if (credentialFieldsOf(execution.schema, document).count > 1)
        return [new GraphQLError("One sign-in at a time.", { extensions: { code: "document_refused" } })];
      const { coerced, refused } = coercedVariables(execution.schema, document, params, request.id);
      if (coerced === null) return refused;
      const use = credentialUse(execution.schema, document, params.operationName, coerced);
      if (use !== null) await options.limits.credentials(request, requesterOf(requestContext, use.email));
      return {
        schema: execution.schema,
        document,
        operationName: params.operationName,
        variableValues: params.variables,
        contextValue: contextOf(requestContext, multipart) as Context & Record<PropertyKey, unknown>,
      };
    },
    execute: (args) => currentExecution().execute(args),
    onOperation({ context: { request, requestContext, started, span } }, args, result) {
      const operation = args.operationName ?? nameOf(args.document);
      const masked = maskErrors(request, operation, result, args);
      const outcome = masked.errors?.[0] === undefined ? "ok" : (masked.errors[0].extensions.code ?? "failed");
      const milliseconds = performance.now() - started;
      const { brand } = requestContext;
      request.log.info({ event: "operation", brand, operation, outcome, ms: Math.round(milliseconds) });
      if (hasMutation(args.document))
        request.log.info({ event: "audit", brand, operation, outcome, session: sessionToLog(requestContext, request) });
      span?.done({ brand, operation, outcome: String(outcome), milliseconds });
      return masked;
    },
  };
  /** Handles one request; its errors have the request's id. */
  async function handle(request: Parameters<Handler<FastifyRequest, HandlerContext>>[0]): Promise<GraphqlResponse> {
    const { id } = request.context.request;
    const handler = createHandler({ ...optionsOfHandler, formatError: (error) => requestError(error, id) });
    const [body, init] = await handler(request);
    // graphql-http answers these without an error, or with one that it does not format.
    if (init.status !== 405 && init.status !== 406 && init.status !== 415) return [body, init];
    const headers = { ...init.headers, "content-type": "application/json; charset=utf-8" };
    return [JSON.stringify(errorBody(refusalOf(init.status, id))), { ...init, headers }];
  }

  await app.register(async (scope) => {
    // graphql-http parses the body itself and answers invalid JSON itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 256 * 1024 }, (_request, body, done) => done(null, body));
    await registerMultipart(scope);
    scope.route({
      method: ["PUT", "PATCH", "DELETE"],
      url: "/graphql",
      // Before the body is read, and before a session is opened.
      onRequest: async (request, reply) => {
        const extensions = refusalOf(405, request.id);
        return reply.code(405).headers({ allow: "GET, HEAD, POST", "cache-control": "no-store" }).send(errorBody(extensions));
      },
      handler: async () => undefined,
    });
    scope.route({
      method: ["GET", "POST"],
      url: "/graphql",
      async handler(request, reply) {
        const started = performance.now();
        reply.header("cache-control", "no-store");
        const requestContext = options.requestContext(request);
        if (!requestContext) return sendFailure(request, reply, new NotFound({ message: "No brand answers at this host." }));
        let multipart: MultipartRequest | null = null;
        try {
          if (request.method === "POST") options.csrf.check(request);
          await options.limits.account(request, requesterOf(requestContext, null));
          if (request.isMultipart()) {
            // Only a signed-in depositor may upload files.
            const { signInId } = requestContext.session;
            if (signInId === null) throw new Unauthorized();
            options.limitLongCalls(signInId, reply);
            multipart = await readMultipart(request);
          }
          const answerTo = (text: string, batched: boolean, span: OperationSpan | null) =>
            handle({
              // graphql-http does not know HEAD, whose answer is that of GET without its body (RFC 9110, 9.3.2).
              method: request.method === "HEAD" ? "GET" : request.method,
              url: request.url,
              headers: multipart ? { ...request.headers, "content-type": "application/json" } : request.headers,
              body: text,
              raw: request.raw as never,
              context: { request, requestContext, multipart, batched, started, span },
            });
          const run = (text: string, batched: boolean) =>
            requestContext.span?.operation((span) => answerTo(text, batched, span)) ?? answerTo(text, batched, null);
          const text = multipart?.operations ?? (typeof request.body === "string" ? request.body : "");
          refuseDeepJson(text);
          const batch = multipart ? null : batchOf(text);
          const [body, init] = batch === null ? await run(text, false) : batchAnswer(await Promise.all(batch.map((one) => run(one, true))));
          requestContext.saveSession();
          // The browser drops its cached responses. Not "storage": dismissed banners stay dismissed on this device, and
          // the app itself removes the depositor's state. Not "cookies": a remembered device stays remembered.
          const { session } = requestContext;
          const { endedSessions } = options;
          if (session.replacedSignIn !== null) await endedSessions.replace(session.replacedSignIn);
          await Promise.all(session.endedSignIns.map((id) => endedSessions.end(id)));
          const [endedSignIn] = session.endedSignIns;
          if (endedSignIn !== undefined && (await endedSessions.isReplaced(endedSignIn))) session.keepCookies();
          else if (session.ended) {
            reply.header("clear-site-data", '"cache"');
            options.csrf.clear(reply);
          } else if (session.id !== request.sessionInCookie) options.csrf.renew(reply, session.id);
          await multipart?.discard();
          return await answer(reply, body, init);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          return sendFailure(request, reply, error);
        }
      },
    });
  });
}

/**
 * The variables that the document declares, or the errors of those that it does not accept: errors of the request, as those
 * of its text. They don't quote what the sender typed, as graphql's messages do: it may be a password.
 */
function coercedVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: RequestParams,
  requestId: string,
): { readonly coerced: Readonly<Record<string, unknown>> | null; readonly refused: readonly GraphQLError[] } {
  const operation = getOperationAST(document, operationName);
  const definitions = operation?.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {}, { maxErrors: 20 });
  const nodes = coerced
    ? definitions.filter(({ variable }) => hasLoneSurrogate(coerced[variable.name.value]))
    : new Set(errors.flatMap((error) => error.nodes ?? []).filter((node) => node.kind === Kind.VARIABLE_DEFINITION));
  const refused = [...nodes].map(
    (node) =>
      new GraphQLError(`Variable "$${node.variable.name.value}" is missing or has a value that is not of its type.`, {
        nodes: node,
        extensions: { status: 400, code: "variables_refused", message: MASKED, errors: [], request_id: requestId },
      }),
  );
  return { coerced: refused.length === 0 && coerced ? coerced : null, refused };
}

function contextOf(requestContext: RequestContext, multipart: MultipartRequest | null): Context {
  return multipart ? { ...requestContext.graphqlContext, uploads: multipart.uploads } : requestContext.graphqlContext;
}

function answer(reply: FastifyReply, body: string | null, init: GraphqlResponse[1]): FastifyReply {
  reply.code(init.status);
  for (const [name, value] of Object.entries(init.headers ?? {})) if (value !== undefined) reply.header(name, value);
  return reply.send(body ?? "");
}

/** Answers a request that fails before GraphQL runs, with the failure's HTTP status. */
function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  const extensions = extensionsOf(failure, request.id);
  if (failure instanceof CsrfExpired) request.log.info({ event: "csrf" });
  return reply
    .code(httpStatusOf(extensions))
    .header("content-type", "application/json; charset=utf-8")
    .send(JSON.stringify(errorBody(extensions)));
}

/** The result with its errors masked; the log gets undeclared errors in full, and no value of an answer. */
function maskErrors(request: FastifyRequest, operation: string | null, result: ExecutionResult, args: ExecutionArgs): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const thrown = causeOf(error);
    const reason = reasonToLog(thrown);
    const { status, code } = extensionsOf(thrown, request.id);
    const calls = callsOf(args, error);
    const entry = {
      event: "operation-failed",
      operation,
      path: error.path?.join("."),
      status,
      failure: code,
      ...(thrown instanceof Failure && thrown.invocation !== null ? { invocation: thrown.invocation } : {}),
      ...(calls ? { calls } : {}),
      ...(reason ? { reason } : {}),
    };
    request.log[isOperatorsConcern(thrown) ? "error" : "info"](entry);
    return maskError(error, request.id) as GraphQLError;
  });
  return { ...result, errors };
}

/** The declared calls of the root field of an error; empty without one. */
function callsOf({ schema, document, operationName }: ExecutionArgs, { path }: GraphQLError): string {
  const operation = getOperationAST(document, operationName);
  const field = operation?.selectionSet.selections.find(
    (selection) => selection.kind === Kind.FIELD && (selection.alias ?? selection.name).value === path?.[0],
  );
  return operation && field?.kind === Kind.FIELD ? callsOfField(schema, operation.operation, field.name.value) : "";
}

/** Whose request it is, for the limits; `email` is the account that its credentials name. */
function requesterOf({ brand, session }: RequestContext, email: string | null): Requester {
  return { brand, session: session.signInId, email, device: session.deviceToken };
}

/**
 * Whose action it is, for the audit log: a hash that connects the actions of one sign-in and reveals nothing. A sign-out
 * belongs to the sign-in that it ends.
 */
function sessionToLog({ session }: RequestContext, request: FastifyRequest): string | null {
  const id = session.endedSignIns[0] ?? session.signInId ?? request.signInInCookie;
  return id === null ? null : createHash("sha256").update(`audit ${id}`).digest("base64url").slice(0, 22);
}

function hasMutation(document: DocumentNode): boolean {
  return document.definitions.some((each) => each.kind === Kind.OPERATION_DEFINITION && each.operation !== "query");
}

function nameOf(document: DocumentNode): string | null {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  return operation?.name?.value ?? null;
}
