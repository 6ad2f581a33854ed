/** Exports how the journeys and the flow tool find a browser, for `chromium.ts` and the tests. */
import { delimiter, join } from "node:path";
import { isExecutable, requireProgram } from "./installed-program.js";

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
  /** How to install it by hand, where there is no apt-get. */
  readonly byHand: readonly string[];
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

/** The browser's path; see `requireProgram`. */
export function requireBrowser(browser: InstalledBrowser): string {
  const { name, aptPackages } = browser;
  const how = [
    `Browser tests need ${name}, and none was found.`,
    `  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y ${aptPackages.at(-1)}`,
    ...browser.byHand.map((line) => `  ${line}`),
    `  or point ${browser.variable} at one that is installed.`,
  ].join("\n");
  return requireProgram({ name, find: () => findBrowser(browser), aptPackages, how });
}
