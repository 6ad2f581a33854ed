/** Tests what the browser stores, what a sign-out removes, and where screens lead (domain.md 5, lines 14 to 16). */
import { describe, expect, it } from "vitest";
import { draftFields } from "../../src/blocks/form-ui.js";
import { initialState } from "../../src/engine/state-writes.js";
import type { FormBlock } from "../../src/language/blocks.js";
import type { CompiledBlock } from "../../src/language/bundle.js";
import { NOTHING_PERSISTED } from "../../src/state/persisted-state.js";
import { createPersistence } from "../../src/state/persistence.js";
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

describe.each(BRANDS)("5.16 signing out of %s", (brand) => {
  const { core, journeys } = bundleOf(brand);
  const SECRET_VALUE = "Ada Lovelace, 1 Main Street";

  it("removes everything about the depositor from the browser storage, but not what they have dismissed", () => {
    const entries = new Map<string, string>();
    const storage = {
      read: async () => entries,
      write: (name: string, text: string | null) => void (text === null ? entries.delete(name) : entries.set(name, text)),
      onForeignWrite: () => () => {},
      onLeaving: () => () => {},
    };
    const initial = initialState(core);
    const { persisted, versions, keptOnReset } = core;
    const rules = { persisted, versions, keptOnReset, initial, ages: {}, draftAge: 60_000 };
    const persistence = createPersistence({ storage, rules, now: () => 0, after: () => () => {} }, entries, NOTHING_PERSISTED);
    const slices = Object.keys(core.persisted).filter((slice) => core.persisted[slice] !== "depositor");
    const used = Object.fromEntries(slices.map((slice) => [slice, { ...(initial[slice] as object), "forms/a.json": SECRET_VALUE }]));
    const progress = { depositor_id: "dep-1", first_name: SECRET_VALUE };
    const dismissed = { ...(initial.dismissed as object), banners: ["b1"] };
    persistence.changed({ ...initial, ...used, progress });
    persistence.changed({ ...initial, ...used, progress, dismissed });
    expect([...entries.values()].filter((text) => text.includes(SECRET_VALUE)).length).toBeGreaterThan(slices.length - 2);
    persistence.clear();
    expect([...entries.keys()]).toEqual(["dismissed/dep-1"]);
    expect([...entries.values()].join()).not.toContain(SECRET_VALUE);
  });

  it("resets every slice, except what is kept for a reason", () => {
    expect(core.keptOnReset).toEqual(["dismissed"]);
    const leave = JSON.stringify(journeys.auth?.screens.logout);
    expect(leave).toContain('"reset":"all"');
  });
});

describe.each(BRANDS)("5.14 the screens of %s", (brand) => {
  it("lead to no other site", () => {
    const { core, journeys } = bundleOf(brand);
    const { hosts } = core.brand;
    const addresses = JSON.stringify([core, journeys]).match(/https?:\/\/[^\s"\\)/]+/g) ?? [];
    const known = ["json-schema.org", ...hosts];
    expect(addresses.filter((address) => !known.some((host) => address.endsWith(`//${host}`) || address.endsWith(`.${host}`)))).toEqual([]);
  });
});
