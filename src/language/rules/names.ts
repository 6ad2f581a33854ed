/** Exports the rules about names and references, for the registry. */
import { rules } from "./rule.js";

export const NAME_RULES = rules({
  "unknown-name": {
    severity: "error",
    waivable: false,
    finds:
      "A name refers to nothing: a predicate, action, decision, path, operation, schema, block, field, option or the like. An unknown name is never treated as false or skipped.",
    fix: "Use the suggested name, or define the missing one. If an overlay renamed or removed a screen, the finding is at the line of the overlay.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: "loggedin" } } } },
        message: 'There is no predicate "loggedin"; did you mean "loggedIn"?',
      },
      { patch: { "flows/app.flow.json": { logoDecision: "lgoo" } }, message: 'There is no decision "lgoo"; did you mean "logo"?' },
      {
        patch: { "flows/start.flow.json": { screens: { page: { gates: ["hled"] } } } },
        message: 'There is no gate "hled"; did you mean "held"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { shell: "plian" } } } },
        message: 'There is no shell "plian"; did you mean "plain"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { body: { items: { form: { submit: "svae" } } } } } } },
        message: 'There is no action "svae"; did you mean "save"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { timers: { again: { every: null, after: "shrot" } } } } } },
        message: 'There is no duration "shrot"; did you mean "short"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { timers: { again: { every: "ofetn" } } } } } },
        message: 'There is no poll "ofetn"; did you mean "often"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: { title: { text: "Page of {who}", values: { who: { var: null, entry: ["towns", { var: "auth.email" }] } } } },
            },
          },
        },
        message: 'There is no table or list of options "towns"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { type: "emial" } } } } } } } },
          },
        },
        message: 'There is no field type "emial"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { body: { items: { form: { fields: { items: { email: { options: "states" } } } } } } } },
          },
        },
        message: 'There is no option list "states"',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { title: { text: null, values: null, value: "fullName" } } } } },
        message: 'There is no named value "fullName"',
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { page: { title: { values: { who: { value: "longest" } } } } } },
          "flows/values.json": {
            language: 2,
            values: {
              longest: {
                description: "The longest password.",
                limit: { schema: "forms/credentials.json", property: "password", keyword: "maxLength" },
              },
            },
          },
        },
        message: '"password" of schemas/forms/credentials.json has no number "maxLength"; did you mean "minLength"?',
      },
      {
        patch: {
          "flows/decisions.json": { decisions: { logo: { order: ["tour", "out"], rows: { in: null, tour: { wizard: "tour" } } } } },
        },
        message: 'There is no wizard "tour"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            wizards: { tour: { review: "to", steps: { items: { one: { screen: "login" }, two: { screen: "page" } } } } },
          },
        },
        message: 'There is no step "to"; did you mean "two"?',
      },
      {
        patch: {
          "flows/start.flow.json": { wizards: { tour: { steps: { items: { one: { screen: "login" }, two: { screen: "pag" } } } } } },
        },
        message: 'There is no screen "pag"; did you mean "page"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { data: { profile: { query: "Profiel" } } } } } },
        message: 'There is no operation "Profiel"; did you mean "Profile"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { body: { items: { form: { schema: "forms/credentails.json" } } } } } } },
        message: 'There is no schema "forms/credentails.json"; did you mean "forms/credentials.json"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { fallback: "/awya" } } } },
        message: 'There is no path "/awya"; did you mean "/away"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { body: { items: { one: { block: "txet", markdown: "x" } } } } } } },
        message: 'There is no block "txet"; did you mean "text"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { actions: { again: { then: { reset: ["porgress"] } } } } } } },
        message: 'There is no slice "porgress"; did you mean "progress"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { actions: { again: { then: { refetch: ["prgress"] } } } } } } },
        message: 'There is no query of this screen "prgress"; did you mean "progress"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { prefetch: ["strat"] } } } },
        message: 'There is no journey "strat"; did you mean "start"?',
      },
      { patch: { brand: "frist" }, message: 'There is no brand "frist"; did you mean "first"?' },
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { format: "emial" } } } },
        message: 'There is no format "emial"; did you mean "email"?',
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { guard: { andd: ["mine"] } } } } },
        message: '"andd" is not an operator; did you mean "and"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { actions: { save: { on: { ok: { go: { path: "/page", params: { uuid: "1" } } } } } } } },
          },
        },
        message: '"/page" has no parameter "uuid"',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { save: { with: { inptu: 7 } } } } } } },
        message: 'Login has no variable "inptu"; did you mean "input"?',
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
                        items: {
                          kind: {
                            label: "Kind",
                            widget: "radio",
                            options: { a: "One", b: "Another", c: "A third" },
                            errors: { required: "Choose one." },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
          "schemas/forms/credentials.json": { properties: { kind: { type: "string", enum: ["a", "b"] } } },
        },
        message: '"c" is not in the "enum" of the field in schemas/forms/credentials.json; did you mean "a"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                body: { items: { form: { fields: { order: ["email", "password", "emial"], items: { emial: { label: "Again" } } } } } },
              },
            },
          },
        },
        message: 'schemas/forms/credentials.json has no property "emial"; did you mean "email"?',
      },
      {
        patch: { "schemas/forms/credentials.json": { required: ["email", "pasword"] } },
        message: '"required" names "pasword", which is not a property here; did you mean "password"?',
      },
      {
        patch: {
          "flows/outcomes.json": { operations: { Login: { failures: { "422.locked": { message: "Locked.", fields: ["emial"] } } } } },
        },
        message: 'Login takes no variable "emial", so this field error cannot be shown; did you mean "email"?',
      },
    ],
  },
  "field-not-selected": {
    severity: "error",
    waivable: false,
    finds:
      "A condition, value or text reads a field of the state, and an operation that writes this part of the state does not select the field: it would be missing. An answer is merged into the object of a slice, so a field of the slice must be selected by each query that answers with the slice or, if there is none, by at least one operation that writes it. A list, or the value of a field, is replaced whole, so every operation that writes it must select what is read in it. The query of a slice must also select the fields with `x-read` in `schemas/state.schema.json`, an operation the fields that its answer changes according to `flows/outcomes.json`, and the query of the initial data of a form the fields that the form shows. A field of an answer is reported at the fragment that lacks it; where an operation selects the answer itself, `unknown-variable` reports each reader.",
    fix: "Add the field to the selection, or remove what reads it, changes it or shows it.",
    examples: [
      {
        patch: {
          "flows/outcomes.json": { operations: { Login: { ok: { in: { becomes: { "progress.is_primary": [true] } } } } } },
        },
        message: 'The answer of Login (flows/start.graphql:3) changes the state\'s "progress", and the operation does not select it',
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { login: { body: { items: { form: { initial: { var: "data.profile" } } } } } } },
        },
        message: 'The form shows "email", and the query of its initial data does not select it: saving would lose it',
      },
      {
        patch: {
          "flows/start.graphql":
            "query Progress { progress { is_primary } }\nquery Profile { profile { first_name } }\nmutation Login($input: LoginInput!) { login(input: $input) { auth { bearerToken email } } }\n",
        },
        message: 'The state\'s "progress.extended_status" is read, and Progress (flows/start.graphql:1) writes "progress" without it',
      },
    ],
  },
  "unknown-variable": {
    severity: "error",
    waivable: false,
    finds:
      "A `var` reads a path that does not exist in the state, an answer, a form or an item. `form` and `item` exist only where the control that raises the action provides them.",
    fix: "Use a path of `schemas/state.schema.json`, or of the query, form or list in scope.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { login: { actions: { save: { on: { ok: { when: { "!!": { var: "form.emial" } }, go: "/page" } } } } } },
          },
        },
        message: '"form.emial" cannot be read: there is no "emial"; did you mean "email"?',
      },
    ],
  },
  cycle: {
    severity: "error",
    waivable: false,
    finds: "Definitions refer to each other in a cycle: predicates, named values, or `$ref`s of schemas.",
    fix: "Remove one reference of the cycle in the message.",
    examples: [
      {
        patch: { "flows/predicates.json": { predicates: { loggedIn: { logic: { "!!": null, or: ["mine"] } } } } },
        message: "The predicates form a cycle: loggedIn -> mine -> loggedIn",
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { email: { $ref: "#/properties/email" } } } },
        message: '"$ref" forms a cycle: #/properties/email',
      },
      {
        patch: {
          "flows/values.json": {
            language: 2,
            values: { email: { description: "The address.", value: { ifPresent: [{ value: "email" }, "to "] } } },
          },
          "flows/start.flow.json": { screens: { page: { title: { text: null, values: null, value: "email" } } } },
        },
        message: 'The value "email" needs itself',
      },
    ],
  },
  "id-mismatch": {
    severity: "error",
    waivable: false,
    finds: "The id of a screen is not its path with dots, or the `$id` of a schema is not its file name.",
    fix: "Use the id in the message.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { path: "/pages" } } } },
        message: 'The id "page" must be the path with dots: "pages"',
      },
      {
        patch: { "schemas/forms/credentials.json": { $id: "forms/log-in.json" } },
        message: 'The "$id" "forms/log-in.json" must be its own file\'s name under schemas/, "forms/credentials.json"',
      },
    ],
  },
  "query-key-unread": {
    severity: "error",
    waivable: false,
    finds:
      "A link or an email carries a query key that the `queryToState` of its screen does not name. The key would stay in the address bar, and no predicate could read it.",
    fix: "Add the key to `queryToState` of the screen, or remove it from the link.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { away: { queryToState: ["email"], emailLink: ["email", "token"] } } } },
        message: 'The email link has the query key "token", which "queryToState" does not name',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { stay: { then: { go: "/page?reason=late" } } } } } } },
        message: '"queryToState" of the screen of "/page" does not name "reason"',
      },
    ],
  },
  "missing-argument": {
    severity: "error",
    waivable: false,
    finds: "A parameter of a path or a required variable of an operation has no value.",
    fix: "Add the argument that the message names: `params` of the target, or `with` of the call.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              thing: { path: "/thing/:uuid", title: "A page", shell: "plain", guard: true, body: { items: {} }, end: { reason: "x" } },
              login: { actions: { save: { on: { ok: { go: "/thing/:uuid" } } } } },
            },
          },
        },
        message: '"/thing/:uuid" needs "params.uuid"',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { save: { with: null } } } } } },
        message: '"with" lacks "input", which Login requires',
      },
    ],
  },
  "route-state": {
    severity: "error",
    waivable: false,
    finds:
      "Route state is passed and never read, or read and never passed: anywhere, or to the screen that reads it. Or it is compared with a constant that no navigation passes.",
    fix: "Correct the key or the constant, pass it in `state`, or remove it.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: { actions: { stay: { then: { go: { path: "/page", state: { reson: "late" } } } } } },
              page: {
                title: { text: "{why, select, late {Too late} other {A page}}", values: { who: null, why: { var: "route.state.reason" } } },
              },
            },
          },
        },
        message: 'Nothing reads "route.state.reson", which is passed here; did you mean "reason"?',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                title: { text: "{why, select, late {Too late} other {A page}}", values: { who: null, why: { var: "route.state.reason" } } },
              },
            },
          },
        },
        message: '"route.state.reason" is always null: no "go" passes "reason", and no "queryToState" names it',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: { actions: { stay: { then: { go: { path: "/page", state: { reason: { var: "route.state.reason" } } } } } } },
              page: {
                title: { text: "{why, select, late {Too late} other {A page}}", values: { who: null, why: { var: "route.state.reason" } } },
              },
            },
          },
        },
        message: '"route.state.reason" is always null on "page": no "go" to it passes "reason", and no "queryToState" of it names it',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: { actions: { stay: { then: { go: { path: "/page", state: { reason: "late" } } } } } },
              page: { guard: { and: ["mine", { "!==": [{ var: "route.state.reason" }, "lates"] }] } },
            },
          },
        },
        message: '"route.state.reason" is never "lates" on "page": what a "go" to it passes is "late"; did you mean "late"?',
      },
    ],
  },
});
