/** Tests that each export that another folder imports has a TSDoc comment. */
import { posix } from "node:path";
import ts from "@typescript/typescript6";
import { describe, expect, it } from "vitest";
import { parse, readSources, type Sources, target } from "./support/sources.js";

/** Files with the messages of findings: their constants contain the whole text, which would only be repeated. */
const MESSAGES = /^src\/language\/([\w-]+-)?problems\.ts$/;

const has = (node: ts.Statement, modifier: ts.SyntaxKind): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === modifier);

/** The names that a binding declares; a destructured one declares several. */
const boundNames = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : boundNames(each.name)));

function declaredNames(node: ts.Statement): string[] {
  if (has(node, ts.SyntaxKind.DefaultKeyword)) return ["default"];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const { name } = node as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

interface Declaration {
  readonly name: string;
  readonly line: number;
  readonly isConstant: boolean;
  readonly isDocumented: boolean;
}

/** The exports that a file declares. The parser attaches the file's header to the first statement; it documents no single export. */
function declarations(file: ts.SourceFile): Declaration[] {
  return file.statements
    .filter((node) => has(node, ts.SyntaxKind.ExportKeyword))
    .flatMap((node) => {
      const isDocumented = ts.getJSDocCommentsAndTags(node).some((comment) => ts.isJSDoc(comment) && comment.pos > 0);
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      return declaredNames(node).map((name) => ({ name, line, isConstant: ts.isVariableStatement(node), isDocumented }));
    });
}

/** A name that one file takes from another; `*` for a whole module. */
interface ImportedName {
  readonly from: string;
  readonly to: string;
  readonly name: string;
  /** The name under which `from` exports it again; null for an import. */
  readonly exportedAs: string | null;
}

/** `import("./a.js")`, of a module or of a type. */
const IMPORT_CALL = /\bimport\("(\.[^"]+)"\)/g;

function importedNames({ fileName: from, text, statements }: ts.SourceFile, sources: Sources): ImportedName[] {
  const of = (specifier: string, name: string, exportedAs: string | null = null): ImportedName => {
    return { from, to: target(from, specifier, sources), name, exportedAs };
  };
  const named = statements.flatMap((node): ImportedName[] => {
    if (!(ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) return [];
    if (!node.moduleSpecifier || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const specifier = node.moduleSpecifier.text;
    if (ts.isExportDeclaration(node)) {
      if (!node.exportClause || !ts.isNamedExports(node.exportClause)) return [of(specifier, "*", "*")];
      return node.exportClause.elements.map(({ name, propertyName }) => of(specifier, (propertyName ?? name).text, name.text));
    }
    const { name, namedBindings } = node.importClause ?? {};
    const elements = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    return [
      ...(name ? ["default"] : []),
      ...(namedBindings && ts.isNamespaceImport(namedBindings) ? ["*"] : []),
      ...elements.map((each) => (each.propertyName ?? each.name).text),
    ].map((each) => of(specifier, each));
  });
  return [...named, ...[...text.matchAll(IMPORT_CALL)].map(([, specifier = ""]) => of(specifier, "*"))];
}

/** The exports (`file#name`) that a file of another folder imports, also through a file that exports them again. */
function publicNames(files: readonly ts.SourceFile[], sources: Sources): ReadonlySet<string> {
  const all = files.flatMap((file) => importedNames(file, sources));
  const taken = all.filter(({ from, to }) => posix.dirname(from) !== posix.dirname(to));
  const again = all.filter(({ exportedAs }) => exportedAs !== null);
  const found = new Set(taken.map(({ to, name }) => `${to}#${name}`));
  let size = -1;
  while (size < found.size) {
    size = found.size;
    for (const { from, to, name, exportedAs } of again) {
      const asked = [...found].filter((key) => key.startsWith(`${from}#`)).map((key) => key.slice(from.length + 1));
      if (exportedAs === "*") for (const each of asked) found.add(`${to}#${each}`);
      else if (asked.includes("*") || asked.some((each) => each === exportedAs)) found.add(`${to}#${name}`);
    }
  }
  return found;
}

/** The public exports without a comment, as `file:line name`. */
function undocumented(sources: Sources): string[] {
  const files = [...sources].map(([path, text]) => parse(path, text));
  const taken = publicNames(files, sources);
  return files.flatMap((file) => {
    const path = file.fileName;
    const declared = declarations(file);
    // The header of a file says what its only export is.
    if (declared.length === 1) return [];
    return declared
      .filter(({ name, isConstant, isDocumented }) => {
        if (isDocumented || (isConstant && MESSAGES.test(path))) return false;
        return taken.has(`${path}#${name}`) || taken.has(`${path}#*`);
      })
      .map(({ name, line }) => `${path}:${line} ${name}`);
  });
}

describe("exports that another folder imports", () => {
  it("have a TSDoc comment", () => {
    expect(undocumented(readSources(["src", "gateway"]))).toEqual([]);
  });

  it("are found through every kind of import", () => {
    const sources: Sources = new Map([
      [
        "src/a/many.ts",
        [
          "/** Exports all kinds. */",
          "export interface First {}",
          "/** One comment. */",
          "export const documented = 1;",
          "export const { inner, other: [second] } = object;",
          "export function outside() {}",
          "// Not a TSDoc comment.",
          "export class Class {}",
          "export const inside = 1;",
          "export type Again = string;",
          "export default 1;",
        ].join("\n"),
      ],
      ["src/a/index.ts", 'export { type Again as Renamed } from "./many.js";\nimport { inside } from "./many.js";'],
      ["src/a/only.ts", "/** Exports `only`. */\nexport const only = 1;"],
      ["src/a/whole.ts", "/** Exports both. */\n/** One. */\nexport const one = 1;\nexport const two = 2;"],
      ["src/a/star.ts", 'export * from "./starred.js";'],
      ["src/a/starred.ts", "/** Exports both. */\nexport const one = 1;\nexport const two = 2;"],
      ["src/a/lazy.ts", "/** Exports both. */\nexport const one = 1;\nexport const two = 2;"],
      ["src/language/some-problems.ts", "/** Exports findings. */\nexport const message = () => 1;\nexport function code() {}"],
      [
        "src/b/user.ts",
        [
          'import { type First, documented, inner as renamed, second, outside, Class } from "../a/many.js";',
          'import type { Renamed } from "../a/index.js";',
          'import { only } from "../a/only.js";',
          'import * as whole from "../a/whole.js";',
          'import { two } from "../a/star.js";',
          'import * as problems from "../language/some-problems.js";',
          'const lazy = import("../a/lazy.js");',
        ].join("\n"),
      ],
    ]);
    expect(undocumented(sources)).toEqual([
      "src/a/many.ts:2 First",
      "src/a/many.ts:5 inner",
      "src/a/many.ts:5 second",
      "src/a/many.ts:6 outside",
      "src/a/many.ts:8 Class",
      "src/a/many.ts:10 Again",
      "src/a/whole.ts:4 two",
      "src/a/starred.ts:3 two",
      "src/a/lazy.ts:2 one",
      "src/a/lazy.ts:3 two",
      "src/language/some-problems.ts:3 code",
    ]);
  });
});
