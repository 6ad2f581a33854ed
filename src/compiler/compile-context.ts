/** Exports the compiler's context (the position in the definition, the names and paths available there) and its reports. */
import type { Control, Origin } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import type { Formats } from "../language/formats.js";
import type { Language, LanguageSchema } from "../language/meta-schema.js";
import { removedButNamed } from "../language/overlay-problems.js";
import type { Finding } from "../language/problems.js";
import { childOf, type Entry, type SourceNode } from "../language/source.js";
import type { StaticType } from "../language/static-types.js";
import type { Operation } from "./operations.js";
import type { Semantics } from "./semantics.js";

/** A table of names. `complete` is false when a file that declares them could not be read whole: then no name is reported as unknown. */
export interface NameTable<T> {
  readonly entries: ReadonlyMap<string, T>;
  readonly complete: boolean;
  /** Names that the overlay removes, and where. */
  readonly removed?: ReadonlyMap<string, Origin>;
}

export interface ScreenEntry {
  readonly id: string;
  readonly journey: string;
  readonly key: Origin;
  readonly entry: Entry;
  readonly node: SourceNode;
  readonly paths: readonly string[];
}

export interface PredicateEntry {
  readonly key: Origin;
  readonly node: SourceNode;
  readonly logic: SourceNode | null;
}

/** The paths that a link may have: all but the catch-all. The same object for the same paths. */
export interface KnownPaths {
  /** The screen of each path. */
  readonly all: ReadonlyMap<string, string>;
  /** Those with parameters, in parts. */
  readonly patterns: readonly (readonly string[])[];
}

/** Everything of a brand's definition that can be named. */
export interface Names {
  readonly paths: KnownPaths;
  readonly predicates: NameTable<PredicateEntry>;
  readonly decisions: NameTable<SourceNode>;
  readonly gates: NameTable<SourceNode>;
  readonly shells: NameTable<SourceNode>;
  readonly durations: NameTable<SourceNode>;
  readonly polls: NameTable<SourceNode>;
  readonly tables: NameTable<SourceNode>;
  readonly lookups: NameTable<SourceNode>;
  readonly appActions: NameTable<SourceNode>;
  readonly failures: NameTable<SourceNode>;
  readonly loads: NameTable<SourceNode>;
  readonly values: NameTable<SourceNode>;
  readonly wizards: NameTable<SourceNode>;
  readonly fieldTypes: NameTable<SourceNode>;
  readonly optionLists: NameTable<SourceNode>;
  readonly fieldFormats: NameTable<SourceNode>;
  /** `autocomplete` of `flows/fields.json`: tokens by the name of a property. */
  readonly autocomplete: SourceNode | null;
  readonly journeys: NameTable<string>;
  readonly screens: NameTable<ScreenEntry>;
  readonly operations: NameTable<Operation>;
  readonly forms: NameTable<SourceNode>;
}

/** The slices with data of the depositor, which the end of a session resets. */
export interface PersonalSlices {
  /** The slice that shows whether a depositor is signed in (`"x-personal": "session"`); null where no slice does. */
  readonly session: string | null;
  /** All of them. */
  readonly all: readonly string[];
}

/** The names of a brand, which a text may have: the short one may also be an ordinary English word. */
export interface BrandNames {
  readonly slug: string;
  readonly name: string | null;
  readonly shortName: string | null;
}

/** The shared context of one brand's compilation: the names, types and formats that it reads, and where it reports findings and uses. */
export interface Linker {
  readonly language: Language;
  readonly names: Names;
  readonly state: StaticType;
  readonly semantics: Semantics;
  readonly personal: PersonalSlices;
  /** The names that no text of all brands has. */
  readonly brandNames: readonly BrandNames[];
  /** The app's formats in the brand's locale; placeholders while either is wrong. */
  readonly formats: Formats;
  /** A form's schema by name, references inlined. */
  formSchema(name: string): Json;
  /** Compiles an inner node (`compileNode`; passed here because the kinds that it calls cannot import it). */
  compileNode(node: SourceNode, schema: LanguageSchema, context: Context): unknown;
  report(at: Origin, finding: Finding): void;
  /** A stage begins: an exception in it names it and its file. */
  enter(stage: string, at: Origin): void;
  /** Marks a name as used; an unused name is a warning. */
  use(kind: UsedKind, name: string): void;
  /** Marks a value as read (`origins.ts`). */
  read(origin: string, at: Origin): void;
  /** Runs a check after everything is read: it relies on valid names and logic. It does not run where its screen has an error. */
  later(look: () => void): void;
  /** Compiles a part of a screen: findings and later checks belong to the screen. */
  within<T>(screen: string, work: () => T): T;
  /** The waivers of a node; the same ones each time. `proof`: the verifier matches those of its own rules. */
  waivers(node: SourceNode, proof: boolean): readonly PlacedWaiver[];
}

/** The kinds of names whose use is tracked. */
export const USED_KINDS = [
  "predicate",
  "operation",
  "variable",
  "decision",
  "gate",
  "shell",
  "duration",
  "poll",
  "table",
  "entry",
  "lookup",
  "appAction",
  "value",
  "schema",
  "property",
  "definition",
  "fieldType",
  "optionList",
  "fieldFormat",
] as const;
export type UsedKind = (typeof USED_KINDS)[number];

/** A waiver, and whether it accepts a finding. */
export interface PlacedWaiver {
  readonly rule: string;
  readonly at: Origin;
  /** The finding if it accepts nothing. */
  readonly stale: Finding;
  matched: boolean;
}

/** The data of the event that raises an action; null for an event without data. */
export interface Raising {
  readonly form: StaticType | null;
  readonly item: StaticType | null;
  /** The form block whose data it is. */
  readonly block: SourceNode | null;
  /** The paths that are not null where it is raised. */
  readonly facts: ReadonlySet<string>;
}

/** Where a part of a body is shown. */
export interface Shown {
  /** The conditions of the blocks around it, plain json-logic. */
  readonly when: readonly Json[];
  /** The list that repeats it for each item; null outside of lists. */
  readonly items: Json;
}

export interface ScreenContext {
  readonly id: string;
  readonly actions: NameTable<SourceNode>;
  readonly data: NameTable<SourceNode>;
  readonly node: SourceNode;
  /** The events that raise each action; complete once the body, the timers and the rest are compiled. */
  readonly raised: Map<string, Raising[]>;
  /** Queries whose answers are read. */
  readonly read: Set<string>;
  /** The controls of the body; complete once it is compiled. */
  readonly controls: Control[];
}

export interface Context {
  readonly linker: Linker;
  /** Names that values may read beside the state. */
  readonly scope: ReadonlyMap<string, StaticType>;
  /** Null outside of screens: then actions are the app's. */
  readonly screen: ScreenContext | null;
  /** The waivers that apply here, nearest first. */
  readonly waivers: readonly PlacedWaiver[];
  /** Paths that are not null at this position, because of the guard and every `when` around it. */
  readonly facts: ReadonlySet<string>;
  /** The conditions themselves, nearest last. */
  readonly holding: readonly SourceNode[];
  /** Null outside of a body. */
  readonly shown: Shown | null;
  /** A value whose parts are read elsewhere: the list whose items other keywords of its block read, and the initial data of a form. */
  readonly inParts?: SourceNode | null;
  /** In a form block: the block. */
  readonly block?: SourceNode;
  /** In an action: the forms that it sends. */
  readonly sent?: readonly SourceNode[];
}

export function withScope(context: Context, names: Iterable<readonly [string, StaticType]>): Context {
  return { ...context, scope: new Map([...context.scope, ...names]) };
}

/** The place inside a node that may have waivers. */
export function withWaivers(context: Context, node: SourceNode): Context {
  if (childOf(node, "waivers") === null) return context;
  const proof = context.screen === null || context.screen.node === node;
  return { ...context, waivers: [...context.linker.waivers(node, proof), ...context.waivers] };
}

/** Reports a finding, unless a waiver accepts it. */
export function reportUnlessWaived(context: Context, at: Origin, finding: Finding): void {
  const accepted = context.waivers.find(({ rule }) => rule === finding.rule);
  if (accepted === undefined) context.linker.report(at, finding);
  else accepted.matched = true;
}

/** Looks up a name; reports it when it cannot exist. */
export function named<T>(
  table: NameTable<T>,
  name: string,
  at: Origin,
  context: Context,
  unknown: (name: string, known: Iterable<string>) => Finding,
): T | null {
  const found = table.entries.get(name);
  if (found !== undefined) return found;
  const removed = table.removed?.get(name);
  if (removed !== undefined) context.linker.report(removed, removedButNamed(name, at));
  else if (table.complete) context.linker.report(at, unknown(name, table.entries.keys()));
  return null;
}
