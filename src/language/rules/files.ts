/** Exports the rules about files and their structure, for the registry. */
import { rules } from "./rule.js";

export const FILE_RULES = rules({
  syntax: {
    severity: "error",
    waivable: false,
    finds:
      "A file is not valid JSON, is not UTF-8, or has a character that nobody can see or read, or a GraphQL document cannot be parsed. Nothing else is reported where a file cannot be read.",
    fix: "Correct the text at the reported line and column.",
    examples: [
      { patch: { "flows/decisions.json": '{ "language": 2, "decisions": { "logo": } }' }, message: "Not JSON: value expected" },
      {
        patch: { "flows/decisions.json": '\uFEFF{ "language": 2, "decisions": {} }' },
        message: "The file begins with a byte-order mark, which JSON does not have: save it as UTF-8 without one (without BOM)",
      },
      {
        patch: { "flows/decisions.json": '{ "language": 2, "decisions": {}, }' },
        message: 'Not JSON: remove the comma before this "}"',
      },
      {
        patch: { "flows/decisions.json": '{ "language": 2, "decisions": {} } \uFFFD' },
        message: "The file is not UTF-8 from here on: save it as UTF-8",
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { title: "A\u200Bpage" } } } },
        message: "This text contains the character U+200B, which nobody can see or read: type the text again without it",
      },
      { patch: { "flows/more.graphql": "query More { profile { first_name }\n" }, message: "Syntax Error: Expected Name, found <EOF>." },
    ],
  },
  "duplicate-name": {
    severity: "error",
    waivable: false,
    finds:
      "An object has the same key twice, or two screens, paths or operations have the same name, or a table and a list of options that `entry` reads. Only one of the two would be used.",
    fix: "Rename or remove one of them. The message names the other one.",
    examples: [
      {
        patch: {
          "flows/predicates.json":
            '{ "language": 2, "predicates": { "loggedIn": { "description": "One.", "logic": true }, "loggedIn": { "description": "Another.", "logic": false } } }',
        },
        message: '"loggedIn" is written twice in the same object',
      },
      {
        patch: {
          "flows/more.flow.json": {
            language: 2,
            journey: "more",
            screens: { page: { path: "/other", title: "A page", shell: "plain", guard: true, body: { items: {} } } },
          },
        },
        message: 'The screen "page" is already at flows/more.flow.json:5',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { extra: { path: "/page", title: "A page", shell: "plain", guard: true, body: { items: {} } } },
          },
        },
        message: 'The path "/page" already belongs to the screen "page"',
      },
      {
        patch: { "flows/more.graphql": "query Progress { progress { first_name } }\n" },
        message: 'The operation "Progress" is already in flows/more.graphql',
      },
    ],
  },
  "file-name": {
    severity: "error",
    waivable: false,
    finds:
      "A required file is missing, or the compiler reads no file of this name under `flows/` or `schemas/`. A misspelled name would silently remove an overlay, a flow or a schema.",
    fix: "Restore or rename the file as the message says, or move it out of `flows/` or `schemas/`.",
    examples: [
      { patch: { "flows/predicates.json": null }, message: "The file flows/predicates.json is missing" },
      {
        patch: { "flows/brands/first/overlays.json": { language: 2 } },
        message:
          "Nothing reads a file of this name: flows are NAME.flow.json and NAME.graphql, a brand has brand.json, overlay.json and its logos",
      },
      {
        patch: { "schemas/form/nickname.json": { type: "object" } },
        message:
          'Nothing reads this file: schemas are NAME.json in schemas, schemas/forms or schemas/blocks; did you mean "schemas/forms/nickname.json"?',
      },
    ],
  },
  "language-version": {
    severity: "error",
    waivable: false,
    finds: "A file is written in a version of the flow language that this compiler does not read.",
    fix: "Run `npm run flows -- migrate`.",
    examples: [{ patch: { "flows/app.flow.json": { language: 3 } }, message: "There is no language 3; this compiler reads language 2" }],
  },
  "unknown-keyword": {
    severity: "error",
    waivable: false,
    finds: "A keyword is not part of the flow language at this place.",
    fix: "Use the suggested keyword. [REFERENCE.md](../REFERENCE.md) lists all keywords; an editor that reads `$schema` completes them.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { gurad: true } } } },
        message: '"gurad" is not known here; did you mean "guard"?',
      },
      {
        patch: { "flows/outcomes.json": { opreations: {} } },
        message: '"opreations" is not known here; did you mean "operations"?',
      },
    ],
  },
  "missing-keyword": {
    severity: "error",
    waivable: false,
    finds: "A required keyword is missing, no screen has the path `*`, which unknown addresses need, or a persona leaves out a predicate.",
    fix: "Add the keyword; [REFERENCE.md](../REFERENCE.md) describes it. An overlay writes new items completely. `npm run flows -- snapshot --update` adds predicates to personas: read their values.",
    examples: [
      { patch: { "flows/start.flow.json": { screens: { page: { title: null } } } }, message: '"title" is missing' },
      { patch: { "flows/start.flow.json": { screens: { away: { path: "/away" } } } }, message: 'No screen has the path "*"' },
    ],
  },
  "conflicting-keywords": {
    severity: "error",
    waivable: false,
    finds: "Two keywords exclude each other, or a keyword depends on another one that is missing.",
    fix: "Keep exactly one of the alternatives, or add the keyword that the message names.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                body: { items: { one: { block: "controls", controls: { items: { a: { label: "Go", go: "/", action: "leave" } } } } } },
              },
            },
          },
        },
        message: 'Only one of "action", "go" may be here',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { actions: { again: { on: { ok: { silent: true } } } } } } } },
        message: '"on" needs a "call"',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { away: { actions: { again: { then: { set: { "auth.resetEmail": null }, where: { uuid: "1" } } } } } },
          },
        },
        message: '"where" narrows the items that "set" writes to, and "set" has no path like "list[].field" here',
      },
    ],
  },
  "invalid-value": {
    severity: "error",
    waivable: false,
    finds:
      "A value does not have the type, choice, pattern, range or number of entries that its schema allows, or a persona lists a value of a predicate that its state does not give.",
    fix: "Write a value that the message allows.",
    examples: [
      { patch: { "flows/start.flow.json": { screens: { page: { progress: "half" } } } }, message: "Expected number, found string" },
      {
        patch: { "flows/app.flow.json": { shells: { plain: { width: "narow" } } } },
        message: '"narow" is none of "narrow", "wide"; did you mean "narrow"?',
      },
      {
        patch: { "flows/brands/first/brand.json": { color_primary: "black" } },
        message: '"black" is not valid. Write a color such as #1a2b3c.',
      },
      { patch: { "flows/start.flow.json": { screens: { page: { progress: 140 } } } }, message: "140 is not between 0 and 100" },
      {
        patch: { "flows/app.flow.json": { durations: { short: 900000 } } },
        message: '900000 is a duration without a unit: write the milliseconds as "PT15M" (ISO 8601)',
      },
      {
        patch: { "flows/app.flow.json": { durations: { short: "15M" } } },
        message: '"15M" is not valid. Write an ISO 8601 duration, such as PT15M or P1D.',
      },
      { patch: { "flows/start.flow.json": { screens: { page: { shell: { items: {} } } } } }, message: "At least 1 must be here" },
      {
        patch: { "flows/invariants.json": { $schema: "../schemas/invariant.schema.json" } },
        message:
          '"../schemas/invariant.schema.json" is none of "../schemas/invariants.schema.json"; did you mean "../schemas/invariants.schema.json"?',
      },
      {
        patch: { "flows/outcomes.json": { common: { "429.Too-Many": { message: "Wait a minute." } } } },
        message: '"429.Too-Many" is not a valid name here. Write a status and its code, such as 422.locked, or network or timeout.',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { save: { on: { oky: { silent: true } } } } } } } },
        message: '"oky" is not an outcome: write ok, a status (422), a status and its code (422.duplicate_ssn), network, timeout or *',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                body: {
                  items: {
                    one: { block: "list", items: { var: "alerts" }, item: { title: "x", tone: "plain" }, empty: { text: "None." } },
                  },
                },
              },
            },
          },
        },
        message: '"plain" is not one of the values allowed here: null, "positive", "negative", "pending", "muted", "new"',
      },
      {
        patch: { "flows/brands/first/brand.json": { locale: "xx-QQ" } },
        message: 'The locale "xx-QQ" is not supported: there are no rules for its plurals, dates and numbers',
      },
    ],
  },
  order: {
    severity: "error",
    waivable: false,
    finds: "`order` and `items` do not name the same keys, a list names an entry twice, or the review of a wizard is not its last step.",
    fix: "Name each key once, or omit `order`: the order of the keys then applies. In an overlay, `order` replaces that of the base.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: { body: { items: { one: { block: "controls", controls: { order: [], items: { go: { label: "Go", go: "/" } } } } } } },
            },
          },
        },
        message: '"go" is not in "order", so it would never be shown',
      },
      { patch: { "flows/start.flow.json": { screens: { page: { gates: ["held", "held"] } } } }, message: '"held" is listed twice' },
    ],
  },
  "last-row": {
    severity: "error",
    waivable: false,
    finds:
      "The last row of a table has a condition, or a row or effect before the last one always applies, so that those after it never do.",
    fix: "Write exactly the last row without `when`. Write an effect before the `go` or `decide` that ends its list, or give that one a `when`.",
    examples: [
      {
        patch: { "flows/decisions.json": { decisions: { logo: { rows: { out: { when: "onHold" } } } } } },
        message: 'The last row must have no "when": the table would not be total. "order" says where a row is that an overlay adds',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                actions: {
                  save: { on: { ok: { go: null, items: { page: { go: "/page" }, resetEmail: { set: { "auth.resetEmail": null } } } } } },
                },
              },
            },
          },
        },
        message: 'This effect is never performed: the "go" at line 80 always ends the list',
      },
    ],
  },
  "number-order": {
    severity: "error",
    waivable: false,
    finds:
      "Two numbers or durations contradict each other: a minimum above its maximum, overlapping stages, a first wait above the longest one, a warning of inactivity after the logout, or a logout after more than 30 minutes of it.",
    fix: "Correct one of the two values. In an overlay, patch both bounds.",
    examples: [
      {
        patch: { "flows/app.flow.json": { polls: { often: { first: "PT5S" } } } },
        message: '"first" PT5S is above "max" PT4S: no wait is ever as short',
      },
      {
        patch: {
          "flows/app.flow.json": {
            durations: { warn: "PT15M", end: "PT10M" },
            actions: { warnIdle: { then: { notify: { message: "You will be logged out.", severity: "warning" } } } },
            monitors: {
              warning: { when: "loggedIn", kind: "idle", wait: "warn", action: "warnIdle" },
              end: { when: "loggedIn", kind: "idle", wait: "end", action: "leave" },
            },
          },
        },
        message:
          'This waits PT15M (flows/app.flow.json:13) of idleness, and after PT10M (flows/app.flow.json:14) the monitor "end" has left the screen',
      },
      {
        patch: { "flows/app.flow.json": { stages: { items: { one: { to: 50 }, two: { label: "Two", from: 40, to: 100 } } } } },
        message: 'This begins at 40, and "one" before it ends at 50: stages must not overlap',
      },
      {
        patch: { "schemas/forms/credentials.json": { properties: { password: { minLength: 12, maxLength: 8 } } } },
        message: '"minLength" 12 is above "maxLength" 8: no value is ever valid',
      },
    ],
  },
  frame: {
    severity: "error",
    waivable: false,
    finds:
      "The frame of a screen contradicts the screen's position: a percentage outside of the stages or of the wizard's stage, or lower than on the page before in the wizard; a Back that advances the bar; pages of one wizard with different shells; or a page of the navigation without navigation.",
    fix: "Correct the percentage or the shell of the screen, or the stage, the wizard or the entry of the navigation that names it.",
    examples: [
      {
        patch: {
          "flows/app.flow.json": { stages: { items: { one: { to: 50 } } } },
          "flows/start.flow.json": { screens: { page: { progress: 60 } } },
        },
        message: "60 is in none of the stages of app.flow.json, so the progress bar would show no stage",
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { progress: 10, back: "/away" }, away: { progress: 20 } } } },
        message: "Back from 10 percent goes to /away, which shows 20: the bar would advance",
      },
    ],
  },
  poll: {
    severity: "error",
    waivable: false,
    finds:
      "A poll has no `until`, or its action changes nothing that `until` reads: it would continue after the answer has arrived. Or a timer that runs once has the keywords of a poll.",
    fix: "Ask in the poll's action for the slice that `until` reads, or read in `until` what the action asks for. Remove `until` and `limit` from a timer with `after`.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { away: { timers: { again: { until: null } } } } } },
        message: 'This poll has no "until": it would go on after the answer is there',
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { away: { timers: { again: { until: { "==": null, "!!": [{ var: "auth.phone" }] } } } } } },
        },
        message: '"until" reads "auth", which the action "again" never changes: the poll would go on until its limit',
      },
      {
        patch: { "flows/start.flow.json": { screens: { away: { timers: { again: { every: null, after: "short", limit: "again" } } } } } },
        message: '"until" belongs to a poll, and a timer with "after" runs once: nothing reads it here',
      },
    ],
  },
  wizard: {
    severity: "error",
    waivable: false,
    finds:
      "The steps of a wizard are incomplete or ambiguous: a screen is the page of two steps, or an action or a decision names a wizard or step that leads to no page.",
    fix: "Give each step its own screen. Outside of the wizard, name both `wizard` and `step`. The last page says in `on.ok` what follows, `exit` where Back of the first page goes, and the `step` of the wizard where it resumes.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": { wizards: { tour: { steps: { items: { one: { screen: "page" }, two: { screen: "page" } } } } } },
        },
        message: '"page" is the page of the step tour.one already: a page has one place',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { stay: { then: null, step: "next" } } } } } },
        message: '"login" is not the page of a step: name the wizard with "wizard", and one of its steps',
      },
    ],
  },
});
