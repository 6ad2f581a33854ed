/** Exports the formats of the app for the compiler: their checks beyond the schema, and the formats in a brand's locale. */

import { type Formats, formatMoney } from "../language/formats.js";
import type { FormatsDefinition } from "../language/keywords.js";
import * as problems from "../language/problems.js";
import { RecentTexts } from "../language/recent-texts.js";
import { childOf, plain, type SourceNode, textOf } from "../language/source.js";
import type { Linker } from "./compile-context.js";

/** `XXX` is ISO 4217's code for "no currency". */
const PLACEHOLDERS: FormatsDefinition = {
  currency: "XXX",
  timeZone: "UTC",
  date: {},
  shortDate: {},
  dateTime: {},
  percent: { minimumFractionDigits: 0, maximumFractionDigits: 0 },
};

/** Reports a currency or a time zone that the runtime does not know, and decimals whose minimum is above their maximum. */
export function checkFormats(node: SourceNode, report: Linker["report"]): void {
  const currency = childOf(node, "currency");
  const code = textOf(currency);
  if (currency !== null && code !== null && /^[A-Z]{3}$/.test(code) && !Intl.supportedValuesOf("currency").includes(code))
    report(currency.at, problems.notInStandard(code, "a currency of ISO 4217"));
  const timeZone = childOf(node, "timeZone");
  const zone = textOf(timeZone);
  if (timeZone !== null && zone !== null && !isTimeZone(zone))
    report(timeZone.at, problems.notInStandard(zone, "a time zone of the IANA database"));
  const [least, most] = ["minimumFractionDigits", "maximumFractionDigits"].map((keyword) => childOf(node, "percent", keyword));
  const [minimum, maximum] = [least, most].map((one) => (one?.kind === "scalar" && typeof one.value === "number" ? one.value : null));
  if (least && typeof minimum === "number" && typeof maximum === "number" && minimum > maximum)
    report(least.at, problems.outOfRange(minimum, 0, maximum));
}

function isTimeZone(timeZone: string): boolean {
  return constructs(() => new Intl.DateTimeFormat("en-US", { timeZone }));
}

const recent = new RecentTexts<Formats>();

/** The declared formats; placeholders where a formatter cannot be constructed from them, which is a separate problem. */
export function formatsOf(app: SourceNode | null, brand: SourceNode | null): Formats {
  const locale = localeOf(brand);
  const node = childOf(app, "formats");
  const written = node === null ? null : (plain(node) as unknown as FormatsDefinition);
  // The first use constructs the formatters of all values.
  const usable = written !== null && constructs(() => formatMoney("0", { ...written, locale }));
  const formats = { ...PLACEHOLDERS, ...(usable ? written : {}), locale };
  return recent.of([JSON.stringify(formats)], () => formats);
}

/** Texts of a brand without a valid locale, which is a separate problem, are checked as American English. */
function localeOf(brand: SourceNode | null): string {
  const written = textOf(childOf(brand, "locale")) ?? "en-US";
  return constructs(() => Intl.getCanonicalLocales(written)) ? (Intl.getCanonicalLocales(written)[0] ?? "en-US") : "en-US";
}

/** `Intl` throws a RangeError for an unknown name, and a TypeError for a missing one. */
function constructs(make: () => unknown): boolean {
  try {
    make();
    return true;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return false;
    throw error;
  }
}
