/** Exports a fake institution's API, for tests: its responses are given by call, and it records its requests. */
import { type FakeRequest, type FakeResponse, fakeInstitution, toResponse } from "../../gateway/fake-upstream.js";
import type { Fetch } from "../../gateway/upstream/send.js";

export { type FakeResponse, toResponse };

/**
 * `"POST /login"` -> its response; a list is consumed in order and its last entry repeats; a function receives the
 * request.
 */
export type FakeResponses = Readonly<Record<string, FakeResponse | readonly FakeResponse[] | ((request: FakeRequest) => FakeResponse)>>;

export interface FakeUpstream {
  readonly fetch: Fetch;
  readonly requests: FakeRequest[];
  /** The calls in order, without those for the CSRF cookie. */
  calls(): string[];
}

export function fakeUpstream(responses: FakeResponses): FakeUpstream {
  const requests: FakeRequest[] = [];
  const used = new Map<string, number>();

  function responseTo(request: FakeRequest): FakeResponse | null {
    const response = responses[request.call];
    if (response === undefined) return null;
    if (typeof response === "function") return response(request);
    if (!("length" in response)) return response;
    const turn = used.get(request.call) ?? 0;
    used.set(request.call, turn + 1);
    return response[Math.min(turn, response.length - 1)] ?? {};
  }

  return {
    requests,
    calls: () => requests.map(({ call }) => call).filter((call) => call !== "GET /sanctum/csrf-cookie"),
    fetch: fakeInstitution((request) => {
      requests.push(request);
      return responseTo(request);
    }),
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
