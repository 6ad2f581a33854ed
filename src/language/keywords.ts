/**
 * Exports the types of the language's keywords that code reads. `npm run flows -- docs` generates this module from
 * `schemas/*.schema.json`: change the schemas, not this file.
 */
import type { Json, LANGUAGE, Value } from "./definition.js";

/** The severity of a message. */
export type Severity = "success" | "info" | "warning" | "error";

/** A screen's path with parameters, route state and search. */
export interface Target {
  /** A path of a screen; `:name` parts are filled from `params`. Or a `var` that reads a path of the flows. */
  readonly path: string | { readonly var: string };
  /** A value for each `:name` of the path. */
  readonly params?: Readonly<Record<string, Value>>;
  /** The value that the next screen reads as `route.state`. */
  readonly state?: Readonly<Record<string, Value>>;
  /** Query parameters of the address. */
  readonly search?: Readonly<Record<string, Value>>;
  /** Replaces this page in the browser's history. */
  readonly replace?: boolean;
}

/** One or more effect keywords under one condition. They are performed in this order, whatever the order in which they are written: set, reset, discard, refetch, fieldErrors, notify or notifyError, download, openProvider, go or decide. `silent` excludes all others. */
export interface Effect {
  /** Where the effect is performed; without it, always. */
  readonly when?: Json;
  /** Writes state paths that state.schema.json marks x-writable; `list[].field` writes to the items of a list. */
  readonly set?: Readonly<Record<string, Value>>;
  /** Beside `set`: only the items whose fields have these values are written to; without it, all are. */
  readonly where?: Readonly<Record<string, Value>>;
  /** Slices set back to their initial values; `all` keeps what was dismissed and clears what is persisted; `personal` are the slices with data of the depositor (`x-personal`). */
  readonly reset?: "all" | "personal" | readonly string[];
  /** Deletes what was typed into these forms and not sent, by the schema of the form: for Cancel. Other ways to leave a screen keep it. */
  readonly discard?: readonly string[];
  /** Sends queries of this screen (by their key in `data`) or loads of the app again. */
  readonly refetch?: readonly string[];
  /** A list of {path, message}, shown at the fields of the form that was sent and in its summary. */
  readonly fieldErrors?: Value;
  /** Beside `fieldErrors`: the screen whose form shows them. The runtime keeps the errors until that screen is entered, or the session ends. */
  readonly fieldErrorsAt?: string;
  /** Shows a message in the notification banner. The message of a failure (any failed call, and the severities `error` and `warning`) is shown above the control that raised the action instead, unless an effect leaves the screen or no control raised it. */
  readonly notify?: EffectNotify;
  /** Shows the message of the error, at this severity, where `notify` shows it. */
  readonly notifyError?: Severity;
  /** Starts a download of an address of the gateway. */
  readonly download?: EffectDownload;
  /** Opens an embedded provider with the configuration that the server created. */
  readonly openProvider?: EffectOpenProvider;
  readonly go?: string | Target;
  /** Goes to the screen that the decision chooses. */
  readonly decide?: string;
  /** Beside `go` or `decide` at the end of a task: the pages of the task. The runtime removes this page from the browser's history, and the entries directly before it that show one of these pages, so that Back leads to where the depositor was before the task. Entries from before a reload of the page stay. */
  readonly leaves?: readonly string[];
  /** Performs nothing: the failure is handled, and the depositor sees nothing of it. */
  readonly silent?: true;
}

/** Shows a message in the notification banner. The message of a failure (any failed call, and the severities `error` and `warning`) is shown above the control that raised the action instead, unless an effect leaves the screen or no control raised it. */
export interface EffectNotify {
  /** A text, or a `var` that reads the message. */
  readonly message: Json;
  /** Without it, `success`. */
  readonly severity?: Severity;
  /** A link below the message, to a screen or to an email address. */
  readonly link?: EffectNotifyLink;
}

/** A link below the message, to a screen or to an email address. */
export interface EffectNotifyLink {
  /** Its text. */
  readonly label: Json;
  /** The path of its screen. */
  readonly go?: string;
  /** The address of the email that it opens. With null, the message has no link. */
  readonly mailto?: Value;
}

/** Starts a download of an address of the gateway. */
export interface EffectDownload {
  /** An address of the gateway. */
  readonly url: Value;
  /** The name under which it is saved. */
  readonly filename?: Value;
}

/** Opens an embedded provider with the configuration that the server created. */
export interface EffectOpenProvider {
  /** Its name. */
  readonly provider: "fastlink";
  /** The configuration that the server created. */
  readonly config: Value;
}

/** How values are formatted, in the brand's locale. The parts of dates are those of `Intl.DateTimeFormat`. */
export interface FormatsDefinition {
  /** The currency of `money`: its ISO 4217 code. */
  readonly currency: string;
  /** The time zone of instants: its name in the IANA database. A calendar date has none. */
  readonly timeZone: string;
  /** The format of `date`. */
  readonly date: FormatsDefinitionDate;
  /** The dates of the axis of a chart. */
  readonly shortDate: FormatsDefinitionShortDate;
  /** The format of `dateTime`. */
  readonly dateTime: FormatsDefinitionDateTime;
  /** The decimals of `percent`. */
  readonly percent: FormatsDefinitionPercent;
}

/** The format of `date`. */
export interface FormatsDefinitionDate {
  /** The year. */
  readonly year?: "numeric" | "2-digit";
  /** The month. */
  readonly month?: "numeric" | "2-digit" | "narrow" | "short" | "long";
  /** The day of the month. */
  readonly day?: "numeric" | "2-digit";
  /** The day of the week. */
  readonly weekday?: "narrow" | "short" | "long";
  /** The hour. */
  readonly hour?: "numeric" | "2-digit";
  /** The minute. */
  readonly minute?: "numeric" | "2-digit";
  /** The name of the time zone. */
  readonly timeZoneName?: "short" | "long";
}

/** The dates of the axis of a chart. */
export interface FormatsDefinitionShortDate {
  /** The year. */
  readonly year?: "numeric" | "2-digit";
  /** The month. */
  readonly month?: "numeric" | "2-digit" | "narrow" | "short" | "long";
  /** The day of the month. */
  readonly day?: "numeric" | "2-digit";
  /** The day of the week. */
  readonly weekday?: "narrow" | "short" | "long";
  /** The hour. */
  readonly hour?: "numeric" | "2-digit";
  /** The minute. */
  readonly minute?: "numeric" | "2-digit";
  /** The name of the time zone. */
  readonly timeZoneName?: "short" | "long";
}

/** The format of `dateTime`. */
export interface FormatsDefinitionDateTime {
  /** The year. */
  readonly year?: "numeric" | "2-digit";
  /** The month. */
  readonly month?: "numeric" | "2-digit" | "narrow" | "short" | "long";
  /** The day of the month. */
  readonly day?: "numeric" | "2-digit";
  /** The day of the week. */
  readonly weekday?: "narrow" | "short" | "long";
  /** The hour. */
  readonly hour?: "numeric" | "2-digit";
  /** The minute. */
  readonly minute?: "numeric" | "2-digit";
  /** The name of the time zone. */
  readonly timeZoneName?: "short" | "long";
}

/** The decimals of `percent`. */
export interface FormatsDefinitionPercent {
  /** At least this many decimals. */
  readonly minimumFractionDigits: number;
  /** At most this many decimals. */
  readonly maximumFractionDigits: number;
}

/** What is around a screen. */
export interface ShellDefinition {
  /** `narrow`: one column, as wide as a form. `wide`: blocks side by side, and lists and tables as wide as the window permits. */
  readonly width: "narrow" | "wide";
  /** `true`: the frame shows the entries of `navigation`. */
  readonly navigation?: true;
  /** `false`: the logo is at the top at every width, without a sidebar. */
  readonly sidebar?: false;
}

/** An action of the app that the runtime raises after a time. */
export interface MonitorDefinition {
  /** Active only while this holds. */
  readonly when: Json;
  /** `interval`: every `wait`; `visibility`: when the page is visible again after `wait`; `idle`: after `wait` without input; `active`: every `wait` with input; `age`: when the loaded data is `wait` old; `restored`: when the browser shows the page again from its back/forward cache after `wait`. */
  readonly kind: "interval" | "visibility" | "idle" | "active" | "age" | "restored";
  /** A duration. */
  readonly wait: string;
  /** An action of the app. */
  readonly action: string;
}

/** An institution: its hosts, its first colors, and the features of its flows. */
export interface BrandFile {
  /** The JSON Schema with which an editor completes this file. */
  readonly $schema?: "../../../schemas/brand.schema.json";
  /** The version of the flow language. */
  readonly language: typeof LANGUAGE;
  /** Its short name in addresses; the folder's name. */
  readonly slug: string;
  /** The institution's name. */
  readonly name: string;
  /** The name that depositors use. */
  readonly short_name: string;
  /** Served when the host names no brand. Exactly one brand has `true`. */
  readonly default?: boolean;
  /** Host names of the brand, besides `<slug>.localhost`. */
  readonly hosts: readonly string[];
  /** The address of its API, when it has its own, without `/api/v1`, which the gateway adds. */
  readonly upstream?: string;
  /** Its ABA routing number. It names the institution in the OFX and QFX files of transactions; without it, the slug does. */
  readonly routing_number?: string;
  /** Its number in Intuit's directory of institutions (`INTU.BID` of QFX files). Without it, `3000`, which Quicken accepts for files of institutions without an agreement with Intuit. */
  readonly quicken_bank?: string;
  /** How accounts may be linked. */
  readonly link_restriction:
    | "FASTLINK_ONLY"
    | "MANUAL_ONLY"
    | "FASTLINK_SAME_FI_ONLY"
    | "MANUAL_SAME_FI_ONLY"
    | "UNRESTRICTED"
    | "BOTH_SAME_FI_ONLY";
  /** Switches by name: `false` for each extension of the API that the institution's upstream lacks. The names are those of `x-capability` in schemas/api/openapi.json: `places`, `invitation_check`, `email_verification`, `message_files`, `tax_files`, `transfer_preview`, `account_security`, `preferences`, `link_management`, and `funding_preview`, in place of which the gateway uses `transfer_terms`. */
  readonly features: BrandFileFeatures;
  /** The terms of the institution's transfers. Where its API does not return the dates of a first deposit (`funding_preview` false), the gateway computes them from these terms and the Federal Reserve's banking days. */
  readonly transfer_terms?: BrandFileTransferTerms;
  /** The BCP 47 language tag of the texts. */
  readonly locale: string;
  /** Whether the dark scheme may be used. */
  readonly dark_scheme: boolean;
  /** Email addresses of the institution. */
  readonly emails: { readonly support: string };
  /** Whether the FDIC sign is shown. */
  readonly show_fdic: boolean;
  /** Hexadecimal. */
  readonly color_primary: string;
  /** Hexadecimal. */
  readonly color_secondary: string;
  /** The family of its text, one of those that the app serves. */
  readonly font: "Lato" | "Figtree" | "Fraunces";
  /** The style of its pages beside colors, text and logo. Each part has a default. The theme moves every color in lightness as far as WCAG 2.2 AA requires: 4.5:1 for text, 3:1 for controls. */
  readonly look?: BrandFileLook;
  /** File names beside brand.json, by use. Without `hor-color`, pages show the name in place of a logo. */
  readonly logos: Readonly<Record<string, string>>;
  /** The file name of the icon of the browser's tab, beside brand.json. */
  readonly favicon?: string;
  /** File names of SVGs beside brand.json, by what an `aside` shows. The picture is the element with the id `art` in a view box of 160 by 120; it takes the colors `var(--art-line)`, `var(--art-fill)`, `var(--art-accent)` and `var(--art-paper)` of the page. An aside without one shows none. */
  readonly illustrations?: BrandFileIllustrations;
}

/** Switches by name: `false` for each extension of the API that the institution's upstream lacks. The names are those of `x-capability` in schemas/api/openapi.json: `places`, `invitation_check`, `email_verification`, `message_files`, `tax_files`, `transfer_preview`, `account_security`, `preferences`, `link_management`, and `funding_preview`, in place of which the gateway uses `transfer_terms`. */
export interface BrandFileFeatures {
  /** Addresses are looked up while they are typed. */
  readonly places?: boolean;
  /** The page of an invitation shows as it opens whether its link has expired or has been used. */
  readonly invitation_check?: boolean;
  /** An email address is confirmed by a link. */
  readonly email_verification?: boolean;
  /** Files that came with messages can be opened. */
  readonly message_files?: boolean;
  /** Tax documents can be opened. */
  readonly tax_files?: boolean;
  /** The institution returns the dates of a first deposit. */
  readonly funding_preview?: boolean;
  /** The institution returns the dates and limits of deposits and withdrawals. */
  readonly transfer_preview?: boolean;
  /** Sessions and remembered devices can be seen and ended. */
  readonly account_security?: boolean;
  /** Emails and paperless statements can be chosen. */
  readonly preferences?: boolean;
  /** Linked accounts can be named and removed. */
  readonly link_management?: boolean;
}

/** The terms of the institution's transfers. Where its API does not return the dates of a first deposit (`funding_preview` false), the gateway computes them from these terms and the Federal Reserve's banking days. */
export interface BrandFileTransferTerms {
  /** A time of day (Eastern). A transfer requested before it leaves on that banking day. */
  readonly cut_off: string;
  /** The number of banking days after settlement for which a deposit is on hold. */
  readonly hold_days: number;
}

/** The style of its pages beside colors, text and logo. Each part has a default. The theme moves every color in lightness as far as WCAG 2.2 AA requires: 4.5:1 for text, 3:1 for controls. */
export interface BrandFileLook {
  /** The family of headings and of the balance. Without it, `font`. */
  readonly heading_font?: "Lato" | "Figtree" | "Fraunces";
  /** How round the corners of cards and fields are. Without it, `medium`. */
  readonly radius?: "small" | "medium" | "large";
  /** The space between blocks and in controls. Without it, `regular`. Targets have at least 44 px in each. */
  readonly density?: "compact" | "regular" | "airy";
  /** The shape of buttons. Without it, `rounded`: the radius of fields. */
  readonly buttons?: "square" | "rounded" | "pill";
  /** The background of the sidebar. `plain`: as the page; `tinted`: a light shade of the primary color; `brand`: the dark shade of the hero. Without it, `plain`. */
  readonly sidebar?: "plain" | "tinted" | "brand";
  /** The background of the balance and of the panel beside the login. `gradient`: from the dark shade of the primary color to one towards the secondary color; `solid`: the dark shade; `paper`: a light shade with dark text. Without it, `gradient`. */
  readonly hero?: "gradient" | "solid" | "paper";
  /** Colors of the light scheme. */
  readonly light?: { readonly page?: string };
  /** Colors of the dark scheme. */
  readonly dark?: BrandFileLookDark;
}

/** Colors of the dark scheme. */
export interface BrandFileLookDark {
  /** The background of the page. Each channel is at most 2f, so that white text has a contrast of 13:1. */
  readonly page?: string;
  /** In place of `color_primary`. Hexadecimal. */
  readonly color_primary?: string;
  /** In place of `color_secondary`. Hexadecimal. */
  readonly color_secondary?: string;
}

/** File names of SVGs beside brand.json, by what an `aside` shows. The picture is the element with the id `art` in a view box of 160 by 120; it takes the colors `var(--art-line)`, `var(--art-fill)`, `var(--art-accent)` and `var(--art-paper)` of the page. An aside without one shows none. */
export interface BrandFileIllustrations {
  /** Beside the login and the registration. */
  readonly welcome?: string;
  /** Where a person is identified. */
  readonly identity?: string;
  /** Where an address is asked for. */
  readonly home?: string;
  /** Where an occupation is asked for. */
  readonly work?: string;
  /** Where a bank account is linked. */
  readonly bank?: string;
  /** Where money is moved. */
  readonly deposit?: string;
  /** Where other people are named. */
  readonly people?: string;
  /** Where help is offered. */
  readonly help?: string;
}
