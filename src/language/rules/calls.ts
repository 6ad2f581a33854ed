/** Exports the rules about calls of the gateway, for the registry. */
import { rules } from "./rule.js";

/** The schema of the small definition with these queries. */
const CONNECT_SDL = (queries: string): string =>
  `directive @form(schema: String!) on INPUT_FIELD_DEFINITION | ARGUMENT_DEFINITION directive @connect(http: ConnectHttp!) repeatable on FIELD_DEFINITION input ConnectHttp { GET: String } type Query { ${queries} } type Progress { first_name: String is_primary: Boolean! } type Profile { first_name: String ssn_last4: String } type Auth { email: String } type Payload { message: String auth: Auth } input LoginInput { email: String! password: String! } type Mutation { login(input: LoginInput! @form(schema: "login")): Payload! }`;

export const CALL_RULES = rules({
  "failed-data-shown": {
    severity: "error",
    waivable: false,
    finds:
      'A block with an empty state, or a form with initial data, is shown while the query that it reads has failed. Or the data of a query with `"onFailure": "ignore"` decides a condition of a block or of its controls that does not become false without the data: after a failure nobody knows the data.',
    fix: 'Remove `"onFailure": "ignore"` and the block\'s own handling of `failed`: the runtime then shows a failure state. Or hide the block while the query has failed.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                data: { profile: { query: "Profile", onFailure: "ignore" } },
                body: {
                  items: {
                    list: { block: "list", items: { var: "data.profile" }, item: { title: "One" }, empty: { text: "There are none." } },
                  },
                },
              },
            },
          },
        },
        message:
          '"list" is shown while "profile" has failed, as if there were nothing: leave the failure to the runtime, or hide the block by "failed.profile"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                data: { profile: { query: "Profile", onFailure: "ignore" } },
                body: {
                  items: {
                    none: { block: "text", markdown: "You have no profile.", when: { "!": [{ var: "data.profile" }] } },
                  },
                },
              },
            },
          },
        },
        message:
          'A condition of "none" may hold because "profile" has failed: leave the failure to the runtime, or let the condition be false without the data',
      },
    ],
  },
  graphql: {
    severity: "error",
    waivable: false,
    finds:
      "A GraphQL document does not match `gateway/schema.graphql`, that schema is not valid, an action sends a query, or `data` sends a mutation. Also, because no screen and no scenario would show it: two queries are identical, an alias is the name of another field of the type, an argument gets the variable of another argument, or a document contains a constant.",
    fix: "Correct the document; most messages are GraphQL's own. Send mutations from actions, and ask with queries in `data`. Give constants in `with`.",
    examples: [
      {
        patch: { "flows/more.graphql": "query More { profile { first_name } }\n" },
        message: '"Profile" selects the same as "More": use that query, or correct this one.',
      },
      {
        patch: { "flows/more.graphql": "query More { profile { first_name: ssn_last4 } }\n" },
        message: '"first_name" is another field of Profile: select it, or choose another alias of "ssn_last4".',
      },
      {
        patch: {
          "flows/more.graphql":
            "mutation More($email: String!, $password: String!) { login(input: { email: $password, password: $email }) { message } }\n",
        },
        message: '"$password" is given to "email", and "password" takes a value of its own.',
      },
      {
        patch: {
          "flows/more.graphql": 'mutation More($email: String!) { login(input: { email: $email, password: "secret" }) { message } }\n',
        },
        message: '"password" has a constant: take a variable, and give its value in "with".',
      },
      {
        patch: { "flows/more.graphql": "query More { profile { nickname } }\n" },
        message: 'Cannot query field "nickname" on type "Profile".',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { data: { profile: { query: "Login", with: { input: null } } } } } } },
        message: '"Login" must be a query',
      },
    ],
  },
  connect: {
    severity: "error",
    waivable: false,
    finds:
      "A declared call of `gateway/schema.graphql` does not match the upstream's OpenAPI document (`schemas/api/*openapi.json`), nothing answers a field, no call sends a property of the input that the upstream takes, or the failures of an operation in `flows/outcomes.json` are not those that its calls document.",
    fix: "Correct the directive, the outcomes or the document. The reference of the directives is `gateway/CONNECT.md`.",
    examples: [
      {
        patch: {
          "schemas/api/openapi.json": { openapi: "3.1.0", paths: {} },
          "gateway/schema.graphql": CONNECT_SDL('progress: Progress profile: Profile @connect(http: { GET: "/profile" })'),
        },
        message: "Nothing answers Query.progress: declare its call with @connect",
      },
      {
        patch: {
          "schemas/api/openapi.json": { openapi: "3.1.0", paths: { "/profiles": { get: { responses: {} } } } },
          "gateway/schema.graphql": CONNECT_SDL('progress: Progress profile: Profile @connect(http: { GET: "/profile" })'),
        },
        message: 'The upstream has no path "/profile"; did you mean "/profiles"?',
      },
    ],
  },
  "session-missing": {
    severity: "error",
    waivable: false,
    finds:
      "A load of the app whose query needs a session (`@authenticated` in `gateway/schema.graphql`) is sent for visitors without one: the gateway answers 401. Or a query without `@authenticated` answers a slice of the depositor (`x-personal`), and the gateway sends no bearer with it.",
    fix: "Write a `when` at the load that holds only after the sign-in. Write `@authenticated` at the field.",
    examples: [
      {
        patch: { "flows/app.flow.json": { loads: { progress: { when: null } } } },
        message:
          'Progress needs a session, and is sent without one, too: the gateway would answer 401. Let "when" hold only after the sign-in',
      },
      {
        patch: {
          "gateway/schema.graphql":
            'directive @form(schema: String!) on INPUT_FIELD_DEFINITION | ARGUMENT_DEFINITION directive @connect(http: ConnectHttp!) repeatable on FIELD_DEFINITION input ConnectHttp { GET: String } type Query { progress: Progress @connect(http: { GET: "/progress" }) profile: Profile } type Progress { depositor_id: ID first_name: String registration_status: String registration_last_step: String extended_status: String is_primary: Boolean! } type Profile { first_name: String } type Auth { bearerToken: String session_id: String email: String phone: String nonceToken: String mfa: String mfaRequired: Boolean loginSuccess: Boolean relink: Boolean expiresAt: String attestedAt: String } type Payload { message: String auth: Auth } input LoginInput { email: String! password: String! } type Mutation { login(input: LoginInput! @form(schema: "credentials")): Payload! }',
        },
        message:
          'Progress answers "progress", data of the depositor, and the gateway sends no bearer with Query.progress: write "@authenticated" there in gateway/schema.graphql',
      },
    ],
  },
  deprecated: {
    severity: "warning",
    waivable: false,
    finds: "A GraphQL document uses a deprecated field.",
    fix: "Use the field that the deprecation names.",
    examples: [
      {
        patch: {
          "gateway/schema.graphql":
            'directive @form(schema: String!) on INPUT_FIELD_DEFINITION | ARGUMENT_DEFINITION type Query { progress: Progress profile: Profile } type Progress { depositor_id: ID first_name: String registration_status: String registration_last_step: String extended_status: String is_primary: Boolean! } type Profile { first_name: String @deprecated(reason: "Ask for name.") } type Auth { bearerToken: String session_id: String email: String phone: String nonceToken: String mfa: String mfaRequired: Boolean loginSuccess: Boolean relink: Boolean expiresAt: String attestedAt: String } type Payload { message: String auth: Auth } input LoginInput { email: String! password: String! } type Mutation { login(input: LoginInput! @form(schema: "login")): Payload! }',
        },
        message: "The field Profile.first_name is deprecated. Ask for name.",
      },
    ],
  },
  "outcome-uncovered": {
    severity: "error",
    waivable: false,
    finds: "Neither the action nor `failures` of `app.flow.json` handles the outcome `*`, which matches every failure that is not named.",
    fix: "Handle `*` in `failures` of `app.flow.json`.",
    examples: [
      {
        patch: { "flows/app.flow.json": { failures: { "*": null, network: { silent: true } } } },
        message: 'The outcome "*" is covered neither here nor in app.flow.json\'s failures',
      },
    ],
  },
});
