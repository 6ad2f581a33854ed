/** Exports the mutants of the definitions, for `flows mutate`. */
import { getNodeValue, type Node, parseTree } from "jsonc-parser";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { type FlowSource, positionIn } from "../language/source.js";
import { documentMutants } from "./document-mutants.js";
import type { Mutant, MutationOperator, Place, Vocabulary } from "./mutant.js";
import { OPERATORS, OVERLAY_OPERATORS } from "./operators.js";

const DOCUMENT = /^flows\/[a-z][a-z0-9-]*\.graphql$/;
const SCHEMA = "gateway/schema.graphql";

/** The JSON files that a configurator edits. */
const FILES = [
  /^flows\/[a-z][a-z0-9-]*\.flow\.json$/,
  /^flows\/(?:predicates|decisions|values|fields)\.json$/,
  /^flows\/brands\/[a-z0-9-]+\/overlay\.json$/,
  /^schemas\/forms\/[a-z0-9-]+\.json$/,
  /^schemas\/state\.schema\.json$/,
];

/** Keys whose values do nothing: documentation, waivers of the checker, and the editor's schema. */
const IGNORED = new Set(["$schema", "$id", "$ref", "description", "examples", "waivers", "waive", "language", "$comment"]);

function vocabulary(core: BundleCore, source: FlowSource, names: ReadonlySet<string>): Vocabulary {
  const operations = Object.values(core.operations);
  const fields = JSON.parse(source.files.get("flows/fields.json") ?? "{}") as { readonly types?: object };
  const literals = new Map<string, Set<string>>();
  for (const text of source.files.values()) collectLiterals(text, literals);
  return {
    predicates: Object.keys(core.predicates),
    paths: Object.values(core.screens).flatMap(({ paths }) => paths.filter((path) => !path.includes(":") && path !== "*")),
    decisions: Object.keys(core.decisions),
    durations: Object.keys(core.durations),
    polls: Object.keys(core.polls),
    shells: Object.keys(core.shells),
    fieldTypes: Object.keys(fields.types ?? {}),
    queries: operations.filter(({ kind }) => kind === "query").map(({ name }) => name),
    mutations: operations.filter(({ kind }) => kind === "mutation").map(({ name }) => name),
    variables: [...names].sort(),
    literals: new Map([...literals].map(([name, values]) => [name, [...values].sort()])),
  };
}

/** The texts that comparisons of a variable name: `{"===": [{"var": "a"}, "x"]}`. */
function collectLiterals(text: string, literals: Map<string, Set<string>>): void {
  for (const [, name = "", value = ""] of text.matchAll(/\[\s*\{\s*"var":\s*"([^"]+)"\s*\},\s*"([^"]+)"\s*\]/g))
    literals.set(name, (literals.get(name) ?? new Set()).add(value));
}

function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/"var":\s*"([^"]+)"/g)].map(([, name = ""]) => name);
}

/** Every mutant of the definitions, in the order of the files. `core`: a brand's, for the names that mutants may use. */
export function mutantsOf(source: FlowSource, core: BundleCore): readonly Mutant[] {
  const files = [...source.files].filter(([file]) => FILES.some((pattern) => pattern.test(file)));
  const names = vocabulary(core, source, new Set(files.flatMap(([, text]) => variablesIn(text))));
  const documents = [...source.files].filter(([file]) => DOCUMENT.test(file));
  const sdl = source.files.get(SCHEMA) ?? "";
  return [
    ...files.flatMap(([file, text]) => mutantsOfFile(file, text, names)),
    ...documents.flatMap(([file, text]) => documentMutants(file, text, sdl)),
  ];
}

function mutantsOfFile(file: string, text: string, names: Vocabulary): readonly Mutant[] {
  const root = parseTree(text);
  if (root === undefined) return [];
  const position = positionIn(text);
  const mutants: Mutant[] = [];
  const operators = file.endsWith("/overlay.json") ? OVERLAY_OPERATORS : OPERATORS;

  function apply(node: Node, place: Place, { kind, mutate }: MutationOperator): void {
    for (const [variant, { value, change }] of mutate(place, names).entries()) {
      const pointer = place.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
      const { line, column } = position(node.offset);
      mutants.push({
        id: `${kind} ${file}#${pointer}${variant === 0 ? "" : ` ${variant + 1}`}`,
        kind,
        file,
        line,
        column,
        change,
        screen: place.path[0] === "screens" && typeof place.path[1] === "string" ? place.path[1] : null,
        text: () => replaced(text, node, value),
      });
    }
  }

  function visit(node: Node, path: readonly (string | number)[], parent: Json): void {
    const value = getNodeValue(node) as Json;
    for (const operator of operators) apply(node, { value, path, parent }, operator);
    if (node.type === "object")
      for (const { children: [key, inner] = [] } of node.children ?? [])
        if (key !== undefined && inner !== undefined && !IGNORED.has(String(key.value))) visit(inner, [...path, String(key.value)], value);
    if (node.type === "array") for (const [index, inner] of (node.children ?? []).entries()) visit(inner, [...path, index], value);
  }

  visit(root, [], null);
  return distinct(mutants);
}

/** The text with another value, on as many lines: what follows keeps its place, and the compiler what it has made of it. */
function replaced(text: string, { offset, length }: Node, value: Json): string {
  const breaks = text.slice(offset, offset + length).replaceAll(/[^\n]/g, "");
  return `${text.slice(0, offset)}${JSON.stringify(value)}${breaks}${text.slice(offset + length)}`;
}

/** Two operators may make the same change. */
function distinct(mutants: readonly Mutant[]): readonly Mutant[] {
  const seen = new Set<string>();
  return mutants.filter((mutant) => {
    const key = `${mutant.line}:${mutant.column} ${mutant.change}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** FNV-1a (Fowler, Noll and Vo 1991): a fixed order without a pattern. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}

/** A sample in which each kind has its turn, so that rare kinds are in it; the same sample in each run. */
export function sampleOf(mutants: readonly Mutant[], most: number): readonly Mutant[] {
  const byKind = new Map<string, Mutant[]>();
  for (const mutant of [...mutants].sort((one, other) => hashOf(one.id) - hashOf(other.id)))
    byKind.set(mutant.kind, [...(byKind.get(mutant.kind) ?? []), mutant]);
  const sample: Mutant[] = [];
  for (let round = 0; sample.length < Math.min(most, mutants.length); round += 1)
    for (const list of byKind.values()) {
      const mutant = list[round];
      if (mutant !== undefined && sample.length < most) sample.push(mutant);
    }
  return sample;
}
