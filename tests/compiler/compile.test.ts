/** Tests the compilation of the shipped flows for each brand, the parts of a bundle, and that one run reports every error. */

import { describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { brands, compile } from "../../src/compiler/compile.js";
import { resolve } from "../../src/engine/resolve.js";
import * as conditions from "../../src/language/condition-problems.js";
import * as problems from "../../src/language/problems.js";
import { syntaxError } from "../../src/language/syntax-problems.js";
import { at, BRAND, FLOW, PREDICATES, problemsOf, smallSource, withScreen } from "../support/small-flows.js";
import { ROOT } from "../support/sources.js";

const shipped = await readSource(ROOT);

describe("the shipped flows", () => {
  it.each(brands(shipped))("compile for %s without a problem", (slug) => {
    const { bundle, problems: found } = compile(shipped, slug);
    expect(found).toEqual([]);
    expect(bundle?.core.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("are not changed, and compile to the same bundle again", () => {
    const before = new Map(shipped.files);
    const [slug = ""] = brands(shipped);
    const first = compile(shipped, slug);
    expect(compile(shipped, slug)).toEqual(first);
    expect(shipped.files).toEqual(before);
  });

  it("compile to another hash for another brand", () => {
    expect(new Set(brands(shipped).map((slug) => compile(shipped, slug).bundle?.core.hash)).size).toBe(brands(shipped).length);
  });
});

describe("a bundle", () => {
  const { bundle, problems: found } = compile(smallSource(), "first");
  if (bundle === null) throw new Error(JSON.stringify(found, null, 2));
  const { core } = bundle;

  it("has no problem", () => {
    expect(found).toEqual([]);
  });

  it("inlines named predicates and keeps their source", () => {
    const guard = core.screens.page?.guard;
    expect(guard?.named).toBe("mine");
    expect(guard?.logic).toEqual({
      and: [{ "!!": { var: "auth.bearerToken" } }, { "!": { "==": [{ var: "progress.extended_status" }, "HOLD"] } }],
    });
    expect(guard?.at).toMatchObject({ file: "flows/start.flow.json", layer: "base" });
  });

  it("resolves", () => {
    const location = { pathname: "/page", search: "", state: null };
    expect(resolve(core, core.initial, location, "2026-11-21T12:00:00Z").path).toBe("/");
    const held = {
      ...core.initial,
      auth: { ...(core.initial.auth as object), bearerToken: "x" },
      progress: { is_primary: true, extended_status: "HOLD" },
    };
    expect(resolve(core, held, location, "2026-11-21T12:00:00Z").chain).toEqual(["/page", "/away"]);
  });

  it("compiles words and Markdown", () => {
    expect(core.screens.page?.title).toMatchObject({ values: { who: { var: "auth.email" } } });
    const [hello] = bundle.journeys.start?.screens.login?.body ?? [];
    expect(hello?.markdown).toEqual([
      {
        type: "paragraph",
        children: [
          { type: "text", text: "Hello " },
          {
            type: "strong",
            children: [{ type: "text", text: { icu: [{ type: 1, value: "name" }], values: { name: { var: "data.profile.first_name" } } } }],
          },
          { type: "text", text: ", " },
          { type: "link", href: "/page", children: [{ type: "text", text: "go on" }] },
          { type: "text", text: "." },
        ],
      },
    ]);
  });

  it("replaces a form's schema and fields with the inlined schema and the uiSchema of rjsf", () => {
    const form = bundle.journeys.start?.screens.login?.body[1];
    expect(form).toMatchObject({
      key: "form",
      schemaId: "forms/credentials.json",
      submit: "save",
      schema: { $id: "forms/credentials.json", required: ["email", "password"] },
      uiSchema: {
        "ui:order": ["email", "password"],
        email: {
          "ui:title": "Email",
          "ui:widget": "email",
          "ui:options": { secret: false, width: "full", errors: { required: "Enter your email." } },
        },
        password: { "ui:options": { secret: true } },
      },
      fields: { order: ["email", "password"], items: { password: { label: "Password", secret: true } } },
    });
    expect(form?.schema).toEqual(bundle.forms["forms/credentials.json"]?.schema);
  });

  it("carries each operation with its hash, its fields and its journey", () => {
    expect(core.operations.Login).toMatchObject({
      kind: "mutation",
      fields: ["login"],
      journey: "start",
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("does not depend on the order of the files", () => {
    const { files } = smallSource();
    expect(compile({ files: new Map([...files].reverse()) }, "first").bundle?.core.hash).toBe(core.hash);
  });
});

describe("one run reports every error", () => {
  it("a misspelled predicate, a wrong constant, a dangling path and a missing comma: four problems at four locations", () => {
    const text = JSON.stringify(
      {
        ...FLOW,
        screens: {
          ...FLOW.screens,
          page: {
            ...FLOW.screens.page,
            guard: "mien",
            fallback: { when: { "==": [{ var: "progress.extended_status" }, "HELD"] }, go: "/awya" },
          },
        },
      },
      null,
      2,
    );
    const changes = { "flows/start.flow.json": text.replace('"journey": "start",', '"journey": "start"') };
    const source = smallSource(changes);
    const place = (mark: string, finding: problems.Finding) => at(source, "flows/start.flow.json", mark, finding);
    expect(problemsOf(changes)).toEqual([
      place('"screens"', syntaxError("CommaExpected", '"screens"', '"')),
      place('"mien"', problems.unknownPredicate("mien", ["loggedIn", "onHold", "mine"])),
      place('"HELD"', conditions.constantNotInEnum("HELD", '"progress.extended_status" (string)', ["HOLD"])),
      place('"/awya"', problems.unknownPath("/awya", ["/away"])),
    ]);
  });

  it("suggests the intended name", () => {
    expect(problems.unknownPredicate("!mine", ["loggedIn", "mine"]).message).toContain('write { "!": ["mine"] } for its opposite');
    expect(problems.unknownPredicate("mien", ["loggedIn", "mine"]).message).toContain('did you mean "mine"?');
  });

  it("an invalid file neither hides nor causes findings in other files", () => {
    const broken = JSON.stringify(PREDICATES, null, 2).slice(0, -30);
    const changes = {
      "flows/predicates.json": broken,
      ...withScreen("page", { guard: { and: ["loggedIn", "whatever"] }, gates: ["hedl"] }),
    };
    const found = problemsOf(changes);
    expect(found.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      "flows/predicates.json syntax",
      "flows/start.flow.json unknown-name",
    ]);
  });

  it.each(["flows/values.json", "flows/fields.json", "flows/semantics.json", "schemas/person.json"])(
    "an invalid %s, which all screens use, is reported alone",
    (file) => {
      const text = shipped.files.get(file) ?? "";
      const lines = text.split("\n");
      const end = lines.findLastIndex((line, index) => index < lines.length - 2 && /^\s*\},?$/.test(line));
      const broken = lines.map((line, index) => (index === end ? line.replace("}", "") : line)).join("\n");
      const { problems: found } = compile({ ...shipped, files: new Map([...shipped.files, [file, broken]]) }, "harbor");
      expect(new Set(found.map((problem) => `${problem.file} ${problem.rule}`))).toEqual(new Set([`${file} syntax`]));
    },
  );

  it("an invalid flow is not read as a flow without screens", () => {
    const changes = { "flows/start.flow.json": JSON.stringify(FLOW, null, 2).replace('"page": {', '"page": ') };
    expect(problemsOf(changes).map(({ rule }) => rule)).not.toContain("unknown-name");
  });

  it("every syntax error of every file, once for each mistake", () => {
    const changes = {
      "flows/app.flow.json": '{ "language": 2, // no\n "a": 1,\n}',
      "flows/decisions.json": '{ "language": 2,, "decisions": {} "x": 2 }',
      "schemas/forms/credentials.json": '{ "type": "object" "properties": {} }',
    };
    const places = problemsOf(changes)
      .filter(({ rule }) => rule === "syntax")
      .map(({ file, line, column }) => `${file}:${line}:${column}`);
    expect(places).toEqual([
      "flows/app.flow.json:1:18",
      "flows/app.flow.json:3:1",
      "flows/decisions.json:1:17",
      "flows/decisions.json:1:35",
      "schemas/forms/credentials.json:1:20",
    ]);
  });

  it("a missing file, an unknown brand, an unknown language version", () => {
    expect(problemsOf({ "flows/decisions.json": null })).toContainEqual(
      expect.objectContaining(problems.missingFile("flows/decisions.json")),
    );
    expect(problemsOf({}, "frist")).toEqual([expect.objectContaining(problems.unknownBrand("frist", ["first"]))]);
    const changes = { "flows/brands/first/brand.json": { ...BRAND, language: 3 } };
    expect(problemsOf(changes)).toEqual([at(smallSource(changes), "flows/brands/first/brand.json", "3", problems.unknownLanguage(3))]);
  });
});
