/** Tests of the check of declared calls: each error in a directive, against the shipped OpenAPI document, at its place. */
import { buildSchema } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import { checkCalls } from "../../src/compiler/connect/check-calls.js";
import type { FlowSource } from "../../src/language/source.js";
import { ROOT } from "../support/sources.js";

const SDL = "gateway/schema.graphql";
let shipped: FlowSource;
beforeAll(async () => {
  shipped = await readSource(ROOT);
});

/** The messages about a schema with an addition at its end, and their positions in the addition. */
function found(addition: string): readonly string[] {
  const before = shipped.files.get(SDL) ?? "";
  const text = `${before}\n${addition}`;
  const source = { files: new Map([...shipped.files, [SDL, text]]) };
  const first = before.split("\n").length;
  return checkCalls(source, buildSchema(text)).problems.map(({ line, column, message }) => `${line - first}:${column} ${message}`);
}

const query = (field: string, types = ""): string => `extend type Query { ${field} }\n${types}`;
const post = (call: string, args = "input: TestInput!"): string =>
  query(`test(${args}): Ok @connect(${call}, selection: "ok: $(true)")`, "input TestInput { id: String! note: String amount: Float }");

it("finds nothing in the shipped schema", () => {
  expect(found("")).toEqual([]);
});

describe("a field", () => {
  it("that nothing answers is a finding at its name", () => {
    expect(found(query("test: String"))).toEqual(["1:21 Nothing answers Query.test: declare its call with @connect"]);
  });

  it("of another type has no call, and names a query that exists and fits", () => {
    expect(found('type Test { a: Ok @connect(http: { GET: "/user" }) }')).toMatchObject([
      expect.stringContaining("Only the fields of Query"),
    ]);
    expect(found('type Test { a: Ok @query(name: "alert") }')).toEqual(['1:13 There is no query "alert"; did you mean "alerts"?']);
    expect(found('type Test { a: Ok @query(name: "request") }')).toEqual(['1:13 The query "request" has required arguments']);
    expect(found('type Test { a: Ok @query(name: "user") }')).toEqual(['1:13 The query "user" returns User, not Ok']);
  });
});

describe("the path", () => {
  it.each([
    ['GET: "/usr"', 'The upstream has no path "/usr"; did you mean "/user"?'],
    ['DELETE: "/user"', "The upstream has no DELETE /user, only GET, PATCH"],
    ['GET: "/request/{$args.none}"', 'There is no property "none"'],
    ['GET: "/request/{$message}"', "$message cannot be read here; there are $args, $session, $request"],
    ['GET: "/disclosures?al=true"', `The upstream's document has no parameter "al"; did you mean "all"?`],
    ['GET: "/x/places"', 'The upstream requires the parameter "search"'],
    ['GET: "/request/{id"', '"{" has no "}"'],
    ['GET: "/user", headers: [{ name: "Authorization", value: "x" }]', 'The gateway sets the header "Authorization" itself'],
    ['GET: "/user", headers: [{ name: "X-Waf", value: "x" }]', `The upstream's document has no header "X-Waf"`],
  ])("%s is a finding", (http, message) => {
    expect(found(query(`test: JSON @connect(http: { ${http} })`)).some((each) => each.endsWith(message))).toBe(true);
  });

  it("may not have an argument that can be null, unless the call has it as its condition", () => {
    const call = (condition: string) =>
      query(`test(id: String): RequestStatus @connect(${condition} http: { GET: "/request/{$args.id}" })`);
    expect(found(call(""))).toEqual(["1:87 This part of the path may be null"]);
    expect(found(call('if: "$args.id"'))).toEqual([]);
  });
});

describe("the body", () => {
  it.each([
    ['{ POST: "/alerts/" }', 'The upstream requires "alert_id"'],
    ['{ POST: "/alerts/", body: "alert: $args.input.id" }', 'The upstream takes no "alert"; did you mean "alert_id"?'],
    ['{ POST: "/alerts/", body: "alert_id: $args.input.note" }', 'The upstream requires "alert_id", which may be null here'],
    ['{ POST: "/alerts/", body: "alert_id: $args.input.amount" }', "alert_id is a number; the upstream takes a text"],
    ['{ POST: "/alerts/all", body: "$args.input" }', "The upstream takes no body at POST /alerts/all"],
    ['{ POST: "/alerts/", body: "alert_id: $args.input.id->lowr" }', 'There is no method "lowr"; did you mean "lower"?'],
    ['{ POST: "/alerts/", body: "alert_id: $args.input.amount->lower" }', '"lower" needs a text, not a number or null'],
    ['{ POST: "/fund-my-account", body: "authorized: $(true)" }', 'The upstream requires the header Idempotency-Key: add "idempotencyKey"'],
    [
      '{ POST: "/depositor/resend-secondary-verification" }',
      'The upstream performs this call once for each Idempotency-Key: add "idempotencyKey"',
    ],
    ['{ POST: "/alerts/all" }, idempotencyKey: "$args.input.id"', "The upstream's document has no header Idempotency-Key"],
  ])("%s is a finding", (http, message) => {
    expect(found(post(`http: ${http}`)).map((each) => each.replace(/^\d+:\d+ /, ""))).toContain(message);
  });
});

describe("the answer", () => {
  it.each([
    ['test: User @connect(http: { GET: "/user" }, selection: "uid: uuid")', 'test has no property "uuid"; did you mean "uid"?'],
    ['test: User! @connect(http: { GET: "/nonprofits/selected" })', "test may be null, and its type says that it is not"],
    ['test: [User!] @connect(http: { GET: "/user" })', "test is an object, not a list"],
    ['test: Int @connect(http: { GET: "/user" }, selection: "$.uuid")', "test is a text, not a number"],
    ['test: Test @connect(http: { GET: "/user" })', 'test has no property "uid"; did you mean "uuid"?', "type Test { uid: String }"],
    ['test: JSON @connect(http: { GET: "/user" }, selection: "$.uid")', 'There is no property "uid"; did you mean "uuid"?'],
    [
      'test: JSON @connect(http: { GET: "/user" }, selection: "a: $session.nonce")',
      "$session cannot be read here; there are $, $args, $message",
    ],
    ['test: JSON @connect(http: { GET: "/request/x" }, selection: "$")', 'The upstream has no path "/request/x"'],
    [
      'test: Test @connect(http: { GET: "/request/{$request.device_name}" }, selection: "a: status->match([\'PENDING\', 1])")',
      '"match" has no pair for "COMPLETED", "FAILED": add [@, ...]',
      "type Test { a: Int }",
    ],
    [
      'test: JSON @connect(http: { GET: "/request/{$request.device_name}" }, selection: "$.status->match([\'DONE\', 1], [@, 2])")',
      'The upstream never sends "DONE" here: "PENDING", "COMPLETED", "FAILED"',
    ],
    [
      'test: JSON @connect(http: { GET: "/request/{$request.device_name}" }, selection: "$.status->lower->match([\'DONE\', 1], [@, 2])")',
      'The upstream never sends "DONE" here: "pending", "completed", "failed"',
    ],
    [
      'test: JSON @connect(http: { GET: "/x/funding-preview" })',
      'An upstream may lack this call: add @capability(name: "funding_preview")',
    ],
    ['test: JSON @capability(name: "x") @connect(http: { GET: "/user" })', "Every upstream has this call: remove @capability"],
    ['test: JSON @connect(http: { GET: "/user" }, errors: [{ from: "409", to: "422.x" }])', "The upstream documents no 409 for this call"],
    [
      'test: JSON @connect(http: { GET: "/user" }, errors: [{ from: "401", to: "no" }])',
      '"no" is not a status, or a status and a code, like 409.conflict',
    ],
  ])("%s is a finding", (field, message, types = "") => {
    const messages = found(query(field, types)).map((each) => each.replace(/^\d+:\d+ /, ""));
    expect(messages.filter((each) => each.startsWith(message))).not.toEqual([]);
  });

  it("is reported at the expression, also in a block string", () => {
    const text =
      'extend type Query {\n  test: JSON @connect(\n    http: { GET: "/user" }\n    selection: """\n      a: uuid\n      b: nme\n    """\n  )\n}';
    expect(found(text)).toEqual([expect.stringMatching(/^6:10 There is no property "nme"/)]);
  });

  it("has the values and the pattern of the upstream's texts", () => {
    const { texts } = checkCalls(shipped, buildSchema(shipped.files.get(SDL) ?? ""));
    expect(texts.get("Transaction.return_code")).toMatchObject({ values: null, pattern: "^R\\d{2}$" });
    expect(texts.get("Nonprofit.status")?.values).toEqual(["PENDING", "COMPLETED", "FAILED"]);
    expect(texts.get("JointProgress.registration_last_step")?.values).toContain("employer");
    expect(texts.get("Transaction.description")).toMatchObject({ values: null, pattern: null });
  });
});

describe("flows/outcomes.json", () => {
  let text = "";
  beforeAll(() => {
    text = shipped.files.get("flows/outcomes.json") ?? "";
  });
  const findings = (outcomes: string) =>
    compile({ files: new Map([...shipped.files, ["flows/outcomes.json", outcomes]]) }, "harbor")
      .problems.filter(({ rule, file }) => rule === "connect" && file === "flows/outcomes.json")
      .map(({ message }) => message);
  /** The file with other failures of one operation. */
  function changed(operation: string, change: (parts: { failures: Record<string, unknown>; impossible?: Record<string, string> }) => void) {
    const file = JSON.parse(text);
    change(file.operations[operation]);
    return JSON.stringify(file);
  }

  it("may only have failures that a call of the operation documents", () => {
    expect(findings(text.replace('"409.stale_document"', '"409.stale"'))).toEqual([
      'The upstream documents the failure 409.stale_document for a call of "AttestDisclosures": list it in "failures", or in "impossible" with the reason',
      'No call of "AttestDisclosures" documents the failure 409.stale',
    ]);
    const invented = changed("UpdatePhone", (operation) => Object.assign(operation.impossible ?? {}, { "422.invented": "No." }));
    expect(findings(invented)).toEqual([expect.stringContaining('No call of "UpdatePhone" documents the failure 422.invented')]);
  });

  it.each(["Login", "Deposit"])("must have every failure that a call of %s documents", (name) => {
    const without = changed(name, (operation) => {
      operation.failures = {};
    });
    const documented = Object.keys(JSON.parse(text).operations[name].failures).filter((failure) => !failure.startsWith("419"));
    const found = findings(without);
    expect(found).toEqual(
      expect.arrayContaining(
        documented.map((failure) => expect.stringContaining(`documents the failure ${failure} for a call of "${name}"`)),
      ),
    );
    expect(found).toHaveLength(documented.length);
  });

  it("must have the failures of every call in common, or in each operation", () => {
    const file = JSON.parse(text);
    delete file.common["422.unknown_brand"];
    expect(findings(JSON.stringify(file))).toEqual(
      expect.arrayContaining([expect.stringContaining('the failure 422.unknown_brand for a call of "Accounts"')]),
    );
  });

  it("does not list a failure as possible and as impossible", () => {
    const both = changed("UpdatePhone", (operation) => Object.assign(operation.failures, { "422.duplicate_email": { message: "No." } }));
    expect(findings(both)).toEqual(['"UpdatePhone" lists the failure 422.duplicate_email as possible and as impossible']);
  });
});

describe("an input's property that the upstream takes", () => {
  const save = (call: string) =>
    found(query(`test(input: InitialAmountInput!): Ok @connect(${call}, selection: "ok: $(true)")`)).map((each) =>
      each.replace(/^\S+ /, ""),
    );
  const sends = (body: string) => save(`http: { POST: "/initial-fund-amount", body: "${body}" }`);
  const LOST = 'No call sends "input.custom_fields", which the upstream takes: what is entered there would be lost';

  it("is a finding when no call sends it", () => {
    expect(sends("$args.input { initial_amount }")).toEqual([LOST]);
    expect(sends("initial_amount: $args.input.initial_amount")).toEqual([LOST]);
  });

  it.each([
    "$args.input",
    "$args.input { initial_amount custom_fields }",
    "initial_amount: $args.input.initial_amount custom_fields: $args.input.custom_fields",
    "$args.input { initial_amount: $args.input.initial_amount custom_fields }",
  ])("is sent by %s", (body) => {
    expect(sends(body)).toEqual([]);
  });
});

describe("an institution's own document", () => {
  it("adds its paths, and is a finding when it is not JSON", () => {
    const document = { openapi: "3.1.0", paths: { "/things": { get: { responses: { 200: {} } } } } };
    const text = `${shipped.files.get(SDL)}\nextend type Query { things: JSON @connect(http: { GET: "/things" }) }`;
    const check = (own: string) =>
      checkCalls({ files: new Map([...shipped.files, [SDL, text], ["schemas/api/own.openapi.json", own]]) }, buildSchema(text)).problems;
    expect(check(JSON.stringify(document))).toEqual([]);
    expect(check("{").map(({ file }) => file)).toContain("schemas/api/own.openapi.json");
  });
});
