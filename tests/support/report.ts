/** Counting what vitest's JSON report says, so that nothing that went wrong is left out of the sum. */

export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const plus = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

interface FileReport {
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string }[];
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
    const broken = file.status === "failed" && failed === 0 ? 1 : 0;
    count = plus(count, { passed, failed: failed + broken + skipped, skipped });
  }
  const nothingRan = count.passed + count.failed === 0;
  const failedUnseen = exitCode !== 0 && count.failed === 0;
  return nothingRan || failedUnseen ? plus(count, { passed: 0, failed: 1, skipped: 0 }) : count;
}
