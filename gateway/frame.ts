/**
 * Exports the content that the page shows before its scripts have run: the colors of the brand, and the screen of a
 * visitor (`prerendering.ts`) or the frame around a screen with the brand's logo and the FDIC sign. The app shows its
 * own in the same place.
 */
import { createHash } from "node:crypto";
import type { Prerendered } from "../src/app/prerender.js";
import { formatText } from "../src/engine/format-text.js";
import { initialState } from "../src/engine/state-writes.js";
import type { ShellDefinition } from "../src/language/keywords.js";
import { brandCss, DARK, fontFiles, rootAttributes, typefaces } from "../src/theme/brand-css.js";
import type { ActiveBundle } from "./bundles.js";
import { escapeHtml } from "./escape-html.js";

/** The name of the style sheet in the folder of a bundle. */
export const BRAND_CSS = "brand.css";

/** The name of the script in the folder of a bundle that shows the document's content, and then starts the app. */
export const FIRST_SCREEN_SCRIPT = "first-screen.js";

/** The longest wait for the screen to be painted, in milliseconds. A tab in the background paints nothing. */
const PAINT_WAIT = 1000;

/**
 * The script shows the texts of the document when the brand's typefaces are loaded, since other typefaces would move
 * the content. It loads the app after a screen is painted, and in a frame when the styles are there: on a phone the
 * app's files would delay styles and typefaces. Where they cannot be loaded, it shows the message for that (S2.4); the
 * buttons of a screen stay disabled.
 */
export function firstScreenScriptOf({ brand }: ActiveBundle): string {
  return `{
  const { app } = document.currentScript.dataset;
  const fonts = Promise.allSettled(${JSON.stringify(typefaces(brand))}.map((face) => document.fonts.load(face)));
  const limit = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const painted = () => document.hidden || new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const frame = document.getElementById("frame");
  const contentOf = (template) => document.getElementById(template).content;
  const shown = Promise.race([fonts, limit(${FONT_WAIT})]).then(() => frame.setAttribute("data-shown", ""));
  const screen = frame.dataset.prerendered && shown.then(() => Promise.race([painted(), limit(${PAINT_WAIT})]));
  Promise.resolve(screen)
    .then(() => {
      document.head.append(contentOf("app-files"));
      return import(app);
    })
    .catch((error) => {
      frame.removeAttribute("aria-hidden");
      frame.querySelector(".pb-main").prepend(contentOf("app-failure"));
      console.error(error);
    });
}
`;
}

const styleSheets = new WeakMap<ActiveBundle, string>();

/** The style sheet of a bundle's brand. */
export function styleSheetOf(bundle: ActiveBundle): string {
  const known = styleSheets.get(bundle);
  if (known !== undefined) return known;
  const css = brandCss(bundle.brand);
  styleSheets.set(bundle, css);
  return css;
}

const versions = new Map<string, string>();

/** The version of a text in its address: browsers keep it for a year, and another build of the gateway may make another one of the same bundle. */
function versionOf(text: string): string {
  const known = versions.get(text);
  if (known !== undefined) return known;
  const version = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  if (versions.size >= MOST_VERSIONS) versions.clear();
  versions.set(text, version);
  return version;
}

/** Two texts for each brand and bundle. */
const MOST_VERSIONS = 100;

/** The element in which the app renders. */
const ROOT = '<div id="root"></div>';
const HEAD_END = "</head>";

/** How long the texts wait for the typefaces, in milliseconds. */
const FONT_WAIT = 1000;

const FILE = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The address of a logo by its key (S3); null where the brand has none. */
function logoOf({ slug, hash, brand }: ActiveBundle, key: string): string | null {
  const file = brand.logos[key];
  return file !== undefined && FILE.test(file) ? `/bundles/${slug}/${hash}/${file}` : null;
}

/** A text of the chrome, as HTML, until branding has been fetched. */
function chromeOf({ brand, content: { core } }: ActiveBundle, name: "fdicMark" | "fdicText" | "chunkFailure" | "reload"): string {
  const text = core.chrome[name];
  if (text === undefined) throw new Error(`The chrome has no text "${name}".`);
  const branding = { name: brand.name, short_name: brand.short_name, slug: brand.slug };
  return escapeHtml(formatText(text, { ...initialState(core), branding }, core.formats));
}

/** The FDIC sign as the app shows it (`fdic-sign.tsx`): in a frame, the largest text. */
function fdicSignOf(bundle: ActiveBundle, className: string): string {
  if (!bundle.brand.show_fdic) return "";
  const part = (name: "fdicMark" | "fdicText", as: string) => `<span class="${as}">${chromeOf(bundle, name)}</span>`;
  return `<p class="pb-fdic ${className}">${part("fdicMark", "pb-fdic-mark")} ${part("fdicText", "pb-fdic-text")}</p>`;
}

/** The frame of a shell. It is hidden from assistive technology: the app shows the same a moment later. */
function frameOf(bundle: ActiveBundle, shell: ShellDefinition): string {
  const { brand } = bundle;
  const [logo, onDark] = [logoOf(bundle, "hor-color"), logoOf(bundle, "hor-white")];
  const source = onDark !== null && brand.dark_scheme ? `<source srcset="${onDark}" media="${DARK}" />` : "";
  const picture = (image: string | null) =>
    `<span class="pb-logo">${image === null ? escapeHtml(brand.name) : `<picture>${source}<img src="${image}" alt="" /></picture>`}</span>`;
  const inSidebar = brand.look?.sidebar === "brand" ? (onDark ?? logo) : logo;
  return [
    `<div id="frame" class="pb-shell" aria-hidden="true" data-width="${shell.width}" data-sidebar="${shell.sidebar ?? true}">`,
    `<div class="pb-header">${picture(logo)}${fdicSignOf(bundle, "pb-fdic-header")}</div>`,
    `<div class="pb-sidebar">${picture(inSidebar)}${fdicSignOf(bundle, "")}</div>`,
    `<div class="pb-main">${fdicSignOf(bundle, "pb-fdic-narrow")}</div></div>`,
  ].join("");
}

/** The whole first screen: `src/app/take-over.tsx` finds it by its path. */
function screenOf({ path, html }: Prerendered): string {
  return `<div id="frame" data-prerendered="${path}">${html}</div>`;
}

/** Shown by the script where the app's files cannot be loaded; the link reloads the page. */
function failureOf(bundle: ActiveBundle): string {
  return `<div class="pb-script-failure" role="alert"><p>${chromeOf(bundle, "chunkFailure")}</p><a href="">${chromeOf(bundle, "reload")}</a></div>`;
}

/** The data that starts the app, and the script for it. A script waits for the style sheets before it, which declare the typefaces. */
function startOf(bundle: ActiveBundle, app: string, files: readonly string[]): string {
  const address = `/bundles/${bundle.slug}/${bundle.hash}/${FIRST_SCREEN_SCRIPT}?${versionOf(firstScreenScriptOf(bundle))}`;
  return [
    `<template id="app-files">${files.join("")}</template><template id="app-failure">${failureOf(bundle)}</template>`,
    `<script src="${address}" data-app="${app}"></script>`,
  ].join("");
}

/** The element of the app's entry module. */
const ENTRY = /<script type="module"[^>]* src="([^"]+)"><\/script>/;
/** The links to the files that the app will need. */
const APP_FILES = /<link rel="(?:modulepreload|preload|prefetch)"(?! as="font")[^>]*>/g;
/** The links to the fonts of all brands (`vite.config.ts`). */
const FONTS = /<link rel="preload" as="font"[^>]* data-font="([^"]+)"[^>]*>\s*/g;

/** Those of `APP_FILES` that link to the code of forms (`vite.config.ts`). */
const FORM_FILES = /<link rel="modulepreload"[^>]* data-block="form"[^>]*>\s*/g;

/**
 * The page without the links to the code of forms, for a session: its screen waits for data, and the app loads the code
 * meanwhile. On a phone it would delay the app.
 */
export function withoutFormFiles(html: string): string {
  return html.replace(FORM_FILES, "");
}

/**
 * The page with the brand's colors and a screen, or the frame of a shell where the gateway has none; throws when the page
 * has no place for them.
 */
export function withFrame(html: string, bundle: ActiveBundle, shown: ShellDefinition | Prerendered): string {
  if (!html.includes(ROOT) || !html.includes(HEAD_END)) throw new Error(`index.html has no ${HEAD_END} or no ${ROOT}`);
  const attributes = Object.entries(rootAttributes(bundle.brand)).map(([name, value]) => ` data-${name}="${value}"`);
  const styles = `<link rel="stylesheet" href="/bundles/${bundle.slug}/${bundle.hash}/${BRAND_CSS}?${versionOf(styleSheetOf(bundle))}" />`;
  const fonts = fontFiles(bundle.brand);
  const framed = html
    .replace("<html", () => `<html${attributes.join("")}`)
    .replace(HEAD_END, () => `${styles}${HEAD_END}`)
    .replace(FONTS, (link, font: string) => (fonts.has(font) ? link : ""));
  const [entry, app] = ENTRY.exec(html) ?? [];
  if (entry === undefined || app === undefined) throw new Error("index.html has no entry module");
  const frame = "html" in shown ? screenOf(shown) : frameOf(bundle, shown);
  const start = startOf(bundle, app, html.match(APP_FILES) ?? []);
  return framed
    .replace(entry, "")
    .replace(APP_FILES, "")
    .replace(ROOT, () => `${frame}${ROOT}${start}`);
}
