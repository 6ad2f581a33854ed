/** Tests the input masks of dates and amounts in several locales. */
import { describe, expect, it } from "vitest";
import { localeMasks } from "../../src/theme/locale-masks.js";

const US = localeMasks({ locale: "en-US", currency: "USD" });
const BRITISH = localeMasks({ locale: "en-GB", currency: "GBP" });
const GERMAN = localeMasks({ locale: "de-DE", currency: "EUR" });
const SWEDISH = localeMasks({ locale: "sv-SE", currency: "SEK" });
const FRENCH = localeMasks({ locale: "fr-FR", currency: "EUR" });

describe("dates", () => {
  it.each([
    [US, "4/5/1985", "1985-04-05", "04/05/1985"],
    [US, "sept. 5 1985", "1985-09-05", "09/05/1985"],
    [US, "5th April 1985", "1985-04-05", "04/05/1985"],
    [BRITISH, "4/5/1985", "1985-05-04", "04/05/1985"],
    [BRITISH, "04051985", "1985-05-04", "04/05/1985"],
    [GERMAN, "4.5.85", "1985-05-04", "04.05.1985"],
    [GERMAN, "4. März 1985", "1985-03-04", "04.03.1985"],
    [SWEDISH, "1985-05-04", "1985-05-04", "1985-05-04"],
    [SWEDISH, "19850504", "1985-05-04", "1985-05-04"],
    [FRENCH, "4 juillet 1985", "1985-07-04", "04/07/1985"],
    // June and July begin with the same three letters.
    [FRENCH, "4 jui 1985", "4 jui 1985", "4 jui 1985"],
    [US, "soon", "soon", "soon"],
  ])("%#: %s", ({ pastDate }, typed, value, shown) => {
    expect(pastDate.parse(typed)).toBe(value);
    expect(pastDate.format(value)).toBe(shown);
  });

  it.each([
    [US, "0405", "04/05"],
    [US, "04051", "04/05/1"],
    [US, "4/051", "4/05/1"],
    [US, "1985", "1985"],
    [BRITISH, "3112", "31/12"],
    [BRITISH, "31/122", "31/12/2"],
    [GERMAN, "04051985", "04.05.1985"],
    [SWEDISH, "198505", "1985-05"],
    [SWEDISH, "1985-050", "1985-05-0"],
  ])("%#: while typing %s", ({ date }, typed, shown) => {
    expect(date.formatWhileTyping?.(typed)).toBe(shown);
  });
});

describe("amounts", () => {
  it.each([
    [US, "$1,234.5", "1234.50", "1,234.50"],
    [BRITISH, "£1,234.5", "1234.50", "1,234.50"],
    [GERMAN, "1.234,5 €", "1234.50", "1.234,50"],
    [US, "twelve", "twelve", "twelve"],
    [US, ".", ".", "."],
  ])("%#: %s", ({ money }, typed, value, shown) => {
    expect(money.parse(typed)).toBe(value);
    expect(money.format(value)).toBe(shown);
  });

  it("parses cents with the symbols of currencies", () => {
    expect(US.cents.parse("7¢")).toBe("0.07");
    expect(GERMAN.cents.parse(",07 €")).toBe("0.07");
  });

  it("places the symbol as the locale does", () => {
    expect(US.symbol).toEqual({ text: "$", isBefore: true });
    expect(GERMAN.symbol).toEqual({ text: "€", isBefore: false });
  });
});
