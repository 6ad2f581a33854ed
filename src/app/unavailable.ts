/** Exports what `main.tsx` shows while the bundle cannot be loaded: these texts (S2.4) cannot come from a flow. */
import type { ReloadPort } from "../runtime/port.js";
import { removeFrame } from "./page.js";

const MESSAGE = "Error loading component. Please clear cache and relaunch your browser. If the error persists, please contact support.";
const UNREACHABLE = "We can't reach our servers. Check your internet connection. We'll try again as soon as you're back online.";
const RELOAD_GUARD = 10_000;

function show(document: Document, text: string, role: "alert" | "status"): void {
  const message = document.createElement("p");
  message.setAttribute("role", role);
  message.textContent = text;
  removeFrame(document);
  document.getElementById("root")?.replaceChildren(message);
}

/** Shows that the app waits for the network; the app replaces the message when it starts. */
export function showUnreachable(document: Document): void {
  show(document, UNREACHABLE, "status");
}

/** Reloads the page, at most once in ten seconds; else shows the message. */
export function showUnavailable(document: Document, page: ReloadPort, now: number): void {
  const last = page.last();
  if ((last === null || now - last >= RELOAD_GUARD) && page.reload(now)) return;
  show(document, MESSAGE, "alert");
}
