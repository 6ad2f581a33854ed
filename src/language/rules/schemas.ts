/** Exports the rules about schemas and conditions of forms, for the registry. */
import { rules } from "./rule.js";

/** The action of a form that asks for a kind and a member number as well. */
const SAVE = {
  with: { input: { var: null, email: { var: "form.email" }, password: { var: "form.password" } } },
  on: { ok: { when: { and: [{ "!!": { var: "form.kind" } }, { "!!": { var: "form.member" } }] }, go: "/page" } },
};

export const SCHEMA_RULES = rules({
  "form-mismatch": {
    severity: "error",
    waivable: false,
    finds: "A form does not fit its schema: it lacks a required field or the text of an option.",
    fix: "Add the field or the text, or correct the schema.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { order: ["email"], items: { password: null } } } } } } },
          },
        },
        message: 'schemas/forms/credentials.json requires "password", which the form does not ask for',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind"],
                        items: { kind: { label: "Kind", widget: "radio", options: { a: "One" }, errors: { required: "Choose one." } } },
                      },
                    },
                  },
                },
              },
            },
          },
          "schemas/forms/credentials.json": { properties: { kind: { type: "string", enum: ["a", "b"] } } },
        },
        message: 'The value "b", which is in the "enum" of the field in schemas/forms/credentials.json, has no text in "options"',
      },
    ],
  },
  "invalid-schema": {
    severity: "error",
    waivable: false,
    finds:
      "A schema is not a valid JSON Schema (draft 7), has a `$ref` that cannot be resolved, or an invalid regular expression. Browser and gateway use the flag `u`.",
    fix: 'Correct the schema. In JSON, the backslash of `\\d` is written twice: `"^\\\\d{8}$"`.',
    examples: [
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { minLength: "two" } } } },
        message: "Not a valid JSON Schema: /properties/email/minLength must be integer",
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { type: "strng" } } } },
        message: 'Not a valid JSON Schema: "strng" is not a valid type; did you mean "string"?',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { $ref: "../person.json#/definitions/emial" } } } },
        message: '"$ref" has no target: ../person.json#/definitions/emial',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { password: { pattern: "^[A-Z" } } } },
        message: "Not a regular expression: /^[A-Z/u: Unterminated character class",
      },
    ],
  },
  "schema-contradiction": {
    severity: "error",
    waivable: false,
    finds:
      "A schema contradicts itself: it rejects its own default or constant, a keyword does not apply to the type beside it, an object that is not required itself requires properties, or a box for consent is checked from the start (E-SIGN Act, Regulation E).",
    fix: "Remove or correct one side of the contradiction.",
    examples: [
      {
        patch: { "schemas/forms/credentials.json": { properties: { password: { default: "" } } } },
        message: '"" is the value of "default", but "minLength" beside it rejects it',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { password: { minimum: 8 } } } },
        message: '"minimum" has no effect here: it does not apply to a value of the type string',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { at: { type: "object", properties: { zip: {} }, required: ["zip"] } } } },
        message: '"at" may be missing, and then nothing here is required; add it to the "required" of the object around it',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { remember: { type: "boolean", const: true, default: true } } } },
        message: "This box for consent is checked from the start, so nobody consents by checking it: remove the default",
      },
    ],
  },
  "condition-constant": {
    severity: "error",
    waivable: true,
    finds:
      "A `when` is `false`, the `when` of a field, check or warning or the `require` of a check always or never holds, or a branch of a schema (`then`, `else`, `oneOf`, `anyOf`, `dependencies`) never applies, whatever the depositor enters. The rule is exact for constants, enums, types, `required`, bounds and lengths. It assumes that a condition can hold and can fail if it depends on `pattern` or `format` of free text, on parts or the order of texts, on two free fields, on `multipleOf`, on items of lists or on ages.",
    fix: "Correct the condition, or remove it. Often an option was renamed, or `and` is written for `or`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { body: { items: { hidden: { block: "text", markdown: "Later.", when: false } } } } },
          },
        },
        message: '"when" is false, so this never applies: remove it. An overlay removes a part of the base with null',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind", "member"],
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another" },
                            errors: { required: "Choose one." },
                          },
                          member: {
                            label: "Member number",
                            autocomplete: "off",
                            errors: { required: "Enter it." },
                            when: { and: [{ "===": [{ var: "form.kind" }, "a"] }, { "===": [{ var: "form.kind" }, "b"] }] },
                          },
                        },
                      },
                    },
                  },
                },
                actions: { save: SAVE },
              },
            },
          },
          "schemas/forms/credentials.json": {
            required: ["email", "password", "kind"],
            properties: { kind: { type: "string", enum: ["a", "b"] } },
            if: { properties: { kind: { const: "a" } } },
            then: { required: ["member"], properties: { member: { type: "string" } } },
          },
        },
        message: "This never holds, whatever is typed",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind", "member"],
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another" },
                            errors: { required: "Choose one." },
                          },
                          member: { label: "Member number", autocomplete: "off", errors: { required: "Enter it." } },
                        },
                      },
                    },
                  },
                },
                actions: { save: SAVE },
              },
            },
          },
          "schemas/forms/credentials.json": {
            required: ["email", "password", "kind"],
            properties: { kind: { type: "string", enum: ["a", "b"] } },
            if: { properties: { kind: { const: "c" } } },
            then: { required: ["member"], properties: { member: { type: "string" } } },
          },
        },
        message: '"then" never applies: its condition holds for nothing that can be typed',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      checks: {
                        items: { typed: { require: { "!!": { var: "form.email" } }, field: "email", error: "Enter your email." } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        message: "This check never fails: its condition holds for whatever the schema accepts",
      },
    ],
  },
  "branches-not-checked": {
    severity: "error",
    waivable: true,
    finds: "The conditions of a form have more combinations than the compiler checks, so that none of its branches was checked.",
    fix: "Divide the form, or use fewer fields in its conditions.",
    examples: [
      {
        patch: {
          "schemas/forms/credentials.json": {
            properties: {
              a: { type: "boolean" },
              b: { type: "boolean" },
              c: { type: "boolean" },
              d: { type: "boolean" },
              e: { type: "boolean" },
              f: { type: "boolean" },
              g: { type: "boolean" },
              h: { type: "boolean" },
              i: { type: "boolean" },
              j: { type: "boolean" },
            },
            if: { required: ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] },
            then: { properties: { member: { type: "string" } } },
          },
        },
        message:
          "The conditions of this form distinguish more than 20000 combinations, so none of them was checked: use two forms, or fewer fields",
      },
    ],
  },
  "field-condition": {
    severity: "error",
    waivable: true,
    finds:
      "The `when` of a field contradicts the schema: the schema requires the field while it is hidden, does not have it while it is shown, or the field's own value hides it.",
    fix: "Write the same condition in `when` and in the schema.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind", "member"],
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another" },
                            errors: { required: "Choose one." },
                          },
                          member: {
                            label: "Member number",
                            autocomplete: "off",
                            errors: { required: "Enter it." },
                            when: { "===": [{ var: "form.kind" }, "b"] },
                          },
                        },
                      },
                    },
                  },
                },
                actions: { save: SAVE },
              },
            },
          },
          "schemas/forms/credentials.json": {
            required: ["email", "password", "kind"],
            properties: { kind: { type: "string", enum: ["a", "b"] } },
            if: { properties: { kind: { const: "a" } } },
            then: { required: ["member"], properties: { member: { type: "string" } } },
          },
        },
        message: '"member" is never shown: where its "when" holds, schemas/forms/credentials.json has no such property',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind", "member"],
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another" },
                            errors: { required: "Choose one." },
                          },
                          member: {
                            label: "Member number",
                            autocomplete: "off",
                            errors: { required: "Enter it." },
                            when: { "===": [{ var: "form.kind" }, "a"] },
                          },
                        },
                      },
                    },
                  },
                },
                actions: { save: SAVE },
              },
            },
          },
          "schemas/forms/credentials.json": {
            required: ["email", "password", "kind"],
            properties: { kind: { type: "string", enum: ["a", "b"] } },
            if: { properties: { kind: { enum: ["a", "b"] } } },
            then: { required: ["member"], properties: { member: { type: "string" } } },
          },
        },
        message: '"member" is required but not shown with {"kind":"b"}: the form could not be sent',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "kind", "member"],
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another", c: "A third" },
                            errors: { required: "Choose one." },
                          },
                          member: {
                            label: "Member number",
                            autocomplete: "off",
                            errors: { required: "Enter it." },
                            when: { in: [{ var: "form.kind" }, ["a", "b"]] },
                          },
                        },
                      },
                    },
                  },
                },
                actions: { save: SAVE },
              },
            },
          },
          "schemas/forms/credentials.json": {
            required: ["email", "password", "kind"],
            properties: { kind: { type: "string", enum: ["a", "b", "c"] } },
            if: { properties: { kind: { const: "a" } } },
            then: { required: ["member"], properties: { member: { type: "string" } } },
          },
        },
        message:
          '"member" is shown with {"kind":"b"}, where schemas/forms/credentials.json has no such property: its value is not validated',
      },
      {
        patch: {
          "schemas/forms/credentials.json": { properties: { member: { type: "string" } } },
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        order: ["email", "password", "member"],
                        items: { member: { label: "Member number", autocomplete: "off", when: { "!": { var: "form.member" } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        message: 'Whether "member" is shown depends on its own value: it disappears while it is typed, or never appears',
      },
    ],
  },
});
