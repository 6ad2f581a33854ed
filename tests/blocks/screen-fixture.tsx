/** Exports a fake `ScreenHandle` for the block tests: it formats texts, records actions and drafts, and answers as the test says. */

import type { ReactElement } from "react";
import type { ScreenHandle } from "../../src/blocks/block.js";
import { BLOCKS, loadBlocks } from "../../src/blocks/blocks.js";
import { draftName } from "../../src/engine/draft-name.js";
import { failedChecks } from "../../src/engine/form-checks.js";
import { placesOf } from "../../src/engine/form-fields.js";
import { formatProse, formatText } from "../../src/engine/format-text.js";
import { parseAmount } from "../../src/language/amount-text.js";
import type { CompiledBlock, Prose, ValidatorFunctions } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { build, holds } from "../../src/language/predicate.js";
import { sentForm } from "../../src/language/sent-form.js";
import { DURATIONS, translate } from "../support/app-texts.js";
import { FORMATS } from "../support/formats.js";

// A test reads what is rendered at once.
await loadBlocks();

export interface Raised {
  readonly action: string;
  readonly form?: Json;
  readonly item?: Json;
}

export interface ScreenOptions {
  readonly scope?: { readonly [name: string]: Json };
  readonly validators?: Readonly<Record<string, ValidatorFunctions>>;
  /** The addresses of the actions that only navigate. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Running actions: the name, and the item as JSON where it is about one. */
  readonly pending?: readonly string[];
  readonly blocked?: readonly string[];
  /** The failure of every source. */
  readonly failure?: ReturnType<ScreenHandle["failures"]>[number];
  readonly fieldErrors?: ScreenHandle["fieldErrors"];
  readonly drafts?: { readonly [form: string]: Json };
  readonly onRaise?: (raised: Raised) => void | Promise<void>;
  readonly onGo?: (to: string) => void;
  readonly onDraft?: (form: string, data: Json) => void;
  readonly download?: ScreenHandle["download"];
  readonly suggest?: ScreenHandle["suggest"];
}

const NONE: ScreenHandle["fieldErrors"] = [];

function draw(prose: Prose): ReactElement {
  return (
    <>
      {prose.map((node, index) => {
        const key = `${node.type}${index}`;
        if (node.type === "text") return <span key={key}>{String(node.text)}</span>;
        if (node.type === "break") return <br key={key} />;
        if (node.type === "heading") return <h3 key={key}>{draw(node.children)}</h3>;
        if (node.type === "link") {
          return (
            <a key={key} href={node.href}>
              {draw(node.children)}
            </a>
          );
        }
        const Tag = ({ paragraph: "p", emphasis: "em", strong: "strong", item: "li", list: "ul" } as const)[node.type];
        return <Tag key={key}>{draw(node.children)}</Tag>;
      })}
    </>
  );
}

export function screenFor(options: ScreenOptions = {}): ScreenHandle {
  const { scope = {}, drafts = {}, validators = {} } = options;
  const saved = { ...drafts };
  const within = (item?: Json, form?: Json, position?: number) => {
    const given = Object.entries({ item, form, position }).filter(([, value]) => value !== undefined);
    return { ...scope, ...(Object.fromEntries(given) as { readonly [name: string]: Json }) };
  };
  const screen: ScreenHandle = {
    text: (text, item, form, position) => formatText(text, within(item, form, position), FORMATS),
    translate: (name, item) => translate(name, item as Readonly<Record<string, string>> | undefined),
    prose: (prose, item) => draw(formatProse(prose, within(item), FORMATS)),
    value: (value, item, form, position) => build(value, within(item, form, position), FORMATS),
    holds: (predicate, item, form, position) => holds(predicate, within(item, form, position)),
    placesOf,
    failedChecks: ({ schema, checks = [] }, data, invalid) =>
      failedChecks(checks, { data: sentForm(data, schema) as Json, invalid, scope, formats: FORMATS }),
    raise: async (action, { source: _control, ...payload } = {}) => options.onRaise?.({ action, ...payload }),
    go: (to) => options.onGo?.(typeof to === "string" ? to : String(to.path)),
    download: options.download ?? (async () => true),
    href: (path) => path,
    addressOf: (action) => options.addresses?.[action] ?? null,
    isPending: (action, item) => options.pending?.includes(item === undefined ? action : `${action} ${JSON.stringify(item)}`) ?? false,
    isBlocked: (action) => options.blocked?.includes(action) ?? false,
    failures: () => (options.failure === undefined ? [] : [options.failure]),
    fieldErrors: options.fieldErrors ?? NONE,
    body: (blocks) => (
      <>
        {blocks.map((block) => (
          <Block key={block.key} block={block} screen={screen} />
        ))}
      </>
    ),
    withForm: (form) => screenFor({ ...options, scope: { ...scope, form } }),
    validator: (schemaId) => {
      const found = validators[schemaId];
      if (found === undefined) throw new Error(`No validators for "${schemaId}".`);
      return found;
    },
    unavailable: () => null,
    refetch: async () => undefined,
    draftName: (form) => draftName(form, (value) => build(value, scope, FORMATS)),
    draft: (form) => saved[form] ?? null,
    saveDraft(form, data) {
      saved[form] = data;
      options.onDraft?.(form, data);
    },
    ...(options.suggest ? { suggest: options.suggest } : {}),
    illustration: (name) => (name === "bank" ? "/art-bank.svg" : null),
    duration: (name) => DURATIONS[name as keyof typeof DURATIONS],
    formats: FORMATS,
    parseAmount,
  };
  return screen;
}

/** One block, by its name. */
export function Block({ block, screen }: { readonly block: CompiledBlock; readonly screen: ScreenHandle }) {
  const Component = BLOCKS[block.block];
  if (Component === undefined) throw new Error(`There is no block "${block.block}".`);
  return <Component block={block} screen={screen} />;
}

/** A predicate as compiled. */
export const when = (logic: Json) => ({ logic, named: logic, at: { file: "test", line: 1, column: 1, layer: "base" as const } });

/** A paragraph of prose. */
export const paragraph = (text: string): Prose => [{ type: "paragraph", children: [{ type: "text", text }] }];

/** A keyed map in the order of its keys. */
export const ordered = <T,>(items: Readonly<Record<string, T>>) => ({ order: Object.keys(items), items });
