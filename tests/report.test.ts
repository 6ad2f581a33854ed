import { describe, expect, it } from "vitest";
import { countReport } from "./support/report.js";

const file = (status: string, ...statuses: string[]) => ({ status, assertionResults: statuses.map((each) => ({ status: each })) });

describe("the sum at the end of npm test", () => {
  it("counts each test", () => {
    const report = { testResults: [file("failed", "passed", "failed"), file("passed", "passed")] };
    expect(countReport(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  it("counts a missing report, an empty run and a file that did not load as failures", () => {
    expect(countReport(null, 0).failed).toBe(1);
    expect(countReport({ testResults: [] }, 0).failed).toBe(1);
    expect(countReport({ testResults: [file("failed"), file("passed", "passed")] }, 1)).toEqual({ passed: 1, failed: 1, skipped: 0 });
  });

  it("counts a test that is switched off as a failure", () => {
    expect(countReport({ testResults: [file("passed", "passed", "skipped", "todo")] }, 0)).toEqual({ passed: 1, failed: 2, skipped: 2 });
  });

  it("believes the exit code over a clean report", () => {
    expect(countReport({ testResults: [file("passed", "passed")] }, 1).failed).toBe(1);
    expect(countReport({ testResults: [file("passed", "passed")] }, null).failed).toBe(1);
  });
});
