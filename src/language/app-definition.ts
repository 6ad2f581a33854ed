/** Exports the types of the app file and of a brand's file that code reads. As `definition.ts`. */
import type { Json, LANGUAGE } from "./definition.js";

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

/** A screen was entered. `item`: its `screen` and `title`. */
export const PAGE_VIEW = "pageView";
/** The guard of the current screen no longer holds. `item`: `typed`, whether a form has unsent input. */
export const STALE_SCREEN = "staleScreen";

export interface MonitorDefinition {
  readonly when: Json;
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
