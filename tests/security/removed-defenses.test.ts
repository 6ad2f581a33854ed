/** Tests that the tests of the main defenses fail without them: each runs once more with its defense removed. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { casesOf } from "../support/part.js";
import { ROOT } from "../support/sources.js";
import { DEFENSES, type Defense } from "./defenses.js";

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[] }[];
}

/** The results of the defense's test in a separate process, without the defense. */
async function resultsWithout({ name, test: { file, title } }: Defense): Promise<readonly { fullName: string; status: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), "passbook-defense-"));
  const report = join(folder, "report.json");
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const args = [
    "run",
    "--config",
    "tests/security/removed-defense.config.ts",
    file,
    "-t",
    pattern,
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const env = { ...process.env, REMOVED_DEFENSE: name, POSTGRES_AT: inject("postgresAt"), VITEST_POOL_ID: "", VITEST_WORKER_ID: "" };
  const child = spawn(join(ROOT, "node_modules/.bin/vitest"), args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => void (output += String(text)));
  await new Promise((resolve) => child.once("close", resolve));
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const ran = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => ["passed", "failed"].includes(status));
    if (ran.length === 0) throw new Error("no test has this title");
    return ran;
  } catch (error) {
    throw new Error(`${name}: ${String(error)}\n${output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.each(casesOf(DEFENSES, (_defense, index) => index === 0).map((defense) => [defense.name, defense] as const))(
  "the test fails without %s",
  async (_name, defense) => {
    const results = await resultsWithout(defense);
    expect(results.map(({ fullName, status }) => `${status}: ${fullName}`)).toEqual(results.map(({ fullName }) => `failed: ${fullName}`));
  },
  180_000,
);
