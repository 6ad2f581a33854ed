/** Tests that the tests of the main defences fail without them: each runs once more with its defence removed. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { casesOf } from "../support/part.js";
import { ROOT } from "../support/sources.js";
import { DEFENCES, type Defence } from "./defences.js";

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[] }[];
}

/** The results of the defence's test in a process of its own, without the defence. */
async function resultsWithout({ name, test: { file, title } }: Defence): Promise<readonly { fullName: string; status: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), "passbook-defence-"));
  const report = join(folder, "report.json");
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const args = [
    "run",
    "--config",
    "tests/security/removed-defence.config.ts",
    file,
    "-t",
    pattern,
    "--reporter=json",
    `--outputFile=${report}`,
  ];
  const env = { ...process.env, REMOVED_DEFENCE: name, POSTGRES_AT: inject("postgresAt"), VITEST_POOL_ID: "", VITEST_WORKER_ID: "" };
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

it.each(casesOf(DEFENCES, (_defence, index) => index === 0).map((defence) => [defence.name, defence] as const))(
  "the test fails without %s",
  async (_name, defence) => {
    const results = await resultsWithout(defence);
    expect(results.map(({ fullName, status }) => `${status}: ${fullName}`)).toEqual(results.map(({ fullName }) => `failed: ${fullName}`));
  },
  180_000,
);
