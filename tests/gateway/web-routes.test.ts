/** Tests of the HTML page, its hosts, static files and bundles. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillPage } from "../../gateway/page.js";
import { fakeUpstream } from "./fake-upstream.js";
import { ENV, fakeBundles, HttpClient, openGateway } from "./test-gateway.js";

const folder = mkdtempSync(join(tmpdir(), "passbook-web-"));
const HTML =
  '<html lang="en"><head><title>Savings</title><script id="passbook" type="application/json">{}</script><script type="module" src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>';
const SCRIPT = `console.log("${"long ".repeat(400)}")`;

beforeAll(() => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), HTML);
  writeFileSync(join(folder, ".built-from"), "secret");
  writeFileSync(join(folder, "favicon.svg"), "<svg/>");
  writeFileSync(join(folder, "assets/app-abc.js"), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function client(host?: string, options: Parameters<typeof openGateway>[1] = {}): Promise<HttpClient> {
  return new HttpClient(
    await openGateway(fakeUpstream({ "GET /branding": { data: { name: "harbor </script> Bank", show_fdic: false } } }), {
      webApp: { folder, html: async () => HTML },
      ...options,
    }),
    host,
  );
}

describe("the page", () => {
  it("links to the brand's icon", () => {
    const html = '<link rel="icon" href="data:," /><script type="application/json" id="passbook">{}</script>';
    const filled = (favicon: unknown) =>
      fillPage(
        html,
        { brand: "harbor", bundle: "abc", development: false, branding: { favicon } },
        { journey: "auth", title: null, isRedirect: false },
        null,
      ).split("<script")[0];
    expect(filled("favicon.svg")).toBe('<link rel="icon" href="/bundles/harbor/abc/favicon.svg" />');
    expect(filled(undefined)).toBe('<link rel="icon" href="data:," />');
    expect(filled('"><script>')).toBe('<link rel="icon" href="data:," />');
  });

  it("prefetches the journey to which the guards redirect a visitor, who may have stored what lets them stay", () => {
    const html = '<title></title><script type="application/json" id="passbook">{}</script>';
    const filled = fillPage(
      html,
      { brand: "harbor", bundle: "abc", development: false, branding: {} },
      { journey: "auth", title: null, isRedirect: true },
      null,
    );
    expect(filled).toContain('<link rel="prefetch" as="fetch" crossorigin href="/bundles/harbor/abc/auth.json" />');
    expect(filled).not.toContain("auth.validators.js");
  });

  it("is served at every screen's URL, with the brand's data escaped inside its script element", async () => {
    for (const url of ["/", "/registration/basic-information", "/disclosures/view-disclosures/123", "/index.html"]) {
      const response = await (await client()).request({ method: "GET", url });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "private, no-cache" });
      // The data and the script of the frame: the name of the brand ends neither element.
      expect(response.body.match(/<\/script>/g)).toHaveLength(2);
      expect(response.body).toContain("<title>harbor &lt;/script&gt; Bank (harbor)</title>");
      const data = JSON.parse(/>(\{.*\})</.exec(response.body)?.[1] ?? "null");
      expect(data).toMatchObject({
        brand: "harbor",
        bundle: expect.stringMatching(/^[0-9a-f]{64}$/),
        development: false,
        branding: { name: "harbor </script> Bank", color_primary: "#1a1a1a", show_fdic: true },
      });
      expect(response.body).toContain(`<link rel="preload" as="fetch" crossorigin href="/bundles/harbor/${data.bundle}/core.json" />`);
      const journey = url === "/" ? "auth" : (url.split("/")[1] ?? "");
      expect(response.body).toContain(
        `<link rel="preload" as="fetch" crossorigin href="/bundles/harbor/${data.bundle}/${journey}.json" />`,
      );
      expect(response.body).toContain(`<link rel="modulepreload" href="/bundles/harbor/${data.bundle}/${journey}.validators.js" />`);
    }
  });

  it.each([
    ["juniper.localhost:3000", undefined, "juniper"],
    ["juniper.test", undefined, "juniper"],
    ["JUNIPER.test:80", undefined, "juniper"],
    ["localhost:3000", undefined, "harbor"],
    ["localhost", "juniper", "juniper"],
    ["harbor.localhost", "juniper", "harbor"],
    ["127.0.0.1:3000", "juniper", "juniper"],
    ["[::1]:3000", undefined, "harbor"],
    ["passbook:3000", undefined, "harbor"],
    ["203.0.113.7", "juniper", "juniper"],
  ])("at %s with BRAND=%s belongs to %s", async (host, brand, expected) => {
    const response = await (await client(host, { env: { ...ENV, brand: brand ?? null } })).request({ method: "GET", url: "/" });
    expect(response.body).toContain(`"brand":"${expected}"`);
  });

  it.each([["unknown.test"], ["nobody.localhost"], ["203.0.113.7"], ["save.harbor.test.evil.test"]])(
    "at %s in production without BRAND, which no brand claims, is misdirected",
    async (host) => {
      const browser = await client(host, { env: { ...ENV, production: true } });
      for (const url of [
        "/",
        "/graphql?query={__typename}",
        "/csrf",
        "/favicon.svg",
        "/documents/taxes/t1",
        "/bundles/harbor/current.json",
      ]) {
        const response = await browser.request({ method: "GET", url });
        expect([url, response.statusCode, response.headers["set-cookie"]]).toEqual([url, 421, undefined]);
        expect(response.headers["cache-control"]).toBe("no-store");
      }
      // A balancer checks by address.
      expect((await browser.request({ method: "GET", url: "/healthz" })).statusCode).toBe(200);
    },
  );

  it.each([
    [true, null, 1],
    [true, [], 0],
    [false, null, 0],
  ])("in production (%s) with TRUST_PROXY %j warns %i times that it is not set", async (production, trustProxy, warnings) => {
    const lines: string[] = [];
    const log = { level: "warn", stream: { write: (line: string) => void lines.push(line) } } as const;
    await openGateway(fakeUpstream({}), { env: { ...ENV, production, trustProxy }, log });
    expect(lines.filter((line) => line.includes('"event":"configuration"'))).toHaveLength(warnings);
  });

  it("with an unknown BRAND is not found", async () => {
    expect((await (await client("localhost", { env: { ...ENV, brand: "ghost" } })).request({ method: "GET", url: "/" })).statusCode).toBe(
      404,
    );
  });
});

describe("the frame of the page", () => {
  const BUNDLE = fakeBundles().active("harbor")?.hash ?? "";
  const framed = /<div id="frame" class="pb-shell" aria-hidden="true" data-width="(\w+)" data-sidebar="(\w+)">.*<div id="root"><\/div>/;

  it("is in the document, in the shell of the screen, with the brand's style sheet", async () => {
    const browser = await client();
    const visitor = await browser.request({ method: "GET", url: "/login" });
    expect(framed.exec(visitor.body)?.slice(1)).toEqual(["narrow", "true"]);
    expect(visitor.body).toContain(`<link rel="stylesheet" href="/bundles/harbor/${BUNDLE}/brand.css?`);
    expect(visitor.body).toMatch(/^<html data-radius="medium" data-density="regular" data-buttons="rounded" data-sidebar="plain"/);
    browser.cookies.set("__Host-hys_session", "sealed");
    expect(framed.exec((await browser.request({ method: "GET", url: "/login" })).body)?.[1]).toBe("wide");
  });

  it("has the FDIC sign of an insured brand", async () => {
    const { body } = await (await client()).request({ method: "GET", url: "/login" });
    const sign = '<span class="pb-fdic-mark">FDIC</span> <span class="pb-fdic-text">Insured &amp; backed</span></p>';
    expect(body.split(sign)).toHaveLength(4);
    const uninsured = await (await client("juniper.test")).request({ method: "GET", url: "/login" });
    expect(framed.test(uninsured.body)).toBe(true);
    expect(uninsured.body).not.toContain("pb-fdic");
  });

  it("is not there in development, whose styles come with the scripts", async () => {
    const { body } = await (await client(undefined, { development: true })).request({ method: "GET", url: "/login" });
    expect(body).not.toMatch(/id="frame"|brand\.css/);
  });

  it("has its style sheet at the address of the bundle alone", async () => {
    const browser = await client();
    const styles = await browser.request({ method: "GET", url: `/bundles/harbor/${BUNDLE}/brand.css` });
    expect(styles.headers).toMatchObject({
      "content-type": "text/css; charset=utf-8",
      "cache-control": expect.stringContaining("immutable"),
    });
    expect(styles.body).toMatch(/^:root\{color-scheme:light;.*--pb-primary:#1a1a1a/);
    for (const url of [`/bundles/harbor/${"0".repeat(64)}/brand.css`, `/bundles/nobody/${BUNDLE}/brand.css`])
      expect((await browser.request({ method: "GET", url })).statusCode).toBe(404);
  });
});

describe("files", () => {
  it("and pages are sent without a warning", async () => {
    const lines: string[] = [];
    const browser = await client(undefined, { log: { level: "warn", stream: { write: (line) => void lines.push(line) } } });
    for (const url of [
      "/assets/app-abc.js",
      "/favicon.svg",
      "/",
      "/assets/gone.js",
      "/bundles/harbor/current.json",
      "/csrf",
      "/documents/taxes/t1",
    ])
      await browser.request({ method: "GET", url });
    expect(lines).toEqual([]);
  });

  it("with a hashed name are immutable and compressed as the browser accepts", async () => {
    const browser = await client();
    const ask = (accepted: string) =>
      browser.request({ method: "GET", url: "/assets/app-abc.js", headers: { "accept-encoding": accepted } });
    const brotli = await ask("gzip, br");
    expect(brotli.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "content-encoding": "br",
      vary: "accept-encoding",
    });
    expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(SCRIPT);
    expect(String(gunzipSync((await ask("gzip")).rawPayload))).toBe(SCRIPT);
    expect((await ask("identity")).body).toBe(SCRIPT);
    const again = await browser.request({
      method: "GET",
      url: "/assets/app-abc.js",
      headers: { "if-none-match": `"other", W/${String(brotli.headers.etag)}`, "accept-encoding": "br" },
    });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const plain = await ask("br;q=0, gzip;q=0.0");
    expect(plain.body).toBe(SCRIPT);
    expect(plain.headers.etag).not.toBe(brotli.headers.etag);
  });

  it("with a plain name are revalidated", async () => {
    const response = await (await client()).request({ method: "GET", url: "/favicon.svg" });
    expect(response.headers).toMatchObject({ "content-type": "image/svg+xml", "cache-control": "no-cache" });
  });

  it.each([
    "/assets/gone.js",
    "/logo.png",
    "/.built-from",
    "/.git/config",
    "/assets/%2e%2e/.built-from",
    "/..%2f..%2fetc/passwd",
    "/assets/%00",
    "/bundles/harbor/none/core.json",
    "/api/v1/accounts",
    "/sandbox.json",
  ])("exclude %s", async (url) => {
    const response = await (await client()).request({ method: "GET", url });
    expect(response.body).not.toContain("secret");
    expect(response.body).not.toContain("root:");
    expect(response.statusCode).toBe(404);
  });

  it("have no name that is too long for a file", async () => {
    const response = await (await client()).request({ method: "GET", url: `/assets/${"a".repeat(256)}.js` });
    expect(response.statusCode).toBe(404);
  });

  it("that could not be read once are read again", async () => {
    const browser = await client();
    const file = join(folder, "assets/later.js");
    const ask = async () => (await browser.request({ method: "GET", url: "/assets/later.js" })).statusCode;
    symlinkSync("later.js", file);
    expect(await ask()).toBe(500);
    rmSync(file);
    writeFileSync(file, SCRIPT);
    expect(await ask()).toBe(200);
  });

  it("of the active bundle have a URL that contains its hash", async () => {
    const response = await (await client()).request({ method: "GET", url: "/bundles/juniper/current.json" });
    expect(response.json()).toEqual({ hash: fakeBundles().active("juniper")?.hash });
    expect(response.headers["cache-control"]).toBe("no-cache");
  });
});
