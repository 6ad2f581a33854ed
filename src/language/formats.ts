/** How money, dates and percentages read (S5: USD; dates long and in UTC; what is invalid shows as nothing). */

const decimal = /^-?\d+(?:\.\d+)?$/;
const calendarDate = /^\d{4}-\d{2}-\d{2}$/;

const moneyFormats = new Map<string, Intl.NumberFormat>();
const percentFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const dateTimeFormats = new Map<string, Intl.DateTimeFormat>();

function kept<F>(formats: Map<string, F>, locale: string, make: () => F): F {
  const known = formats.get(locale);
  if (known !== undefined) return known;
  const made = make();
  formats.set(locale, made);
  return made;
}

/** A decimal as `Intl` takes it exactly: strings keep every digit, no float comes between. */
function exact(value: unknown): number | Intl.StringNumericLiteral | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && decimal.test(value) ? (value as Intl.StringNumericLiteral) : null;
}

/** US dollars: `1234.5` -> `$1,234.50`. */
export function formatMoney(value: unknown, locale: string): string {
  const amount = exact(value);
  if (amount === null) return "";
  return kept(moneyFormats, locale, () => new Intl.NumberFormat(locale, { style: "currency", currency: "USD" })).format(amount);
}

/** A figure that is in percent already: `4.08` -> `4.08%`. */
export function formatPercent(value: unknown, locale: string): string {
  const figure = exact(value);
  if (figure === null) return "";
  return kept(
    percentFormats,
    locale,
    () => new Intl.NumberFormat(locale, { style: "unit", unit: "percent", minimumFractionDigits: 2, maximumFractionDigits: 3 }),
  ).format(figure);
}

function instant(value: unknown): Date | null {
  if (typeof value !== "string") return null;
  const date = new Date(calendarDate.test(value) ? `${value}T00:00:00Z` : value);
  if (Number.isNaN(date.getTime())) return null;
  // JavaScript reads "2026-02-30" as March 2: a day that does not exist is no date.
  return calendarDate.test(value) && date.toISOString().slice(0, 10) !== value ? null : date;
}

/** `2026-11-21` -> `November 21, 2026`. */
export function formatDate(value: unknown, locale: string): string {
  const date = instant(value);
  if (date === null) return "";
  return kept(dateFormats, locale, () => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" })).format(date);
}

/** `2026-11-21T11:30:00Z` -> `November 21, 2026 at 11:30 AM UTC`. */
export function formatDateTime(value: unknown, locale: string): string {
  const date = instant(value);
  if (date === null) return "";
  return kept(
    dateTimeFormats,
    locale,
    () =>
      new Intl.DateTimeFormat(locale, {
        year: "numeric",
        month: "long",
        day: "numeric",
        hour: "numeric",
        minute: "2-digit",
        timeZone: "UTC",
        timeZoneName: "short",
      }),
  ).format(date);
}
