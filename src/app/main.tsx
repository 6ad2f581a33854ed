/** Runs in the browser as its entry module: boots and renders the app. */
import "./styles/index.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { loadBlocks } from "../blocks/blocks.js";
import { applyBrand, brandOfDocument, loadFonts } from "../theme/brand.js";
import { App } from "./app.js";
import { boot } from "./boot.js";
import { reloadPort } from "./browser.js";
import { createErrorReport, reportUncaught } from "./error-report.js";
import { readPage } from "./page.js";
import { prerenderedPath } from "./take-over.js";
import { showUnavailable, showUnreachable } from "./unavailable.js";

/** How long the first paint waits for the brand's fonts, which load while the bundle does. In milliseconds. */
const FONT_WAIT = 1000;

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function start(): Promise<void> {
  // The modules have been evaluated in a separate task: a phone answers touches between short ones.
  await wait(0);
  const page = readPage(document);
  // The code of forms loads with the bundle; the document has painted the frame of the page already.
  const blocks = loadBlocks();
  // The development server loads no style sheet of the brand.
  (page.development ? applyBrand : brandOfDocument)(document.documentElement, page.branding);
  const fonts = Promise.race([loadFonts(document.fonts, page.branding), wait(FONT_WAIT)]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no #root.");
  const report = createErrorReport({
    fetch: (input, init) => window.fetch(input, init),
    cookies: () => document.cookie,
    path: () => window.location.pathname,
    bundle: page.bundle,
  });
  reportUncaught(window, report);
  const parts = await boot(page, window, { report, onUnreachable: () => showUnreachable(document) });
  await fonts;
  // The document shows the whole first screen: a form that is still loading must not take its place.
  if (prerenderedPath() !== null) await blocks;
  // In short tasks: the document shows its frame meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App parts={parts} page={page} />
      </StrictMode>,
    ),
  );
}

start().catch((failure: unknown) => {
  console.error(failure);
  showUnavailable(document, reloadPort(window), Date.now());
});
