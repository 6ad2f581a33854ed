/** Tests an upstream against the committed OpenAPI document and the specification's CSRF protection. */

import { Kind, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { performers } from "../../gateway/connect/declared-resolver.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { type CookieJar, cookieHeader, csrfHeader, withSetCookies } from "../../gateway/upstream/cookie-jar.js";
import { downloadUrl } from "../../gateway/upstream/downloads.js";
import { BadRequest } from "../../gateway/upstream/errors.js";
import { sendByFetch } from "../../gateway/upstream/send.js";
import { createTransport, type Transport } from "../../gateway/upstream/transport.js";
import { readDeclaredCalls } from "../../src/language/declared-calls.js";
import { contractViolation, DOCUMENT, OPERATIONS, type Operation } from "../support/openapi.js";
import { hasCapability, openTarget, type Target } from "./contract-target.js";

let target: Target;
let bearer: string;
let cookieJar: CookieJar = {};

const transportOf = (at: Pick<Target, "fetch" | "url" | "brand">, withBearer: string | null) =>
  createTransport({
    send: sendByFetch(at.fetch),
    baseUrl: at.url,
    brand: at.brand,
    requestId: "contract",
    bearer: withBearer,
    cookieJar: {},
  });

const text = readSchemaText();
const schema = executableSchema(text, RESOLVERS);
const { fields } = readDeclaredCalls(parse(text));
const performed = performers(schema, { fields, problems: [] });

/** Performs a field's declared calls, as the gateway does. */
async function perform<T>(transport: Transport, field: string, args: object, session: object = {}): Promise<T> {
  const context = { transport, hasCapability, callValues: () => ({ session, request: {} }) };
  return (await performed.get(field)?.(args as Record<string, unknown>, context)) as T;
}

/** Queries without required arguments that the upstream must be able to answer. */
const READS = [...fields.values()].filter(
  ({ type, calls, capability, node }) =>
    type === "Query" &&
    calls.length > 0 &&
    (node.arguments ?? []).every((argument) => argument.type.kind !== Kind.NON_NULL_TYPE) &&
    (capability === null || hasCapability(capability)),
);

beforeAll(async () => {
  target = await openTarget(async (at, email, password) => {
    const transport = transportOf(at, null);
    const { token } = await perform<{ token: string }>(transport, "Mutation.login", { input: { email, password } });
    transport.setBearer(token);
    const { nonce_token: nonce } = await perform<{ nonce_token: string }>(transport, "Mutation.selectMfa", { type: "email" });
    return (await perform<{ token: string }>(transport, "Mutation.verifyMfa", { input: { code: "000000" } }, { nonce })).token;
  });
  bearer = await target.bearer();
  cookieJar = withSetCookies({}, (await target.fetch(new Request(`${target.url}/sanctum/csrf-cookie`))).headers.getSetCookie());
}, 60_000);

afterAll(() => target?.close());

/** The body in the operation's format; a form sets its own boundary. */
function bodyOf({ method, multipart }: Pick<Operation, "method" | "multipart">, body: unknown): string | FormData | null {
  if (method === "GET") return null;
  if (!multipart) return JSON.stringify(body);
  const form = new FormData();
  form.append("subject", "A question");
  return form;
}

async function send(operation: Operation, options: { bearer?: string; csrf?: boolean; body?: unknown } = {}) {
  const headers = new Headers({ accept: "application/json", "x-brand": target.brand });
  if (options.bearer) headers.set("authorization", `Bearer ${options.bearer}`);
  if (options.csrf !== false) {
    headers.set("cookie", cookieHeader(cookieJar) ?? "");
    headers.set("x-xsrf-token", csrfHeader(cookieJar) ?? "");
  }
  const body = bodyOf(operation, options.body ?? {});
  if (typeof body === "string") headers.set("content-type", "application/json");
  const path = operation.path.replace(/\{[^}]+\}/g, "00000000-0000-4000-8000-000000000000") + operation.query;
  const response = await target.fetch(new Request(`${target.url}/api/v1${path}`, { method: operation.method, headers, body }));
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);
/** The operations that this upstream must have: the specification's, and the extensions that its brand lists (D33). */
const OWED_OPERATIONS = OPERATIONS.filter(({ capability }) => capability === null || hasCapability(capability));

describe("the CSRF cookie", () => {
  it("is set together with the session cookie by GET /sanctum/csrf-cookie", () => {
    expect(Object.keys(cookieJar).sort()).toEqual(["XSRF-TOKEN", "hys_session"]);
  });

  it.each(named(OWED_OPERATIONS.filter(({ method }) => method !== "GET")))(
    "is required: %s without it is 419",
    async (_name, operation) => {
      const { status, body } = await send(operation, { bearer, csrf: false });
      expect([status, body.code]).toEqual([419, "csrf_expired"]);
    },
  );
});

describe("without a sign-in", () => {
  it.each(named(OWED_OPERATIONS.filter(({ signedIn }) => signedIn)))("%s is 401", async (_name, operation) => {
    const answer = await send(operation);
    expect(answer.status).toBe(401);
    expect(contractViolation(operation, 401, answer.body)).toBeNull();
  });

  it.each(named(OWED_OPERATIONS.filter(({ signedIn, method }) => !signedIn && method === "GET")))(
    "%s responds as documented",
    async (_name, operation) => {
      const answer = await send(operation);
      expect(answer.status).toBe(200);
      expect(contractViolation(operation, 200, answer.body)).toBeNull();
    },
  );

  it("wrong credentials give one error for any address", async () => {
    const input = { email: "nobody@example.com", password: "not the password" };
    await expect(perform(transportOf(target, null), "Mutation.login", { input })).rejects.toBeInstanceOf(BadRequest);
  });
});

describe("with a sign-in", () => {
  /** An operation about one record, which the suite does not know. */
  const needsId = ({ path, query }: Operation): boolean => path.includes("{") || /_id=/.test(query);
  const reads = OWED_OPERATIONS.filter((operation) => operation.method === "GET" && operation.signedIn && !needsId(operation));

  it.each(named(reads))("%s responds as documented", async (_name, operation) => {
    const answer = await send(operation, { bearer });
    expect(contractViolation(operation, answer.status, answer.body)).toBeNull();
    expect(answer.status).toBeLessThan(300);
  });

  it.each(named(OWED_OPERATIONS.filter((operation) => operation.method === "GET" && needsId(operation))))(
    "%s with an unknown id is rejected as documented",
    async (_name, operation) => {
      const answer = await send(operation, { bearer });
      expect([404, 422]).toContain(answer.status);
      expect(contractViolation(operation, answer.status, answer.body)).toBeNull();
    },
  );

  // Rejected requests change nothing, and requests without a body may take effect. Only a logout would end the other
  // tests' session.
  it.each(named(OWED_OPERATIONS.filter(({ method, path }) => method !== "GET" && path !== "/logout")))(
    "%s with an empty body responds as documented",
    async (_name, operation) => {
      const answer = await send(operation, { bearer });
      expect(contractViolation(operation, answer.status, answer.body)).toBeNull();
      if (operation.required) expect([400, 403, 404, 409, 422]).toContain(answer.status);
    },
  );

  it.each(READS.map(({ name }) => [name]))("the gateway can read the answer of %s", async (name) => {
    const transport = transportOf(target, bearer);
    // Without a value, the upstream's answer has the shape of the type: otherwise the call rejects.
    await expect(perform(transport, `Query.${name}`, {})).resolves.toBeDefined();
  });

  it("a disclosure has a download URL", async () => {
    const transport = transportOf(target, bearer);
    const [disclosure] = await perform<readonly { uuid: string; hash: string }[]>(transport, "Query.disclosures", { all: true });
    if (disclosure) expect(await downloadUrl(transport, `/disclosure/${disclosure.uuid}/${disclosure.hash}`)).toMatch(/^https?:\/\//);
  });
});

describe("the OpenAPI document", () => {
  it.runIf(!process.env.UPSTREAM_URL)("is served by the sandbox as committed", async () => {
    const response = await target.fetch(new Request(`${target.url}/api/v1/openapi.json`));
    expect(await response.json()).toEqual(DOCUMENT);
  });
});
