/** Exports the GraphQL schema in force, which development reads again after a change, for the composition root. */
import type { GraphQLSchema } from "graphql";
import type { Bundles } from "./bundles.js";
import type { Mock } from "./mock.js";
import { RESOLVERS } from "./resolvers/all.js";
import { executableSchema, readSchemaText } from "./schema.js";
import type { Fetch } from "./upstream/send.js";

export interface ServedSchema {
  readonly current: () => GraphQLSchema;
  /** The mock behind it; null with an upstream. */
  readonly mock: Pick<Mock, "use" | "next"> | null;
  /** The upstream of the mock; null with another one. */
  readonly upstream: { readonly fetch: Fetch; readonly url: string } | null;
  /** Reads the files again. Rejects when they do not make a schema; then the present one stays in force. */
  readonly reload: () => Promise<void>;
}

/** The schema of `gateway/schema.graphql` below `root`. */
export function loadedSchema(root: string): ServedSchema {
  let text = readSchemaText(root);
  let schema = executableSchema(text, RESOLVERS);
  return {
    current: () => schema,
    mock: null,
    upstream: null,
    async reload() {
      const next = readSchemaText(root);
      if (text === next) return;
      schema = executableSchema(next, RESOLVERS);
      text = next;
    },
  };
}

/** The schema of the mock, made of the files below `root`. */
export async function mockedSchema(root: string, bundles: Bundles): Promise<ServedSchema> {
  const { createMock, MOCK_URL, readMockSources } = await import("./mock.js");
  const read = (): string => JSON.stringify(readMockSources(root));
  let sources = read();
  let mock = await createMock(root, bundles);
  return {
    current: () => mock.schema,
    upstream: { url: MOCK_URL, fetch: (request) => mock.fetch(request) },
    mock: { use: (state) => mock.use(state), next: (operation, outcome) => mock.next(operation, outcome) },
    async reload() {
      const next = read();
      if (sources === next) return;
      mock = await createMock(root, bundles);
      sources = next;
    },
  };
}
