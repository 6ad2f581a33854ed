/** Exports a temporary copy of the shipped definitions, for tests of the flow tool that change them. */
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/sources.js";

const SCENARIOS = "flows/scenarios";
/** The files there without scenarios: what operations answer in all of them, and the declared equivalents of `flows mutate`. */
const OTHERS: readonly string[] = ["answers.json", "equivalents.json"];

/**
 * Copies the definitions to a new folder; its user removes it. `scenarios` replaces the files of scenarios, by their names:
 * a command reads or runs all of them, which takes longer than what most tests are about.
 */
export async function copyDefinitions(scenarios?: Readonly<Record<string, object>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "passbook-definitions-"));
  for (const part of ["flows", "schemas", "gateway/schema.graphql"]) await cp(join(ROOT, part), join(root, part), { recursive: true });
  if (scenarios === undefined) return root;
  for (const name of await readdir(join(root, SCENARIOS))) if (!OTHERS.includes(name)) await rm(join(root, SCENARIOS, name));
  for (const [name, content] of Object.entries(scenarios)) await writeFile(join(root, SCENARIOS, name), JSON.stringify(content));
  return root;
}
