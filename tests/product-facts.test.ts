/** Tests that names of the product (paths, screens, shells, brands, currencies ...) are in the flows and not in the general packages. */
import ts from "@typescript/typescript6";
import { describe, expect, it } from "vitest";
import { filesBelow, readSources, readText, type Sources } from "./support/sources.js";

/** The examples of `src/language/rules` are small flows of their own, with names like those of the product. */
const GENERAL = ["language", "compiler", "engine", "verifier", "runtime", "blocks", "theme"].map((name) => `src/${name}`);

type Table = { readonly [name: string]: unknown };

const keysOf = (table: unknown): readonly string[] => Object.keys((table ?? {}) as Table);

/** The names that the flows define, by what they are. */
function productNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (what: string, all: readonly string[]) => {
    for (const name of all) names.set(name, what);
  };
  for (const file of filesBelow("flows").filter((path) => path.endsWith(".json") && !path.includes("/rules/"))) {
    const content = JSON.parse(readText(file)) as Table;
    add("journey", typeof content.journey === "string" ? [content.journey] : []);
    for (const kind of ["predicates", "decisions", "values", "wizards", "shells", "gates", "monitors", "screens"])
      add(kind, keysOf(content[kind]));
    for (const screen of Object.values(
      (content.screens ?? {}) as { readonly [id: string]: { readonly path?: string | readonly string[] } },
    ))
      add("path", [screen.path ?? []].flat());
    add("path", Object.values((content.startPages ?? {}) as { readonly [key: string]: string }));
    if (file.endsWith("/brand.json")) add("brand", [content.slug, content.name, content.short_name].map(String));
    if (file === "flows/fields.json") add("format", keysOf(content.formats));
    const { currency } = (content.formats ?? {}) as { readonly currency?: string };
    add("currency", [currency ?? []].flat());
  }
  return names;
}

/** Keywords of the language itself, the names of its scopes, and an autocomplete token of HTML: a product may name a screen or a shell like one of them. */
function languageKeywords(): ReadonlySet<string> {
  const keywords = new Set<string>(["*", "/", "data", "failed", "form", "item", "result", "error", "street-address"]);
  const look = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) look(part);
    else if (typeof node === "object" && node !== null) {
      const { properties, enum: choices } = node as { readonly properties?: Table; readonly enum?: readonly unknown[] };
      for (const keyword of [...keysOf(properties), ...(choices ?? []).map(String)]) keywords.add(keyword);
      for (const [key, part] of Object.entries(node)) if (key !== "examples") look(part);
    }
  };
  for (const file of filesBelow("schemas").filter((path) =>
    /^schemas\/(?:(?:flow|app|brand|decisions|predicates|fields)\.schema|blocks\/\w+)\.json$/.test(path),
  ))
    look(JSON.parse(readText(file)));
  return keywords;
}

/** The string literals of sources that name something of the product. */
function factsIn(sources: Sources, names: ReadonlyMap<string, string>): readonly string[] {
  return [...sources].flatMap(([path, text]) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const look = (node: ts.Node): void => {
      const what = ts.isStringLiteralLike(node) ? names.get(node.text) : undefined;
      if (what !== undefined)
        found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${what} ${node.getText()}`);
      node.forEachChild(look);
    };
    look(source);
    return found;
  });
}

const keywords = languageKeywords();
const names = new Map([...productNames()].filter(([name]) => !keywords.has(name)));

describe("the general packages", () => {
  it("name no path, screen, journey, predicate, shell, brand, currency or declared format of the product", () => {
    const sources = [...readSources(GENERAL)].filter(([path]) => !path.startsWith("src/language/rules/"));
    expect(factsIn(new Map(sources), names)).toEqual([]);
  });

  it("are searched for such names", () => {
    for (const name of ["/registration", "registration.address", "dashboard", "loggedIn", "harbor", "USD", "us-zip", "ssn"])
      expect([...names.keys()]).toContain(name);
    const wrong: Sources = new Map([
      ["src/engine/a.ts", 'export const shown = (shell: string) => shell === "dashboard" || shell === `/registration`;'],
    ]);
    expect(factsIn(wrong, names)).toEqual(['src/engine/a.ts:1: screens "dashboard"', "src/engine/a.ts:1: path `/registration`"]);
  });
});
