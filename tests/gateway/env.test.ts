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
  it("has defaults for everything", () => {
    expect(readEnv({})).toEqual({
      production: false,
      port: 3000,
      sandboxPort: 3001,
      upstreamUrl: null,
      databaseUrl: null,
      brand: null,
      sessionSecrets: [],
      trustProxy: [],
      bundlesDir: null,
      dataDir: ".data",
      downloadOrigins: [],
      providerOrigins: [],
    });
    expect(readEnv({ PORT: "", NODE_ENV: "" })).toEqual(readEnv({}));
  });

  it("is read in usable form", () => {
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
  ])("%s=%s is refused by name, and its value is not repeated", (name, value) => {
    const problems = problemsOf(() => readEnv({ [name]: value }));
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} must be `))]);
    expect(problems.join()).not.toContain(value);
  });

  it("names everything that is wrong at once", () => {
    expect(problemsOf(() => readEnv({ PORT: "x", BRAND: "?" }))).toHaveLength(2);
  });

  it("in production with a real upstream needs secrets", () => {
    expect(problemsOf(() => readEnv({ NODE_ENV: "production", UPSTREAM_URL: "https://bank.test" }))).toEqual([
      expect.stringMatching(/^SESSION_SECRET must be set/),
    ]);
    expect(problemsOf(() => readEnv({ NODE_ENV: "production" }))).toEqual([]);
  });

  it("names a brand that is there", () => {
    expect(problemsOf(() => requireBrand(readEnv({ BRAND: "nobody" }), ["harbor", "juniper"]))).toEqual([
      "BRAND must be one of harbor, juniper",
    ]);
    for (const BRAND of ["juniper", ""]) expect(problemsOf(() => requireBrand(readEnv({ BRAND }), ["harbor", "juniper"]))).toEqual([]);
  });

  it("to serve needs an upstream for every brand", () => {
    expect(problemsOf(() => requireProduction(readEnv({}), ["juniper"]))).toEqual([
      expect.stringMatching(/^UPSTREAM_URL.*juniper/),
      expect.stringMatching(/^SESSION_SECRET/),
    ]);
    expect(problemsOf(() => requireProduction(readEnv({ SESSION_SECRET: SECRET }), []))).toEqual([]);
  });
});

describe("the arguments", () => {
  it("choose how it starts", () => {
    expect([[], ["--dev"], ["--dev", "--mock"], ["--serve"]].map(modeOf)).toEqual(["start", "dev", "mock", "serve"]);
  });

  it.each([["--mock"], ["--serve", "--dev"], ["--prod"], ["dev"]])("%s %s mean nothing", (...args) => {
    expect(() => modeOf(args.filter(Boolean))).toThrow(UsageError);
  });
});
