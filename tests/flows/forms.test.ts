/** Tests the forms' schemas with good and bad data (`domain.md` 1), their texts, and their match with the gateway's inputs. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { buildSchema, type GraphQLInputObjectType, getNamedType, isInputObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import type { CompiledForm } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { BOUND_KEYWORDS, withinBound } from "../../src/language/field-formats.js";
import { FIELD_FORMATS } from "../support/field-formats.js";
import { BRANDS, bundleOf, ROOT } from "./shipped.js";

const TODAY = "2026-11-21";

function validator(schema: Json): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const [name, { validate }] of Object.entries(FIELD_FORMATS)) ajv.addFormat(name, { type: "string", validate });
  for (const keyword of Object.keys(BOUND_KEYWORDS))
    ajv.addKeyword({
      keyword,
      type: "string",
      validate: (bound: unknown, text: string) => withinBound(keyword, bound, text, TODAY),
    });
  return ajv.compile(schema as object);
}

const place = ({ instancePath, keyword, params }: ErrorObject): string =>
  `${keyword === "required" ? String(params.missingProperty) : instancePath.slice(1).replaceAll("/", ".")} ${keyword}`;

/** The errors of the data, as `field keyword`, without errors of conditions, whose branches report their own errors. */
function wrongWith(slug: string, form: string, data: Json): readonly string[] {
  const schema = bundleOf(slug).forms[`forms/${form}.json`]?.schema;
  if (schema === undefined) throw new Error(`There is no form ${form}`);
  const validate = validator(schema);
  return validate(data) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== "if").map(place);
}

type Data = { readonly [field: string]: Json };
const without = (data: Data, ...fields: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));

const FILE = { name: "lease.pdf", type: "application/pdf", size: 10_485_760, file: "file-1" };

const GOOD: Readonly<Record<string, Data>> = {
  credentials: { email: "dana@example.com", password: "x" },
  "change-password": { password: "old horse", new_password: "A new horse battery 5", confirm_password: "A new horse battery 5" },
  preferences: { email_transfers: true, email_statements: true, email_messages: false, paperless: true },
  nickname: { nickname: "Rent" },
  reply: { body: "Thank you." },
  problem: { problem: "amount", body: "It should have been $50.00." },
  registration: {
    email: "dana@example.com",
    password: "correct horse",
    confirm_password: "correct horse",
    accept_terms: true,
    accept_esign: true,
  },
  "mobile-mfa": { phone: "(415) 555-0134", sms_consent: true },
  code: { code: "012345" },
  "edit-phone": { phone: "(415) 555-0134", password: "x" },
  beneficiary: {
    kind: "person",
    first_name: "June",
    last_name: "Whitfield",
    date_of_birth: "2015-06-02",
    relationship: "child",
    tax_id: "12-3456789",
    street: "14 Maple Street",
    city: "Springfield",
    state: "IL",
    zip: "62701",
    share: "33.34",
  },
  allocations: { allocations: [{ uuid: "1", name: "June Whitfield", allocation: "100.00" }] },
  "nonprofit-search": { search: "food bank" },
  email: { email: "dana@example.com" },
  "joint-confirm": { details_correct: true },
  "joint-identity": { ssn_last4: "2345", date_of_birth: "1987-09-30", accept_terms: true, accept_esign: true, w9_certified: true },
  "reset-password": { password: "correct horse", confirm_password: "correct horse" },
  "basic-information": {
    first_name: "Zoë",
    middle_name: "J.",
    last_name: "O'Neil-Núñez",
    suffix: "Jr.",
    date_of_birth: "1988-02-29",
    ssn: "521-67-0042",
  },
  address: { street: "218 Alder Street", city: "Portland", state: "OR", zip: "97205", mailing_same: true },
  employer: { employment_status: "employed", occupation: "Librarian", employer: "County Library", income_source: "salary" },
  "confirm-details": { w9_certified: true, details_correct: true },
  "cancel-registration": { understood: true, reason: "time" },
  message: { subject: "My name", category: "identity", body: "It is spelt otherwise.", attachments: [FILE] },
  "documents-asked": { attachments: [FILE] },
  "manual-link": {
    holder_name: "Dana Whitfield",
    account_type: "checking",
    routing_number: "021000021",
    account_number: "000123456789",
    confirm_account_number: "000123456789",
    authorized: true,
  },
  microdeposits: { amount_one: ".07", amount_two: "23" },
  "initial-amount": { initial_amount: "2500.00" },
  "fund-authorization": { authorized: true },
  "transaction-search": { search: "rent", type: "deposits", status: "settled", from: "2026-01-01", to: "2026-01-31" },
};

/** Form, changed data, and the expected errors. */
const BAD: readonly (readonly [form: string, change: Data, wrong: readonly string[]])[] = [
  ["message", { subject: "x".repeat(101) }, ["subject maxLength"]],
  ["message", { subject: "  ", body: "" }, ["subject pattern", "body minLength", "body pattern"]],
  ["message", { body: "x".repeat(5001) }, ["body maxLength"]],
  ["message", { category: "gossip" }, ["category enum"]],
  ["message", { attachments: Array(6).fill(FILE) }, ["attachments maxItems"]],
  ["message", { attachments: [{ ...FILE, size: FILE.size + 1 }] }, ["attachments.0.size maximum"]],
  ["message", { attachments: [{ ...FILE, type: "text/html" }] }, ["attachments.0.type enum"]],
  ["documents-asked", { attachments: [] }, ["attachments minItems"]],
  ["transaction-search", { type: "loans", from: "yesterday" }, ["type enum", "from format"]],
  ["cancel-registration", { understood: false }, ["understood const"]],
  ["joint-identity", { ssn_last4: "123" }, ["ssn_last4 pattern"]],
  ["joint-identity", { date_of_birth: "2010-01-01" }, ["date_of_birth x-minimum-age"]],
  ["joint-identity", { w9_certified: false }, ["w9_certified const"]],
  ["credentials", { email: "dana" }, ["email format"]],
  ["credentials", { email: `${"a".repeat(250)}@b.co` }, ["email maxLength"]],
  ["credentials", { password: "" }, ["password minLength"]],
  ["registration", { password: "1234567" }, ["password minLength"]],
  ["registration", { password: "x".repeat(129) }, ["password maxLength"]],
  ["registration", { accept_terms: false }, ["accept_terms const"]],
  ["registration", { accept_esign: false }, ["accept_esign const"]],
  ["registration", { admin: true }, [" additionalProperties"]],
  ["mobile-mfa", { phone: "415-555-013" }, ["phone format"]],
  ["mobile-mfa", { sms_consent: false }, ["sms_consent const"]],
  ["code", { code: "12345" }, ["code format"]],
  ["code", { code: "12345a" }, ["code format"]],
  ["basic-information", { first_name: "R2D2" }, ["first_name format"]],
  ["basic-information", { last_name: "x".repeat(51) }, ["last_name maxLength", "last_name format"]],
  ["basic-information", { suffix: "Esq." }, ["suffix enum"]],
  ["basic-information", { date_of_birth: "2026-02-30" }, ["date_of_birth format"]],
  ["basic-information", { date_of_birth: "2008-11-22" }, ["date_of_birth x-minimum-age"]],
  ["basic-information", { date_of_birth: "1905-11-21" }, ["date_of_birth x-maximum-age"]],
  ["basic-information", { ssn: "000-12-3456" }, ["ssn format"]],
  ["basic-information", { ssn: "666-12-3456" }, ["ssn format"]],
  ["basic-information", { ssn: "900-12-3456" }, ["ssn format"]],
  ["basic-information", { ssn: "521-00-3456" }, ["ssn format"]],
  ["basic-information", { ssn: "521-67-0000" }, ["ssn format"]],
  ["address", { street: "PO Box 12" }, ["street format"]],
  ["address", { street: "P. O. Box 12" }, ["street format"]],
  ["address", { street: "Post Office Box 12" }, ["street format"]],
  ["address", { street2: "P.O. Box 12" }, ["street2 format"]],
  ["address", { state: "PR" }, ["state enum"]],
  ["address", { zip: "9720" }, ["zip format"]],
  ["address", { zip: "97205-12" }, ["zip format"]],
  [
    "address",
    { mailing_same: false },
    ["mailing_street required", "mailing_city required", "mailing_state required", "mailing_zip required"],
  ],
  ["employer", { employment_status: "pirate" }, ["employment_status enum"]],
  ["employer", { occupation: "" }, ["occupation minLength"]],
  ["confirm-details", { w9_certified: false }, ["w9_certified const"]],
  ["confirm-details", { details_correct: false }, ["details_correct const"]],
  ["joint-confirm", { details_correct: false }, ["details_correct const"]],
  ["email", { email: "dana" }, ["email format"]],
  ["manual-link", { routing_number: "123456789" }, ["routing_number format"]],
  ["manual-link", { routing_number: "000000000" }, ["routing_number format"]],
  ["manual-link", { account_number: "123" }, ["account_number format"]],
  ["manual-link", { account_number: "123456789012345678" }, ["account_number format"]],
  ["manual-link", { account_type: "brokerage" }, ["account_type enum"]],
  ["manual-link", { authorized: false }, ["authorized const"]],
  ["microdeposits", { amount_one: "1.07" }, ["amount_one format"]],
  ["microdeposits", { amount_two: "0" }, ["amount_two format"]],
  ["initial-amount", { initial_amount: "0.99" }, ["initial_amount x-minimum-amount"]],
  ["initial-amount", { initial_amount: "100000.01" }, ["initial_amount x-maximum-amount"]],
  ["initial-amount", { initial_amount: "$100,001" }, ["initial_amount x-maximum-amount"]],
  ["initial-amount", { initial_amount: "-5" }, ["initial_amount format"]],
  ["initial-amount", { initial_amount: "12.345" }, ["initial_amount format"]],
  ["fund-authorization", { authorized: false }, ["authorized const"]],
];

/** Forms without a required field: nothing of them has to be chosen. */
const OPTIONAL_FORMS = new Set(["preferences"]);

describe("forms", () => {
  it.each(Object.entries(GOOD))("%s accepts good data", (form, data) => {
    expect(wrongWith("harbor", form, data)).toEqual([]);
  });

  it.each(Object.entries(GOOD).filter(([form]) => !OPTIONAL_FORMS.has(form)))("%s has a field for each required property", (form, data) => {
    const { required = [] } = (bundleOf("harbor").forms[`forms/${form}.json`]?.schema ?? {}) as { readonly required?: readonly string[] };
    // An empty search finds everything.
    if (form === "transaction-search") expect(required).toEqual([]);
    else expect(required.length).toBeGreaterThan(0);
    for (const field of required) expect(wrongWith("harbor", form, without(data, field))).toContain(`${field} required`);
  });

  it.each(BAD)("%s with %o is wrong at %o", (form, change, wrong) => {
    expect([...wrongWith("harbor", form, { ...GOOD[form], ...change })].sort()).toEqual([...wrong].sort());
  });

  it.each([
    ["registration", { password: "a b c d é", confirm_password: "a b c d é" }],
    ["registration", { password: "x".repeat(64), confirm_password: "x".repeat(64) }],
    ["mobile-mfa", { phone: "415-555-0134" }],
    ["code", { code: "123 456", remember: true }],
    ["basic-information", { ssn: "521670042" }],
    ["basic-information", { date_of_birth: "2008-11-21" }],
    [
      "address",
      { mailing_same: false, mailing_street: "PO Box 12", mailing_city: "Portland", mailing_state: "OR", mailing_zip: "97205-1234" },
    ],
    ["address", { street: "12 Boxwood Lane", street2: "Suite 5" }],
    ["address", { street2: "" }],
    ["manual-link", { routing_number: "011000015" }],
    ["manual-link", { routing_number: "091000019", account_number: "0001-2345 678", confirm_account_number: "0001-2345 678" }],
    ["microdeposits", { amount_one: "0.07", amount_two: "7" }],
    ["initial-amount", { initial_amount: "1" }],
    ["initial-amount", { initial_amount: "$1,234.5" }],
    ["initial-amount", { initial_amount: "100,000.00" }],
  ])("%s takes %o", (form, change) => {
    expect(wrongWith("harbor", form, { ...GOOD[form], ...change })).toEqual([]);
  });

  it.each(["unemployed", "retired", "student", "homemaker"])("ask the %s for no employer", (employment_status) => {
    expect(wrongWith("harbor", "employer", { employment_status, income_source: "other" })).toEqual([]);
  });

  it.each(["employed", "self-employed"])("ask the %s for occupation and employer", (employment_status) => {
    expect(wrongWith("harbor", "employer", { employment_status, income_source: "salary" })).toEqual([
      "occupation required",
      "employer required",
    ]);
  });
});

describe("Juniper's own rules", () => {
  it.each([
    ["Short1", ["password minLength"]],
    ["no capital here 1", ["password pattern"]],
    ["No number here", ["password pattern"]],
    ["A sentence with 1 number", []],
  ])("for the password %s", (password, wrong) => {
    expect(wrongWith("juniper", "registration", { ...GOOD.registration, password, confirm_password: password })).toEqual(wrong);
  });

  it("limit the custom fields to its own", () => {
    const basic = GOOD["basic-information"] ?? {};
    expect(wrongWith("juniper", "basic-information", { ...basic, custom_fields: { member_number: "12345678" } })).toEqual([]);
    expect(wrongWith("juniper", "basic-information", { ...basic, custom_fields: { member_number: "123" } })).toEqual([
      "custom_fields.member_number pattern",
    ]);
    expect(wrongWith("juniper", "basic-information", { ...basic, custom_fields: { shoe_size: "9" } })).toEqual([
      "custom_fields additionalProperties",
    ]);
    expect(wrongWith("harbor", "basic-information", { ...basic, custom_fields: { shoe_size: "9" } })).toEqual([]);
  });
});

interface FormBlock extends CompiledForm {
  readonly block: string;
  readonly screen: string;
}

function* formBlocks(slug: string): Generator<FormBlock> {
  for (const { screens } of Object.values(bundleOf(slug).journeys))
    for (const [screen, { body }] of Object.entries(screens))
      for (const block of body) if (block.block === "form") yield { ...(block as unknown as FormBlock), screen };
}

type Property = { readonly [keyword: string]: Json };

/** The schemas that constrain each property under any condition. */
function properties(schema: Property): Record<string, Property> {
  const own = (schema.properties ?? {}) as Record<string, Property>;
  const then = schema.then === undefined ? {} : properties(schema.then as Property);
  const inner = Object.entries(own).flatMap(([name, property]) =>
    Object.entries(properties(property)).map(([path, value]) => [`${name}.${path}`, value]),
  );
  return { ...then, ...own, ...Object.fromEntries(inner) };
}

function required(schema: Property): readonly string[] {
  return [...((schema.required ?? []) as string[]), ...(schema.then === undefined ? [] : required(schema.then as Property))];
}

const RULES = ["minLength", "maxLength", "pattern", "format", "enum", ...Object.keys(BOUND_KEYWORDS)];

describe.each(BRANDS)("fields of %s", (slug) => {
  const blocks = [...formBlocks(slug)];

  it("have error texts for every rule that can fail", () => {
    const wordless = blocks.flatMap(({ screen, schema, fields }) =>
      fields.order.flatMap((path) => {
        const property = properties(schema as Property)[path] ?? {};
        const asked = required(schema as Property).includes(path) ? ["required", ...("const" in property ? ["const"] : [])] : [];
        const rules = [...asked, ...RULES.filter((rule) => rule in property)];
        // A checkbox always has a value; only a required one can fail.
        const rulesOfType = property.type === "boolean" && !("const" in property) ? [] : rules;
        const errors = fields.items[path]?.errors ?? {};
        // A missing value is one error, whichever rule reports it.
        const isEmptiness = (rule: string): boolean =>
          ["const", "enum", "required"].includes(rule) || (rule === "minLength" && property.minLength === 1);
        const mayBeEmpty = property.default === undefined;
        return rulesOfType
          .filter((rule) => errors[rule] === undefined && !(isEmptiness(rule) && (errors.required !== undefined || !mayBeEmpty)))
          .map((rule) => `${screen} ${path} ${rule}`);
      }),
    );
    expect(wordless).toEqual([]);
  });

  it("have autocomplete tokens", () => {
    const silent = blocks.flatMap(({ screen, schema, uiSchema, fields }) =>
      fields.order
        // A browser cannot fill in checkboxes and files.
        .filter((path) => !["boolean", "array"].includes(String(properties(schema as Property)[path]?.type)))
        .filter((path) => {
          const ui = path
            .replaceAll("[]", ".items")
            .split(".")
            .reduce<Json | undefined>((node, name) => (node as Property | undefined)?.[name], uiSchema) as Property | undefined;
          return ui?.["ui:autocomplete"] === undefined && (ui?.["ui:options"] as Property | undefined)?.autocomplete === undefined;
        })
        .map((path) => `${screen} ${path}`),
    );
    expect(silent).toEqual([]);
  });
});

describe("the gateway's contract", () => {
  const schema = buildSchema(readFileSync(join(ROOT, "gateway/schema.graphql"), "utf8"));
  const declared = new Map<string, GraphQLInputObjectType>();
  const note = (
    node:
      | { readonly directives?: readonly { readonly name: { readonly value: string }; readonly arguments?: readonly unknown[] }[] }
      | null
      | undefined,
    type: unknown,
  ) => {
    for (const directive of node?.directives ?? []) {
      if (directive.name.value !== "form") continue;
      const [argument] = directive.arguments as readonly { readonly value: { readonly value: string } }[];
      const named = getNamedType(type as GraphQLInputObjectType);
      if (argument !== undefined && isInputObjectType(named)) declared.set(argument.value.value, named);
    }
  };
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {}))
    for (const argument of field.args) note(argument.astNode, argument.type);
  for (const type of Object.values(schema.getTypeMap()))
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) note(field.astNode, field.type);

  it("names forms", () => {
    expect(declared.size).toBeGreaterThanOrEqual(13);
  });

  it.each([...declared])("finds the form %s, and every field of it in the input", (name, type) => {
    const form = bundleOf("harbor").forms[`forms/${name}.json`]?.schema as Property | undefined;
    expect(form).toBeDefined();
    expect(Object.keys(properties(form ?? {})).filter((field) => !(field in type.getFields()))).toEqual([]);
  });
});
