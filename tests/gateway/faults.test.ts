/**
 * Tests every operation of registration, linking and funding with every kind of upstream fault, through the gateway's
 * own HTTP: what the browser receives, that nothing internal leaks, and that nothing is sent twice. The operations come
 * from the compiled bundle.
 */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { createGateway } from "../../gateway/server.js";
import { type Fetch, sendByFetch } from "../../gateway/upstream/send.js";
import { type FakeResponse, fakeUpstream, SIGN_IN, toResponse } from "./fake-upstream.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";
import { variablesOf } from "./schema-examples.js";
import { ENV, HttpClient } from "./test-gateway.js";
import { accountForm, MESSAGE_FORM } from "./valid-forms.js";

/** As in tests/flows/faults.test.ts; `app` contains the operations outside any screen. */
const JOURNEYS = ["app", "auth", "registration", "linking", "funding", "support", "joint-onboarding"];

const EMAIL = "dana@example.com";
const PASSWORD = "a long enough Passphrase 7!";

/** Valid variables for each operation, so that it reaches the upstream. */
const VARIABLES: Readonly<Record<string, object>> = {
  Transfer: { id: "r" },
  RequestStatus: { id: "r" },
  AuthCheck: { extend: true },
  Places: { search: "1 Main" },
  LogPageView: { location: "login", description: "Log in" },
  Register: {
    key: "key-1",
    form: { email: EMAIL, password: PASSWORD, confirm_password: PASSWORD, accept_terms: true, accept_esign: true },
  },
  Login: { form: { email: EMAIL, password: PASSWORD } },
  SelectMfa: { type: "email" },
  AddMobile: { form: { phone: "(415) 555-0134", sms_consent: true } },
  VerifyMfa: { form: { code: "123456" } },
  ForgotPassword: { form: { email: EMAIL } },
  ResetPassword: { email: EMAIL, token: "token-1", password: PASSWORD, confirm_password: PASSWORD },
  VerifyEmail: { token: "token-1" },
  SendEmailVerification: { key: "key-1" },
  SaveStep: { next: "basic" },
  SaveBasicInformation: {
    form: { first_name: "Dana", last_name: "Doe", date_of_birth: "1990-12-10", ssn: "123-45-6789" },
    next: "address",
  },
  SaveAddress: {
    form: { street: "1 Main Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true },
    next: "employer",
  },
  SaveEmployer: { form: { employment_status: "retired", income_source: "retirement" }, next: "confirmed" },
  ConfirmDetails: { key: "key-1", form: { w9_certified: true, details_correct: true }, next: "bank" },
  CancelRegistration: { form: { understood: true } },
  LinkFastlink: { key: "key-1", requestId: "r", providerAccountId: "1" },
  LinkManual: { key: "key-1", form: accountForm() },
  VerifyMicrodeposits: { key: "key-1", form: { amount_one: "0.07", amount_two: "0.23" } },
  ReissueMicrodeposits: { key: "key-1", account_id: "link-1" },
  SaveInitialAmount: { form: { initial_amount: "250" } },
  AttestDisclosures: { attestations: [{ uuid: "d-1", hash: "h" }], next: "disclosures" },
  FundAccount: { key: "key-1", authorized: true, next: "funded" },
  FinishRegistration: { next: "completed" },
  SendMessage: { key: "key-1", form: MESSAGE_FORM },
  ViewMessage: { uuid: "m-1" },
  MessageThread: { uuid: "m-1" },
  ReplyToMessage: { key: "key-1", thread: "m-1", form: { body: "It is misspelled." } },
  ReportProblem: { key: "key-1", transaction: "t-1", subject: "A deposit", form: { problem: "other", body: "It is wrong." } },
  CheckJointInvitation: { uuid: "i-1", hash: "h" },
  VerifyJointIdentity: {
    uuid: "i-1",
    hash: "h",
    ssn_last4: "2345",
    date_of_birth: "1987-09-30",
    accept_terms: true,
    accept_esign: true,
    w9_certified: true,
  },
  AttestJointDisclosures: { attestations: [{ uuid: "d-1", hash: "h" }] },
};

const SCHEMA = executableSchema(readSchemaText(), RESOLVERS);

/** Operations during the second factor. */
const WAITING = new Set(["SelectMfa", "AddMobile", "VerifyMfa", "ResendMfa"]);
/** A sign-in is retried up to three times after "CSRF expired" (S9); a streamed body is never retried. */
const SENT_AT_419: Readonly<Record<string, number>> = { Login: 4, SendMessage: 1 };
/** These operations have a timeout of five minutes (S7, S9), which `transport.test.ts` tests. */
const LONG = new Set(["ConfirmDetails", "SendMessage", "ReplyToMessage", "ReportProblem"]);
/** Signs this browser out, whatever the upstream answers. */
const LOGOUT = "Logout";

const BANK = "The bank's words.";
const SECRET = "SQLSTATE[42P01] at 10.0.0.7";

interface Fault {
  readonly name: string;
  readonly response: FakeResponse;
  readonly failure: { readonly status: unknown; readonly code: string; readonly message: string; readonly errors?: readonly object[] };
}

const apiError = (status: number, code: string, message: string, errors: FakeResponse["errors"] = {}): FakeResponse => ({
  status,
  code,
  message,
  errors,
});
const rawBody = (status: number, raw = `<html><body>${SECRET}</body></html>`): FakeResponse => ({ status, raw });

const FAILED = { code: "upstream_failed", message: "Something went wrong on our end." };
const COULD_NOT: Readonly<Record<number, { code: string; message: string }>> = {
  400: {
    code: "bad_request",
    message: "We couldn't accept this, and nothing was changed. Check your entries and try again.",
  },
  401: { code: "unauthorized", message: "Your session has ended. Please log in again." },
  403: { code: "forbidden", message: "You can't do this right now, and nothing was changed. Contact us if you need help." },
  404: { code: "not_found", message: "We couldn't find this information, and nothing was changed. Refresh the page." },
  409: {
    code: "conflict",
    message: "This information has changed since you opened the page. Nothing was submitted. Refresh and try again.",
  },
  419: { code: "csrf_expired", message: "This page timed out. Try again." },
  422: { code: "validation", message: "Some of your entries need to be corrected, and nothing was changed. Check them and try again." },
  429: { code: "rate_limited", message: "Too many tries. Wait a minute, then try again." },
  451: { code: "legal_block", message: "This service is not available." },
};

const FAULTS: readonly Fault[] = [
  ...[400, 401, 403, 404, 409, 419, 422, 429].map((status) => ({
    name: `${status}`,
    response: apiError(status, "its_code", BANK),
    failure: { status, code: "its_code", message: BANK },
  })),
  {
    name: "422 with a field",
    response: apiError(422, "validation", "", { email: [BANK] }),
    failure: { status: 422, code: "validation", message: BANK, errors: [{ path: "email", message: BANK }] },
  },
  {
    name: "451",
    response: apiError(451, "legal_block", SECRET),
    failure: { status: 451, code: "legal_block", message: "This service is not available." },
  },
  ...Object.entries(COULD_NOT).map(([status, failure]) => ({
    name: `${status} in HTML`,
    response: rawBody(Number(status)),
    failure: { status: Number(status), ...failure },
  })),
  { name: "500", response: apiError(500, "internal", SECRET), failure: { status: 500, ...FAILED } },
  { name: "502 in HTML", response: rawBody(502), failure: { status: 502, ...FAILED } },
  { name: "503 in HTML", response: rawBody(503), failure: { status: 503, ...FAILED } },
  { name: "an undeclared status", response: apiError(418, "teapot", SECRET), failure: { status: 502, ...FAILED } },
  { name: "malformed JSON", response: rawBody(200, `{"code": "ok", "data": ${SECRET}`), failure: { status: 502, ...FAILED } },
  { name: "HTML in place of JSON", response: rawBody(200), failure: { status: 502, ...FAILED } },
  {
    name: "a dropped connection",
    response: { broken: SECRET },
    failure: { status: "network", code: "network", message: "We couldn't connect." },
  },
  {
    name: "a time-out",
    response: { silent: true },
    failure: { status: "timeout", code: "timeout", message: "This is taking longer than usual." },
  },
];

const MAILED = {
  "GET /mfa-select/email": { data: { nonce_token: "nonce-2", mfa: "email", email: "d***@example.com", phone: null } },
};

let flows: PublishedFlows;
/** Two gateways with the same session secret; the second has a short timeout. */
const apps: FastifyInstance[] = [];
let activeFault: Fault | null = null;
let requests: { readonly call: string; readonly id: string | null }[] = [];
let waiting: ReadonlyMap<string, string>;
let signedIn: ReadonlyMap<string, string>;

const healthy = fakeUpstream({ ...SIGN_IN, ...MAILED });
const upstream: Fetch = async (request) => {
  const { pathname } = new URL(request.url);
  if (activeFault === null || pathname.startsWith("/sanctum/")) return healthy.fetch(request);
  requests.push({ call: `${request.method} ${pathname}`, id: request.headers.get("x-request-id") });
  // Read the whole request, as a server does, since a message's body is streamed.
  if (request.body) await request.arrayBuffer();
  return toResponse(activeFault.response);
};

const open = (upstreamTimeoutMs?: number) =>
  createGateway({
    env: ENV,
    bundles: flows.bundles,
    send: sendByFetch(upstream),
    webApp: null,
    development: false,
    wait: async () => {},
    breaker: { failures: Number.POSITIVE_INFINITY, openMs: 0 },
    limits: { all: 1_000_000, credentials: 1_000_000, account: 1_000_000, accountCredentials: 1_000_000 },
    ...(upstreamTimeoutMs === undefined ? {} : { upstreamTimeoutMs }),
  });

beforeAll(async () => {
  flows = await openPublishedFlows();
  apps.push(await open(), await open(15));
  ({ waiting, signedIn } = await signIn());
}, 120_000);

afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  flows?.close();
});

/** The cookies of a new session, during the second factor and after it. */
async function signIn() {
  const dana = new HttpClient(apps[0] as FastifyInstance);
  await dana.graphql(documentOf("Login"), VARIABLES.Login);
  await dana.graphql(documentOf("SelectMfa"), VARIABLES.SelectMfa);
  const waiting = new Map(dana.cookies);
  await dana.graphql(documentOf("VerifyMfa"), VARIABLES.VerifyMfa);
  return { waiting, signedIn: new Map(dana.cookies) };
}

const operations = () => Object.values(flows.core("harbor").operations).filter(({ journey }) => JOURNEYS.includes(journey));
function documentOf(name: string): string {
  const operation = flows.core("harbor").operations[name];
  if (operation === undefined) throw new Error(`the flows have no operation ${name}`);
  return operation.document;
}

interface ReceivedFailure {
  readonly status?: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly errors?: unknown;
  readonly request_id?: unknown;
}

/** Runs an operation under a fault; returns the browser's response and the upstream's requests. */
async function runUnderFault(operation: string, fault: Fault) {
  const timesOut = fault.name === "a time-out";
  const client = new HttpClient(apps[timesOut ? 1 : 0] as FastifyInstance);
  // A session that has signed out is invalid afterwards.
  const ofSession = operation === LOGOUT ? (await signIn()).signedIn : signedIn;
  for (const [name, value] of WAITING.has(operation) ? waiting : ofSession) client.cookies.set(name, value);
  requests = [];
  activeFault = fault;
  const response = await client
    .post(documentOf(operation), VARIABLES[operation] ?? variablesOf(SCHEMA, documentOf(operation)))
    .finally(() => {
      activeFault = null;
    });
  const answer = response.json<{ data?: Record<string, unknown> | null; errors?: readonly { extensions?: ReceivedFailure }[] }>();
  return { text: response.body, failure: answer.errors?.[0]?.extensions ?? null, data: answer.data, requests };
}

function findingsOf(operation: string, fault: Fault, result: Awaited<ReturnType<typeof runUnderFault>>): readonly string[] {
  const { failure } = result;
  const findings: string[] = [];
  const times = new Map<string, number>();
  for (const { call } of result.requests) times.set(call, (times.get(call) ?? 0) + 1);
  const most = fault.failure.status === 419 ? (SENT_AT_419[operation] ?? 2) : 1;
  for (const [call, count] of times) if (count > most) findings.push(`${call} was sent ${count} times`);
  if (new Set(result.requests.filter(({ call }) => !call.startsWith("GET")).map(({ call }) => call)).size > 1)
    findings.push("continued after a failure");
  if (result.requests.length === 0) findings.push("did not reach the upstream");
  if (result.text.includes(SECRET) || result.text.includes("<html")) findings.push("reveals the upstream's own text");
  if (operation === LOGOUT) return result.data?.logout ? findings : [...findings, "is not signed out"];
  if (failure === null) return [...findings, "is reported as a success"];
  const { request_id, ...rest } = failure;
  const expected = { errors: [], ...fault.failure };
  for (const key of ["status", "code", "message", "errors"] as const)
    if (JSON.stringify(rest[key]) !== JSON.stringify(expected[key])) findings.push(`${key} is ${JSON.stringify(rest[key])}`);
  if (!request_id || result.requests.some(({ id }) => id !== request_id)) findings.push("does not have the upstream's request_id");
  return findings;
}

describe("the operations of the flows", () => {
  it("all have variables in this test", () => {
    const names = operations().map(({ name }) => name);
    expect(names.length).toBeGreaterThan(45);
    const unsaid = operations().filter(({ name, document }) => /\(\$/.test(document.split("{")[0] ?? "") && VARIABLES[name] === undefined);
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });
});

describe.each(FAULTS)("the fault: $name", (fault) => {
  it("reaches the browser as itself for every operation, and nothing is sent again", async () => {
    const findings: string[] = [];
    for (const { name } of operations()) {
      if (fault.name === "a time-out" && LONG.has(name)) continue;
      findings.push(...findingsOf(name, fault, await runUnderFault(name, fault)).map((finding) => `${name}: ${finding}`));
    }
    expect(findings).toEqual([]);
  });
});

describe.each([null, [null], [{}], {}, "text", 7])("a success whose data is %j", (data) => {
  const fault = { name: "data", response: { data }, failure: { status: 502, ...FAILED } };

  it("is a failure of the upstream for every operation that needs other data, and never of the gateway", async () => {
    const found = new Set<unknown>();
    const internal: string[] = [];
    // Of all journeys; a form that is not valid reaches no upstream.
    for (const { name } of Object.values(flows.core("harbor").operations)) {
      // Some of them end the session.
      ({ waiting, signedIn } = await signIn());
      const { failure } = await runUnderFault(name, fault);
      found.add(failure?.code ?? "ok");
      if (failure?.code === "internal") internal.push(name);
    }
    expect(internal).toEqual([]);
    expect([...found]).toEqual(expect.arrayContaining(["ok", "upstream_failed"]));
  });
});
