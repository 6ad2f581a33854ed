/** Tests the whole gateway with the GraphQL-over-HTTP working group's audits. */
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
