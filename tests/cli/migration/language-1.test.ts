/** Tests `flows migrate`: the rewrite of each word of language 1, the rewrite of overlays, and that no file is rewritten twice. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { plainOf, printJson, treeFrom } from "../../../src/cli/json-tree.js";
import { type MigrationContext, migrate } from "../../../src/cli/migration/language-1.js";
import { readText } from "../../support/sources.js";

type Json = Readonly<Record<string, unknown>>;
const ALONE: MigrationContext = { queries: new Map(), patched: () => false };

/** A file of language 1 with this content, in language 2. */
function migrated(file: string, content: Json, context: MigrationContext = ALONE): Json {
  const text = migrate(file, JSON.stringify({ language: 1, ...content }), context);
  if (text === null) throw new Error(`${file} was not rewritten`);
  expect(migrate(file, text, context)).toBeNull();
  const { language, ...rest } = JSON.parse(text) as Json;
  expect(language).toBe(2);
  return rest;
}
const flow = (page: Json, context?: MigrationContext) =>
  (migrated("flows/start.flow.json", { journey: "start", screens: { page } }, context).screens as { readonly page: Json }).page;
const effects = (list: readonly Json[]) =>
  (flow({ actions: { act: { then: list } } }).actions as { readonly act: { readonly then: Json } }).act.then;

describe("effects", () => {
  const [set, go, refetch] = [{ set: { "auth.relink": false } }, { go: "/page" }, { refetch: ["accounts"] }];
  const notify = { notify: { message: "Done." } };

  it("that are performed together become one object, in the order of language 2", () => {
    expect(effects([])).toEqual({ silent: true });
    expect(effects([go])).toEqual(go);
    expect(Object.keys(effects([notify, refetch, go]))).toEqual(["refetch", "notify", "go"]);
    expect(effects([set, notify, go])).toEqual({ ...set, ...notify, ...go });
  });

  it("stay separate under their names where conditions differ, or where merging would change the values that they read", () => {
    expect(effects([{ when: "mine", ...go }, { decide: "logo" }])).toEqual({
      items: { mine: { when: "mine", ...go }, else: { decide: "logo" } },
    });
    expect(effects([{ when: { "!": ["mine"] }, ...set }, set])).toEqual({
      items: { notMine: { when: { "!": ["mine"] }, ...set }, relink: set },
    });
    // The second effect reads the value that the first wrote.
    expect(effects([{ reset: ["auth"] }, set])).toEqual({ items: { reset: { reset: ["auth"] }, relink: set } });
    expect(effects([{ notify: { message: { text: "{a}", values: { a: { var: "auth.email" } } } } }, set])).toHaveProperty("items");
    expect(
      effects([
        { when: "mine", ...set },
        { when: "mine", ...go },
      ]),
    ).toHaveProperty("items");
    // No effect follows a `go`.
    expect(effects([go, set])).toEqual({ items: { page: go, relink: set } });
  });

  it("with the error's message are shorter", () => {
    const failed = { notify: { message: { var: "error.message" }, severity: "warning" } };
    expect(effects([failed])).toEqual({ notifyError: "warning" });
    expect(effects([{ notify: { message: { var: "error.message" } } }])).toEqual({ notify: { message: { var: "error.message" } } });
  });
});

describe("an action", () => {
  const action = (one: Json, queries: ReadonlyMap<string, string> = new Map()) =>
    (flow({ actions: { act: one } }, { ...ALONE, queries }).actions as { readonly act: Json }).act;

  it("that ignores all failures becomes a single `silent`", () => {
    const empty = Object.fromEntries(["ok", "401", "403", "500", "network", "timeout", "*"].map((outcome) => [outcome, []]));
    expect(action({ call: "Look", on: empty })).toEqual({ call: "Look", on: { "401": { silent: true } }, silent: true });
    expect(action({ call: "Look", on: { "422": [{ go: "/" }], "422.late": [], "500": [], "*": [] } })).toEqual({
      call: "Look",
      on: { "422": { go: "/" }, "422.late": { silent: true } },
      silent: true,
    });
    expect(action({ call: "Look", on: { ok: [], "422.late": [] } })).toEqual({ call: "Look", on: { "422.late": { silent: true } } });
  });

  it("reads the result of a query without the name of its only field", () => {
    const on = { ok: [{ when: { "!!": { var: ["result.request.id", { var: "result.request" }] } }, go: "/" }] };
    expect(action({ call: "Ask", on }, new Map([["Ask", "request"]]))).toEqual({
      call: "Ask",
      on: { ok: { when: { "!!": { var: ["result.id", { var: "result" }] } }, go: "/" } },
    });
    expect(action({ call: "Ask", on }).on).toEqual({ ok: on.ok[0] });
  });

  it("has the labels of its dialog by their function", () => {
    expect(action({ confirm: { title: "A", text: "B", yes: "C", no: "D" }, then: [] }).confirm).toEqual({
      title: "A",
      text: "B",
      confirm: "C",
      cancel: "D",
    });
  });
});

describe("a screen", () => {
  it("has rows in the shortest equivalent form", () => {
    const { fallback, back, shell } = flow({
      otherwise: [{ go: "/" }],
      back: [{ action: "leave" }],
      shell: [{ when: "mine", use: "dashboard" }, { use: "plain" }],
    });
    expect(fallback).toBe("/");
    expect(back).toEqual({ action: "leave" });
    expect(shell).toEqual({ items: { mine: { when: "mine", use: "dashboard" }, else: { use: "plain" } } });
  });

  it("has the new names, and keeps the names that a flow declares", () => {
    const page = flow({
      lift: ["token"],
      emailed: ["token"],
      accept: [{ rule: "dead-end", reason: "x" }],
      timers: { later: { after: "short", do: "act" } },
      body: {
        order: ["form", "lift"],
        items: {
          form: {
            block: "form",
            accept: [],
            fields: {
              order: ["given"],
              items: { given: { label: "x", widget: "place", cautions: { order: ["far"], items: { far: {} } } } },
            },
          },
          lift: { block: "provider", silent: "x" },
          chart: { block: "chart", gist: "x" },
        },
      },
    });
    expect(page).toEqual({
      queryToState: ["token"],
      emailLink: ["token"],
      waivers: [{ rule: "dead-end", reason: "x" }],
      timers: { later: { after: "short", action: "act" } },
      body: {
        order: ["form", "lift"],
        items: {
          form: {
            block: "form",
            waivers: [],
            fields: { items: { given: { label: "x", lookup: "address", warnings: { items: { far: {} } } } } },
          },
          lift: { block: "provider", unavailable: "x" },
          chart: { block: "chart", summary: "x" },
        },
      },
    });
  });

  it("of widgets for formats of the US become masks and general widgets", () => {
    const items = Object.fromEntries(["phone", "zip", "ssn", "state", "routing-number"].map((widget) => [widget, { label: "x", widget }]));
    const page = flow({ body: { order: ["form"], items: { form: { block: "form", fields: { items } } } } });
    expect(page).toMatchObject({
      body: {
        items: {
          form: {
            fields: {
              items: {
                phone: { label: "x", mask: "(###) ###-####", maskPrefix: "1", inputMode: "tel" },
                zip: { label: "x", mask: "#####-####", inputMode: "numeric" },
                ssn: { label: "x", widget: "secret-number", mask: "###-##-####" },
                state: { label: "x", widget: "select" },
                "routing-number": { label: "x", widget: "digits", secret: true },
              },
            },
          },
        },
      },
    });
  });

  it("writes items in their order, which needs no list any more", () => {
    const { body } = flow({ body: { order: ["b", "a"], items: { a: { block: "text" }, b: { block: "text" } } } }) as {
      readonly body: Json;
    };
    expect(body).not.toHaveProperty("order");
    expect(Object.keys(body.items as Json)).toEqual(["b", "a"]);
  });

  it("omits the key of a single control, unless an overlay uses it", () => {
    const controls = { order: ["go"], items: { go: { label: "Go", go: "/" } } };
    const body = { order: ["on"], items: { on: { block: "controls", controls } } };
    expect(flow({ body })).toEqual({ body: { items: { on: { block: "controls", control: { label: "Go", go: "/" } } } } });
    const patched: MigrationContext = { ...ALONE, patched: (path) => path.join() === "page,body,on,controls" };
    expect(flow({ body }, patched)).toEqual({ body: { items: { on: { block: "controls", controls: { items: controls.items } } } } });
  });
});

describe("pairs of fields", () => {
  it("are checks", () => {
    const form = (matches: unknown) => flow({ body: { order: ["form"], items: { form: { block: "form", matches } } } });
    const require = { "===": [{ var: "form.again" }, { var: "form.first" }] };
    expect(form({ again: { field: "first", error: "They differ." } })).toEqual({
      body: { items: { form: { block: "form", checks: { items: { again: { require, field: "again", error: "They differ." } } } } } },
    });
    expect(form({ again: { error: "They differ." }, other: null })).toEqual({
      body: { items: { form: { block: "form", checks: { items: { again: { error: "They differ." }, other: null } } } } },
    });
  });
});

describe("other files", () => {
  it("have the new names too", () => {
    const app = {
      otherwise: [{ go: "/" }],
      words: { submit: "Send" },
      monitors: { idle: { wait: "end", do: "leave" } },
      lookups: { place: {} },
      actions: { overtaken: { then: [{ go: "/" }] }, leave: { then: [{ go: "/" }] } },
    };
    expect(migrated("flows/app.flow.json", { ...app, failures: { "401": [{ go: "/" }] } })).toEqual({
      fallback: "/",
      texts: { submit: "Send" },
      monitors: { idle: { wait: "end", action: "leave" } },
      lookups: { address: {} },
      failures: { "401": { go: "/" } },
      events: { staleScreen: { then: { go: "/" } } },
      actions: { leave: { then: { go: "/" } } },
      formats: JSON.parse(readText("flows/app.flow.json")).formats as object,
      startPages: { login: "/", registration: "/registration" },
      shells: {
        auth: { width: "narrow" },
        registration: { width: "narrow" },
        dashboard: { width: "wide", navigation: true },
        plain: { width: "narrow" },
      },
    });
    const rows = { in: { when: "mine", go: "/page", accept: [] }, out: { go: "/" } };
    expect(migrated("flows/decisions.json", { decisions: { logo: { order: ["in", "out"], rows, given: "mine" } } })).toEqual({
      decisions: { logo: { rows: { in: { when: "mine", go: "/page", waivers: [] }, out: { go: "/" } }, precondition: "mine" } },
    });
    expect(migrated("flows/invariants.json", { invariants: { a: { leads: "/", watched: "leave" } } })).toEqual({
      invariants: { a: { redirectsTo: "/", monitor: "leave" } },
    });
  });

  it("are rewritten in an overlay section by section, and removals stay", () => {
    expect(
      migrated("flows/brands/second/overlay.json", {
        app: { words: { submit: "Send" }, failures: { "404": null } },
        screens: {
          page: {
            otherwise: null,
            actions: { act: { then: [{ go: "/" }] } },
            body: { order: ["b", "c"], items: { a: null, c: { block: "text" } } },
          },
        },
        predicates: { mine: { accept: null } },
        decisions: { logo: { given: "mine" } },
        schemas: { "forms/credentials.json": { properties: { accept: { type: "string" } } } },
      }),
    ).toEqual({
      app: { texts: { submit: "Send" }, failures: { "404": null } },
      screens: {
        page: {
          fallback: null,
          actions: { act: { then: { go: "/" } } },
          body: { order: ["b", "c"], items: { a: null, c: { block: "text" } } },
        },
      },
      predicates: { mine: { waivers: null } },
      decisions: { logo: { precondition: "mine" } },
      schemas: { "forms/credentials.json": { properties: { accept: { type: "string" } } } },
    });
  });

  it("of language 2, and files that are not JSON, stay as they are", () => {
    for (const file of readdirSync("flows").filter((name) => name.endsWith(".json")))
      expect([file, migrate(`flows/${file}`, readFileSync(`flows/${file}`, "utf8"), ALONE)]).toEqual([file, null]);
    expect(migrate("flows/start.flow.json", '{ "language": 1,', ALONE)).toBeNull();
  });
});

describe("the printer", () => {
  it("keeps values that fit on one line, and the order of numeric keys", () => {
    const [x, y] = ["x".repeat(70), "y".repeat(70)];
    const text = migrate("flows/x.json", `{"language":1,"on":{"ok":1,"422":[],"a":{}},"long":["${x}","${y}"]}`, ALONE);
    expect(text).toBe(
      `{\n  "language": 2,\n  "on": { "ok": 1, "422": [], "a": {} },\n  "long": [\n    "${"x".repeat(70)}",\n    "${"y".repeat(70)}"\n  ]\n}\n`,
    );
  });

  it("writes every value that it is given", () => {
    const value = { a: [1, "two", null, true, { b: [] }], c: "“ü”" };
    expect(plainOf(treeFrom(JSON.parse(printJson(treeFrom(value)))))).toEqual(value);
  });
});
