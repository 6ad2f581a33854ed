/** Exports the reading of vitest's JSON report, for the test runner: the counts, and the failures as text. */
import { relative } from "node:path";

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A failure, as the final summary prints it. */
export interface Failure {
  /** A test's file and full name, or the section's title. */
  readonly name: string;
  readonly lines: readonly string[];
}

export const plus = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

interface TestReport {
  readonly status: string;
  readonly fullName?: string;
  /** Messages with their stacks. */
  readonly failureMessages?: readonly string[] | null;
}

interface FileReport {
  readonly status: string;
  readonly name?: string;
  /** Why the file itself failed to load or to set up. */
  readonly message?: string;
  readonly assertionResults: readonly TestReport[];
}

function files(report: unknown): readonly FileReport[] | null {
  if (typeof report !== "object" || report === null || !("testResults" in report) || !Array.isArray(report.testResults)) return null;
  return report.testResults as readonly FileReport[];
}

/**
 * Counts the tests of one run. Also counted as failures: a missing report, a run without tests, a file that failed
 * without a failed test (it did not load, or its setup failed), a skipped test, and a failing exit code without a
 * failed test (an unhandled rejection).
 */
export function countReport(report: unknown, exitCode: number | null): Count {
  const results = files(report);
  if (!results) return { passed: 0, failed: 1, skipped: 0 };
  let count: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of results) {
    const statuses = file.assertionResults.map(({ status }) => status);
    const passed = statuses.filter((status) => status === "passed").length;
    const failed = statuses.filter((status) => status === "failed").length;
    const skipped = statuses.length - passed - failed;
    const broken = failedToLoad(file) ? 1 : 0;
    count = plus(count, { passed, failed: failed + broken + skipped, skipped });
  }
  const nothingRan = count.passed + count.failed === 0;
  const failedUnseen = exitCode !== 0 && count.failed === 0;
  return nothingRan || failedUnseen ? plus(count, { passed: 0, failed: 1, skipped: 0 }) : count;
}

/**
 * Lists what `countReport` counts as failed. The last lines of the section's output describe a failure that the report
 * does not explain.
 */
export function failuresIn(title: string, report: unknown, exitCode: number | null, output: string): readonly Failure[] {
  const failures = (files(report) ?? []).flatMap((file) => {
    const path = relative(process.cwd(), file.name ?? "");
    const tests = file.assertionResults.filter(({ status }) => status !== "passed").map((test) => failureOf(path, test));
    return failedToLoad(file) ? [{ name: path, lines: firstLines(file.message ?? "") }, ...tests] : tests;
  });
  const { failed } = countReport(report, exitCode);
  return failed > failures.length ? [...failures, { name: title, lines: lastLines(output) }] : failures;
}

/** Lists the tests that failed and then passed when they were run again: vitest keeps the messages of the failed run. */
export function flakyIn(report: unknown): readonly Failure[] {
  return (files(report) ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && (failureMessages ?? []).length > 0)
      .map((test) => failureOf(relative(process.cwd(), file.name ?? ""), test)),
  );
}

/** A failed command, described by the last lines of its output. */
export function failureOfCommand(title: string, output: string): Failure {
  return { name: title, lines: lastLines(output) };
}

/** Formats the failures for the end of the output: each in full, then a list of names. */
export function formatFailures(failures: readonly Failure[]): string {
  const details = failures.map(({ name, lines }) => [`✗ ${name}`, ...lines.map((line) => `    ${line}`), ""].join("\n")).join("\n");
  return failures.length < 2 ? details : `${details}\nIn short:\n${failures.map(({ name }) => `✗ ${name}\n`).join("")}`;
}

const failedToLoad = (file: FileReport) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");

function failureOf(path: string, test: TestReport): Failure {
  const messages = test.failureMessages ?? [];
  const lines = messages.flatMap((message, index) => firstLines(message, index === 0 ? FIRST : AFTER));
  return { name: `${path} > ${test.fullName ?? "?"}`, lines: lines.length > 0 ? lines : [`It was not run: ${test.status}.`] };
}

/** The number of lines to print of a test's first message and of its later ones, so that all fit the end of a log. */
const FIRST = 12;
const AFTER = 8;
const LAST = 20;
const IN_STACK = /^\s+at /;

/** What vitest's report has in place of the message of a test that took too long. */
const TIMED_OUT = "STACK_TRACE_ERROR";

/** The beginning of a message, and the first stack line in our own files. */
function firstLines(message: string, count = FIRST): readonly string[] {
  const lines = plain(message.replace(TIMED_OUT, "The test took longer than its limit."));
  const stack = lines.filter((line) => IN_STACK.test(line));
  const at = stack.find((line) => !line.includes("node_modules") && !line.includes("node:")) ?? stack[0];
  const details = lines.filter((line) => !IN_STACK.test(line)).slice(0, count);
  return at === undefined ? details : [...details, at.trim()];
}

const lastLines = (output: string): readonly string[] => plain(output).slice(-LAST);

/** The text without colors and empty lines. */
function plain(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one.
  const bare = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
  return bare.split(/\r?\n/).filter((line) => line.trim() !== "");
}
