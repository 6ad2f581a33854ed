/** The sandbox's own pages: the one for people, and the link provider's stand-in. Files, so that no script stands in a page. */
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
      // The provider's page stands in the app's frame, whatever its host; the other stands alone.
      "content-security-policy": name.startsWith("fastlink") ? CSP : `${CSP}; frame-ancestors 'none'`,
    },
  });
}
