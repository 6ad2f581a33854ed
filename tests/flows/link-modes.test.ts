/** Tests the six link modes of S3: the methods that are offered for linking an account, and their texts. */
import { describe, expect, it } from "vitest";
import type { BrandFile } from "../../src/language/keywords.js";
import { PERSONAS } from "./shipped.js";
import { type Shown, shown } from "./shown.js";

const PROVIDER = "Sign in to your bank";
const MANUAL = "Enter the account number";
const SAME = "Link your account at Harbor Savings Bank. You can link only an account you have there.";
const ONLY_PROVIDER = "To link an account with Harbor Savings Bank, sign in on your bank's own page. We don't accept account numbers.";
const ONLY_MANUAL =
  "To link an account with Harbor Savings Bank, enter its routing and account numbers. You can't link it by signing in to your bank.";

const MODES: Readonly<Record<BrandFile["link_restriction"], { readonly offered: readonly string[]; readonly said: readonly string[] }>> = {
  UNRESTRICTED: { offered: [PROVIDER, MANUAL], said: [] },
  BOTH_SAME_FI_ONLY: { offered: [PROVIDER, MANUAL], said: [SAME] },
  FASTLINK_ONLY: { offered: [PROVIDER], said: [ONLY_PROVIDER] },
  FASTLINK_SAME_FI_ONLY: { offered: [PROVIDER], said: [SAME, ONLY_PROVIDER] },
  MANUAL_ONLY: { offered: [MANUAL], said: [ONLY_MANUAL] },
  MANUAL_SAME_FI_ONLY: { offered: [MANUAL], said: [SAME, ONLY_MANUAL] },
};

/** A persona at an institution of this mode. */
function at(mode: string, persona: string): Parameters<typeof shown>[2] {
  const state = PERSONAS[persona]?.state ?? {};
  return { ...state, branding: { ...(state.branding as object), name: "Harbor Savings Bank", link_restriction: mode } };
}

const modesOf = ({ labels }: Shown) => labels.filter((label) => label === PROVIDER || label === MANUAL);
const saidOf = ({ text }: Shown) => [SAME, ONLY_PROVIDER, ONLY_MANUAL].filter((words) => text.includes(words));

describe.each(Object.entries(MODES))("%s", (mode, { offered, said }) => {
  it.each([
    ["registration", "/registration/link-account-selection", "bank"],
    ["linking again", "/relink/selection", "relink"],
  ])("offers its ways in %s, and says why", (_, path, persona) => {
    const seen = shown("harbor", path, at(mode, persona));
    expect(seen.path).toBe(path);
    expect(modesOf(seen)).toEqual(offered);
    expect(saidOf(seen)).toEqual(said);
  });

  it("accepts numbers on their page only where they are offered, and links back otherwise", () => {
    for (const [path, persona] of [
      ["/manual-funding/banking-information", "bank"],
      ["/relink/manual/banking-information", "relink"],
    ] as const) {
      const { blocks, labels } = shown("harbor", path, at(mode, persona));
      expect(blocks.includes("form")).toBe(offered.includes(MANUAL));
      expect(labels).toEqual(offered.includes(MANUAL) ? [] : ["Choose how to link your account"]);
    }
  });

  it("shows at the account's numbers whose accounts can be linked", () => {
    const here = said.includes(SAME) ? [SAME] : [];
    expect(saidOf(shown("harbor", "/manual-funding/banking-information", at(mode, "bank")))).toEqual(here);
    expect(saidOf(shown("harbor", "/relink/manual/banking-information", at(mode, "relink")))).toEqual(here);
  });
});
