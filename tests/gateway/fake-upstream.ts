/** Exports a fake institution's API, for tests: its responses are data, and it records its requests. */
import type { Fetch } from "../../gateway/upstream/send.js";

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

/**
 * `"POST /login"` -> its response; a list is consumed in order and its last entry repeats; a function receives the
 * request.
 */
export type FakeResponses = Readonly<Record<string, FakeResponse | readonly FakeResponse[] | ((request: ReceivedRequest) => FakeResponse)>>;

export interface ReceivedRequest {
  readonly call: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface FakeUpstream {
  readonly fetch: Fetch;
  readonly requests: ReceivedRequest[];
  /** The calls in order, without those for the CSRF cookie. */
  calls(): string[];
}

const CSRF: FakeResponse = { status: 204, raw: "", setCookie: ["XSRF-TOKEN=up%3Dstream; Path=/", "hys_session=laravel; Path=/; HttpOnly"] };

/** What `fetch` does with a fake response: resolves, rejects, or never settles. */
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

export function fakeUpstream(answers: FakeResponses): FakeUpstream {
  const requests: ReceivedRequest[] = [];
  const used = new Map<string, number>();
  const all: FakeResponses = { "GET /sanctum/csrf-cookie": CSRF, ...answers };

  function answerTo(question: ReceivedRequest): FakeResponse {
    const answer = all[question.call];
    if (answer === undefined) return { status: 404, code: "not_found", message: `nobody answers ${question.call}` };
    if (typeof answer === "function") return answer(question);
    if (!("length" in answer)) return answer;
    const turn = used.get(question.call) ?? 0;
    used.set(question.call, turn + 1);
    return answer[Math.min(turn, answer.length - 1)] ?? {};
  }

  return {
    requests,
    calls: () => requests.map(({ call }) => call).filter((call) => call !== "GET /sanctum/csrf-cookie"),
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const text = await request.text();
      const question: ReceivedRequest = {
        call: `${request.method} ${pathname.replace(/^\/api\/v1/, "")}${search}`,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: text === "" ? null : JSON.parse(text),
      };
      requests.push(question);
      const answer = answerTo(question);
      return toResponse(answer);
    },
  };
}

/** Responses for a depositor who signs in with a code. */
export const SIGN_IN: FakeResponses = {
  "POST /login": {
    data: {
      token: "bearer-before-code",
      session_id: "s1",
      expires_at: "2026-11-21T23:30:00Z",
      mfa_required: true,
      nonce_token: "nonce-1",
      email: "a***@example.com",
      phone: "(***) ***-1234",
    },
  },
  "GET /mfa-select/sms": { data: { nonce_token: "nonce-2", mfa: "sms", email: "a***@example.com", phone: "(***) ***-1234" } },
  "POST /mfa-verify/nonce-2": {
    data: { token: "bearer-after-code", session_id: "s2", expires_at: "2026-11-21T23:30:00Z", relink: false, device_token: "device-1" },
  },
  "POST /logout": {},
  "GET /depositor/progress": {
    data: {
      depositor_id: "d1",
      first_name: "Ada",
      registration_status: "PASSED",
      registration_last_step: "COMPLETED",
      extended_status: "funded",
      is_primary: true,
    },
  },
};
