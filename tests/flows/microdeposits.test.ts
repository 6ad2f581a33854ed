/** Tests microdeposits during registration and relinking. */
import { describe, expect, it } from "vitest";
import type { DepositorState } from "../../src/engine/events.js";
import { bad, good, progress, Traveller } from "./screen-walk.js";
import { bundleOf, PERSONAS } from "./shipped.js";
import { shown } from "./shown.js";

const BANK = PERSONAS.bank?.state ?? {};
const PAGE = "/manual-funding/microdeposits";
const link = (status: string, attempts_left: number, reissues_left: number | null = 1) => ({
  uuid: "l",
  status,
  link_type: "MANUAL",
  nickname: null,
  institution: null,
  account_type: "checking",
  number_last4: "6789",
  attempts_left,
  expires_at: "2026-12-05T23:59:59Z",
  reissues_left,
});
const at = (status: string, attempts_left = 3, reissues_left: number | null = 1) => ({
  ...BANK,
  linkedAccounts: [link(status, attempts_left, reissues_left)],
});
/** The same before a registration is complete, and in linking again. */
const both = (page: string, ...account: Parameters<typeof link>) =>
  [
    [`/manual-funding/microdeposits${page}`, { ...BANK, linkedAccounts: [link(...account)] }],
    [`/relink/manual/microdeposits${page}`, { ...PERSONAS.relink?.state, linkedAccounts: [link(...account)] }],
  ] as const;

describe("microdeposits", () => {
  it("are sent with the deadline for their amounts", () => {
    for (const path of [`${PAGE}/sent`, "/relink/manual/microdeposits/sent"]) {
      const state = path.startsWith(PAGE) ? BANK : (PERSONAS.relink?.state ?? {});
      const shownFor = (expires_at: string | null) =>
        shown("harbor", path, { ...state, linkedAccounts: [{ ...link("VERIFICATION_PENDING", 3), expires_at }] }).text;
      expect(shownFor("2026-12-05T23:59:59Z")).toContain("enter their amounts by December 5, 2026.");
      expect(shownFor(null)).toContain("enter their amounts.");
    }
  });

  it.each([
    [`${PAGE}/sent`, "manual"],
    [PAGE, "manual"],
    ["/relink/manual/microdeposits/sent", "relink"],
    ["/relink/manual/microdeposits", "relink"],
    ["/login/registration-home", "manual"],
    ["/dashboard", "relink"],
  ] as const)("are shown on %s with the day of their arrival, where the upstream has it", (path, way) => {
    const state = way === "manual" ? BANK : (PERSONAS.relink?.state ?? {});
    const shownFor = (expected_by: string | null) =>
      shown("harbor", path, { ...state, linkedAccounts: [{ ...link("VERIFICATION_PENDING", 3), expected_by }] });
    expect(shownFor("2026-11-27")).toMatchObject({ path });
    expect(shownFor("2026-11-27").text).toContain("in 1 to 3 business days, by November 27, 2026");
    expect(shownFor("2026-11-21").text).toContain(", by November 21, 2026");
    expect(shownFor("2026-11-20").text).toContain("They should have arrived by November 20, 2026.");
    expect(shownFor("2026-11-20").text).not.toContain("They arrive");
    expect(shownFor(null).text).toMatch(/in 1 to 3 business days\. (Look|Enter|enter)/);
  });

  it.each(["sent", "successful", "incorrect"])(
    "are not shown on /%s to a depositor without any, who is redirected by the account's state",
    (page) => {
      for (const [base, persona] of [
        [PAGE, "bank"],
        ["/relink/manual/microdeposits", "relink"],
      ] as const) {
        const seen = shown("harbor", `${base}/${page}`, { ...PERSONAS[persona]?.state, linkedAccounts: [] });
        expect(seen.path).toBe(`${base}/${page}`);
        expect(seen.blocks).toEqual(["otherwise"]);
        expect(seen.text).toContain(`"go":"${base}"`);
        expect(seen.text).not.toMatch(/on their way to|amounts are right|not the ones that we sent/);
      }
    },
  );

  it("can be completed from Home", () => {
    const waiting = [link("VERIFICATION_PENDING", 3)];
    const home = (relink: boolean) => {
      const state = PERSONAS.active?.state ?? {};
      return shown("harbor", "/dashboard", { ...state, auth: { ...(state.auth as object), relink }, linkedAccounts: waiting }).text;
    };
    expect(home(false)).toContain('"go":"/manual-funding/microdeposits"');
    expect(home(false)).not.toContain('"go":"/relink/manual/microdeposits"');
    expect(home(true)).toContain('"go":"/relink/manual/microdeposits"');
    // The next step is the primary control; another link stays possible (D41).
    expect(home(true)).toContain('"go":"/relink/selection","style":"secondary"');
    expect(home(true)).not.toContain('"go":"/manual-funding/microdeposits"');
    expect(shown("harbor", "/dashboard", PERSONAS.active?.state ?? {}).text).not.toContain("small deposits");
  });

  it("are shown with their account, the remaining attempts and the deadline", () => {
    expect(shown("harbor", PAGE, at("VERIFICATION_PENDING", 2)).text).toContain(
      "Account ending in 6789. You have 2 tries left. Enter the amounts by December 5, 2026.",
    );
  });

  it.each([
    [2, 1, "You have 2 tries left.", ["Try again", "Send new deposits", "Link another account"]],
    [1, 0, "You have 1 try left.", ["Try again", "Link another account"]],
    [0, 1, "You have no tries left. We can send two new deposits one time.", ["Send new deposits", "Link another account"]],
    [0, 0, "You have no tries left. We already sent new deposits once, so link another account", ["Link another account"]],
  ] as const)(
    "with wrong amounts, %i attempts and %i new deposits left, show that and offer the possible next steps",
    (left, again, words, labels) => {
      const dana = new Traveller("harbor", PAGE, at("VERIFICATION_PENDING"));
      dana.does("verify", { form: {}, answer: bad(422, "wrong_amounts") });
      expect(dana.path).toBe(`${PAGE}/incorrect`);
      for (const [path, state] of both("/incorrect", left === 0 ? "LOCKED" : "VERIFICATION_PENDING", left, again)) {
        const seen = shown("harbor", path, state);
        expect(seen.text).toContain(words);
        expect(seen.labels).toEqual(labels);
      }
    },
  );

  it.each([
    [422, "not_arrived", PAGE],
    [422, "expired", `${PAGE}/reissue`],
    [403, "locked", `${PAGE}/reissue`],
  ] as const)("answered %i %s: the server's words, at %s", (status, code, path) => {
    const dana = new Traveller("harbor", PAGE, at("VERIFICATION_PENDING"));
    dana.does("verify", { form: {}, answer: bad(status, code, "Why.") });
    expect([dana.path, dana.message]).toEqual([path, "Why."]);
  });

  it("are sent again once; afterwards another account is linked", () => {
    const dana = new Traveller("harbor", `${PAGE}/reissue`, at("LOCKED", 0));
    expect(dana.raises("reissue").commands).toMatchObject([{ kind: "call", variables: { account_id: "l" } }]);
    dana.does("reissue", { answer: bad(403, "no_reissue", "Once only.") });
    expect(dana.path).toBe("/registration/link-account-selection");
    expect(dana.message).toMatch(/^We already sent new deposits once\. .+ link another account\.$/);
  });

  it.each([
    ["LOCKED", 1, null, ["Send new deposits", "Link another account"]],
    ["VERIFICATION_PENDING", 1, null, ["Send new deposits", "Enter the amounts", "Link another account"]],
    ["VERIFICATION_PENDING", 0, "enter their amounts by December 5, 2026.", ["Enter the amounts", "Link another account"]],
    ["LOCKED", 0, "We can't send them again, and you have no tries left. Link another account", ["Link another account"]],
    ["LOCKED", null, null, ["Send new deposits", "Link another account"]],
  ] as const)("%s with %s new deposits left: what can be done is offered, and no more", (status, again, words, labels) => {
    for (const [path, state] of both("/reissue", status, 0, again)) {
      const seen = shown("harbor", path, state);
      expect(seen.labels).toEqual(labels);
      expect(seen.blocks).toEqual(words === null ? ["intro", "buttons"] : ["exhausted", "buttons"]);
      if (words !== null) expect(seen.text).toContain(words);
    }
  });

  it("lead to the funding when they are confirmed", () => {
    const dana = new Traveller("harbor", PAGE, at("VERIFICATION_PENDING"));
    const payload = { linkedAccounts: [link("ACTIVE", 3)], progress: progress("verified", "PASSED") };
    dana.does("verify", { form: {}, answer: good("verifyMicrodeposits", payload) });
    expect(dana.path).toBe(`${PAGE}/successful`);
    dana.does("continue");
    expect(dana.path).toBe("/fund-account");
  });

  it.each([
    ["LOCKED", "You've entered the wrong amounts too many times for your account ending in 6789."],
    ["FAILED", "The time to enter the amounts for your account ending in 6789 has run out."],
  ])("that failed (%s) are shown on the choice of accounts, with a link to new ones", (status, words) => {
    const seen = shown("harbor", "/registration/link-account-selection", at(status, 0));
    expect(seen.text).toContain(words);
    expect(seen.labels).toContain("Send new deposits");
    const exhausted = shown("harbor", "/registration/link-account-selection", at(status, 0, 0));
    expect(exhausted.text).toContain(words);
    expect(exhausted.text).toContain("We already sent new deposits");
    expect(exhausted.labels).not.toContain("Send new deposits");
  });
});

describe("the page of the amounts", () => {
  it.each([
    [
      "LOCKED",
      "You've entered the wrong amounts too many times for your account ending in 6789.",
      ["Send new deposits", "Link another account"],
    ],
    ["FAILED", "The time to enter the amounts for your account ending in 6789 has run out.", ["Send new deposits", "Link another account"]],
    ["ARCHIVED", "We haven't sent deposits to any of your accounts", ["Link an account"]],
  ])("has no form when there is nothing to confirm (%s), and links to the next step", (status, words, labels) => {
    for (const [path, state] of [
      [PAGE, at(status, 0)],
      ["/relink/manual/microdeposits", { ...PERSONAS.relink?.state, linkedAccounts: [link(status, 0)] }],
    ] as const) {
      const seen = shown("harbor", path, state);
      expect(seen.blocks).not.toContain("form");
      expect(seen.text).toContain(words);
      expect(seen.labels).toEqual(labels);
    }
  });
});

describe("a returning depositor", () => {
  it("sees on the page of confirmed amounts that the account is linked, and continues", () => {
    const dana = new Traveller("harbor", PAGE, { ...at("ACTIVE"), progress: progress("verified", "PASSED") });
    const seen = shown("harbor", PAGE, dana.state);
    expect(seen.blocks).toEqual(["done", "why"]);
    expect(seen.text).toContain("Your account ending in 6789 is linked.");
    expect(seen.labels).toEqual(["Continue", "Link another account"]);
    dana.does("continue");
    expect(dana.path).toBe("/fund-account");
    // A disconnected account is not in use.
    expect(shown("harbor", "/relink/manual/microdeposits", { ...PERSONAS.relink?.state, ...at("ACTIVE") }).text).not.toContain(
      "is linked.",
    );
  });

  it("sees days later on Registration Home which amounts are required, and the deadline", () => {
    const home = (state: DepositorState) => shown("harbor", "/login/registration-home", state).text;
    expect(home(at("VERIFICATION_PENDING"))).toContain(
      "Next: enter the amounts of the two small deposits we sent to your account ending in 6789. They arrive in 1 to 3 business days. Enter the amounts by December 5, 2026.",
    );
    expect(home(at("FAILED"))).toContain("Next: link the bank account");
  });

  it("does not agree again to the documents of a completed deposit", () => {
    const seen = shown("harbor", "/fund-account/disclosure", { ...BANK, progress: progress("funded", "PASSED") });
    expect(seen.blocks).toEqual(["made"]);
    expect(seen.labels).toEqual(["Continue"]);
  });
});

describe("a lost answer to linking", () => {
  it.each(["500", "network", "timeout"])("(%s) shows a message, and requests the accounts from the bank", (key) => {
    const { journeys } = bundleOf("harbor");
    const linked = journeys.linking?.screens["registration.link-account-selection"]?.actions.linked as unknown as {
      readonly on: Readonly<Record<string, readonly object[]>>;
    };
    expect(linked.on[key]).toEqual(expect.arrayContaining([expect.objectContaining({ refetch: ["progress", "linkedAccounts"] })]));
  });
});

describe("a link that the provider could not make", () => {
  it("shows the reason and that nothing was linked, and offers both methods", () => {
    const dana = new Traveller("harbor", "/registration/link-account-selection", { ...BANK, linkedAccounts: [] });
    dana.does("linked", {
      form: { requestId: "r", providerAccountId: "p" },
      answer: bad(422, "not_linked", "We couldn't link your bank."),
    });
    expect(dana.path).toBe("/registration/link-account-selection/failed");
    const seen = shown("harbor", dana.path, dana.state);
    expect(seen.text).toContain("We couldn't link your bank. Nothing was linked, and no money was moved.");
    expect(seen.labels).toEqual(["Try again", "Enter the account number", "Registration Home"]);
  });
});
