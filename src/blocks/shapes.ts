/**
 * Exports the types of compiled blocks for block components (`block-definitions.ts` documents the properties): texts are
 * `Text`, Markdown is `Prose`, predicates are compiled, a body is a list.
 */
import type { CompiledBlock, CompiledForm, CompiledOrdered, CompiledPredicate, Prose, Text } from "../language/bundle.js";
import type { Severity, Value } from "../language/definition.js";

export interface Control {
  readonly label: Text;
  readonly action?: string;
  readonly go?: string;
  readonly style?: "primary" | "secondary" | "link" | "danger";
  readonly icon?: string;
  readonly when?: CompiledPredicate;
}

export interface TextShape extends CompiledBlock {
  readonly markdown: Prose;
  readonly tone?: "body" | "lead" | "small" | "legal";
  readonly heading?: Text;
}

export interface NoticeShape extends CompiledBlock {
  readonly severity: Severity;
  readonly heading?: Text;
  readonly markdown: Prose;
  readonly controls?: CompiledOrdered<Control>;
}

export interface ControlsShape extends CompiledBlock {
  readonly controls: CompiledOrdered<Control>;
}

export interface GroupShape extends CompiledBlock {
  readonly layout: "stack" | "columns" | "card" | "fold";
  readonly heading?: Text;
  readonly body: readonly CompiledBlock[];
}

export interface FormShape extends CompiledBlock, CompiledForm {
  readonly submit: string;
  readonly submitLabel: Text;
  readonly controls?: CompiledOrdered<Control>;
  readonly initial?: Value;
  readonly username?: Value;
  readonly heading?: Text;
}

export interface ChoiceShape extends CompiledBlock {
  readonly label: Text;
  readonly options: CompiledOrdered<{
    readonly label: Text;
    readonly description?: Text;
    readonly icon?: string;
    readonly action?: string;
    readonly go?: string;
    readonly with?: Readonly<Record<string, Value>>;
    readonly when?: CompiledPredicate;
  }>;
}

export interface SummaryShape extends CompiledBlock {
  readonly sections: CompiledOrdered<{
    readonly heading: Text;
    readonly control?: Control;
    readonly rows: CompiledOrdered<{ readonly label: Text; readonly value: Text; readonly when?: CompiledPredicate }>;
    readonly when?: CompiledPredicate;
  }>;
}

export interface ListShape extends CompiledBlock {
  readonly items: Value;
  readonly heading?: Text;
  readonly item: {
    readonly title: Text;
    readonly text?: Text;
    readonly meta?: Text;
    readonly value?: Text;
    readonly tone?: Value;
    readonly files?: Value;
    readonly file?: { readonly label: Text; readonly href: Text };
    readonly controls?: CompiledOrdered<Control>;
  };
  readonly empty: { readonly text: Text; readonly controls?: CompiledOrdered<Control> };
  readonly limit?: number;
  readonly more?: Control;
}

export interface TableShape extends CompiledBlock {
  readonly items: Value;
  readonly caption: Text;
  readonly columns: CompiledOrdered<{ readonly label: Text; readonly value: Text; readonly align?: "start" | "end" }>;
  readonly empty: { readonly text: Text };
}

export interface BalanceShape extends CompiledBlock {
  readonly label: Text;
  readonly amount: Text;
  readonly facts: CompiledOrdered<{ readonly label: Text; readonly value: Text; readonly when?: CompiledPredicate }>;
  readonly controls?: CompiledOrdered<Control>;
}

export interface ChartShape extends CompiledBlock {
  readonly heading: Text;
  readonly points: Value;
  readonly summary: Text;
  readonly figures: { readonly open: Text; readonly date: Text; readonly balance: Text; readonly interest: Text };
  readonly empty: { readonly text: Text };
}

export interface DocumentsShape extends CompiledBlock {
  readonly items: Value;
  readonly item: { readonly title: Text; readonly meta?: Text; readonly href: Text };
  readonly attest?: { readonly label: Text; readonly submitLabel: Text; readonly action: string; readonly error: Text };
  readonly empty: { readonly text: Text };
}

export interface ProviderShape extends CompiledBlock {
  readonly provider: "fastlink";
  readonly config: Value;
  readonly event: string;
  readonly exit: string;
  readonly label: Text;
  readonly unavailable?: Text;
}

export interface WaitingShape extends CompiledBlock {
  readonly text: Text;
}

export interface UnbuiltShape extends CompiledBlock {
  readonly text: Text;
}
