/** Tests of the page of a visitor without a session: its first screen is in the document, with the real flows and components. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { WebApp } from "../../gateway/page.js";
import { visitedPath } from "../../gateway/visited-path.js";
import type { Prerender } from "../../src/app/prerender.js";
import { builtPrerender } from "./built-prerender.js";
import { type FakeUpstream, fakeUpstream } from "./fake-upstream.js";
import { openPublishedFlows, type PublishedFlows } from "./published-flows.js";
import { ENV, HttpClient, openGateway } from "./test-gateway.js";

const ENTRY = '<script type="module" fetchpriority="low" crossorigin src="/assets/index-1.js"></script>';
/** In the document, the script of the first screen starts the app. */
const STARTED = ' data-app="/assets/index-1.js"></script>';
const BLOCK_FILES = ["form", "chart"].map((block) => `<link rel="modulepreload" data-block="${block}" href="/assets/${block}-1.js">`);
const FONTS = [
  "lato-latin-400-normal",
  "lato-latin-700-normal",
  "figtree-latin-400-normal",
  "figtree-latin-700-normal",
  "fraunces-latin-600-normal",
]
  .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin data-font="${font}" href="/assets/${font}-1.woff2">\n`)
  .join("");
const HTML = `<!doctype html><html lang="en"><head><title>Savings</title><script type="application/json" id="passbook">{}</script>${ENTRY}<link rel="modulepreload" href="/assets/react-1.js">${FONTS}${BLOCK_FILES.join("")}</head><body><div id="root"></div></body></html>`;
const BRANDING = {
  name: "Harbor Savings Bank",
  short_name: "Harbor",
  slug: "harbor",
  emails: { support: "help@example.com" },
  logos: {},
  color_primary: "#0b3d5c",
  color_secondary: "#2f6f7e",
  show_fdic: true,
  password_requirements: { min_length: 8, max_length: 64, uppercase: false, lowercase: false, number: false, symbol: false },
  completed_at: null,
  link_restriction: "UNRESTRICTED",
  product: { apy: "4.25", rate: "4.17", as_of: "2026-11-20" },
};

let flows: PublishedFlows;
let prerender: Prerender;
beforeAll(async () => {
  flows = await openPublishedFlows();
  prerender = await builtPrerender();
});
afterAll(() => flows.close());

function upstream(): FakeUpstream {
  return fakeUpstream({ "GET /branding": { data: BRANDING }, "GET /banner-alerts?active=true": { data: [] } });
}

interface Opened {
  readonly host?: string;
  readonly bank?: FakeUpstream;
  readonly render?: Prerender;
  readonly lines?: string[];
}

async function visitor({ host = "localhost", bank = upstream(), render, lines = [] }: Opened = {}): Promise<HttpClient> {
  const webApp: WebApp = { folder: null, html: async () => HTML, prerender: render ?? prerender };
  const log = { level: "error", stream: { write: (line: string) => void lines.push(line) } };
  return new HttpClient(await openGateway(bank, { bundles: flows.bundles, webApp, log, env: { ...ENV, production: true } }), host);
}

/** The blocks to whose code the document links. */
const linkedBlocks = (body: string) => [...body.matchAll(/data-block="(\w+)"/g)].map(([, block]) => block);

const bodyOf = async (client: HttpClient, url: string): Promise<string> => (await client.request({ method: "GET", url })).body;

describe.each([
  ["harbor", "localhost", "Harbor Savings Bank"],
  ["juniper", "juniper.localhost", "Juniper Community Bank"],
] as const)("the document of %s", (brand, host, name) => {
  it("contains the text and the form of the login page, and no control that needs a script", async () => {
    const body = await bodyOf(await visitor({ host }), "/login");
    expect(body).toContain('<div id="frame" data-prerendered="/login">');
    expect(body).toMatch(/<h1[^>]*>Log in<\/h1>/);
    expect(body).toMatch(/<label[^>]*>Email<\/label>/);
    expect(body).toContain("4.25% Annual Percentage Yield (APY)");
    expect(body.match(/<button (?!disabled="")/g)).toBeNull();
    // The content security policy permits no inline style or handler; Enter must not send a password in an address.
    const screen = body.slice(body.indexOf('id="frame"'));
    expect(screen.match(/ (style|action|on[a-z]+)="/g)).toBeNull();
    expect([...screen.matchAll(/<form[^>]*>/g)].map(([form]) => form)).toEqual([expect.stringContaining('method="dialog"')]);
    expect(body).toContain(`<title>Log in | ${name} (${brand})</title>`);
  });

  it("contains the message for a browser that cannot load the app's scripts, with a link that reloads the page", async () => {
    const body = await bodyOf(await visitor({ host }), "/login");
    const [, message = ""] = /<template id="app-failure">(.*?)<\/template>/s.exec(body) ?? [];
    expect(message).toContain('role="alert"');
    expect(message).toContain("Error loading component.");
    expect(message).toContain('<a href="">Refresh the page</a>');
    expect(body.split("Error loading component.")).toHaveLength(2);
  });

  it("loads the brand's typefaces while it loads the styles", async () => {
    const body = await bodyOf(await visitor({ host }), "/login");
    const head = body.slice(0, body.indexOf("<body>"));
    const linked = [...head.matchAll(/<link rel="preload" as="font"[^>]* href="\/assets\/([a-z]+)-latin-(\d+)-normal-1.woff2">/g)];
    const faces = { harbor: ["lato 400", "lato 700"], juniper: ["figtree 400", "figtree 700", "fraunces 600"] };
    expect(linked.map(([, family, weight]) => `${family} ${weight}`)).toEqual(faces[brand]);
  });

  it.each([
    ["a screen", null],
    ["the frame of a session", "sealed"],
  ])("loads the app's files after what it shows: %s", async (_what, session) => {
    const client = await visitor({ host });
    if (session !== null) client.cookies.set("__Host-hys_session", session);
    const body = await bodyOf(client, "/registration");
    const [, head = "", files = ""] = /^(.*)<body>.*<template id="app-files">(.*?)<\/template>/s.exec(body) ?? [];
    expect(head).not.toMatch(/modulepreload|as="fetch"|type="module"/);
    expect(files).toContain('href="/assets/react-1.js"');
    expect(files).toContain("core.json");
    const [, script = "", app] = /<script src="([^"]+)" data-app="([^"]+)">/.exec(body) ?? [];
    expect(app).toBe("/assets/index-1.js");
    const { headers, body: code } = await client.request({ method: "GET", url: script });
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": expect.stringContaining("immutable"),
    });
    expect(code).toContain("import(app)");
    const unknown = script.replace(/[0-9a-f]{64}/, "0".repeat(64));
    expect((await client.request({ method: "GET", url: unknown })).statusCode).toBe(404);
  });
});

describe("the document", () => {
  it("is compressed as the browser accepts", async () => {
    const client = await visitor();
    const ask = (accepted: string) => client.request({ method: "GET", url: "/login", headers: { "accept-encoding": accepted } });
    const plain = await bodyOf(client, "/login");
    const [brotli, gzip, identity] = [await ask("gzip, br"), await ask("gzip"), await ask("identity")];
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: expect.stringContaining("accept-encoding") });
    expect(String(brotliDecompressSync(brotli.rawPayload))).toBe(plain);
    expect(brotli.rawPayload.length).toBeLessThan(plain.length / 2);
    expect(String(gunzipSync(gzip.rawPayload))).toBe(plain);
    expect([identity.headers["content-encoding"], identity.body]).toEqual([undefined, plain]);
  });

  it.each(["/login", "/dashboard"])("contains no secret, and nothing that the request chooses but its screen: %s", async (path) => {
    const client = await visitor();
    const { headers, body: plain } = await client.request({ method: "GET", url: path });
    const { body } = await client.request({
      method: "GET",
      url: `${path}?reflected=chosen-text#chosen-text`,
      headers: { "user-agent": "chosen-text", referer: "https://example.com/chosen-text", "accept-language": "chosen-text" },
    });
    expect(body).not.toContain("chosen-text");
    const cookies = [headers["set-cookie"] ?? []].flat().map((cookie) => /=([^;]*)/.exec(String(cookie))?.[1] ?? "");
    expect(cookies.filter((value) => value !== "")).not.toEqual([]);
    expect(cookies.filter((value) => value !== "" && (body.includes(value) || plain.includes(value)))).toEqual([]);
    expect(plain).not.toMatch(/csrf|nonce|token=/i);
  });
});

describe("the screen in the document", () => {
  it("is rendered once for visitors who come at the same time, with the answers that the app starts with", async () => {
    const bank = upstream();
    const client = await visitor({ bank });
    const body = await bodyOf(client, "/login");
    const page = JSON.parse(/id="passbook">(.*?)<\/script>/.exec(body)?.[1] ?? "null");
    expect(page.slices).toMatchObject({ branding: { product: { apy: "4.25" } }, banners: [] });
    expect(Object.keys(page.slices).sort()).toEqual(["banners", "branding"]);
    const calls = bank.calls();
    expect(await bodyOf(client, "/login")).toBe(body);
    expect(bank.calls()).toEqual(calls);
  });

  it("is the one to which the flows redirect a visitor", async () => {
    expect(await bodyOf(await visitor(), "/faq")).toContain('data-prerendered="/login"');
  });

  it.each(["/login?reason=x", "/login/sent", "/joint-account/onboarding", "/disclosures/view-disclosures/123"])(
    "is not there at %s, where the browser knows more",
    async (url) => {
      const body = await bodyOf(await visitor(), url);
      expect(body).not.toContain("data-prerendered");
      expect(body).toContain(STARTED);
    },
  );

  it("is not there for a browser with a session", async () => {
    const client = await visitor();
    client.cookies.set("__Host-hys_session", "sealed");
    const body = await bodyOf(client, "/login");
    expect(body).not.toContain("data-prerendered");
    // The app loads the code of forms while the screen waits for its data.
    expect(linkedBlocks(body)).toEqual(["chart"]);
    expect(linkedBlocks(await bodyOf(await visitor(), "/login?reason=x"))).toEqual(["form", "chart"]);
  });

  it("is not there while the upstream answers nothing", async () => {
    const client = await visitor({ bank: fakeUpstream({}) });
    expect(await bodyOf(client, "/login")).not.toContain("data-prerendered");
  });

  it("that fails is reported, and the browser renders the page", async () => {
    const lines: string[] = [];
    const render = vi.fn<Prerender>(async () => {
      throw new Error("a component has thrown");
    });
    const client = await visitor({ render, lines });
    expect(await bodyOf(client, "/login")).toContain(STARTED);
    expect(await bodyOf(client, "/login")).toContain(STARTED);
    expect(render).toHaveBeenCalledTimes(1);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: "prerender", path: "/login", reason: expect.stringContaining("a component has thrown") }),
    ]);
  });
});

describe("visitedPath", () => {
  it.each([
    ["/login", "/login"],
    ["/login/", "/login"],
    ["/faq", "/logout"],
    // `auth.resetEmail` and the state of the history entry may be stored in the browser.
    ["/login/sent", null],
    ["/joint-account/onboarding", null],
    ["/nowhere", null],
    ["/disclosures/view-disclosures/123", null],
  ])("of %s is %s", (path, expected) => {
    expect(visitedPath(flows.core("harbor"), path, Date.now())).toBe(expected);
  });
});
