/** Exports the props of block components. Blocks render and raise actions; they know neither calls nor routes. */
import type { ReactElement } from "react";
import type { AmountNotation } from "../language/amount-text.js";
import type { FormBlock } from "../language/blocks.js";
import type { CompiledBlock, CompiledForm, CompiledPredicate, MessageLink, Prose, Text, ValidatorFunctions } from "../language/bundle.js";
import type { Json, Value } from "../language/definition.js";
import type { FailedCheck, FieldPlace } from "../language/field-places.js";
import type { Formats } from "../language/formats.js";
import type { Effect, Severity } from "../language/keywords.js";
import type { ComboboxContext } from "../theme/index.js";

/** The functions of the screen that a block may call. */
export interface ScreenHandle {
  /**
   * Formats a text in the screen's scope, with `item`, `form` (the present data of a form) and `position` (of `item` in its list)
   * when given.
   */
  text(text: Text, item?: Json, form?: Json, position?: number): string;
  /** Formats an app-wide text by its key, with `item`. Throws for an unknown key. */
  translate(key: string, item?: Json): string;
  /** Renders prose in the screen's scope. */
  prose(prose: Prose, item?: Json): ReactElement;
  /** Evaluates a value; an object that is not json-logic is built field by field. */
  value(value: Value, item?: Json, form?: Json, position?: number): Json;
  holds(predicate: CompiledPredicate, item?: Json, form?: Json, position?: number): boolean;
  /** Where in a form's data a field is: `people[].name` at `people.0.name`, `people.1.name`. */
  placesOf(field: string, data: Json): readonly FieldPlace[];
  /** The checks of a form that its data fail, with the error and its path. `invalid`: paths that have their own error. */
  failedChecks(form: Pick<CompiledForm, "schema" | "checks">, data: Json, invalid: readonly string[]): readonly FailedCheck[];
  /**
   * Raises an action of the screen. Resolves when its call has been answered and its effects have run. `source` identifies the
   * control or its group: `ActionFailure` with the same source shows the failure.
   */
  raise(action: string, payload?: { readonly form?: Json; readonly item?: Json; readonly source?: string }): Promise<void>;
  /** Navigates to a path of the flows. */
  go(to: NonNullable<Effect["go"]>, item?: Json): void;
  /** Fetches and saves a file. Resolves with false, and saves nothing, when that fails; never rejects. */
  download(url: string): Promise<boolean>;
  /** The address of a path, for an anchor. */
  href(path: string): string;
  /** The address to which an action goes that does nothing else, for an anchor; null for any other action. */
  addressOf(action: string, payload?: { readonly form?: Json; readonly item?: Json }): string | null;
  /** Whether the action runs: about this item, or about none. */
  isPending(action: string, item?: Json): boolean;
  /** Whether another action that sends the same mutation runs: about this item, or about none. The action then does nothing. */
  isBlocked(action: string, item?: Json): boolean;
  /** The failures of the actions that this source has raised since a control was pressed last, in their order. */
  failures(source: string): readonly Failure[];
  /** The field errors of the last outcome. */
  readonly fieldErrors: readonly { readonly path: string; readonly message: string }[];
  /** Renders a nested body (of a group). */
  body(blocks: readonly CompiledBlock[]): ReactElement;
  /** The same handle for blocks inside of a form, which read its present data as `form`. */
  withForm(form: Json): ScreenHandle;
  /** The failed queries to report in place of a block, or below it; null where all of the block can be shown. */
  unavailable(block: CompiledBlock): Unavailable | null;
  /** Requests queries again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** The form's precompiled validators, by schema id (for rjsf's `createPrecompiledValidator`). */
  validator(schemaId: string): ValidatorFunctions;
  /** The name of a form's draft: what was typed over the initial data of one history entry is not shown over those of another. */
  draftName(form: FormBlock): string;
  /** The typed and unsent data of a form, without secrets, by the name of the draft. */
  draft(name: string): Json;
  saveDraft(name: string, data: Json): void;
  /** Stores a chosen file until an action sends it; returns its name in the form's data. */
  addFile?(file: File): string;
  /** The suggestions of a lookup for the typed text of a field. */
  readonly suggest?: NonNullable<ComboboxContext["suggest"]>;
  /** The address of an illustration of the brand; null where the brand has none of this name. */
  illustration(name: string): string | null;
  /** Milliseconds of a named duration. Throws for an unknown name. */
  duration(name: string): number;
  readonly formats: Formats;
  /** A typed amount as a decimal text with two places; null when it is not an amount. */
  readonly parseAmount: (text: string, notation: AmountNotation) => string | null;
}

/** How an action has failed. */
export interface Failure {
  readonly message: string;
  readonly severity: Severity;
  readonly link?: MessageLink;
  /** The status of its call; null where it has none. */
  readonly status: number | "network" | "timeout" | null;
}

/** A query that has failed; `onFailure`: its own texts, null for the app's. */
export interface FailedQuery {
  readonly key: string;
  readonly onFailure: { readonly heading?: Text; readonly text: Text } | null;
}

/** The data that a block cannot show. */
export interface Unavailable {
  /** The failed queries to report; none where a block before reports them. */
  readonly queries: readonly FailedQuery[];
  /** Whether the block is shown, without some of its controls: the report is below it. */
  readonly isShown: boolean;
  /** Whether the report includes what a failure means for the depositor, where the app's texts say that. */
  readonly isExplained: boolean;
}

export interface BlockProps<B extends CompiledBlock = CompiledBlock> {
  readonly block: B;
  readonly screen: ScreenHandle;
}

export type BlockComponent = (props: BlockProps) => ReactElement | null;
