/**
 * Exports the mock behind `--mock`, for people who only change screens: the gateway's own schema with an upstream whose
 * responses its OpenAPI documents describe, so that a declared call is performed as it is with an institution. The mock
 * has one depositor's state: its values replace those of the documented response, and a mutation changes it as
 * `flows/outcomes.json` describes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  parse,
} from "graphql";
import type { BundleCore } from "../src/language/bundle.js";
import { readDeclaredCalls } from "../src/language/declared-calls.js";
import type { OutcomesFile } from "../src/language/outcomes.js";
import type { Bundles } from "./bundles.js";
import { typeMappers } from "./connect/type-mapping.js";
import { type DocumentedResponses, documentedResponses } from "./documented-responses.js";
import { fakeInstitution } from "./fake-upstream.js";
import { applyOutcome, type Choice, type Fields, failureNamed, isOutcome, readOutcomes, successOutcome } from "./mock-outcomes.js";
import { RESOLVERS } from "./resolvers/all.js";
import type { Context } from "./resolvers/context.js";
import { executableSchema, readSchemaText } from "./schema.js";
import { isJsonObject } from "./upstream/json-object.js";
import type { Fetch } from "./upstream/send.js";

export interface Mock {
  readonly schema: GraphQLSchema;
  /** The upstream that the schema's calls need. */
  readonly fetch: Fetch;
  /** Replaces the depositor's state. */
  use(state: Fields): void;
  /**
   * Forces the operation's next outcome: `403.locked`, `network`, `stopped`. Returns false when the operation has no
   * such outcome.
   */
  next(operation: string, outcome: string): boolean;
}

export interface MockOptions {
  /** The text of `schema.graphql`. */
  readonly schemaText: string;
  /** The texts of the upstream's OpenAPI documents. */
  readonly documents: readonly string[];
  /** Read again for every request, because a flow in development may add outcomes. */
  readonly outcomes: () => OutcomesFile;
  readonly core: (brand: string) => BundleCore;
  /** The fields of `GET /branding` (D32). */
  readonly branding: (brand: string) => Fields;
  /** The state of the depositor who is signed in at first. */
  readonly initialState: Fields;
}

/** The mock's address, and the allowed origin of its documents. */
export const MOCK_URL = "http://mock.invalid";

/** The sources of the mock, so that development creates another one when they change. */
export interface MockSources {
  readonly schemaText: string;
  readonly documents: readonly string[];
}

export function readMockSources(root: string): MockSources {
  const folder = join(root, "schemas/api");
  const files = readdirSync(folder).filter((name) => /^(?:[a-z0-9-]+\.)?openapi\.json$/.test(name));
  // The product's own document comes first: an institution's document wins over it.
  files.sort((a, b) => Number(b === "openapi.json") - Number(a === "openapi.json") || a.localeCompare(b));
  return { schemaText: readSchemaText(root), documents: files.map((name) => readFileSync(join(folder, name), "utf8")) };
}

/** Creates the mock with the project's own files. `persona` names the depositor who is signed in at first. */
export async function createMock(root: string, bundles: Bundles, persona = "new"): Promise<Mock> {
  const [initialState, schema] = await Promise.all([
    readFile(join(root, "flows/personas", `${persona}.json`), "utf8"),
    readFile(join(root, "schemas/outcomes.schema.json"), "utf8"),
  ]);
  return mockFrom({
    ...readMockSources(root),
    outcomes: () => readOutcomes(readFileSync(join(root, "flows/outcomes.json"), "utf8"), schema),
    core: (brand) => coreOf(bundles, brand),
    branding: (brand) => brandingOf(bundles, brand),
    initialState: (JSON.parse(initialState) as { state: Fields }).state,
  });
}

/** Slices of which the mock shows examples when a persona omits them, because an empty screen is not a preview. */
const EXAMPLE_SLICES = ["accounts", "alerts", "messages", "disclosures", "taxDocuments", "statements", "statementsYearsList", "faqs"];

type Resolve = GraphQLFieldResolver<unknown, Context>;

export async function mockFrom({ schemaText, documents, outcomes, core, branding, initialState }: MockOptions): Promise<Mock> {
  const documented = documentedResponses(documents.map((text): unknown => JSON.parse(text)));
  const schema = executableSchema(schemaText, RESOLVERS);
  const mapperOf = typeMappers(readDeclaredCalls(parse(schemaText)));
  const valueByType = await valuesByType(schema, documented);
  /**
   * An example of a GraphQL type: the documented one of that name, with the fields that `@map` derives. Required values that
   * no document has are by type.
   */
  function exampleOf(type: GraphQLObjectType): Fields {
    const value = documented.example(type.name);
    const scope = { $: null, "@": null, $parent: null, $message: null, $args: null, $session: null, $request: null };
    const mapped = (mapperOf(type)?.(value, scope, () => true) ?? value) as Fields;
    const missing = Object.values(type.getFields()).filter(({ name, type: of }) => isRequiredLeaf(of) && (mapped[name] ?? null) === null);
    return { ...mapped, ...Object.fromEntries(missing.map(({ name }) => [name, valueByType(type, name)])) };
  }
  const forcedOutcomes = new Map<string, string>();
  let persona = initialState;
  let state = initialState;

  /** The known values, by query field. */
  function knownState(brand: string): Fields {
    const initial = Object.entries(core(brand).initial).filter(([slice]) => !EXAMPLE_SLICES.includes(slice));
    return { ...Object.fromEntries(initial), ...state, branding: branding(brand) };
  }

  /** An example value for an outcome. */
  const sample: Choice["sample"] = (kind, path) => {
    const { type, parent, field } = typeAt(schema, path);
    if (kind === "list") return [documented.example(type)];
    if (kind === "record") return documented.example(type);
    return documented.example(parent)[field] ?? exampleText(documented, kind === "instant" ? "Instant" : type, field);
  };

  /** Applies a mutation to the state, and saves those inputs that the profile has fields for. */
  function applyMutation(operation: string, variables: Fields, outcome: string | null, brand: string): Fields {
    const success = successOutcome(outcomes(), core(brand), operation, state, outcome);
    if (!success) return {};
    state = applyOutcome(success, state, { variables, preferred: [persona, core(brand).initial], sample });
    const form = isJsonObject(variables.form) ? variables.form : {};
    const fields = fieldsOf(schema, "Profile").filter((field) => field in form);
    if (fields.length > 0) {
      const profile = isJsonObject(state.profile) ? state.profile : documented.example("Profile");
      state = { ...state, profile: { ...profile, ...Object.fromEntries(fields.map((field) => [field, form[field]])) } };
    }
    if (typeof form.initial_amount === "string") state = { ...state, funding: { initial_amount: parseDollars(form.initial_amount) } };
    return success.answer ?? {};
  }

  /** Answers a root field by its declared calls, with the state's values in place of the documented ones. */
  function withState(isQuery: boolean, name: string, type: GraphQLType, perform: Resolve): Resolve {
    return async (source, args, context, info) => {
      const operation = info.operation.name?.value ?? "";
      const outcome = forcedOutcomes.get(operation) ?? null;
      forcedOutcomes.delete(operation);
      const failure = outcome === null ? null : failureNamed(outcomes(), operation, outcome);
      if (failure) throw failure;
      syncSession(context, state.auth);
      const response: unknown = await perform(source, args, context, info);
      const { brand } = context;
      if (isQuery) return merged(type, response, knownState(brand)[name], exampleOf);
      if (name === "register") [persona, state] = [{}, { profile: emptyFieldsOf(schema, "Profile") }];
      const overriding = applyMutation(operation, info.variableValues, outcome, brand);
      if (name === "logout") state = { ...state, auth: core(brand).initial.auth };
      syncSession(context, state.auth);
      const payload = getNamedType(type);
      const known = Object.entries(knownState(brand)).filter(([slice]) => isObjectType(payload) && slice in payload.getFields());
      return merged(type, response, { ...Object.fromEntries(known), message: null, ...overriding }, exampleOf);
    };
  }

  for (const root of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      if (field.resolve) field.resolve = withState(root === schema.getQueryType(), field.name, field.type, field.resolve);
    }
  }
  return {
    schema,
    fetch: fakeInstitution((request) =>
      request.call === "GET /branding"
        ? { data: { ...documented.example("Branding"), ...branding(request.headers["x-brand"] ?? "") } }
        : new URL(request.url).pathname.startsWith("/api/v1/")
          ? documented.respond(request)
          : request.url === `${MOCK_URL}/example`
            ? { raw: "An example document.", headers: { "content-type": "text/plain" } }
            : null,
    ),
    use(next) {
      persona = next;
      state = next;
    },
    next(operation, outcome) {
      if (!isOutcome(outcomes(), operation, outcome)) return false;
      forcedOutcomes.set(operation, outcome);
      return true;
    },
  };
}

/**
 * Makes the session agree with the state, because declared calls require a sign-in: a persona that is chosen in the
 * development bar is signed in without one.
 */
function syncSession({ session }: Context, auth: unknown): void {
  const held = isJsonObject(auth) && (auth.loginSuccess === true || typeof auth.bearerToken === "string") ? auth : null;
  if (held === null) {
    if (session.signedIn) session.end();
    return;
  }
  const loginSuccess = held.loginSuccess === true;
  if (session.signedIn?.loginSuccess === loginSuccess) return;
  session.begin({
    bearer: "mock",
    session_id: "session-1",
    email: null,
    phone: null,
    nonce: "nonce-1",
    mfa: null,
    mfaRequired: true,
    loginSuccess,
    relink: false,
    expiresAt: typeof held.expiresAt === "string" ? held.expiresAt : null,
    attestedAt: null,
  });
}

/**
 * A response with the known values in place of its own. The known value of an object has the fields that it lacks from
 * the response, or from the documented example of its type. Undefined keeps the response.
 */
function merged(type: GraphQLType, response: unknown, known: unknown, exampleOf: (type: GraphQLObjectType) => Fields): unknown {
  if (isNonNullType(type)) return merged(type.ofType, response, known ?? undefined, exampleOf);
  if (known === undefined || known === null) return known === undefined ? response : null;
  if (isListType(type)) {
    if (!Array.isArray(known)) return response;
    const [first] = Array.isArray(response) ? response : [];
    return known.map((item: unknown) => merged(type.ofType, first, item, exampleOf));
  }
  if (!isObjectType(type)) return known;
  if (!isJsonObject(known)) return response;
  const base = isJsonObject(response) ? response : exampleOf(type);
  const parts = Object.values(type.getFields()).map(({ name, type: part }) => [name, merged(part, base[name], known[name], exampleOf)]);
  return { ...base, ...Object.fromEntries(parts.filter(([, part]) => part !== undefined)) };
}

function isRequiredLeaf(type: GraphQLType): boolean {
  return isNonNullType(type) && isLeafType(type.ofType);
}

/** Values of fields by their type, the same for every object of the type. */
async function valuesByType(
  schema: GraphQLSchema,
  documented: DocumentedResponses,
): Promise<(type: GraphQLObjectType, field: string) => unknown> {
  // A development dependency: a production install does not have it.
  const { createMockStore } = await import("@graphql-tools/mock");
  const scalars = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const texts = Object.fromEntries(scalars.map(({ name }) => [name, () => exampleText(documented, name, "")]));
  const store = createMockStore({ schema, mocks: { ...texts, String: () => "Example", Int: () => 1, Boolean: () => false } });
  return (type, field) => store.get(type.name, "example", field);
}

function exampleText(documented: DocumentedResponses, type: string, field: string): string {
  if (type === "Money") return "1234.56";
  return documented.text(type === "Instant" ? "date-time" : type === "Date" ? "date" : null, field);
}

/** The GraphQL type at a dotted path, with the object type and field that contain it. */
function typeAt(schema: GraphQLSchema, path: string, from = "Query"): { type: string; parent: string; field: string } {
  let at = { type: from, parent: from, field: "" };
  for (const key of path.split(".")) {
    const type = schema.getType(at.type);
    // An index selects an item of the same list.
    if (/^\d+$/.test(key) || !isObjectType(type)) continue;
    const field = type.getFields()[key];
    at = { type: field ? getNamedType(field.type).name : key === "fastlink" ? "FastlinkState" : "String", parent: at.type, field: key };
  }
  return at;
}

/** An object of the type with every field empty, for a newly registered depositor. */
function emptyFieldsOf(schema: GraphQLSchema, type: string): Fields {
  const object = schema.getType(type);
  const fields = isObjectType(object) ? Object.values(object.getFields()) : [];
  return Object.fromEntries(fields.map(({ name, type: of }) => [name, isListType(isNonNullType(of) ? of.ofType : of) ? [] : null]));
}

function parseDollars(text: string): string {
  const [, whole = "0", cents = ""] = /^\$?\s*([\d,]+)(?:\.(\d{1,2}))?/.exec(text.trim()) ?? [];
  return `${whole.replaceAll(",", "")}.${cents.padEnd(2, "0")}`;
}

function coreOf(bundles: Bundles, brand: string): BundleCore {
  const file = bundles.file(brand, bundles.active(brand)?.hash ?? "", "core.json");
  if (!file) throw new Error(`the mock needs a bundle of ${brand}`);
  return JSON.parse(readFileSync(file, "utf8")) as BundleCore;
}

function brandingOf(bundles: Bundles, at: string): Fields {
  const brand = bundles.active(at)?.brand;
  if (!brand) return {};
  const { name, short_name, slug, emails, logos, color_primary, color_secondary, show_fdic, link_restriction } = brand;
  const password_requirements = { min_length: 8, max_length: 64, uppercase: false, lowercase: false, number: false, symbol: false };
  return {
    name,
    short_name,
    slug,
    emails,
    logos,
    color_primary,
    color_secondary,
    show_fdic,
    link_restriction,
    password_requirements,
    completed_at: null,
  };
}

function fieldsOf(schema: GraphQLSchema, type: string): string[] {
  const object = schema.getType(type);
  return isObjectType(object) ? Object.keys(object.getFields()) : [];
}
