/**
 * Exports the types of compiled blocks, for the components that render them. `npm run flows -- docs` generates this module
 * from `schemas/blocks/`: change the schemas, not this file.
 */
import type { CompiledBlock, CompiledForm, CompiledOrdered, CompiledPredicate, Prose, Text } from "./bundle.js";
import type { Value } from "./definition.js";
import type { Severity } from "./keywords.js";

/** Titles that open a text, in groups, with a search. */
export interface AccordionBlock extends CompiledBlock {
  /** The list. */
  readonly items: Value;
  /** The content of each entry, from `item`. */
  readonly item: AccordionBlockItem;
  /** A field that shows only the entries with the words that are typed. */
  readonly search?: AccordionBlockSearch;
  /** What is shown without items. */
  readonly empty: AccordionBlockEmpty;
}

/** The content of each entry, from `item`. */
export interface AccordionBlockItem {
  /** The text that opens the entry. */
  readonly title: Text;
  /** The text inside. */
  readonly text: Text;
  /** The heading of the group to which the entry belongs. */
  readonly group?: Text;
}

/** A field that shows only the entries with the words that are typed. */
export interface AccordionBlockSearch {
  /** The label of the field. */
  readonly label: Text;
  /** Shown when no entry has the words. */
  readonly none: Text;
}

/** What is shown without items. */
export interface AccordionBlockEmpty {
  /** The text. */
  readonly text: Text;
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
}

/** A button or a link: raises an action, goes to a screen, or goes to the screen that a decision chooses. */
export interface Control {
  /** Its text. */
  readonly label: Text;
  readonly action?: string;
  readonly go?: string;
  /** How it looks. */
  readonly style?: "primary" | "secondary" | "link" | "danger";
  readonly icon?: Icon;
  /** A period in which the control does nothing and shows the remaining time. Only for a control with an `action`. The period starts at an instant of the state, so it continues after a reload of the page. */
  readonly cooldown?: ControlCooldown;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** The name of an icon that the app ships. */
export type Icon =
  | "arrow-right"
  | "bank-account"
  | "briefcase"
  | "calendar"
  | "chat"
  | "cog"
  | "credit-card"
  | "document"
  | "dollar"
  | "download"
  | "edit"
  | "endorsed"
  | "envelope"
  | "exchange"
  | "flash"
  | "heart"
  | "help"
  | "home"
  | "id-number"
  | "key"
  | "lock"
  | "log-out"
  | "mobile-phone"
  | "notifications"
  | "office"
  | "people"
  | "percentage"
  | "person"
  | "plus"
  | "refresh"
  | "search"
  | "shield"
  | "th-list"
  | "tick-circle"
  | "time"
  | "trash"
  | "warning-sign";

/** A period in which the control does nothing and shows the remaining time. Only for a control with an `action`. The period starts at an instant of the state, so it continues after a reload of the page. */
export interface ControlCooldown {
  /** The instant at which the period begins; with null, there is no cooldown. */
  readonly since: Value;
  /** The length of the period: a duration of app.flow.json. */
  readonly duration: string;
  /** The text of the control during the period; `item.left` is the remaining time, as `0:42`. Screen readers read the `label` of the control, and the remaining time only when the depositor moves to it. */
  readonly label: Text;
  /** What screen readers announce (politely) at the end of the period. */
  readonly ready: Text;
}

/** A panel beside the other blocks of a screen where there is room, after them elsewhere: why the page asks, what comes next, where help is. At the top level of a screen. */
export interface AsideBlock extends CompiledBlock {
  /** The heading of the panel. */
  readonly heading: Text;
  readonly markdown?: Prose;
  /** An illustration of the brand, by its name in `illustrations` of `brand.json`. It only decorates: a brand without it shows none. */
  readonly picture?: "welcome" | "identity" | "home" | "work" | "bank" | "deposit" | "people" | "help";
  /** `plain`: a quiet panel. `hero`: a panel in the colors of the brand's hero, as high as the window, for the pages before login. Without it, `plain`. */
  readonly tone?: "plain" | "hero";
  /** Blocks of the panel, below its text. */
  readonly body?: readonly CompiledBlock[];
}

/** The account's balance and facts. */
export interface BalanceBlock extends CompiledBlock {
  /** What the amount is. */
  readonly label: Text;
  /** The amount. */
  readonly amount: Text;
  /** Facts beside the amount. */
  readonly facts: CompiledOrdered<BalanceBlockFactsItem>;
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
}

/** A label and a value. */
export interface BalanceBlockFactsItem {
  /** What it is. */
  readonly label: Text;
  /** The text. */
  readonly value: Text;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** Balance and interest over time, with a table as its text alternative. */
export interface ChartBlock extends CompiledBlock {
  /** What it shows. */
  readonly heading: Text;
  /** A list of `{date, balance, interest}`. */
  readonly points: Value;
  /** The chart in one sentence, for those who cannot see it. `item` is {from, to, first, last, series}: the first and last date, the shown amount on each, and the shown series, `balance` or `interest`. */
  readonly summary: Text;
  /** The texts of the table below the chart. */
  readonly figures: ChartBlockFigures;
  /** What is shown without points. */
  readonly empty: { readonly text: Text };
  /** The periods of which the depositor chooses one; the chart begins with the longest that has points. Without them, it shows all points. */
  readonly ranges?: ChartBlockRanges;
}

/** The texts of the table below the chart. */
export interface ChartBlockFigures {
  /** The control that opens the table. */
  readonly open: Text;
  /** The heading of the dates. */
  readonly date: Text;
  /** The heading of the balances. */
  readonly balance: Text;
  /** The heading of the interest. */
  readonly interest: Text;
}

/** The periods of which the depositor chooses one; the chart begins with the longest that has points. Without them, it shows all points. */
export interface ChartBlockRanges {
  /** The name of the choice. */
  readonly label: Text;
  /** The name of the choice between balance and interest. */
  readonly series: Text;
  /** The periods, shortest first. */
  readonly periods: CompiledOrdered<ChartBlockRangesPeriodsItem>;
}

/** A period that ends with the last point. */
export interface ChartBlockRangesPeriodsItem {
  /** Its name. */
  readonly label: Text;
  /** How many days it has. */
  readonly days: number;
}

/** Cards of which the depositor chooses one. */
export interface ChoiceBlock extends CompiledBlock {
  /** What the depositor chooses. */
  readonly label: Text;
  /** The cards. */
  readonly options: CompiledOrdered<ChoiceBlockOptionsItem>;
}

/** A card: raises an action, goes to a screen, or goes to the screen that a decision chooses. */
export interface ChoiceBlockOptionsItem {
  /** Its name. */
  readonly label: Text;
  /** What it means. */
  readonly description?: Text;
  readonly icon?: Icon;
  readonly action?: string;
  readonly go?: string;
  /** The value that the action reads as `form`. */
  readonly with?: Readonly<Record<string, Value>>;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** Buttons and links, side by side where they fit. */
export interface ControlsBlock extends CompiledBlock {
  /** The controls of the block. */
  readonly controls: CompiledOrdered<Control>;
}

/** Documents to read, and to attest to. */
export interface DocumentsBlock extends CompiledBlock {
  /** The list. */
  readonly items: Value;
  /** The content of each document, from `item`. */
  readonly item: DocumentsBlockItem;
  /** A required checkbox for each document, or one for all of them. */
  readonly attest?: DocumentsBlockAttest;
  /** What is shown without documents. */
  readonly empty: { readonly text: Text };
}

/** The content of each document, from `item`. */
export interface DocumentsBlockItem {
  /** Its name. */
  readonly title: Text;
  /** A secondary text beside it. */
  readonly meta?: Text;
  /** The document's address. */
  readonly href: Text;
  /** The link saves the document instead of opening it. Nothing is saved when the download fails. */
  readonly download?: true;
  /** Shown at the link when the download has failed; without it, nothing is shown. */
  readonly failed?: Text;
}

/** A required checkbox for each document, or one for all of them. */
export interface DocumentsBlockAttest {
  /** The text of the checkbox. */
  readonly label: Text;
  /** One checkbox below all documents, in place of one for each. `label` and `error` then have no `item`. */
  readonly together?: boolean;
  /** The text of the button. */
  readonly submitLabel: Text;
  /** The action that the button raises, with `form.attestations`: a list of `{uuid, hash}`. */
  readonly action: string;
  /** The error where a checkbox is not checked. */
  readonly error: Text;
}

/** Asks for data that a JSON Schema describes. */
export interface FormBlock extends CompiledBlock, CompiledForm {
  /** The action that submitting raises, with the valid data as `form`. */
  readonly submit: string;
  /** The text of the submit button. */
  readonly submitLabel: Text;
  /** How the submit button looks; `primary` without it. `secondary` for a form beside the screen's primary action. */
  readonly submitStyle?: "primary" | "secondary";
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
  /** The action that choosing a suggestion of a field's `lookup` raises, with the found entry as `item`. Without it, choosing fills in the form's fields only. */
  readonly choose?: string;
  /** For a form that submits itself: the field whose value triggers it. The form is submitted when the depositor has typed or pasted a valid value into this field, the whole form is valid, and nothing has changed for the duration `submitPause`. The same value is submitted once. The `help` of the field must say so (WCAG 3.2.2), and fields that the depositor may want to change first come before it. */
  readonly submitOn?: string;
  /** The initial data: a value, or an object with a value for each field. A draft takes precedence. */
  readonly initial?: Value;
  /** `false` where the form asks about somebody else: browsers fill in none of its fields, which need no `autocomplete`. */
  readonly autofill?: boolean;
  /** `true` for a form that the depositor has opened on its page: when the screen is entered with it, its first field has the focus in place of the screen's heading. */
  readonly focus?: boolean;
  /** The id of the record that the form is about, for a form that is shown for one record at a time. Each id has a draft of its own, so that what was typed about one record is not shown for another. A constant separates a form from another one with the same schema. */
  readonly record?: Value;
  /** The user name for password managers, where no field asks for it. It is neither shown nor sent. */
  readonly username?: Value;
  /** The heading above the block. */
  readonly heading?: Text;
  /** Blocks between the fields and the buttons, or beside the fields where there is room. They read the present input as `form`, and change while the depositor types. A form is not allowed among them. */
  readonly body?: readonly CompiledBlock[];
}

/** Blocks shown together. */
export interface GroupBlock extends CompiledBlock {
  /** `stack`, `columns` (side by side from 48rem), `card`, or `fold` (the heading opens it). */
  readonly layout: "stack" | "columns" | "card" | "fold";
  /** The heading above the block. */
  readonly heading?: Text;
  readonly body: readonly CompiledBlock[];
}

/** One entry for each item. */
export interface ListBlock extends CompiledBlock {
  /** The list. */
  readonly items: Value;
  /** The heading above the block. */
  readonly heading?: Text;
  /** The content of each entry, from `item`. */
  readonly item: ListBlockItem;
  /** What is shown without items. Without it, the block and its heading are shown only with items. */
  readonly empty?: ListBlockEmpty;
  /** How many are shown. */
  readonly limit?: number;
  /** A control that opens the whole list. */
  readonly more?: Control;
}

/** The content of each entry, from `item`. */
export interface ListBlockItem {
  /** Its name. */
  readonly title: Text;
  /** A control in place of the title, where its `when` holds: its label is the title's text. */
  readonly open?: Control;
  /** The text. */
  readonly text?: Text;
  /** A secondary text beside it. */
  readonly meta?: Text;
  /** A text at the end of the entry. */
  readonly value?: Text;
  /** The style of the entry; null for the normal style. */
  readonly tone?: Value;
  /** The files of the entry. */
  readonly files?: Value;
  /** A link to a file; `item` is the file. */
  readonly file?: ListBlockItemFile;
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
}

/** A link to a file; `item` is the file. */
export interface ListBlockItemFile {
  /** The text of the link. */
  readonly label: Text;
  /** Where the file is. The link saves it. */
  readonly href: Text;
  /** Shown at the link when the download has failed; without it, nothing is shown. */
  readonly failed?: Text;
}

/** What is shown without items. Without it, the block and its heading are shown only with items. */
export interface ListBlockEmpty {
  /** The text. */
  readonly text: Text;
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
}

/** An amount within a limit, as a bar. */
export interface MeterBlock extends CompiledBlock {
  /** What is measured. */
  readonly heading: Text;
  /** The amount, as a decimal string; null counts as none. */
  readonly value: Value;
  /** The amount at which the bar is full, as a decimal string. */
  readonly limit: Value;
  /** The amount and the limit in words, which assistive technology reads as the value. */
  readonly text: Text;
  /** A text below the bar. */
  readonly note?: Text;
}

/** A highlighted message. */
export interface NoticeBlock extends CompiledBlock {
  readonly severity: Severity;
  /** The heading above the block. */
  readonly heading?: Text;
  readonly markdown: Prose;
  /** The controls of the block. */
  readonly controls?: CompiledOrdered<Control>;
}

/** The container of an embedded provider. */
export interface ProviderBlock extends CompiledBlock {
  /** The name of the provider. */
  readonly provider: "fastlink";
  /** The configuration that the server created. */
  readonly config: Value;
  /** The action for each message of the provider, with the message as `form`. */
  readonly event: string;
  /** The action when the depositor leaves the provider. */
  readonly exit: string;
  /** Its accessible name. */
  readonly label: Text;
  /** Shown in place of the container while the action of `event` runs. Screen readers announce it. */
  readonly linking?: Text;
  /** Shown above the container when the provider has posted nothing for the duration `providerSilence`, or its page could not be loaded; the provider's first message removes it. */
  readonly unavailable?: Text;
}

/** Parts of a whole in percent, as a bar with a legend and their total. */
export interface SharesBlock extends CompiledBlock {
  /** What is divided. */
  readonly heading: Text;
  /** The list of the parts. */
  readonly items: Value;
  /** The content of each part, from `item`. */
  readonly item: SharesBlockItem;
  /** The sentence below the legend, which assistive technology announces when it changes. `item` has the `total`, what is `left` to 100, and what is `over` 100, in percent; the last two are null where there is nothing left or over. */
  readonly total: Text;
}

/** The content of each part, from `item`. */
export interface SharesBlockItem {
  /** Its name in the legend. */
  readonly label: Text;
  /** Its percentage, a decimal text with at most two decimals. Anything else, such as a number that is still being typed, has no part in the bar and the total. */
  readonly value: Value;
}

/** Sections of labels and values. */
export interface SummaryBlock extends CompiledBlock {
  /** The sections. */
  readonly sections: CompiledOrdered<SummaryBlockSectionsItem>;
}

/** A heading and its rows. */
export interface SummaryBlockSectionsItem {
  /** Its name. */
  readonly heading: Text;
  readonly control?: Control;
  /** The rows. */
  readonly rows: CompiledOrdered<SummaryBlockSectionsItemRowsItem>;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** A label and a value. */
export interface SummaryBlockSectionsItemRowsItem {
  /** What it is. */
  readonly label: Text;
  /** The text. */
  readonly value: Text;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** A row for each item. */
export interface TableBlock extends CompiledBlock {
  /** The list. */
  readonly items: Value;
  /** What the table shows. */
  readonly caption: Text;
  /** The columns. */
  readonly columns: CompiledOrdered<TableBlockColumnsItem>;
  /** What is shown without items. */
  readonly empty: { readonly text: Text };
}

/** A column. Its values read `item`. */
export interface TableBlockColumnsItem {
  /** Its heading. */
  readonly label: Text;
  /** What a cell shows. */
  readonly value: Text;
  /** `start`, or `end` for numbers. */
  readonly align?: "start" | "end";
  /** A control in place of the text, where its `when` holds. */
  readonly control?: Control;
  /** Where the cell is on a narrow page, where a row has two lines: at the `start` or the `end` of the `first` or `second` line, or `hidden`. Without it in any column, each cell is on a line of its own, beside the column's name. */
  readonly narrow?: "first-start" | "first-end" | "second-start" | "second-end" | "hidden";
}

/** A text in Markdown. */
export interface TextBlock extends CompiledBlock {
  readonly markdown: Prose;
  /** The style of the text. */
  readonly tone?: "body" | "lead" | "small" | "legal";
  /** The heading above the block. */
  readonly heading?: Text;
}

/** The steps of something that takes time, in their order, each with its state. */
export interface TimelineBlock extends CompiledBlock {
  /** The heading above the block. */
  readonly heading: Text;
  /** The steps. */
  readonly steps: CompiledOrdered<TimelineBlockStepsItem>;
}

/** A step and its state. */
export interface TimelineBlockStepsItem {
  /** What happens. */
  readonly label: Text;
  /** When or why, below the label. */
  readonly text?: Text;
  /** The state of the step. */
  readonly state: Value;
  /** Shown only where this holds. */
  readonly when?: CompiledPredicate;
}

/** A progress message that screen readers announce. */
export interface WaitingBlock extends CompiledBlock {
  /** What is in progress. */
  readonly text: Text;
}
