/** Tests the navigation of the shell in a browser: no word of a label is broken, and which entry is marked. */
import { describe, expect, it } from "vitest";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();

describe("the bottom navigation", () => {
  it.each([
    ["harbor", 320],
    ["juniper", 320],
    ["juniper", 360],
  ] as const)(
    "of %s at %d px breaks no word, also with text of twice the size, and marks Documents for what is below it",
    async (brand, width) => {
      const visitor = await arrive({ brand, width, name: `navigation-${brand}-${width}` });
      await signIn(visitor, await bank.persona("active", { brand }), "/disclosures");
      const { page } = visitor;
      const navigation = page.locator(".pb-bottom-nav");
      for (const size of ["", "200%"]) {
        const lines = await navigation.evaluate((nav, fontSize) => {
          document.documentElement.style.fontSize = fontSize;
          return [...nav.querySelectorAll(".pb-nav-label")].flatMap((label) => {
            const text = label.firstChild;
            return [...(label.textContent ?? "").matchAll(/\S+/g)].map((word) => {
              const range = document.createRange();
              if (text !== null) range.setStart(text, word.index);
              if (text !== null) range.setEnd(text, word.index + word[0].length);
              return `${word[0]}: ${range.getClientRects().length}`;
            });
          });
        }, size);
        expect(lines).toContain("Transactions: 1");
        expect(lines.filter((line) => !line.endsWith(": 1"))).toEqual([]);
      }
      const current = navigation.locator("[aria-current]");
      expect(await current.allInnerTexts()).toEqual(["Documents"]);
    },
  );
});
