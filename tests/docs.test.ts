/** Tests that the documents match the repository: commands, variables, log events, magic values, import rules, dependencies, links. */
import { describe, expect, it } from "vitest";
import { pathOfId } from "../src/language/screen-paths.js";
import { DOCUMENT, OPERATIONS } from "./support/openapi.js";
import { PACKAGES } from "./support/packages.js";
import { filesBelow, readText } from "./support/sources.js";

const README = readText("README.md");
const ARCHITECTURE = readText("ARCHITECTURE.md");
const CONTRIBUTING = readText("CONTRIBUTING.md");
const GATEWAY = readText("gateway/README.md");
const SANDBOX = readText("gateway/sandbox/README.md");
const TUTORIALS = Object.fromEntries(["BRAND", "PRODUCT"].map((name) => [name, readText(`flows/TUTORIAL-${name}.md`)]));
const DOCUMENTS = {
  README,
  ARCHITECTURE,
  CONTRIBUTING,
  "gateway/README": GATEWAY,
  "bench/README": readText("bench/README.md"),
  ...TUTORIALS,
};

const packageJson = JSON.parse(readText("package.json")) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, unknown>>;
};

/** The text under a `## ` heading. */
function section(text: string, heading: string): string {
  const [, after] = text.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`No section "${heading}"`);
  return after.split("\n## ")[0] ?? "";
}

/** Cells of the tables of a text, without their heading rows. */
function rows(text: string): string[][] {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const isRow = line.startsWith("|") && !line.startsWith("|---") && !lines[index + 1]?.startsWith("|---");
    return isRow
      ? [
          line
            .split(/(?<!\\)\|/)
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ]
      : [];
  });
}

const inCode = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");

describe("commands", () => {
  /** `npm run x`, `npm start`, `npm test` wherever a document names them. */
  const named = (text: string): string[] => [
    ...[...text.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name]) => name ?? ""),
    ...[...text.matchAll(/npm (start|test)\b/g)].map(([, name]) => name ?? ""),
  ];

  it.each(Object.entries(DOCUMENTS))("%s names only scripts that are there", (_, text) => {
    expect(named(text).length).toBeGreaterThan(0);
    expect(named(text).filter((name) => !(name in packageJson.scripts))).toEqual([]);
  });

  it("are all in the README", () => {
    expect(Object.keys(packageJson.scripts).filter((name) => !named(README).includes(name))).toEqual([]);
  });

  it("start files that are there", () => {
    const files = Object.values(packageJson.scripts).flatMap((script) => script.match(/\b[\w/.-]+\.ts\b/g) ?? []);
    const there = new Set(filesBelow(""));
    expect(files.filter((file) => !there.has(file))).toEqual([]);
  });

  it("end .ci/run as the README says", () => {
    expect(section(README, "Run it")).toContain("npm ci && npm test");
    expect(readText(".ci/run").trimEnd().split("\n").at(-1)).toBe("npm ci && npm test");
  });
});

describe("the README's first exercise", () => {
  it("changes the file of the screen that it opens", () => {
    const exercise = section(README, "Change a screen");
    const [, address = ""] = /http:\/\/localhost:3000(\/\S+?)\.?\n/.exec(exercise) ?? [];
    const [, file = "", screen = ""] = /`(flows\/[\w-]+\.flow\.json)`, change the `title` of the screen `([\w.-]+)`/.exec(exercise) ?? [];
    const { screens } = JSON.parse(readText(file)) as { readonly screens: Readonly<Record<string, { readonly path?: string }>> };
    expect(screens[screen]).toBeDefined();
    expect(screens[screen]?.path ?? pathOfId(screen)).toBe(address);
  });
});

describe("files", () => {
  const there = filesBelow("");
  const made = readText(".gitignore").split("\n");
  const isThere = (path: string) =>
    made.includes(`${path}/`) || there.some((file) => file === path || file.startsWith(path.endsWith("/") ? path : `${path}/`));

  it.each(Object.entries(DOCUMENTS))("%s names only existing things", (_, text) => {
    const paths = inCode(text).filter((code) => /^(\.ci|flows|schemas|src|gateway|tests|bench)\/[\w./-]*$/.test(code));
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe("the environment", () => {
  it("of the gateway's README is the one that is read", () => {
    const documented = rows(section(GATEWAY, "Environment"))
      .map(([name]) => name ?? "")
      .filter((name) => /^`[A-Z_]+`$/.test(name))
      .map((name) => name.slice(1, -1));
    // The variables of the schema: upper case names that open a line of it.
    const read = [...readText("gateway/env.ts").matchAll(/^ {4}([A-Z][A-Z_]+)[:,]/gm)].map(([, name]) => name ?? "");
    expect(documented.sort()).toEqual(read.sort());
  });
});

describe("the log events of the gateway's README", () => {
  it("are those that the gateway logs", () => {
    const logged = filesBelow("gateway")
      .filter((file) => file.endsWith(".ts") && !file.startsWith("gateway/sandbox/"))
      .flatMap((file) => [...readText(file).matchAll(/\bevent: "([^"]+)"|\bwarn\("([^"]+)"/g)])
      .map(([, event, warning]) => event ?? warning ?? "");
    const documented = rows(section(GATEWAY, "The log")).flatMap(([events = ""]) => inCode(events));
    expect(logged.length).toBeGreaterThan(10);
    expect(documented.sort()).toEqual([...new Set(logged)].sort());
  });
});

describe("the sandbox's magic values", () => {
  const data = JSON.parse(readText("gateway/sandbox/data/magic-values.json")) as Readonly<Record<string, unknown>> & {
    readonly words: readonly (readonly [value: string, effect: string, screen: string])[];
    readonly ssn_last4: Readonly<Record<string, string>>;
    readonly codes: Readonly<Record<string, string>>;
    readonly provider_banks: readonly string[];
  };

  it("are in the README as the bank has them", () => {
    expect(rows(section(README, "Magic values"))).toEqual(data.words.map(([value, effect]) => [value, effect]));
  });

  it("are all listed in words", () => {
    const documented = (what: string, outcome: string) =>
      data.words.some(([enter, answer]) => enter.includes(what) && answer.includes(outcome));
    expect(Object.entries(data.ssn_last4).filter(([last4, status]) => !documented(last4, status))).toEqual([]);
    expect(Object.values(data.codes).filter((code) => !documented(`code ${code}`, ""))).toEqual([]);
    expect(data.provider_banks.filter((bank) => !documented(bank, ""))).toEqual([]);
  });
});

describe("the error codes of the sandbox's README", () => {
  it("are those that the sandbox refuses with, each with its statuses", () => {
    const refusals = filesBelow("gateway/sandbox")
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readText(file).matchAll(/new ApiError\(\s*(\d{3}),\s*"([a-z_]+)"/g)])
      .map(([, status, code]) => `${code} ${status}`);
    const documented = rows(section(SANDBOX, "Error codes")).flatMap(([code = "", statuses = ""]) =>
      statuses.split(", ").map((status) => `${inCode(code)[0]} ${status}`),
    );
    expect(documented.sort()).toEqual([...new Set(refusals)].sort());
  });
});

describe("ARCHITECTURE", () => {
  it("gives a reason for each direct dependency, and for no other", () => {
    const reasons = rows(section(ARCHITECTURE, "Dependencies"));
    const listed = reasons.flatMap(([names = ""]) => inCode(names));
    const direct = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.devDependencies)];
    expect([...listed].sort()).toEqual(direct.sort());
    expect(reasons.filter(([, reason = ""]) => reason.length < 5)).toEqual([]);
    expect(Object.keys(packageJson.overrides).filter((name) => !section(ARCHITECTURE, "Dependencies").includes(`\`${name}\``))).toEqual([]);
  });

  it("gives each decision and its reason in a few lines", () => {
    const decisions = section(ARCHITECTURE, "Decisions").match(/^\*\*.*$/gm) ?? [];
    expect(decisions.length).toBeGreaterThan(20);
    expect(decisions.filter((decision) => decision.length > 400)).toEqual([]);
  });

  it("has the import rules that the tests enforce", () => {
    const table = rows(section(ARCHITECTURE, "Who may import whom")).map(([name = "", packages = "", types = ""]) => ({
      name: inCode(name)[0],
      packages: inCode(packages).filter((each) => each !== "schemas/"),
      types: inCode(types),
    }));
    const rules = Object.entries(PACKAGES).map(([name, rule]) => ({ name, packages: [...rule.packages], types: [...(rule.types ?? [])] }));
    const inOrder = (list: typeof rules) =>
      list.map(({ name, packages, types }) => `${name}: ${packages.sort().join(" ")}; ${types.sort().join(" ")}`).sort();
    expect(inOrder(table as typeof rules)).toEqual(inOrder(rules));
  });
});

describe("package-lock.json", () => {
  it("holds no registry addresses, and exact versions only", () => {
    expect(readText("package-lock.json")).not.toMatch(/"resolved": "http/);
    const versions = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe("gateway/CALLS.md", () => {
  const CALLS = readText("gateway/CALLS.md");
  /** Parameters under any name, without a query: the document may name their meaning. */
  const plain = (path: string): string => path.replace(/\?.*$/, "").replace(/\{[^}]*\}/g, "{}");

  /** The calls of a row: a method applies to the paths after it. */
  function callsOf(cell: string): string[] {
    let methods: readonly string[] = [];
    const found: string[] = [];
    let waiting: string[] = [];
    for (const part of cell.replace(/\*x\*|\([^)]*\)/g, "").split(/[,;]/)) {
      const [, method, path] = /^\s*([A-Z]+)?\s*(\/\S*)?\s*$/.exec(part) ?? [];
      if (method) waiting.push(method);
      if (!path) continue;
      if (waiting.length > 0) methods = waiting;
      waiting = [];
      for (const each of methods) found.push(`${each} ${plain(path)}`);
    }
    return found;
  }

  const table = rows(CALLS.split("\n## ")[0] ?? "").map(([call = "", , answer = "", operation = ""]) => ({
    calls: callsOf(call),
    answer,
    operation,
  }));
  const codesOf = (call: string): readonly string[] =>
    OPERATIONS.filter(({ method, path }) => `${method} ${plain(path)}` === call).flatMap(({ method, path }) =>
      Object.values(DOCUMENT.paths[path]?.[method.toLowerCase()]?.responses ?? {}).flatMap(
        ({ description }) => description?.split(", ") ?? [],
      ),
    );
  const graphql = readText("gateway/schema.graphql");
  const fields = ["Query", "Mutation"].flatMap((type) =>
    [...(graphql.split(`\ntype ${type} {\n`)[1]?.split("\n}")[0] ?? "").matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name]) => name ?? ""),
  );

  it("has every call of the OpenAPI document, and no other", () => {
    const listed = new Set(table.flatMap(({ calls }) => calls));
    const documented = OPERATIONS.map(({ method, path }) => `${method} ${plain(path)}`);
    expect([...listed].filter((call) => call !== "GET /api/v1/openapi.json").sort()).toEqual([...new Set(documented)].sort());
  });

  it("names refusals that the document has for the call", () => {
    const codes = new Set(OPERATIONS.flatMap(({ method, path }) => codesOf(`${method} ${plain(path)}`)));
    const wrong = table.flatMap(({ calls, answer }) =>
      inCode(answer).filter((code) => codes.has(code) && !calls.some((call) => codesOf(call).includes(code))),
    );
    expect(wrong).toEqual([]);
  });

  it("has every operation of the GraphQL schema, and no other", () => {
    const named = table.flatMap(({ operation }) => inCode(operation)).filter((code) => /^\w+$/.test(code));
    expect([...new Set(named)].sort()).toEqual([...fields].sort());
  });
});
