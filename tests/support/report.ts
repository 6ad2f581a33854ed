/** Reading vitest's JSON report: the sum, so that nothing that went wrong is left out of it, and what failed, in words. */
import { relative } from "node:path";

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What is told at the end about one thing that failed. */
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
  /** Each with its stack. */
  readonly failureMessages?: readonly string[] | null;
}

interface FileReport {
  readonly status: string;
  readonly name?: string;
  /** Why the file itself did not load or set itself up. */
  readonly message?: string;
  readonly assertionResults: readonly TestReport[];
}

function files(report: unknown): readonly FileReport[] | null {
  if (typeof report !== "object" || report === null || !("testResults" in report) || !Array.isArray(report.testResults)) return null;
  return report.testResults as readonly FileReport[];
}

/**
 * The tests of one run. Also failures: a missing report, a run without a test, a file that failed without a failed
 * test of its own (it did not load, or its set-up broke), a skipped test (nothing may be switched off unseen), and an
 * exit code that says "failed" when no test did (an unhandled rejection).
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
 * What `countReport` counts as failed, one by one. A failure that no test or file of the report accounts for (no
 * report, nothing run, an exit code alone) is told by the last lines of what the section wrote.
 */
export function failuresIn(title: string, report: unknown, exitCode: number | null, output: string): readonly Failure[] {
  const failures = (files(report) ?? []).flatMap((file) => {
    const place = relative(process.cwd(), file.name ?? "");
    const tests = file.assertionResults.filter(({ status }) => status !== "passed").map((test) => failureOf(place, test));
    return failedToLoad(file) ? [{ name: place, lines: firstLines(file.message ?? "") }, ...tests] : tests;
  });
  const { failed } = countReport(report, exitCode);
  return failed > failures.length ? [...failures, { name: title, lines: lastLines(output) }] : failures;
}

/** A check that is one command: failed, it is told by the end of what it wrote. */
export function failureOfCommand(title: string, output: string): Failure {
  return { name: title, lines: lastLines(output) };
}

/** The failures as they stand above the closing sum: each in its words, then all by name, for whoever sees only the end. */
export function formatFailures(failures: readonly Failure[]): string {
  const words = failures.map(({ name, lines }) => [`✗ ${name}`, ...lines.map((line) => `    ${line}`), ""].join("\n")).join("\n");
  return failures.length < 2 ? words : `${words}\nIn short:\n${failures.map(({ name }) => `✗ ${name}\n`).join("")}`;
}

const failedToLoad = (file: FileReport) => file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");

function failureOf(place: string, test: TestReport): Failure {
  const messages = test.failureMessages ?? [];
  const lines = messages.flatMap((message, index) => firstLines(message, index === 0 ? FIRST : AFTER));
  return { name: `${place} > ${test.fullName ?? "?"}`, lines: lines.length > 0 ? lines : [`It was not run: ${test.status}.`] };
}

/** Lines of a test's first message, and of one that follows it: where a journey stood. All fits the end of a log. */
const FIRST = 12;
const AFTER = 8;
const LAST = 20;
const IN_STACK = /^\s+at /;

/** A message's beginning and the first place of its stack that is ours. */
function firstLines(message: string, count = FIRST): readonly string[] {
  const lines = plain(message);
  const stack = lines.filter((line) => IN_STACK.test(line));
  const at = stack.find((line) => !line.includes("node_modules") && !line.includes("node:")) ?? stack[0];
  const words = lines.filter((line) => !IN_STACK.test(line)).slice(0, count);
  return at === undefined ? words : [...words, at.trim()];
}

const lastLines = (output: string): readonly string[] => plain(output).slice(-LAST);

/** Without colours, and without lines that are empty. */
function plain(text: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one.
  const bare = text.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
  return bare.split(/\r?\n/).filter((line) => line.trim() !== "");
}
