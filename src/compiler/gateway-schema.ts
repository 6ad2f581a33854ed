/** Exports the reader of the gateway's schema, against which the operations and the declared calls are checked. */
import { buildSchema, GraphQLError, type GraphQLSchema } from "graphql";
import type { Problem } from "../language/problems.js";
import * as problems from "../language/problems.js";
import type { FlowSource } from "../language/source.js";

/** The file of the schema. */
export const SDL = "gateway/schema.graphql";

/** The schema, and the findings in its file. */
export interface GatewaySchema {
  /** Null when it is not valid. */
  readonly schema: GraphQLSchema | null;
  readonly problems: readonly Problem[];
}

/** Reads the schema of a source. */
export function readGatewaySchema(source: FlowSource): GatewaySchema {
  try {
    return { schema: buildSchema(source.files.get(SDL) ?? ""), problems: [] };
  } catch (error) {
    return { schema: null, problems: [problemOf(error)] };
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof GraphQLError) return graphqlProblem(SDL, error);
  return problems.problemAt(
    { file: SDL, line: 1, column: 1 },
    problems.graphqlInvalid(error instanceof Error ? error.message : String(error)),
  );
}

/** The finding about an error of graphql-js in a file. */
export function graphqlProblem(file: string, error: GraphQLError): Problem {
  const [context] = error.locations ?? [];
  const syntax = error.message.startsWith("Syntax Error");
  return problems.problemAt(
    { file, line: context?.line ?? 1, column: context?.column ?? 1 },
    syntax ? problems.graphqlSyntax(error.message) : problems.graphqlInvalid(error.message),
  );
}
