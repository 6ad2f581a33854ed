/** Exports the rules about brands and overlays, for the registry. */
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
  "brand-shared": {
    severity: "warning",
    waivable: false,
    finds:
      "Two brands have the same name, support address or routing number, as after a copy, or a text that they share has the name of one of them: depositors would take one institution for another.",
    fix: "Give each brand its own, unless they are one institution. Show the name of each brand in a text with a value.",
    examples: [
      {
        patch: {
          ...secondBrand({ name: "First Bank" }),
        },
        message: 'The brand "first" has the same "name", "First Bank"',
      },
      {
        patch: { ...secondBrand(), "flows/start.flow.json": { screens: { away: { title: "Savings at Second" } } } },
        message:
          'This text of all brands has the name of the brand "second", "Second": show the name of each with { "var": "branding.name" }, or write the text in its overlay',
      },
    ],
  },
  brand: {
    severity: "error",
    waivable: false,
    finds:
      "The files of the brands contradict each other: a slug that differs from its folder, no default brand or several, a host of two brands, a routing number without a valid check digit, a missing logo, or a picture that is not an SVG, or that contains a script, an event handler, a `foreignObject`, or a reference to another file. A PNG must be one by its content; a logo is at least 48 pixels high, and a favicon a square of at least 32 by 32.",
    fix: 'Correct `brand.json` as the message says. `hor-color` is the logo of every page, `hor-white` that of dark pages; `"dark_scheme": false` makes the second unnecessary.',
    examples: [
      { patch: { "flows/brands/first/brand.json": { slug: "frist" } }, message: 'The slug "frist" must be its folder\'s name, "first"' },
      { patch: { "flows/brands/first/brand.json": { default: false } }, message: 'Exactly one brand must say "default": true; 0 do' },
      {
        patch: {
          "flows/brands/first/brand.json": { hosts: ["savings.example"] },
          ...secondBrand({ hosts: ["savings.example"] }),
        },
        message: 'The host "savings.example" also belongs to the brand "first": only one of the two brands is served there',
      },
      {
        patch: { "flows/brands/first/brand.json": { logos: { "hor-color": "logo.svg", "hor-withe": "logo-white.svg" } } },
        message: '"hor-white" is missing, which pages of this brand show; is "hor-withe" meant for it?',
      },
    ],
  },
});
