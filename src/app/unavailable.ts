/** Exports the page that `main.tsx` shows when the bundle cannot be loaded: its text (S2.4) cannot come from a flow. */
import type { ReloadPort } from "../runtime/port.js";

const MESSAGE = "Error loading component. Please clear cache and relaunch your browser. If the error persists, please contact support.";
const RELOAD_GUARD = 10_000;

/** Reloads the page, at most once in ten seconds; else shows the message. */
export function showUnavailable(document: Document, page: ReloadPort, now: number): void {
  const last = page.last();
  if ((last === null || now - last >= RELOAD_GUARD) && page.reload(now)) return;
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = MESSAGE;
  document.getElementById("root")?.replaceChildren(message);
}
