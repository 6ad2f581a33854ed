/** Exports the rules about conditions and values, for the registry. */
import { rules } from "./rule.js";

/** The slices with data of the depositor, but one. */
const ALL_BUT_ERRORS =
  "auth progress registration joint accounts linkedAccounts transactions alerts messages beneficiaries disclosures taxDocuments statements statementsYearsList faqs nonprofit jointAccount fastlink funding transfer deviceInfo user jointProgress requests".split(
    " ",
  );

export const LOGIC_RULES = rules({
  "invalid-logic": {
    severity: "error",
    waivable: false,
    finds:
      "An expression is not valid json-logic: not exactly one operator, the wrong number of operands, no predicate, or a named predicate inside of `some`, `all`, `none`, `filter` or `map`.",
    fix: "Write one operator with the operands in the message. Inside of a list operator, read the item.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: { and: ["mine"], or: ["mine"] } } } } },
        message: "Expected an object with exactly one operator",
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: 7 } } } },
        message: "Expected the name of a predicate, true, false, or an object with one operator",
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { "===": [{ var: "auth.email" }] }] } } } } },
        message: '"===" takes 2 operands, found 1',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { some: [{ var: "alerts" }, "loggedIn"] }] } } } } },
        message: 'The predicate "loggedIn" cannot be used here: inside some, all, none, filter and map, only the item can be read',
      },
    ],
  },
  "type-mismatch": {
    severity: "error",
    waivable: false,
    finds: "A comparison, an operator or the format of a text gets a value of the wrong type.",
    fix: "Use the type in the message. Texts format money and percentages with the operators `money` and `percent`, calendar dates with `date`, and instants with `localDate` and `dateTime`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { "===": [{ var: "auth.relink" }, "true"] }] } } } },
        },
        message: '"===" compares "auth.relink" (boolean) with the string "true"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                body: {
                  items: {
                    one: {
                      block: "list",
                      items: { filter: [{ var: "auth.email" }, true] },
                      item: { title: "x" },
                      empty: { text: "None." },
                    },
                  },
                },
              },
            },
          },
        },
        message: '"filter" takes a list, found "auth.email" (string)',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { title: { text: "{day}", values: { day: { date: { var: "auth.expiresAt" } } } } } },
          },
        },
        message: '"date" takes a calendar date, found "auth.expiresAt" (date-time)',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { title: { text: "{who, plural, one {One} other {Many}}", values: { who: { var: "auth.email" } } } } },
          },
        },
        message: '"{who, plural}" takes a number, and its value is string',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { guard: { and: ["mine", { in: [{ var: "progress.registration_status" }, "PASSED"] }] } } },
          },
        },
        message: '"in" takes a list for "progress.registration_status", whose values are listed, found the text "PASSED": write ["PASSED"]',
      },
    ],
  },
  "wrong-constant": {
    severity: "error",
    waivable: false,
    finds:
      "A value is compared with a constant that it never has, with null although it is never null, or with itself. An instant (`date-time`) is never equal to a text that is none, nor is a text with a `pattern` to one that does not match.",
    fix: "Use one of the values that the message suggests, or remove the comparison.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { guard: { and: ["mine", { "===": [{ var: "progress.registration_status" }, "PASED"] }] } } },
          },
        },
        message: '"PASED" is never a value of "progress.registration_status" (string); did you mean "PASSED"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { "!==": [{ var: "auth.relink" }, null] }] } } } } },
        message: '"auth.relink" (boolean) is never null',
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { "<": [{ var: "now" }, "2026-01-31"] }] } } } },
        },
        message: '"2026-01-31" is never a value of "now" (date-time): it is not an instant like "2026-01-31T18:00:00Z"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { guard: { and: ["mine", { in: [{ var: "funding.return_code" }, ["R01", "r02"]] }] } } },
          },
        },
        message: '"r02" is never a value of "funding.return_code" (string), whose texts match ^R\\d{2}$',
      },
    ],
  },
  "maybe-null": {
    severity: "error",
    waivable: false,
    finds: "A value that may be null is compared by order, or is the parameter of a path. In json-logic, `null <= 0` is true.",
    fix: 'Add `{ "!==": [{ "var": ... }, null] }` to the same `and`, to the guard, or to a `when` around the link.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { guard: { and: ["mine", { "<=": [{ var: "accounts.0.available_balance" }, 0] }] } } },
          },
        },
        message:
          '"accounts.0.available_balance" (number) may be null, and null <= 0 would count as a number: test it for null in the same "and"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              one: {
                path: "/one/:uuid",
                title: "One",
                shell: "plain",
                guard: "loggedIn",
                body: { items: {} },
                end: { reason: "All that there is." },
              },
              login: { actions: { stay: { then: { go: { path: "/one/:uuid", params: { uuid: { var: "progress.depositor_id" } } } } } } },
            },
          },
        },
        message:
          '"params.uuid" may be null here, and null is no part of an address of "/one/:uuid": test it for null in the guard or in "when"',
      },
    ],
  },
  "table-gap": {
    severity: "error",
    waivable: false,
    finds:
      "A table or a list of options has no entry for a value that its key can have. Reading it would give null. Keys without a known set of values are not checked.",
    fix: "Add the entry.",
    examples: [
      {
        patch: {
          "flows/app.flow.json": {
            tables: { channels: { description: "How a code is sent.", entries: { sms: "by text message", post: "by letter" } } },
          },
          "flows/start.flow.json": {
            screens: { page: { title: { text: "Sent {how}", values: { who: null, how: { entry: ["channels", { var: "auth.mfa" }] } } } } },
          },
        },
        message: 'The table "channels" has no entry for "email", which "auth.mfa" may be',
      },
      {
        patch: {
          "flows/fields.json": { language: 2, options: { channels: { sms: "Text message" } } },
          "flows/start.flow.json": {
            screens: { page: { title: { text: "Sent {how}", values: { who: null, how: { entry: ["channels", { var: "auth.mfa" }] } } } } },
          },
        },
        message: 'The list of options "channels" has no entry for "email", which "auth.mfa" may be',
      },
    ],
  },
  "not-writable": {
    severity: "error",
    waivable: false,
    finds: "`set` writes a path of the state that flows may not write, or an item of a list by its position.",
    fix: "Write only what `schemas/state.schema.json` marks `x-writable`; write to the items of a list as `list[].field`, selected by `where`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": { screens: { away: { actions: { again: { then: { set: { "progress.first_name": "x" } } } } } } },
        },
        message: '"progress.first_name" cannot be set: schemas/state.schema.json does not mark it x-writable',
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { away: { actions: { again: { then: { set: { "alerts.0.read_at": { var: "now" } } } } } } } },
        },
        message: '"alerts.0.read_at" cannot be set: write the items of one list as "list[].field", narrowed by "where"',
      },
    ],
  },
  "secret-kept": {
    severity: "error",
    waivable: true,
    finds:
      "A text shows a secret, the state or another screen gets it, or the draft of a form keeps it. `flows/semantics.json` declares which semantic types are secret: passwords, codes, account numbers.",
    fix: 'Send the secret in the call alone. A field for it has `"secret": true`, or a field type that has it.',
    examples: [
      {
        patch: {
          "flows/semantics.json": {
            language: 2,
            types: { "secret.password": { description: "A password.", secret: true, properties: ["password"] } },
          },
          "flows/start.flow.json": {
            screens: { login: { actions: { save: { on: { ok: { go: null, set: { "auth.resetEmail": { var: "form.password" } } } } } } } },
          },
        },
        message: `"form.password" is secret.password, a secret, and the state's "auth.resetEmail" shows or keeps it`,
      },
      {
        patch: {
          "flows/semantics.json": {
            language: 2,
            types: { "secret.password": { description: "A password.", secret: true, properties: ["password"] } },
          },
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { password: { widget: null } } } } } } } },
          },
        },
        message: '"password" is secret.password, a secret, and the draft of the form keeps it: write "secret": true',
      },
    ],
  },
  "reset-incomplete": {
    severity: "error",
    waivable: false,
    finds:
      "An effect resets the slice of the sign-in (`x-personal` is `session`) and others, but not every slice that `schemas/state.schema.json` marks as data of the depositor (`x-personal`), or a slice that is answered only with a session lacks this mark or has a default that is not empty, or a marked slice is `kept` when a depositor logs out (`x-reset`). The next user of the browser would see it.",
    fix: 'Write `"reset": "personal"` or `"reset": "all"`. Mark the slice. Remove `x-reset`. Write an empty default.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": { screens: { login: { actions: { stay: { then: { set: null, reset: ALL_BUT_ERRORS } } } } } },
        },
        message: 'This resets "auth" and leaves data of the depositor: "errors"',
      },
      {
        patch: { "schemas/state.schema.json": { properties: { alerts: { "x-reset": "kept" } } } },
        message: '"alerts" is data of the depositor, and "reset": "all" would leave it: remove "x-reset"',
      },
      {
        patch: { "schemas/state.schema.json": { properties: { progress: { default: { extended_status: "HOLD" } } } } },
        message:
          '"progress" is data of the depositor that Progress answers, and every visitor has this default before the answer and after the session: write null, or an empty value',
      },
    ],
  },
  "semantic-mismatch": {
    severity: "error",
    waivable: true,
    finds:
      "A value is shown, assigned, compared or sent where a value of another semantic type belongs: an available balance under the label of the current one, an email address as a phone number. Or a text shows a date, an amount or a rate as it is stored, although operators format such values. `flows/semantics.json` declares the types; a value without one is not checked.",
    fix: "Use the value that belongs there, with the operator that formats it. Where the place may have both, list its label or argument in both types.",
    examples: [
      {
        patch: {
          "flows/semantics.json": {
            language: 2,
            types: {
              "identity.email": { description: "An email address.", properties: ["email"] },
              "identity.phone": { description: "A phone number.", properties: ["phone"], arguments: ["phone"] },
            },
          },
          "flows/start.flow.json": {
            screens: {
              page: { title: { text: "We sent a code to {phone}.", values: { who: null, phone: { var: "auth.email" } } } },
            },
          },
        },
        message: '"auth.email" is identity.email, and the argument "phone" takes identity.phone',
      },
      {
        patch: {
          "flows/semantics.json": {
            language: 2,
            types: {
              "identity.email": { description: "An email address.", properties: ["email", "resetEmail"] },
              "identity.phone": { description: "A phone number.", properties: ["phone"] },
            },
          },
          "flows/start.flow.json": {
            screens: { login: { actions: { stay: { then: { set: { "auth.resetEmail": { var: "auth.phone" } } } } } } },
          },
        },
        message: '"auth.phone" is identity.phone, and "auth.resetEmail" takes identity.email',
      },
      {
        patch: {
          "flows/semantics.json": {
            language: 2,
            types: { date: { description: "A day.", formats: ["date"] }, "date.code": { description: "A day.", properties: ["email"] } },
          },
          "flows/start.flow.json": {
            screens: { page: { title: { text: "Since {day}", values: { who: null, day: { var: "auth.email" } } } } },
          },
        },
        message: '"auth.email" is date.code, and this text shows it as it is stored: write { "date": { "var": "auth.email" } }',
      },
    ],
  },
});
