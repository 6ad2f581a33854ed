/**
 * Exports a stub of `graphql` for the browser build. graphql-request needs the parser and the printer only for documents
 * that are not strings, and to read an operation's name; neither occurs here. A call throws.
 */

/** The browser build does not contain this part of graphql. */
class GraphqlNotBundled extends Error {
  override readonly name = "GraphqlLeftOut";
  constructor(what: string) {
    super(`graphql's ${what} is not part of the browser build: documents are strings.`);
  }
}

export const Kind = { OPERATION_DEFINITION: "OperationDefinition" } as const;

export function parse(): never {
  throw new GraphqlNotBundled("parser");
}

export function print(): never {
  throw new GraphqlNotBundled("printer");
}
