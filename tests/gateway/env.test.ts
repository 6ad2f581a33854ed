/** Tests of the environment variables and the command line. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { EnvironmentError, readEnv, refuseSimulation, requireBrand, requireProduction } from "../../gateway/env.js";
import { type Mode, modeOf, UsageError } from "../../gateway/mode.js";
import { ROOT } from "../support/sources.js";

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
    ["PORT", "700000"],
    ["SANDBOX_PORT", "-1"],
    ["SANDBOX_HOST", "http://0.0.0.0"],
    ["SANDBOX_ORIGIN", "http://sandbox/path"],
    ["PORT", "0"],
    ["SANDBOX_PORT", "00"],
    ["UPSTREAM_URL", "bank.test"],
    ["UPSTREAM_URL", "ftp://bank.test"],
    ["UPSTREAM_URL", "https://bank.test/api/v1"],
    ["UPSTREAM_URL", "https://bank.test/prefix/api/v1/"],
    ["UPSTREAM_URL", "http://["],
    ["UPSTREAM_URL", "https://bank.test:99999"],
    ["UPSTREAM_URL", "https://user:secret@bank.test"],
    ["DATABASE_URL", "mysql://x"],
    ["BRAND", "Harbor Bank"],
    ["SESSION_SECRET", "too-short"],
    ["SESSION_SECRET", `${SECRET},short`],
    ["TRUST_PROXY", "everyone"],
    ["TRUST_PROXY", ".."],
    ["TRUST_PROXY", "10.0.0.0/99"],
    ["TRUST_PROXY", "10.0.0.1,::1/129"],
    ["TRUST_PROXY", "10.0.0.1/"],
    ["TRUST_PROXY", "0.0.0.0/0"],
    ["TRUST_PROXY", "10.0.0.0/8, ::/0"],
    ["NODE_ENV", "staging"],
    ["DOWNLOAD_ORIGINS", "https://a.test/path"],
    ["DOWNLOAD_ORIGINS", "https://a.test,https://b.test:x"],
    ["LINK_PROVIDER_ORIGINS", "*"],
    ["LINK_PROVIDER_ORIGINS", "https://a.test;script-src"],
    ["REDIS_URL", "http://redis"],
    ["REDIS_URL", "redis://["],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_SERVICE_NAME", "a b"],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5"],
  ])("rejects %s=%s with an error that names the variable and not its value", (name, value) => {
    const problems = problemsOf(() => readEnv({ [name]: value }));
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(problems.join()).not.toContain(value);
  });

  it("names the parts that an address must not have", () => {
    const [problem] = problemsOf(() => readEnv({ UPSTREAM_URL: "https://bank.test/?version=1" }));
    expect(problem).toBe("UPSTREAM_URL must be an http or https address without a user name, password, query or fragment");
  });

  it("has origins as addresses are compared", () => {
    expect(readEnv({ DOWNLOAD_ORIGINS: "http://LOCALHOST:3821, https://docs.test:443,http://[::1]:80" }).downloadOrigins).toEqual([
      "http://localhost:3821",
      "https://docs.test",
      "http://[::1]",
    ]);
  });

  it("names the wrong entry of TRUST_PROXY", () => {
    expect(problemsOf(() => readEnv({ TRUST_PROXY: "::1, 10.0.0.0/33" })).join()).toMatch(/entry 2 is neither an address nor a network/);
    expect(problemsOf(() => readEnv({ TRUST_PROXY: "0.0.0.0/0" })).join()).toMatch(/entry 1 would trust every address/);
    expect(readEnv({ TRUST_PROXY: "::1, fd00::/8, 192.0.2.1,10.0.0.0/32" }).trustProxy).toEqual([
      "::1",
      "fd00::/8",
      "192.0.2.1",
      "10.0.0.0/32",
    ]);
  });

  it("reports all invalid variables together", () => {
    expect(problemsOf(() => readEnv({ PORT: "x", BRAND: "?" }))).toHaveLength(2);
  });

  it("requires secrets in production with a real upstream", () => {
    expect(problemsOf(() => readEnv({ NODE_ENV: "production", UPSTREAM_URL: "https://bank.test" }))).toEqual([
      expect.stringMatching(/^SESSION_SECRET must be set/),
    ]);
    // With `--serve`, `brand.json` may name the upstreams.
    expect(problemsOf(() => readEnv({ NODE_ENV: "production" }))).toEqual([]);
  });

  it("serves no simulated bank in production, unless the command line asks for the sandbox alone", () => {
    const problemsIn = (variables: Parameters<typeof readEnv>[0], mode: Mode) =>
      problemsOf(() => refuseSimulation(readEnv(variables), mode)).map((problem) => problem.split(" ")[0]);
    const production = { NODE_ENV: "production" };
    const modes = ["start", "dev", "mock", "serve", "sandbox", "publish"] as const;
    expect(modes.map((mode) => problemsIn(production, mode))).toEqual([["UPSTREAM_URL"], ["UPSTREAM_URL"], ["NODE_ENV"], [], [], []]);
    expect(modes.map((mode) => problemsIn({ NODE_ENV: "development" }, mode))).toEqual([[], [], [], [], [], []]);
    const connected = { ...production, UPSTREAM_URL: "https://bank.test", SESSION_SECRET: SECRET, TRUST_PROXY: "none" };
    expect(problemsIn(connected, "start")).toEqual([]);
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
    ]);
    expect(problemsOf(() => requireProduction(readEnv({ SESSION_SECRET: SECRET }), []))).toEqual([]);
  });

  it("reads whose X-Forwarded headers to trust: nobody's, and null where it is not said", () => {
    const trusted = (TRUST_PROXY: string | undefined) => readEnv({ TRUST_PROXY }).trustProxy;
    expect([trusted("10.0.0.0/8"), trusted("none"), trusted(undefined)]).toEqual([["10.0.0.0/8"], [], null]);
  });
});

describe("the command line", () => {
  it("selects the start mode", () => {
    expect([[], ["--dev"], ["--dev", "--mock"], ["--serve"], ["--sandbox"], ["--publish"]].map(modeOf)).toEqual([
      "start",
      "dev",
      "mock",
      "serve",
      "sandbox",
      "publish",
    ]);
  });

  it.each([
    [["--help"], 0, /^usage: .*\n(.*\n)+ {2}--serve .*\n/, /^$/],
    [["--halp"], 2, /^$/, /^usage: .*\n$/],
  ])(
    "of the gateway %j exits with %i",
    (args, status, stdout, stderr) => {
      const ended = spawnSync(process.execPath, ["--import", "tsx", "gateway/main.ts", ...args], { cwd: ROOT, encoding: "utf8" });
      expect(ended).toMatchObject({ status, stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) });
    },
    60_000,
  );

  it.each([["--mock"], ["--serve", "--dev"], ["--sandbox", "--serve"], ["--publish", "--serve"], ["--prod"], ["dev"]])(
    "rejects %s %s",
    (...args) => {
      expect(() => modeOf(args.filter(Boolean))).toThrow(UsageError);
    },
  );
});
