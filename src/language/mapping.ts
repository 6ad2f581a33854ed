/**
 * Exports the parser of the mapping language, in which `gateway/schema.graphql` declares how a call's request and
 * response relate to GraphQL. It is a subset of the mapping language of Apollo Connectors. The gateway compiles what
 * this parser returns; the compiler checks it against the upstream's OpenAPI document.
 */
import type { Json } from "./definition.js";

/** The start of a path: the data of the response, the item of a list, its container, or a value of the request. */
const ROOTS = ["$", "@", "$args", "$session", "$request", "$parent", "$message"] as const;

/**
 * `$` is the data of the response, or the object whose fields are selected; `@` the value or item of a method; `$parent` the
 * object around `$`.
 */
export type Root = (typeof ROOTS)[number];

/** An expression of the mapping language. `at` is the offset of its first character in the parsed text. */
export type Mapping =
  | { readonly kind: "literal"; readonly value: Json; readonly at: number }
  /** A text with expressions in braces. */
  | { readonly kind: "text"; readonly parts: readonly (string | Mapping)[]; readonly at: number }
  | { readonly kind: "list"; readonly items: readonly Mapping[]; readonly at: number }
  | ObjectMapping
  | {
      readonly kind: "read";
      readonly root: Root;
      readonly steps: readonly Step[];
      readonly select: ObjectMapping | null;
      readonly at: number;
    }
  /** The first value that is not null. */
  | { readonly kind: "either"; readonly options: readonly Mapping[]; readonly at: number };

/** An object that is built field by field, or, after a path, the fields that are selected from its value. */
export interface ObjectMapping {
  readonly kind: "object";
  readonly fields: readonly { readonly name: string; readonly value: Mapping; readonly at: number }[];
  readonly at: number;
}

/** A property to read, or a method to apply. */
export type Step =
  | { readonly kind: "key"; readonly name: string; readonly at: number }
  | { readonly kind: "method"; readonly name: string; readonly args: readonly Mapping[]; readonly at: number };

/** The text is not of the mapping language. */
export class MappingError extends Error {
  override readonly name = "MappingError";
  constructor(
    message: string,
    /** The offset of the error in the text. */
    readonly at: number,
  ) {
    super(message);
  }
}

interface Token {
  readonly kind: "name" | "variable" | "string" | "number" | "mark" | "end";
  readonly text: string;
  readonly at: number;
}

const TOKEN =
  /(?<space>[\s,]+|#[^\n]*)|(?<variable>\$\w*|@)|(?<name>[A-Za-z_]\w*)|(?<number>-?\d+(?:\.\d+)?)|(?<string>"[^"]*"|'[^']*')|(?<mark>->|\?\?|[.:{}()[\]])/y;

function tokens(text: string, offset: number): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const groups = TOKEN.exec(text)?.groups;
    if (!groups) throw new MappingError(`"${text[at]}" is not expected here`, offset + at);
    const [kind, part] = Object.entries(groups).find(([, value]) => value !== undefined) as [Token["kind"] | "space", string];
    if (kind !== "space") found.push({ kind, text: part, at: offset + at });
  }
  found.push({ kind: "end", text: "", at: offset + text.length });
  return found;
}

/** Parses a selection or a body: one expression that starts with `$`, `@` or `{`, or named values. */
export function parseMapping(text: string): Mapping {
  const parser = parserOf(text, 0);
  const mapping = parser.startsExpression() ? parser.expression() : parser.fields("end");
  parser.end();
  return mapping;
}

/** Parses one expression. */
export function parseExpression(text: string): Mapping {
  const parser = parserOf(text, 0);
  const mapping = parser.expression();
  parser.end();
  return mapping;
}

/** Parses a text with expressions in braces, as paths and headers are. */
export function parseTemplate(text: string, offset = 0): Extract<Mapping, { kind: "text" }> {
  const parts: (string | Mapping)[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf("{", at);
    if (open < 0) break;
    const close = text.indexOf("}", open);
    if (close < 0) throw new MappingError('"{" has no "}"', offset + open);
    if (open > at) parts.push(text.slice(at, open));
    const parser = parserOf(text.slice(open + 1, close), offset + open + 1);
    parts.push(parser.expression());
    parser.end();
    at = close + 1;
  }
  if (at < text.length) parts.push(text.slice(at));
  return { kind: "text", parts, at: offset };
}

function parserOf(text: string, offset: number) {
  const all = tokens(text, offset);
  let position = 0;
  const peek = (): Token => all[position] as Token;
  const next = (): Token => all[position++] as Token;
  const isMark = (mark: string): boolean => peek().kind === "mark" && peek().text === mark;
  const fail = ({ text: found, at, kind }: Token, expected: string): never => {
    throw new MappingError(`Expected ${expected}, found ${kind === "end" ? "the end" : `"${found}"`}`, at);
  };
  function mark(expected: string): Token {
    return isMark(expected) ? next() : fail(peek(), `"${expected}"`);
  }

  /** Named values, up to the closing mark or the end. */
  function fields(until: "}" | "end"): ObjectMapping {
    const { at } = peek();
    const found: ObjectMapping["fields"][number][] = [];
    while (until === "end" ? peek().kind !== "end" : !isMark("}")) {
      const name = next();
      if (name.kind !== "name") fail(name, "a name");
      if (found.some((other) => other.name === name.text)) throw new MappingError(`"${name.text}" is here twice`, name.at);
      found.push({ name: name.text, value: isMark(":") ? named() : sameName(name), at: name.at });
    }
    return { kind: "object", fields: found, at };
  }
  function named(): Mapping {
    mark(":");
    return expression();
  }
  /** A name alone reads the property of that name. */
  function sameName(name: Token): Mapping {
    if (isMark("->") || isMark("."))
      throw new MappingError(`Give this value a name: "${name.text}: ${name.text}${peek().text}..."`, name.at);
    const step = { kind: "key", name: name.text, at: name.at } as const;
    return { kind: "read", root: "$", steps: [step], select: isMark("{") ? block() : null, at: name.at };
  }
  function block(): ObjectMapping {
    mark("{");
    const found = fields("}");
    mark("}");
    return found;
  }

  /** One value, and its replacement when it is null. */
  function expression(): Mapping {
    return either(primary());
  }
  function either(first: Mapping): Mapping {
    const options = [first];
    while (isMark("??")) {
      next();
      options.push(primary());
    }
    return options.length === 1 ? first : { kind: "either", options, at: first.at };
  }
  function primary(): Mapping {
    const token = peek();
    if (isMark("{")) return block();
    if (token.kind === "name") {
      next();
      return path("$", [{ kind: "key", name: token.text, at: token.at }], token.at);
    }
    if (token.kind !== "variable") return fail(token, "a value");
    next();
    if (token.text === "$" && isMark("(")) {
      next();
      const value = argument();
      mark(")");
      return value;
    }
    const root = ROOTS.find((known) => known === token.text);
    if (root === undefined) throw new MappingError(`There is no variable ${token.text}; there are ${ROOTS.join(", ")}`, token.at);
    return path(root, [], token.at);
  }
  function path(root: Root, first: readonly Step[], at: number): Mapping {
    const steps: Step[] = [...first];
    for (;;) {
      if (isMark(".")) {
        next();
        const name = next();
        if (name.kind === "name") steps.push({ kind: "key", name: name.text, at: name.at });
        else if (name.kind === "string") steps.push({ kind: "key", name: name.text.slice(1, -1), at: name.at });
        else fail(name, "a name");
      } else if (isMark("->")) {
        next();
        const name = next();
        if (name.kind !== "name") fail(name, "a method");
        steps.push({ kind: "method", name: name.text, args: isMark("(") ? list("(", ")") : [], at: name.at });
      } else break;
    }
    return { kind: "read", root, steps, select: isMark("{") ? block() : null, at };
  }
  function list(open: string, close: string): readonly Mapping[] {
    mark(open);
    const items: Mapping[] = [];
    while (!isMark(close)) items.push(argument());
    mark(close);
    return items;
  }
  /** A value inside parentheses or brackets, where texts, numbers and lists need no `$( )`. */
  function argument(): Mapping {
    const token = peek();
    const constant = (value: Json): Mapping => {
      next();
      return either({ kind: "literal", value, at: token.at });
    };
    if (isMark("[")) return { kind: "list", items: list("[", "]"), at: token.at };
    if (token.kind === "number") return constant(Number(token.text));
    if (token.kind === "name" && ["true", "false", "null"].includes(token.text)) return constant(JSON.parse(token.text) as Json);
    if (token.kind === "string") {
      next();
      const { parts } = parseTemplate(token.text.slice(1, -1), token.at + 1);
      const only = parts.length === 0 ? "" : parts.length === 1 ? parts[0] : null;
      return either(typeof only === "string" ? { kind: "literal", value: only, at: token.at } : { kind: "text", parts, at: token.at });
    }
    return expression();
  }
  return {
    fields,
    expression,
    startsExpression: () => peek().kind === "variable" || isMark("{"),
    end: () => {
      if (peek().kind !== "end") fail(peek(), "nothing more");
    },
  };
}
