/** Tests of `--mock` with the published flows: a registration through its own operations, without an upstream. */
import { Kind, parse, print } from "graphql";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { registerDevRoutes } from "../../gateway/dev-routes.js";
import { createMock, type Mock, mockFrom, readMockSources } from "../../gateway/mock.js";
import { ROOT, readText } from "../support/sources.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";
import { HttpClient, openGateway } from "./test-gateway.js";

let flows: PublishedFlows;
let documents: ReadonlyMap<string, string>;
let mock: Mock;
let client: HttpClient;

beforeAll(async () => {
  flows = await openPublishedFlows();
  documents = new Map(Object.entries(flows.core("harbor").operations).map(([name, { document }]) => [name, document]));
}, 120_000);
afterAll(() => flows?.close());

beforeEach(async () => {
  mock = await createMock(ROOT, flows.bundles);
  const { bundles } = flows;
  const app = await openGateway(mock, {
    bundles,
    schema: () => mock.schema,
    moreRoutes: (routes, internals) => registerDevRoutes(routes, { root: ROOT, bundles, sandbox: null, mock, ...internals }),
  });
  client = new HttpClient(app);
});

const send = (operation: string, variables: object = {}) => client.graphql(documents.get(operation) ?? operation, variables);

/** The payload of a mutation, or the value of a query; fails the test on an error. */
async function run(operation: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { data, errors } = await send(operation, variables);
  expect(errors, operation).toBeUndefined();
  return Object.values(data ?? {})[0] as Record<string, unknown>;
}

async function force(operation: string, outcome: string): Promise<number> {
  await client.request({ url: "/csrf" });
  const token = decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "");
  const url = `/__dev/outcome?operation=${operation}&outcome=${outcome}`;
  return (await client.request({ method: "POST", url, headers: { "x-xsrf-token": token } })).statusCode;
}

const step = (registration_last_step: string) => ({ progress: expect.objectContaining({ registration_last_step }) });
const register = () =>
  run("Register", {
    key: "key-1",
    form: {
      email: "new@example.com",
      password: "correct horse battery",
      confirm_password: "correct horse battery",
      accept_terms: true,
      accept_esign: true,
    },
  });

it("registers and opens an account", async () => {
  expect(await register()).toMatchObject({ auth: { mfaRequired: true, loginSuccess: false }, progress: null });
  expect(await run("SelectMfa", { type: "email" })).toMatchObject({ auth: { mfa: "email", nonceToken: expect.any(String) } });
  const signedIn = await run("VerifyMfa", { form: { code: "123456" } });
  expect(signedIn).toMatchObject({ auth: { loginSuccess: true, relink: false } });
  expect(signedIn.progress).toMatchObject({ registration_last_step: null, registration_status: null, is_primary: true });
  expect(Date.parse(String((signedIn.auth as { expiresAt: unknown }).expiresAt))).toBeGreaterThan(Date.now());
  expect(await run("AuthCheck", { extend: true })).toMatchObject({ token_duration: expect.any(Number) });
  expect(await run("BasicInformation")).toMatchObject({ first_name: null });

  const basic = { first_name: "Ada", last_name: "Lovelace", date_of_birth: "1985-12-10", ssn: "123-45-6789" };
  expect(await run("SaveBasicInformation", { form: basic, next: "address" })).toMatchObject(step("address"));
  const address = { street: "1 Main Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true };
  expect(await run("SaveAddress", { form: address, next: "employer" })).toMatchObject(step("employer"));
  const employer = { employment_status: "retired", income_source: "retirement" };
  expect(await run("SaveEmployer", { form: employer, next: "confirmed" })).toMatchObject(step("confirmed"));
  expect(await run("Details")).toMatchObject({ first_name: "Ada", city: "Springfield", income_source: "retirement" });
  const confirmed = await run("ConfirmDetails", { key: "key-3", form: { w9_certified: true, details_correct: true }, next: "bank" });
  expect(confirmed.progress).toMatchObject({ registration_status: "PASSED", registration_last_step: "bank" });

  expect(await run("LinkedAccounts")).toEqual([]);
  const account = {
    holder_name: "Ada Lovelace",
    account_type: "checking",
    routing_number: "021000021",
    account_number: "123456",
    confirm_account_number: "123456",
    authorized: true,
  };
  const linked = await run("LinkManual", { key: "k1", form: account });
  expect(linked.linkedAccounts).toMatchObject([{ uuid: expect.any(String), status: "VERIFICATION_PENDING", link_type: "MANUAL" }]);
  const verified = await run("VerifyMicrodeposits", { key: "k2", form: { amount_one: "0.12", amount_two: "0.34" } });
  expect(verified).toMatchObject({ linkedAccounts: [{ status: "ACTIVE" }], ...step("verified") });

  expect(await run("SaveInitialAmount", { form: { initial_amount: "$1,500" } })).toMatchObject({ funding: { initial_amount: "1500.00" } });
  const disclosures = (await run("ActiveDisclosures")) as unknown as { uuid: string; hash: string }[];
  expect(new Set(disclosures.map(({ uuid }) => uuid)).size).toBe(disclosures.length);
  const attestations = disclosures.map(({ uuid, hash }) => ({ uuid, hash }));
  expect(await run("AttestDisclosures", { attestations, next: "disclosures" })).toMatchObject(step("disclosures"));
  const funded = await run("FundAccount", { key: "k", authorized: true, next: "funded" });
  expect(funded).toMatchObject({ transfer: { status: "SUCCESS" }, ...step("funded") });
  expect(await run("FinishRegistration", { next: "completed" })).toMatchObject(step("completed"));

  expect(await run("Progress")).toMatchObject({ registration_last_step: "completed", registration_status: "PASSED" });
  expect(await run("Accounts")).toMatchObject([{ available: expect.stringMatching(/^\d+\.\d{2}$/) }, {}]);
});

it("answers every query of the flows", async () => {
  const values: Readonly<Record<string, unknown>> = { String: "1", Int: 2026, Boolean: false };
  for (const [operation, document] of documents) {
    const [query] = parse(document).definitions;
    if (query?.kind !== Kind.OPERATION_DEFINITION || query.operation !== "query") continue;
    const variables = (query.variableDefinitions ?? []).map(({ variable, type }) => [
      variable.name.value,
      values[print(type).replace("!", "")],
    ]);
    const { errors } = await send(operation, Object.fromEntries(variables));
    expect(errors, operation).toBeUndefined();
  }
});

it("performs the declared calls of the schema that it is given", async () => {
  const { schemaText, documents } = readMockSources(ROOT);
  const thing = { type: "object", properties: { id: { type: "string" }, size: { type: "integer", examples: [7] } } };
  const envelope = { type: "object", properties: { data: { type: "array", items: { $ref: "#/components/schemas/Thing" } } } };
  const own = {
    paths: { "/things/{kind}": { get: { responses: { 200: { content: { "application/json": { schema: envelope } } } } } } },
    components: { schemas: { Thing: thing } },
  };
  const things = await mockFrom({
    schemaText: `${schemaText} type Thing { id: String! size: Int! double: Int @map(from: "size") }
      extend type Query {
        things: [Thing!]! @connect(http: { GET: "/things/{$('small')}" })
        others: [Thing!] @connect(http: { GET: "/others" })
      }`,
    documents: [...documents, JSON.stringify(own)],
    outcomes: () => JSON.parse(readText("flows/outcomes.json")),
    core: flows.core,
    branding: () => ({}),
    initialState: {},
  });
  const other = new HttpClient(await openGateway(things, { bundles: flows.bundles, schema: () => things.schema }));
  expect(await other.graphql("{ things { id size double } }")).toEqual({
    data: {
      things: [
        { id: "thing-1", size: 7, double: 7 },
        { id: "thing-2", size: 7, double: 7 },
      ],
    },
  });
  // A call that no document has is one that no upstream answers.
  expect((await other.graphql("{ others { id } }")).errors?.[0]?.extensions).toMatchObject({ status: 404 });
  expect((await other.graphql("{ accounts { uuid } }")).errors?.[0]?.extensions).toMatchObject({ status: 401 });
});

it("answers for the chosen persona, and signs in as that persona again", async () => {
  expect((await client.request({ url: "/__dev/state?persona=active" })).statusCode).toBe(200);
  expect(await run("Progress")).toMatchObject({ registration_last_step: "completed" });
  expect(await run("Accounts")).toMatchObject([{ uuid: "acc-1", balance: "12450.00" }]);
  await run("Logout");
  expect(await run("Login", { form: { email: "a@example.com", password: "p" } })).toMatchObject({
    auth: { loginSuccess: false },
    progress: null,
  });
  expect(await run("VerifyMfa", { form: { code: "123456" } })).toMatchObject(step("completed"));
});

it("serves what all scenarios have in common, for the recording of one", async () => {
  const { answers, fills } = JSON.parse((await client.request({ url: "/__dev/scenario-data" })).body);
  expect(answers.LogPageView).toEqual({ ok: { ok: true } });
  expect(fills["forms/credentials.json"]).toHaveProperty("password");
});

it("has the branding of the brand at each host", async () => {
  expect(await run("Branding")).toMatchObject({ slug: "harbor", show_fdic: true });
  client = new HttpClient(client.app, "juniper.localhost");
  expect(await run("Branding")).toMatchObject({ slug: "juniper", show_fdic: false });
});

it("returns a forced outcome once", async () => {
  await register();
  expect(await force("Login", "403.locked")).toBe(200);
  const refused = await send("Login", { form: { email: "a@example.com", password: "p" } });
  expect(refused.errors?.[0]?.extensions).toMatchObject({
    status: 403,
    code: "locked",
    message: "Too many incorrect attempts. Account Locked.",
  });
  expect((await send("Login", { form: { email: "a@example.com", password: "p" } })).errors).toBeUndefined();

  await force("Register", "422.duplicate_email");
  const form = {
    email: "new@example.com",
    password: "correct horse battery",
    confirm_password: "correct horse battery",
    accept_terms: true,
    accept_esign: true,
  };
  const duplicate = await send("Register", { key: "key-2", form });
  expect(duplicate.errors?.[0]?.extensions).toMatchObject({ status: 422, errors: [{ path: "email", message: expect.any(String) }] });

  await force("ConfirmDetails", "stopped");
  const stopped = await run("ConfirmDetails", { key: "key-3", form: { w9_certified: true, details_correct: true }, next: "bank" });
  expect(stopped.progress).toMatchObject({ registration_status: "FAILED", registration_last_step: "confirmed" });

  await force("Progress", "network");
  expect((await send("Progress")).errors?.[0]?.extensions).toMatchObject({ status: "network" });
  await force("Progress", "timeout");
  expect((await send("Progress")).errors?.[0]?.extensions).toMatchObject({ status: "timeout" });
});

it.each([
  ["Login", "403.unheard_of"],
  ["Unheard", "network"],
  ["toString", "network"],
])("rejects the outcome %s of %s", async (operation, outcome) => {
  expect(await force(operation, outcome)).toBe(404);
});
