/**
 * Exports the routes of the web app and the bundles, for the server: immutable files, and the HTML page for every other
 * URL.
 */
import { join, normalize, sep } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PrerenderSource } from "../src/app/prerender.js";
import type { Bundles } from "./bundles.js";
import { BRAND_CSS, FIRST_SCREEN_SCRIPT, firstScreenScriptOf, styleSheetOf, withFrame, withoutFormFiles } from "./frame.js";
import { fillPage, pageData, type WebApp } from "./page.js";
import { pathOf } from "./path-of.js";
import type { Csrf } from "./plugins/csrf.js";
import { nonceOf } from "./plugins/headers.js";
import { hasSession } from "./plugins/session-cookies.js";
import type { Prerendering } from "./prerendering.js";
import { createDocuments, IMMUTABLE, REVALIDATE, type StaticFiles } from "./static-files.js";

export interface WebOptions {
  readonly bundles: Bundles;
  readonly files: StaticFiles;
  readonly webApp: WebApp | null;
  readonly csrf: Csrf;
  readonly development: boolean;
  /** Null where the development server renders every page in the browser. */
  readonly prerendering: Prerendering | null;
  readonly visitorQueries: (request: FastifyRequest) => PrerenderSource["query"];
  readonly brandOf: (request: FastifyRequest) => string | null;
}

/** URLs that belong to no screen: missing files, other servers' paths, path traversal, and URLs that a browser reads as a host. */
const NOT_A_SCREEN = /^\/(assets|bundles|api)\/|^\/\/|\.[a-z0-9]{2,5}$|(^|\/)\.|%(2e|2f|5c|00)|\\/i;

export function registerWebRoutes(app: FastifyInstance, options: WebOptions): void {
  const { bundles, files } = options;
  const sendDocument = createDocuments();

  app.get<{ Params: { slug: string } }>("/bundles/:slug/current.json", async ({ params }, reply) => {
    const bundle = bundles.active(params.slug);
    return bundle ? reply.header("cache-control", "no-cache").send({ hash: bundle.hash }) : sendNotFound(reply);
  });
  app.get<{ Params: { slug: string; hash: string } }>(`/bundles/:slug/:hash/${BRAND_CSS}`, async ({ params }, reply) => {
    const bundle = await bundles.published(params.slug, params.hash);
    if (bundle === null) return sendNotFound(reply);
    return reply.header("content-type", "text/css; charset=utf-8").header("cache-control", IMMUTABLE).send(styleSheetOf(bundle));
  });
  app.get<{ Params: { slug: string; hash: string } }>(`/bundles/:slug/:hash/${FIRST_SCREEN_SCRIPT}`, async ({ params }, reply) => {
    const bundle = await bundles.published(params.slug, params.hash);
    if (bundle === null) return sendNotFound(reply);
    return reply
      .header("content-type", "text/javascript; charset=utf-8")
      .header("cache-control", IMMUTABLE)
      .send(firstScreenScriptOf(bundle));
  });
  app.get<{ Params: { slug: string; hash: string; "*": string } }>("/bundles/:slug/:hash/*", async (request, reply) => {
    const path = bundles.file(request.params.slug, request.params.hash, request.params["*"]);
    return path && (await files.send(request, reply, path, IMMUTABLE)) ? reply : sendNotFound(reply);
  });
  app.get("/*", async (request, reply) => {
    const path = pathOf(request.url);
    if (await builtFile(request, reply, path, options)) return reply;
    if (path !== "/index.html" && NOT_A_SCREEN.test(path)) return sendNotFound(reply);
    const html = await page(request, reply, options);
    if (html === null) return sendNotFound(reply);
    await sendDocument(request, reply, html);
    return reply;
  });
}

/**
 * Serves a file of the build: hashed names under `/assets/` are immutable, the others (icon, manifest) are revalidated.
 */
async function builtFile(request: FastifyRequest, reply: FastifyReply, path: string, { webApp, files }: WebOptions): Promise<boolean> {
  if (!webApp?.folder || path === "/" || path === "/index.html" || /%|\0|\\/.test(path)) return false;
  const file = normalize(join(webApp.folder, path));
  if (!file.startsWith(webApp.folder + sep) || file.split(sep).some((part) => part.startsWith(".") && part.length > 1)) return false;
  return files.send(request, reply, file, path.startsWith("/assets/") ? IMMUTABLE : REVALIDATE);
}

/** The HTML of the page at the request's address; null where no brand or no app is served. */
async function page(request: FastifyRequest, reply: FastifyReply, options: WebOptions): Promise<string | null> {
  const slug = options.brandOf(request);
  const bundle = slug && options.bundles.active(slug);
  if (!bundle || !options.webApp) return null;
  const html = await options.webApp.html(request.url);
  options.csrf.issue(request, reply);
  const path = pathOf(request.url);
  const isSignedIn = hasSession(request);
  const journey = bundle.journeyOf(path, isSignedIn);
  // An address with a query may contain a token, and a session has its own data.
  const isPublic = !isSignedIn && !request.url.includes("?");
  const prerendered = isPublic ? await (options.prerendering?.pageOf(bundle, path, options.visitorQueries(request)) ?? null) : null;
  const data = pageData(bundle, options.development, prerendered);
  const first = { journey, title: prerendered?.title ?? null, isRedirect: journey !== bundle.journeyOf(path, true) };
  const filled = fillPage(html, data, first, options.development ? nonceOf(request.raw) : null);
  // In development the styles come with the scripts, so that nothing can be painted before them.
  if (options.development) return filled;
  const framed = withFrame(filled, bundle, prerendered ?? bundle.shellOf(path, isSignedIn));
  return isSignedIn ? withoutFormFiles(framed) : framed;
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.code(404).header("cache-control", "no-store").header("content-type", "text/plain; charset=utf-8").send("Not found");
}
