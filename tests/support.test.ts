import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findChromium } from "./support/chromium.js";
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
    expect(findChromium({ CHROMIUM_PATH: named, PATH: "" })).toBe(named);
    expect(() => findChromium({ CHROMIUM_PATH: join(folder, "none") })).toThrow(/CHROMIUM_PATH is set to .*none, which cannot be run/);
  });

  it("is found on the PATH", () => {
    const installed = program("bin/google-chrome");
    expect(findChromium({ PATH: join(folder, "bin") })).toBe(installed);
  });
});

describe("the console of a test", () => {
  it("may be listened to by a spy of its own", () => {
    const heard = vi.spyOn(console, "warn").mockImplementation(() => {});
    console.warn("expected");
    expect(heard).toHaveBeenCalledWith("expected");
  });
});
