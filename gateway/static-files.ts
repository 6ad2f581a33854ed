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
  readonly tag: string;
  readonly plain: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

export const IMMUTABLE = "public, max-age=31536000, immutable";
export const REVALIDATE = "no-cache";
/** A document carries the visitor's CSRF cookie, and a session's differs from a visitor's: no shared cache stores it. */
const DOCUMENT = "private, no-cache";

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
      let file: CachedFile | null = null;
      try {
        file = await reading;
      } finally {
        // The cache keeps files only: anybody may ask for any number of other paths, and what failed may succeed later.
        if (!file) cache.delete(path);
      }
      if (!file) return false;
      const body = bodyFor(file, request.headers["accept-encoding"] ?? "");
      // A strong tag differs by coding (RFC 9110, 8.8.3.3).
      const tag = `"${file.tag}${body.coding === null ? "" : `-${body.coding}`}"`;
      reply.header("content-type", file.type).header("cache-control", caching).header("etag", tag).header("vary", "accept-encoding");
      if (matches(request.headers["if-none-match"] ?? "", tag)) reply.code(304).send();
      else sendBody(reply, body);
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
    reply.header("content-type", "text/html; charset=utf-8").header("cache-control", DOCUMENT).header("vary", "accept-encoding");
    sendBody(reply, bodyFor(await body, request.headers["accept-encoding"] ?? ""));
  };
}

interface CodedBody {
  readonly coding: "br" | "gzip" | null;
  readonly bytes: Buffer;
}

/** The body in the best coding of a text and of an `Accept-Encoding` header. */
function bodyFor({ plain, brotli, gzip: zipped }: Body, accepted: string): CodedBody {
  if (brotli && accepts(accepted, "br")) return { coding: "br", bytes: brotli };
  if (zipped && accepts(accepted, "gzip")) return { coding: "gzip", bytes: zipped };
  return { coding: null, bytes: plain };
}

/** Whether the header names a coding, with a weight other than 0 (RFC 9110, 12.5.3). */
function accepts(header: string, coding: string): boolean {
  return header.split(",").some((part) => {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** Whether an `If-None-Match` header names the tag: compared weakly, alone or in a list (RFC 9110, 13.1.2). */
function matches(header: string, tag: string): boolean {
  return header.trim() === "*" || header.split(",").some((part) => part.trim().replace(/^W\//, "") === tag);
}

function sendBody(reply: FastifyReply, { coding, bytes }: CodedBody): void {
  if (coding !== null) reply.header("content-encoding", coding);
  reply.send(bytes);
}

/** The errors of a path that names no file; the last one is of a path that no file can have. */
const NO_FILE: ReadonlySet<string | undefined> = new Set(["ENOENT", "EISDIR", "ENOTDIR", "ENAMETOOLONG"]);

async function read(path: string): Promise<CachedFile | null> {
  let plain: Buffer;
  try {
    plain = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (NO_FILE.has(code)) return null;
    throw error;
  }
  const ending = extname(path).toLowerCase();
  return {
    type: TYPES[ending] ?? "application/octet-stream",
    tag: createHash("sha256").update(plain).digest("base64url").slice(0, 24),
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
