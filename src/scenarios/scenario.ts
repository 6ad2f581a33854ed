/** Exports the types of `flows/scenarios/*.json` (`schemas/scenario.schema.json`), for the runner and the flow tool. */
import type { Json } from "../language/definition.js";

/** What a step presses to close an open question with neither of its answers, or the suggestions of a field. */
export const ESCAPE = "Escape";

/** The scenarios of one file, by name. */
export interface ScenarioFile {
  readonly scenarios: Readonly<Record<string, Scenario>>;
}

/** Steps, and what can follow them: each case begins again with all steps that lead to it. */
export interface Branch {
  readonly steps: readonly Step[];
  /** Cases by name. */
  readonly cases?: Readonly<Record<string, readonly Step[] | Branch>>;
  /** By operation and failure: what changes when the call that waits after the steps fails. */
  readonly failures?: Readonly<Record<string, Readonly<Record<string, Changes>>>>;
}

/** Everything that an answer changes, of what a depositor sees, of the state and of the calls; a text: only the message at the control. */
export type Changes = string | See;

/** A scenario: its start, what operations answer, and its steps, with the walks that continue them (`Branch`). */
export interface Scenario extends Branch {
  /** The brands to which it applies; without it, all. */
  readonly brands?: readonly string[];
  readonly given?: {
    /** A file of `flows/personas`; without it, a visitor who is not logged in. */
    readonly persona?: string;
    /** Slices to replace, whole. */
    readonly state?: { readonly [slice: string]: Json };
    /** An ISO instant. */
    readonly now?: string;
  };
  /** What operations answer whenever they are called, by operation. A query without one answers with the slices of the state. */
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** `ok`: the value of the operation's field, or an object of its fields where it has several. */
export type Answer =
  | {
      readonly ok: Json;
      /** Variables of the call that the answer has as fields, where they are given. */
      readonly repeats?: readonly string[];
    }
  | {
      /** As in `flows/outcomes.json`: `401`, `422.invalid_code`, `network`, `timeout`. */
      readonly fails: string;
      readonly message?: string;
      readonly errors?: readonly { readonly path: string; readonly message: string }[];
    };

/** One step: what the depositor or the bank does, or what must be seen then. A step has exactly one of these forms. */
export type Step =
  | { readonly open: string }
  /** Values by the path of the field. */
  | { readonly fill: { readonly [field: string]: Json } }
  /** A text that is typed into a field that looks something up, by the path of the field; the depositor stays in the field. */
  | { readonly type: { readonly [field: string]: string } }
  /** The text of a control; `nth`: its position among the controls with this text, from 1. */
  | { readonly press: string; readonly nth?: number }
  /** The browser's Back. */
  | { readonly goBack: true }
  /** The browser loads the page again: only what the browser persists is left of the state. */
  | { readonly reload: true }
  | ({ readonly answer: string; readonly changes?: Changes } & Answer)
  | { readonly destinations: Destinations; readonly brands?: OwnRows<Destinations> }
  /** Nothing is submitted. */
  | { readonly try: Tried; readonly brands?: OwnRows<Tried> }
  | { readonly answers: Readonly<Record<string, Answer>> }
  /** Another tab of the browser has changed these fields of answers. */
  | { readonly otherTab: readonly string[] }
  /** An ISO 8601 duration, in which nobody touches the page unless `while` says otherwise. */
  | { readonly wait: string; readonly while?: Meanwhile }
  /** A message of the embedded provider; null when the depositor leaves it. */
  | { readonly provider: Json }
  | { readonly see: See };

/** The depositor types all the time, looks at another tab, or leaves the page and comes back with the browser's Back. */
export type Meanwhile = "typing" | "hidden" | "left";

/** By address, and by the path where it ends: the personas, or "a visitor". Each opens the address without anything before it. */
export type Destinations = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** By field and value: the error of the form's own rules at the field, or null where there is none. An empty text clears the field; `x{129}` is a text of 129 x. */
export type Tried = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/** By the slug of a brand: the rows of a table, by address or field, that are otherwise with it. */
export type OwnRows<Table> = Readonly<Record<string, Table>>;

/** What must be seen with every brand. */
export interface See extends Expectation {
  /** By the slug of a brand: the keywords that it shows otherwise. */
  readonly brands?: Readonly<Record<string, Expectation>>;
}

/** What must be seen. Each keyword is optional. */
export interface Expectation {
  /** The path, with its query. */
  readonly path?: string;
  readonly screen?: string;
  readonly title?: string;
  readonly shell?: string;
  /** The percentage of the progress bar; null where there is none. */
  readonly progress?: number | null;
  /** The label of the stage beside it; null where there is none. */
  readonly stage?: string | null;
  /** The labels of the navigation; the entry that is highlighted is marked as current. */
  readonly navigation?: readonly string[];
  /** The numbers at entries of the navigation, by label; those that are 0 are not shown. */
  readonly badges?: Readonly<Record<string, number>>;
  /** The institution's banners. */
  readonly banners?: readonly string[];
  /** Texts that the page contains: those of the screen, its main heading, and the open question. */
  readonly texts?: readonly string[];
  /** Texts that the page contains nowhere. */
  readonly absent?: readonly string[];
  /** All texts of the screen, in their order, with what is shown beside them in brackets. */
  readonly content?: readonly string[];
  /** The texts of all controls of the screen, in their order. */
  readonly controls?: readonly string[];
  /** The address to which a control leads, by its text; several for controls with the same text. */
  readonly links?: Readonly<Record<string, string | readonly string[]>>;
  /** The texts of the main actions of the screen, in their order. */
  readonly primary?: readonly string[];
  /** The operations that were sent since the last `see`, in their order; those that are answered at once as well. */
  readonly sent?: readonly string[];
  /** All variables of the last call of each operation, also of one that was answered at once; null when it was not sent. */
  readonly variables?: Readonly<Record<string, Json>>;
  /** The calls that wait for an answer, each with its operation and some or all of its variables. */
  readonly calls?: readonly { readonly operation: string; readonly with?: { readonly [name: string]: Json } }[];
  /** The errors at fields, by path; an empty object when there are none. */
  readonly errors?: Readonly<Record<string, string>>;
  /** The message at the control that failed; null when there is none. */
  readonly failure?: string | null;
  /** The severity of that message. */
  readonly severity?: string | null;
  /** The message of the app; null when none is open. */
  readonly notification?: { readonly message: string; readonly severity?: string } | null;
  /** The link of the message at the control, else of that of the app; null when there is none. */
  readonly link?: { readonly label: string; readonly href: string } | null;
  /** The question that is open; null when there is none. */
  readonly question?: string | null;
  /** All texts of the open dialog: its title, its text, the answer that performs the action, and the other one; null when there is none. */
  readonly dialog?: readonly string[] | null;
  /** Values of the state by path. */
  readonly state?: { readonly [path: string]: Json };
  /** The addresses of the downloads since the last step. */
  readonly downloads?: readonly string[];
}
