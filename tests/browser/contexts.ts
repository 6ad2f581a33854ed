/**
 * Exports the browser contexts of the journeys' visitors. Chromium's are used again with their page, once their data is
 * deleted: in a new context, the browser starts a process, requests every file and compiles the whole app again.
 */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { product } from "./bank.js";

/** A page in a context without any stored data. */
export interface EmptyPage {
  readonly context: BrowserContext;
  readonly page: Page;
}

export interface Contexts {
  take(options: BrowserContextOptions & { readonly baseURL: string }): Promise<EmptyPage>;
  /** Called when the visitor has left. */
  giveBack(context: BrowserContext): Promise<void>;
}

/** A new context for each visitor. */
export function newContexts(browser: Browser): Contexts {
  return {
    async take(options) {
      const context = await browser.newContext(options);
      return { context, page: await context.newPage() };
    },
    giveBack: (context) => context.close(),
  };
}

/** A document of the product's origin without the app. */
export const WITHOUT_APP = "/healthz";

/** Runs in the page: deletes the storage of its origin. Returns its globals: a script for every document, such as a clock, leaves one. */
function emptyStorage(): string {
  localStorage.clear();
  sessionStorage.clear();
  return Object.getOwnPropertyNames(globalThis).join(" ");
}

/** What a context began with. */
interface Beginning {
  readonly key: string;
  readonly page: Page;
  readonly globals: string;
}

/** Contexts that are used again by visitors with the same options. */
export function reusedContexts(browser: Browser): Contexts {
  const beginnings = new Map<BrowserContext, Beginning>();
  const free = new Map<string, BrowserContext[]>();

  async function opened(key: string, options: BrowserContextOptions): Promise<EmptyPage> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(WITHOUT_APP);
    beginnings.set(context, { key, page, globals: await page.evaluate(emptyStorage) });
    return { context, page };
  }

  /** Returns the page to its beginning; false when something has changed it for good. */
  async function isEmptied(context: BrowserContext, { page, globals }: Beginning): Promise<boolean> {
    for (const other of context.pages()) if (other !== page) await other.close();
    if (page.isClosed()) return false;
    await context.setOffline(false);
    await page.unrouteAll({ behavior: "wait" });
    await page.goto(WITHOUT_APP);
    await page.emulateMedia({ colorScheme: "light" });
    await context.clearCookies();
    await context.clearPermissions();
    const debug = await context.newCDPSession(page);
    const { port, sandboxPort } = product();
    for (const each of [port, sandboxPort])
      await debug.send("Storage.clearDataForOrigin", { origin: `http://localhost:${each}`, storageTypes: "all" });
    await debug.send("Page.resetNavigationHistory");
    await debug.detach();
    // After the page has reported what happened in it.
    for (const event of ["console", "pageerror", "request", "download"]) page.removeAllListeners(event);
    return (await page.evaluate(emptyStorage)) === globals;
  }

  return {
    async take(options) {
      const key = JSON.stringify(options);
      const context = free.get(key)?.pop();
      const beginning = context && beginnings.get(context);
      return beginning === undefined || context === undefined ? opened(key, options) : { context, page: beginning.page };
    },
    async giveBack(context) {
      const beginning = beginnings.get(context);
      if (beginning === undefined) throw new Error("The context is not one of these");
      if (await isEmptied(context, beginning)) free.set(beginning.key, [...(free.get(beginning.key) ?? []), context]);
      else {
        beginnings.delete(context);
        await context.close();
      }
    },
  };
}
