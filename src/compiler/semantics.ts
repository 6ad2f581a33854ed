/**
 * Exports the semantic types that `flows/semantics.json` declares (money.available, identity.email ...), and how they compare.
 * For the compiler: types of values carry them, and `semantic-checks.ts` compares them.
 */
import type { Origin } from "../language/bundle.js";
import type { Problem } from "../language/problems.js";
import * as problems from "../language/problems.js";
import { RecentTexts } from "../language/recent-texts.js";
import { unknownSemantics, unusedSemantics } from "../language/semantic-problems.js";
import {
  childOf,
  type Entry,
  entriesOf,
  type FlowSource,
  plain,
  positionIn,
  readDocument,
  type SourceNode,
  textOf,
} from "../language/source.js";
import type { StaticType } from "../language/static-types.js";

type Names = ReadonlyMap<string, ReadonlySet<string>>;

/** The semantic types that list each keyword of the file. */
export interface Semantics {
  /** The file's root; null without the file: then no value has a semantic type. */
  readonly root: SourceNode | null;
  readonly types: readonly (readonly [string, Entry])[];
  readonly names: ReadonlySet<string>;
  /** Those that are never shown or kept. */
  readonly secret: ReadonlySet<string>;
  /** By the name of a field of the state, of forms and of operations, where the field declares none itself. */
  readonly properties: Names;
  /** By the label beside a value. */
  readonly labels: Names;
  /** By the name of an argument of a text. */
  readonly arguments: Names;
  /** By the operator that formats a value. */
  readonly formats: Names;
  /** By the type of a field of a form. */
  readonly fieldTypes: Names;
  readonly problems: readonly Problem[];
}

const FILE = "flows/semantics.json";
const KEYWORDS = ["properties", "labels", "arguments", "formats", "fieldTypes"] as const;

const recent = new RecentTexts<Semantics>();

/** Reads the declarations. A source without the file declares none. */
export function readSemantics({ files }: FlowSource): Semantics {
  const text = files.get(FILE);
  return recent.of(text === undefined ? [] : [text], () => semanticsOf(text));
}

function semanticsOf(text: string | undefined): Semantics {
  const document = text === undefined ? null : readDocument(FILE, text, "base");
  const found: Problem[] = [...(document?.problems ?? [])];
  const entries = entriesOf(childOf(document?.root, "types"));
  const tables = Object.fromEntries(KEYWORDS.map((keyword) => [keyword, tableOf(keyword, entries, found)])) as Record<
    (typeof KEYWORDS)[number],
    Names
  >;
  return {
    root: document?.root ?? null,
    types: entries,
    names: new Set(entries.map(([name]) => name)),
    secret: secretOf(entries),
    ...tables,
    problems: found,
  };
}

function secretOf(types: readonly (readonly [string, Entry])[]): ReadonlySet<string> {
  return new Set(types.flatMap(([name, { node }]) => (childOf(node, "secret") === null ? [] : [name])));
}

function tableOf(keyword: (typeof KEYWORDS)[number], types: readonly (readonly [string, Entry])[], found: Problem[]): Names {
  const table = new Map<string, Set<string>>();
  for (const [name, { node }] of types) {
    const list = childOf(node, keyword);
    for (const item of list?.kind === "list" ? list.items : []) {
      const text = textOf(item);
      if (text === null) continue;
      const known = table.get(text);
      if (known === undefined) table.set(text, new Set([name]));
      // A label or an argument may show one of several; a field has one meaning.
      else if (keyword === "properties") found.push(problems.problemAt(item.at, problems.duplicateKey(text)));
      else known.add(name);
    }
  }
  return table;
}

/** Whether a value of one semantic type may be used as another: they are equal, or one is a kind of the other (`money.available` of `money`). */
const isCompatible = (one: string, other: string): boolean => one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** The semantic types in `given` that are not in `wanted`; none if `wanted` is empty. */
export function unlike(given: ReadonlySet<string>, wanted: ReadonlySet<string>): readonly string[] {
  return wanted.size === 0 ? [] : [...given].filter((one) => ![...wanted].some((other) => isCompatible(one, other)));
}

/** The type of a field with the semantic type that its name has, unless it declares one, or consists of fields itself. */
export function namedType<T extends StaticType>(type: T, name: string, { properties }: Pick<Semantics, "properties">): T {
  const semantics = properties.get(name);
  const single = type.properties.size === 0 && (type.any || type.types.has("string") || type.types.has("number"));
  return semantics === undefined || !single || type.semantics.size > 0 ? type : { ...type, semantics };
}

/** A type with the semantic types that the names of its fields have, at every depth. */
export function withNames(type: StaticType, semantics: Pick<Semantics, "properties">): StaticType {
  const properties = [...type.properties].map(([name, inner]) => [name, namedType(withNames(inner, semantics), name, semantics)] as const);
  return { ...type, properties: new Map(properties), items: type.items === null ? null : withNames(type.items, semantics) };
}

/**
 * The data that screens pass to each other. A key without a semantic type has its own name as its type, so that a value
 * passed as `deposit` is not read as `withdrawal`.
 */
export function withRouteState(state: StaticType): StaticType {
  const route = state.properties.get("route");
  const given = route?.properties.get("state");
  if (route === undefined || given === undefined) return state;
  const named = [...given.properties].map(
    ([name, type]) => [name, type.semantics.size > 0 ? type : { ...type, semantics: new Set([`route.state.${name}`]) }] as const,
  );
  const inner = { ...route, properties: new Map([...route.properties, ["state", { ...given, properties: new Map(named) }]]) };
  return { ...state, properties: new Map([...state.properties, ["route", inner]]) };
}

const OF_OPERATIONS = /@semantics\(type:\s*"([^"]*)"\)/g;

/** Reports names in the state schema and in the gateway's schema that are not declared, and declared types that nothing has. */
export function checkNames(
  { types, names, properties }: Semantics,
  stateSchema: SourceNode | null,
  operations: string,
): readonly Problem[] {
  const used = new Set([...properties.values()].flatMap((one) => [...one]));
  const found: Problem[] = [];
  const use = (name: string, at: Origin): void => {
    used.add(name);
    if (!names.has(name)) found.push(problems.problemAt(at, unknownSemantics(name, names)));
  };
  const visit = (node: SourceNode): void => {
    if (node.kind === "list") for (const item of node.items) visit(item);
    for (const [key, entry] of entriesOf(node))
      if (key === "x-semantics") use(String(plain(entry.node)), entry.node.at);
      else visit(entry.node);
  };
  if (stateSchema !== null) visit(stateSchema);
  const position = positionIn(operations);
  for (const { index, 1: name = "" } of operations.matchAll(OF_OPERATIONS))
    use(name, { file: "gateway/schema.graphql", ...position(index), layer: "base" });
  for (const [name, { key }] of types)
    if (![...used].some((one) => one === name || one.startsWith(`${name}.`))) found.push(problems.problemAt(key, unusedSemantics(name)));
  return found;
}
