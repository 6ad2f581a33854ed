/** Exports what happens around a page while time passes: the depositor types or is away, another tab or the provider's frame acts. For `playWalk`. */
import type { BrowserContext, Page } from "playwright-core";
import type { Json } from "../../language/definition.js";
import type { Meanwhile } from "../../scenarios/scenario.js";

/** The longest part of a wait during which nothing is answered, in milliseconds. */
const PART = 5_000;

/** How often a depositor who types touches the page, in milliseconds. */
const TYPING_PAUSE = 1_000;

/** Where the tabs of a browser report what they have changed (`src/app/other-tabs.ts`). */
const CHANGES = "passbook.changes";

/** How far the page's clock goes between two comparisons, in milliseconds: a page that waits before it redirects is compared a few times only. */
const TICK = 100;

/** How long the machine waits meanwhile, in milliseconds. */
const PAUSE = 25;

/** Longer than a machine takes from one call to the next, in milliseconds. */
const BEFORE = 60_000;

/** Call before the first page: its clock stays at `time` (epoch milliseconds), however long the machine takes, until `tick` or a wait. */
export async function stopClock(page: Page, time: number): Promise<void> {
  // Playwright pauses only at a time that is still to come.
  await page.clock.install({ time: time - BEFORE });
  await page.clock.pauseAt(time);
}

/** Gives the page some of its own time, for what it delays, and of the machine's, for answers to arrive. */
export async function tick(page: Page): Promise<void> {
  await Promise.all([new Promise((resolve) => setTimeout(resolve, PAUSE)), page.clock.runFor(TICK)]);
}

/** Epoch milliseconds. */
export const pageTime = (page: Page): Promise<number> => page.evaluate(() => Date.now());

/**
 * Until the page's clock shows `end`. `settled`: resolves when the page has the answers to what it has sent.
 */
export async function wait(
  page: Page,
  end: number,
  meanwhile: Exclude<Meanwhile, "left"> | undefined,
  settled: () => Promise<void>,
): Promise<void> {
  if (meanwhile === "hidden") await cover(page, true);
  const part = meanwhile === "typing" ? TYPING_PAUSE : PART;
  for (let left = end - (await pageTime(page)); left > 0; left = end - (await pageTime(page))) {
    await page.clock.runFor(Math.min(left, part));
    await settled();
    // A key that enters nothing.
    if (meanwhile === "typing") await page.keyboard.press("Shift");
  }
  if (meanwhile === "hidden") await cover(page, false);
}

/** A page without a window is always visible: another tab covers it, or no longer does. */
async function cover(page: Page, isCovered: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    },
    isCovered ? "hidden" : "visible",
  );
}

/**
 * The browser freezes the page in its back/forward cache, so that no timer fires, and shows it again. `duration`: from the
 * time at which the page is left, in milliseconds. Returns when the page is shown again.
 */
export async function leave(page: Page, duration: number): Promise<number> {
  const left = await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    // The page has read the clock before this.
    return Date.now();
  });
  const end = left + duration;
  await page.clock.setSystemTime(Math.max(end, await pageTime(page)));
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.clock.runFor(1);
  return end;
}

interface OtherTabChange {
  /** Fields of answers that the page requests again. */
  readonly requested: readonly string[];
  /** The entries of the local storage with what all tabs share. */
  readonly entries: readonly (readonly [key: string, text: string])[];
}

/** A second page of the same browser, at this address, changes what both know. */
export async function changeInOtherTab(context: BrowserContext, address: string, { requested, entries }: OtherTabChange): Promise<void> {
  const other = await context.newPage();
  try {
    // An empty page of the product's origin: the app is not needed to share its storage.
    await other.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "" }));
    await other.goto(address);
    await other.evaluate(
      ([key, changed, shared]) => {
        for (const [name, text] of shared) window.localStorage.setItem(name, text);
        if (changed.length === 0) return;
        const present = JSON.parse(window.localStorage.getItem(key) ?? "{}") as Record<string, unknown>;
        const stamps = Object.fromEntries(changed.map((field) => [field, window.crypto.getRandomValues(new Uint32Array(2)).join("-")]));
        window.localStorage.setItem(key, JSON.stringify({ ...present, ...stamps }));
      },
      [CHANGES, requested, entries] as [string, string[], [string, string][]],
    );
  } finally {
    await other.close();
  }
}

/** Answers the address of an embedded provider with an empty page of its origin, which can post its messages. */
export async function serveProvider(page: Page, product: string): Promise<void> {
  await page.route(
    (url) => url.origin !== product,
    (route) => route.fulfill({ contentType: "text/html", body: "<title>Provider</title>" }),
  );
}

/** The provider's frame posts its message; null when the depositor leaves it. Returns why it can't; null when it did. `grace`: how long the page waits for a success after it. */
export async function postFromProvider(page: Page, message: Json, grace: number): Promise<string | null> {
  const frame = await page.waitForSelector(".pb-provider iframe", { state: "attached" });
  const content = await frame.contentFrame();
  if (content === null) return "The frame of the provider has no page.";
  await content.waitForLoadState("load");
  const received = await page.evaluateHandle(() => ({
    message: new Promise<void>((resolve) => window.addEventListener("message", () => resolve(), { once: true })),
  }));
  const text = JSON.stringify(message ?? { action: "exit" });
  await content.evaluate((posted) => window.parent.postMessage(posted, "*"), text);
  // The app listens longer, so that it has started its timer when this listener is called.
  await received.evaluate(({ message: arrived }) => arrived);
  if (message === null) await page.clock.runFor(grace);
  return null;
}
