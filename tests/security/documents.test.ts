/** Tests of the `/documents/...` routes (domain.md 5, lines 5, 14 and 17). */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type FakeResponses, fakeUpstream, SIGN_IN } from "../gateway/fake-upstream.js";
import { ENV, HttpClient, openGateway } from "../gateway/test-gateway.js";

const PDF = { raw: "%PDF-1.7 terms", headers: { "content-type": "application/pdf" } };

async function reader(answers: FakeResponses, env = ENV) {
  const upstream = fakeUpstream({ ...SIGN_IN, ...answers });
  const client = new HttpClient(await openGateway(upstream, { env }));
  await client.signIn();
  upstream.requests.length = 0;
  return { upstream, client };
}

const at = (download_url: string) => ({ "GET /disclosure/d1/h1": { data: { download_url } } });
const URL = "/documents/disclosures/d1/h1";

describe("a document download", () => {
  it("5.17 is fetched without the bearer and streamed, with no caching and no content sniffing", async () => {
    const { upstream, client } = await reader({
      ...at("https://bank.test/files/terms?signature=abc"),
      "GET /files/terms?signature=abc": PDF,
    });
    const response = await client.request({ method: "GET", url: URL });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe("%PDF-1.7 terms");
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "no-store",
      "content-disposition": 'inline; filename="disclosure.pdf"',
      "x-content-type-options": "nosniff",
    });
    expect(response.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(upstream.requests.at(-1)?.headers).not.toHaveProperty("authorization");
    expect(upstream.requests.at(-1)?.headers).not.toHaveProperty("cookie");
  });

  it.each([
    "/documents/disclosures/%2e%2e/user",
    "/documents/disclosures/d1/%2E",
    "/documents/disclosures/%2e%2e/%252e",
    "/documents/statements/%252e%252e/1",
    "/documents/taxes/%2e%2e",
  ])("5.5 does not leave its own path of the upstream: %s", async (path) => {
    const { upstream, client } = await reader({ "GET /user": { data: { download_url: "https://bank.test/f" } }, "GET /f": PDF });
    // Over a socket, because clients such as `fetch` resolve dot segments before they send the request.
    await client.app.listen({ port: 0, host: "127.0.0.1" });
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const { port } = client.app.server.address() as AddressInfo;
    const sent = request({ host: "127.0.0.1", port, path, headers: { host: client.host, cookie } }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.resume().statusCode).toBe(404);
    // A gateway that listens probes its upstreams.
    expect(upstream.calls().filter((call) => call !== "GET /branding")).toEqual([]);
  });

  it("does not depend on the list that names its file", async () => {
    const { client } = await reader({ ...at("https://bank.test/f"), "GET /disclosures?all=true": { status: 500 }, "GET /f": PDF });
    const response = await client.request({ method: "GET", url: URL });
    expect([response.statusCode, response.body]).toEqual([200, "%PDF-1.7 terms"]);
    expect(response.headers["content-disposition"]).toBe('inline; filename="disclosure.pdf"');
  });

  it("is an attachment on request, or when a browser could run its type", async () => {
    const { client } = await reader({
      ...at("https://bank.test/f"),
      "GET /f": [
        PDF,
        { raw: "<script>", headers: { "content-type": "text/html" } },
        { raw: "?", headers: { "content-type": "application/x-thing" } },
      ],
    });
    expect((await client.request({ method: "GET", url: `${URL}?download` })).headers["content-disposition"]).toBe(
      'attachment; filename="disclosure.pdf"',
    );
    const html = await client.request({ method: "GET", url: URL });
    expect(html.headers["content-disposition"]).toBe('attachment; filename="disclosure.html"');
    expect(html.headers["content-security-policy"]).toContain("sandbox");
    expect((await client.request({ method: "GET", url: URL })).headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="disclosure.bin"',
    });
  });

  it.each([
    ["another host", "https://evil.test/terms"],
    ["another scheme", "http://bank.test/terms"],
    ["another port", "https://bank.test:8443/terms"],
    ["a user name in the URL", "https://bank.test@evil.test/terms"],
    ["a link-local address", "http://169.254.169.254/latest/meta-data"],
    ["a file", "file:///etc/passwd"],
    ["a relative URL", "terms.pdf"],
  ])("5.5 is not fetched from %s", async (_case, address) => {
    const { upstream, client } = await reader(at(address));
    const response = await client.request({ method: "GET", url: URL });
    expect(response.statusCode).toBe(502);
    expect(response.json()).toMatchObject({ code: "upstream_failed", request_id: expect.any(String) });
    expect(response.body).not.toContain("terms");
    expect(upstream.calls()).toEqual(["GET /disclosures?all=true", "GET /disclosure/d1/h1"]);
  });

  it("5.5, 5.14 is fetched from an allowed host, and its redirects are not followed", async () => {
    const { client } = await reader(
      { ...at("https://files.test/terms"), "GET /terms": [PDF, { status: 302, raw: "", headers: { location: "https://evil.test/" } }] },
      { ...ENV, downloadOrigins: ["https://files.test"] },
    );
    expect((await client.request({ method: "GET", url: URL })).statusCode).toBe(200);
    expect((await client.request({ method: "GET", url: URL })).statusCode).toBe(502);
  });

  it("fails where its host refuses the address or codes the file, and the session stays", async () => {
    for (const answer of [{ status: 401 }, { raw: "\u001f", headers: { "content-type": "application/pdf", "content-encoding": "gzip" } }]) {
      const { client } = await reader({ ...at("https://bank.test/files/terms"), "GET /files/terms": answer });
      const response = await client.request({ method: "GET", url: URL, headers: { accept: "text/html" } });
      expect([response.statusCode, response.body]).toEqual([502, "Something went wrong on our end."]);
      expect(client.cookies.has("__Host-hys_session")).toBe(true);
    }
  });

  it("is one of six at most that a sign-in reads at once", async () => {
    const never = { raw: "%PDF", headers: { "content-type": "application/pdf" }, silent: true } as const;
    const upstream = fakeUpstream({ ...SIGN_IN, ...at("https://bank.test/files/terms"), "GET /files/terms": never });
    const app = await openGateway(upstream, { upstreamTimeoutMs: 400 });
    const [one, other] = [new HttpClient(app), new HttpClient(app)];
    await one.signIn();
    await other.signIn();
    const read = (client: HttpClient) => client.request({ method: "GET", url: URL });
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await read(one)).statusCode));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await read(other)).statusCode).not.toBe(429);
    expect((await read(one)).statusCode).not.toBe(429);
  });

  it("without a session is 401 for a script and the sign-out page for a person, without an upstream call", async () => {
    const upstream = fakeUpstream({});
    const client = new HttpClient(await openGateway(upstream));
    expect((await client.request({ method: "GET", url: URL })).statusCode).toBe(401);
    const page = await client.request({ method: "GET", url: URL, headers: { accept: "text/html,*/*" } });
    expect([page.statusCode, page.headers.location]).toEqual([303, "/logout"]);
    expect(upstream.requests).toEqual([]);
  });

  it("that is gone is 404 for a script and Not found for a person", async () => {
    const { client } = await reader({ "GET /disclosure/d1/h1": { status: 404, code: "not_found" } });
    expect((await client.request({ method: "GET", url: URL })).statusCode).toBe(404);
    const page = await client.request({ method: "GET", url: URL, headers: { accept: "text/html,*/*" } });
    expect([page.statusCode, page.headers.location]).toEqual([303, "/not-found"]);
  });

  it("of another depositor is not found", async () => {
    const { client } = await reader({
      "GET /disclosure/d1/h1": { status: 404, code: "not_found" },
      "GET /tax-documents": { data: [] },
      "GET /x/tax-documents/t2": { status: 404, code: "not_found" },
    });
    expect((await client.request({ method: "GET", url: URL })).statusCode).toBe(404);
    expect((await client.request({ method: "GET", url: "/documents/taxes/t2" })).statusCode).toBe(404);
  });

  it.each([
    ["Form 1099-INT 2025", 'filename="form-1099-int-2025.pdf"'],
    ["Form 1099-INT (corrected)", 'filename="form-1099-int-corrected-2025.pdf"'],
    ["Año 2025: impuestos", `filename="a_o-impuestos-2025.pdf"; filename*=UTF-8''a%C3%B1o-impuestos-2025.pdf`],
    ["../..", 'filename="2025.pdf"'],
  ])("of the tax form “%s” is named after its kind and year", async (title, name) => {
    const { client } = await reader({
      "GET /tax-documents": { data: [{ uuid: "t1", title, year: 2025 }] },
      "GET /x/tax-documents/t1": { data: { download_url: "https://bank.test/t1" } },
      "GET /t1": PDF,
    });
    expect((await client.request({ method: "GET", url: "/documents/taxes/t1" })).headers["content-disposition"]).toBe(`inline; ${name}`);
  });

  it.each([
    ["an empty list", { data: [] }],
    ["no list", { status: 404, code: "not_found" }],
  ])("of a tax form has a plain name where the bank has %s", async (_what, list) => {
    const { client } = await reader({
      "GET /tax-documents": list,
      "GET /x/tax-documents/t1": { data: { download_url: "https://bank.test/t1" } },
      "GET /t1": PDF,
    });
    const { headers } = await client.request({ method: "GET", url: "/documents/taxes/t1" });
    expect(headers["content-disposition"]).toBe('inline; filename="tax-document.pdf"');
  });

  it.each<[string, FakeResponses[string], string]>([
    ["Truth in Savings Disclosure", { data: [{ uuid: "d1", title: "Truth in Savings Disclosure" }] }, "truth-in-savings-disclosure"],
    ["none of the list", { data: [{ uuid: "d2", title: "Terms of Use" }] }, "disclosure"],
    ["no text", { data: [{ uuid: "d1", title: 7 }] }, "disclosure"],
    ["no word", { data: [{ uuid: "d1", title: "../.." }] }, "disclosure"],
    ["no list", { status: 404, code: "not_found" }, "disclosure"],
  ])("of a disclosure is named after its title, or plainly: %s", async (_title, list, name) => {
    const { client } = await reader({ ...at("https://bank.test/f"), "GET /disclosures?all=true": list, "GET /f": PDF });
    expect((await client.request({ method: "GET", url: URL })).headers["content-disposition"]).toBe(`inline; filename="${name}.pdf"`);
  });

  it("of a statement is named after its month", async () => {
    const { client } = await reader({ "GET /statements/2026/3": { data: { download_url: "https://bank.test/s" } }, "GET /s": PDF });
    expect((await client.request({ method: "GET", url: "/documents/statements/2026/3" })).headers["content-disposition"]).toBe(
      'inline; filename="statement-2026-03.pdf"',
    );
  });
});
