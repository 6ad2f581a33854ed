/** The entry module of the browser: boots and renders the app. */
import "./styles/index.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyBrand } from "../theme/brand.js";
import { App } from "./app.js";
import { boot } from "./boot.js";
import { reloadPort } from "./browser.js";
import { readPage } from "./page.js";
import { showUnavailable, showUnreachable } from "./unavailable.js";

async function start(): Promise<void> {
  const page = readPage(document);
  applyBrand(document.documentElement, page.branding);
  const root = document.getElementById("root");
  if (root === null) throw new Error("The page has no #root.");
  const parts = await boot(page, window, () => showUnreachable(document));
  createRoot(root).render(
    <StrictMode>
      <App parts={parts} page={page} />
    </StrictMode>,
  );
}

start().catch((failure: unknown) => {
  console.error(failure);
  showUnavailable(document, reloadPort(window), Date.now());
});
