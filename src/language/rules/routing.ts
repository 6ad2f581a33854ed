/** Exports the rules about predicates, redirects, decisions and links, proven over all states, for the registry. */
import { rules } from "./rule.js";
import { secondBrand } from "./second-brand.js";

export const ROUTING_RULES = rules({
  "predicate-constant": {
    severity: "error",
    waivable: true,
    finds:
      "A predicate or a part of one always or never holds for the depositors whom it can apply to; or a condition on a screen holds for everybody who can be there, or for nobody, alone or together with those of the parts around it and the filter of its list. The rule takes into account that a value of an answer, form or entry cannot equal two constants at once.",
    fix: "Correct the part that the message quotes, or remove it: `and` for `or`, or a status that the guard excludes.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { body: { items: { one: { block: "text", markdown: "Log in first.", when: { "!": "loggedIn" } } } } } },
          },
        },
        message: "A condition on page holds for nobody who can be on it, so its content is never shown",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: { page: { body: { items: { one: { block: "text", markdown: "You are logged in.", when: "loggedIn" } } } } },
          },
        },
        message: "A condition on page holds for everybody who can be on it: remove it, or correct it",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                body: {
                  items: {
                    one: {
                      block: "group",
                      layout: "stack",
                      when: { var: "auth.relink" },
                      body: { items: { two: { block: "text", markdown: "Not linked yet.", when: { "!": { var: "auth.relink" } } } } },
                    },
                  },
                },
              },
            },
          },
        },
        message: "A condition on page contradicts the conditions of the parts around it, so its content is never shown",
      },
    ],
  },
  "duplicate-predicate": {
    severity: "warning",
    waivable: true,
    finds: "Two named predicates hold for exactly the same depositors.",
    fix: "Use one name in both places.",
    examples: [
      {
        patch: {
          "flows/predicates.json": {
            predicates: {
              alsoHeld: { description: "On hold, said otherwise.", logic: { in: [{ var: "progress.extended_status" }, ["HOLD"]] } },
            },
          },
          "flows/start.flow.json": { screens: { page: { guard: { and: ["mine", { "!": "alsoHeld" }] } } } },
        },
        message:
          "The predicates alsoHeld and onHold hold for exactly the same depositors: keep one, or accept the finding with a reason for both",
      },
    ],
  },
  "redirect-loop": {
    severity: "error",
    waivable: false,
    finds: "Redirects return to a screen that they have already passed. The depositor sees an empty page.",
    fix: "Run `flows explain` with the depositor of the finding: it prints the condition of each redirect. Let one of the screens admit this depositor, or redirect to a screen that does.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: { away: { guard: "loggedIn", fallback: "/page" }, page: { guard: "onHold", gates: [], fallback: "/away" } },
          },
        },
        message: "Redirect loop: /page -> /away -> /page",
      },
    ],
  },
  "redirect-chain": {
    severity: "error",
    waivable: true,
    finds: "More than three redirects follow each other.",
    fix: "Redirect this depositor to the last screen directly, with a row of `fallback`.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              s1: {
                path: "/s1",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                fallback: "/s2",
                body: { items: {} },
                end: { reason: "For the example." },
              },
              s2: {
                path: "/s2",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                fallback: "/s3",
                body: { items: {} },
                end: { reason: "For the example." },
              },
              s3: {
                path: "/s3",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                fallback: "/s4",
                body: { items: {} },
                end: { reason: "For the example." },
              },
              s4: {
                path: "/s4",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                fallback: "/s5",
                body: { items: {} },
                end: { reason: "For the example." },
              },
              s5: {
                path: "/s5",
                title: "A page",
                shell: "plain",
                guard: "onHold",
                fallback: "/away",
                body: { items: {} },
                end: { reason: "For the example." },
              },
            },
          },
        },
        message: "4 redirects in a row, more than three: /s1 -> /s2 -> /s3 -> /s4 -> /s5",
      },
    ],
  },
  "redirect-refused": {
    severity: "error",
    waivable: true,
    waiverNames: ["target", "when"],
    finds: "A redirect goes to a screen whose gates or guard refuse the same depositor.",
    fix: "Narrow the row with `when`, add a row before it, or let the target admit the depositor.",
    examples: [
      {
        patch: { "flows/app.flow.json": { fallback: "/page" } },
        message: 'app.fallback "only" of page redirects to /page, which refuses this depositor',
      },
    ],
  },
  "decision-refused": {
    severity: "error",
    waivable: true,
    waiverNames: ["target", "when"],
    finds: "A row of a decision goes to a screen that refuses the depositor.",
    fix: "Add the condition of the screen to the row, and a further row for the others.",
    examples: [
      {
        patch: { "flows/decisions.json": { decisions: { logo: { rows: { in: { when: "loggedIn" } } } } } },
        message: 'The row "in" of logo redirects to /page, which refuses this depositor',
      },
    ],
  },
  "decision-precondition": {
    severity: "error",
    waivable: true,
    waiverNames: ["when"],
    finds:
      "A control or an effect evaluates a decision for a depositor whom its `precondition` excludes. The rows of the decision are proven for the depositors of the precondition alone.",
    fix: "Give the control or the effect a condition that implies the precondition, or widen the precondition and the rows of the decision.",
    examples: [
      {
        patch: {
          "flows/decisions.json": {
            decisions: {
              logo: { rows: { in: { when: "mine" } } },
              onward: {
                description: "Where depositors continue.",
                precondition: "loggedIn",
                rows: { page: { when: "mine", go: "/page" }, away: { go: "/away" } },
              },
            },
          },
          "flows/start.flow.json": {
            screens: {
              away: { body: { items: { on: { block: "controls", controls: { items: { go: { label: "Go on", decide: "onward" } } } } } } },
            },
          },
        },
        message: "away.on.go on away evaluates the decision onward for this depositor, whom its precondition excludes",
      },
    ],
  },
  "link-refused": {
    severity: "error",
    waivable: true,
    waiverNames: ["target", "when"],
    finds:
      "A control, a link, Back, an effect or an email link goes to a screen that refuses the depositor who follows it. For an effect, the state after the action counts. A gate that redirects a depositor from every screen is not reported.",
    fix: "Give the control a `when` with the condition of the target, or go elsewhere. For an effect, set what the target needs before the `go`. `emailLink` names every key that the link carries.",
    examples: [
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              away: { body: { items: { on: { block: "controls", controls: { items: { go: { label: "Go on", go: "/page" } } } } } } },
            },
          },
        },
        message: "a control on away goes to /page, which refuses this depositor",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              login: {
                actions: {
                  save: { call: "Login", with: { input: { var: "form" } }, on: { ok: { set: { "auth.relink": true }, go: "/page" } } },
                },
              },
              page: { gates: [], guard: { "===": [{ var: "auth.relink" }, false] } },
            },
          },
        },
        message: "save (ok) on login sends this depositor to /page, which then refuses them",
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              invited: {
                path: "/invited",
                title: "You are invited",
                shell: "plain",
                guard: { "!!": [{ var: "route.state.hash" }] },
                queryToState: ["uuid", "hash"],
                emailLink: ["uuid"],
                body: { items: {} },
                end: { reason: "For the example." },
              },
            },
          },
        },
        message: "The email link to invited with uuid redirects everybody who follows it to another screen",
      },
    ],
  },
  "row-unreachable": {
    severity: "error",
    waivable: true,
    finds:
      "A gate of a screen, or a row of a decision, a fallback or a shell, never applies, because those before it take all its depositors. Messages name a row by its key, and a row of a shell by its number, from 1.",
    fix: "Move it up, narrow those before it, or remove it.",
    examples: [
      {
        patch: {
          "flows/app.flow.json": { gates: { again: { when: "onHold", go: "/away" } } },
          "flows/start.flow.json": { screens: { page: { gates: ["held", "again"] } } },
        },
        message: "The gate again never holds on page",
      },
      {
        patch: {
          "flows/decisions.json": {
            decisions: {
              logo: { order: ["in", "held", "out"], rows: { in: { when: "loggedIn", go: "/away" }, held: { when: "mine", go: "/page" } } },
            },
          },
        },
        message: 'The row "held" of logo never applies: the rows above it cover all depositors',
      },
      {
        patch: {
          "flows/start.flow.json": {
            screens: {
              page: {
                fallback: {
                  items: {
                    notLoggedIn: { when: { "!": "loggedIn" }, go: "/" },
                    away: { when: { and: [{ "!": "loggedIn" }, "onHold"] }, go: "/away" },
                  },
                },
              },
            },
          },
        },
        message: 'The row page.fallback "away" never applies: the rows above it cover all depositors',
      },
    ],
  },
  "guard-weakened": {
    severity: "error",
    waivable: false,
    finds: "The overlay of a brand admits a depositor to a screen that the base refuses.",
    fix: "Write the guard of the overlay as an `and` of that of the base and something more. What every brand admits belongs in the base.",
    examples: [
      {
        patch: {
          ...secondBrand(),
          "flows/brands/second/overlay.json": { language: 2, screens: { page: { guard: true } } },
        },
        message: "The overlay admits this depositor to page, whom the base refuses",
      },
    ],
  },
});
