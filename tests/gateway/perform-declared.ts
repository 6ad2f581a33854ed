/** Exports `perform` for the tests of declared calls: performs a declared field against a fake upstream. */
import { buildASTSchema, parse } from "graphql";
import { type Perform, performers } from "../../gateway/connect/declared-resolver.js";
import { readSchemaText } from "../../gateway/schema.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { createTransport } from "../../gateway/upstream/transport.js";
import { readDeclaredCalls } from "../../src/language/declared-calls.js";
import { type FakeResponses, type FakeUpstream, fakeUpstream } from "./fake-upstream.js";

const TYPES = `
  type Thing { uuid: String! kind: String @map(from: "kind->upper") parts: [Part!] @capability(name: "parts") }
  type Part { name: String! href: String! @map(from: "$('/things/{$parent.uuid}/{name}')") }
  input ThingInput { name: String note: String size: String }
`;

/** Performs the field `test` of this declaration, with its directives; rejects as the field does. */
export async function perform(
  field: string,
  args: Record<string, unknown>,
  answers: FakeResponses | FakeUpstream,
  options: { capabilities?: readonly string[]; session?: object } = {},
) {
  const document = parse(`${readSchemaText()}\n${TYPES}\nextend type Query { ${field} }`);
  const all = performers(buildASTSchema(document), readDeclaredCalls(document));
  const upstream = isUpstream(answers) ? answers : fakeUpstream(answers);
  const transport = createTransport({
    send: sendByFetch(upstream.fetch),
    baseUrl: "https://bank.test",
    brand: "harbor",
    requestId: "request-1",
    bearer: null,
    cookieJar: {},
  });
  const callField = all.get("Query.test") as Perform;
  const run = () =>
    callField(args, {
      transport,
      hasCapability: (name) => (options.capabilities ?? []).includes(name),
      callValues: () => ({ session: options.session ?? {}, request: {} }),
    });
  const last = () => upstream.requests.at(-1);
  return { value: await run(), upstream, run, last };
}

function isUpstream(answers: FakeResponses | FakeUpstream): answers is FakeUpstream {
  return typeof answers.fetch === "function" && "requests" in answers;
}
