/** Tests the formats of fields with accepted and rejected texts, against ajv-formats, and the exact cents of amounts. */
import fullFormats from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ageOn, amountInCents, centsOf, fieldFormat, withinBound } from "../../src/language/field-formats.js";
import { FIELD_FORMATS } from "../support/field-formats.js";

const valid = (format: string, text: string): boolean | undefined => FIELD_FORMATS[format]?.validate(text);

/** By format: what is taken, what is refused, and how what is taken is sent. */
const VECTORS: Readonly<Record<string, { readonly yes: readonly (readonly [string, string] | string)[]; readonly no: readonly string[] }>> =
  {
    "us-phone": {
      yes: [["(415) 555-0134", "4155550134"], ["415-555-0134", "4155550134"], "4155550134"],
      no: ["415555013", "41555501345", "415.555.0134", "+14155550134", "phone", ""],
    },
    ssn: {
      yes: [["123-45-6789", "123456789"], "123456789", ["123 45 6789", "123456789"], "665000001".replace("000", "010")],
      no: ["000-45-6789", "666-45-6789", "900-45-6789", "999-45-6789", "123-00-6789", "123-45-0000", "12345678", "1234567890", ""],
    },
    "aba-routing": {
      yes: ["021000021", "011000015", "091000019", ["0210 0002 1", "021000021"]],
      no: ["123456789", "000000000", "021000022", "02100002", "131000021", "331000021", ""],
    },
    "account-number": { yes: ["1234", "12345678901234567", ["0001-2345", "00012345"]], no: ["123", "123456789012345678", "12a4", ""] },
    "us-zip": { yes: ["02110", "12345-6789", [" 02110 ", "02110"]], no: ["2110", "123456", "12345-", "12345 6789", "ABCDE"] },
    "us-state": { yes: ["CA", "DC", [" ny", "NY"]], no: ["C", "C4", "California", ""] },
    "person-name": {
      yes: ["José", "O’Brien", "O'Brien", "Anne-Marie St. John", "Nguyễn", "李"],
      no: ["", " ", "R2D2", "a@b", "x".repeat(51), "-"],
    },
    "street-address": {
      yes: [
        ...["1 Main St", "100 Boxwood Rd", "5 Post Office Square", "12 Box Elder Road", "7 Po Street", "9 Po Boxwood Ln", "4 Depot Box Rd"],
        ...["Suite 5, Box Canyon Rd", "22 Post Road", "3 Po Bay Dr", "8 Drawer Ct", "6 PO Brien Way", "1 Postal Way"],
      ],
      no: [
        ...["PO Box 12", "P.O. Box 12", "p o box 1", "Post Office Box 3", "12 Main St, P.O.Box 4", " ", "Suite 5 PO Box 12"],
        ...[
          "c/o Smith, P.O. Box 9",
          "c/o Smith P. O. Box 9",
          "PO Box12",
          "POBox 7",
          "P.O.B. 5",
          "POB 12",
          "PO-Box 3",
          "P/O Box 3",
          "PO Bx 4",
        ],
        ...["12 Main St (PO Box 8)", "Post-Office Box 3", "PO Drawer 6", "P.O. Lockbox 1"],
      ],
    },
    "address-unit": {
      yes: ["", "2B", "Suite 5", "Box 12", ["  Unit 3 ", "Unit 3"], "Post Office Level"],
      no: ["PO Box 12", "P.O. Box 12", "Post Office Box 3", "Suite 5, PO Box 12", "POB 12", "PO Drawer 6"],
    },
    money: { yes: [["1", "1.00"], ["$1,234.5", "1234.50"], "0.13", ["007.10", "7.10"]], no: ["-1", "1.234", "1,23", "one", "", "."] },
    cents: {
      yes: [[".07", "7"], "7", ["0.07", "7"], ["$0.23", "23"], ["99", "99"]],
      no: ["0", "1.00", "100", "0.070", "seven", "", "0.00"],
    },
    percent: { yes: ["0", "100", ["33.34 %", "33.34"], ["60%", "60"]], no: ["1000", "1.234", "-1", "%", ""] },
    share: { yes: ["0.01", "99.99", ["60%", "60"]], no: ["0", "0.00", "100", "1.234", "%", ""] },
    "otp-code": { yes: ["123456", ["123 456", "123456"], ["123-456", "123456"]], no: ["12345", "1234567", "12345a", ""] },
    email: { yes: ["a@b.example", "first.last+tag@mail.example.com"], no: ["a@b", "a b@c.example", "@c.example", "a@", ""] },
    date: {
      yes: ["2026-11-21", "1990-02-28", "2000-02-29"],
      no: ["2026-02-30", "2026-1-1", "1990-02-30", "1900-02-29", "1990-13-01", "90-01-01", "02/28/1990", ""],
    },
    "date-time": { yes: ["2026-11-21T11:30:00Z", "2026-11-21T11:30:00.5+01:00"], no: ["2026-11-21", "2026-11-21T25:00:00Z", ""] },
    uuid: { yes: ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"], no: ["3f2504e0", ""] },
  };

describe("field formats", () => {
  it("all have vectors", () => {
    expect(Object.keys(VECTORS).sort()).toEqual(Object.keys(FIELD_FORMATS).sort());
  });

  it.each(Object.entries(VECTORS))("%s", (format, { yes, no }) => {
    for (const one of yes) {
      const [typed, sent] = typeof one === "string" ? [one, one] : one;
      expect({ typed, valid: valid(format, typed), sent: FIELD_FORMATS[format]?.normalise(typed) }).toEqual({ typed, valid: true, sent });
      expect({ sent, valid: valid(format, sent) }).toEqual({ sent, valid: true });
    }
    for (const typed of no) expect({ typed, valid: valid(format, typed) }).toEqual({ typed, valid: false });
  });

  it("agree with ajv-formats where it has the same name", () => {
    const theirs = fullFormats.fullFormats as unknown as Record<string, RegExp | { validate: (text: string) => boolean }>;
    for (const format of ["email", "date", "uuid"]) {
      const own = theirs[format];
      for (const one of [...(VECTORS[format]?.yes ?? []), ...(VECTORS[format]?.no ?? [])]) {
        const text = typeof one === "string" ? one : one[0];
        expect({ text, valid: valid(format, text) }).toEqual({ text, valid: own instanceof RegExp ? own.test(text) : own?.validate(text) });
      }
    }
  });

  it("do what their declaration says", () => {
    const format = fieldFormat({ remove: " .", upperCase: true, pattern: "^[A-Z]+\\d+$", reject: "bad" });
    expect(format.normalise(" ab\u00a0c.1 ")).toBe("ABC1");
    expect(["a 1", "a-1", "1", "bad1"].map(format.validate)).toEqual([true, false, false, false]);
    expect(fieldFormat({}).normalise(" a-b ")).toBe("a-b");
    const odd = fieldFormat({ pattern: "^\\d+$", checksum: { weights: [1, 2], modulus: 5 } });
    expect(["12", "5", "13", "121"].map(odd.validate)).toEqual([true, true, false, false]);
  });

  it("cents are read as people write them", () => {
    expect([".07", "7", "0.07", "0.99", "99"].map(centsOf)).toEqual([7, 7, 7, 99, 99]);
    expect(["0", "100", "1.00", "x"].map(centsOf)).toEqual([null, null, null, null]);
  });

  it("amounts are exact cents, however they are typed", () => {
    const typed = fc.integer({ min: 0, max: 10 ** 14 - 1 }).chain((cents) => {
      const dollars = String(Math.floor(cents / 100));
      const rest = String(cents % 100).padStart(2, "0");
      const grouped = dollars.replace(/\B(?=(\d{3})+$)/g, ",");
      const ends = [`.${rest}`, ...(rest.endsWith("0") ? [`.${rest[0]}`] : []), ...(rest === "00" ? [""] : [])];
      return fc
        .tuple(fc.constantFrom("", "$", "$ ", " "), fc.constantFrom(dollars, grouped), fc.constantFrom(...ends))
        .map((parts) => ({ cents, text: parts.join("") }));
    });
    fc.assert(fc.property(typed, ({ cents, text }) => FIELD_FORMATS.money?.validate(text) === true && amountInCents(text) === cents));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        (cents) => amountInCents(`0.${String(cents).padStart(2, "0")}`) === centsOf(String(cents)),
      ),
    );
    expect(["ten", "-1", "1.005", "", "1e3"].map(amountInCents)).toEqual([null, null, null, null, null]);
  });

  it("bounds of amounts compare cents, and ignore texts that are not amounts, which the format rejects", () => {
    const cents = fc.integer({ min: 0, max: 10 ** 9 });
    const dollars = (amount: number): string => (amount / 100).toFixed(2);
    const keeps = (keyword: string, bound: number, amount: number): boolean =>
      withinBound(keyword, dollars(bound), `$${dollars(amount)}`, "") && withinBound(keyword, bound / 100, dollars(amount), "");
    fc.assert(
      fc.property(
        cents,
        cents,
        (bound, amount) =>
          keeps("x-minimum-amount", bound, amount) === amount >= bound && keeps("x-maximum-amount", bound, amount) === amount <= bound,
      ),
    );
    expect(withinBound("x-minimum-amount", 1, "one", "")).toBe(true);
  });

  it("ages are whole years", () => {
    expect(ageOn("2008-11-21", "2026-11-21")).toBe(18);
    expect(ageOn("2008-11-22", "2026-11-21")).toBe(17);
    expect(ageOn("2008-02-29", "2026-02-28")).toBe(17);
    expect(ageOn("2008-02-30", "2026-02-28")).toBeNull();
  });
});
