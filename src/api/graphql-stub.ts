/**
 * Stands in for `graphql` in the browser's build. graphql-request asks for its parser and printer only for documents
 * that are not plain strings, or to read an operation's name; neither happens here. A call says so instead of passing.
 */

/** A part of graphql that the browser does not carry. */
export class GraphqlNotBundled extends Error {
  override readonly name = "GraphqlLeftOut";
  constructor(what: string) {
    super(`graphql's ${what} is not part of the browser's build: documents are plain strings.`);
  }
}

export const Kind = { OPERATION_DEFINITION: "OperationDefinition" } as const;

export function parse(): never {
  throw new GraphqlNotBundled("parser");
}

export function print(): never {
  throw new GraphqlNotBundled("printer");
}
