/** Tests which operations count as credentials: every one that takes or sends a secret, by the meaning of its arguments. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type GraphQLInputType, type GraphQLObjectType, getNamedType, isInputObjectType, parse } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { credentialFieldsOf, credentialUse, isCredentialField } from "../../gateway/credentials.js";
import { RESOLVERS } from "../../gateway/resolvers/all.js";
import { executableSchema, readSchemaText } from "../../gateway/schema.js";
import { ROOT } from "../support/sources.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";

const schema = executableSchema(readSchemaText(), RESOLVERS);
const mutation = schema.getMutationType() as GraphQLObjectType;
const { types } = JSON.parse(readFileSync(join(ROOT, "flows/semantics.json"), "utf8")) as {
  types: Readonly<Record<string, { readonly properties?: readonly string[] }>>;
};
/** The meanings of which the bank tests a value: whoever guesses it gains something. */
const TESTED = [
  "secret.password",
  "secret.password.new",
  "code.once",
  "token.link",
  "identity.ssn.last4",
  "money.small.one",
  "money.small.two",
];
const secretNames = new Set(TESTED.flatMap((type) => types[type]?.properties ?? []));

/** The names of an argument and of everything in it. */
function namesIn(name: string, type: GraphQLInputType): readonly string[] {
  const named = getNamedType(type);
  const below = isInputObjectType(named) ? Object.values(named.getFields()) : [];
  return [name, ...below.flatMap((field) => namesIn(field.name, field.type))];
}

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
const credentials = fieldsOf(mutation).flatMap(({ name }) => (isCredentialField(mutation, name) ? [name] : []));

describe("a credential field", () => {
  it("is every one with an argument that means a password, a code, or another tested secret", () => {
    for (const name of TESTED) expect([name, types[name]?.properties]).toEqual([name, expect.arrayContaining([expect.any(String)])]);
    for (const root of [mutation, schema.getQueryType() as GraphQLObjectType])
      for (const { name, args } of fieldsOf(root)) {
        const secret = args.flatMap((arg) => namesIn(arg.name, arg.type)).find((each) => secretNames.has(each));
        if (secret !== undefined) expect([name, secret, isCredentialField(root, name)]).toEqual([name, secret, true]);
      }
  });

  it("is every one whose call names a password, a code or a token of the bank", () => {
    const text = readSchemaText();
    const calls = text.slice(text.indexOf("\ntype Mutation"));
    for (const { name } of fieldsOf(mutation)) {
      const own = new RegExp(`^  ${name}\\b[^]*?(?=^  [a-z"]|^})`, "m").exec(calls)?.[0];
      expect([name, own]).toEqual([name, expect.stringContaining("@")]);
      if (/\b(password|mfa-(select|resend|verify|add-sms|confirm)|code:|token:)/.test(own ?? "")) expect(credentials).toContain(name);
    }
  });

  it("is one of these", () => {
    expect([...credentials].sort()).toEqual([
      "addBeneficiary",
      "addMobile",
      "changePassword",
      "checkJointInvitation",
      "closeAccount",
      "confirmContact",
      "deposit",
      "editBeneficiary",
      "forgotPassword",
      "login",
      "register",
      "removeAndReallocate",
      "removeBeneficiary",
      "resendMfa",
      "resetPassword",
      "selectMfa",
      "sendEmailVerification",
      "splitEqually",
      "updateAllocations",
      "updateEmail",
      "updatePhone",
      "verifyEmail",
      "verifyJointIdentity",
      "verifyMfa",
      "verifyMicrodeposits",
      "withdraw",
    ]);
  });
});

describe("the use of a credential", () => {
  const uses = (text: string, variables: object, name?: string) => credentialUse(schema, parse(text), name, { ...variables });
  const login = "mutation L($form: LoginInput!) { login(input: $form) { message } }";

  it("has the email address of the field's arguments, from a variable or from the document", () => {
    const form = { email: "ada@example.com", password: "p" };
    expect(uses(login, { z: { email: "decoy@example.com" }, email: "decoy@example.com", form })).toEqual({ email: "ada@example.com" });
    expect(uses('mutation { login(input: { email: "ada@example.com", password: "p" }) { message } }', {})).toEqual({
      email: "ada@example.com",
    });
    expect(uses("mutation { resendMfa { message } }", {})).toEqual({ email: null });
  });

  it("is none without the optional code, nor in an operation that is not executed", () => {
    const split = "mutation S($form: CodeInput) { splitEqually(input: $form) { beneficiaries { uuid } } }";
    expect([uses(split, {}), uses(split, { form: null }), uses(split, { form: { code: "123456" } })]).toEqual([
      null,
      null,
      { email: null },
    ]);
    const two = `${login} query B { branding { name } }`;
    expect([uses(two, { form: {} }, "B"), uses(two, {}), uses(two, { form: { email: "a@b.co", password: "p" } }, "L")]).toEqual([
      null,
      null,
      { email: "a@b.co" },
    ]);
    const shares = "mutation A($form: AllocationsInput!) { updateAllocations(input: $form) { beneficiaries { uuid } } }";
    expect(uses(shares, { form: { allocations: [{ uuid: "u", allocation: "100" }] } })).toBeNull();
  });
});

describe("the operations of the flows", () => {
  let flows: PublishedFlows;
  beforeAll(async () => {
    flows = await openPublishedFlows();
  }, 120_000);
  afterAll(() => flows?.close());

  it("have one credential field at most, since a document with two is refused", () => {
    for (const slug of flows.bundles.brands())
      for (const [name, { document }] of Object.entries(flows.core(slug).operations))
        expect([name, credentialFieldsOf(schema, parse(document)).count]).toEqual([name, expect.toBeOneOf([0, 1])]);
  });
});
