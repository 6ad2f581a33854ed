/** Tests an upstream against the committed OpenAPI document and the specification's CSRF protection. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createUpstream } from "../../gateway/upstream/clients.js";
import { type CookieJar, cookieHeader, csrfHeader, withSetCookies } from "../../gateway/upstream/cookie-jar.js";
import { BadRequest } from "../../gateway/upstream/errors.js";
import { createTransport } from "../../gateway/upstream/transport.js";
import { contractViolation, DOCUMENT, OPERATIONS, type Operation } from "../support/openapi.js";
import { hasCapability, openTarget, type Target } from "./contract-target.js";

let target: Target;
let bearer: string;
let cookieJar: CookieJar = {};

const transportOf = (at: Pick<Target, "fetch" | "url" | "brand">, withBearer: string | null) =>
  createTransport({ fetch: at.fetch, baseUrl: at.url, brand: at.brand, requestId: "contract", bearer: withBearer, cookieJar: {} });

beforeAll(async () => {
  target = await openTarget(async (at, email, password) => {
    const transport = transportOf(at, null);
    const { auth } = createUpstream(transport);
    transport.setBearer((await auth.login(email, password, null)).token);
    const { nonce_token } = await auth.selectMfa("email");
    return (await auth.verifyMfa(nonce_token, "000000", null)).token;
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
    const { auth } = createUpstream(transportOf(target, null));
    await expect(auth.login("nobody@example.com", "not the password", null)).rejects.toBeInstanceOf(BadRequest);
  });
});

describe("with a sign-in", () => {
  const reads = OWED_OPERATIONS.filter(({ method, signedIn, path }) => method === "GET" && signedIn && !path.includes("{"));

  it.each(named(reads))("%s responds as documented", async (_name, operation) => {
    const answer = await send(operation, { bearer });
    expect(contractViolation(operation, answer.status, answer.body)).toBeNull();
    expect(answer.status).toBeLessThan(300);
  });

  it.each(named(OWED_OPERATIONS.filter(({ method, path }) => method === "GET" && path.includes("{"))))(
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

  it("every client of the gateway can read its data", async () => {
    const upstream = createUpstream(transportOf(target, bearer));
    const progress = await upstream.depositor.progress();
    expect(progress.registration_last_step).toBe(progress.registration_last_step?.toLowerCase());
    const [disclosure] = await upstream.document.disclosures(true);
    const reading = await Promise.all([
      upstream.account.accounts(),
      upstream.account.linkedAccounts(),
      upstream.account.transactions(),
      upstream.alert.alerts(),
      upstream.alert.banners(),
      upstream.message.messages(),
      upstream.relatedParties.beneficiaries(),
      upstream.relatedParties.nonprofit(),
      upstream.relatedParties.jointAccount(),
      upstream.document.taxDocuments(),
      upstream.document.statementYears(),
      upstream.document.statements(null),
      upstream.institution.branding(),
      upstream.institution.service(),
      upstream.institution.faqs(),
      upstream.institution.deviceInfo(),
      upstream.funding.initial(),
      upstream.depositor.user(),
      upstream.depositor.profile(),
      upstream.auth.check(false),
    ]);
    expect(reading).toHaveLength(20);
    if (disclosure) expect(await upstream.document.disclosureUrl(String(disclosure.uuid), String(disclosure.hash))).toMatch(/^https?:\/\//);
  });
});

describe("the OpenAPI document", () => {
  it.runIf(!process.env.UPSTREAM_URL)("is served by the sandbox as committed", async () => {
    const response = await target.fetch(new Request(`${target.url}/api/v1/openapi.json`));
    expect(await response.json()).toEqual(DOCUMENT);
  });
});
