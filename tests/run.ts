/**
 * Runs `npm test`: every check of the tree in two lanes side by side, then a table of the sections, the failures with their
 * reasons, and the sum on the last line. A failed section does not stop the run, and a section without a report counts as
 * failed, so that one run reports everything. `npm run test:full` runs the rest of the long series
 * (`tests/support/part.ts`). Words after the command select sections by their titles.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partOf } from "./support/part.js";
import { type Count, countReport, type Failure, failureOfCommand, failuresIn, flakyIn, formatFailures, plus } from "./support/report.js";

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

const words = process.argv.slice(2);
if (words.includes("--full")) process.env.TEST_PART = "full";

/**
 * The longest sections first: each lane takes the next one, so that the lanes end at about the same time. The journeys wait
 * often, for rendering and for the bank: what runs beside them uses that time.
 */
const SECTIONS: readonly Section[] =
  partOf() === "full"
    ? [
        vitest("other faults of the flows", "node"),
        vitest("other brands, widths and schemes", "browser"),
        vitest("sandbox on the embedded database", "embedded"),
        { title: "soak, 20 seconds", command: "tsx", args: ["bench/soak/main.ts", "--seconds", "20", "--depositors", "10"] },
      ]
    : [
        vitest("engine, gateway, sandbox, flows, architecture", "node"),
        // Before the journeys: their products reuse its proof.
        { title: "flow check", command: "node", args: ["src/cli/flows.mjs", "check", "--all"] },
        vitest("browser journeys", "browser"),
        // Outside of vitest, whose modules run them in twice the time.
        { title: "scenarios of every brand", command: "node", args: ["src/cli/flows.mjs", "test"] },
        vitest("runtime, theme, blocks, state", "dom", "snapshots"),
        { title: "types", command: "node", args: ["node_modules/typescript/bin/tsc", "--noEmit", "-p", "."] },
        vitest("upstream contract, against the sandbox", "contract"),
        { title: "lint", command: "biome", args: ["check", "--error-on-warnings", "."] },
      ];

/** The sections that run side by side: one for each of two cores. */
const LANES = 2;

/** Most objects of a test live briefly: a larger young generation halves the time of their collection. */
const NODE_OPTIONS = [process.env.NODE_OPTIONS, "--max-semi-space-size=64"].filter((options) => options !== undefined).join(" ");

const reports = mkdtempSync(join(tmpdir(), "passbook-test-"));

interface Result {
  readonly count: Count;
  readonly failures: readonly Failure[];
  /** The tests that passed only when they were run again. */
  readonly flaky: readonly Failure[];
}

/** The length of a section's output that its failure shows. */
const KEPT = 20_000;

/** Runs a section, prints its output when it is complete, so that the lanes don't mix, and keeps the end of it. */
function run(section: Section): Promise<Result> {
  const report = join(reports, `${SECTIONS.indexOf(section)}.json`);
  const extra = section.reported ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : [];
  const bin = section.command === "node" ? process.execPath : join("node_modules", ".bin", section.command);
  const env = { ...process.env, NODE_OPTIONS, ...(process.stdout.isTTY ? { FORCE_COLOR: process.env.FORCE_COLOR ?? "1" } : {}) };
  return new Promise((resolve) => {
    const child = spawn(bin, [...section.args, ...extra], { stdio: ["ignore", "pipe", "pipe"], env, shell: process.platform === "win32" });
    const chunks: string[] = [];
    for (const from of [child.stdout, child.stderr]) from.setEncoding("utf8").on("data", (chunk: string) => void chunks.push(chunk));
    child.on("error", (error) => void chunks.push(`${error.message}\n`));
    child.on("close", (code) => {
      const whole = chunks.join("");
      process.stdout.write(`\n━━ ${section.title}\n${whole}`);
      const output = whole.slice(-KEPT);
      if (section.reported) {
        const read = readReport(report);
        resolve({ count: countReport(read, code), failures: failuresIn(section.title, read, code, output), flaky: flakyIn(read) });
      } else if (code === 0) resolve({ count: { passed: 1, failed: 0, skipped: 0 }, failures: [], flaky: [] });
      else resolve({ count: { passed: 0, failed: 1, skipped: 0 }, failures: [failureOfCommand(section.title, output)], flaky: [] });
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

const wanted = words.filter((word) => word !== "--full");
const isWanted = ({ title }: Section): boolean => wanted.length === 0 || wanted.some((word) => title.includes(word));
if (!SECTIONS.some(isWanted)) {
  process.stderr.write(`No section has that name. Sections: ${SECTIONS.map(({ title }) => title).join(" | ")}\n`);
  process.exit(2);
}

let total: Count = { passed: 0, failed: 0, skipped: 0 };
const lines: string[] = [];
const failures: Failure[] = [];
const flaky: Failure[] = [];

const waiting = SECTIONS.filter(isWanted);

/** Runs the sections that wait, one after another, until none is left. */
async function runLane(): Promise<void> {
  for (let section = waiting.shift(); section !== undefined; section = waiting.shift()) {
    const from = Date.now();
    const { count, failures: found, flaky: unsteady } = await run(section);
    total = plus(total, count);
    failures.push(...found);
    flaky.push(...unsteady);
    const seconds = ((Date.now() - from) / 1000).toFixed(1).padStart(6);
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    lines.push(
      `${count.failed === 0 ? "  ok  " : "FAILED"} ${seconds} s  ${section.title}: ${count.passed} passed, ${count.failed} failed${skipped}`,
    );
  }
}

const started = Date.now();
await Promise.all(Array.from({ length: LANES }, runLane));
rmSync(reports, { recursive: true, force: true });

const listed = (heading: string, found: readonly Failure[]): string =>
  found.length > 0 ? `━━ ${heading}\n${formatFailures(found)}\n` : "";
process.stdout.write(
  `\n━━ all, ${((Date.now() - started) / 1000).toFixed(1)} s\n${lines.join("\n")}\n\n${listed("failed, then passed when run again", flaky)}${listed("failed", failures)}${total.passed} passed, ${total.failed} failed\n`,
);
process.exitCode = total.failed === 0 ? 0 : 1;
