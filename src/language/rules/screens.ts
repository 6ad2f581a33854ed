/** Exports the rules about screens, outcomes, invariants and waivers, proven over all states, for the registry. */
import { rules } from "./rule.js";

/** A page of a wizard whose one control raises an action. */
const WIZARD_PAGE = (path: string, action: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  path,
  title: "A page",
  shell: "plain",
  body: { items: { on: { block: "controls", controls: { items: { on: { label: "Continue", action: "save" } } } } } },
  actions: { save: action },
});

export const SCREEN_RULES = rules({
  "screen-unreachable": {
    severity: "error",
    waivable: true,
    finds: "Nobody reaches a screen from registration, sign-in or an email link, or its guard admits nobody.",
    fix: "Go to the screen from a control, an effect or a decision, declare its `emailLink`, or correct its guard.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              lone: {
                path: "/lone",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                body: { items: {} },
                end: { reason: "For the example." },
              },
            },
          },
        },
        message: "Nobody reaches lone from registration, sign-in or an email link",
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { page: { guard: { and: ["loggedIn", { "===": [{ var: "auth.bearerToken" }, null] }] } } } },
        },
        message: "page admits nobody",
      },
    ],
  },
  "screen-undecided": {
    severity: "error",
    waivable: true,
    finds:
      "It is not decided whether anybody reaches a screen, because the search for paths reached its limit: nodes of the diagrams, values of free inputs for one step, or paths through the same states.",
    fix: "Add the path that is missing: a control, an effect, a decision or an `emailLink`. If a path exists, let its condition read what the server answered, or shorten it. A waiver names the test that walks the path.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                actions: {
                  save: {
                    when: {
                      and: [
                        {
                          in: [
                            { var: "form.email" },
                            [
                              "a@first.example",
                              "b@first.example",
                              "c@first.example",
                              "d@first.example",
                              "e@first.example",
                              "f@first.example",
                              "g@first.example",
                              "h@first.example",
                              "i@first.example",
                              "j@first.example",
                              "k@first.example",
                              "l@first.example",
                              "m@first.example",
                              "n@first.example",
                              "o@first.example",
                              "p@first.example",
                              "q@first.example",
                              "r@first.example",
                              "s@first.example",
                              "t@first.example",
                            ],
                          ],
                        },
                        {
                          in: [
                            { var: "form.password" },
                            [
                              "0001",
                              "0002",
                              "0003",
                              "0004",
                              "0005",
                              "0006",
                              "0007",
                              "0008",
                              "0009",
                              "0010",
                              "0011",
                              "0012",
                              "0013",
                              "0014",
                            ],
                          ],
                        },
                        { "===": [{ var: "form.password" }, { var: "form.email" }] },
                      ],
                    },
                  },
                },
              },
            },
          },
        },
        message:
          "It is not decided whether anybody reaches page: the search for paths from registration, sign-in and email links reached its limit: it does not try all values of form.email and form.password, on which login.save on login depends",
      },
    ],
  },
  "dead-end": {
    severity: "error",
    waivable: true,
    waiverNames: ["when"],
    finds:
      "A depositor can be on a screen whose body has no way to another screen, or only to screens that redirect back to it. The frame around the screen, Back, Log out and failed calls do not count.",
    fix: 'Add a control or an action for the depositor of the finding, or write `"end": { "reason": ... }`.',
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { end: null } } } },
        message: "No control on page takes this depositor to another screen",
      },
    ],
  },
  "wizard-cycle": {
    severity: "error",
    waivable: true,
    waiverNames: ["when"],
    finds:
      "From a page of a wizard, no path of successful steps reaches the end of the wizard: the pages lead to each other, or to a page that admits nobody. Back, Log out and failed calls do not count.",
    fix: 'Let the page lead to the next step: `"step": "next"`. Run `flows graph` to see the cycle.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            wizards: {
              tour: { guard: true, exit: "/away", steps: { one: { screen: "one" }, two: { screen: "two" }, three: { screen: "three" } } },
            },
            screens: {
              away: {
                end: null,
                body: { items: { on: { block: "controls", controls: { items: { go: { label: "Start", go: "/one" } } } } } },
              },
              one: WIZARD_PAGE("/one", { step: "two" }),
              two: WIZARD_PAGE("/two", { step: "one" }),
              three: WIZARD_PAGE("/three", { then: { go: "/away" } }),
            },
          },
        },
        message: "No path of successful steps from one reaches the end of the wizard tour: this depositor never leaves the cycle",
      },
    ],
  },
  "navigation-loop": {
    severity: "error",
    waivable: false,
    finds:
      "A depositor goes from page to page without end, although they do nothing. In the first case, an entry of `failures` in `app.flow.json` goes to a page that by itself sends a query or raises an action which fails in the same way, so that the app leaves the page again. A failure that goes to the page that is shown ends the cycle, and a page with the shell `plain` does not repeat the failed loads of the app. In the second case, pages raise actions on entry (`onEnter`) that go to each other, or to the page itself, whatever the calls are answered; the cycle may also contain a page that fails. An action that asks for a confirmation does not count.",
    fix: "After a failure, go to a page that needs no data and admits every depositor of the failure, or let its queries have a `when` that the failure makes false. Give an action on entry a `when` that does not hold where the depositor comes back.",
    examples: [
      {
        patch: {
          "flows/app.flow.json": { failures: { network: { go: "/page" } }, shells: { full: { width: "wide" } } },
          "flows/start.flow.json": { screens: { away: { shell: "full" } } },
        },
        message:
          "The failure network of the app forms a cycle: /away -> /page -> /away. On /away, the answer to Progress (network) goes elsewhere again",
      },
      {
        patch: {
          "flows/start.flow.json": { screens: { away: { actions: { again: { then: { go: "/away" } } }, onEnter: ["again"] } } },
        },
        message: "The actions that these pages raise on entry form a cycle: /away -> /away, beginning with away.again",
      },
    ],
  },
  "primary-actions": {
    severity: "error",
    waivable: false,
    finds:
      "A screen shows two controls of the style `primary` to the same depositor, in one block or in two, so that neither is clearly the next step. The rule covers all blocks, because every block shows this style in the same way. The button that submits a form or agrees to documents counts as one, and so does the control of each entry of a list. What a group of the layout `fold` hides counts on its own.",
    fix: "Give the less important one the style `secondary` (a form: `submitStyle`), or conditions that exclude each other.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              away: {
                body: {
                  items: {
                    acts: {
                      block: "controls",
                      controls: {
                        items: { one: { label: "One", go: "/", style: "primary" }, two: { label: "Two", go: "/page", style: "primary" } },
                      },
                    },
                  },
                },
              },
            },
          },
        },
        message: "away shows this depositor two primary actions at once: acts.one and acts.two",
      },
    ],
  },
  "required-while-hidden": {
    severity: "error",
    waivable: true,
    waiverNames: ["when"],
    finds: "A required field is hidden from a depositor who can see its form, by conditions on the state. The form could not be sent.",
    fix: "Require the field only where it is shown, or show it.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: { body: { items: { form: { fields: { items: { password: { when: { "!!": { var: "auth.phone" } } } } } } } } },
            },
          },
        },
        message: '"password" is required and hidden from this depositor on login: they cannot submit the form',
      },
    ],
  },
  "outcome-unhandled": {
    severity: "error",
    waivable: true,
    finds:
      "A call may have an outcome that neither the action nor `failures` of `app.flow.json` handles, or `flows/outcomes.json` does not describe the operation: not at all, or with no good answer for a depositor who can send it, because each has a `when` that does not hold. Queries of a screen have only `failures`.",
    fix: "Handle the outcome in `on` or in `failures`, and describe each operation in `flows/outcomes.json`, with a good answer for every depositor.",
    examples: [
      {
        patch: { "flows/outcomes.json": { operations: { Login: null } } },
        message: "login sends Login, which flows/outcomes.json does not declare",
      },
      {
        patch: { "flows/outcomes.json": { operations: { Login: { ok: { in: { when: "onHold" } } } } } },
        message:
          'save on login sends Login, for which flows/outcomes.json declares no good answer to this depositor: the "when" of none holds',
      },
    ],
  },
  "outcome-impossible": {
    severity: "error",
    waivable: true,
    finds:
      "An action handles an outcome that `flows/outcomes.json` does not declare for its call, or a status that it declares for no call.",
    fix: "Correct the code or remove the handler, or add the outcome to `flows/outcomes.json` and to the sandbox.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { save: { on: { "422.loked": { go: "/away" } } } } } } } },
        message: 'save on login handles 422.loked, which flows/outcomes.json does not declare for Login (did you mean "422.locked"?)',
      },
      {
        patch: { "flows/start.flow.json": { screens: { login: { actions: { save: { on: { "422.nobody": { go: "/away" } } } } } } } },
        message: "save on login handles 422.nobody, which flows/outcomes.json does not declare for Login",
      },
    ],
  },
  invariant: {
    severity: "error",
    waivable: false,
    finds: "An invariant of `flows/invariants.json` does not hold, or nothing can violate it.",
    fix: "Correct the flow that the message names. Change an invariant only together with the specification.",
    examples: [
      {
        patch: {
          "flows/invariants.json": {
            invariants: { heldStayOut: { description: "Nobody without a hold sees the page.", screens: ["page"], require: "onHold" } },
          },
        },
        message: "page violates the invariant heldStayOut: Nobody without a hold sees the page.",
      },
    ],
  },
  unanalysable: {
    severity: "error",
    waivable: false,
    finds:
      "A predicate has no finite set of cases, a guard, a table or a load depends on a date, or the proof reached its limit of nodes. Nothing is proven.",
    fix: "Write the predicate as comparisons with constants, `in`, `some`, `all` or `none`, over one path each. Test for null instead of using a default. Use a date only for what a screen shows.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { guard: { and: ["mine", { "===": [{ var: ["auth.email", "nobody"] }, "nobody"] }] } } },
          },
        },
        message: '{"var":["auth.email","nobody"]}: `var` needs one constant path and no default',
      },
    ],
  },
  "not-checked": {
    severity: "error",
    waivable: true,
    finds:
      "An approximation leaves a place out: the rule that it names may be violated there, and the engine shows neither that it is nor that it is not. Only a brand without such a place is proven, apart from those that a waiver accepts.",
    fix: "Write the condition as comparisons with constants, over the state, or name a constant path. A waiver names the test that covers the place.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              away: {
                data: { profile: { query: "Profile" } },
                body: {
                  items: {
                    on: {
                      block: "controls",
                      controls: {
                        items: {
                          go: {
                            label: "Go on",
                            go: "/page",
                            when: {
                              and: [{ in: ["a", { var: "data.profile.first_name" }] }, { in: ["b", { var: "data.profile.first_name" }] }],
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
        message:
          "Not checked: a control on away goes to /page, which refuses this depositor. The engine does not show it, and a condition reads values that the verifier does not enumerate",
      },
    ],
  },
  "runtime-error": {
    severity: "error",
    waivable: true,
    finds: "The engine throws an exception for an event: a target is no path of the flows, or a value has the wrong type.",
    fix: 'Exclude the value with `when`, or name a path of the flows that replaces a foreign one: `{ "var": ["route.state.redirectPath", "/page"] }`.',
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              away: {
                queryToState: ["redirectPath"],
                body: {
                  items: {
                    on: {
                      block: "controls",
                      controls: { items: { go: { label: "Go back", go: { path: { var: "route.state.redirectPath" } } } } },
                    },
                  },
                },
              },
            },
          },
        },
        message:
          "away.on.go on away fails in the engine if the path that it reads is not a path of the flows: give a second operand to var",
      },
    ],
  },
  "internal-error": {
    severity: "error",
    waivable: false,
    finds:
      "A rule of the checker or a stage of the compiler failed with an exception. This is an error of the tool, not of the flows. The message names the rule or the stage, and the location its screen, decision or file.",
    fix: "Report the message with the changed files. Until then, write the change at the named place in another way.",
    examples: [],
  },
  "waiver-stale": {
    severity: "error",
    waivable: false,
    finds: "A waiver matches no finding, so that it could hide a later one, or names a rule whose findings a waiver cannot accept.",
    fix: "Remove the waiver, or correct its rule.",
    examples: [
      {
        patch: { "flows/start.flow.json": { screens: { page: { waivers: [{ rule: "screen-unreachable", reason: "It once was." }] } } } },
        message: "There is no finding of the rule screen-unreachable here: remove the waiver",
      },
      {
        patch: { "flows/start.flow.json": { screens: { page: { waivers: [{ rule: "unknown-name", reason: "It is not built yet." }] } } } },
        message: "A waiver cannot accept findings of the rule unknown-name",
      },
    ],
  },
});
