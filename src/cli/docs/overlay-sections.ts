/** Exports the sections of an overlay: the schema of each, its base, and the base merged with the shipped overlays, in explicit form. */

import { explicitForm, hasShortForm } from "../../compiler/explicit-form.js";
import { rewriteNode } from "../../compiler/normalise/rewrite.js";
import { mergePatch } from "../../compiler/overlay.js";
import type { Json } from "../../language/definition.js";
import { isObject, type JsonObject } from "../../language/json.js";
import type { Language, LanguageSchema } from "../../language/meta-schema.js";
import { pathOfId } from "../../language/screen-paths.js";
import {
  childOf,
  type Entry,
  entriesOf,
  type FlowSource,
  type ObjectNode,
  plain,
  readDocument,
  type SourceNode,
} from "../../language/source.js";

/** One section of the base, and the same with each shipped overlay. */
export interface Section {
  readonly base: JsonObject;
  readonly patched: readonly JsonObject[];
}

const APP = "flows/app.flow.json";

/** Every section by its keyword. */
export function overlaySections({ files }: FlowSource, language: Language): Readonly<Record<string, Section>> {
  const read = (file: string): SourceNode | null => readDocument(file, files.get(file) ?? "{}", "base").root;
  const names = [...files.keys()];
  const flows = names.filter((file) => /^flows\/[a-z0-9-]+\.flow\.json$/.test(file) && file !== APP).map(read);
  const schemas = names.flatMap((file) => /^schemas\/((?:forms\/)?[a-z0-9-]+\.json)$/.exec(file)?.[1] ?? []);
  const inFlows = (keyword: string): SourceNode => objectOf(flows.flatMap((flow) => entriesOf(childOf(flow, keyword))));
  const overlays = names.filter((file) => /^flows\/brands\/[a-z0-9-]+\/overlay\.json$/.test(file)).map(read);
  const section = (keyword: string, base: SourceNode | null, schema: LanguageSchema | null): readonly [string, Section] => {
    const node = base ?? objectOf([]);
    const patches = overlays.flatMap((overlay) => childOf(overlay, keyword) ?? []);
    const patched = patches.map((patch) => mergePatch(node, patch, schema, language, () => undefined));
    return [keyword, { base: explicit(node, schema, language), patched: patched.map((one) => explicit(one, schema, language)) }];
  };
  const written: readonly (readonly [string, SourceNode | null])[] = [
    ["app", withoutHeader(read(APP))],
    ["predicates", childOf(read("flows/predicates.json"), "predicates")],
    ["decisions", childOf(read("flows/decisions.json"), "decisions")],
    ["values", childOf(read("flows/values.json"), "values")],
    ["fields", withoutHeader(read("flows/fields.json"))],
    ["screens", inFlows("screens")],
    ["wizards", inFlows("wizards")],
  ];
  const forms = objectOf(schemas.flatMap((name) => entriesOf(objectOf([[name, entryOf(read(`schemas/${name}`))]]))));
  return Object.fromEntries([
    ...written.map(([keyword, base]) => section(keyword, base, schemaOf(keyword, language))),
    section("schemas", forms, null),
  ]);
}

/** The schema of a section's whole: `app` and `fields` are files, the others are a keyword of a file. */
export function schemaOf(keyword: string, language: Language): LanguageSchema {
  const inFile = (file: string): LanguageSchema => language.file(file).properties?.[keyword] ?? missing(keyword);
  switch (keyword) {
    case "app":
    case "fields":
      return withoutFileKeywords(language.file(`${keyword}.schema.json`));
    case "screens":
    case "wizards":
      return inFile("flow.schema.json");
    default:
      return inFile(`${keyword}.schema.json`);
  }
}

/** A file's schema without `$schema` and `language`, which an overlay has only once. */
function withoutFileKeywords(schema: LanguageSchema): LanguageSchema {
  const { $schema: _schema, language: _language, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function missing(keyword: string): never {
  throw new Error(`The language's schemas do not describe the section ${keyword} of an overlay`);
}

function explicit(node: SourceNode, schema: LanguageSchema | null, language: Language): JsonObject {
  const value = plain(
    schema === null ? node : rewriteNode(node, schema, language, { rewriter: explicitForm, concerns: hasShortForm }),
  ) as Json;
  return isObject(value) ? value : {};
}

/** The paths of a screen. */
export function pathsOf(id: string, screen: JsonObject): readonly string[] {
  const { path = pathOfId(id) } = screen;
  return Array.isArray(path) ? path.map(String) : [String(path)];
}

const NOWHERE = { file: "flows", line: 1, column: 1, layer: "base" } as const;

function objectOf(entries: readonly (readonly [string, Entry])[]): ObjectNode {
  return { kind: "object", entries: new Map(entries), at: NOWHERE, partial: false };
}

function entryOf(node: SourceNode | null): Entry {
  return { key: NOWHERE, node: node ?? objectOf([]) };
}

function withoutHeader(node: SourceNode | null): SourceNode {
  return objectOf(entriesOf(node).filter(([keyword]) => keyword !== "$schema" && keyword !== "language"));
}
