/** Tests of the security headers of every response (domain.md 5, lines 8-12). */
import { describe, expect, it } from "vitest";
import { fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { ENV, HttpClient, openGateway } from "../gateway/test-gateway.js";

describe("5.9, 5.10, 5.11, 5.12 security headers", () => {
  it.each(["/", "/csrf", "/graphql", "/healthz", "/assets/none.js", "/bundles/harbor/current.json", "/nowhere.png"])(
    "are present on %s",
    async (url) => {
      const client = new HttpClient(
        await openGateway(fakeUpstream({}), { env: { ...ENV, production: true, providerOrigins: ["https://provider.test"] } }),
      );
      const { headers } = await client.request({ method: "GET", url });
      const policy = String(headers["content-security-policy"]).split(";");
      expect(policy).toEqual(
        expect.arrayContaining([
          "default-src 'self'",
          "script-src 'self'",
          "style-src 'self'",
          "img-src 'self' data:",
          "frame-src https://provider.test",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "base-uri 'none'",
        ]),
      );
      expect(String(headers["content-security-policy"])).not.toMatch(/unsafe/);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        "strict-transport-security": "max-age=63072000; includeSubDomains",
        "x-request-id": expect.any(String),
      });
      expect(String(headers["permissions-policy"])).toContain("camera=()");
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  it("do not require HTTPS without it", async () => {
    const { headers } = await new HttpClient(await openGateway(fakeUpstream({}))).request({ method: "GET", url: "/" });
    expect(headers["strict-transport-security"]).toBeUndefined();
  });

  it("allow the development server's own tags by the page's nonce", async () => {
    const html = '<html lang="en"><script nonce="__CSP_NONCE__"></script><script id="passbook" type="application/json">{}</script></html>';
    const client = new HttpClient(
      await openGateway(fakeUpstream({}), { development: true, webApp: { folder: null, html: async () => html } }),
    );
    const first = await client.request({ method: "GET", url: "/" });
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(String(first.headers["content-security-policy"]))?.[1];
    expect(first.body).toContain(`<script nonce="${nonce}">`);
    expect((await client.request({ method: "GET", url: "/" })).headers["content-security-policy"]).not.toContain(nonce);
  });
});

describe("5.8 another origin", () => {
  it.each(["https://evil.test", "http://juniper.localhost", "null"])("%s is allowed nothing by CORS", async (origin) => {
    const client = new HttpClient(await openGateway(fakeUpstream({})));
    const headers = { origin, "access-control-request-method": "POST", "access-control-request-headers": "x-xsrf-token,content-type" };
    for (const method of ["OPTIONS", "GET", "POST"] as const)
      for (const url of ["/graphql", "/csrf", "/bundles/harbor/current.json", "/documents/taxes/x"]) {
        const answer = await client.request({ method, url, headers });
        const allowed = Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"));
        expect([method, url, allowed]).toEqual([method, url, []]);
        expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
      }
  });
});

it.each([
  ["POST", "/graphql"],
  ["GET", "/csrf"],
  ["GET", "/documents/taxes/x"],
] as const)("5.17 the answer of %s %s is not stored", async (method, url) => {
  const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
  await client.signIn();
  const answer = method === "POST" ? await client.post("{ auth { email } }") : await client.request({ method, url });
  expect(answer.headers["cache-control"]).toContain("no-store");
});

it.each(["//evil.test", "/\\\\evil.test", "/login?redirect=https://evil.test", "/logout?next=//evil.test", "/%2F%2Fevil.test/.."])(
  "5.14 no request is redirected to another site: %s",
  async (url) => {
    const client = new HttpClient(await openGateway(fakeUpstream(SIGN_IN)));
    for (const accept of ["text/html", "application/json"]) {
      const { headers } = await client.request({ method: "GET", url, headers: { accept } });
      expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
    }
  },
);
