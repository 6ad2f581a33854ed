/**
 * The flow language as its authors write it (language 2). `schemas/flow.schema.json` and
 * `schemas/app.schema.json` say the same as JSON Schema; a test holds the two together.
 *
 * Rules that hold everywhere:
 * - collections are keyed maps (nothing is addressed by an array index), so that an overlay (JSON Merge Patch, RFC 7396)
 *   can change, add or remove (`null`) one entry; they stand in the order of their keys, or in that of `order`;
 * - a string where a predicate is expected is the *name* of a predicate; a string where a value is expected is itself;
 * - `Value`s and `Words` values are json-logic over the scope: the depositor's state at top level, and
 *   `data` (answers of this screen's queries), `form`, `item`, `result`, `error` where they exist.
 */

/** The version of the language that this compiler reads. */
export const LANGUAGE = 2;

/** JSON, as parsed. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A predicate: the name of one in `predicates.json`, or json-logic over names and the state. */
export type Predicate = Json;

/** A json-logic expression that gives a value; a string, number, boolean or null is itself. */
export type Value = Json;

/**
 * A predicate asked of a form that is being filled in: as {@link Predicate}, and with the operators of values (`substr`,
 * `entry`, ...), since no proof goes through it.
 */
export type Condition = Json;

/** Text in ICU MessageFormat, with `values` for its arguments; or a value alone (`{"var": ...}`), which is the whole text. */
export type Words =
  | string
  | { readonly text: string; readonly values?: Readonly<Record<string, Value>> }
  | { readonly [operator: string]: Json };

/** A keyed map with an order: the order in which its keys are written, or `order`, which names each key once. */
export interface Ordered<T> {
  readonly order?: readonly string[];
  readonly items: Readonly<Record<string, T>>;
}

export type Severity = "success" | "info" | "warning" | "error";

/** Rows of which the first that holds applies: a text for the one row that it stands for, one row, or rows by key. */
export type Rows<Short, Row> = Short | Row | Ordered<Row>;

export interface ShellRow {
  readonly when?: Predicate;
  /** A name of `app.shells`. */
  readonly use: string;
}

/** A back link: where it goes, the decision that chooses where, or the action that it raises. */
export interface BackRow {
  readonly when?: Predicate;
  readonly go?: string | GoTarget;
  readonly decide?: string;
  readonly action?: string;
  /** The browser's Back performs this row, also where the page before is open by its address. */
  readonly browser?: boolean;
}

/** Where the app redirects when a guard fails: the first row whose `when` holds (a row without `when` always does). */
export interface FallbackRow {
  readonly when?: Predicate;
  readonly go: string;
}

/**
 * An effect: one or more words of the closed list under one `when`. They are performed in the order in which they stand
 * here, whatever the order in which they are written; each reads the state that the ones before it have left.
 */
export interface Effect {
  readonly when?: Predicate;
  /** Writes state paths that `state.schema.json` marks `x-writable`. `alerts[].read_at` writes to the items of a list. */
  readonly set?: Readonly<Record<string, Value>>;
  /** Beside `set`: only the items whose fields have these values are written to; without it, all are. */
  readonly where?: Readonly<Record<string, Value>>;
  /** Slices set back to their initial values; `all` keeps only `dismissed` and clears what is persisted. */
  readonly reset?: "all" | readonly string[];
  /** Sends queries of this screen (by their key in `data`) or app loads again. */
  readonly refetch?: readonly string[];
  /** A list of `{path, message}`: shown at the fields of the form that was sent, and in its summary. */
  readonly fieldErrors?: Value;
  readonly notify?: { readonly message: Words | { readonly var: string }; readonly severity?: Severity };
  /** As `notify` with the message of the error, at this severity. */
  readonly notifyError?: Severity;
  /** Starts a download of a gateway address. */
  readonly download?: { readonly url: Value; readonly filename?: Value };
  /** Opens an embedded provider (fastlink) with what the server minted. */
  readonly openProvider?: { readonly provider: string; readonly config: Value };
  readonly go?: string | GoTarget;
  /** Goes where the named decision table leads. */
  readonly decide?: string;
  /** Performs nothing, and stands alone: a failure that is handled without the depositor seeing anything. */
  readonly silent?: true;
}

/** One effect, or effects by key in their order. The first `go` or `decide` that is performed ends them. */
export type Effects = Effect | Ordered<Effect>;

export interface GoTarget {
  /** A path of the flows; `:name` parts are filled from `params`. */
  readonly path: string | { readonly var: string };
  readonly params?: Readonly<Record<string, Value>>;
  readonly state?: Readonly<Record<string, Value>>;
  readonly search?: Readonly<Record<string, Value>>;
  readonly replace?: boolean;
}

/**
 * What happens on an event of a screen. With `call`, the named GraphQL operation is sent and `on` names each
 * outcome: `ok`, `422.duplicate_ssn` (status.code), `422`, `network`, `timeout`, `*`. Matched in this order:
 * own status.code, own status, app status.code, app status, own `*`, app `*`. Without `call`, `then` is done.
 */
export interface ActionDefinition {
  readonly when?: Predicate;
  /** The step of a wizard to which the action leads: `next`, `back`, `first`, or its name. */
  readonly step?: string;
  /** Beside `step`, on a screen that is not a page of the wizard: its name. */
  readonly wizard?: string;
  /** Asks first, in a dialog. */
  readonly confirm?: { readonly title: Words; readonly text: Words; readonly confirm: Words; readonly cancel: Words };
  readonly call?: string;
  readonly with?: Readonly<Record<string, Value>>;
  readonly optimistic?: Effects;
  readonly on?: Readonly<Record<string, Effects>>;
  /** Beside `call`: every failure without an entry of its own in `on` performs nothing, except 401. */
  readonly silent?: true;
  readonly then?: Effects;
  /** Findings that are accepted here. */
  readonly waivers?: readonly Waiver[];
}

/** A query of the screen. Fields of the answer that are named as state slices are written to those slices. */
export interface DataDefinition {
  readonly query: string;
  readonly with?: Readonly<Record<string, Value>>;
  readonly when?: Predicate;
  /**
   * What the runtime shows in place of the blocks that read the query while it has failed: the app's standard state without
   * it, own texts, or "ignore" for a query whose blocks are true without its answer.
   */
  readonly onFailure?: "ignore" | { readonly heading?: Words; readonly text: Words };
}

/** A block of a body: `block` names one of `BLOCKS` (definition-blocks.ts), the rest are its properties. */
export interface BlockDefinition {
  readonly block: string;
  readonly when?: Predicate;
  readonly [property: string]: unknown;
}

export type Body = Ordered<BlockDefinition>;

/** A timer of a screen: after a wait, or every so often until a predicate holds. */
export interface TimerDefinition {
  /** A duration's name in `app.flow.json`. */
  readonly after?: string;
  /** A poll's name in `app.flow.json`. */
  readonly every?: string;
  readonly until?: Predicate;
  readonly action: string;
  /** For `every`: the action when the poll's limit has passed. */
  readonly limit?: string;
}

export interface ScreenDefinition {
  /** One path, or the same screen under several; `:name` is a parameter. `*` is the catch-all. */
  readonly path: string | readonly string[];
  readonly title: Words;
  /** A screen without one has the default of its file. */
  readonly shell?: Rows<string, ShellRow>;
  /** Names of `app.gates`, asked in this order before the guard. */
  readonly gates?: readonly string[];
  /** Who may see the screen. `true` = everyone. A page of a wizard has the wizard's. */
  readonly guard?: Predicate;
  /** A brand may remove this screen. */
  readonly optional?: true;
  /** Where the app redirects when the guard fails; where no row applies, the app's own `fallback` does. */
  readonly fallback?: Rows<string, FallbackRow>;
  /** Query keys that become route state (the query wins) and leave the address. */
  readonly queryToState?: readonly string[];
  /** An e-mail of the bank has a link to this screen, whose query carries these keys; each is lifted. */
  readonly emailLink?: readonly string[];
  readonly data?: Readonly<Record<string, DataDefinition>>;
  readonly body: Body;
  readonly actions?: Readonly<Record<string, ActionDefinition>>;
  /** Actions done each time the screen is entered. */
  readonly onEnter?: readonly string[];
  readonly timers?: Readonly<Record<string, TimerDefinition>>;
  /** A back link: a path, or the first row whose `when` holds; `action` instead of `go` runs an action. */
  readonly back?: Rows<string, BackRow>;
  /** Percentage of the registration bar; the stage follows from `app.stages`. */
  readonly progress?: number;
  /** Whether the bar is drawn; without it, wherever there is a percentage. */
  readonly bar?: Predicate;
  /** The chunk that is likely next: journeys fetched ahead. */
  readonly prefetch?: readonly string[];
  /** Why this screen is an end: nobody need go on from here. */
  readonly end?: { readonly reason: string };
  /** Findings that are accepted here: rule name to reason. */
  readonly waivers?: readonly Waiver[];
}

/** A finding of `flows check` that is known and stands, with its reason; one that no longer matches is a finding. */
export interface Waiver {
  readonly rule: string;
  /** Narrows it to the cases of this predicate. */
  readonly when?: Predicate;
  readonly reason: string;
}

/** Words that the screens of a file have where they do not have their own. */
export interface ScreenDefaults {
  readonly shell?: ScreenDefinition["shell"];
  readonly gates?: readonly string[];
  readonly guard?: Predicate;
}

export interface FlowFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly journey: string;
  readonly wizards?: Readonly<Record<string, WizardDefinition>>;
  readonly defaults?: ScreenDefaults;
  readonly screens: Readonly<Record<string, ScreenDefinition>>;
}

/** Pages in one order, from which their guards, Back, Continue, Edit and the rows that resume them follow. */
export interface WizardDefinition {
  /** The path of the state that holds the step, where the server keeps it. */
  readonly step?: string;
  readonly guard?: Predicate;
  readonly save?: string;
  readonly variable?: string;
  readonly resume?: string;
  readonly then?: string;
  readonly exit?: string;
  readonly review?: string;
  readonly return?: { readonly state?: string; readonly search?: string };
  readonly edit?: Words;
  readonly on?: ActionDefinition["on"];
  readonly steps: { readonly order?: readonly string[]; readonly items: Readonly<Record<string, WizardStep>> };
}

export interface WizardStep {
  readonly screen: string;
  readonly progress?: number;
  readonly when?: Predicate;
}

/** `values.json`: what stands in the place of `{"value": name}`. */
export interface ValuesFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly values: Readonly<Record<string, NamedValue>>;
}

export interface NamedValue {
  readonly description: string;
  readonly value: Value;
}

export interface PredicatesFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly predicates: Readonly<
    Record<string, { readonly description: string; readonly logic: Predicate; readonly waivers?: readonly Waiver[] }>
  >;
}

export interface DecisionRow {
  readonly when?: Predicate;
  /** A path of the flows, or a path with the route state that its screen reads. */
  readonly go?: string | { readonly path: string; readonly state?: Readonly<Record<string, Value>> };
  /** In place of `go`: a row for each step of this wizard. */
  readonly wizard?: string;
  readonly waivers?: readonly Waiver[];
}

/** Ordered rows, first match wins; the last has no `when`. */
export interface DecisionDefinition {
  readonly description: string;
  readonly order?: readonly string[];
  readonly rows: Readonly<Record<string, DecisionRow>>;
  /** Asked only where this holds (the totality proof's domain). */
  readonly precondition?: Predicate;
}

export interface DecisionsFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly decisions: Readonly<Record<string, DecisionDefinition>>;
}
