/**
 * Runs `npm test`: every check of the tree, section by section, then a table of the sections, the failures with their
 * reasons, and the sum on the last line. A failed section does not stop the run, and a section without a report counts as
 * failed, so that one run reports everything.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Count, countReport, type Failure, failureOfCommand, failuresIn, formatFailures, plus } from "./support/report.js";

interface Section {
  readonly title: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Vitest projects write a report that is counted test by test; any other command is one check. */
  readonly reported?: true;
}

const vitest = (title: string, ...projects: readonly string[]): Section => ({
  title,
  command: "vitest",
  args: ["run", ...projects.flatMap((project) => ["--project", project])],
  reported: true,
});

const SECTIONS: readonly Section[] = [
  { title: "types", command: "tsc", args: ["--noEmit", "-p", "."] },
  { title: "lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
  { title: "flow check", command: "node", args: ["src/cli/flows.mjs", "check", "--all"] },
  { title: "flow snapshots", command: "node", args: ["src/cli/flows.mjs", "snapshot"] },
  vitest("engine, gateway, sandbox, flows, architecture", "node"),
  vitest("sandbox on PostgreSQL, with concurrent clients", "postgres"),
  vitest("runtime, theme, blocks, state", "dom", "snapshots"),
  vitest("upstream contract, against the sandbox", "contract"),
  vitest("browser journeys", "browser"),
];

const reports = mkdtempSync(join(tmpdir(), "passbook-test-"));

interface Result {
  readonly count: Count;
  readonly failures: readonly Failure[];
}

/** The length of a section's output that its failure shows. */
const KEPT = 20_000;

/** Runs a section, prints its output as it comes, and keeps the end of it. */
function run(section: Section, index: number): Promise<Result> {
  const report = join(reports, `${index}.json`);
  const extra = section.reported ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const bin = section.command === "node" ? process.execPath : join("node_modules", ".bin", section.command);
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: process.env.FORCE_COLOR ?? "1" } : process.env;
  return new Promise((resolve) => {
    const child = spawn(bin, [...section.args, ...extra], { stdio: ["ignore", "pipe", "pipe"], env, shell: process.platform === "win32" });
    let output = "";
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      from.setEncoding("utf8").on("data", (chunk: string) => {
        to.write(chunk);
        output = (output + chunk).slice(-KEPT);
      });
    }
    child.on("error", (error) => {
      output += `${error.message}\n`;
      process.stdout.write(`${error.message}\n`);
    });
    child.on("close", (code) => {
      if (section.reported) {
        const read = readReport(report);
        resolve({ count: countReport(read, code), failures: failuresIn(section.title, read, code, output) });
      } else if (code === 0) resolve({ count: { passed: 1, failed: 0, skipped: 0 }, failures: [] });
      else resolve({ count: { passed: 0, failed: 1, skipped: 0 }, failures: [failureOfCommand(section.title, output)] });
    });
  });
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null; // Without a report, `countReport` counts a failure.
  }
}

const wanted = process.argv.slice(2);
const sections = wanted.length === 0 ? SECTIONS : SECTIONS.filter(({ title }) => wanted.some((word) => title.includes(word)));
if (sections.length === 0) {
  process.stderr.write(`No section is named so. Sections: ${SECTIONS.map(({ title }) => title).join(" | ")}\n`);
  process.exit(2);
}

let total: Count = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const failures: Failure[] = [];
for (const [index, section] of sections.entries()) {
  process.stdout.write(`\n━━ ${section.title}\n`);
  const from = Date.now();
  const { count, failures: found } = await run(section, index);
  total = plus(total, count);
  failures.push(...found);
  const seconds = ((Date.now() - from) / 1000).toFixed(1).padStart(6);
  const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
  lines.push(
    `${count.failed === 0 ? "  ok  " : "FAILED"} ${seconds} s  ${section.title}: ${count.passed} passed, ${count.failed} failed${skipped}`,
  );
}
rmSync(reports, { recursive: true, force: true });

process.stdout.write(
  `\n━━ all\n${lines.join("\n")}\n\n${failures.length > 0 ? `━━ failed\n${formatFailures(failures)}\n` : ""}${total.passed} passed, ${total.failed} failed\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
