/** Exports `bundleHash`: the hash that names a bundle, for the compiler, and for the gateway that compares a folder with its name. */
import { canonical, hashText } from "./hash.js";
import { isObject } from "./json.js";
import { isSource } from "./source-map.js";

/** The texts of the screens, most of which are the same objects in the next compilation. */
const texts = new WeakMap<object, string>();

/** The hash of the parts of a bundle without locations, names and the core's own hash. */
export function bundleHash({
  core,
  journeys,
  forms,
}: {
  readonly core: object;
  readonly journeys: object;
  readonly forms: object;
}): string {
  for (const journey of Object.values(journeys).filter(isObject))
    for (const screen of isObject(journey.screens) ? Object.values(journey.screens).filter(isObject) : [])
      if (!texts.has(screen)) texts.set(screen, canonical(screen, isSource));
  return hashText(canonical({ core: { ...core, hash: undefined }, journeys, forms }, isSource, texts));
}
