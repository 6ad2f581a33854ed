/** Tests calls to the gateway: the request, and the outcome of each kind of failure. */
import { describe, expect, it, vi } from "vitest";
import { createBundleFiles } from "../../src/api/bundle-files.js";
import { createCallPort } from "../../src/api/client.js";
import { csrfToken } from "../../src/api/csrf.js";
import { firewallToken } from "../../src/api/firewall.js";
import type { BundleCore } from "../../src/language/bundle.js";

interface Call {
  readonly signal: AbortSignal | null;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

const TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

function json(value: unknown, status = 200): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
}

function callPort(
  answers: readonly (Response | Error | Promise<Response>)[],
  options: { cookie?: string; limit?: number; otherTabs?: string } = {},
) {
  const calls: Call[] = [];
  let cookie = options.cookie ?? "XSRF-TOKEN=one";
  const left = [...answers];
  const call = createCallPort({
    origin: "https://harbor.example",
    cookies: () => cookie,
    firewallToken: () => firewallToken(document),
    traceparent: () => TRACEPARENT,
    // Runs after another tab has released the lock.
    withTabLock: async (work) => {
      cookie = options.otherTabs ?? cookie;
      await work();
    },
    limit: options.limit ?? 10_000,
    fetch: async (input, init) => {
      const url = String(input);
      calls.push({ url, headers: new Headers(init?.headers), body: String(init?.body ?? ""), signal: init?.signal ?? null });
      if (url.endsWith("/csrf")) {
        cookie = "XSRF-TOKEN=two";
        return new Response(null, { status: 204 });
      }
      const answer = left.shift();
      if (answer === undefined) {
        return new Promise((_resolve, reject) => {
          if (init?.signal?.aborted) reject(init.signal.reason);
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        });
      }
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  return {
    calls,
    /** The gateway replaces the token, as an answer does that begins or ends a session. */
    replaceToken: (value: string) => {
      cookie = `XSRF-TOKEN=${value}`;
    },
    send: () =>
      call({
        operation: "Save",
        kind: "mutation",
        document: "mutation Save { save { ok } }",
        variables: { form: { name: "Ada" } },
        files: new Map(),
      }),
    /** Sends queries in one turn of the event loop. */
    query: (names: readonly string[], signals: readonly AbortSignal[] = []) =>
      names.map((operation, index) =>
        call({
          operation,
          kind: "query",
          document: `query ${operation} { ${operation} }`,
          variables: { index },
          files: new Map(),
          ...(signals[index] === undefined ? {} : { signal: signals[index] }),
        }),
      ),
  };
}

const rejectionAt = (status: number) => json({ errors: [{ message: "Refused", extensions: { status } }] }, status);
const rejection = (extensions: object) => json({ data: null, errors: [{ message: "Refused", extensions }] });

describe("a call", () => {
  it("sends the present token of the firewall", async () => {
    const { calls, send } = callPort([json({ data: { save: {} } }), json({ data: { save: {} } })]);
    await send();
    const given = document.head.appendChild(Object.assign(document.createElement("meta"), { name: "waf-token", content: "a-proof" }));
    await send();
    given.remove();
    expect(calls.map(({ headers }) => headers.get("x-waf-token"))).toEqual([null, "a-proof"]);
  });

  it("sends the trace of the depositor's action", async () => {
    const { calls, send } = callPort([json({ data: {} })]);
    await send();
    expect(calls.map(({ headers }) => headers.get("traceparent"))).toEqual([TRACEPARENT]);
  });

  it("sends the document unchanged, with variables and the token", async () => {
    const { calls, send } = callPort([json({ data: { save: { ok: true } } })]);
    expect(await send()).toEqual({ status: "ok", result: { save: { ok: true } } });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe("https://harbor.example/graphql");
    expect(calls[0]?.headers.get("X-XSRF-TOKEN")).toBe("one");
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual({ query: "mutation Save { save { ok } }", variables: { form: { name: "Ada" } } });
  });

  it("fetches a token first when there is none", async () => {
    const { calls, send } = callPort([json({ data: {} })], { cookie: "" });
    await send();
    expect(calls.map(({ url, headers }) => [url.slice(22), headers.get("X-XSRF-TOKEN")])).toEqual([
      ["/csrf", null],
      ["/graphql", "two"],
    ]);
  });

  it("uses the token that another tab has fetched meanwhile", async () => {
    const { calls, send } = callPort([json({ data: {} })], { cookie: "", otherTabs: "XSRF-TOKEN=theirs" });
    await send();
    expect(calls.map(({ url, headers }) => [url.slice(22), headers.get("X-XSRF-TOKEN")])).toEqual([["/graphql", "theirs"]]);
  });

  it("is retried once with a new token after a 419", async () => {
    const once = callPort([json({ errors: [{ message: "expired", extensions: { status: 419 } }] }, 419), json({ data: { save: null } })]);
    expect(await once.send()).toEqual({ status: "ok", result: { save: null } });
    expect(once.calls.at(-1)?.headers.get("X-XSRF-TOKEN")).toBe("two");
    const twice = callPort([json({}, 419), json({}, 419)]);
    expect(await twice.send()).toMatchObject({ status: 419 });
    expect(twice.calls.map(({ url }) => url.slice(22))).toEqual(["/graphql", "/csrf", "/graphql"]);
  });

  it("is not repeated after a 419 when a session has begun meanwhile: a late logout would end that session", async () => {
    let reject = (_response: Response): void => undefined;
    const late = new Promise<Response>((resolve) => {
      reject = resolve;
    });
    const { calls, send, replaceToken } = callPort([late, json({ data: { save: null } })]);
    const [logout, signIn] = [send(), send()];
    replaceToken("of the new session");
    expect(await signIn).toEqual({ status: "ok", result: { save: null } });
    reject(json({}, 419));
    expect(await logout).toMatchObject({ status: 419 });
    expect(calls).toHaveLength(2);
  });

  it("is not retried after a 419 of the upstream, which the gateway has retried", async () => {
    const { calls, send } = callPort([rejection({ status: 419, code: "csrf_expired" })]);
    expect(await send()).toMatchObject({ status: 419, code: "csrf_expired" });
    expect(calls.map(({ url }) => url.slice(22))).toEqual(["/graphql"]);
  });

  it("shares the token request with a concurrent call", async () => {
    const { calls, send } = callPort([json({ data: {} }), json({ data: {} })], { cookie: "" });
    await Promise.all([send(), send()]);
    expect(calls.map(({ url }) => url.slice(22))).toEqual(["/csrf", "/graphql", "/graphql"]);
  });

  it("that the upstream rejects returns status, code, message, errors and the request id", async () => {
    const extensions = {
      status: 422,
      code: "duplicate_ssn",
      message: "Known already.",
      errors: [{ path: "ssn", message: "Known." }, { odd: 1 }],
      request_id: "r1",
    };
    expect(await callPort([rejection(extensions)]).send()).toEqual({
      status: 422,
      code: "duplicate_ssn",
      message: "Known already.",
      errors: [{ path: "ssn", message: "Known." }],
      request_id: "r1",
    });
  });

  it.each([
    ["a masked error", rejection({}), { status: 500, message: "Refused" }],
    ["the upstream out of reach", rejection({ status: "network" }), { status: "network" }],
    ["the upstream too slow", rejection({ status: "timeout" }), { status: "timeout" }],
    ["an answer that is no GraphQL", new Response("<html>", { status: 502 }), { status: 502 }],
    ["too many calls", json({ message: "slow down" }, 429), { status: 429 }],
    ["no network", new TypeError("Failed to fetch"), { status: "network", message: "" }],
  ])("%s ends in an outcome", async (_what, answer, outcome) => {
    expect(await callPort([answer]).send()).toMatchObject(outcome);
  });

  it("times out at the limit", async () => {
    expect(await callPort([], { limit: 20 }).send()).toMatchObject({ status: "timeout" });
  });

  it("returns nothing of its variables in a failure", async () => {
    expect(JSON.stringify(await callPort([rejection({ status: 500 })]).send())).not.toContain("Ada");
  });
});

describe("the token", () => {
  it("is read from the cookies and decoded", () => {
    expect(csrfToken("a=1; XSRF-TOKEN=x%3D%3D; b=2")).toBe("x==");
    expect(csrfToken("XSRF-TOKEN=a=b")).toBe("a=b");
    expect(csrfToken("XSRF-TOKEN=%E0%A4%A")).toBe("%E0%A4%A");
    expect(csrfToken("OTHER-XSRF-TOKEN=x")).toBeNull();
  });

  it.each(["", "a%0D%0Ab", "a%00", "%E4%BD%A0", "\u4f60"])("is none that a header cannot carry: %s", (value) => {
    expect(csrfToken(`XSRF-TOKEN=${value}; other=1`)).toBeNull();
  });
});

describe("the files of a bundle", () => {
  function files(answers: Record<string, unknown>, modules: Record<string, unknown> = {}) {
    const asked: string[] = [];
    const pauses: number[] = [];
    const bundle = createBundleFiles({
      brand: "harbor",
      hash: "h1",
      fetch: async (input) => {
        asked.push(String(input));
        const answer = answers[String(input)];
        return answer === undefined ? new Response("", { status: 404 }) : json(answer);
      },
      load: async (address) => {
        if (!(address in modules)) throw new Error(`no ${address}`);
        return modules[address];
      },
      pause: async (milliseconds) => void pauses.push(milliseconds),
    });
    return { bundle, asked, pauses };
  }
  const core = { hash: "h1" } as BundleCore;

  it("are requested again when the network or the server fails, not when they are missing", async () => {
    const { bundle, asked, pauses } = files({}, {});
    await expect(bundle.core()).rejects.toThrow("status 404");
    expect([asked.length, pauses]).toEqual([1, []]);
    await expect(bundle.journey(core, "auth")).rejects.toMatchObject({ name: "ChunkUnavailable" });
    const flaky = [new TypeError("cut"), new Response("", { status: 503 }), json({ hash: "h1" })];
    const waits: number[] = [];
    const retried = createBundleFiles({
      brand: "harbor",
      hash: "h1",
      fetch: async () => {
        const answer = flaky.shift();
        if (answer instanceof Response) return answer;
        throw answer;
      },
      load: () => Promise.reject(new Error("none")),
      pause: async (milliseconds) => void waits.push(milliseconds),
    });
    expect(await retried.core()).toEqual({ hash: "h1" });
    expect(waits).toEqual([300, 1000]);
  });

  it("are loaded from the address of the hash", async () => {
    const validators = { "forms/credentials.json": {} };
    const { bundle } = files(
      { "/bundles/harbor/h1/core.json": { hash: "h1" }, "/bundles/harbor/h1/auth.json": { journey: "auth" } },
      { "/bundles/harbor/h1/auth.validators.js": { default: validators } },
    );
    expect(await bundle.core()).toEqual({ hash: "h1" });
    expect(await bundle.journey(core, "auth")).toEqual({ content: { journey: "auth" }, validators });
  });

  it("reject with their address when they are missing", async () => {
    const { bundle } = files({ "/bundles/harbor/h1/auth.json": {} });
    await expect(bundle.core()).rejects.toThrow("/bundles/harbor/h1/core.json could not be loaded: status 404.");
    await expect(bundle.journey(core, "auth")).rejects.toThrow("/bundles/harbor/h1/auth.validators.js could not be loaded");
  });

  it("are missing, and not requested again, when the server has no module of an old bundle; a broken network is another failure", async () => {
    const journey = { "/bundles/harbor/h1/auth.json": {} };
    const missing = files(journey);
    await expect(missing.bundle.journey(core, "auth")).rejects.toMatchObject({ unreachable: false });
    expect(missing.pauses).toEqual([]);
    const broken = files({ ...journey, "/bundles/harbor/h1/auth.validators.js": "the server has it" });
    await expect(broken.bundle.journey(core, "auth")).rejects.toMatchObject({ unreachable: true });
    expect(broken.pauses).toEqual([300, 1000]);
  });

  it("notify once of a new hash", async () => {
    const { bundle, asked } = files({ "/bundles/harbor/current.json": { hash: "h2" }, "/bundles/harbor/h2/core.json": { hash: "h2" } });
    const notified: string[] = [];
    bundle.onNewer?.((when) => notified.push(when));
    await bundle.checkForUpdate();
    await bundle.checkForUpdate();
    expect(notified).toEqual(["at next navigation"]);
    await bundle.core();
    expect(asked.at(-1)).toBe("/bundles/harbor/h2/core.json");
    bundle.announce("h3");
    expect(notified).toEqual(["at next navigation", "at once"]);
  });
});

describe("queries of the same turn", () => {
  it("are one request, and each has its own answer or failure", async () => {
    const { calls, query } = callPort([
      json([
        { data: { a: 1 } },
        { data: null, errors: [{ message: "x", extensions: { status: 401, code: "unauthorized", message: "Log in." } }] },
        { errors: [{ message: "Unknown document.", extensions: { code: "document_unknown" } }] },
      ]),
    ]);
    const outcomes = await Promise.all(query(["a", "b", "c"]));
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.body ?? "")).toEqual(
      ["a", "b", "c"].map((name, index) => ({ query: `query ${name} { ${name} }`, variables: { index } })),
    );
    expect(outcomes).toMatchObject([
      { status: "ok", result: { a: 1 } },
      { status: 401, code: "unauthorized", message: "Log in." },
      { status: 400, code: "document_unknown" },
    ]);
  });

  it("are answered one in each task, so that a slow phone renders each before the next", async () => {
    const { query } = callPort([json([{ data: { a: 1 } }, { data: { b: 1 } }])]);
    const [first, second] = query(["a", "b"]);
    let isSecondAnswered = false;
    second?.then(() => {
      isSecondAnswered = true;
    });
    await first;
    // All that may follow an answer within its task.
    for (let count = 0; count < 50; count += 1) await Promise.resolve();
    expect(isSecondAnswered).toBe(false);
    await second;
    expect(isSecondAnswered).toBe(true);
  });

  it("fail together when the whole request fails, after one retry with a new token", async () => {
    const { calls, query } = callPort([rejectionAt(419), rejectionAt(503)]);
    expect(await Promise.all(query(["a", "b"]))).toMatchObject([{ status: 503 }, { status: 503 }]);
    expect(calls.map(({ url }) => new URL(url).pathname)).toEqual(["/graphql", "/csrf", "/graphql"]);
    const cut = callPort([new TypeError("cut")]);
    expect(await Promise.all(cut.query(["a", "b"]))).toMatchObject([{ status: "network" }, { status: "network" }]);
  });

  it("are aborted when none is needed any more, not when one is", async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const { calls, query } = callPort([]);
    const outcomes = Promise.all(query(["a", "b"], [one.signal, other.signal]));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    one.abort();
    expect(calls[0]?.signal?.aborted).toBe(false);
    other.abort();
    expect(calls[0]?.signal?.aborted).toBe(true);
    await outcomes;
  });

  it("that are more than sixteen are several requests, and one alone is a plain one", async () => {
    const { calls, query } = callPort([json(Array.from({ length: 16 }, () => ({ data: { a: 1 } }))), json({ data: { a: 1 } })]);
    const outcomes = await Promise.all(query(Array.from({ length: 17 }, () => "a")));
    expect(outcomes.every(({ status }) => status === "ok")).toBe(true);
    expect(calls.map(({ body }) => Array.isArray(JSON.parse(body)))).toEqual([true, false]);
  });
});
