/**
 * Exports the prerendering of the page for the web routes: the first screen of a visitor without a session, rendered at most
 * every two seconds for each path of a bundle, with the upstream's answers to queries that need no session.
 */
import type { FastifyBaseLogger } from "fastify";
import type { Prerender, Prerendered, PrerenderSource } from "../src/app/prerender.js";
import type { ActiveBundle } from "./bundles.js";
import { visitedPath } from "./visited-path.js";

export interface PrerenderingOptions {
  /** The module that the build has made of `src/app/prerender.tsx`. */
  readonly prerender: Prerender;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, "error">;
}

export interface Prerendering {
  /** The page of a visitor at a path; null where the browser renders it alone. Never rejects. */
  pageOf(bundle: ActiveBundle, path: string, query: PrerenderSource["query"]): Promise<Prerendered | null>;
}

/** How long a page is used: the upstream's answers, and dates in texts, change. In milliseconds. */
const PAGE_AGE = 2_000;
/** How long a page without a screen is used: the upstream may answer soon. */
const MISSING_AGE = 5_000;
/** The longest that a document waits for its screen, in milliseconds. */
const RENDER_LIMIT = 1_000;

interface Page {
  readonly rendered: Promise<Prerendered | null>;
  until: number;
}

export function createPrerendering({ prerender, now, log }: PrerenderingOptions): Prerendering {
  const pages = new WeakMap<ActiveBundle, Map<string, Page>>();

  function render(bundle: ActiveBundle, path: string, query: PrerenderSource["query"]): Page {
    const { core, journey } = bundle.content;
    const rendered = prerender(path, { core, journey, query, now: now() }).catch((error: unknown) => {
      log.error({
        event: "prerender",
        brand: bundle.slug,
        path,
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      return null;
    });
    const page: Page = { rendered, until: now() + MISSING_AGE };
    void rendered.then((found) => {
      page.until = now() + (found === null ? MISSING_AGE : PAGE_AGE);
    });
    return page;
  }

  return {
    async pageOf(bundle, path, query) {
      const visited = visitedPath(bundle.content.core, path, now());
      if (visited === null) return null;
      const ofBundle = pages.get(bundle) ?? new Map<string, Page>();
      pages.set(bundle, ofBundle);
      const known = ofBundle.get(visited);
      const page = known !== undefined && now() < known.until ? known : render(bundle, visited, query);
      ofBundle.set(visited, page);
      return within(RENDER_LIMIT, page.rendered);
    },
  };
}

/** The value of a promise, or null when it takes longer. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
