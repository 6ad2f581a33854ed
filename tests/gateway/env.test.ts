/** Tests of the environment variables and the command line. */
import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnv, requireBrand, requireProduction } from "../../gateway/env.js";
import { modeOf, UsageError } from "../../gateway/mode.js";

const SECRET = "a".repeat(32);

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe("the environment", () => {
  it("has defaults for every variable", () => {
    expect(readEnv({})).toEqual({
      production: false,
      port: 3000,
      sandboxPort: 3001,
      sandboxHost: null,
      sandboxOrigin: "http://localhost:3001",
      upstreamUrl: null,
      databaseUrl: null,
      redisUrl: null,
      brand: null,
      sessionSecrets: [],
      trustProxy: null,
      bundlesDir: null,
      dataDir: ".data",
      downloadOrigins: [],
      providerOrigins: [],
      telemetryEndpoint: null,
      telemetryService: "passbook-gateway",
      telemetrySampleRatio: 1,
    });
    expect(readEnv({ PORT: "", NODE_ENV: "" })).toEqual(readEnv({}));
  });

  it("is parsed and normalized", () => {
    expect(
      readEnv({
        PORT: "8080",
        UPSTREAM_URL: "https://api.bank.test/",
        SESSION_SECRET: `${SECRET}, ${SECRET}b`,
        TRUST_PROXY: "10.0.0.0/8,::1",
        BRAND: "juniper",
      }),
    ).toMatchObject({
      port: 8080,
      upstreamUrl: "https://api.bank.test",
      sessionSecrets: [SECRET, `${SECRET}b`],
      trustProxy: ["10.0.0.0/8", "::1"],
      brand: "juniper",
    });
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "70000"],
    ["SANDBOX_PORT", "-1"],
    ["SANDBOX_HOST", "http://0.0.0.0"],
    ["SANDBOX_ORIGIN", "http://sandbox/path"],
    ["UPSTREAM_URL", "bank.test"],
    ["UPSTREAM_URL", "ftp://bank.test"],
    ["DATABASE_URL", "mysql://x"],
    ["BRAND", "Harbor Bank"],
    ["SESSION_SECRET", "too-short"],
    ["SESSION_SECRET", `${SECRET},short`],
    ["TRUST_PROXY", "everyone"],
    ["NODE_ENV", "staging"],
    ["DOWNLOAD_ORIGINS", "https://a.test/path"],
    ["LINK_PROVIDER_ORIGINS", "*"],
    ["REDIS_URL", "http://redis"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_SERVICE_NAME", "a b"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ])("rejects %s=%s with an error that names the variable and not its value", (name, value) => {
    const problems = problemsOf(() => readEnv({ [name]: value }));
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(problems.join()).not.toContain(value);
  });

  it("reports all invalid variables together", () => {
    expect(problemsOf(() => readEnv({ PORT: "x", BRAND: "?" }))).toHaveLength(2);
  });

  it("requires secrets and the balancer's addresses in production with a real upstream", () => {
    expect(problemsOf(() => readEnv({ NODE_ENV: "production", UPSTREAM_URL: "https://bank.test" }))).toEqual([
      expect.stringMatching(/^SESSION_SECRET must be set/),
      expect.stringMatching(/^TRUST_PROXY must be set/),
    ]);
    expect(problemsOf(() => readEnv({ NODE_ENV: "production" }))).toEqual([]);
  });

  it("requires BRAND to be an existing brand", () => {
    expect(problemsOf(() => requireBrand(readEnv({ BRAND: "nobody" }), ["harbor", "juniper"]))).toEqual([
      "BRAND must be one of harbor, juniper",
    ]);
    for (const BRAND of ["juniper", ""]) expect(problemsOf(() => requireBrand(readEnv({ BRAND }), ["harbor", "juniper"]))).toEqual([]);
  });

  it("requires an upstream for every brand with --serve", () => {
    expect(problemsOf(() => requireProduction(readEnv({}), ["juniper"]))).toEqual([
      expect.stringMatching(/^UPSTREAM_URL.*juniper/),
      expect.stringMatching(/^SESSION_SECRET/),
      expect.stringMatching(/^TRUST_PROXY/),
    ]);
    for (const [TRUST_PROXY, trusted] of [
      ["10.0.0.0/8", ["10.0.0.0/8"]],
      ["none", []],
    ] as const) {
      const env = readEnv({ SESSION_SECRET: SECRET, TRUST_PROXY });
      expect([problemsOf(() => requireProduction(env, [])), env.trustProxy]).toEqual([[], trusted]);
    }
  });
});

describe("the command line", () => {
  it("selects the start mode", () => {
    expect([[], ["--dev"], ["--dev", "--mock"], ["--serve"], ["--sandbox"]].map(modeOf)).toEqual([
      "start",
      "dev",
      "mock",
      "serve",
      "sandbox",
    ]);
  });

  it.each([["--mock"], ["--serve", "--dev"], ["--sandbox", "--serve"], ["--prod"], ["dev"]])("rejects %s %s", (...args) => {
    expect(() => modeOf(args.filter(Boolean))).toThrow(UsageError);
  });
});
