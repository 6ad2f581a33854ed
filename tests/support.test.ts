/** Tests the runner of `npm test`: the sum of its results, the report of a failure, and the browser of the journeys. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CHROMIUM } from "../src/cli/browser/chromium.js";
import { findBrowser } from "../src/cli/browser/installed-browser.js";
import { casesOf, LONG_SERIES, partOf, sample } from "./support/part.js";
import { countReport, failureOfCommand, failuresIn, flakyIn, formatFailures } from "./support/report.js";
import { filesBelow, readText } from "./support/sources.js";

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

  it("counts a failing exit code as a failure despite a clean report", () => {
    expect(countReport({ testResults: [file("passed", "passed")] }, 1).failed).toBe(1);
    expect(countReport({ testResults: [file("passed", "passed")] }, null).failed).toBe(1);
  });
});

describe("the report of a failure above the summary", () => {
  const failed = (fullName: string, ...failureMessages: string[]) => ({ status: "failed", fullName, failureMessages });
  const inFile = (path: string, ...tests: object[]) => ({
    status: "failed",
    name: join(process.cwd(), path),
    message: "",
    assertionResults: tests,
  });

  it("reports that a test took too long, where vitest only reports a missing message", () => {
    const report = { testResults: [inFile("tests/a.test.ts", failed("ends", "Error: STACK_TRACE_ERROR\n    at tests/a.test.ts:3:1"))] };
    expect(failuresIn("flows", report, 1, "")[0]?.lines).toEqual(["Error: The test took longer than its limit.", "at tests/a.test.ts:3:1"]);
  });

  it("is the test's file and full name, its messages and our first place of the stack", () => {
    const message =
      "Error: Waited for /dashboard,\nand is at \u001b[31m/login\u001b[39m\n    at x (node_modules/a.js:1:1)\n    at walk (tests/b.ts:2:3)";
    const report = {
      testResults: [
        inFile("tests/a.test.ts", { status: "passed", fullName: "well" }, failed("a saver gets home", message, "Was at /login")),
      ],
    };
    const failures = failuresIn("journeys", report, 1, "");
    expect(formatFailures(failures)).toBe(
      [
        "✗ tests/a.test.ts > a saver gets home",
        "    Error: Waited for /dashboard,",
        "    and is at /login",
        "    at walk (tests/b.ts:2:3)",
        "    Was at /login",
        "",
      ].join("\n"),
    );
  });

  it("names whatever the sum counts: a file that did not load, a test switched off, a report that is missing", () => {
    const report = {
      testResults: [
        { ...inFile("tests/broken.test.ts"), message: "SyntaxError: Unexpected token" },
        { ...inFile("tests/off.test.ts", { status: "skipped", fullName: "later", failureMessages: [] }), status: "passed" },
      ],
    };
    expect(failuresIn("node", report, 1, "")).toEqual([
      { name: "tests/broken.test.ts", lines: ["SyntaxError: Unexpected token"] },
      { name: "tests/off.test.ts > later", lines: ["It was not run: skipped."] },
    ]);
    expect(countReport(report, 1).failed).toBe(2);
    expect(formatFailures(failuresIn("node", report, 1, ""))).toMatch(
      /In short:\n✗ tests\/broken\.test\.ts\n✗ tests\/off\.test\.ts > later\n$/,
    );
    const clean = { testResults: [{ ...inFile("tests/a.test.ts", { status: "passed", fullName: "well" }), status: "passed" }] };
    expect(failuresIn("node", clean, 0, "")).toEqual([]);
    expect(failuresIn("node", clean, 1, "Unhandled rejection\n")).toEqual([{ name: "node", lines: ["Unhandled rejection"] }]);
    expect(failuresIn("node", null, 0, "Killed\n")).toEqual([{ name: "node", lines: ["Killed"] }]);
  });

  it("lists a test that passed only when it was run again", () => {
    const again = { status: "passed", fullName: "a saver gets home", failureMessages: ["Error: Waited for /dashboard"] };
    const report = { testResults: [{ ...inFile("tests/a.test.ts", again, { status: "passed", fullName: "well" }), status: "passed" }] };
    expect(countReport(report, 0)).toEqual({ passed: 2, failed: 0, skipped: 0 });
    expect(flakyIn(report)).toEqual([{ name: "tests/a.test.ts > a saver gets home", lines: ["Error: Waited for /dashboard"] }]);
    expect(flakyIn(null)).toEqual([]);
  });

  it("is the end of what any other command wrote", () => {
    const output = Array.from({ length: 90 }, (_, index) => `line ${index}`).join("\n\n");
    const { name, lines } = failureOfCommand("lint", output);
    expect(name).toBe("lint");
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toBe("line 89");
  });
});

describe("the browser of the journeys", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "passbook-browser-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function program(path: string): string {
    const file = join(folder, path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, "#!/bin/sh\n");
    chmodSync(file, 0o755);
    return file;
  }

  it("is the one that CHROMIUM_PATH names, and an error when that cannot be run", () => {
    const named = program("my-chrome");
    expect(findBrowser(CHROMIUM, { CHROMIUM_PATH: named, PATH: "" })).toBe(named);
    expect(() => findBrowser(CHROMIUM, { CHROMIUM_PATH: join(folder, "none") })).toThrow(
      /CHROMIUM_PATH is set to .*none, which cannot be run/,
    );
  });

  it("is found on the PATH", () => {
    const installed = program("bin/google-chrome");
    expect(findBrowser(CHROMIUM, { PATH: join(folder, "bin") })).toBe(installed);
  });
});

describe("the console of a test", () => {
  it("may be observed by a spy of the test", () => {
    const heard = vi.spyOn(console, "warn").mockImplementation(() => {});
    console.warn("expected");
    expect(heard).toHaveBeenCalledWith("expected");
  });
});

describe("the parts of a long series", () => {
  it("have every case once together", () => {
    const all = [1, 2, 3, 4, 5, 6, 7];
    expect(sample(all, 3, "representative")).toEqual([1, 4, 7]);
    expect(sample(all, 3, "full")).toEqual([2, 3, 5, 6]);
    expect(casesOf(all, (one) => one > 5, "representative")).toEqual([6, 7]);
    expect(casesOf(all, (one) => one > 5, "full")).toEqual([1, 2, 3, 4, 5]);
  });

  it("are chosen by a variable, whose other values are errors", () => {
    expect([partOf({}), partOf({ TEST_PART: "full" })]).toEqual(["representative", "full"]);
    expect(() => partOf({ TEST_PART: "all" })).toThrow('not "all"');
  });

  it("are in the listed files and in no others", () => {
    const tests = filesBelow("tests").filter((path) => /\.(test|journey)\.tsx?$/.test(path) && path !== "tests/support.test.ts");
    const using = tests.filter((path) => /\b(LAYOUTS|sample\(|casesOf\(|partOf\()/.test(readText(path)));
    expect(using.sort()).toEqual([...LONG_SERIES.browser, ...LONG_SERIES.node].sort());
  });
});
