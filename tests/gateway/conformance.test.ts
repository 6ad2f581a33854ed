/** Tests the whole gateway with the GraphQL-over-HTTP working group's audits, and the errors of the protocol. */
import type { AddressInfo } from "node:net";
import { auditServer } from "graphql-http";
import { describe, expect, it } from "vitest";
import { fakeUpstream } from "./fake-upstream.js";
import { HttpClient, openGateway } from "./test-gateway.js";

describe("GraphQL over HTTP", () => {
  it("passes every audit of graphql-http", async () => {
    const client = new HttpClient(await openGateway(fakeUpstream({})));
    await client.request({ method: "GET", url: "/csrf" });
    const token = decodeURIComponent(client.cookies.get("XSRF-TOKEN") ?? "");
    const results = await auditServer({
      url: "http://harbor.localhost/graphql",
      async fetchFn(input: string, init: RequestInit = {}) {
        const { pathname, search } = new URL(input);
        const response = await client.request({
          method: (init.method ?? "GET") as "GET" | "POST",
          url: pathname + search,
          headers: { ...(init.headers as Record<string, string>), "x-xsrf-token": token },
          ...(typeof init.body === "string" ? { payload: init.body } : {}),
        });
        const body = response.statusCode === 204 ? null : response.body;
        return new Response(body, { status: response.statusCode, headers: response.headers as Record<string, string> });
      },
    });
    const failed = results.filter((result) => result.status !== "ok").map((result) => `${result.status}: ${result.name}`);
    expect(failed).toEqual([]);
    expect(results.length).toBeGreaterThanOrEqual(61);
  });
});

describe("an error of the protocol", () => {
  const QUERY = "{ branding { name } }";
  const json = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

  it.each<[string, string, RequestInit, string, number]>([
    ["a document that cannot be parsed", "", json({ query: "{" }), "document_invalid", 400],
    ["a document that is not valid", "", json({ query: "{ nothing }" }), "document_invalid", 400],
    ["a document that is too deep", "", json({ query: "{ a".repeat(99) }), "document_refused", 400],
    ["an unknown operation", "", json({ query: `query A ${QUERY}`, operationName: "B" }), "document_invalid", 400],
    [
      "variables of another type",
      "",
      json({ query: "query ($y: Int) { statements(year: $y) { uuid } }", variables: { y: "x" } }),
      "variables_refused",
      400,
    ],
    ["no query", "", json({}), "malformed", 400],
    ["a body that is no JSON", "", { method: "POST", body: "{" }, "malformed", 400],
    ["a body that is no object", "", json("query"), "malformed", 400],
    ["a batch without queries", "", json([]), "bad_request", 400],
    [
      "a batch with a mutation",
      "",
      json([{ query: "mutation { logout { ok } }" }, { query: "mutation { logout { ok } }" }]),
      "document_refused",
      400,
    ],
    ["a mutation by GET", "?query=mutation{logout{ok}}", {}, "method_not_allowed", 405],
    ["another media type", "", { ...json({ query: QUERY }), headers: { "content-type": "text/plain" } }, "unsupported_media_type", 415],
    ["an answer in another media type", `?query=${QUERY}`, { headers: { accept: "text/html" } }, "not_acceptable", 406],
    ["PUT", "", { ...json({ query: QUERY }), method: "PUT" }, "method_not_allowed", 405],
    ["PATCH", "", { ...json({ query: QUERY }), method: "PATCH" }, "method_not_allowed", 405],
    ["DELETE", "", { method: "DELETE" }, "method_not_allowed", 405],
    [
      "no CSRF token",
      "",
      { ...json({ query: QUERY }), headers: { "content-type": "application/json", "x-xsrf-token": "" } },
      "csrf_expired",
      419,
    ],
  ])("has the request's id and the fields of every other error: %s", async (_name, search, init, code, status) => {
    const app = await openGateway(fakeUpstream({}));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    const cookie = (await fetch(`${origin}/csrf`)).headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? "");
    const response = await fetch(`${origin}/graphql${search}`, {
      ...init,
      headers: {
        accept: "application/graphql-response+json",
        ...(init.body === undefined ? {} : { "content-type": "application/json" }),
        ...init.headers,
        cookie,
        "x-xsrf-token": (init.headers as Record<string, string> | undefined)?.["x-xsrf-token"] ?? token,
      },
    });
    const body = (await response.json()) as object;
    const errors = [body].flat().flatMap((each) => (each as { errors: { message: string; extensions: object }[] }).errors);
    expect(errors.length).toBeGreaterThan(0);
    for (const { message, extensions } of errors) {
      expect(message).not.toBe("");
      expect(extensions).toEqual({
        status,
        code,
        message: expect.any(String),
        errors: [],
        request_id: response.headers.get("x-request-id"),
      });
    }
    // Each answer of a batch has its own errors.
    expect(response.status).toBe(Array.isArray(body) ? 200 : status);
    expect(response.headers.get("cache-control")).toBe("no-store");
    if (response.status === 405) expect(response.headers.get("allow")).toMatch(/^(GET, HEAD, )?POST$/);
  });
});

describe("HEAD", () => {
  it("has the status and headers of GET, without its body", async () => {
    const app = await openGateway(fakeUpstream({}));
    const url = `/graphql?query=${encodeURIComponent("{__typename}")}`;
    const headers = { accept: "application/json" };
    const [get, head] = [await app.inject({ method: "GET", url, headers }), await app.inject({ method: "HEAD", url, headers })];
    expect([get.statusCode, get.body]).toEqual([200, '{"data":{"__typename":"Query"}}']);
    expect([head.statusCode, head.body, head.headers["content-type"]]).toEqual([200, "", get.headers["content-type"]]);
    const mutation = await app.inject({ method: "HEAD", url: "/graphql?query=mutation{logout{ok}}", headers });
    expect([mutation.statusCode, mutation.headers.allow]).toEqual([405, "POST"]);
  });
});
