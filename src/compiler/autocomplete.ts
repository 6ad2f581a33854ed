/** Exports the check of autocomplete tokens against the data that a field asks for (WCAG 2.2, 1.3.5 and 3.3.8). */
import { autocompleteMissing, autocompleteUnknown, autocompleteWrong } from "../language/form-problems.js";
import type { JsonObject } from "../language/json.js";
import { listAround } from "../language/logic-reads.js";
import { childOf, entriesOf, type SourceNode, textOf } from "../language/source.js";
import { type Context, type Names, reportUnlessWaived } from "./compile-context.js";

/** The tokens for contact data: a kind (`home`, `work`) may precede them. */
const CONTACT = [
  "tel",
  "tel-country-code",
  "tel-national",
  "tel-area-code",
  "tel-local",
  "tel-local-prefix",
  "tel-local-suffix",
  "tel-extension",
  "email",
  "impp",
];
const FIELDS = [
  "name",
  "honorific-prefix",
  "given-name",
  "additional-name",
  "family-name",
  "honorific-suffix",
  "nickname",
  "username",
  "new-password",
  "current-password",
  "one-time-code",
  "organization-title",
  "organization",
  "street-address",
  "address-line1",
  "address-line2",
  "address-line3",
  "address-level4",
  "address-level3",
  "address-level2",
  "address-level1",
  "country",
  "country-name",
  "postal-code",
  "cc-name",
  "cc-given-name",
  "cc-additional-name",
  "cc-family-name",
  "cc-number",
  "cc-exp",
  "cc-exp-month",
  "cc-exp-year",
  "cc-csc",
  "cc-type",
  "transaction-currency",
  "transaction-amount",
  "language",
  "bday",
  "bday-day",
  "bday-month",
  "bday-year",
  "sex",
  "url",
  "photo",
];
const KNOWN: ReadonlySet<string> = new Set([...FIELDS, ...CONTACT, "off"]);
const GRAMMAR = /^(?:section-\S+ )?(?:(?:shipping|billing) )?(?:(home|work|mobile|fax|pager) )?(\S+?)(?: webauthn)?$/;

/** The token of a widget, for any name of the field. */
const BY_WIDGET: Readonly<Record<string, readonly string[]>> = {
  email: ["email", "username"],
  password: ["current-password"],
  "new-password": ["new-password"],
  code: ["one-time-code"],
};
/** Tokens that a field must have, so that nobody types the value from memory or copies it (WCAG 3.3.8). */
const CREDENTIALS: ReadonlySet<string> = new Set(["current-password", "new-password", "one-time-code"]);
/** Widgets without typed input: a browser fills nothing in. */
const NOT_TYPED: ReadonlySet<string> = new Set(["checkbox", "radio", "attachments", "hidden"]);

/**
 * The tokens of a field: of its widget, of its format, or of its property's name. `flows/fields.json` declares those of formats
 * and names; a name applies to properties that end with it too, like `mailing_city`.
 */
function purpose(path: string, property: JsonObject, widget: string | null, { fieldFormats, autocomplete }: Names): readonly string[] {
  const name = path.split(".").at(-1) ?? path;
  const format = typeof property.format === "string" ? property.format : "";
  const named = entriesOf(autocomplete).find(([key]) => name === key || name.endsWith(`_${key}`));
  return (
    BY_WIDGET[widget ?? ""] ??
    BY_WIDGET[format] ??
    tokensOf(childOf(fieldFormats.entries.get(format), "autocomplete")) ??
    tokensOf(named?.[1].node) ??
    []
  );
}

const tokensOf = (node: SourceNode | null | undefined): readonly string[] | null =>
  node?.kind === "list" ? node.items.flatMap((item) => textOf(item) ?? []) : null;

/** Whether a property's name has its own tokens. */
const isOwnName = (path: string, { linker }: Context): boolean => childOf(linker.names.autocomplete, path) !== null;

export function checkAutocomplete(path: string, field: SourceNode, property: JsonObject, context: Context): void {
  const node = childOf(field, "autocomplete");
  const written = textOf(node);
  const widget = textOf(childOf(field, "widget"));
  const proposed = purpose(path, property, widget, context.linker.names);
  if (node === null) {
    const typed = !NOT_TYPED.has(widget ?? "") && property.type !== "boolean" && property.type !== "array";
    if (typed && !field.partial) reportUnlessWaived(context, field.at, autocompleteMissing(proposed));
    return;
  }
  if (written === null) return;
  const [, kind, token = ""] = GRAMMAR.exec(written) ?? [];
  if (!KNOWN.has(token) || (kind !== undefined && !CONTACT.includes(token)))
    return reportUnlessWaived(context, node.at, autocompleteUnknown(written, KNOWN));
  if (proposed.length === 0 || proposed.includes(token)) return;
  // The items of a list are about other people: the browser must not fill them with its user's data.
  if (token === "off" && listAround(path) !== null && !proposed.some((one) => CREDENTIALS.has(one))) return;
  // `off` prevents autofill, which is also wrong for the depositor's own data.
  if (token === "off" && !proposed.some((one) => CREDENTIALS.has(one)) && widget === null && !isOwnName(path, context)) return;
  reportUnlessWaived(context, node.at, autocompleteWrong(written, proposed));
}
