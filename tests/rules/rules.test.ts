/** Every rule that `flows check` may name has its page in flows/rules, and what the page shows is really found. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ACCEPTABLE } from "../../src/language/form-problems.js";
import { RULES, WARNINGS } from "../../src/verifier/rules/findings.js";
import { foundIn, rulePages } from "./rule-examples.js";

const pages = rulePages();
const index = readFileSync("flows/rules/README.md", "utf8");

/** Asked again of what was compiled, though `last-row` refuses the files first: no file can show them. */
const NOT_SHOWN = new Set(["decision-gap", "shell-gap", "internal-error"]);

/** Rules and their severities, as the code has them. */
function severities(): Readonly<Record<string, string>> {
  const code = ["problems", "form-problems", "schema-problems"].map((file) => readFileSync(`src/language/${file}.ts`, "utf8")).join("\n");
  const found = new Map<string, string>();
  for (const [, severity = "", rule = ""] of code.matchAll(/\b(error|warning)\(\s*"([a-z-]+)"/g)) found.set(rule, severity);
  for (const [, kind = ""] of code.matchAll(/unknownName\("([a-z ]+)"\)/g)) found.set(`unknown-${kind.replaceAll(" ", "-")}`, "error");
  for (const rule of Object.keys(RULES)) found.set(rule, (WARNINGS as ReadonlySet<string>).has(rule) ? "warning" : "error");
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

describe("the pages of the rules", () => {
  it("are those of the code, each with its severity, and the index leads to each", () => {
    const all = severities();
    expect(Object.keys(all).length).toBeGreaterThan(100);
    expect(Object.fromEntries(pages.map(({ rule, severity }) => [rule, severity]))).toEqual(all);
    const listed = [...index.matchAll(/^\| \[([a-z-]+)\]\(([a-z-]+)\.md\) \| (error|warning) \|/gm)];
    expect(listed.every(([, rule, file]) => rule === file)).toBe(true);
    expect(
      Object.fromEntries(listed.map(([, rule = "", , severity = ""]) => [rule, severity]).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1))),
    ).toEqual(all);
  });

  it("say how a finding is settled and when it may be accepted", () => {
    for (const { rule, headings } of pages)
      expect([rule, headings]).toEqual([rule, [...(NOT_SHOWN.has(rule) ? [] : ["Example"]), "How to settle it", "When to accept it"]]);
    for (const rule of ACCEPTABLE)
      expect(readFileSync(`flows/rules/${rule}.md`, "utf8")).toContain(`"waivers": [{ "rule": "${rule}", "reason": ... }]`);
  });

  it("begin from a definition in which nothing is wrong", () => {
    expect(foundIn({})).toEqual([]);
  });

  it.each(pages.filter(({ rule }) => !NOT_SHOWN.has(rule)))("show what is found: $rule", ({ rule, severity, example, message }) => {
    const found = foundIn(example).filter((problem) => problem.rule === rule);
    expect(found.map((problem) => problem.severity)).toContain(severity);
    // A finding of the proof goes on: the other lines, how one gets there, the smallest depositor.
    expect(message).not.toBe("");
    expect(found.some((problem) => problem.message === message || problem.message.startsWith(`${message}; `))).toBe(true);
  });
});
