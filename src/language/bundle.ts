/**
 * Exports the types of a bundle for every package: one brand's flows, checked, merged, linked and ready to be resolved. Plain
 * JSON (no functions), so that the browser, the gateway, the CLI and tests read the same data. `core` decides where a
 * depositor may be; a `journey` contains the content and the actions of its screens, and is fetched when it is needed.
 * A published bundle has no locations (`at`) and no names (`named`): they are in its source map (`source-map.ts`),
 * which browsers do not receive.
 */

import type { Json, LANGUAGE, Value } from "./definition.js";
import type { Formats } from "./formats.js";
import type { BrandFile, Effect, MonitorDefinition, ShellDefinition } from "./keywords.js";

/** Where a node was written. `layer` says whether the base or the brand's overlay wrote it. Lines and columns count from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly layer: "base" | "overlay";
  /** For a part of a named value, whose place is that of the use: the place where the part itself is written. Not in a bundle. */
  readonly written?: Origin;
}

/** `logic`: plain json-logic, names inlined. `named`: as written. */
export interface CompiledPredicate {
  readonly logic: Json;
  readonly named: Json;
  readonly at: Origin;
}

/** An ordered collection as compiled: `order` names each of the items once. */
export interface CompiledOrdered<T> {
  readonly order: readonly string[];
  readonly items: Readonly<Record<string, T>>;
}

/** Text without arguments is a string; otherwise the parsed ICU message (`@formatjs/icu-messageformat-parser`'s elements) and its values. */
export type Text = string | { readonly icu: readonly unknown[]; readonly values: Readonly<Record<string, Value>> };

/** The safe Markdown subset, parsed. */
export type Prose = readonly ProseNode[];
/** A node of prose. The depth of a heading is its level in the page; a link has a path of the flows, `https:` or `mailto:`. */
export type ProseNode =
  | { readonly type: "paragraph" | "emphasis" | "strong" | "item"; readonly children: Prose }
  | { readonly type: "heading"; readonly depth: 3 | 4; readonly children: Prose }
  | { readonly type: "list"; readonly ordered: boolean; readonly children: Prose }
  | { readonly type: "link"; readonly href: string; readonly children: Prose }
  | { readonly type: "break" }
  | { readonly type: "text"; readonly text: Text };

/** A row of `fallback`: its key, and the path to which a failed guard redirects where `when` holds. The first row that holds applies. */
export type CompiledFallback = { readonly key: string; readonly when?: CompiledPredicate; readonly go: string; readonly at: Origin };

/** Effects keep their shape; their `when` is plain json-logic, their texts are compiled, and `notifyError` is a `notify`. */
export type CompiledEffect = Omit<Effect, "when" | "notify" | "notifyError" | "silent" | "reset"> & {
  readonly when?: CompiledPredicate;
  /** `personal` is the list of these slices. */
  readonly reset?: "all" | readonly string[];
  readonly notify?: {
    readonly message: Text | { readonly var: string };
    readonly severity: "success" | "info" | "warning" | "error";
    readonly link?: { readonly label: Text; readonly go?: string; readonly mailto?: Value };
  };
};

/** An action as compiled: it has either a `call` with the effects of its outcomes, or `then`. */
export interface CompiledAction {
  /** Evaluated when it is raised: while it does not hold, the action does nothing. */
  readonly when?: CompiledPredicate;
  /** The question that the depositor must confirm first. */
  readonly confirm?: {
    readonly title: Text;
    readonly text: Text;
    readonly confirm: Text;
    readonly cancel: Text;
    /** How the confirm button looks: without it, as the primary button. */
    readonly style?: "danger";
    /** The action that the cancel button raises. */
    readonly cancelAction?: string;
    /** An instant (ISO 8601): the dialog counts down to it. */
    readonly deadline?: Value;
  };
  /** The name of the operation that it sends. */
  readonly call?: string;
  /** The variables of the operation. */
  readonly with?: Readonly<Record<string, Value>>;
  /** Performed when the call is sent, and rolled back when it fails. */
  readonly optimistic?: readonly CompiledEffect[];
  /** The effects by outcome: `ok`, `422.duplicate_ssn`, `422`, `*` (`handlerOf`). */
  readonly on?: Readonly<Record<string, readonly CompiledEffect[]>>;
  /** The effects of an action without a call. */
  readonly then?: readonly CompiledEffect[];
}

/** A query of a screen or a load of the app: sent while `when` holds. */
export interface CompiledData {
  readonly query: string;
  readonly with?: Readonly<Record<string, Value>>;
  readonly when?: CompiledPredicate;
  /** The query's own text for the failure state, or "ignore": blocks are shown with the state's present data. */
  readonly onFailure?: "ignore" | { readonly heading?: Text; readonly text: Text };
}

/** The parts of a screen that routing needs: all of them are in `core`. */
export interface ScreenRoute {
  readonly id: string;
  readonly journey: string;
  readonly paths: readonly string[];
  readonly title: Text;
  readonly shell: readonly { readonly when?: CompiledPredicate; readonly use: string }[];
  readonly gates: readonly string[];
  readonly guard: CompiledPredicate;
  readonly fallback: readonly CompiledFallback[];
  readonly queryToState: readonly string[];
  /** The query keys of the links to this screen in emails of the bank; null where no email has one. */
  readonly emailLink: readonly string[] | null;
  /** Percent of the registration, 0 to 100; null for a screen outside of it. */
  readonly progress: number | null;
  /** Whether the bar of `progress` is drawn; without it, always. A resolution has the percentage in any case. */
  readonly bar?: CompiledPredicate;
  /** The journeys that the browser loads in advance. */
  readonly prefetch: readonly string[];
  readonly at: Origin;
}

/** A block as compiled: predicates, texts, prose and values in place; a form carries its schema and uiSchema. */
export interface CompiledBlock {
  readonly key: string;
  readonly block: string;
  readonly when?: CompiledPredicate;
  readonly [property: string]: unknown;
}

/** The content of a form block in place of `schema` and `fields`. */
export interface CompiledForm {
  /** `forms/basic-information.json`; also the validator's name in the journey's validators module. */
  readonly schemaId: string;
  readonly schema: Json;
  readonly uiSchema: Json;
  /** Field paths in order, secrets marked. */
  readonly fields: CompiledOrdered<{
    readonly label: Text;
    readonly secret: boolean;
    readonly errors: Readonly<Record<string, Text>>;
    readonly warnings?: readonly CompiledWarning[];
    readonly when?: CompiledPredicate;
    /** For a list of fields: the name of one of its items. */
    readonly item?: Text;
  }>;
  /** Rules over several fields, in their order. */
  readonly checks?: readonly CompiledCheck[];
}

/** The rules for the data of a form, for the browser and the gateway. */
export interface FormContract {
  /** JSON Schema, overlay applied and references resolved. */
  readonly schema: Json;
  /** The checks that every form with this schema has and that read nothing but the form. */
  readonly checks: readonly CompiledCheck[];
}

/** A rule over several fields of a form. `when` and `require` give a truth. */
export interface CompiledCheck {
  readonly key: string;
  readonly when?: Value;
  readonly require: Value;
  /** The field at which the error is shown; `people[].share`: at that field of each item for which `require` fails. */
  readonly field: string;
  readonly error: Text;
  /**
   * The values of the form and of the item that it reads (`form.people[].share`, `item.share`): the check is evaluated
   * while none of them has its own error. For a check that its field equals another one: its field alone.
   */
  readonly reads: readonly string[];
  /** It reads nothing but the form, so that the gateway evaluates it as well. */
  readonly local: boolean;
}

/** A text for a valid but unlikely value. `when` gives a truth; `reads`: paths of the fields that it reads. */
export interface CompiledWarning {
  readonly key: string;
  readonly when: Value;
  readonly reads: readonly string[];
  readonly text: Text;
}

/** The content and the actions of a screen, without its route; part of a journey. */
export interface ScreenContent {
  readonly data: Readonly<Record<string, CompiledData>>;
  /** The main heading where it differs from the title. */
  readonly heading?: Text;
  readonly body: readonly CompiledBlock[];
  readonly actions: Readonly<Record<string, CompiledAction>>;
  /** The actions that are raised on entry, in their order. */
  readonly onEnter: readonly string[];
  /** `after` names a duration: raised once. `every` names a poll: raised until `until` holds; then `limit` is raised when its time is over. */
  readonly timers: Readonly<
    Record<
      string,
      {
        readonly after?: string;
        readonly every?: string;
        readonly until?: CompiledPredicate;
        readonly action: string;
        readonly limit?: string;
      }
    >
  >;
  /** The rows of Back; the first one that holds applies. `browser`: the browser's Back performs it as well. */
  readonly back: readonly {
    readonly when?: CompiledPredicate;
    readonly go?: Effect["go"];
    readonly action?: string;
    readonly browser?: boolean;
  }[];
  /** The screen is an intended dead end, for this reason. */
  readonly end?: { readonly reason: string };
}

/** A source of events on a screen: a control, a link, a timer, or an action that runs on entry. */
export interface Control {
  /** As messages name it. */
  readonly what: string;
  /** Where its target or the name of its action is written; null for an event that no control of the body raises. */
  readonly at: Origin | null;
  /** The conditions of the blocks around it and its own, plain json-logic: it is shown where all of them hold. */
  readonly when: readonly Json[];
  /** The list that repeats the control for each item; null for a control outside of lists. */
  readonly items: Value;
  /** The action of the screen that it raises. */
  readonly action: string | null;
  /** Where it goes: a path or a target; null when it raises an action. */
  readonly go: NonNullable<Effect["go"]> | null;
}

/** A GraphQL operation. The gateway accepts only documents of the bundle, by their hash. */
export interface CompiledOperation {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly document: string;
  /** SHA-256 of the document, hex: the manifest of trusted documents. */
  readonly hash: string;
  readonly journey: string;
  /** Top-level fields of the answer (after aliases). */
  readonly fields: readonly string[];
  /** The own names of the fields that have an alias: their data changes with the field of this name. */
  readonly aliased?: readonly string[];
  /** The variable for which the runtime supplies the key of the attempt. */
  readonly idempotencyKey?: string;
}

/** A named decision: the first row that holds gives the path to go to. */
export interface CompiledDecision {
  readonly name: string;
  readonly rows: readonly {
    readonly key: string;
    readonly when?: CompiledPredicate;
    readonly go: string;
    /** The value that the screen of `go` reads as `route.state`. */
    readonly state?: Readonly<Record<string, Value>>;
    readonly at: Origin;
  }[];
  readonly precondition?: CompiledPredicate;
}

/** A monitor of activity or time: it runs while `when` holds. */
export interface CompiledMonitor extends Omit<MonitorDefinition, "when"> {
  readonly when: CompiledPredicate;
}

/** A query for suggestions for the text of a field. */
export interface CompiledLookup {
  readonly query: string;
  readonly with: Readonly<Record<string, Value>>;
  /** The number of typed characters from which the query is sent. */
  readonly minLength: number;
  readonly label: Text;
  readonly detail?: Text;
  /** Shown below the field when the query fails. */
  readonly failed: Text;
  /** Shown below the field when the query finds nothing. */
  readonly none: Text;
  readonly fills: Readonly<Record<string, Value>>;
}

/** The slices that the engine computes from the location and the clock: they have no initial value, and no reset changes them. */
export const COMPUTED_SLICES: readonly string[] = ["route", "now"];

/**
 * How long the browser persists a slice, and for whom. `session`: until logout. `depositor`: beyond logout, one value
 * for each depositor. `draft`: until logout, one value for each tab, discarded when a different depositor signs in.
 */
export type PersistenceScope = "session" | "depositor" | "draft";

/** The data that routing, the shell and the app need. The browser loads it first, and the journeys after it. */
export interface BundleCore {
  readonly language: typeof LANGUAGE;
  /** SHA-256, hex, over core (without this field), journeys and forms, all without locations and names: it changes exactly when behavior or text does. */
  readonly hash: string;
  readonly brand: BrandFile;
  readonly screens: Readonly<Record<string, ScreenRoute>>;
  /** The id of the screen with the path `*`. */
  readonly catchAll: string;
  /** Every slice's initial value, from `default` in `state.schema.json`. */
  readonly initial: { readonly [slice: string]: Json };
  /** Slices that the browser persists (`x-persisted`), with their scope. */
  readonly persisted: Readonly<Record<string, PersistenceScope>>;
  /** The version of the persisted slices whose shape has changed (`x-version`); the others have 1. A value of another version is dropped. */
  readonly versions: Readonly<Record<string, number>>;
  /** Slices that `reset: "all"` leaves as they are (`x-reset: "kept"`). */
  readonly keptOnReset: readonly string[];
  readonly predicates: Readonly<Record<string, CompiledPredicate>>;
  readonly decisions: Readonly<Record<string, CompiledDecision>>;
  readonly gates: Readonly<Record<string, { readonly when: CompiledPredicate; readonly go: string; readonly at: Origin }>>;
  readonly fallback: readonly CompiledFallback[];
  /** Milliseconds, by name. */
  readonly durations: Readonly<Record<string, number>>;
  /** The waits of polls, by name: the first one, the growth from one to the next, the longest one and the whole time; all but `factor` in milliseconds. */
  readonly polls: Readonly<
    Record<string, { readonly first: number; readonly factor: number; readonly max: number; readonly limit: number }>
  >;
  /** The app's effects by outcome, for those that an action does not handle itself. */
  readonly failures: Readonly<Record<string, readonly CompiledEffect[]>>;
  /** The actions of events and monitors. */
  readonly actions: Readonly<Record<string, CompiledAction>>;
  /** The names of the actions that the app raises on every screen. */
  readonly events: readonly string[];
  /** The queries that the app sends on every screen, by key. */
  readonly loads: Readonly<Record<string, CompiledData>>;
  /** By widget; empty where no form offers suggestions. */
  readonly lookups?: Readonly<Record<string, CompiledLookup>>;
  /** Paths at which depositors begin. */
  readonly startPages: readonly string[];
  /** In the locale of the brand. */
  readonly formats: Formats;
  readonly shells: Readonly<Record<string, ShellDefinition>>;
  /** The stages of the registration: a range of `progress` each, in percent, both ends included. */
  readonly stages: readonly { readonly key: string; readonly label: Text; readonly from: number; readonly to: number }[];
  /** Where the bar is drawn at all. */
  readonly bar?: CompiledPredicate;
  readonly navigation: readonly {
    readonly key: string;
    readonly path: string;
    /** Other pages that the entry is highlighted for. */
    readonly also?: readonly string[];
    readonly label: Text;
    readonly icon: string;
    readonly when?: CompiledPredicate;
    readonly badge?: Value;
  }[];
  /** The texts of the shell, such as the name of the logo's link. */
  readonly chrome: Readonly<Record<string, Text>>;
  /** The texts of the app for any screen, such as default error messages. */
  readonly texts: Readonly<Record<string, Text>>;
  /** The decision that gives the target of the logo. */
  readonly logoDecision: string;
  readonly monitors: Readonly<Record<string, CompiledMonitor>>;
  readonly operations: Readonly<Record<string, CompiledOperation>>;
  readonly journeys: readonly string[];
}

/** The contents of the screens of one journey, by the id of the screen. */
export interface BundleJourney {
  readonly journey: string;
  readonly screens: Readonly<Record<string, ScreenContent>>;
}

/** The whole result of the compiler for one brand. */
export interface Bundle {
  readonly core: BundleCore;
  readonly journeys: Readonly<Record<string, BundleJourney>>;
  /** The rules for the data of every form, by the id of its schema: the gateway validates with the same. */
  readonly forms: Readonly<Record<string, FormContract>>;
  /** The controls of each screen by its id, for the verifier and the flow tool: browsers do not receive them. */
  readonly controls: Readonly<Record<string, readonly Control[]>>;
}

/** A compiled JSON Schema validator (Ajv standalone). */
export interface CompiledValidator {
  /** Ages by the machine's date (UTC). */
  (data: unknown): boolean;
  /** Ages on a day, `YYYY-MM-DD`. */
  (this: { readonly today: string }, data: unknown): boolean;
  errors?:
    | readonly { instancePath: string; schemaPath: string; keyword: string; params: Record<string, unknown>; message?: string }[]
    | null;
}

/** rjsf's precompiled validators of one form: the root schema (keyed by its `$id`, the schema id) and every sub-schema it asks about. */
export type ValidatorFunctions = Readonly<Record<string, CompiledValidator>>;

/** The link of a message. A type alias, since the state is JSON: an interface has no index signature. */
export type MessageLink = {
  readonly label: string;
  /** A path of the flows, or `mailto:` with an address. */
  readonly href: string;
};
