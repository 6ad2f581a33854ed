/** Exports the findings about overlays, one function each, for the compiler. */
import type { Origin } from "./bundle.js";
import { type Finding, finding, orNearest } from "./problems.js";

const orRenamed = (key: string, known: readonly string[], renamed: string | null): string =>
  orNearest(key, known) || (renamed === null ? "" : `; it may now be called "${renamed}"`);
const sentence = (text: string): string => (text.endsWith("?") ? text : `${text}.`);
export const nothingToRemove = (key: string, known: readonly string[], renamed: string | null = null): Finding =>
  finding("overlay-nothing", `Nothing to remove: the base has no "${key}"${orRenamed(key, known, renamed)}`);
export const nothingToPatch = (key: string, known: readonly string[], missing: readonly string[], renamed: string | null = null): Finding =>
  finding(
    "overlay-nothing",
    `${sentence(`The base has no "${key}"${orRenamed(key, known, renamed)}`)} To add it, write it whole (missing: ${missing.join(", ")})`,
  );
export const itemOutsideItems = (key: string, isRemoved: boolean): Finding =>
  finding(
    "unknown-keyword",
    `Beside "order" or "items", "${key}" must be in "items": write "items": { "${key}": ${isRemoved ? "null" : "…"} }`,
  );
/** Unlike other collections, a decision has its `order` beside the keyed rows. */
export const orderInRows = (): Finding =>
  finding("unknown-keyword", 'The "order" of a decision must be beside "rows": write "order": […], "rows": { … }');
export const stepNotStored = (step: string, path: string, steps: readonly string[]): Finding =>
  finding(
    "wrong-constant",
    `"${step}" is never a value of "${path}", in which the server stores the step: an overlay can change, reorder and remove the steps of this wizard, and cannot add one${orNearest(step, steps)}`,
  );
export const schemaNotInBase = (name: string, known: Iterable<string>): Finding =>
  finding(
    "unknown-name",
    `${sentence(`The base has no schema "${name}"${orNearest(name, known)}`)} An overlay only changes schemas: write a new one as the file schemas/${name}`,
  );
export const notAHash = (now: string): Finding =>
  finding("invalid-value", `"base" is the hash of what this changes, which is "${now}" now`);
export const staleOverlay = (now: string): Finding =>
  finding("overlay-stale", `The base has changed since this was written; check the patch, then set "base" to "${now}"`);
export const overlayWaiver = (): Finding =>
  finding("overlay-waiver", "An overlay may waive only findings about what it adds: only the base may waive findings about the base");

export const overlaySame = (key: string): Finding =>
  finding("overlay-same", `The base has the same "${key}": remove this, so that the brand follows the base`);
export const overlayEmpty = (key: string): Finding => finding("overlay-same", `This changes nothing of "${key}"`);

export const orderLeavesOut = (key: string, collection = "items"): Finding =>
  finding(
    "order",
    `This "order" leaves out "${key}", which the base has, so it would never be shown: name it, or remove it with "${collection}": { "${key}": null }`,
  );
export const removedInOrder = (key: string, order: Pick<Origin, "line">): Finding =>
  finding("order", `"${key}" is removed here, and this brand's "order" at line ${order.line} names it`);
export const removedButNamed = (name: string, { file, line }: Pick<Origin, "file" | "line">): Finding =>
  finding("unknown-name", `"${name}" is removed here, and ${file}:${line} names it: remove that as well, or change it`);

/** The patch that removes the part at a path, or changes the keyword there. */
const patchAt = (path: readonly string[], value: string): string => {
  const [first = "", ...others] = path;
  return `"${first}": ${others.length === 0 ? value : `{ ${patchAt(others, value)} }`}`;
};
/** `isPart`: the overlay can remove it by its name; otherwise it is a keyword to change. */
export const leadsToRemoved = (
  name: string,
  places: readonly Pick<Origin, "file" | "line">[],
  path: readonly string[],
  isPart: boolean,
): Finding => {
  const at = [...new Set(places.map(({ file, line }) => `${file}:${line}`))];
  const leads = `"${name}" is removed here, and ${at.join(", ")} ${at.length === 1 ? "leads" : "lead"} to it`;
  return finding(
    "unknown-name",
    isPart
      ? `${leads}: remove that as well, with ${patchAt(path, "null")}, or change it`
      : `${leads}: change it, with ${patchAt(path, "…")}`,
  );
};
