/** Tests what the browser stores (domain.md 5, line 15). */
import { describe, expect, it } from "vitest";
import { draftFields } from "../../src/blocks/form-ui.js";
import type { FormBlock } from "../../src/language/blocks.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import { BRANDS, bundleOf } from "../flows/shipped.js";

/** All forms of a body, also below other blocks. */
function formsOf(value: unknown): readonly FormBlock[] {
  if (Array.isArray(value)) return value.flatMap(formsOf);
  if (typeof value !== "object" || value === null) return [];
  const own = (value as CompiledBlock).block === "form" ? [value as FormBlock] : [];
  return [...own, ...Object.values(value).flatMap(formsOf)];
}

const SECRET = /ssn|tax_id|password|account_number|routing|(^|_)code$|^code/i;

describe.each(BRANDS)("5.15 the browser storage of %s", (brand) => {
  const { core, journeys } = bundleOf(brand);
  const forms = Object.values(journeys).flatMap(({ screens }) => Object.values(screens).flatMap(({ body }) => formsOf(body)));

  it("has no draft of a Social Security number, account number, password or code", () => {
    const secrets = forms.flatMap(({ fields, schemaId }) =>
      fields.order.filter((path) => SECRET.test(path)).map((path) => `${schemaId} ${path}`),
    );
    expect(secrets.length).toBeGreaterThan(10);
    const drafts = forms.flatMap((form) => draftFields(form).map((path) => `${form.schemaId} ${path}`));
    expect(drafts.filter((each) => secrets.includes(each))).toEqual([]);
  });

  it("has no slice with accounts, transactions, documents, messages or a profile", () => {
    const personal = /account|transaction|statement|benefic|disclosure|document|profile|message|linked|alert/i;
    expect(Object.keys(core.persisted).filter((slice) => personal.test(slice))).toEqual([]);
  });
});
