/**
 * Exports the sandbox's own pages: the one for people, and the simulated link provider's. They are files, so that no
 * page needs an inline script.
 */
import { readFileSync } from "node:fs";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

const FILES: Readonly<Record<string, string>> = {
  "/": "sandbox.html",
  "/sandbox": "sandbox.html",
  "/sandbox/": "sandbox.html",
  "/sandbox/base.css": "base.css",
  "/sandbox/sandbox.js": "sandbox.js",
  "/sandbox/sandbox.css": "sandbox.css",
  "/sandbox/fastlink": "fastlink.html",
  "/sandbox/fastlink/": "fastlink.html",
  "/sandbox/fastlink/fastlink.js": "fastlink.js",
  "/sandbox/fastlink/fastlink.css": "fastlink.css",
};

const CSP =
  "default-src 'none'; script-src 'self'; img-src data:; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

export function servePage(path: string): Response | null {
  const name = FILES[path];
  if (name === undefined) return null;
  const file = readFileSync(new URL(`../pages/${name}`, import.meta.url));
  return new Response(file, {
    headers: {
      "content-type": TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      // The app, on any host, frames the provider's page; nothing may frame the other page.
      "content-security-policy": name.startsWith("fastlink") ? CSP : `${CSP}; frame-ancestors 'none'`,
    },
  });
}
