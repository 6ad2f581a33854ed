/** What shows when the bundle itself cannot be loaded: the one text that no flow can bring (S2.4's words). */
import type { ReloadPort } from "../runtime/port.js";

const MESSAGE = "Error loading component. Please clear cache and relaunch your browser. If the error persists, please contact support.";
const RELOAD_GUARD = 10_000;

/** Loads the page again, once within ten seconds; then says what is wrong. */
export function showUnavailable(document: Document, page: ReloadPort, now: number): void {
  const last = page.last();
  if ((last === null || now - last >= RELOAD_GUARD) && page.reload(now)) return;
  const message = document.createElement("p");
  message.setAttribute("role", "alert");
  message.textContent = MESSAGE;
  document.getElementById("root")?.replaceChildren(message);
}
