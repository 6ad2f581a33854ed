/**
 * Exports the environment, parsed once and validated, for the composition root. An invalid value stops the start with
 * an error that names the variable; no other file of the gateway reads `process.env`.
 */
import { isIP } from "node:net";
import Ajv from "ajv";
import type { Mode } from "./mode.js";

/** The parsed environment variables. */
export interface Env {
  readonly production: boolean;
  /** The port of the web app, `/graphql` and the bundles. */
  readonly port: number;
  readonly sandboxPort: number;
  /** The address on which the sandbox listens; null: loopback addresses only. */
  readonly sandboxHost: string | null;
  /** The sandbox's address in its links: browsers and gateways reach it there. */
  readonly sandboxOrigin: string;
  /** The API of a real institution, for brands without an `upstream` of their own; null: the sandbox. */
  readonly upstreamUrl: string | null;
  readonly databaseUrl: string | null;
  /** The Valkey or Redis server in which all gateways count requests and remember ended sessions; null: each by itself. */
  readonly redisUrl: string | null;
  /** The brand to serve when the host name selects none; null: the brand with `"default": true`. */
  readonly brand: string | null;
  /** The first secret encrypts, all of them decrypt. Empty: the process generates a key. */
  readonly sessionSecrets: readonly string[];
  /**
   * Addresses or networks of the load balancers whose `X-Forwarded-*` headers the gateway trusts; empty when browsers
   * connect directly. Null: the variable is not set.
   */
  readonly trustProxy: readonly string[] | null;
  /** The folder of published flow bundles; null: the project's own build. */
  readonly bundlesDir: string | null;
  /** The folder of the sandbox's embedded database and of other files created at start. */
  readonly dataDir: string;
  /** Origins besides the upstream's own from which the gateway may fetch documents. */
  readonly downloadOrigins: readonly string[];
  /** The OpenTelemetry collector's address (OTLP over HTTP); null: nothing is measured or exported. */
  readonly telemetryEndpoint: string | null;
  /** The name of this service in traces and metrics. */
  readonly telemetryService: string;
  /** The share of traces to export, from 0 to 1. */
  readonly telemetrySampleRatio: number;
  /** Origins of the account link provider, for the page's `frame-src`. */
  readonly providerOrigins: readonly string[];
}

/** The environment has invalid values; `problems` names each variable. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(readonly problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  }
}

// Not 0, a port of the system's choice: the addresses that are printed and in the sandbox's emails contain the port.
const PORT = { type: "string", pattern: "^(?!0+$)[0-9]{1,5}$", description: "a port number from 1 to 65535" };
const ADDRESS = {
  type: "string",
  pattern: "^https?://[^/?#@\\s]+(/[^?#\\s]*)?$",
  description: "an http or https address without a user name, password, query or fragment",
};
const ORIGINS = {
  type: "string",
  // Of letters, digits and a port alone: a page's policy contains them as they are.
  pattern: "^https?://[\\w.:[\\]-]+(\\s*,\\s*https?://[\\w.:[\\]-]+)*$",
  description: "a comma-separated list of origins",
};

/** The JSON Schema of the variables; an empty value counts as unset. */
const SCHEMA = {
  type: "object",
  properties: {
    PORT,
    SANDBOX_PORT: PORT,
    SANDBOX_HOST: { type: "string", pattern: "^[0-9a-zA-Z.:-]+$", description: "an address or name of this machine" },
    SANDBOX_ORIGIN: { type: "string", pattern: "^https?://[^/,\\s]+$", description: "an http or https origin" },
    UPSTREAM_URL: ADDRESS,
    DATABASE_URL: { type: "string", pattern: "^postgres(ql)?://\\S+$", description: "a postgres:// address" },
    REDIS_URL: { type: "string", pattern: "^rediss?://\\S+$", description: "a redis:// or rediss:// address" },
    BRAND: { type: "string", pattern: "^[a-z][a-z0-9-]*$", description: "a brand's slug" },
    SESSION_SECRET: {
      type: "string",
      pattern: "^\\s*[^,\\s]{32,}(\\s*,\\s*[^,\\s]{32,})*\\s*$",
      description: "a comma-separated list of secrets of at least 32 bytes each",
    },
    TRUST_PROXY: {
      type: "string",
      pattern: "^(none|[0-9a-fA-F:./]+(\\s*,\\s*[0-9a-fA-F:./]+)*)$",
      description: "a comma-separated list of addresses or networks, or none",
    },
    BUNDLES_DIR: { type: "string", minLength: 1, description: "a folder" },
    DATA_DIR: { type: "string", minLength: 1, description: "a folder" },
    DOWNLOAD_ORIGINS: ORIGINS,
    LINK_PROVIDER_ORIGINS: ORIGINS,
    OTEL_EXPORTER_OTLP_ENDPOINT: ADDRESS,
    OTEL_SERVICE_NAME: {
      type: "string",
      pattern: "^[\\w.-]{1,100}$",
      description: "a name of letters, digits, dots, dashes and underscores",
    },
    OTEL_TRACES_SAMPLER_ARG: { type: "string", pattern: "^(0(\\.[0-9]+)?|1(\\.0+)?)$", description: "a number from 0 to 1" },
    NODE_ENV: { enum: ["production", "development", "test"], description: "production, development or test" },
  },
} as const;

type Name = keyof typeof SCHEMA.properties;

/** Variables with one address or a list of addresses: a pattern accepts some that no URL parser does, such as `http://[`. */
const ADDRESSES = [
  "SANDBOX_ORIGIN",
  "UPSTREAM_URL",
  "REDIS_URL",
  "DOWNLOAD_ORIGINS",
  "LINK_PROVIDER_ORIGINS",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
] as const;

/** Parses the variables. Throws `EnvironmentError`, which names every invalid variable and never prints a value. */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given: Partial<Record<Name, string>> = {};
  for (const name of Object.keys(SCHEMA.properties) as Name[]) {
    const value = variables[name]?.trim();
    if (value) given[name] = value;
  }
  const validate = new Ajv({ allErrors: true }).compile(SCHEMA);
  const problems: string[] = [];
  const invalid = new Set<Name>();
  /** Each variable has at most one problem: further checks of an invalid value have no meaning. */
  function reject(name: Name, detail = ""): void {
    if (!invalid.has(name)) problems.push(`${name} must be ${SCHEMA.properties[name].description}${detail}`);
    invalid.add(name);
  }
  if (!validate(given)) for (const { instancePath } of validate.errors ?? []) reject(instancePath.slice(1) as Name);
  for (const name of ["PORT", "SANDBOX_PORT"] as const) if (Number(given[name] ?? 0) > 65_535) reject(name);
  if (/\/api\/v1\/*$/.test(given.UPSTREAM_URL ?? "")) reject("UPSTREAM_URL", ", and without /api/v1, which the gateway adds");
  for (const name of ADDRESSES) if (!list(given[name]).every((address) => URL.canParse(address))) reject(name);
  const network = given.TRUST_PROXY === "none" ? null : networkProblem(list(given.TRUST_PROXY));
  if (network !== null) reject("TRUST_PROXY", `: ${network}`);
  const production = given.NODE_ENV === "production";
  if (production && given.UPSTREAM_URL && !given.SESSION_SECRET) {
    problems.push("SESSION_SECRET must be set in production: sessions of several processes and restarts are sealed with it");
  }
  if (problems.length > 0) throw new EnvironmentError(problems);
  return {
    production,
    port: Number(given.PORT ?? 3000),
    sandboxPort: Number(given.SANDBOX_PORT ?? 3001),
    sandboxHost: given.SANDBOX_HOST ?? null,
    sandboxOrigin: given.SANDBOX_ORIGIN ?? `http://localhost:${given.SANDBOX_PORT ?? 3001}`,
    upstreamUrl: given.UPSTREAM_URL?.replace(/\/+$/, "") ?? null,
    databaseUrl: given.DATABASE_URL ?? null,
    redisUrl: given.REDIS_URL ?? null,
    brand: given.BRAND ?? null,
    sessionSecrets: list(given.SESSION_SECRET),
    trustProxy: given.TRUST_PROXY === undefined ? null : given.TRUST_PROXY === "none" ? [] : list(given.TRUST_PROXY),
    bundlesDir: given.BUNDLES_DIR ?? null,
    dataDir: given.DATA_DIR ?? ".data",
    downloadOrigins: list(given.DOWNLOAD_ORIGINS).map(originOf),
    providerOrigins: list(given.LINK_PROVIDER_ORIGINS).map(originOf),
    telemetryEndpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, "") ?? null,
    telemetryService: given.OTEL_SERVICE_NAME ?? "passbook-gateway",
    telemetrySampleRatio: Number(given.OTEL_TRACES_SAMPLER_ARG ?? 1),
  };
}

/** The problem with the first invalid entry of a list of addresses and networks; null when all are valid. */
function networkProblem(entries: readonly string[]): string | null {
  for (const [index, entry] of entries.entries()) {
    const [, address = "", prefix = null] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
    if (bits === 0 || (prefix !== null && Number(prefix) > bits)) {
      return `entry ${index + 1} is neither an address nor a network such as 10.0.0.0/8`;
    }
    if (prefix !== null && Number(prefix) === 0) return `entry ${index + 1} would trust every address`;
  }
  return null;
}

/** Throws `EnvironmentError` unless `BRAND` names an existing brand. */
export function requireBrand(env: Pick<Env, "brand">, slugs: readonly string[]): void {
  if (env.brand && !slugs.includes(env.brand)) throw new EnvironmentError([`BRAND must be one of ${slugs.join(", ")}`]);
}

/** The folder to which `--publish` copies bundles. Throws `EnvironmentError` without one. */
export function sharedFolder(env: Pick<Env, "bundlesDir">): string {
  if (env.bundlesDir === null)
    throw new EnvironmentError(["BUNDLES_DIR must be set with --publish: the folder from which the gateways read bundles"]);
  return env.bundlesDir;
}

/**
 * Throws `EnvironmentError` when a start in production would serve a simulated bank: anyone could use the sandbox's
 * controls (domain.md 5, item 38). `--sandbox` asks for it by name.
 */
export function refuseSimulation(env: Pick<Env, "production" | "upstreamUrl">, mode: Mode): void {
  if (!env.production) return;
  if (mode === "mock") throw new EnvironmentError(["NODE_ENV must not be production with --mock, which answers with examples"]);
  if ((mode === "start" || mode === "dev") && env.upstreamUrl === null) {
    throw new EnvironmentError([
      "UPSTREAM_URL must be set in production, or the gateway must be started with --serve: it would serve the sandbox bank. To try the sandbox, unset NODE_ENV",
    ]);
  }
}

/** Throws `EnvironmentError` unless every brand has an upstream and there are session secrets, as `--serve` requires. */
export function requireProduction(env: Env, brandsWithoutUpstream: readonly string[]): void {
  const problems: string[] = [];
  if (!env.upstreamUrl && brandsWithoutUpstream.length > 0) {
    problems.push(`UPSTREAM_URL must be set: these brands name no upstream in brand.json: ${brandsWithoutUpstream.join(", ")}`);
  }
  if (env.sessionSecrets.length === 0)
    problems.push("SESSION_SECRET must be set: a comma-separated list of secrets of at least 32 bytes each");
  if (problems.length > 0) throw new EnvironmentError(problems);
}

/** In the form in which origins are compared: `http://localhost:80` is `http://localhost`. */
const originOf = (address: string): string => new URL(address).origin;

function list(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
