/** Exports the formats in which `flows test` reports: text, JSON, JUnit's XML, and annotations of a GitHub workflow. */
import type { ScenarioFailure } from "../scenarios/run-scenario.js";
import type { WrittenScenario, WrongScenario } from "./scenario-files.js";

export interface ScenarioResult {
  readonly written: WrittenScenario;
  readonly brand: string;
  readonly failures: readonly ScenarioFailure[];
  readonly milliseconds: number;
}

export interface Report {
  readonly results: readonly ScenarioResult[];
  readonly wrong: readonly WrongScenario[];
}

interface Located {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** Every failure with its location. */
function failuresOf({ results, wrong }: Report): readonly Located[] {
  return [
    ...wrong,
    ...results.flatMap(({ written: { file, title, place }, brand, failures }) =>
      failures.map(({ step, message }) => ({ file, ...place(step), message: `${title} (${brand}): ${message}` })),
    ),
  ];
}

const failed = ({ results }: Report): number => results.filter(({ failures }) => failures.length > 0).length;

export function textReport(report: Report): string {
  const lines = failuresOf(report).map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`);
  const milliseconds = report.results.reduce((sum, one) => sum + one.milliseconds, 0);
  const wrong = report.wrong.length > 0 ? `, ${report.wrong.length} not readable` : "";
  return [...lines, `${report.results.length - failed(report)} passed, ${failed(report)} failed${wrong} (${milliseconds} ms)`, ""].join(
    "\n",
  );
}

function jsonReport(report: Report): string {
  const results = report.results.map(({ written: { file, title, place }, brand, failures, milliseconds }) => ({
    file,
    title,
    brand,
    passed: failures.length === 0,
    milliseconds,
    failures: failures.map(({ step, message }) => ({ step: step + 1, ...place(step), message })),
  }));
  return `${JSON.stringify({ results, wrong: report.wrong }, null, 2)}\n`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The format that CI servers read; there is no official schema, so only what all of them know is written. */
function junitReport(report: Report): string {
  const cases = report.results.map(({ written: { file, title, place }, brand, failures, milliseconds }) => {
    const inner = failures.map(({ step, message }) => {
      const { line, column } = place(step);
      return `    <failure message="${escaped(message)}">${escaped(`${file}:${line}:${column}`)}</failure>\n`;
    });
    const opening = `  <testcase classname="${escaped(`${brand}.${file}`)}" name="${escaped(title)}" time="${(milliseconds / 1000).toFixed(3)}"`;
    return inner.length === 0 ? `${opening}/>\n` : `${opening}>\n${inner.join("")}  </testcase>\n`;
  });
  const wrong = report.wrong.map(
    ({ file, line, column, message }) =>
      `  <testcase classname="${escaped(file)}" name="is a file of scenarios">\n    <failure message="${escaped(message)}">${escaped(`${file}:${line}:${column}`)}</failure>\n  </testcase>\n`,
  );
  const count = cases.length + wrong.length;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="scenarios" tests="${count}" failures="${failed(report) + wrong.length}">\n${[...cases, ...wrong].join("")}</testsuite>\n`;
}

/** Characters that would end a workflow command, as GitHub documents them. */
const annotated = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

function githubReport(report: Report): string {
  const lines = failuresOf(report).map(
    ({ file, line, column, message }) => `::error file=${file},line=${line},col=${column},title=scenario::${annotated(message)}`,
  );
  return [...lines, `${report.results.length - failed(report)} passed, ${failed(report)} failed`, ""].join("\n");
}

export const REPORTS: Readonly<Record<string, (report: Report) => string>> = {
  text: textReport,
  json: jsonReport,
  junit: junitReport,
  github: githubReport,
};
