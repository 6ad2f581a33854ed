/**
 * Exports how the journeys find a browser: an installed one, else one that the package manager installs, else an error that
 * says what to do. The journeys are never skipped for lack of a browser.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export interface InstalledBrowser {
  /** As in messages. */
  readonly name: string;
  /** The environment variable with its path. */
  readonly variable: string;
  /** Its programs, the preferred one first. */
  readonly programs: readonly string[];
  /** Paths outside of the PATH, computed from the environment. */
  readonly elsewhere: (env: NodeJS.ProcessEnv) => readonly string[];
  /** The packages of Debian and Ubuntu, the preferred one first. */
  readonly aptPackages: readonly [string, ...string[]];
  /** How to install it where there is no apt-get. */
  readonly otherwise: readonly string[];
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of an installed browser, or null. The variable takes precedence; a wrong one is an error. */
export function findBrowser(browser: InstalledBrowser, env: NodeJS.ProcessEnv = process.env): string | null {
  const given = env[browser.variable];
  if (given) {
    if (!isExecutable(given)) throw new Error(`${browser.variable} is set to ${given}, which cannot be run.`);
    return given;
  }
  const folders = [...(env.PATH ?? "").split(delimiter), "/usr/bin"];
  const usual = folders.flatMap((folder) => browser.programs.map((program) => join(folder, program)));
  return [...usual, ...browser.elsewhere(env)].find(isExecutable) ?? null;
}

/** The browser's path; installs it first where that needs no confirmation (root and apt-get). */
export function requireBrowser(
  browser: InstalledBrowser,
  printLine: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): string {
  const found = findBrowser(browser);
  if (found) return found;
  const { name, aptPackages } = browser;
  const how = [
    `The browser journeys need ${name}, and none was found.`,
    `  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y ${aptPackages.at(-1)}`,
    ...browser.otherwise.map((line) => `  ${line}`),
    `  or point ${browser.variable} at one that is installed.`,
  ].join("\n");
  const root = process.getuid?.() === 0;
  if (!root || !isExecutable("/usr/bin/apt-get")) throw new Error(how);
  printLine(`No ${name} here: installing it with apt-get ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...args: readonly string[]): boolean =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  if (!run("update")) throw new Error(`apt-get update failed.\n${how}`);
  if (!aptPackages.some((one) => run("install", "-y", "--no-install-recommends", one))) throw new Error(`apt-get install failed.\n${how}`);
  const installed = findBrowser(browser);
  if (!installed) throw new Error(`apt-get installed ${name}, and it still cannot be found.\n${how}`);
  return installed;
}
