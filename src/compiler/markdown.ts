/** Exports the parser of the safe Markdown subset, for texts of screens. */
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Prose, ProseNode, Text } from "../language/bundle.js";
import * as problems from "../language/problems.js";
import type { SourceNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { noteControl } from "./controls.js";
import { compileMessages } from "./messages.js";
import { checkPath } from "./targets.js";

type Mdast = ReturnType<typeof fromMarkdown>["children"][number] | { readonly type: "listItem"; readonly children: readonly Mdast[] };

interface Writing {
  readonly node: SourceNode;
  readonly context: Context;
  readonly piece: (text: string, at: SourceNode) => Text;
}

/** Parsed texts: the brands share most of them, and a long-running process compiles again after each edit. */
const parsed = new Map<string, readonly Mdast[]>();
const MAX_PARSED = 10_000;

/** One line of words and punctuation that are not marks of Markdown: most texts are one paragraph of one text. */
const PLAIN = /^[\p{L}{("'“‘$](?:[\p{L}\p{N},.;:?!'"()/{}$%’‘“”–—…-]| (?! |$))*$/u;

/** Marks that are Markdown elsewhere (GitHub Flavored Markdown): here they would be shown as they are written. */
const EXTENSIONS: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^ *\|?(?: *:?-{3,}:? *\|)+[ :|-]*$/m, "a table (the block `table` has rows and columns)"],
  [/~~[^~\s]/, "strikethrough"],
  [/^\[[ xX]\] /, "a list of tasks"],
];

/** What a person calls a node that is not in the subset. */
const NAMES: Readonly<Record<string, string>> = {
  blockquote: "a quotation (>)",
  code: "a block of code",
  inlineCode: "code (`)",
  html: "HTML",
  image: "an image",
  thematicBreak: "a line across (***, ---)",
};

/** As `fromMarkdown`, which takes a tenth of a compilation for texts without any mark. */
function parse(text: string): readonly Mdast[] {
  if (PLAIN.test(text)) return [{ type: "paragraph", children: [{ type: "text", value: text }] }];
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const { children } = fromMarkdown(text);
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(text, children);
  return children;
}

export function compileProse(node: SourceNode, context: Context): Prose {
  const prose = compileMessages(node, context, (text, piece) => all(parse(text), { node, context, piece }));
  return prose === "" ? [] : prose;
}

function all(nodes: readonly Mdast[], writing: Writing): ProseNode[] {
  return nodes.flatMap((node) => one(node, writing));
}

function one(node: Mdast, writing: Writing): ProseNode[] {
  const { context } = writing;
  switch (node.type) {
    case "text":
      if (/\*\*|\]\(/.test(node.value))
        context.linker.report(writing.node.at, problems.markdownOpen(node.value.includes("**") ? "**" : "[...](...)"));
      for (const [pattern, what] of EXTENSIONS)
        if (pattern.test(node.value)) context.linker.report(writing.node.at, problems.markdownNotAllowed(what));
      return [{ type: "text", text: writing.piece(node.value, writing.node) }];
    case "break":
      return [{ type: "break" }];
    case "paragraph":
    case "emphasis":
    case "strong":
      return [{ type: node.type, children: all(node.children, writing) }];
    case "heading":
      if (node.depth !== 3 && node.depth !== 4) break;
      return [{ type: "heading", depth: node.depth, children: all(node.children, writing) }];
    case "list":
      return [
        {
          type: "list",
          ordered: node.ordered === true,
          children: node.children.map((item): ProseNode => ({ type: "item", children: itemOf(item, writing) })),
        },
      ];
    case "link":
      checkLink(node.url, writing);
      return [{ type: "link", href: node.url, children: all(node.children, writing) }];
    default:
      break;
  }
  context.linker.report(
    writing.node.at,
    problems.markdownNotAllowed(
      node.type === "heading" ? `a heading of level ${node.depth} (### and #### are)` : (NAMES[node.type] ?? node.type),
    ),
  );
  return [];
}

/** An item of one paragraph is that paragraph's text. */
function itemOf(item: { readonly children: readonly Mdast[] }, writing: Writing): ProseNode[] {
  const [only, ...more] = item.children;
  return only?.type === "paragraph" && more.length === 0 ? all(only.children, writing) : all(item.children, writing);
}

function checkLink(href: string, { node, context }: Writing): void {
  if (href.startsWith("/") && !href.startsWith("//")) {
    checkPath(href, node.at, context);
    noteControl(context, "a link", node.at, { go: href });
  } else if (!/^(?:https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?=$|[/:?#])|mailto:[^\s@{}]+@[^\s@{}]+\.)[^\s{}]*$/i.test(href))
    context.linker.report(node.at, problems.linkNotAllowed(href));
}
