/**
 * The vocabulary of bodies: what each block may say. `src/blocks` draws them (one component a block), the
 * compiler checks them against `schemas/blocks/*.json`. A new screen never needs a new block; a new *kind* of thing may.
 */
import type { BlockDefinition, Body, Condition, GoTarget, Ordered, Predicate, Severity, Value, Waiver, Words } from "./definition.js";

/** Markdown of the safe subset: paragraphs, lists, emphasis, strong, links (paths of the flows, https, mailto), `###` headings. ICU arguments allowed. */
export type Markdown = Words;

/** A control that raises an action (`action`), goes to a screen (`go`) or where a decision leads (`decide`): exactly one of them. */
export interface Control {
  readonly label: Words;
  readonly action?: string;
  readonly go?: string | GoTarget;
  readonly decide?: string;
  readonly style?: "primary" | "secondary" | "link" | "danger";
  readonly icon?: string;
  readonly when?: Predicate;
}

export interface TextBlock extends BlockDefinition {
  block: "text";
  markdown: Markdown;
  tone?: "body" | "lead" | "small" | "legal";
  heading?: Words;
}
export interface NoticeBlock extends BlockDefinition {
  block: "notice";
  severity: Severity;
  heading?: Words;
  markdown: Markdown;
  controls?: Ordered<Control>;
  /** The only control, in place of `controls`. */
  control?: Control;
}
/** Buttons and links under each other (narrow) or side by side (wide). */
export interface ControlsBlock extends BlockDefinition {
  block: "controls";
  controls?: Ordered<Control>;
  /** The only control, in place of `controls`. */
  control?: Control;
}
/** Blocks set together. `layout`: stack, columns (side by side from 48rem), card, or fold (its heading opens it). */
export interface GroupBlock extends BlockDefinition {
  block: "group";
  layout: "stack" | "columns" | "card" | "fold";
  heading?: Words;
  body: Body;
}

/** What fields of a type have in common (`flows/fields.json`). */
export interface FieldType {
  readonly help?: Words;
  readonly placeholder?: Words;
  /** HTML autocomplete token. */
  readonly autocomplete?: string;
  readonly widget?: string;
  /** Texts of the values of an enum, by value; or the name of a list of options. */
  readonly options?: string | Readonly<Record<string, Words>>;
  /** Texts of an error by keyword or format; `item.label` and `item.limit` are known. */
  readonly errors?: Readonly<Record<string, Words>>;
  readonly secret?: boolean;
  readonly width?: "full" | "half" | "third";
}

/** How one field of a form is asked. Keyed by its path in the data (`first_name`, `custom_fields.member_number`, `people[].name`). */
export interface FieldDefinition {
  /** A type of `flows/fields.json`: its words stand for those that the field does not have. */
  readonly type?: string;
  readonly label: Words;
  readonly help?: Words;
  readonly placeholder?: Words;
  /** HTML autocomplete token. */
  readonly autocomplete?: string;
  /** `text` (default by type), `email`, `password`, `new-password`, `code`, `phone`, `ssn`, `date`, `money`, `account-number`, `routing-number`, `zip`, `state`, `select`, `radio`, `checkbox`, `textarea`, `address`, `attachments` (files, for a property that is `attachments.json`). */
  readonly widget?: string;
  /** Texts of the values of an enum, by value; or the name of a list of options of `flows/fields.json`. */
  readonly options?: string | Readonly<Record<string, Words>>;
  /** Words of an error by JSON Schema keyword or format name (`required`, `pattern`, `format`, `minLength`, ...). */
  readonly errors?: Readonly<Record<string, Words>>;
  /** What is said of a value that is valid and yet unlikely: each where its condition holds. Nobody is held up by one. */
  readonly warnings?: Ordered<Warning>;
  readonly when?: Predicate;
  /** Never kept as a draft (SSN, account numbers, passwords, codes: the widgets of those never are either). */
  readonly secret?: boolean;
  /** Width of the control: full (default), half, third. */
  readonly width?: "full" | "half" | "third";
  /** Of a list of fields (`people`, with fields like `people[].name`): the name of an item. `item` is its data, `position` counts from 1. */
  readonly item?: Words;
  /** Of a list of fields: the text of the button that adds an item. */
  readonly add?: Words;
  /** Of a list of fields: the text of the button that removes an item. */
  readonly remove?: Words;
  /** Of a list of fields: shown in place of the items while there are none. */
  readonly empty?: Words;
  /** Findings that are accepted here. */
  readonly waivers?: readonly Waiver[];
}

/**
 * A rule over several fields of a form, or over items of a list. Evaluated when the form is sent, and with every change after an
 * error, while no field that it reads has an error of its own. The gateway evaluates it too where it reads only the form.
 */
export interface Check {
  /** The rule applies where this holds. */
  readonly when?: Condition;
  readonly require: Condition;
  /** Path of the field at which the error is shown; `people[].share`: at each item for which `require` (with `item`) fails. */
  readonly field: string;
  readonly error: Words;
  /** Findings that are accepted here. */
  readonly waivers?: readonly Waiver[];
}

/** Asked while all the fields that it reads hold something valid, its own among them. */
export interface Warning {
  readonly when: Condition;
  readonly text: Words;
}

export interface FormBlock extends BlockDefinition {
  block: "form";
  /** A file under `schemas/`: `forms/basic-information.json`. */
  schema: string;
  fields: Ordered<FieldDefinition>;
  /** The action raised with `form` = the data, once it is valid. */
  submit: string;
  submitLabel: Words;
  /** Further controls beside the submit button. */
  controls?: Ordered<Control>;
  /** The only control, in place of `controls`. */
  control?: Control;
  /** Initial data (a draft wins over it), e.g. `{"var": "data.profile"}`. */
  initial?: Value;
  /** Whose password is chosen here: a password manager keeps it under this name. Not drawn, not sent. */
  username?: Value;
  heading?: Words;
  /** Rules over several fields. */
  checks?: Ordered<Check>;
  /** Findings that are accepted here. */
  waivers?: readonly Waiver[];
}

/** Cards of which one is taken: each raises an action, goes to a screen or where a decision leads. */
export interface ChoiceBlock extends BlockDefinition {
  block: "choice";
  label: Words;
  options: Ordered<{
    readonly label: Words;
    readonly description?: Words;
    readonly icon?: string;
    readonly action?: string;
    readonly go?: string | GoTarget;
    readonly decide?: string;
    readonly with?: Readonly<Record<string, Value>>;
    readonly when?: Predicate;
  }>;
}

/** Sections of label/value rows, each with an optional control (Edit). */
export interface SummaryBlock extends BlockDefinition {
  block: "summary";
  sections: Ordered<{
    readonly heading: Words;
    /** The step of the page's wizard that asks for these rows. */
    readonly step?: string;
    readonly control?: Control;
    readonly rows: Ordered<{ readonly label: Words; readonly value: Words; readonly when?: Predicate }>;
    readonly when?: Predicate;
  }>;
}

/** One entry for each item of `items` (scope: `item`). */
export interface ListBlock extends BlockDefinition {
  block: "list";
  items: Value;
  heading?: Words;
  item: {
    readonly title: Words;
    readonly text?: Words;
    readonly meta?: Words;
    readonly value?: Words;
    readonly tone?: Value;
    /** Links to what comes with the entry. */
    readonly files?: Value;
    readonly file?: { readonly label: Words; readonly href: Words };
    readonly controls?: Ordered<Control>;
    /** The only control, in place of `controls`. */
    readonly control?: Control;
  };
  empty: { readonly text: Words; readonly controls?: Ordered<Control>; readonly control?: Control };
  limit?: number;
  more?: Control;
}

export interface TableBlock extends BlockDefinition {
  block: "table";
  items: Value;
  caption: Words;
  columns: Ordered<{ readonly label: Words; readonly value: Words; readonly align?: "start" | "end" }>;
  empty: { readonly text: Words };
}

/** The account at a glance: balance, APY, what was earned, what is on its way. */
export interface BalanceBlock extends BlockDefinition {
  block: "balance";
  label: Words;
  amount: Words;
  facts: Ordered<{ readonly label: Words; readonly value: Words; readonly when?: Predicate }>;
  controls?: Ordered<Control>;
  /** The only control, in place of `controls`. */
  control?: Control;
}

/** Balance and interest over time, with a table as its text alternative. `points`: list of `{date, balance, interest}` (decimal strings). */
export interface ChartBlock extends BlockDefinition {
  block: "chart";
  heading: Words;
  points: Value;
  /** The chart in one sentence; `item` is `{from, to, first, last}`. */
  summary: Words;
  /** Words of the table of the figures. */
  figures: { readonly open: Words; readonly date: Words; readonly balance: Words; readonly interest: Words };
  empty: { readonly text: Words };
}

/** Documents to read (opened through the gateway) and, with `attest`, a box for each that must be ticked before `attest.action` (form = `{attestations: [{uuid, hash}]}`). */
export interface DocumentsBlock extends BlockDefinition {
  block: "documents";
  items: Value;
  item: { readonly title: Words; readonly meta?: Words; readonly href: Words };
  attest?: { readonly label: Words; readonly submitLabel: Words; readonly action: string; readonly error: Words };
  empty: { readonly text: Words };
}

/** The container of an embedded provider. Its messages (origin and shape checked) raise `event` with `form` = the message. */
export interface ProviderBlock extends BlockDefinition {
  block: "provider";
  provider: "fastlink";
  config: Value;
  event: string;
  exit: string;
  label: Words;
  /** Said where the page does not answer. */
  unavailable?: Words;
}

/** Something under way: a quiet animation and words, announced politely. */
export interface WaitingBlock extends BlockDefinition {
  block: "waiting";
  text: Words;
}

/** Stands where a body is not built yet, and says so. */
export interface UnbuiltBlock extends BlockDefinition {
  block: "unbuilt";
  text: Words;
}

export type Block =
  | TextBlock
  | NoticeBlock
  | ControlsBlock
  | GroupBlock
  | FormBlock
  | ChoiceBlock
  | SummaryBlock
  | ListBlock
  | TableBlock
  | BalanceBlock
  | ChartBlock
  | DocumentsBlock
  | ProviderBlock
  | WaitingBlock
  | UnbuiltBlock;
