/**
 * Exports the `/documents/...` routes, which stream documents from the upstream to the depositor. The browser never
 * sees the upstream's download URL, and the gateway fetches only from hosts on the allow list (domain.md 5, items 5,
 * 14, 17).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathSegment } from "./connect/path-segment.js";
import type { LimitLongCalls } from "./long-calls.js";
import { extensionsOf, isOperatorsConcern, reasonToLog } from "./masking.js";
import type { RequestContext } from "./request-context.js";
import { refuseCoded } from "./upstream/codings.js";
import { attachment, disclosureName, downloadUrl, taxFormName } from "./upstream/downloads.js";
import { NotFound, Unauthorized, UpstreamFailed } from "./upstream/errors.js";
import type { Send } from "./upstream/send.js";
import { type TimedDownload, timedDownload } from "./upstream/timed-download.js";

/** Known content types; the gateway sends any other type as `application/octet-stream`. */
const FILE_EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "text/html": "html",
  "text/plain": "txt",
  "image/png": "png",
  "image/jpeg": "jpg",
};
/** Types that a browser may show inline: they cannot run script in our origin. */
const INLINE_TYPES = new Set(["application/pdf", "text/plain", "image/png", "image/jpeg"]);

export interface DocumentOptions {
  readonly requestContext: (request: FastifyRequest) => RequestContext | null;
  readonly send: Send;
  readonly limitLongCalls: LimitLongCalls;
  /** How long a document may take to begin, and how long it may pause. */
  readonly idleMs: number;
  /** Whether the gateway may fetch a document from this origin, for this brand. */
  readonly allowsOrigin: (brand: string, origin: string) => boolean;
}

/** The upstream's URL of a document, and its file name without an extension. */
interface DocumentLocation {
  readonly url: string;
  readonly name: string;
}

type FindDocument = (requestContext: RequestContext, parameters: Readonly<Record<string, string>>) => Promise<DocumentLocation>;

export function registerDocumentRoutes(app: FastifyInstance, options: DocumentOptions): void {
  const routes: readonly {
    readonly url: string;
    readonly find: FindDocument;
    /** The extension of the upstream's API that provides the document; an upstream may lack it (D33). */
    readonly capability?: string;
    /** Always a download, never inline, because someone else created the file (domain.md 5, 34). */
    readonly downloadOnly?: true;
  }[] = [
    {
      url: "/documents/disclosures/:uuid/:hash",
      async find({ transport }, { uuid = "", hash = "" }) {
        const path = `/disclosure/${pathSegment(uuid, "uuid")}/${pathSegment(hash, "hash")}`;
        return { name: await disclosureName(transport, uuid), url: await downloadUrl(transport, path) };
      },
    },
    {
      url: "/documents/statements/:year/:month",
      find: async ({ transport }, { year = "", month = "" }) => ({
        url: await downloadUrl(transport, `/statements/${pathSegment(year, "year")}/${pathSegment(month, "month")}`),
        name: `statement-${year}-${month.padStart(2, "0")}`,
      }),
    },
    {
      url: "/documents/taxes/:uuid",
      capability: "tax_files",
      async find({ transport }, { uuid = "" }) {
        const path = `/x/tax-documents/${pathSegment(uuid, "uuid")}`;
        return { name: await taxFormName(transport, uuid), url: await downloadUrl(transport, path) };
      },
    },
    {
      url: "/documents/messages/:message/:uuid",
      capability: "message_files",
      downloadOnly: true,
      async find({ transport }, { message = "", uuid = "" }) {
        const { url, name } = await attachment(transport, message, uuid);
        return { url, name: name.replace(/\.[^.]*$/, "") };
      },
    },
  ];
  for (const { url, find, capability, downloadOnly } of routes) {
    app.get<{ Params: Record<string, string>; Querystring: { download?: string } }>(url, async (request, reply) => {
      reply.header("cache-control", "no-store");
      const requestContext = options.requestContext(request);
      if (!requestContext) return reply.code(404).send();
      try {
        const { signInId } = requestContext.session;
        if (!requestContext.session.signedIn || signInId === null) throw new Unauthorized();
        options.limitLongCalls(signInId, reply);
        if (capability !== undefined && !requestContext.graphqlContext.hasCapability(capability))
          throw new NotFound({ code: "no_capability" });
        const { url, name } = await find(requestContext, request.params);
        requestContext.saveSession();
        const asDownload = downloadOnly === true || request.query.download !== undefined;
        return await sendDocument(reply, await fetchDocument(url, requestContext, options), name, asDownload);
      } catch (error) {
        return sendFailure(request, reply, error);
      }
    });
  }
}

async function fetchDocument(
  address: string,
  { brand, browserGone }: RequestContext,
  { allowsOrigin, send, idleMs }: DocumentOptions,
): Promise<TimedDownload> {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || url.username || !allowsOrigin(brand, url.origin))
    throw new UpstreamFailed(
      502,
      `a document's address (${url?.origin ?? "none"}) is neither at the upstream's origin nor in DOWNLOAD_ORIGINS`,
    );
  // No bearer and no cookie: the URL itself is signed. Redirects are not followed because they could leave the allow list.
  const download = await timedDownload(send, url.href, { idleMs, signal: browserGone });
  const { status } = download.response;
  try {
    if (status === 404 || status === 410) throw new NotFound({});
    // A 401 is about the signed URL, and the session stays valid.
    if (status < 200 || status >= 300) throw new UpstreamFailed(502, `a document's address answered ${status}`);
    if (!download.body) throw new UpstreamFailed(502, "a document's address answered without a document");
    refuseCoded("a document's address", download.response);
    return download;
  } catch (error) {
    download.discard();
    throw error;
  }
}

function sendDocument(reply: FastifyReply, { response, body }: TimedDownload, name: string, download: boolean): FastifyReply {
  const type = (response.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = FILE_EXTENSIONS[type];
  const inline = INLINE_TYPES.has(type) && !download;
  reply.header("content-type", ending ? (type.startsWith("text/") ? `${type}; charset=utf-8` : type) : "application/octet-stream");
  reply.header("content-disposition", `${inline ? "inline" : "attachment"}; ${contentDispositionName(`${name}.${ending ?? "bin"}`)}`);
  // A document may neither run script nor be framed. PDFs get no `sandbox` directive because browsers refuse to display
  // a sandboxed PDF.
  reply.header(
    "content-security-policy",
    `default-src 'none'; object-src 'self'; frame-ancestors 'none'; base-uri 'none'${type === "application/pdf" ? "" : "; sandbox"}`,
  );
  const length = response.header("content-length");
  if (length) reply.header("content-length", length);
  return reply.send(body);
}

/**
 * A file name for `Content-Disposition`: ASCII, plus the full name in UTF-8 when it has other characters (RFC 6266).
 */
export function contentDispositionName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "document";
  const plain = safe.replace(/[^\x20-\x7e]/g, "_");
  return `filename="${plain}"${plain === safe ? "" : `; filename*=UTF-8''${encodeURIComponent(safe)}`}`;
}

/** Answers a failed download with JSON; a person who opened the document in a tab gets a page or the message. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const extensions = extensionsOf(error, request.id);
  const reason = reasonToLog(error);
  const isOpenedInTab = request.headers.accept?.includes("text/html") === true;
  if (error instanceof Unauthorized && isOpenedInTab) return reply.redirect("/logout", 303);
  request.log[isOperatorsConcern(error) ? "error" : "info"]({
    event: "document-failed",
    status: extensions.status,
    failure: extensions.code,
    ...(reason ? { reason } : {}),
  });
  if (error instanceof NotFound && isOpenedInTab) return reply.redirect("/not-found", 303);
  reply.code(typeof extensions.status === "number" ? extensions.status : 502);
  if (isOpenedInTab) return reply.type("text/plain; charset=utf-8").send(extensions.message);
  return reply.send({ message: extensions.message, code: extensions.code, request_id: request.id });
}
