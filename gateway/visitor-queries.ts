/** Exports the queries of a visitor without a session, which the gateway executes itself to render a page. */
import type { FastifyRequest } from "fastify";
import type { GraphQLSchema } from "graphql";
import type { PrerenderSource } from "../src/app/prerender.js";
import { createExecution } from "./execution.js";
import type { RequestContext } from "./request-context.js";

type Query = PrerenderSource["query"];

export interface VisitorQueryOptions {
  readonly schema: () => GraphQLSchema;
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
}

/** The function that executes documents of the bundle for a request; a query that fails has no data. */
export function createVisitorQueries({ schema, requestContext }: VisitorQueryOptions): (request: FastifyRequest) => Query {
  let execution = createExecution(schema());
  return (request) => async (text, variables) => {
    if (execution.schema !== schema()) execution = createExecution(schema());
    const context = requestContext(request);
    const { document } = execution.prepare(text);
    if (context === null || document === null) return null;
    const { data, errors } = await execution.execute({
      schema: execution.schema,
      document,
      variableValues: variables as Record<string, unknown>,
      contextValue: context.graphqlContext,
    });
    return errors === undefined && data ? (data as Awaited<ReturnType<Query>>) : null;
  };
}
