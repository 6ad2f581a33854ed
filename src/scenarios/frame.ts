/**
 * Exports what is around a screen, for scenarios: the navigation, the progress bar, the institution's banners, the link of a
 * message, and their controls.
 */
import { valueAt } from "../blocks/form-data.js";
import { currentEntry } from "../engine/current-entry.js";
import { formatText } from "../engine/format-text.js";
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import { type ShownProgress, shownProgress } from "../runtime/frame.js";
import type { Session } from "./session.js";

type Fields = { readonly [field: string]: Json };

/** The labels of the navigation; the entry that is highlighted is marked as current. */
export function navigationLines({ screen, core }: Session): readonly string[] {
  if (screen === null) return [];
  const { nav, path } = screen.resolution;
  const current = currentEntry(core, nav, path);
  return nav.map(({ key, label }) => (key === current ? `${label} [current]` : label));
}

/** The percentage of the progress bar; null where there is none. */
export function percentOf(session: Session): number | null {
  return progressOf(session)?.percent ?? null;
}

/** The label of the stage beside the progress bar; null where there is none. */
export function stageOf(session: Session): string | null {
  const { stages, formats } = session.core;
  const shown = progressOf(session);
  return shown === null ? null : formatText(stages[shown.stage - 1]?.label ?? "", session.scope, formats);
}

function progressOf({ screen, core, scope }: Session): ShownProgress | null {
  return screen === null ? null : shownProgress(core, screen.resolution, scope);
}

/** The institution's banners that the depositor has not dismissed. */
export function shownBanners({ state }: Session): readonly Fields[] {
  const dismissed = valueAt(state as Json, "dismissed.banners");
  const ids = Array.isArray(dismissed) ? (dismissed as readonly Json[]) : [];
  const { banners = null } = state;
  return Array.isArray(banners) ? (banners as readonly Json[]).filter(isObject).filter(({ uuid }) => !ids.includes(uuid ?? null)) : [];
}

/** The link of the message at the control, else of the message of the app; null where there is none. */
export function messageLink({ state, failures }: Session): { readonly label: string; readonly href: string } | null {
  const { isOpen, link = null } = state.notification as Fields;
  const given: unknown = failures[0]?.link ?? (isOpen === true ? link : null);
  return isObject(given) ? { label: String(given.label), href: String(given.href) } : null;
}

/**
 * Presses the link of a message, what dismisses a message or a banner, or the help of the footer. `isPressed`: whether the step
 * names a text; `nth`: among banners, from 1.
 */
export async function pressOfFrame(
  session: Session,
  isPressed: (text: string | null) => boolean,
  chrome: (name: string) => string | null,
  nth: number,
): Promise<boolean> {
  const link = messageLink(session);
  if (link !== null && isPressed(link.label) && link.href.startsWith("/")) {
    if (session.failures.length === 0) await session.raiseOfApp("dismissNotification");
    await session.navigate(link.href);
    return true;
  }
  if (isPressed(chrome("help"))) {
    await session.raiseOfApp("contact");
    return true;
  }
  if (!isPressed(chrome("dismiss"))) return false;
  const banner = shownBanners(session)[nth - 1];
  if ((session.state.notification as Fields).isOpen === true) await session.raiseOfApp("dismissNotification");
  else if (banner === undefined) return false;
  else await session.raiseOfApp("dismissBanner", banner);
  return true;
}
