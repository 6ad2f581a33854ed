/** Tests relinking an account: before and after registration is complete, at the bank's own page and by its numbers. */
import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/engine/events.js";
import type { Json } from "../../src/language/definition.js";
import { bad, good, IN, progress, Traveller } from "./screen-walk.js";
import { PERSONAS } from "./shipped.js";
import { shown } from "./shown.js";

const AFTER = PERSONAS.relink?.state ?? {};
const BEFORE = { ...AFTER, progress: progress("bank", "PASSED") };
const link = (status: string, more: { readonly [field: string]: Json } = {}) => ({
  uuid: "l",
  status,
  link_type: "MANUAL",
  number_last4: "6789",
  attempts_left: 3,
  ...more,
});
const flag = (dana: Traveller): unknown => (dana.state.auth as { readonly relink: boolean }).relink;

describe.each([
  ["complete", AFTER, "dashboard", "/dashboard"],
  ["open", BEFORE, "registration", "/login/registration-home"],
] as const)("linking again, registration %s", (_, state, shell, home) => {
  it("works at the bank's own page, in the right shell, and clears the flag", () => {
    const dana = new Traveller("harbor", "/relink/selection", state);
    expect(dana.at).toMatchObject({ screen: "relink.selection", layout: shell });
    dana.does("how.fastlink");
    expect(dana.at.route.state).toMatchObject({ method: "fastlink" });
    const linked = dana.does("linked", {
      form: { requestId: "r", providerAccountId: "p" },
      answer: good("linkFastlink", { linkedAccounts: [link("ACTIVE", { link_type: "FASTLINK" })] }),
    });
    expect(linked.call).toEqual({ operation: "LinkFastlink", variables: { requestId: "r", providerAccountId: "p" } });
    expect(flag(dana)).toBe(false);
    expect(dana.path).toBe(home);
  });

  it("shows a message when the bank rejects it, and stays possible", () => {
    const dana = new Traveller("harbor", "/relink/selection", state);
    dana.does("linked", { form: { requestId: "r", providerAccountId: "p" }, answer: bad(422, "not_linked", "Try another bank.") });
    expect(dana.at).toMatchObject({ path: "/relink/selection/failed", layout: shell });
    expect(dana.state.errors).toMatchObject({ linkedAccounts: { flag: true, message: "Try another bank." } });
    expect(flag(dana)).toBe(true);
  });

  it("works by numbers: wrong amounts, new deposits, right amounts; the flag stays until the account is verified", () => {
    const dana = new Traveller("harbor", "/relink/manual/banking-information", state);
    expect(dana.at.layout).toBe(shell);
    dana.does("save", { form: { typed: true }, answer: good("linkManual", { linkedAccounts: [link("VERIFICATION_PENDING")] }) });
    expect(dana.path).toBe("/relink/manual/microdeposits/sent");
    expect(flag(dana)).toBe(true);
    const verify = (answer: Parameters<Traveller["does"]>[1]) => {
      dana.at = new Traveller("harbor", "/relink/manual/microdeposits", dana.state).at;
      return dana.does("verify", { form: {}, ...answer });
    };
    verify({ answer: bad(422, "not_arrived", "Not yet.") });
    expect([dana.path, dana.message]).toEqual(["/relink/manual/microdeposits", "Not yet."]);
    const wrong = verify({ answer: bad(422, "wrong_amounts") });
    expect(dana.path).toBe("/relink/manual/microdeposits/incorrect");
    expect(wrong.commands.map(({ kind }) => kind)).toContain("refetch");
    verify({ answer: bad(403, "locked", "No attempts left.") });
    expect(dana.path).toBe("/relink/manual/microdeposits/reissue");
    dana.does("reissue", { answer: good("reissueMicrodeposits", { linkedAccounts: [link("VERIFICATION_PENDING")] }) });
    expect(dana.path).toBe("/relink/manual/microdeposits/sent");
    verify({ answer: good("verifyMicrodeposits", { linkedAccounts: [link("ACTIVE")] }) });
    expect(dana.path).toBe("/relink/manual/microdeposits/successful");
    expect(flag(dana)).toBe(true);
    dana.enters();
    expect(flag(dana)).toBe(false);
    dana.does("buttons.only");
    expect(dana.path).toBe(home);
  });

  it("leads back to the choice when new deposits were already sent once", () => {
    const dana = new Traveller("harbor", "/relink/manual/microdeposits/reissue", { ...state, linkedAccounts: [link("LOCKED")] });
    dana.does("reissue", { answer: bad(403, "no_reissue", "Once only.") });
    expect(dana.path).toBe("/relink/selection");
    expect(dana.message).toMatch(/^We already sent new deposits once\. .+ link another account\.$/);
  });
});

describe("a lost answer", () => {
  const lost = { form: { requestId: "r", providerAccountId: "p" } };
  const has = (more: { readonly [field: string]: Json }): Outcome => ({ status: "ok", result: { linkedAccounts: [link("ACTIVE", more)] } });

  it.each(["network", "timeout", 500] as const)(
    "(%s) shows a message; the page checks the accounts, and none needs relinking",
    (status) => {
      const dana = new Traveller("harbor", "/relink/selection", AFTER);
      dana.does("linked", { ...lost, answer: bad(status) });
      expect(dana.message).toContain("We couldn't confirm whether your account was linked again.");
      expect(dana.at).toMatchObject({ path: "/relink/selection", route: { state: { another: null } } });
      dana.does("refresh", { answer: has({ relink_required: false }) });
      expect(flag(dana)).toBe(false);
      const seen = shown("harbor", "/relink/selection", dana.state);
      expect(seen.labels).toEqual(["Continue", "Message center"]);
      expect(shown("harbor", "/dashboard", dana.state).blocks).not.toContain("relink");
    },
  );

  it("to a call that was not executed changes nothing, and Home checks the accounts too", () => {
    for (const path of ["/relink/selection", "/dashboard"])
      for (const [more, left] of [
        [{ relink_required: true }, true],
        [{}, true],
        [{ relink_required: false }, false],
      ] as const) {
        const dana = new Traveller("harbor", path, AFTER);
        dana.does("refresh", { answer: has(more) });
        expect(flag(dana)).toBe(left);
      }
  });

  it("is not checked where no account needs relinking", () => {
    for (const path of ["/relink/selection", "/dashboard"])
      expect(new Traveller("harbor", path, { ...AFTER, auth: IN.auth }).raises("refresh").commands).toEqual([]);
  });
});

it("ends when its result is shown, by any exit", () => {
  const verified = { status: "VERIFIED", link_type: "MANUAL", relink_required: false };
  const dana = new Traveller("harbor", "/relink/manual/microdeposits/successful", { ...AFTER, linkedAccounts: [verified] });
  dana.enters();
  const home = shown("harbor", "/dashboard", dana.state);
  expect(home.blocks).not.toContain("relink");
  expect(shown("harbor", "/dashboard", AFTER).blocks).toContain("relink");
  expect(new Traveller("harbor", "/deposit", dana.state).path).toBe("/deposit");
  expect(new Traveller("harbor", "/relink/selection", dana.state).path).toBe("/relink/selection");
  expect(shown("harbor", "/relink/selection", dana.state).text).toContain("You don't need to relink any accounts.");
});

it("does not end when the depositor types the address of its result", () => {
  const page = "/relink/manual/microdeposits/successful";
  for (const [status, relink_required] of [
    ["LOCKED", false],
    ["VERIFIED", true],
  ] as const) {
    const state = { ...AFTER, linkedAccounts: [{ status, link_type: "MANUAL", relink_required }] };
    const dana = new Traveller("harbor", page, state);
    dana.enters();
    expect(new Traveller("harbor", "/deposit", dana.state).path).not.toBe("/deposit");
    const seen = shown("harbor", page, dana.state);
    expect(seen.path).toBe(page);
    expect(seen.text).not.toContain("The amounts match");
    expect(seen.labels).toEqual(["Continue"]);
  }
});

it("opens none of its pages but the choice without the flag", () => {
  const state = { ...AFTER, auth: IN.auth };
  expect(new Traveller("harbor", "/relink/selection", state).path).toBe("/relink/selection");
  for (const page of ["selection/failed", "manual/banking-information", "manual/microdeposits", "manual/microdeposits/reissue"])
    expect(new Traveller("harbor", `/relink/${page}`, state).path).toBe("/not-found");
});
