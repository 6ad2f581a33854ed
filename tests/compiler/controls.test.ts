/** Tests the controls that the compiler emits for the verifier: what each does, where it is shown, and in which list. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/compiler/compile.js";
import type { Control } from "../../src/language/bundle.js";
import { smallSource, withScreen } from "../support/small-flows.js";

const LOGGED_IN = { "!!": { var: "auth.bearerToken" } };
const ALERTS = { var: "alerts" };

function controlsOf(screen: "away" | "login" | "page", keywords: Readonly<Record<string, unknown>> = {}): readonly Control[] {
  const { bundle, problems } = compile(smallSource(withScreen(screen, keywords)), "first");
  if (bundle === null) throw new Error(JSON.stringify(problems));
  return bundle.controls[screen] ?? [];
}

/** Where it is written differs from one text to the next. */
const control = (more: Partial<Control>) => ({
  what: "a control",
  at: expect.objectContaining({ layer: "base" }),
  when: [],
  items: null,
  action: null,
  go: null,
  ...more,
});

describe("the controls of a screen", () => {
  it("are its links in texts, the buttons of its forms, and its other controls", () => {
    expect(controlsOf("login")).toEqual([
      control({ what: "a link", go: "/page" }),
      control({ what: "the action save", action: "save" }),
      control({ what: "the action stay", action: "stay" }),
    ]);
  });

  it("have the conditions of the blocks around them, and the list that repeats them", () => {
    const away = { label: "Away", go: "/away" };
    const body = {
      items: {
        group: {
          block: "group",
          layout: "stack",
          when: "loggedIn",
          body: {
            items: {
              list: {
                block: "list",
                items: ALERTS,
                item: {
                  title: "An alert",
                  controls: { items: { read: { label: "Read", when: { "!!": { var: "auth.email" } }, action: "read" } } },
                },
                empty: { text: "None.", control: away },
              },
            },
          },
        },
      },
    };
    const actions = { read: { then: { go: "/" } } };
    expect(controlsOf("page", { body, actions })).toEqual([
      control({ what: "the action read", when: [LOGGED_IN, { "!!": { var: "auth.email" } }], items: ALERTS, action: "read" }),
      control({ when: [LOGGED_IN], go: "/away" }),
    ]);
  });

  it("that attest to documents are outside of the list of documents", () => {
    const documents = {
      block: "documents",
      items: { var: "disclosures" },
      item: { title: { var: "item.title" }, href: { text: "/api/documents/{uuid}", values: { uuid: { var: "item.uuid" } } } },
      attest: { label: { var: "item.title" }, submitLabel: "Agree", action: "agree", error: "Check the box." },
      empty: { text: "None." },
    };
    expect(controlsOf("page", { body: { items: { documents } }, actions: { agree: { then: { go: "/" } } } })).toEqual([
      control({ what: "the action agree", action: "agree" }),
    ]);
  });

  it("include the actions of its timers, and those on entry", () => {
    expect(controlsOf("away", { onEnter: ["again"] })).toEqual([
      control({ at: null, what: "entering (again)", action: "again" }),
      control({ at: null, what: "a timer (again)", action: "again" }),
    ]);
  });
});
