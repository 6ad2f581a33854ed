/**
 * Exports an institution's API whose responses are data, for `--mock` and for tests: envelopes, the CSRF cookie, and
 * responses by call.
 */
import type { Fetch } from "./upstream/send.js";

/** One response. `data` goes into the envelope; `raw` is sent unchanged. */
export interface FakeResponse {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  readonly data?: unknown;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly setCookie?: readonly string[];
  /** Never responds. */
  readonly silent?: boolean;
  /** Fails with a connection error of this cause. */
  readonly broken?: string;
}

export interface FakeRequest {
  /** `POST /login`, below `/api/v1`, with the query. */
  readonly call: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const CSRF: FakeResponse = { status: 204, raw: "", setCookie: ["XSRF-TOKEN=up%3Dstream; Path=/", "hys_session=laravel; Path=/; HttpOnly"] };

/** The behavior of `fetch` for a fake response: resolves, rejects, or never settles. */
export async function toResponse(fake: FakeResponse): Promise<Response> {
  if (fake.silent) return new Promise(() => {});
  if (fake.broken !== undefined) throw new TypeError("fetch failed", { cause: new Error(fake.broken) });
  const status = fake.status ?? 200;
  const headers = new Headers({ "content-type": "application/json", ...fake.headers });
  for (const line of fake.setCookie ?? []) headers.append("set-cookie", line);
  const body =
    fake.raw ??
    JSON.stringify({
      code: fake.code ?? "ok",
      success: status < 300,
      message: fake.message ?? "",
      data: fake.data ?? null,
      errors: fake.errors ?? {},
    });
  return new Response(status === 204 ? null : body, { status, headers });
}

/** The API as a function like `fetch`; `respond` may answer `null` to leave the CSRF cookie to this function. */
export function fakeInstitution(respond: (request: FakeRequest) => FakeResponse | null): Fetch {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const json = request.headers.get("content-type")?.includes("json") ?? false;
    const received: FakeRequest = {
      call: `${request.method} ${pathname.replace(/^\/api\/v1/, "")}${search}`,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: text === "" ? null : json ? JSON.parse(text) : text,
    };
    const response = respond(received) ?? (received.call === "GET /sanctum/csrf-cookie" ? CSRF : NOT_FOUND(received.call));
    return toResponse(response);
  };
}

const NOT_FOUND = (call: string): FakeResponse => ({ status: 404, code: "not_found", message: `no response is given for ${call}` });
