/** Tests the warning of the shipped address forms about a ZIP code of another state (`domain.md` 1). */

import { Ajv, type ValidateFunction } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScreenHandle } from "../../src/blocks/block.js";
import { warningsOf } from "../../src/blocks/form-warnings.js";
import { placesOf } from "../../src/engine/form-fields.js";
import { formatText } from "../../src/engine/format-text.js";
import type { FormBlock } from "../../src/language/blocks.js";
import type { Json } from "../../src/language/definition.js";
import { evaluate } from "../../src/language/predicate.js";
import { FIELD_FORMATS } from "../support/field-formats.js";
import { FORMATS } from "../support/formats.js";
import { BRANDS, bundleOf, readJson } from "./shipped.js";

/** The range of each state's prefixes, which USPS numbers from east to west. */
const SPANS = `AK 995-999 AL 350-369 AR 716-729 AZ 850-865 CA 900-961 CO 800-816 CT 060-069 DC 200-205 DE 197-199 FL 320-349 GA 300-319
HI 967-968 IA 500-528 ID 832-838 IL 600-629 IN 460-479 KS 660-679 KY 400-427 LA 700-714 MA 010-027 MD 206-219 ME 039-049 MI 480-499
MN 550-567 MO 630-658 MS 386-397 MT 590-599 NC 270-289 ND 580-588 NE 680-693 NH 030-038 NJ 070-089 NM 870-884 NV 889-898 NY 100-149
OH 430-459 OK 730-749 OR 970-979 PA 150-196 RI 028-029 SC 290-299 SD 570-577 TN 370-385 TX 750-799 UT 840-847 VA 220-246 VT 050-059
WA 980-994 WI 530-549 WV 247-268 WY 820-831`;
/** Prefixes outside of their state's range: numbered separately, or served from across the border. */
const APART: Readonly<Record<string, readonly string[]>> = {
  DC: ["569"],
  GA: ["398", "399"],
  MA: ["055"],
  NY: ["005", "063"],
  TX: ["733", "739", "885"],
  VA: ["201"],
  WY: ["834"],
};
/** Prefixes within a state's range that belong to another state. */
const OTHERS: Readonly<Record<string, readonly string[]>> = { DC: ["201"], OK: ["733"], VT: ["055"], FL: ["340"] };

const spans = new Map(
  [...SPANS.matchAll(/([A-Z]{2}) (\d{3})-(\d{3})/g)].map(([, state = "", from = "", to = ""]) => [state, { from, to }]),
);
const STATES = [...spans.keys()];
/** Prefixes within a state's range that USPS has not assigned. */
const UNASSIGNED = `213 343 345 348 353 419 517 518 519 533 536 552 621 632 642 643 663 682 702 709 732 742 771 854 858 861 862 872 876 892 896
909 929 987`;

/** The prefixes from one to another, both included. */
const prefixesIn = ({ from, to }: { readonly from: string; readonly to: string }): readonly string[] =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_none, index) => String(Number(from) + index).padStart(3, "0"));

function mayBe(prefix: string, state: string): boolean {
  const span = spans.get(state);
  if (span === undefined) throw new Error(`no span of ${state}`);
  if (APART[state]?.includes(prefix)) return true;
  return prefix >= span.from && prefix <= span.to && !OTHERS[state]?.includes(prefix);
}

const PREFIXES = readJson<{ readonly tables: { readonly zipPrefixes: { readonly entries: Readonly<Record<string, string>> } } }>(
  "flows/app.flow.json",
).tables.zipPrefixes.entries;

/** ZIP codes of real places: the capital, and others with unusual numbers. */
const PLACES: Readonly<Record<string, string>> = {
  AL: "36104 35203",
  AK: "99801 99501",
  AZ: "85001 86515",
  AR: "72201 71854",
  CA: "95814 90012 96150",
  CO: "80202 81501",
  CT: "06103 06901 06320",
  DE: "19901 19801",
  DC: "20001 20500 56901",
  FL: "32301 33101 34102",
  GA: "30303 31401 39819 39901",
  HI: "96813 96720",
  ID: "83702 83422",
  IL: "62701 60601",
  IN: "46204 47708",
  IA: "50309 51510",
  KS: "66603 67202",
  KY: "40601 42223 41011",
  LA: "70802 71101",
  ME: "04330 03901",
  MD: "21401 20850 21202",
  MA: "02108 01103 05501",
  MI: "48933 49855",
  MN: "55101 56701",
  MS: "39201 38632",
  MO: "65101 63101",
  MT: "59601 59101",
  NE: "68508 69101",
  NV: "89701 89101 89883",
  NH: "03301 03801",
  NJ: "08608 07102",
  NM: "87501 88063",
  NY: "12207 10001 00501 06390",
  NC: "27601 28202",
  ND: "58501 58102",
  OH: "43215 45202",
  OK: "73102 73949 74103",
  OR: "97301 97205 97914",
  PA: "17101 15222 19103",
  RI: "02903 02840",
  SC: "29201 29401",
  SD: "57501 57701",
  TN: "37219 38103 37402",
  TX: "78701 73301 79901 88510 73960",
  UT: "84111 84536",
  VT: "05602 05401",
  VA: "23219 20190 24201",
  WA: "98501 99201 99402",
  WV: "25301 26505",
  WI: "53703 54880",
  WY: "82001 83101 83414",
};

/** The form's schema with formats, as in the browser. */
function validatorOf(schema: Json): ValidateFunction {
  const ajv = new Ajv({ strict: false, allErrors: true });
  for (const [name, { validate }] of Object.entries(FIELD_FORMATS)) ajv.addFormat(name, { type: "string", validate });
  return ajv.compile(schema as object);
}

const validators = new Map<string, ValidateFunction>();

const addressOf = (slug: string) =>
  bundleOf(slug).journeys.registration?.screens["registration.address"]?.body.find(({ block }) => block === "form") as unknown as FormBlock;
const screen = {
  value: (value, _item, form = null) => evaluate(value, { form }, FORMATS),
  text: (text, _item, form = null) => formatText(text, { form }, FORMATS),
  placesOf,
  // The three keys of a screen that warnings read.
} as ScreenHandle;

/** The warnings of the address form for this data, by field. */
function saidOf(slug: string, data: Json, hidden: readonly string[] = []) {
  const block = addressOf(slug);
  const fits = validators.get(slug) ?? validatorOf(block.schema);
  validators.set(slug, fits);
  const validator = {
    rawValidation: (_schema: unknown, typed: unknown) => (fits(typed) ? {} : { errors: [...(fits.errors ?? [])] }),
  } as unknown as Parameters<typeof warningsOf>[3];
  return warningsOf(block, data, hidden, validator, screen);
}

const HOME = "This ZIP code doesn't match the state. If both are correct, continue.";
const MAIL = "This ZIP code doesn't match the state of your mailing address. If both are correct, continue.";

describe("ZIP prefixes by state", () => {
  it("are all those that USPS assigned to the state, and no others", () => {
    expect(Object.keys(PREFIXES).sort()).toEqual([...STATES].sort());
    const wrong = Object.entries(PREFIXES).flatMap(([state, prefixes]) =>
      prefixes.split(" ").filter((one) => !/^\d{3}$/.test(one) || !mayBe(one, state)),
    );
    expect(wrong).toEqual([]);
    const owners = new Map<string, string[]>();
    for (const [state, prefixes] of Object.entries(PREFIXES))
      for (const one of prefixes.split(" ")) owners.set(one, [...(owners.get(one) ?? []), state]);
    expect([...owners].filter(([, states]) => states.length > 1)).toEqual(
      expect.arrayContaining([
        ["063", ["CT", "NY"]],
        ["739", ["OK", "TX"]],
        ["834", ["ID", "WY"]],
      ]),
    );
    expect([...owners.values()].filter((states) => states.length > 1)).toHaveLength(3);
    const assigned = [...spans].flatMap(([state, span]) => [
      ...prefixesIn(span).filter((one) => mayBe(one, state)),
      ...(APART[state] ?? []),
    ]);
    expect(assigned.filter((one) => !owners.has(one)).sort()).toEqual(UNASSIGNED.split(/\s/));
    // The armed forces and the territories are not among the fifty states.
    for (const none of ["006", "008", "009", "090", "340", "962", "969"]) expect([none, owners.get(none)]).toEqual([none, undefined]);
  });
});

describe.each(BRANDS)("the address form of %s", (slug) => {
  it.each(STATES)("shows no warning for ZIP codes in %s, and one for those of other states", (state) => {
    for (const zip of PLACES[state]?.split(" ") ?? []) {
      expect([zip, saidOf(slug, { state, zip }).zip]).toEqual([zip, []]);
      expect([zip, saidOf(slug, { state, zip: `${zip}-0001` }).zip]).toEqual([zip, []]);
    }
    expect(PLACES[state]).toMatch(/^\d{5}( \d{5})+$/);
    for (const [other, zips] of Object.entries(PLACES)) {
      const [capital = ""] = zips.split(" ");
      if (other !== state) expect([other, saidOf(slug, { state, zip: capital }).zip]).toEqual([other, [HOME]]);
    }
  });

  it("shows a warning for any ZIP code of another state, and none while either field is missing or wrong", () => {
    const states = fc.oneof(fc.constantFrom(...STATES), fc.constantFrom(undefined, "", "ZZ", "Ny", "PR"));
    const digits = fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, "0"));
    const zips = fc.oneof(
      digits,
      digits.map((five) => `${five}-1234`),
      digits.map((five) => five.slice(0, 4)),
      digits.map((five) => `${five}-12`),
      fc.constantFrom(undefined, "", "ABCDE"),
    );
    fc.assert(
      fc.property(states, zips, (state, zip) => {
        const data = { ...(state === undefined ? {} : { state }), ...(zip === undefined ? {} : { zip }) };
        const whole = state !== undefined && STATES.includes(state) && zip !== undefined && /^\d{5}(-\d{4})?$/.test(zip);
        const own = whole && (PREFIXES[state] ?? "").split(" ").includes(zip.slice(0, 3));
        expect(saidOf(slug, data).zip).toEqual(whole && !own ? [HOME] : []);
      }),
      { numRuns: 500 },
    );
  });

  it("checks the mailing address too, while it is shown", () => {
    const mailing = { state: "OR", zip: "97205", mailing_same: false, mailing_state: "NY", mailing_zip: "97205" };
    expect(saidOf(slug, mailing)).toEqual({ zip: [], mailing_zip: [MAIL] });
    expect(saidOf(slug, { ...mailing, mailing_state: "OR" })).toEqual({ zip: [], mailing_zip: [] });
    expect(saidOf(slug, mailing, ["mailing_zip", "mailing_state"])).toEqual({ zip: [], mailing_zip: [] });
  });
});
