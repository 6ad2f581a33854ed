/** Tests that no text is longer than the upstream's API accepts, and that a longer one reaches no upstream. */
import type { AddressInfo } from "node:net";
import { buildASTSchema, type GraphQLArgument, type GraphQLInputField, getNamedType, isInputObjectType, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { lengthLimitsOf } from "../../gateway/constraints.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { readDeclaredCalls } from "../../src/language/declared-calls.js";
import { DOCUMENT } from "../support/openapi.js";
import { fakeUpstream, SIGN_IN } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

const document = parse(readSchemaText());
const schema = buildASTSchema(document);
const declared = readDeclaredCalls(document);
const rootFields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({ name: `${type?.name}.${field.name}`, field })),
);

/** The paths of all texts at and below an argument. */
function textsAt(at: GraphQLArgument | GraphQLInputField, above: readonly string[] = []): readonly string[] {
  const path = [...above, at.name];
  const type = getNamedType(at.type);
  if (type.name === "String" || type.name === "IdempotencyKey") return [path.join(".")];
  return isInputObjectType(type) ? Object.values(type.getFields()).flatMap((field) => textsAt(field, path)) : [];
}

type Schema = { readonly [keyword: string]: unknown };
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** The length of every named text in a schema of the API. */
function lengthsIn(part: unknown, found: Map<string, number>, seen = new Set<unknown>()): void {
  if (!isSchema(part) || seen.has(part)) return;
  seen.add(part);
  const own = resolved(part);
  const properties = isSchema(own.properties) ? own.properties : {};
  for (const [name, property] of Object.entries(properties)) {
    const { maxLength } = isSchema(property) ? resolved(property) : {};
    if (typeof maxLength === "number") found.set(name, Math.min(maxLength, found.get(name) ?? maxLength));
  }
  for (const value of [...Object.values(properties), ...Object.values(own)])
    for (const each of [value].flat()) lengthsIn(each, found, seen);
}
function resolved(part: Schema): Schema {
  const name = typeof part.$ref === "string" ? part.$ref.split("/").at(-1) : undefined;
  return name === undefined ? part : ((DOCUMENT.components.schemas[name] as Schema | undefined) ?? part);
}

/** The calls of the fields that functions answer: `schema.graphql` does not declare them. */
const CALLS_OF_FUNCTIONS: Readonly<Record<string, string>> = {
  "Mutation.sendMessage": "POST /messages",
  "Mutation.replyToMessage": "POST /messages",
  "Mutation.reportProblem": "POST /messages",
};

/** The texts with a length in the calls of a field, by name. */
function apiLengths(field: string): ReadonlyMap<string, number> {
  const calls = (declared.fields.get(field)?.calls ?? []).map(({ method, path }) => `${method} ${path.node.value}`);
  const found = new Map<string, number>();
  for (const call of [...calls, CALLS_OF_FUNCTIONS[field] ?? []].flat()) {
    const [method = "", path = ""] = call
      .replace(/\?.*$/, "")
      .replace(/\{[^}]*\}/g, "{}")
      .split(" ");
    const [documented] = Object.entries(DOCUMENT.paths).filter(([each]) => each.replace(/\{[^}]*\}/g, "{}") === path);
    const operation = documented?.[1][method.toLowerCase()];
    for (const { schema: body } of Object.values(operation?.requestBody?.content ?? {})) lengthsIn(body, found);
    for (const parameter of operation?.parameters ?? []) {
      const { maxLength } = resolved((parameter as { readonly schema?: Schema }).schema ?? {});
      if (typeof maxLength === "number" && parameter.name !== undefined) found.set(parameter.name, maxLength);
    }
  }
  return found;
}

describe("@constraint", () => {
  it("is at every text of an argument and an input", () => {
    const texts = rootFields.flatMap(({ name, field }) => field.args.flatMap((arg) => textsAt(arg)).map((path) => `${name} ${path}`));
    const limits = rootFields.flatMap(({ name, field }) =>
      field.args.flatMap((arg) => lengthLimitsOf(arg)).map(({ path }) => `${name} ${path.join(".")}`),
    );
    expect(texts.length).toBeGreaterThan(130);
    expect(limits.sort()).toEqual([...texts].sort());
  });

  it("has the length of the upstream's API where that has one", () => {
    let compared = 0;
    const different = rootFields.flatMap(({ name, field }) => {
      const lengths = apiLengths(name);
      return field.args
        .flatMap((arg) => lengthLimitsOf(arg))
        .flatMap(({ path, maxLength }) => {
          const expected = lengths.get(path.at(-1) ?? "");
          if (expected === undefined) return [];
          compared += 1;
          return expected === maxLength ? [] : [`${name} ${path.join(".")}: ${maxLength}, the API has ${expected}`];
        });
    });
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(60);
  });
});

/** The gateway's own call for `/readyz`. */
const PROBE = "GET /branding";

/** Sends an operation of a signed-in depositor through a socket. */
async function send(query: string, variables: object, options: Parameters<typeof openGateway>[1] = {}) {
  const upstream = fakeUpstream({ ...SIGN_IN, "POST /close-my-account": { data: { request_id: "r1" } } });
  const app = await openGateway(upstream, options);
  const client = new HttpClient(app);
  await client.signIn();
  upstream.requests.length = 0;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/graphql`, {
    method: "POST",
    body: JSON.stringify({ query, variables }),
    headers: {
      "content-type": "application/json",
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "x-xsrf-token": decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? ""),
    },
  });
  const { errors = [] } = (await response.json()) as { errors?: { extensions: Record<string, unknown> }[] };
  return { extensions: errors[0]?.extensions ?? null, calls: upstream.calls().filter((call) => call !== PROBE) };
}

const CLOSE = `mutation ($reason: String!) {
  closeAccount(reason: $reason, confirmation: "CLOSE", linked_account_id: "l1", input: { code: "123456" }, idempotency_key: "k") { request_id }
}`;

describe("a text that is too long", () => {
  it.each<[string, string, object, string]>([
    ["of an argument", CLOSE, { reason: "x".repeat(501) }, "reason"],
    [
      "of an input without a form",
      'mutation ($x: String!) { linkFastlink(input: { requestId: $x, providerAccountId: "1" }, idempotency_key: "k") { attempts_left } }',
      { x: "x".repeat(101) },
      "input.requestId",
    ],
    [
      "below a form, named as the form names it",
      'mutation ($x: String!) { saveDepositor(input: { employer: { employment_status: "employed", income_source: $x } }) { progress { first_name } } }',
      { x: "x".repeat(61) },
      "income_source",
    ],
    [
      "in a list",
      'mutation ($x: String!) { attestDisclosures(input: { attestations: [{ uuid: "1", hash: "a" }, { uuid: "2", hash: $x }] }) { progress { first_name } } }',
      { x: "x".repeat(201) },
      "input.attestations.1.hash",
    ],
    ["of a query", "query ($x: String!) { request(id: $x) { id } }", { x: "x".repeat(101) }, "id"],
  ])("is refused at its field, before any call: %s", async (_name, query, variables, path) => {
    const { extensions, calls } = await send(query, variables);
    expect(extensions).toMatchObject({
      status: 422,
      code: "validation",
      errors: [{ path, message: expect.stringMatching(/^Use \d+ characters or fewer\.$/) }],
    });
    expect(calls).toEqual([]);
  });

  it("is refused as an idempotency key, which the app gives, before any call", async () => {
    const mutation = `mutation ($key: IdempotencyKey!) {
      closeAccount(reason: "r", confirmation: "CLOSE", linked_account_id: "l1", input: { code: "123456" }, idempotency_key: $key) { request_id }
    }`;
    const { extensions, calls } = await send(mutation, { key: "k".repeat(201) });
    const errors = [{ path: "idempotency_key", message: "Use 200 characters or fewer." }];
    expect(extensions).toMatchObject({ status: 422, code: "validation", errors });
    expect(calls).toEqual([]);
    expect((await send(mutation, { key: "k".repeat(200) })).calls[0]).toBe("POST /close-my-account");
  });

  it("is counted in characters, as JSON Schema does", async () => {
    expect((await send(CLOSE, { reason: "😀".repeat(501) })).extensions).toMatchObject({ errors: [{ path: "reason" }] });
    expect((await send(CLOSE, { reason: "😀".repeat(500) })).calls[0]).toBe("POST /close-my-account");
  });

  it.each(["/x/things/{$args.input.id}", "/x/things?id={$args.input.id}"])("has no place in a URL: %s", async (path) => {
    const text = `${readSchemaText()}
      input ThingInput { id: String! }
      extend type Query { thing(input: ThingInput!): String @connect(http: { GET: "${path}" }) }`;
    const things = executableSchema(text, RESOLVERS);
    const { extensions, calls } = await send(
      "query ($x: String!) { thing(input: { id: $x }) }",
      { x: "x".repeat(1_001) },
      { schema: () => things },
    );
    expect(extensions).toMatchObject({ status: 400, code: "too_long", errors: [{ path: "input.id" }] });
    expect(calls).toEqual([]);
    expect(
      (await send("query ($x: String!) { thing(input: { id: $x }) }", { x: "x".repeat(1_000) }, { schema: () => things })).calls,
    ).toHaveLength(1);
  });
});
