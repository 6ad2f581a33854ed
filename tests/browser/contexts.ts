/**
 * Exports the browser contexts of the journeys' visitors. Chromium's are used again once their data is deleted: in a new
 * context, the browser starts a process, requests every file and compiles the whole app again.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { product } from "./bank.js";

export interface Contexts {
  /** A context without any stored data. */
  take(options: BrowserContextOptions & { readonly baseURL: string }): Promise<BrowserContext>;
  /** Closes the pages of a context that its visitor has left. */
  giveBack(context: BrowserContext): Promise<void>;
}

/** A new context for each visitor. */
export function newContexts(browser: Browser): Contexts {
  return { take: (options) => browser.newContext(options), giveBack: (context) => context.close() };
}

/** A context with a page that stays open, which keeps the process of the site. */
interface Kept {
  readonly key: string;
  readonly page: Page;
  readonly debugger: CDPSession;
}

/** A document of the product's origin without the app. */
export const WITHOUT_APP = "/healthz";

/** Runs in the page that stays: deletes the storage of the origin. Returns whether the context's clock is still the machine's. */
function emptyStorage(): boolean {
  localStorage.clear();
  return Function.prototype.toString.call(Date).includes("[native code]");
}

/** Contexts that are used again by visitors with the same options, except for the size of the window. */
export function reusedContexts(browser: Browser): Contexts {
  const kept = new Map<BrowserContext, Kept>();
  const free = new Map<string, BrowserContext[]>();

  async function opened(key: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(WITHOUT_APP);
    kept.set(context, { key, page, debugger: await context.newCDPSession(page) });
    return context;
  }

  return {
    async take({ viewport, ...options }) {
      const key = JSON.stringify(options);
      return free.get(key)?.pop() ?? (await opened(key, options));
    },
    async giveBack(context) {
      const own = kept.get(context);
      if (own === undefined) throw new Error("The context is not one of these");
      for (const page of context.pages()) if (page !== own.page) await page.close();
      await context.clearCookies();
      await context.clearPermissions();
      await context.setOffline(false);
      const { port, sandboxPort } = product();
      for (const each of [port, sandboxPort])
        await own.debugger.send("Storage.clearDataForOrigin", { origin: `http://localhost:${each}`, storageTypes: "all" });
      if (await own.page.evaluate(emptyStorage)) {
        free.set(own.key, [...(free.get(own.key) ?? []), context]);
        return;
      }
      kept.delete(context);
      await context.close();
    },
  };
}
