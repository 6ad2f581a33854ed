/** Exports the rules about the fields of forms and the data that they send, for the registry. */
import { rules } from "./rule.js";

export const FORM_RULES = rules({
  "input-mismatch": {
    severity: "error",
    waivable: true,
    finds:
      "The values that an action sends are not what the gateway accepts: an unknown or missing input field, a value that may be null or missing, another type, or another schema.",
    fix: "Make the schema of the form, `with` of the action and the input in `gateway/schema.graphql` agree. Let only depositors send the value who have it: by the guard, by the `when` of the action, or by the `when` of everything that raises it; or give a default with `if`.",
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
                        order: ["email", "password", "member"],
                        items: { member: { label: "Member number", autocomplete: "off" } },
                      },
                    },
                  },
                },
              },
            },
          },
          "schemas/forms/credentials.json": { properties: { member: { type: "string" } } },
        },
        message: '"form.member" is sent to LoginInput, which has no such field (sent at flows/start.flow.json:82)',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { actions: { save: { with: { input: { var: null, email: { var: "form.email" } } } } } } },
          },
        },
        message: 'LoginInput requires "password", which is not given: ask for it in the form, or give it here',
      },
      {
        patch: { "schemas/forms/credentials.json": { required: ["email"] } },
        message:
          'LoginInput.password must have a value, and "form.password" may be missing: require it in the form\'s schema, or give a default (sent at flows/start.flow.json:73)',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                actions: {
                  save: { with: { input: { var: null, email: { var: "auth.resetEmail" }, password: { var: "form.password" } } } },
                },
              },
            },
          },
        },
        message:
          'LoginInput.email must have a value, and "auth.resetEmail" may be null here: test it for null in the guard or in "when", or replace null with "if"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { actions: { save: { with: { input: { var: null, email: { var: "form.email" }, password: 7 } } } } } },
          },
        },
        message: "7 gives number, and LoginInput.password takes string",
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { login: { body: { items: { form: { schema: "forms/other.json" } } } } } },
          "schemas/forms/other.json": {
            $id: "forms/other.json",
            type: "object",
            additionalProperties: false,
            required: ["email", "password"],
            properties: { email: { type: "string", format: "email" }, password: { type: "string", minLength: 1 } },
          },
        },
        message: "The form is validated with schemas/forms/other.json here, and with schemas/forms/credentials.json by the gateway",
      },
    ],
  },
  "field-never-sent": {
    severity: "error",
    waivable: true,
    finds: "The action that a form raises does not use the value of a field. A field that a check compares with a sent field is used.",
    fix: "Send the value, or remove the field.",
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
                        order: ["email", "password", "member"],
                        items: { member: { label: "Member number", autocomplete: "off" } },
                      },
                    },
                  },
                },
                actions: { save: { with: { input: { var: null, email: { var: "form.email" }, password: { var: "form.password" } } } } },
              },
            },
          },
          "schemas/forms/credentials.json": { properties: { member: { type: "string" } } },
        },
        message: 'The action "save" does not use the value of "member": send it, or remove the field',
      },
    ],
  },
  lookup: {
    severity: "error",
    waivable: false,
    finds:
      "A lookup fills fields that the form does not have or that take no text, leaves its own field empty, belongs to a field with a widget, or uses a query that does not return one list; or a form without a lookup has `choose`.",
    fix: "Correct `fills` or the query of the lookup in `flows/app.flow.json`.",
    examples: [
      {
        patch: {
          "flows/app.flow.json": {
            lookups: {
              address: {
                query: "Find",
                with: { search: { var: "item" } },
                minLength: 2,
                failed: "Type it.",
                none: "Nothing found.",
                label: { text: "{street}", values: { street: { var: "item.street" } } },
                fills: { email: { var: "item.street" }, town: { var: "item.city" } },
              },
            },
          },
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { widget: null, lookup: "address" } } } } } } } },
          },
          "flows/find.graphql": "query Find($search: String!) { places(search: $search) { street city } }",
        },
        message: 'The form at flows/start.flow.json:26 has the lookup "address" and no field "town"',
      },
      {
        patch: {
          "flows/app.flow.json": {
            lookups: {
              address: {
                query: "Profile",
                with: {},
                minLength: 2,
                failed: "Type it.",
                none: "Nothing found.",
                label: { text: "{name}", values: { name: { var: "item.first_name" } } },
                fills: { email: { var: "item.first_name" } },
              },
            },
          },
        },
        message: '"Profile" does not answer with one list: there is nothing to choose from',
      },
    ],
  },
  "check-elsewhere": {
    severity: "error",
    waivable: true,
    finds: "A check or a warning is shown at a field that its condition does not read, or that the form does not have.",
    fix: "Move it to a field that its condition reads. A condition on the state alone is a `when` of the block or a guard.",
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
                        items: {
                          password: {
                            warnings: {
                              items: {
                                school: {
                                  when: { in: ["@school.example", { var: "form.email" }] },
                                  text: "School addresses end when you leave. You can go on with it.",
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
        },
        message: 'This warning does not read "form.password", the field at which it is shown: move it to a field that it reads',
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
                        items: { open: { require: { "!!": { var: "auth.bearerToken" } }, field: "password", error: "Log in first." } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        message: "This check reads no field of the form, so the depositor could not correct what it refuses",
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
                        items: {
                          school: {
                            require: { "!": { in: ["@school.example", { var: "form.email" }] } },
                            field: "password",
                            error: "Enter another email.",
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
        message: 'This check does not read "form.password", the field at which it is shown: move it to a field that it reads',
      },
    ],
  },
  "field-type": {
    severity: "error",
    waivable: true,
    finds:
      "The widget of a field produces another type or format than its schema or needs options that the schema does not have, the placeholder shows an example that the schema rejects, a required checkbox is accepted unticked, or the initial data of the form does not fit its fields.",
    fix: "Use a widget for the type and the format of the field (`select` and `radio` need an `enum`), an example that a depositor could type, `const` in the schema of a consent, and initial data that has the fields of the form.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { password: { widget: "checkbox" } } } } } } } },
          },
        },
        message: 'The widget "checkbox" is for boolean, and this field takes string',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { widget: "date" } } } } } } } },
          },
        },
        message: 'The widget "date" gives values like "1985-04-05", which the schema of this field rejects',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { placeholder: "ada1@example" } } } } } } } },
          },
        },
        message: 'The schema of this field rejects "ada1@example", which the placeholder shows as an example',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { body: { items: { form: { initial: { var: "data.profile" } } } } } } } },
        message: 'None of this is a field of the form: "first_name"',
      },
      {
        patch: {
          "schemas/forms/credentials.json": { properties: { agreed: { type: "boolean" } }, required: ["email", "password", "agreed"] },
          "flows/start.flow.json": {
            screens: {
              login: {
                body: { items: { form: { fields: { items: { agreed: { label: "I agree", errors: { required: "Check the box." } } } } } } },
              },
            },
          },
        },
        message: '"agreed" is required, but a box that was unchecked again is accepted: its schema needs "const": true, or a "default"',
      },
    ],
  },
  "consent-incomplete": {
    severity: "error",
    waivable: false,
    finds:
      "The label of a required checkbox, which a depositor agrees to, shows a value that may be missing: the sentence would lack an amount, a date or a name (Regulation E, 12 CFR 1005.10(b)).",
    fix: "Let the `when` of the form require the value, or give another one with `or`.",
    examples: [
      {
        patch: {
          "schemas/forms/credentials.json": {
            properties: { agreed: { type: "boolean", const: true } },
            required: ["email", "password", "agreed"],
          },
          "flows/start.flow.json": {
            screens: {
              login: {
                body: {
                  items: {
                    form: {
                      fields: {
                        items: {
                          agreed: {
                            label: { text: "I agree to the terms of {name}.", values: { name: { var: "auth.email" } } },
                            errors: { required: "Check the box.", const: "Check the box." },
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
        message:
          '"agreed" asks for a consent, and the value of "{name}" in its text may be missing: show the form only with the value, or give another one with "or"',
      },
    ],
  },
  autocomplete: {
    severity: "error",
    waivable: true,
    finds: "A field has no autocomplete token of HTML, an unknown one, or one for other data (WCAG 1.3.5, 3.3.8).",
    fix: "Use the proposed token, or `off` for data that a browser cannot know. A form about another person puts a section before it: `section-joint given-name`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { autocomplete: null } } } } } } } },
          },
        },
        message: '"autocomplete" is missing, which names what a browser may fill in here: "email" or "username"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { autocomplete: "e-mail" } } } } } } } },
          },
        },
        message: '"e-mail" is not an autocomplete token of HTML; did you mean "email"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { password: { autocomplete: "off" } } } } } } } },
          },
        },
        message: '"off" is not what this field asks for: "current-password"',
      },
    ],
  },
});
