/**
 * Exports the server of static files and of documents, for the web routes: the built web app and the bundles, read and
 * compressed once, then served from memory; and the HTML pages.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};
const COMPRESSED = new Set([".css", ".html", ".js", ".json", ".map", ".svg", ".txt", ".webmanifest"]);

interface CachedFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

export const IMMUTABLE = "public, max-age=31536000, immutable";
export const REVALIDATE = "no-cache";

/** Serves files by their path on disk. */
export interface StaticFiles {
  /**
   * Sends the file with the best compression that the browser accepts; returns false when there is no such file. (It
   * does not return the reply, because awaiting a reply waits for its end.)
   */
  send(request: FastifyRequest, reply: FastifyReply, path: string, caching: typeof IMMUTABLE | typeof REVALIDATE): Promise<boolean>;
}

export function createStaticFiles(): StaticFiles {
  const cache = new Map<string, Promise<CachedFile | null>>();
  return {
    async send(request, reply, path, caching) {
      // Only files that never change under their URL are served from the cache.
      const reading = (caching === IMMUTABLE ? cache.get(path) : undefined) ?? read(path);
      if (caching === IMMUTABLE) cache.set(path, reading);
      const file = await reading;
      if (!file) {
        cache.delete(path);
        return false;
      }
      reply.header("content-type", file.type).header("cache-control", caching).header("etag", file.etag).header("vary", "accept-encoding");
      if (request.headers["if-none-match"] === file.etag) reply.code(304).send();
      else sendBody(reply, file, request.headers["accept-encoding"] ?? "");
      return true;
    },
  };
}

/** The text of a document, compressed once. */
type Body = Pick<CachedFile, "plain" | "brotli" | "gzip">;

/** How many documents are kept compressed: more than a brand has screens that visitors open. */
const MOST_DOCUMENTS = 64;

/**
 * Sends documents with the best compression that the browser accepts. A compressed response must not contain a secret beside
 * text that its request chooses: its length would disclose the secret (BREACH). Documents contain neither (ARCHITECTURE.md).
 */
export function createDocuments(): (request: FastifyRequest, reply: FastifyReply, html: string) => Promise<void> {
  const known = new Map<string, Promise<Body>>();
  return async (request, reply, html) => {
    const body = known.get(html) ?? compressed(Buffer.from(html), false);
    known.delete(html);
    known.set(html, body);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size > MOST_DOCUMENTS) known.delete(oldest);
    reply.header("content-type", "text/html; charset=utf-8").header("cache-control", REVALIDATE).header("vary", "accept-encoding");
    sendBody(reply, await body, request.headers["accept-encoding"] ?? "");
  };
}

function sendBody(reply: FastifyReply, file: Body, accepted: string): void {
  if (file.brotli && /\bbr\b/.test(accepted)) reply.header("content-encoding", "br").send(file.brotli);
  else if (file.gzip && /\bgzip\b/.test(accepted)) reply.header("content-encoding", "gzip").send(file.gzip);
  else reply.send(file.plain);
}

async function read(path: string): Promise<CachedFile | null> {
  let plain: Buffer;
  try {
    plain = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return null;
    throw error;
  }
  const ending = extname(path).toLowerCase();
  return {
    type: TYPES[ending] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 24)}"`,
    ...(await compressed(plain, !COMPRESSED.has(ending))),
  };
}

/** A body that is small, or compressed already (`isFinal`), is sent as it is. */
async function compressed(plain: Buffer, isFinal: boolean): Promise<Body> {
  if (isFinal || plain.length < 1024) return { plain, brotli: null, gzip: null };
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(plain),
  ]);
  return { plain, brotli, gzip: zipped };
}
