/** Tests that the forms of each brand accept the passwords that its institution's `password_requirements` accept (S5). */
import { beforeAll, describe, expect, it } from "vitest";
import { institutionOf } from "../../gateway/sandbox/institutions.js";
import { passwordProblems } from "../../gateway/sandbox/passwords.js";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readSource } from "../../src/cli/source-files.js";
import type { LoadedBundle } from "../../src/scenarios/loaded-bundle.js";
import { BRANDS, bundleOf, ROOT } from "./shipped.js";

/** The forms in which a depositor chooses a password, and the field. */
const FORMS = [
  ["forms/registration.json", "password"],
  ["forms/reset-password.json", "password"],
  ["forms/change-password.json", "new_password"],
] as const;

/** Of each length around the limits: one with all kinds of characters, and one that lacks each. */
function candidates({ min_length, max_length }: { readonly min_length: number; readonly max_length: number }): readonly string[] {
  return [min_length - 1, min_length, max_length, max_length + 1].flatMap((length) =>
    ["aB3$", "AB3$", "ab3$", "aBc$", "aB3c"].map((pattern) => pattern.repeat(length).slice(0, length)),
  );
}

describe.each(BRANDS)("the passwords of %s", (brand) => {
  let loaded: LoadedBundle;
  beforeAll(async () => {
    loaded = await loadBundle(await readSource(ROOT), bundleOf(brand));
  });

  it.each(FORMS)("in %s", (form, field) => {
    const rules = institutionOf(brand).password_requirements;
    const validate = loaded.validators[form]?.[form];
    if (validate === undefined) throw new Error(`${brand} has no validator of ${form}`);
    const verdicts = candidates(rules).map((password) => {
      validate({ [field]: password });
      const refused = (validate.errors ?? []).some(({ instancePath }) => instancePath === `/${field}`);
      return [password, { accepted: !refused }] as const;
    });
    expect(verdicts).toEqual(
      candidates(rules).map((password) => [password, { accepted: passwordProblems(password, rules, "").length === 0 }]),
    );
    expect(new Set(verdicts.map(([, { accepted }]) => accepted))).toEqual(new Set([true, false]));
  });
});
