/** What a block component is given. Blocks draw and raise events; they know neither calls nor routes. */
import type { ReactElement } from "react";
import type { CompiledBlock, CompiledPredicate, Prose, Text, ValidatorFunctions } from "../language/bundle.js";
import type { Effect, Json, Value } from "../language/definition.js";

/** What a block may ask of the screen it stands in. Stable between renders of one screen. */
export interface ScreenHandle {
  /** Formats a text in the screen's scope, with `item` and with `form` (what a form holds at the moment) when given. */
  text(text: Text, item?: Json, form?: Json): string;
  /** Words that the app has for all forms, by name, with what they are about as `item`. A name that it has not is a fault. */
  word(name: string, item?: Json): string;
  /** Draws prose in the screen's scope. */
  prose(prose: Prose, item?: Json): ReactElement;
  value(value: Value, item?: Json, form?: Json): Json;
  holds(predicate: CompiledPredicate, item?: Json, form?: Json): boolean;
  /** Raises an action of the screen. Resolves when its call has been answered and its effects are done. */
  raise(action: string, payload?: { readonly form?: Json; readonly item?: Json }): Promise<void>;
  /** Follows a path of the flows. */
  go(to: NonNullable<Effect["go"]>, item?: Json): void;
  /** Address of a `go` for an anchor. */
  href(path: string): string;
  /** Names of the actions under way. */
  readonly pending: ReadonlySet<string>;
  /** Errors that the last outcome gave for a form's fields. */
  readonly fieldErrors: readonly { readonly path: string; readonly message: string }[];
  /** Draws a nested body (group). */
  body(blocks: readonly CompiledBlock[]): ReactElement;
  /** The failed queries to report in place of a block that reads them; null where the block can be shown. */
  unavailable(block: CompiledBlock): readonly FailedQuery[] | null;
  /** Requests queries again. Resolves when all are answered; never rejects. */
  refetch(keys: readonly string[]): Promise<void>;
  /** The form's precompiled validators, by schema id (for rjsf's `createPrecompiledValidator`). */
  validator(schemaId: string): ValidatorFunctions;
  /** What was typed and not sent, without secrets. */
  draft(form: string): Json;
  keepDraft(form: string, data: Json): void;
  /** Keeps a file that was chosen until an action sends it; gives the name by which the form's data speaks of it. */
  holdFile?(file: File): string;
  /** Looks up what a field's text may mean (`place`). Rejects when it cannot; absent where there is nothing to ask. */
  suggest?(
    widget: "place",
    search: string,
  ): Promise<readonly { readonly id: string; readonly label: string; readonly fields: Readonly<Record<string, string>> }[]>;
  /** Milliseconds of a duration of the app. A name that it has not is a fault. */
  duration(name: string): number;
  readonly locale: string;
}

/** A query that has failed; `onFailure`: its own texts, null for the app's. */
export interface FailedQuery {
  readonly key: string;
  readonly onFailure: { readonly heading?: Text; readonly text: Text } | null;
}

export interface BlockProps<B extends CompiledBlock = CompiledBlock> {
  readonly block: B;
  readonly screen: ScreenHandle;
}

export type BlockComponent = (props: BlockProps) => ReactElement | null;
