/**
 * Exports `takeOver`, `useTakeOver` and `documentShell` for the shell: when the app shows the screen that the document has shown since it was
 * painted (`gateway/frame.ts`), and how what the visitor did meanwhile gets into the app.
 */
import { startTransition, useEffect, useState } from "react";
import type { View } from "../runtime/view.js";

/** The element that the gateway has written into the document; the app removes it. */
const FRAME = "frame";

/** How long another screen than the document's may still redirect to it, in milliseconds. */
const REDIRECT_WAIT = 300;

/** The path of the screen in the document; null when the document has only the frame around it, and in the gateway. */
export function prerenderedPath(): string | null {
  return typeof document === "undefined" ? null : (document.getElementById(FRAME)?.dataset.prerendered ?? null);
}

/** The shell of the frame in the document, as its attributes; null after the app has removed it. */
export function documentShell(): { readonly "data-width": string | undefined; readonly "data-sidebar": string | undefined } | null {
  const frame = document.getElementById(FRAME);
  return frame === null ? null : { "data-width": frame.dataset.width, "data-sidebar": frame.dataset.sidebar };
}

export interface TakeOver {
  /** Whether the app shows its own screen: from the first one on. */
  readonly hasStarted: boolean;
  /** Whether the document shows the screen until then. */
  readonly isPrerendered: boolean;
}

/** React renders the first screen in short tasks (`startTransition`), while the document stays usable. */
export function useTakeOver(view: View): TakeOver {
  const [prerendered] = useState(prerenderedPath);
  const [hasStarted, setStarted] = useState(() => prerendered === null && view.kind !== "loading");
  const path = view.kind === "screen" && !view.loading ? view.resolution.path : null;
  const isReady = prerendered === null ? view.kind !== "loading" : path === prerendered;
  const isOther = view.kind !== "loading";
  useEffect(() => {
    const start = () => startTransition(() => setStarted(true));
    if (isReady) return start();
    if (!isOther) return;
    const timer = setTimeout(start, REDIRECT_WAIT);
    return () => clearTimeout(timer);
  }, [isReady, isOther]);
  return { hasStarted, isPrerendered: prerendered !== null };
}

/** Everything that can have the focus or a value. */
const CONTROLS = "a, button, input, select, textarea, summary, [tabindex]";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A script may not set the files of a field. */
const isField = (element: Element): element is Field =>
  ["INPUT", "TEXTAREA", "SELECT"].includes(element.tagName) && element.getAttribute("type") !== "file";

/** Sets a value as typing does, so that React notices the change. */
function enter(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, value);
  field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", { bubbles: true }));
}

/** Carries over what the visitor has done to a control of the document. */
function carryOver(before: Element, after: Element, hadFocus: boolean): void {
  if (before.tagName !== after.tagName) return;
  if (before instanceof HTMLInputElement && after instanceof HTMLInputElement && /^(checkbox|radio)$/.test(before.type)) {
    if (before.checked !== after.checked) after.click();
  } else if (isField(before) && isField(after) && before.value !== after.value) enter(after, before.value);
  if (before.tagName === "SUMMARY") after.parentElement?.toggleAttribute("open", before.parentElement?.hasAttribute("open"));
  if (!hadFocus || !(after instanceof HTMLElement)) return;
  after.focus({ preventScroll: true });
  if (!(before instanceof HTMLInputElement && after instanceof HTMLInputElement)) return;
  // Inputs of some types have no selection.
  if (before.selectionStart !== null) after.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/** Removes the frame of the document, and gives what was typed, chosen and focused in it to the same controls of the app. */
export function takeOver(root: Element): void {
  const frame = document.getElementById(FRAME);
  if (frame === null) return;
  const focused = document.activeElement;
  const before = [...frame.querySelectorAll(CONTROLS)];
  const after = [...root.querySelectorAll(CONTROLS)];
  frame.remove();
  const byId = new Map(after.map((control) => [control.id, control]));
  // With other controls, such as without a banner that the visitor has dismissed before, only ids show which are the same.
  const areAlike = before.length === after.length;
  for (const [index, former] of before.entries()) {
    const control = former.id !== "" && byId.has(former.id) ? byId.get(former.id) : areAlike ? after[index] : undefined;
    if (control !== undefined) carryOver(former, control, former === focused);
  }
}
