/** Tests typed addresses: the screen of each persona as specified (S2.2, S2.4 and the decisions on them). */
import { describe, expect, it } from "vitest";
import { signInByPages } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";

const arrive = devices();

const NOT_FOUND = "/not-found";
const DOCUMENTS = "/dashboard/documents";

/** `home`: the page after signing in. Then the typed addresses and their final paths (Not found keeps the address). */
const PERSONAS: Readonly<Record<string, { readonly home: string; readonly typed: Readonly<Record<string, string>> }>> = {
  new: {
    home: "/registration/landing",
    typed: {
      "/registration/basic-information": NOT_FOUND,
      "/dashboard": NOT_FOUND,
      "/fund-account": NOT_FOUND,
      "/registration/message-center": "/registration/message-center",
      "/login/registration-home": "/login/registration-home",
    },
  },
  employer: {
    home: "/login/registration-home",
    typed: {
      "/registration/employer": "/registration/employer",
      "/registration/address": NOT_FOUND,
      "/registration/confirm-details": NOT_FOUND,
      "/fund-account/successful-fund": NOT_FOUND,
      "/nowhere/at-all": "/nowhere/at-all",
    },
  },
  active: {
    home: "/dashboard",
    typed: {
      "/dashboard/transactions-list": "/dashboard/transactions-list",
      "/dashboard/documents/statements": "/dashboard/documents/statements",
      "/registration": NOT_FOUND,
      "/registration/basic-information": NOT_FOUND,
      "/registration/hold-account": NOT_FOUND,
      "/my-account/": "/my-account",
      "/relink/manual/microdeposits": NOT_FOUND,
    },
  },
  "view-only": {
    home: DOCUMENTS,
    typed: {
      "/dashboard": DOCUMENTS,
      "/dashboard/transactions-list": DOCUMENTS,
      "/dashboard/alerts": DOCUMENTS,
      "/deposit": DOCUMENTS,
      "/my-account": "/my-account",
      "/faq": "/faq",
    },
  },
  hold: {
    home: "/registration/hold-account",
    typed: { "/dashboard": "/registration/hold-account", "/withdraw": "/registration/hold-account", "/my-account": "/my-account" },
  },
};

describe("typed addresses", () => {
  it.each(Object.entries(PERSONAS))("of the persona %s lead to the specified screens", async (name, { home, typed }) => {
    const persona = await bank.persona(name);
    const visitor = await arrive({ brand: "harbor", width: 1440, name: `guards-${name}` });
    await signInByPages(visitor, persona);
    await visitor.at(home);
    await visitor.inspect();
    const landed: Record<string, string> = {};
    for (const [path, expected] of Object.entries(typed)) {
      await visitor.open(path);
      await visitor.at(expected);
      landed[path] = visitor.path;
    }
    expect(landed).toEqual(typed);
  });

  it.each([
    ["/", "/"],
    ["/dashboard", "/login"],
    ["/registration/basic-information", "/login"],
    ["/otp-verification", "/login"],
    ["/login/sent", "/login"],
    ["/nowhere", "/nowhere"],
  ])("of a visitor: %s ends at %s", async (path, expected) => {
    const visitor = await arrive({ brand: "harbor", width: 390, name: `guards-visitor-${path.slice(1).replaceAll("/", ".") || "home"}` });
    await visitor.open(path);
    await visitor.at(expected);
    await visitor.inspect();
  });
});
