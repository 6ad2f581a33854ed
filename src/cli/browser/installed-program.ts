/**
 * Exports how the tests and the flow tool get a program of another package (a browser, PostgreSQL, Redis): an installed one, else one that the
 * package manager installs, else an error that says what to do. Nothing is skipped because a program is missing.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

export interface InstalledProgram {
  /** As in messages. */
  readonly name: string;
  /** Its path, or null where it is not installed. */
  readonly find: () => string | null;
  /** The packages of Debian and Ubuntu, the preferred one first. */
  readonly aptPackages: readonly [string, ...string[]];
  /** The instructions where it cannot be installed without a prompt. */
  readonly how: string;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of the program; installs it first where that needs no confirmation (root and apt-get). Throws with `how` where it cannot. */
export function requireProgram(
  { name, find, aptPackages, how }: InstalledProgram,
  printLine: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): string {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !isExecutable("/usr/bin/apt-get")) throw new Error(how);
  printLine(`No ${name} here: installing it with apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]): boolean =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  if (!run("update")) throw new Error(`apt-get update failed.\n${how}`);
  if (!aptPackages.some((one) => run("install", "-y", "--no-install-recommends", one))) throw new Error(`apt-get install failed.\n${how}`);
  const installed = find();
  if (!installed) throw new Error(`apt-get installed ${name}, and it still cannot be found.\n${how}`);
  return installed;
}
