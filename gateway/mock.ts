/**
 * `--mock`: answers without any upstream, for people who only change screens. What a query answers is the chosen
 * persona's state; what a mutation answers is its `ok` in `flows/outcomes.json`; what neither says, `@graphql-tools/mock`
 * makes up by type. Steps of registration move as the flow asks, so that a journey can be walked.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type GraphQLSchema, isObjectType } from "graphql";
import type { Bundles } from "./bundles.js";
import { SCHEMA_TEXT } from "./schema.js";
import { isRecord } from "./upstream/envelope.js";
import { type Failure, failureOf } from "./upstream/errors.js";

type Fields = Readonly<Record<string, unknown>>;

/** An outcome's example: `ok` holds the answer, any other what the refusal says. */
type Outcomes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface Mock {
  readonly schema: GraphQLSchema;
  /** Answers from here on as for this state. */
  use(state: Fields): void;
  /** The next answer of this field is that outcome: `403.locked`. False: there is no such example. */
  next(field: string, outcome: string): boolean;
}

/** Values by scalar and type where making them up at random would be refused or hurt the eye. */
const EXAMPLES = {
  Money: () => "1234.56",
  Instant: () => "2026-11-21T11:30:00Z",
  Date: () => "2026-11-21",
  JSON: () => ({}),
  Float: () => 1234.56,
  Int: () => 3,
  Boolean: () => true,
  String: () => "Example",
};

/** The mock over the project's own examples. `persona` is who is signed in at first. */
export async function createMock(root: string, bundles: Bundles, persona = "new"): Promise<Mock> {
  const outcomes = (await readJson(join(root, "flows/outcomes.json"))) as Outcomes | null;
  const first = await readJson(join(root, "flows/personas", `${persona}.json`));
  return mockOf(outcomes ?? {}, isRecord(first) && isRecord(first.state) ? first.state : {}, bundles);
}

export async function mockOf(outcomes: Outcomes, first: Fields, bundles: Bundles): Promise<Mock> {
  // Development's own packages: a production install does not have them.
  const [{ addMocksToSchema, createMockStore }, { makeExecutableSchema }] = await Promise.all([
    import("@graphql-tools/mock"),
    import("@graphql-tools/schema"),
  ]);
  const bare = makeExecutableSchema({ typeDefs: SCHEMA_TEXT });
  let state = first;
  const forced = new Map<string, string>();

  /** Everything that is known, by field: the state's slices over the examples. */
  const known = (): Fields => ({ ...examplesOf(outcomes), branding: brandingOf(bundles), ...withoutEmpty(state) });
  const store = createMockStore({ schema: bare, mocks: { ...EXAMPLES, Query: known, Mutation: () => payloads(bare, outcomes, known()) } });

  function resolverOf(type: "Query" | "Mutation", field: string) {
    return (_source: unknown, args: Fields): unknown => {
      const outcome = forced.get(field);
      forced.delete(field);
      if (outcome) throw failureLike(outcome, outcomes[field]?.[outcome]);
      const step = stepIn(args);
      if (step && isRecord(state.progress)) state = { ...state, progress: { ...state.progress, registration_last_step: step } };
      if (type === "Mutation") store.reset();
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
      state = next;
      store.reset();
    },
    next(field, outcome) {
      if (outcomes[field]?.[outcome] === undefined) return false;
      forced.set(field, outcome);
      return true;
    },
  };
}

/** A mutation's payload: its example, and every slice that the payload names and the state knows. */
function payloads(schema: GraphQLSchema, outcomes: Outcomes, known: Fields): Fields {
  return Object.fromEntries(
    fieldsOf(schema, "Mutation").map((field) => {
      const type = schema.getMutationType()?.getFields()[field]?.type;
      const named = type && "ofType" in type ? type.ofType : type;
      const slices = isObjectType(named) ? Object.keys(named.getFields()).filter((slice) => slice in known) : [];
      const example = outcomes[field]?.ok;
      return [field, { ...Object.fromEntries(slices.map((slice) => [slice, known[slice]])), ...(isRecord(example) ? example : {}) }];
    }),
  );
}

function examplesOf(outcomes: Outcomes): Fields {
  return Object.fromEntries(
    Object.entries(outcomes).flatMap(([field, examples]) => (examples.ok === undefined ? [] : [[field, examples.ok]])),
  );
}

/** A list that a persona does not care for is better made up than empty on every screen. */
function withoutEmpty(state: Fields): Fields {
  return Object.fromEntries(Object.entries(state).filter(([, slice]) => slice !== null));
}

/** D32's fields, from the default brand's file. */
function brandingOf(bundles: Bundles): Fields {
  const slugs = bundles.brands();
  const brand = bundles.active(slugs.find((slug) => bundles.active(slug)?.brand.default) ?? slugs[0] ?? "")?.brand;
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

function stepIn(args: Fields): string | null {
  const input = isRecord(args.input) ? args.input : args;
  const step = args.registration_last_step ?? input.registration_last_step;
  return typeof step === "string" ? step : null;
}

/** `403.locked` with what the example says of it. */
function failureLike(outcome: string, example: unknown): Failure {
  const [status = "500", code] = outcome.split(".");
  const said = isRecord(example) ? example : {};
  return failureOf(Number(status) || 500, {
    ...(code ? { code } : {}),
    message: typeof said.message === "string" ? said.message : "",
    errors: Array.isArray(said.errors) ? said.errors : [],
  });
}

function fieldsOf(schema: GraphQLSchema, type: "Query" | "Mutation"): string[] {
  const root = schema.getType(type);
  return isObjectType(root) ? Object.keys(root.getFields()) : [];
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : JSON.parse(text);
}
