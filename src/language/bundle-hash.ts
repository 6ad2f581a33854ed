/** Exports `bundleHash`: the hash that names a bundle, for the compiler, and for the gateway that compares a folder with its name. */
import { canonical, hashText } from "./hash.js";
import { isSource } from "./source-map.js";

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
  return hashText(canonical({ core: { ...core, hash: undefined }, journeys, forms }, isSource));
}
