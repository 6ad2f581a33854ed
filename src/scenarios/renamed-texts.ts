/** Exports `renamedTexts` and `shownTexts`: the texts that a brand shows in place of the base's, so that a scenario of all brands names a control as the base does. */
import type { Json } from "../language/definition.js";
import { isObject } from "../language/json.js";
import type { FlowSource } from "../language/source.js";

type Texts = ReadonlyMap<string, ReadonlySet<string>>;

/** By screen, and for every screen under `EVERY_SCREEN`: a text of the base, and those that the overlay writes in its places. */
export type RenamedTexts = ReadonlyMap<string, Texts>;

const EVERY_SCREEN = "";
const FLOW = /^flows\/[a-z][a-z0-9-]*\.flow\.json$/;

/** The texts that the overlay of a brand replaces. Those with placeholders are left out. The files compile, so that they are JSON. */
export function renamedTexts({ files }: FlowSource, slug: string): RenamedTexts {
  const read = (file: string): Json => JSON.parse(files.get(file) ?? "null") as Json;
  const overlay = read(`flows/brands/${slug}/overlay.json`);
  if (!isObject(overlay)) return new Map();
  const renamed = new Map<string, Map<string, Set<string>>>();
  const compare = (screen: string, base: Json, own: Json): void => {
    const [before, after] = [plainText(base), plainText(own)];
    if (before !== null && after !== null) {
      const texts = renamed.get(screen) ?? new Map<string, Set<string>>();
      renamed.set(screen, texts.set(before, (texts.get(before) ?? new Set()).add(after)));
    } else if (isObject(base) && isObject(own))
      for (const [keyword, value] of Object.entries(own)) compare(screen, base[keyword] ?? null, value);
  };
  for (const file of files.keys()) {
    const flow = FLOW.test(file) ? read(file) : null;
    if (!isObject(flow) || !isObject(flow.screens) || !isObject(overlay.screens)) continue;
    const defaults = isObject(flow.defaults) ? flow.defaults : {};
    for (const [id, screen] of Object.entries(flow.screens))
      if (isObject(screen)) compare(id, { ...defaults, ...screen }, overlay.screens[id] ?? null);
  }
  compare(EVERY_SCREEN, read("flows/app.flow.json"), overlay.app ?? null);
  const values = read("flows/values.json");
  if (isObject(values)) compare(EVERY_SCREEN, values.values ?? null, overlay.values ?? null);
  return renamed;
}

/** A text without placeholders; null for anything else. */
function plainText(value: Json): string | null {
  if (typeof value === "string") return value;
  return isObject(value) && typeof value.text === "string" && Object.keys(value).length === 1 ? value.text : null;
}

/** The texts under which a brand may show, on a screen, what the base shows under `text`. */
export function shownTexts(renamed: RenamedTexts, screen: string, text: string): readonly string[] {
  return [text, ...[screen, EVERY_SCREEN].flatMap((place) => [...(renamed.get(place)?.get(text) ?? [])])];
}
