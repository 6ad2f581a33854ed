/** Exports the formats in which `flows test` reports: text, JSON, JUnit's XML, and annotations of a GitHub workflow. */
import type { ScenarioFailure } from "../scenarios/run-scenario.js";
import type { Io } from "./io.js";
import type { WrittenScenario, WrongScenario } from "./scenario-files.js";

export interface ScenarioResult {
  readonly written: WrittenScenario;
  readonly brand: string;
  /** The screen that was shown at the end; null where none was. */
  readonly screen: string | null;
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
  /** The rule of a finding about a file; a failure of a scenario has none. */
  readonly rule?: string;
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

const passed = ({ results }: Report): number => results.filter(({ failures }) => failures.length === 0).length;

/** Scenarios that failed, and those that are invalid: nobody knows whether these would pass. */
const failed = ({ results, wrong }: Report): number => results.filter(({ failures }) => failures.length > 0).length + wrong.length;

const sum = (report: Report): string => {
  const { length } = report.wrong;
  const invalid = length === 0 ? "" : `, including ${length} ${length === 1 ? "error" : "errors"} in the files`;
  return `${passed(report)} passed, ${failed(report)} failed${invalid}`;
};

/**
 * Prints the failures to standard error, as every command prints problems, and the sum to standard output. Failures with the
 * same screen and message probably have one cause: the first is printed, and the places of the others below it.
 */
export async function printText(report: Report, io: Pick<Io, "warn" | "write">): Promise<void> {
  for (const problem of report.wrong) io.warn(lineOf(problem));
  for (const [first, ...others] of alike(report)) {
    io.warn(lineOf({ ...first, message: `${first.title} (${first.brand}): ${first.message}` }));
    if (others.length === 0) continue;
    const where = first.screen === null ? "" : ` on the screen ${first.screen}`;
    io.warn(`  and ${others.length} more like it${where}:`);
    for (const same of grouped(others, placeOf).values()) {
      const [title, ...titles] = new Set(same.map((one) => one.title));
      const scenarios = titles.length === 0 ? title : `${title}, and ${titles.length} more scenarios`;
      const brands = [...new Set(same.map(({ brand }) => brand))].sort().join(", ");
      io.warn(`    ${placeOf(same[0])}  ${scenarios} (${brands})`);
    }
  }
  const milliseconds = report.results.reduce((total, one) => total + one.milliseconds, 0);
  await io.write(`${sum(report)} (${milliseconds} ms)\n`);
}

const placeOf = ({ file, line, column }: Located): string => `${file}:${line}:${column}`;

const lineOf = (located: Located): string => `${placeOf(located)}  error  ${located.rule ?? SCENARIO}  ${located.message}`;

interface LocatedFailure extends Located, Pick<ScenarioResult, "brand" | "screen"> {
  readonly title: string;
}

/** The failures of scenarios with the same screen and message, in the order of the first of each. */
function alike({ results }: Report): Iterable<Group<LocatedFailure>> {
  const all = results.flatMap(({ written: { file, title, place }, brand, screen, failures }) =>
    failures.map(({ step, message }): LocatedFailure => ({ file, ...place(step), title, brand, screen, message })),
  );
  return grouped(all, ({ screen, message }) => JSON.stringify([screen, message])).values();
}

type Group<Entry> = [Entry, ...Entry[]];

function grouped<Entry>(all: readonly Entry[], keyOf: (entry: Entry) => string): ReadonlyMap<string, Group<Entry>> {
  const groups = new Map<string, Group<Entry>>();
  for (const entry of all) {
    const group = groups.get(keyOf(entry));
    if (group === undefined) groups.set(keyOf(entry), [entry]);
    else group.push(entry);
  }
  return groups;
}

/** In place of the rule of a finding, where a scenario fails. */
const SCENARIO = "scenario";

function jsonReport(report: Report): string {
  const results = report.results.map(({ written: { file, title, place }, brand, failures, milliseconds }) => ({
    file,
    title,
    brand,
    passed: failures.length === 0,
    milliseconds,
    failures: failures.map(({ step, message }) => ({ step: step + 1, ...place(step), message })),
  }));
  return `${JSON.stringify({ passed: passed(report), failed: failed(report), results, wrong: report.wrong }, null, 2)}\n`;
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="scenarios" tests="${count}" failures="${failed(report)}">\n${[...cases, ...wrong].join("")}</testsuite>\n`;
}

/** Characters that would end a workflow command, as GitHub documents them. */
const annotated = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

function githubReport(report: Report): string {
  const lines = failuresOf(report).map(
    ({ file, line, column, message }) => `::error file=${file},line=${line},col=${column},title=${SCENARIO}::${annotated(message)}`,
  );
  return [...lines, sum(report), ""].join("\n");
}

/** The formats by name; each prints the whole report. */
export const REPORTS: Readonly<Record<string, (report: Report, io: Io) => Promise<void>>> = {
  text: printText,
  json: (report, io) => io.write(jsonReport(report)),
  junit: (report, io) => io.write(junitReport(report)),
  github: (report, io) => io.write(githubReport(report)),
};
