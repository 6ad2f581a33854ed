/**
 * Exports Chromium for the browser journeys: an installed one, else one that the package manager installs, else an
 * error that says what to do. The journeys are never skipped for lack of a browser.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"];
const ON_A_MAC = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const IN_A_CACHE = ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium"];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers that `npx playwright install chromium` installed, newest first. */
function cached(env: NodeJS.ProcessEnv): string[] {
  const folders = [env.PLAYWRIGHT_BROWSERS_PATH, join(homedir(), ".cache/ms-playwright"), join(homedir(), "Library/Caches/ms-playwright")];
  return folders.flatMap((folder) => {
    if (!folder || !existsSync(folder)) return [];
    const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name));
    versions.sort((a, b) => Number(b.split("-")[1]) - Number(a.split("-")[1]));
    return versions.flatMap((version) => IN_A_CACHE.map((file) => join(folder, version, file)));
  });
}

/** The path of an installed browser, or null. `CHROMIUM_PATH` takes precedence; a wrong one is an error. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env.CHROMIUM_PATH) {
    if (!runs(env.CHROMIUM_PATH)) throw new Error(`CHROMIUM_PATH is set to ${env.CHROMIUM_PATH}, which cannot be run.`);
    return env.CHROMIUM_PATH;
  }
  const onPath = (env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const usual = NAMES.map((name) => join("/usr/bin", name));
  return [...onPath, ...usual, ...ON_A_MAC, ...cached(env)].find(runs) ?? null;
}

const HOW = [
  "The browser journeys need Chromium, and none was found.",
  "  Debian, Ubuntu:  sudo apt-get update && sudo apt-get install -y chromium",
  "  any system:      npx playwright-core install chromium",
  "  or point CHROMIUM_PATH at a Chromium, Chrome or Edge that is installed.",
].join("\n");

/** The browser's path; installs it first where that needs no confirmation (root and apt-get). */
export function requireChromium(printLine: (line: string) => void = (line) => process.stderr.write(`${line}\n`)): string {
  const found = findChromium();
  if (found) return found;
  const root = process.getuid?.() === 0;
  if (!root || !runs("/usr/bin/apt-get")) throw new Error(HOW);
  printLine("No Chromium here: installing it with apt-get ...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const step of [["update"], ["install", "-y", "--no-install-recommends", "chromium"]]) {
    const { status } = spawnSync("apt-get", step, { stdio: ["ignore", "ignore", "inherit"], env });
    if (status !== 0) throw new Error(`apt-get ${step.join(" ")} failed.\n${HOW}`);
  }
  const installed = findChromium();
  if (!installed) throw new Error(`apt-get installed chromium, and it still cannot be found.\n${HOW}`);
  return installed;
}

/** Starts the browser without background network requests, with these further arguments. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    headless: true,
    // Off, because it does not work as root or in most containers, and the journeys open only the product's own pages.
    chromiumSandbox: false,
    args: [
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--disable-dev-shm-usage",
      ...more,
    ],
  });
}
