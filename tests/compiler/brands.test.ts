/** Tests the findings about a brand's file, its overlay and the flows' files with seeded faults and correct definitions. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import {
  brandFileMissing,
  folderNotSlug,
  pictureActive,
  pictureNoPng,
  pictureNoSvg,
  pictureTooSmall,
} from "../../src/language/brand-problems.js";
import type { Finding } from "../../src/language/problems.js";
import * as problems from "../../src/language/problems.js";
import { BRAND, DECISIONS, FLOW, PREDICATES, problemsOf, SECOND_BRAND, smallSource } from "../support/small-flows.js";
import { readText } from "../support/sources.js";

type Json = Readonly<Record<string, unknown>>;
const FIRST = "flows/brands/first/brand.json";
const SECOND = "flows/brands/second/brand.json";
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>';
/** The first bytes of a PNG, one character for each. */
const png = (width: number, height: number): string =>
  `\u0089PNG\r\n\u001a\n\0\0\0\rIHDR${[width, height].map((side) => `\0\0${String.fromCharCode(side >> 8, side & 255)}`).join("")}`;
const ELSEWHERE = pictureActive("a reference to another file");
const OVERLAY = "flows/brands/second/overlay.json";
const second = (more: Json = {}) => ({ [SECOND]: { ...SECOND_BRAND, ...more } });

const said = (changes: Record<string, unknown>, slug?: string) =>
  problemsOf(changes, slug).map(({ file, rule, message }) => [file, `${rule}: ${message}`]);
const brand = (more: Json) => said({ [FIRST]: { ...BRAND, ...more } });

describe("a brand", () => {
  it("shares no host with another brand", () => {
    expect(said({ [FIRST]: { ...BRAND, hosts: ["one.example", "savings.example"] }, ...second({ hosts: ["savings.example"] }) })).toEqual([
      [FIRST, 'brand: The host "savings.example" also belongs to the brand "second": only one of the two brands is served there'],
    ]);
    expect(said({ [FIRST]: { ...BRAND, hosts: ["second.localhost"] }, ...second() })).toEqual([[FIRST, expect.stringContaining("brand")]]);
    expect(said({ [FIRST]: { ...BRAND, hosts: ["first.localhost"] }, ...second({ hosts: ["savings.example"] }) })).toEqual([]);
    expect(brand({ hosts: ["one.example", "one.example"] })).toEqual([[FIRST, 'order: "one.example" is listed twice']]);
  });

  it.each<[string, Json]>([
    ["a host with an empty label", { hosts: ["savings..example"] }],
    ["a host with a port", { hosts: ["savings.example:8080"] }],
    ["an address without a host", { upstream: "https://" }],
    ["a name that is blank", { name: " " }],
    ["an email address without a domain", { emails: { support: "help@first" } }],
    ["an email address with two dots", { emails: { support: "help@first..example" } }],
  ])("has no %s", (_what, more) => {
    expect(brand(more)).toEqual([[FIRST, expect.stringContaining("invalid-value")]]);
  });

  it("has a locale that the runtime supports", () => {
    expect(brand({ locale: "es-US" })).toEqual([]);
    expect(brand({ locale: "xx" })).toEqual([[FIRST, expect.stringMatching(/^invalid-value: .*"xx"/)]]);
  });

  it("lists extensions of the institution's API, and no others", () => {
    const capabilities = [...readText("schemas/api/openapi.json").matchAll(/"x-capability": "([a-z_]+)"/g)].map(([, name = ""]) => name);
    expect(capabilities).toContain("places");
    expect(brand({ features: Object.fromEntries(capabilities.map((name) => [name, false])) })).toEqual([]);
    expect(brand({ features: { place: false } })).toEqual([[FIRST, 'unknown-keyword: "place" is not known here; did you mean "places"?']]);
  });

  it("has the logos that its pages show, and their files", () => {
    const logos = { "hor-color": "logo.svg", "hor-white": "white.svg" };
    const files = { "flows/brands/first/logo.svg": SVG, "flows/brands/first/white.svg": SVG };
    expect(said({ [FIRST]: { ...BRAND, logos }, ...files })).toEqual([]);
    expect(said({ [FIRST]: { ...BRAND, logos }, ...files, "flows/brands/first/white.svg": null })).toEqual([
      [FIRST, "file-name: The file flows/brands/first/white.svg is missing"],
    ]);
    expect(brand({ logos: { "hor-color": "logo.svg" } })).toEqual([
      [FIRST, 'brand: "hor-white" is missing, which pages of this brand show'],
    ]);
    expect(brand({ logos: { "hor-color": "logo.svg" }, dark_scheme: false })).toEqual([]);
    expect(brand({ logos: { "hor-color": "logo.svg" }, dark_scheme: false, look: { sidebar: "brand" } })).toEqual([
      [FIRST, 'brand: "hor-white" is missing, which pages of this brand show'],
    ]);
  });

  it.each<[what: string, content: string, line: number, column: number, finding: Finding]>([
    ["that is no SVG", "<html></html>", 1, 1, pictureNoSvg()],
    ["that is empty", "", 1, 1, pictureNoSvg()],
    ["with a script", SVG.replace("<path", "\n<script>alert(1)</script><path"), 2, 1, pictureActive("a script")],
    ["with an event handler", SVG.replace("<path", '\n<path onload="x()"'), 2, 7, pictureActive("an attribute that handles events")],
    ["with HTML", SVG.replace("<path", "\n<foreignObject/><path"), 2, 1, pictureActive("a foreignObject")],
    ["with a picture elsewhere", SVG.replace("<path", '\n<image href="https://a.example/b.png"/><path'), 2, 8, ELSEWHERE],
    ["with a style sheet elsewhere", SVG.replace("<path", "\n<style>@import 'a.css'</style><path"), 2, 8, ELSEWHERE],
    ["with a paint elsewhere", SVG.replace("<path", '\n<path fill="url(a.svg#b)"'), 2, 13, ELSEWHERE],
  ])("has no picture %s", (_what, content, line, column, finding) => {
    const favicon = "flows/brands/first/icon.svg";
    const found = problemsOf({ [FIRST]: { ...BRAND, favicon: "icon.svg" }, [favicon]: content });
    expect(found).toEqual([expect.objectContaining({ file: favicon, line, column, ...finding })]);
  });

  it.each<[what: string, use: string, content: string, finding: Finding | null]>([
    ["a logo", "logo", png(200, 48), null],
    ["a favicon", "favicon", png(300, 300), null],
    ["a JPEG as its logo", "logo", "\u00ff\u00d8\u00ff\u00e0", pictureNoPng()],
    ["an empty logo", "logo", "", pictureNoPng()],
    ["a logo that ends early", "logo", png(200, 48).slice(0, 20), pictureNoPng()],
    ["a logo without pixels", "logo", png(0, 48), pictureNoPng()],
    ["a low logo", "logo", png(200, 47), pictureTooSmall("logo", 48, "200 by 47")],
    ["a small favicon", "favicon", png(31, 31), pictureTooSmall("favicon", 32, "31 by 31")],
    ["a favicon that is no square", "favicon", png(64, 32), pictureTooSmall("favicon", 32, "64 by 32")],
  ])("has a PNG: %s", (_what, use, content, finding) => {
    const named = use === "favicon" ? { favicon: "a.png" } : { logos: { "hor-color": "a.png", "hor-white": "a.png" } };
    const file = "flows/brands/first/a.png";
    const found = problemsOf({ [FIRST]: { ...BRAND, ...named }, [file]: content });
    expect(found.map((one) => `${one.file}:${one.line} ${one.rule} ${one.message}`)).toEqual(
      finding === null ? [] : [`${file}:1 ${finding.rule} ${finding.message}`],
    );
  });

  it("has its PNGs read as far as their size", async () => {
    const root = await mkdtemp(join(tmpdir(), "passbook-png-"));
    const file = "flows/brands/first/a.png";
    for (const folder of ["flows/brands/first", "schemas/api", "gateway"]) await mkdir(join(root, folder), { recursive: true });
    await writeFile(join(root, "gateway/schema.graphql"), "");
    await writeFile(join(root, file), Buffer.from(`${png(200, 48)}\u0008\u0006`, "latin1"));
    expect((await readSource(root)).files.get(file)).toBe(png(200, 48));
    await rm(root, { recursive: true });
  });

  it("may have pictures with references within, comments and embedded bitmaps", () => {
    const content = `<?xml version="1.0"?>\n<!-- <script> -->${SVG.replace("<path", '<image href="data:image/png;base64,AA"/><use href="#a" fill="url(#b)"/><path')}`;
    expect(said({ [FIRST]: { ...BRAND, favicon: "icon.svg" }, "flows/brands/first/icon.svg": content })).toEqual([]);
  });

  it("has the files of its favicon and its illustrations", () => {
    const pictures = { favicon: "icon.svg", illustrations: { bank: "art-bank.svg" } };
    const files = { "flows/brands/first/icon.svg": SVG, "flows/brands/first/art-bank.svg": SVG };
    expect(said({ [FIRST]: { ...BRAND, ...pictures }, ...files })).toEqual([]);
    for (const missing of Object.keys(files))
      expect(said({ [FIRST]: { ...BRAND, ...pictures }, ...files, [missing]: null })).toEqual([
        [FIRST, `file-name: The file ${missing} is missing`],
      ]);
  });

  it.each<[string, Json]>([
    ["a font that the app does not serve", { font: "Comic Sans" }],
    ["a heading font that the app does not serve", { look: { heading_font: "Comic Sans" } }],
    ["a light page on which black text has too little contrast", { look: { light: { page: "#c0ffff" } } }],
    ["a dark page on which white text has too little contrast", { look: { dark: { page: "#303030" } } }],
    ["an unknown radius", { look: { radius: "huge" } }],
  ])("has no look with %s", (_what, more) => {
    expect(brand(more)).toEqual([[FIRST, expect.stringContaining("invalid-value")]]);
  });
});

describe("an overlay", () => {
  const overlaid = (overlay: Json) =>
    said({ ...second(), [OVERLAY]: { language: 2, ...overlay } }, "second").filter(([, text]) => !text?.startsWith("unused:"));
  const screens = (more: Json) => overlaid({ screens: more });

  it("changes the base", () => {
    expect(screens({ away: { title: "A page" } })).toEqual([
      [OVERLAY, 'overlay-same: The base has the same "title": remove this, so that the brand follows the base'],
    ]);
    expect(screens({ page: { gates: ["held"] } })).toEqual([[OVERLAY, expect.stringContaining('same "gates"')]]);
    expect(screens({ page: {} })).toEqual([[OVERLAY, 'overlay-same: This changes nothing of "page"']]);
    expect(overlaid({ schemas: { "forms/credentials.json": { properties: { password: { minLength: 1 } } } } })).toEqual([
      [OVERLAY, expect.stringContaining('same "minLength"')],
    ]);
    // A predicate is replaced as a whole in either notation.
    const { logic } = PREDICATES.predicates.mine;
    expect(overlaid({ predicates: { mine: { logic } } })).toEqual([[OVERLAY, expect.stringContaining('same "logic"')]]);
    expect(screens({ away: { title: "Another page" } })).toEqual([]);
  });

  it("has findings about its own order and its removals", () => {
    const extra = { label: "Away", go: "/away" };
    const controls = FLOW.screens.login.body.items as { readonly form: { readonly controls: { readonly items: Json } } };
    expect(Object.keys(controls.form.controls.items)).toEqual(["stay"]);
    const form = (more: Json) => screens({ login: { body: { items: { form: { controls: more } } } } });
    expect(form({ order: ["extra"], items: { extra } })).toEqual([
      [
        OVERLAY,
        'order: This "order" leaves out "stay", which the base has, so it would never be shown: name it, or remove it with "items": { "stay": null }',
      ],
    ]);
    expect(form({ order: ["stay", "extra"], items: { extra } })).toEqual([]);
    expect(form({ items: { extra } })).toEqual([]);
    expect(form({ order: ["stay"], items: { extra } })).toContainEqual([OVERLAY, expect.stringContaining('"extra" is not in "order"')]);
    expect(form({ order: ["stay", "extra"], items: { stay: null, extra } })).toEqual([
      [OVERLAY, expect.stringMatching(/^order: "stay" is removed here, and this brand's "order" at line \d+ names it$/)],
    ]);
    expect(Object.keys(DECISIONS.decisions.logo.rows)).toEqual(["in", "out"]);
    expect(overlaid({ decisions: { logo: { order: ["out"] } } })).toContainEqual([OVERLAY, expect.stringContaining('leaves out "in"')]);
  });

  it("patches existing properties, and adds complete ones", () => {
    const property = (name: string, schema: Json) =>
      overlaid({ schemas: { "forms/credentials.json": { properties: { [name]: schema } } } });
    expect(property("pasword", { minLength: 12 })).toEqual([
      [OVERLAY, expect.stringMatching(/^overlay-nothing: The base has no "pasword"; did you mean "password"\?/)],
    ]);
    expect(property("member", { type: "string" })).toEqual([]);
  });
});

describe("files", () => {
  it("under flows are all read, or reported", () => {
    const found = (file: string) => said({ [file]: '{ "language": 2 }' }).filter(([at]) => at === file);
    for (const file of [
      "flows/more.flows.json",
      "flows/Predicates.json",
      "flows/brands/first/overlays.json",
      "flows/brands/third/overlay.json",
    ])
      expect(found(file)).toEqual([[file, expect.stringContaining("file-name")]]);
    expect(said({ "flows/Start.graphql": "" })).toEqual([["flows/Start.graphql", expect.stringContaining("file-name")]]);
    for (const file of ["flows/brands/first/logo.png", "flows/personas/new.json"]) expect(found(file)).toEqual([]);
  });

  it("of a brand that nothing reads have the reason", () => {
    const reasons = (...names: readonly string[]) =>
      said(Object.fromEntries(names.map((name) => [`flows/brands/${name}`, '{ "language": 2 }'])))
        .filter(([file]) => names.some((name) => file === `flows/brands/${name}`))
        .map(([, text]) => text);
    expect(reasons("cedar/overlay.json")).toEqual([`file-name: ${brandFileMissing("cedar").message}`]);
    expect(reasons("Cedar/brand.json")).toEqual([`file-name: ${folderNotSlug("Cedar").message}`]);
    expect(folderNotSlug("Cedar").message).toContain('rename it to "cedar"');
    expect(reasons("cedar_bank/overlay.json")).toEqual([`file-name: ${folderNotSlug("cedar_bank").message}`]);
  });

  it("of a brand name every picture of its folder once", () => {
    const pictures = { "flows/brands/first/logo.svg": SVG, "flows/brands/first/art.svg": SVG };
    const logos = { "hor-color": "logo.svg", "hor-white": "logo.svg" };
    expect(said({ [FIRST]: { ...BRAND, logos, illustrations: { bank: "art.svg" } }, ...pictures })).toEqual([]);
    expect(said({ [FIRST]: { ...BRAND, logos, illustrations: { bank: "logo.svg" } }, ...pictures })).toEqual([
      [FIRST, "unused: brand.json names no use of the picture flows/brands/first/art.svg"],
    ]);
  });

  it("of a brand have a routing number with a valid check digit, and it and the support address are the brand's own", () => {
    const formats = { "flows/fields.json": readText("flows/fields.json") };
    const numbers = (routing_number: string) =>
      said({ [FIRST]: { ...BRAND, routing_number }, ...formats }).filter(([file]) => file === FIRST);
    expect(numbers("091000019")).toEqual([]);
    expect(numbers("091000018")).toEqual([
      [FIRST, expect.stringContaining('brand: "091000018" does not have the format "aba-routing" of flows/fields.json. ')],
    ]);
    const copied = second({ emails: { support: "Support@first.example" } });
    expect(said(copied, "second")).toEqual([
      [SECOND, 'brand-shared: The brand "first" has the same "emails.support", "Support@first.example"'],
    ]);
    // The default brand is the original.
    expect(said(copied)).toEqual([]);
    const shared = { [FIRST]: { ...BRAND, routing_number: "091000019" }, ...second({ routing_number: "091000019" }), ...formats };
    expect(said(shared, "second").filter(([file]) => file === SECOND)).toEqual([
      [SECOND, 'brand-shared: The brand "first" has the same "routing_number", "091000019"'],
    ]);
  });

  it("of the bank's answers refer to paths of the state, and to fields that the operation sends", () => {
    const answers = (becomes: Json, fields: readonly string[] = ["email"]) =>
      said({
        "flows/outcomes.json": {
          language: 2,
          common: {},
          operations: {
            Login: { ok: { in: { description: "In.", becomes } }, failures: { "422.no": { message: "No.", fields } } },
          },
        },
      });
    expect(answers({ "auth.bearerToken": [{ any: "text" }], "auth.relink": [true, false] })).toEqual([]);
    expect(answers({ "progress.extended_status": [null, "HOLD"] })).toEqual([
      [
        "flows/outcomes.json",
        expect.stringMatching(/^field-not-selected: The answer of Login \(flows\/start\.graphql:3\) changes the state's "progress", /),
      ],
    ]);
    expect(answers({ "auth.barerToken": [null] })).toEqual([
      ["flows/outcomes.json", expect.stringMatching(/^unknown-variable: .*bearerToken/)],
    ]);
    expect(answers({ "progress.extended_status": ["HELD"] })).toEqual([
      ["flows/outcomes.json", expect.stringMatching(/^wrong-constant: "HELD" is never a value of "progress.extended_status"/)],
    ]);
    // Also where the state has no list of values.
    expect(answers({ "auth.relink": [null, "yes"], "auth.email": [{ any: "list" }, null] })).toEqual([
      ["flows/outcomes.json", 'wrong-constant: "auth.relink" is never null'],
      ["flows/outcomes.json", 'type-mismatch: "auth.relink" is boolean, and is given string'],
      ["flows/outcomes.json", 'type-mismatch: "auth.email" is string or null, and is given array'],
    ]);
    expect(answers({}, ["emial"])).toEqual([
      ["flows/outcomes.json", expect.stringMatching(/^unknown-name: Login takes no variable "emial"/)],
    ]);
    expect(compile(smallSource(), "first").problems).toEqual([]);
  });

  it("of the bank's answers name operations that exist", () => {
    const operations = { Logn: { ok: { in: { description: "In.", becomes: {} } }, failures: {} } };
    const source = smallSource({ "flows/outcomes.json": { language: 2, common: {}, operations } });
    const { bundle, problems: found } = compile(source, "first");
    expect(found).toEqual([
      expect.objectContaining({ file: "flows/outcomes.json", line: 5, column: 5, ...problems.unknownOperation("Logn", ["Login"]) }),
    ]);
    expect(bundle).toBeNull();
  });
});
