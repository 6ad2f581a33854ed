/** Exports the types of the files that hold for all screens: the app file, the files of a brand. As `definition.ts`. */
import type {
  ActionDefinition,
  DataDefinition,
  Effects,
  FallbackRow,
  Json,
  LANGUAGE,
  Ordered,
  Predicate,
  Rows,
  Value,
  Waiver,
  Words,
} from "./definition.js";

/** The parts of a date, as options of `Intl.DateTimeFormat`. */
export interface DateParts {
  readonly year?: "numeric" | "2-digit";
  readonly month?: "numeric" | "2-digit" | "narrow" | "short" | "long";
  readonly day?: "numeric" | "2-digit";
  readonly weekday?: "narrow" | "short" | "long";
  readonly hour?: "numeric" | "2-digit";
  readonly minute?: "numeric" | "2-digit";
  readonly timeZoneName?: "short" | "long";
}

/** How money, percentages and dates are formatted. */
export interface FormatsDefinition {
  /** ISO 4217. */
  readonly currency: string;
  /** Of instants: a name of the IANA database. */
  readonly timeZone: string;
  readonly date: DateParts;
  /** Dates of the axis of a chart. */
  readonly shortDate: DateParts;
  readonly dateTime: DateParts;
  readonly percent: { readonly minimumFractionDigits: number; readonly maximumFractionDigits: number };
}

/** A frame around screens. */
export interface ShellDefinition {
  readonly width: "narrow" | "wide";
  /** The frame shows the entries of `app.navigation`. */
  readonly navigation?: true;
}

export interface NavigationEntry {
  readonly path: string;
  readonly label: Words;
  readonly icon: string;
  readonly when?: Predicate;
  /** A count shown beside the label when above 0. */
  readonly badge?: Value;
}

/** A constant table. `{"entry": [table, key]}` reads an entry; it is null for a key without one. */
export interface TableDefinition {
  readonly description: string;
  readonly entries: Readonly<Record<string, string | number>>;
}

/** A query for suggestions. `item` is the typed text in `with`, and an entry of the answer's list in `label` and `fills`. */
export interface LookupDefinition {
  readonly query: string;
  readonly with: Readonly<Record<string, Value>>;
  readonly label: Words;
  /** The texts that a chosen entry fills in, by field of the form. */
  readonly fills: Readonly<Record<string, Value>>;
}

/** The events that the app raises on every screen. */
export type AppEvent = "logout" | "contact" | typeof PAGE_VIEW | typeof STALE_SCREEN | "dismissNotification" | "dismissBanner";

/** A screen was entered. `item`: its `screen` and `title`. */
export const PAGE_VIEW = "pageView";
/** The guard of the current screen no longer holds. `item`: `typed`, whether a form has unsent input. */
export const STALE_SCREEN = "staleScreen";

/** `flows/app.flow.json`. */
export interface AppFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  /** Milliseconds by name. */
  readonly durations: Readonly<Record<string, number>>;
  /** Polls: milliseconds of the first wait, its growth, its ceiling and the limit of all. */
  readonly polls: Readonly<
    Record<string, { readonly first: number; readonly factor: number; readonly max: number; readonly limit: number }>
  >;
  readonly gates: Readonly<Record<string, { readonly when: Predicate; readonly go: string }>>;
  /** The redirect after a failed guard where no row of the screen applies; the last row has no `when`. */
  readonly fallback: Rows<string, FallbackRow>;
  readonly failures: Readonly<Record<string, Effects>>;
  /** Actions that the app itself raises on every screen, by the name of the event. */
  readonly events: Readonly<Record<AppEvent, ActionDefinition>>;
  /** The actions of the monitors. */
  readonly actions: Readonly<Record<string, ActionDefinition>>;
  /** Queries that the runtime sends whenever `when` holds and they have no answer in this session. */
  readonly loads: Readonly<Record<string, DataDefinition>>;
  /** Suggestions for the text of a field, by its widget (`address`). */
  readonly lookups?: Readonly<Record<string, LookupDefinition>>;
  /** Tables that values read with `entry`: the ZIP codes of each state, for example. */
  readonly tables?: Readonly<Record<string, TableDefinition>>;
  /** Paths at which depositors begin without a link in an email, by key. */
  readonly startPages: Readonly<Record<string, string>>;
  readonly formats: FormatsDefinition;
  readonly shells: Readonly<Record<string, ShellDefinition>>;
  readonly stages: Ordered<{ readonly label: Words; readonly from: number; readonly to: number }>;
  /** Where the bar is drawn at all, on screens with a percentage. */
  readonly bar?: Predicate;
  readonly navigation: Ordered<NavigationEntry>;
  /** Texts around the screens. */
  readonly chrome: Readonly<Record<string, Words>> & { readonly logo?: never };
  /** Texts of forms, their fields and failed data, on every screen. */
  readonly texts: Readonly<Record<string, Words>>;
  readonly logoDecision: string;
  readonly monitors: Readonly<Record<string, MonitorDefinition>>;
  /** Accepted findings that belong to no screen, predicate or decision. */
  readonly waivers?: readonly Waiver[];
}

export interface MonitorDefinition {
  readonly when: Predicate;
  /** `interval`: every `wait`; `visibility`: on return after `wait` of visibility; `idle`: after `wait` without input; `active`: every `wait` in which there was input. */
  readonly kind: "interval" | "visibility" | "idle" | "active" | "age" | "restored";
  readonly wait: string;
  readonly action: string;
}

export interface BrandFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly slug: string;
  readonly name: string;
  readonly short_name: string;
  readonly default?: boolean;
  readonly hosts: readonly string[];
  readonly upstream?: string;
  readonly link_restriction: LinkRestriction;
  readonly features: Readonly<Record<string, boolean>>;
  /** The terms of transfers, where the upstream does not answer with a transfer's dates: the cut-off (`HH:mm`, Eastern time), the hold in banking days. */
  readonly transfer_terms?: { readonly cut_off: string; readonly hold_days: number };
  readonly locale: string;
  readonly dark_scheme: boolean;
  readonly emails: { readonly support: string };
  readonly show_fdic: boolean;
  readonly color_primary: string;
  readonly color_secondary: string;
  readonly font: string;
  /** File names beside `brand.json`. */
  readonly logos: Readonly<Record<string, string>>;
}

export type LinkRestriction =
  | "FASTLINK_ONLY"
  | "MANUAL_ONLY"
  | "FASTLINK_SAME_FI_ONLY"
  | "MANUAL_SAME_FI_ONLY"
  | "UNRESTRICTED"
  | "BOTH_SAME_FI_ONLY";

/** A brand's overlay: merge patches over the base. `base` (optional, on a patched node) is the hash of the value that it changes. */
export interface OverlayFile {
  readonly $schema?: string;
  readonly language: typeof LANGUAGE;
  readonly app?: Json;
  readonly predicates?: Json;
  readonly decisions?: Json;
  /** Merge patches by the names of wizards and of values; over `fields.json`. */
  readonly wizards?: Json;
  readonly values?: Json;
  readonly fields?: Json;
  /** Merge patches by screen id. */
  readonly screens?: Json;
  /** Merge patches over JSON Schemas, by file name under `schemas/` (`forms/basic-information.json`). */
  readonly schemas?: Json;
}
