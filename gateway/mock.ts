/**
 * Exports the mock behind `--mock`, for people who only change screens: a GraphQL schema without an upstream. The mock
 * holds one depositor's state. A query returns what that state holds; a mutation changes it as `flows/outcomes.json`
 * describes; `@graphql-tools/mock` generates everything else by type.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { BundleCore } from "../src/language/bundle.js";
import type { OutcomesFile } from "../src/language/outcomes.js";
import type { Bundles } from "./bundles.js";
import { createExamples } from "./mock-examples.js";
import { applyOutcome, type Choice, type Fields, failureNamed, isOutcome, readOutcomes, successOutcome } from "./mock-outcomes.js";
import type { Context } from "./resolvers/context.js";
import { readSchemaText } from "./schema.js";
import { isJsonObject } from "./upstream/json-object.js";

export interface Mock {
  readonly schema: GraphQLSchema;
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
  /** Read again for every request, because a flow in development may add outcomes. */
  readonly outcomes: () => OutcomesFile;
  readonly core: (brand: string) => BundleCore;
  /** The fields of `GET /branding` (D32). */
  readonly branding: (brand: string) => Fields;
  /** The state of the depositor who is signed in at first. */
  readonly initialState: Fields;
}

/** Creates the mock with the project's own examples. `persona` names the depositor who is signed in at first. */
export async function createMock(root: string, bundles: Bundles, persona = "new"): Promise<Mock> {
  const [initialState, schema] = await Promise.all([
    readFile(join(root, "flows/personas", `${persona}.json`), "utf8"),
    readFile(join(root, "schemas/outcomes.schema.json"), "utf8"),
  ]);
  return mockFrom({
    schemaText: readSchemaText(),
    outcomes: () => readOutcomes(readFileSync(join(root, "flows/outcomes.json"), "utf8"), schema),
    core: (brand) => coreOf(bundles, brand),
    branding: (brand) => brandingOf(bundles, brand),
    initialState: (JSON.parse(initialState) as { state: Fields }).state,
  });
}

/** Slices that the mock fills with examples when a persona omits them, because an empty screen is no preview. */
const EXAMPLE_SLICES = ["accounts", "alerts", "messages", "disclosures", "taxDocuments", "statements", "statementsYearsList", "faqs"];

export async function mockFrom({ schemaText, outcomes, core, branding, initialState }: MockOptions): Promise<Mock> {
  // These are development dependencies: a production install does not have them.
  const [{ addMocksToSchema, createMockStore }, { makeExecutableSchema }] = await Promise.all([
    import("@graphql-tools/mock"),
    import("@graphql-tools/schema"),
  ]);
  const bare = makeExecutableSchema({ typeDefs: schemaText });
  const examples = createExamples();
  const forcedOutcomes = new Map<string, string>();
  let persona = initialState;
  let state = initialState;
  /** The brand of the current request. */
  let brand = "";
  /** Fields with which the outcome overrides the answer, by mutation field. */
  let outcomeFields: Readonly<Record<string, Fields>> = {};

  /** The known values, by query field. */
  function knownState(): Fields {
    const initial = Object.entries(core(brand).initial).filter(([slice]) => !EXAMPLE_SLICES.includes(slice));
    return { ...Object.fromEntries(initial), ...state, branding: branding(brand) };
  }
  const store = createMockStore({
    schema: bare,
    mocks: {
      ...examples.byType,
      Query: () => conform(bare.getQueryType(), knownState()) as Fields,
      Mutation: () => conform(bare.getMutationType(), payloads(bare, knownState(), outcomeFields)) as Fields,
    },
  });

  const sample: Choice["sample"] = (kind, path) => {
    const { type, parent, field } = typeAt(bare, path);
    if (kind === "list") return [examples.record(type)];
    if (kind === "record") return examples.record(type);
    return examples.record(parent)[field] ?? examples.scalar(kind === "instant" ? "Instant" : type);
  };

  /** Applies a mutation to the state, and saves those inputs that the profile has fields for. */
  function applyMutation(operation: string, variables: Fields, outcome: string | null): Fields {
    const success = successOutcome(outcomes(), core(brand), operation, state, outcome);
    if (!success) return {};
    state = applyOutcome(success, state, { variables, preferred: [persona, core(brand).initial], sample });
    const form = isJsonObject(variables.form) ? variables.form : {};
    const fields = fieldsOf(bare, "Profile").filter((field) => field in form);
    if (fields.length > 0) {
      const profile = isJsonObject(state.profile) ? state.profile : examples.record("Profile");
      state = { ...state, profile: { ...profile, ...Object.fromEntries(fields.map((field) => [field, form[field]])) } };
    }
    if (typeof form.initial_amount === "string") state = { ...state, funding: { initial_amount: parseDollars(form.initial_amount) } };
    return success.answer ?? {};
  }

  function resolverOf(type: "Query" | "Mutation", field: string) {
    return (_source: unknown, _args: Fields, context: Context, info: GraphQLResolveInfo): unknown => {
      const operation = info.operation.name?.value ?? "";
      const outcome = forcedOutcomes.get(operation) ?? null;
      forcedOutcomes.delete(operation);
      const failure = outcome === null ? null : failureNamed(outcomes(), operation, outcome);
      if (failure) throw failure;
      if (context.brand !== brand) {
        brand = context.brand;
        store.reset();
      }
      if (type === "Query") return store.get(type, "ROOT", field);
      if (field === "register") [persona, state] = [{}, { profile: emptyFieldsOf(bare, "Profile") }];
      const answer = applyMutation(operation, info.variableValues, outcome);
      if (field === "logout") state = { ...state, auth: core(brand).initial.auth };
      syncSession(context, state.auth);
      outcomeFields = { [field]: answer };
      store.reset();
      return store.get(type, "ROOT", field);
    };
  }

  const resolvers = Object.fromEntries(
    (["Query", "Mutation"] as const).map((type) => [
      type,
      Object.fromEntries(fieldsOf(bare, type).map((field) => [field, resolverOf(type, field)])),
    ]),
  );
  return {
    schema: addMocksToSchema({ schema: bare, store, resolvers }),
    use(next) {
      persona = next;
      state = next;
      store.reset();
    },
    next(operation, outcome) {
      if (!isOutcome(outcomes(), operation, outcome)) return false;
      forcedOutcomes.set(operation, outcome);
      return true;
    },
  };
}

/**
 * Begins or ends the session when the state signs in or out, because document downloads require a session with the mock
 * too.
 */
function syncSession({ session }: Context, auth: unknown): void {
  const signedIn = isJsonObject(auth) && auth.loginSuccess === true;
  if (signedIn === (session.signedIn !== null)) return;
  if (!signedIn) return session.end();
  session.begin({
    bearer: "mock",
    session_id: "session-1",
    email: null,
    phone: null,
    nonce: null,
    mfa: null,
    mfaRequired: true,
    loginSuccess: true,
    relink: false,
    expiresAt: null,
    attestedAt: null,
  });
}

/** The payload of each mutation: the known value of every slice in it, without a message. */
function payloads(
  schema: GraphQLSchema,
  known: Fields,
  outcomeFields: Readonly<Record<string, Fields>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fieldsOf(schema, "Mutation").map((field) => {
      const names = fieldsOf(schema, typeAt(schema, field, "Mutation").type);
      const slices = names.filter((name) => name in known).map((name) => [name, known[name]]);
      return [field, { ...Object.fromEntries(slices), ...(names.includes("message") ? { message: null } : {}), ...outcomeFields[field] }];
    }),
  );
}

/**
 * The part of a value that its type can hold, since the store rejects the rest. Undefined lets the store generate a
 * value.
 */
function conform(type: GraphQLType | null | undefined, value: unknown): unknown {
  if (isNonNullType(type)) return conform(type.ofType, value) ?? undefined;
  if (value === null || value === undefined) return value;
  if (isListType(type)) return Array.isArray(value) ? value.map((item: unknown) => conform(type.ofType, item)) : undefined;
  if (!isObjectType(type)) return value;
  if (!isJsonObject(value)) return undefined;
  const fields = Object.values(type.getFields()).map((field) => [field.name, conform(field.type, value[field.name])] as const);
  return Object.fromEntries(fields.filter(([, part]) => part !== undefined));
}

/** The GraphQL type at a dotted path, with the object type and field that hold it. */
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
