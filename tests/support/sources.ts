/**
 * Exports the repository's source files and their imports, read with TypeScript's parser, for the architecture tests.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import ts from "@typescript/typescript6";

/** The repository's root, with a trailing slash. */
export const ROOT = `${resolve(import.meta.dirname, "../..")}/`;

/** Source texts by path from the root. */
export type Sources = ReadonlyMap<string, string>;

const LEFT_OUT = new Set(["node_modules", "dist", "coverage", "artifacts", ".git", ".data", ".bundles"]);

/** Paths below a folder of the repository (`""` for all) or of another root, with `/`, sorted. */
export function filesBelow(folder: string, root = ROOT): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesBelow(path, root);
      return [path];
    })
    .sort();
}

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

export const readSources = (folders: readonly string[]): Sources =>
  new Map(
    folders
      .flatMap((folder) => filesBelow(folder))
      .filter((path) => /\.(tsx?|mjs)$/.test(path))
      .map((path) => [path, readText(path)]),
  );

export interface Import {
  readonly from: string;
  /** A path from the root for a relative import, otherwise the specifier. */
  readonly to: string;
  readonly specifier: string;
  readonly line: number;
  /** The compiler erases it. */
  readonly typeOnly: boolean;
  /** `import(...)`: loaded separately. */
  readonly dynamic: boolean;
}

export const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** `./a.js` of a TypeScript file is `a.ts`, `a.tsx` or, for what is not code, the file itself. */
export function target(from: string, specifier: string, sources: Sources): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = posix.join(posix.dirname(from), specifier.replace(/[?#].*$/, ""));
  const stem = path.replace(/\.jsx?$/, "");
  return [`${stem}.ts`, `${stem}.tsx`].find((candidate) => sources.has(candidate)) ?? path;
}

/** Every import and re-export of one file. */
export function importsOf(path: string, sources: Sources): Import[] {
  const file = parse(path, sources.get(path) ?? "");
  const found: Import[] = [];
  const add = (node: ts.Node, specifier: string, typeOnly: boolean, dynamic: boolean) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    found.push({ from: path, to: target(path, specifier, sources), specifier, line, typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text, isTypeOnly(node.importClause), false);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text, node.isTypeOnly, false);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) add(node, argument.text, false, true);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      add(node, node.argument.literal.text, true, false);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return (
    !clause.name && !!names && ts.isNamedImports(names) && names.elements.length > 0 && names.elements.every((each) => each.isTypeOnly)
  );
}

/** All imports of all sources, by file. */
export const importGraph = (sources: Sources): ReadonlyMap<string, readonly Import[]> =>
  new Map([...sources.keys()].map((path) => [path, importsOf(path, sources)]));

/** Import cycles, each once, as the paths of its files: Tarjan's strongly connected components algorithm (1972). */
export function cycles(graph: ReadonlyMap<string, readonly Import[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    low.set(path, own);
    stack.push(path);
    let lowest = own;
    for (const { to } of graph.get(path) ?? []) {
      if (!graph.has(to)) continue;
      if (!order.has(to)) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, order.get(to) ?? own);
    }
    low.set(path, lowest);
    if (lowest === own) {
      const component = stack.splice(stack.indexOf(path));
      const selfImport = (graph.get(path) ?? []).some(({ to }) => to === path);
      if (component.length > 1 || selfImport) found.push(component.sort());
    }
    return lowest;
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return found;
}

/** The files and packages that an entry reaches through runtime imports, each with its import chain. */
export function reached(entry: string, graph: ReadonlyMap<string, readonly Import[]>): ReadonlyMap<string, readonly string[]> {
  const chains = new Map<string, readonly string[]>([[entry, [entry]]]);
  const queue = [entry];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const chain = chains.get(path) ?? [];
    for (const { to, typeOnly } of graph.get(path) ?? []) {
      if (typeOnly || chains.has(to)) continue;
      chains.set(to, [...chain, to]);
      queue.push(to);
    }
  }
  return chains;
}

/** The package of a bare specifier: `@scope/name/deep` is `@scope/name`. */
export const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
