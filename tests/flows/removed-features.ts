/** Exports the features that a bank may not offer: what its overlay removes first, and the texts that name the feature elsewhere. */
import type { JsonObject } from "../../src/language/json.js";

export interface Feature {
  /** The screens' patches that a configurator writes first; `flows check` reports what else leads there. */
  readonly removes: JsonObject;
  /** Keywords of the brand's file that belong to it. */
  readonly brand?: JsonObject;
  /** Texts elsewhere that name the feature, by screen. */
  readonly texts?: JsonObject;
  /** The paths that nothing leads to. */
  readonly paths: RegExp;
  /** The words that nobody reads. */
  readonly words: RegExp;
  /** The personas who use the feature: a bank without it has no such depositors. */
  readonly users: RegExp;
}

const NOBODY = /^$/;

export const FEATURES: Readonly<Record<string, Feature>> = {
  nonprofits: {
    removes: { "non-profit.**": null },
    paths: /"\/non-profit\//,
    words: /non-?profit/i,
    users: NOBODY,
  },
  beneficiaries: {
    removes: { "beneficiary.**": null },
    texts: {
      "joint-account": {
        body: {
          means: {
            markdown:
              "- You both own all of the money in the account. Either of you can withdraw it without asking the other.\n- You both see the balance, transactions, and statements, and you each have your own login.",
          },
          help: null,
        },
      },
      "joint-account.account-holder": {
        body: { shared: { markdown: "You both own all of the money in the account and can deposit and withdraw." } },
      },
      "joint-account.onboarding.success": {
        body: {
          can: {
            body: {
              list: {
                markdown:
                  "- Both of you can see the balance, transactions, statements, and alerts, link a bank account, and make deposits and withdrawals.\n- Only the primary holder gets the tax form for the account's interest.\n- Each of you has a separate login, contact information, and messages. We don't share your password or your messages.",
              },
            },
          },
        },
      },
    },
    paths: /"\/beneficiary\//,
    words: /beneficiar/i,
    users: /beneficiar/,
  },
  "joint accounts": {
    removes: { "joint-account.**": null },
    paths: /"\/joint-account/,
    words: /joint|co-owner/i,
    users: /^joint-/,
  },
  "statements and tax documents": {
    removes: { "dashboard.documents.statements": null, "dashboard.documents.taxes": null },
    texts: {
      dashboard: {
        body: {
          quick: { options: { statements: { label: "Documents" } } },
          closing: {
            markdown: {
              text: "{closed, select, none {We're sending your balance to your bank.} other {We closed it on {closed} and sent your balance to your bank.}} Your statements and tax documents stay at our online banking.",
            },
          },
        },
      },
      "withdraw.close-success": {
        body: {
          intro: {
            markdown: {
              text: "{amount, select, none {We're sending your balance and the interest you earned to your bank.} other {We're sending {amount}{to}.{date}}} Then your account is closed. Your statements and tax documents stay at our online banking.",
            },
          },
        },
      },
      "my-account": {
        body: {
          columns: {
            body: {
              settings: {
                body: {
                  preferences: {
                    body: {
                      settings: {
                        fields: {
                          paperless: {
                            help: "Statements and tax forms are always in our online banking. Uncheck this to also get statements by mail.",
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    paths: /"\/dashboard\/documents\//,
    words: /tax (forms|documents) (stay|are always) under|Statements and tax forms$/,
    users: NOBODY,
  },
  "questions and answers": {
    removes: { faq: null },
    texts: { login: { body: { questions: null } }, registration: { body: { questions: null } } },
    paths: /"\/faq"/,
    words: /FAQ/,
    users: NOBODY,
  },
  "linking by account number": {
    removes: { "manual-funding.**": null, "relink.manual.**": null },
    brand: { link_restriction: "FASTLINK_ONLY" },
    texts: {
      registration: {
        body: {
          welcome: {
            markdown:
              "- Have your Social Security number and your bank login ready.\n- You must be 18 or older and live in the United States.\n- We save each finished page. You can stop and come back.",
          },
        },
      },
      "registration.landing": { body: { need: { markdown: "Your Social Security number and your online banking login." } } },
      "funding-returned": { body: { buttons: { controls: { number: { label: "Link the account again" } } } } },
    },
    paths: /"\/(manual-funding|relink\/manual)\//,
    words: /(Enter|Reenter) the account number|routing and account numbers|small deposits|two amounts/i,
    users: /^microdeposits-/,
  },
  "linking by the login at the other bank": {
    removes: {
      "registration.link-account-selection.failed": null,
      "registration.link-account-selection": {
        data: null,
        body: { provider: null, how: { options: { fastlink: null } }, buttons: { controls: { cancel: null } } },
        actions: { linked: null, exited: null, closed: null },
      },
      "relink.selection": {
        data: null,
        body: { provider: null, how: { options: { fastlink: null } }, buttons: { controls: { cancel: null } } },
        actions: { linked: null, exited: null, closed: null },
      },
    },
    brand: { link_restriction: "MANUAL_ONLY" },
    texts: {
      registration: {
        body: {
          welcome: {
            markdown:
              "- Have your Social Security number and your bank's routing and account numbers ready.\n- You must be 18 or older and live in the United States.\n- We save each finished page. You can stop and come back.",
          },
        },
      },
      "registration.landing": {
        body: { need: { markdown: "Your Social Security number and your bank account's routing and account numbers." } },
      },
    },
    paths: /"\/registration\/link-account-selection\/failed"/,
    words: /Sign in to your bank|bank(ing)? login/,
    users: NOBODY,
  },
};
