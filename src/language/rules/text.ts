/** Exports the rules about texts, for the registry. */
import { rules } from "./rule.js";

export const TEXT_RULES = rules({
  "message-syntax": {
    severity: "error",
    waivable: false,
    finds: "A text is not a valid ICU message.",
    fix: "Close the brace, give `select` and `plural` an `other`, or quote a brace with apostrophes.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { title: "Page {of" } } } },
        message: "Not an ICU message: expect argument closing brace",
      },
    ],
  },
  "message-arguments": {
    severity: "error",
    waivable: false,
    finds:
      "The arguments of a text do not fit its `values`, a `select` or `plural` has a branch for a value that its argument never has, or it lacks a plural form of the language of the brand. Enums, booleans and constants have known values; null uses `other`. The branches of a text with a `pattern` match it. Where a value may be any text, a branch is reported that is similar to a constant without a branch.",
    fix: "Give each argument a value, remove values that the text does not use, and correct, remove or add the branch.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": { screens: { page: { title: { text: "Page of {whom}", values: { who: { var: "auth.email" } } } } } },
        },
        message: 'The argument "{whom}" has no value; did you mean "who"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { title: { text: "A page", values: { who: { var: "auth.email" } } } } } } },
        message: 'The value "who" is not in the text',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "A code {how, select, sms {by text} mail {by email} other {}}",
                  values: { who: null, how: { var: "auth.mfa" } },
                },
              },
            },
          },
        },
        message: 'The branch "mail" is never read: "how" may be "sms", "email"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "{name, select, non {Hello} other {Hello, {name}}}",
                  values: { who: null, name: { or: [{ var: "auth.email" }, "none"] } },
                },
              },
            },
          },
        },
        message: '"name" may be "none", for which there is no branch; did you mean "none" in place of "non"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "A page{code, select, R1 { of a return} none {} other { of another return}}",
                  values: { who: null, code: { or: [{ var: "funding.return_code" }, "none"] } },
                },
              },
            },
          },
        },
        message: 'The branch "R1" is never read: the texts of "code" match ^R\\d{2}$|^(?:none)$',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "{count, plural, other {# accounts}}",
                  values: { who: null, count: { reduce: [{ var: "accounts" }, { "+": [{ var: "accumulator" }, 1] }, 0] } },
                },
              },
            },
          },
        },
        message: '"{count, plural}" has no branch "one", which the brand\'s language distinguishes from "other"',
      },
    ],
  },
  "select-incomplete": {
    severity: "warning",
    waivable: false,
    finds:
      "A `select` has branches for more than one value of its argument, and the others use `other`, or it has no branch but `other`. A `select` with one branch distinguishes one value from all others. Values that the expression itself computes are not checked.",
    fix: "Write a branch for each value. If several values have one text, compute one text for them with `if` in `values`, and branch on this text.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "Step {step, select, basic {1} address {2} employer {3} confirmed {4} bank {5} verified {6} disclosures {7} other {}}",
                  values: { who: null, step: { var: "progress.registration_last_step" } },
                },
              },
            },
          },
        },
        message: '"step" may also be "funded", "completed", for which there is no branch but "other"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: { title: { text: "A page {how, select, other {by email}}", values: { who: null, how: { var: "auth.mfa" } } } },
            },
          },
        },
        message: '"{how, select}" has only the branch "other": the text is the same for every value',
      },
    ],
  },
  markdown: {
    severity: "error",
    waivable: false,
    finds: "A text uses Markdown outside of the safe subset, or a link that is neither a path of the flows nor `https:` nor `mailto:`.",
    fix: "Use paragraphs, lists, emphasis, strong, links and headings of level 3 and 4.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { body: { items: { one: { block: "text", markdown: "# Big" } } } } } } },
        message: "Not in the Markdown subset: a heading of level 1 (### and #### are)",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: { body: { items: { one: { block: "text", markdown: "| Service | Fee |\n|---|---|\n| Wire transfer | $15.00 |" } } } },
            },
          },
        },
        message: "Not in the Markdown subset: a table (the block `table` has rows and columns)",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { body: { items: { one: { block: "text", markdown: "[Go](http://bank.example)" } } } } },
          },
        },
        message: '"http://bank.example" is neither a path of the flows, nor https: with a host, nor mailto: with an address',
      },
    ],
  },
  "blank-text": {
    severity: "error",
    waivable: true,
    finds: "A text is empty, so that a button has no name or a field no label (WCAG 2.4.6, 3.3.2, 4.1.2).",
    fix: "Write the text.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": { screens: { login: { body: { items: { form: { fields: { items: { email: { label: " " } } } } } } } } },
        },
        message: "There is no text here: nobody could see or hear what this is",
      },
    ],
  },
  "duplicate-text": {
    severity: "error",
    waivable: true,
    finds: "Two fields, controls or options next to each other have the same text (WCAG 2.4.6).",
    fix: "Write what distinguishes them. If they are never shown together, give both a `when`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { password: { label: "Email" } } } } } } } },
          },
        },
        message: '"Email" is also the text of "email" beside it: nobody can distinguish them',
      },
    ],
  },
  "error-text-missing": {
    severity: "error",
    waivable: true,
    finds: "A field can fail a validation for which it has no error text (WCAG 3.3.1, 3.3.3).",
    fix: "Add the text to `errors` of the field, or to its type in `flows/fields.json`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { errors: { format: null } } } } } } } } },
          },
        },
        message: '"errors" has no text for "format", which "email" of schemas/forms/credentials.json can fail',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { "x-minimum-age": 0 } } } },
        message: '"errors" has no text for "x-minimum-age", which "email" of schemas/forms/credentials.json can fail',
      },
    ],
  },
  "error-text-unused": {
    severity: "warning",
    waivable: true,
    finds: "A field has an error text for a validation that it cannot fail.",
    fix: "Remove the text, or correct its key. A text for a rule of one brand belongs in its overlay.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: { items: { form: { fields: { items: { password: { errors: { maxLength: "Use at most 128 characters." } } } } } } },
              },
            },
          },
        },
        message: 'This field cannot fail "maxLength", so this text is never shown; did you mean "minLength"?',
      },
    ],
  },
  "error-text-limit": {
    severity: "error",
    waivable: true,
    finds:
      "An error text contains numbers, and none of them is the limit of the field's schema that the text explains. Or the help of a field with limits contains an amount that is not a limit, or other numbers of which none is a limit.",
    fix: 'Show the limit of the schema: `{ "text": "Use at most {limit} characters.", "values": { "limit": { "var": "item.limit" } } }`. Or correct the number.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: { items: { form: { fields: { items: { password: { errors: { minLength: "Use at least 12 characters." } } } } } } },
              },
            },
          },
        },
        message:
          'This text names 12, and the "minLength" of the field in schemas/forms/credentials.json is 1: write {limit}, with { "var": "item.limit" }, to show the schema\'s',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { password: { help: "At least 12 characters." } } } } } } } },
          },
        },
        message: 'This help names 12, and the field in schemas/forms/credentials.json has "minLength" 1: correct the one that is wrong',
      },
    ],
  },
});
