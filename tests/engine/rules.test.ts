/** Every rule that `flows check` may name has its place in flows/RULES.md, with its severity, and no other has. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RULES, WARNINGS } from "../../src/engine/analyse/findings.js";

const page = readFileSync("flows/RULES.md", "utf8");

test("rules and their page agree", () => {
  const code = ["problems", "form-problems"].map((file) => readFileSync(`src/engine/${file}.ts`, "utf8")).join("\n");
  const severities = new Map<string, string>();
  for (const [, severity = "", rule = ""] of code.matchAll(/\b(error|warning)\(\s*"([a-z-]+)"/g)) severities.set(rule, severity);
  for (const [, kind = ""] of code.matchAll(/unknownName\("([a-z ]+)"\)/g)) severities.set(`unknown-${kind.replaceAll(" ", "-")}`, "error");
  for (const rule of Object.keys(RULES)) severities.set(rule, (WARNINGS as ReadonlySet<string>).has(rule) ? "warning" : "error");
  const written = new Map(
    [...page.matchAll(/^### ([a-z-]+)\n\n\*\*(error|warning)\./gm)].map(([, rule = "", severity = ""]) => [rule, severity]),
  );
  expect(severities.size).toBeGreaterThan(70);
  expect(Object.fromEntries([...written].sort())).toEqual(Object.fromEntries([...severities].sort()));
});
