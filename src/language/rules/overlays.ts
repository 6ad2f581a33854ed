/** Exports the rules about overlays, for the registry. */
import { rules } from "./rule.js";
import { secondBrand } from "./second-brand.js";

export const OVERLAY_RULES = rules({
  "overlay-nothing": {
    severity: "error",
    waivable: false,
    finds: "An overlay removes or patches an item that the base does not have.",
    fix: "Use the name that the message suggests. Write a new item completely.",
    examples: [
      {
        patch: {
          ...secondBrand(),
          "flows/brands/second/overlay.json": { language: 2, screens: { pgae: { title: "Ours" } } },
        },
        message: 'The base has no "pgae"; did you mean "page"? To add it, write it whole (missing: shell, guard, body)',
      },
    ],
  },
  "overlay-stale": {
    severity: "error",
    waivable: false,
    finds: "The base has changed since the overlay pinned it with `base`.",
    fix: "Read the new text of the base, update the patch, and set `base` to the hash in the message.",
    examples: [
      {
        patch: {
          ...secondBrand(),
          "flows/brands/second/overlay.json": { language: 2, screens: { page: { base: "0123456789ab", title: "Ours" } } },
        },
        message: 'The base has changed since this was written; check the patch, then set "base" to "5566264520e8"',
      },
    ],
  },
  "overlay-waiver": {
    severity: "error",
    waivable: false,
    finds:
      "An overlay has waivers on something of the base. They would accept for one brand what the base forbids, or replace the waivers of the base.",
    fix: "Correct the overlay so that it has no such finding. Write a waiver that all brands need in the base. An overlay may have waivers on what it adds: a screen, a row, a predicate, a field.",
    examples: [
      {
        patch: {
          ...secondBrand(),
          "flows/brands/second/overlay.json": {
            language: 2,
            screens: { page: { waivers: [{ rule: "dead-end", when: true, reason: "This brand wants it." }] } },
          },
        },
        message: "An overlay may waive only findings about what it adds: only the base may waive findings about the base",
      },
    ],
  },
  "overlay-same": {
    severity: "warning",
    waivable: false,
    finds: "An overlay repeats the base or changes nothing. If the base changes later, the brand keeps the old text.",
    fix: "Remove the entry from the overlay.",
    examples: [
      {
        patch: {
          ...secondBrand(),
          "flows/brands/second/overlay.json": { language: 2, screens: { page: { gates: ["held"] } } },
        },
        message: 'The base has the same "gates": remove this, so that the brand follows the base',
      },
    ],
  },
});
