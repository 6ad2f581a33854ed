/** Exports the rules about definitions without a use, for the registry. */
import { rules } from "./rule.js";

export const UNUSED_RULES = rules({
  unused: {
    severity: "warning",
    waivable: false,
    finds:
      "A definition is never used. That includes a variable of a GraphQL document that no call gives, a property of a form's schema that no field asks for and no call sends, and a field of the state's schema that nothing reads. Reported where no brand uses it.",
    fix: "Remove it, or use it.",
    examples: [
      {
        patch: {
          "flows/predicates.json": {
            predicates: { idle: { description: "Nobody asks.", logic: { "===": [{ var: "progress.registration_status" }, "PASSED"] } } },
          },
        },
        message: 'The predicate "idle" is never used',
      },
      {
        patch: { "flows/decisions.json": { decisions: { idle: { description: "Nobody asks.", rows: { out: { go: "/" } } } } } },
        message: 'The decision "idle" is never used',
      },
      { patch: { "flows/more.graphql": "query More { profile { last_name } }\n" }, message: 'The operation "More" is never sent' },
      {
        patch: {
          "flows/more.graphql": "query More($search: String) { nonprofits(search: $search) { name } }\n",
          "flows/start.flow.json": { screens: { page: { data: { more: { query: "More" } } } } },
        },
        message: 'No "with" gives the variable "search" of "More": give it, or remove it from the document',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { actions: { idle: { then: { go: "/" } } } } } } },
        message: 'Nothing raises the action "idle"',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { data: { idle: { query: "Profile" } } } } } },
        message: 'Nothing reads the answer of "idle", and it writes to no slice of the state',
      },
      { patch: { "flows/start.flow.json": { screens: { page: { gates: [] } } } }, message: 'No screen has the gate "held"' },
      { patch: { "flows/app.flow.json": { shells: { idle: { width: "wide" } } } }, message: 'No screen has the shell "idle"' },
      { patch: { "flows/app.flow.json": { durations: { idle: "PT1S" } } }, message: 'Nothing waits for the duration "idle"' },
      {
        patch: { "flows/app.flow.json": { polls: { idle: { first: "PT1S", factor: 2, max: "PT4S", limit: "PT1M" } } } },
        message: 'No timer uses the poll "idle"',
      },
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
                fills: { email: { var: "item.street" } },
              },
            },
          },
          "flows/find.graphql": "query Find($search: String!) { places(search: $search) { street } }",
        },
        message: 'No field of a form has the lookup "address"',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { queryToState: ["token"] } } } },
        message: 'Nothing on this screen reads "route.state.token", which "queryToState" takes from the address',
      },
      {
        patch: {
          "flows/app.flow.json": {
            tables: { channels: { description: "How a code is sent.", entries: { sms: "by text message", email: "by email" } } },
          },
        },
        message: 'Nothing reads an entry of the table "channels"',
      },
      {
        patch: { "schemas/forms/idle.json": { $id: "forms/idle.json", type: "object", properties: { email: { type: "string" } } } },
        message: "No form uses schemas/forms/idle.json, and the gateway validates nothing with it",
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { emial: { type: "string" } } } },
        message: 'No form with schemas/forms/credentials.json asks for "emial", and no call sends it: ask for it, or remove it',
      },
      {
        patch: { "schemas/nouns.json": { definitions: { idle: { type: "string" } } } },
        message: "No form refers to nouns.json#/definitions/idle",
      },
      {
        patch: {
          "flows/app.flow.json": {
            tables: {
              channels: { description: "How a code is sent.", entries: { sms: "by text message", email: "by email", fax: "by fax" } },
            },
          },
          "flows/start.flow.json": {
            screens: {
              page: {
                title: {
                  text: "A code {how}",
                  values: { who: null, how: { if: [{ var: "auth.mfa" }, { entry: ["channels", { var: "auth.mfa" }] }, ""] } },
                },
              },
            },
          },
        },
        message: 'Nothing reads the entry "fax" of the table "channels": no key is ever this text',
      },
      {
        patch: { "flows/fields.json": { language: 2, types: { city: { autocomplete: "address-level2" } } } },
        message: 'No field has the type "city"',
      },
      {
        patch: { "flows/fields.json": { language: 2, options: { states: { AL: "Alabama" } } } },
        message: 'No field offers the options "states"',
      },
      {
        patch: { "flows/fields.json": { language: 2, formats: { zip: { description: "A ZIP code.", pattern: "^\\d{5}$" } } } },
        message: 'No schema of a form names the format "zip"',
      },
      {
        patch: { "flows/values.json": { language: 2, values: { email: { description: "The address.", value: { var: "auth.email" } } } } },
        message: 'Nothing uses the value "email"',
      },
      {
        patch: {
          "flows/start.graphql":
            "query Progress { progress { first_name is_primary depositor_id registration_status registration_last_step extended_status } }\nquery Profile { profile { first_name last_name } }\nmutation Login($input: LoginInput!) { login(input: $input) { auth { bearerToken email } } }\n",
        },
        message: 'Nothing reads the field "last_name" of the answer',
      },
      {
        patch: { "schemas/state.schema.json": { "x-read": null } },
        message: 'Nothing reads "deviceInfo.uuid" of the state: remove it, or say with "x-read" what reads it',
      },
    ],
  },
  "duplicate-schema": {
    severity: "warning",
    waivable: false,
    finds: "Two schemas of forms are equal apart from their names.",
    fix: "Let both forms use one schema, and remove the other.",
    examples: [
      {
        patch: {
          "schemas/forms/idle.json": { $id: "forms/idle.json", type: "object", properties: { email: { type: "string" } } },
          "schemas/forms/lazy.json": { $id: "forms/lazy.json", title: "Lazy", type: "object", properties: { email: { type: "string" } } },
        },
        message: "schemas/forms/lazy.json asks for exactly what schemas/forms/idle.json asks for: one of them is enough",
      },
    ],
  },
});
