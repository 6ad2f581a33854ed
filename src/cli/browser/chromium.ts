/**
 * Exports Chromium for the journeys and for `flows test --browser`: its headless shell, else Chromium, Chrome or Edge. The shell has no windows and
 * no profiles, and takes two thirds of the CPU of the browser without a window.
 */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { type InstalledBrowser, requireBrowser } from "./installed-browser.js";

const ON_A_MAC = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const IN_A_CACHE = ["chrome-linux/chrome", "chrome-linux64/chrome", "chrome-mac/Chromium.app/Contents/MacOS/Chromium"];

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

/** Where Chromium may be on this machine, the headless shell first, and how to install it. `CHROMIUM_PATH` wins. */
export const CHROMIUM: InstalledBrowser = {
  name: "Chromium",
  variable: "CHROMIUM_PATH",
  programs: ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge"],
  elsewhere: (env) => [...ON_A_MAC, ...cached(env)],
  aptPackages: ["chromium-headless-shell", "chromium"],
  byHand: ["any system:      npx playwright-core install chromium"],
};

/** Starts the browser without background network requests, with these further arguments. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: requireBrowser(CHROMIUM),
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
