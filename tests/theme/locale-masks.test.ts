/** Tests the input masks of dates and amounts in several locales. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAmount } from "../../src/language/amount-text.js";
import { amountInCents, BUILT_IN_FORMATS } from "../../src/language/field-formats.js";
import { sumOf } from "../../src/language/list-operators.js";
import { localeMasks } from "../../src/theme/locale-masks.js";

const masksOf = (locale: string, currency: string) => localeMasks({ locale, currency, parseAmount });
const US = masksOf("en-US", "USD");
const BRITISH = masksOf("en-GB", "GBP");
const GERMAN = masksOf("de-DE", "EUR");
const SWEDISH = masksOf("sv-SE", "SEK");
const FRENCH = masksOf("fr-FR", "EUR");

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
    [US, "1,234", "1234.00", "1,234.00"],
    [US, "12,345,678.90", "12345678.90", "12,345,678.90"],
    [US, "1234.50", "1234.50", "1,234.50"],
    [US, "1234.", "1234.00", "1,234.00"],
    [US, " $ 007.1 ", "7.10", "7.10"],
    [FRENCH, "1 234,5 €", "1234.50", "1\u202f234,50"],
    [SWEDISH, "1 234,5 kr", "1234.50", "1\u00a0234,50"],
  ])("%#: %s", ({ money }, typed, value, shown) => {
    expect(money.parse(typed)).toBe(value);
    expect(money.format(value)).toBe(shown);
  });

  it.each([
    [US, "12,34"],
    [US, "2,50"],
    [US, "1234,567"],
    [US, "1,2345"],
    [US, "1,23,456"],
    [US, "12,,345"],
    [US, "1,234,"],
    [US, ",123"],
    [US, "0,123"],
    [US, "1.234,50"],
    [US, "5 0"],
    [US, "1$2"],
    [GERMAN, "1,234.50"],
    [GERMAN, "12.34 €"],
    [FRENCH, "12 34"],
  ])("%#: keeps %s, which is not an amount", ({ money, cents }, typed) => {
    for (const mask of [money, cents]) {
      expect(mask.parse(typed)).toBe(typed);
      expect(mask.format(mask.parse(typed))).toBe(typed);
    }
  });

  it("mean what their digits say when they are accepted, in the mask, the format and the sum", () => {
    const texts = fc.array(fc.constantFrom(..."0123456789,.$ "), { maxLength: 14 }).map((characters) => characters.join(""));
    const money = BUILT_IN_FORMATS.money;
    fc.assert(
      fc.property(texts, (text) => {
        const accepted = money?.validate(text) === true;
        expect(money?.validate(US.money.parse(text))).toBe(accepted);
        if (!accepted) return;
        // Two places behind the period; every other digit is of the dollars.
        const [dollars = "", fraction = ""] = text.replace(/[^\d.]/g, "").split(".");
        const cents = Number(`${dollars}${fraction.padEnd(2, "0")}`);
        expect([amountInCents(text), amountInCents(US.money.parse(text))]).toEqual([cents, cents]);
        // Commas are between whole groups of three digits.
        const [whole = ""] = text.replace(/[$ ]/g, "").split(".");
        if (text.includes(",")) expect(whole).toMatch(/^[1-9]\d{0,2}(,\d{3})+$/);
        const sum = sumOf([text]);
        if (!Number.isNaN(sum)) expect(sum).toBe(cents / 100);
      }),
      { numRuns: 2000 },
    );
  });

  it("are accepted with every correct grouping", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        fc.boolean(),
        fc.constantFrom("", "$", "$ "),
        (cents, isGrouped, sign) => {
          const digits = String(cents).padStart(3, "0");
          const whole = digits.slice(0, -2);
          const text = `${sign}${isGrouped ? Number(whole).toLocaleString("en-US") : whole}.${digits.slice(-2)}`;
          expect([US.money.parse(text), sumOf([text])]).toEqual([`${whole}.${digits.slice(-2)}`, cents / 100]);
        },
      ),
    );
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
