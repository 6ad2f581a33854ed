/**
 * The environment, read once. A value that cannot be used stops the start and is named; nothing else in the gateway
 * reads `process.env`.
 */
import Ajv from "ajv";

/** What the process was told from outside, in usable form. */
export interface Env {
  readonly production: boolean;
  /** Where the web app, `/graphql` and the bundles answer. */
  readonly port: number;
  readonly sandboxPort: number;
  /** A real institution's API for every brand without an `upstream` of its own; null: the sandbox. */
  readonly upstreamUrl: string | null;
  readonly databaseUrl: string | null;
  /** The brand served when the host name names none; null: the one that says `"default": true`. */
  readonly brand: string | null;
  /** The first seals, all open. Empty: a key is made for this process. */
  readonly sessionSecrets: readonly string[];
  /** Addresses or networks of the balancers whose `X-Forwarded-*` is believed. */
  readonly trustProxy: readonly string[];
  /** Where published flow bundles are read; null: the project's own build. */
  readonly bundlesDir: string | null;
  /** Where the sandbox's embedded database and what is made at start are kept. */
  readonly dataDir: string;
  /** Further origins that a document may be fetched from, besides the upstream's own. */
  readonly downloadOrigins: readonly string[];
  /** Origins of the account link provider, for the page's `frame-src`. */
  readonly providerOrigins: readonly string[];
}

/** The environment holds something that cannot be used; `problems` names each variable. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(readonly problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
}

const PORT = { type: "string", pattern: "^[0-9]{1,5}$", description: "a port number from 0 to 65535" };
const ADDRESS = { type: "string", pattern: "^https?://[^/?#\\s]+(/[^?#\\s]*)?$", description: "an http or https address" };
const ORIGINS = {
  type: "string",
  pattern: "^https?://[^/,\\s]+(\\s*,\\s*https?://[^/,\\s]+)*$",
  description: "a comma-separated list of origins",
};

/** The schema of the variables; an empty value counts as unset. */
const SCHEMA = {
  type: "object",
  properties: {
    PORT,
    SANDBOX_PORT: PORT,
    UPSTREAM_URL: ADDRESS,
    DATABASE_URL: { type: "string", pattern: "^postgres(ql)?://\\S+$", description: "a postgres:// address" },
    BRAND: { type: "string", pattern: "^[a-z][a-z0-9-]*$", description: "a brand's slug" },
    SESSION_SECRET: {
      type: "string",
      pattern: "^\\s*[^,\\s]{32,}(\\s*,\\s*[^,\\s]{32,})*\\s*$",
      description: "a comma-separated list of secrets of at least 32 bytes each",
    },
    TRUST_PROXY: {
      type: "string",
      pattern: "^[0-9a-fA-F:./]+(\\s*,\\s*[0-9a-fA-F:./]+)*$",
      description: "a comma-separated list of addresses or networks",
    },
    BUNDLES_DIR: { type: "string", minLength: 1, description: "a folder" },
    DATA_DIR: { type: "string", minLength: 1, description: "a folder" },
    DOWNLOAD_ORIGINS: ORIGINS,
    LINK_PROVIDER_ORIGINS: ORIGINS,
    NODE_ENV: { enum: ["production", "development", "test"], description: "production, development or test" },
  },
} as const;

type Name = keyof typeof SCHEMA.properties;

/** Reads the variables. Throws `EnvironmentError` naming every one that cannot be used; never prints a value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(SCHEMA.properties) as Name[]) {
    const value = variables[name]?.trim();
    if (value) given[name] = value;
  }
  const validate = new Ajv({ allErrors: true }).compile(SCHEMA);
  const problems: string[] = [];
  if (!validate(given)) {
    const names = new Set((validate.errors ?? []).map((error) => error.instancePath.slice(1) as Name));
    for (const name of names) problems.push(`${name} must be ${SCHEMA.properties[name].description}`);
  }
  for (const name of ["PORT", "SANDBOX_PORT"] as const) {
    if (Number(given[name] ?? 0) > 65_535) problems.push(`${name} must be ${PORT.description}`);
  }
  const production = given.NODE_ENV === "production";
  if (production && given.UPSTREAM_URL && !given.SESSION_SECRET) {
    problems.push("SESSION_SECRET must be set in production: sessions of several processes and restarts are sealed with it");
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return {
    production,
    port: Number(given.PORT ?? 3000),
    sandboxPort: Number(given.SANDBOX_PORT ?? 3001),
    upstreamUrl: given.UPSTREAM_URL?.replace(/\/+$/, "") ?? null,
    databaseUrl: given.DATABASE_URL ?? null,
    brand: given.BRAND ?? null,
    sessionSecrets: list(given.SESSION_SECRET),
    trustProxy: list(given.TRUST_PROXY),
    bundlesDir: given.BUNDLES_DIR ?? null,
    dataDir: given.DATA_DIR ?? ".data",
    downloadOrigins: list(given.DOWNLOAD_ORIGINS),
    providerOrigins: list(given.LINK_PROVIDER_ORIGINS),
  };
}

/** `BRAND` must name a brand that is there. Throws `EnvironmentError`. */
export function requireBrand(env: Pick<Env, "brand">, slugs: readonly string[]): void {
  if (env.brand && !slugs.includes(env.brand)) throw new EnvironmentError([`BRAND must be one of ${slugs.join(", ")}`]);
}

/** What `serve` asks for on top: an upstream for each brand, and secrets. Throws `EnvironmentError`. */
export function requireProduction(env: Env, brandsWithoutUpstream: readonly string[]): void {
  const problems: string[] = [];
  if (!env.upstreamUrl && brandsWithoutUpstream.length > 0) {
    problems.push(`UPSTREAM_URL must be set: these brands name no upstream in brand.json: ${brandsWithoutUpstream.join(", ")}`);
  }
  if (env.sessionSecrets.length === 0)
    problems.push("SESSION_SECRET must be set: a comma-separated list of secrets of at least 32 bytes each");
  if (problems.length > 0) throw new EnvironmentError(problems);
}

function list(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
