/**
 * Exports the parsing, validation and execution of GraphQL documents, for the GraphQL route. It caches each parsed,
 * validated and compiled document by its text, in least-recently-used (LRU) caches, so that arbitrary clients cannot
 * exhaust the memory.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  specifiedRules,
  TokenKind,
  validate,
} from "graphql";
import { type CompiledQuery, compileQuery, isCompiledQuery } from "graphql-jit";

/** Limits on a document; the app's own documents stay far below them. */
const LIMITS = { bytes: 32_768, depth: 10, brackets: 64, aliases: 20, rootFields: 20, tokens: 4_000, documents: 500 } as const;

/** A map with a maximum size that evicts the least recently used entry. */
export class LruCache<K, V> {
  readonly #entries = new Map<K, V>();
  constructor(readonly size: number) {}

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.size && oldest !== undefined) this.#entries.delete(oldest);
  }

  get length(): number {
    return this.#entries.size;
  }
}

interface PreparedDocument {
  readonly document: DocumentNode | null;
  readonly errors: readonly GraphQLError[];
}

/** Executes documents of one schema. */
export interface Execution {
  readonly schema: GraphQLSchema;
  /** The parsed and valid document, or its errors. */
  prepare(query: string): PreparedDocument;
  /** graphql-js's `execute`, compiled by graphql-jit. The document must come from `prepare`. */
  execute(args: ExecutionArgs): Promise<ExecutionResult>;
}

export function createExecution(schema: GraphQLSchema): Execution {
  const documents = new LruCache<string, PreparedDocument>(LIMITS.documents);
  const compiled = new WeakMap<DocumentNode, Map<string, CompiledQuery | ExecutionResult>>();

  function parseAndValidate(query: string): PreparedDocument {
    if (Buffer.byteLength(query) > LIMITS.bytes) return rejected("The document is too long.");
    let document: DocumentNode;
    try {
      if (isNestedTooDeeply(query)) return rejected(TOO_DEEP);
      document = parse(query, { maxTokens: LIMITS.tokens });
    } catch (error) {
      if (error instanceof GraphQLError) return { document: null, errors: [error] };
      throw error;
    }
    // The limits come before validation, because a hostile document makes validation expensive.
    const violation = limitViolation(document);
    if (violation) return rejected(violation);
    const errors = validate(schema, document, specifiedRules, { maxErrors: 20 });
    return errors.length > 0 ? { document: null, errors } : { document, errors: [] };
  }

  return {
    schema,
    prepare(query) {
      const known = documents.get(query) ?? parseAndValidate(query);
      documents.set(query, known);
      return known;
    },
    async execute(args) {
      const name = args.operationName ?? "";
      const byName = compiled.get(args.document) ?? new Map<string, CompiledQuery | ExecutionResult>();
      compiled.set(args.document, byName);
      const program =
        byName.get(name) ?? (compileQuery(schema, args.document, args.operationName ?? undefined) as CompiledQuery | ExecutionResult);
      byName.set(name, program);
      if (!isCompiledQuery(program)) return program;
      return program.query(args.rootValue, args.contextValue, args.variableValues);
    },
  };
}

const TOO_DEEP = "The document is nested too deeply.";

function rejected(message: string): PreparedDocument {
  return { document: null, errors: [new GraphQLError(message, { extensions: { status: 400, code: "document_refused" } })] };
}

const OPENING: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const CLOSING: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/**
 * Whether the brackets of a text (selections, values, types) nest beyond the limit. The parser and the validation are recursive
 * and would exhaust the stack. Throws `GraphQLError` for a text with an unknown token.
 */
function isNestedTooDeeply(query: string): boolean {
  const lexer = new Lexer(new Source(query));
  let depth = 0;
  for (let { kind } = lexer.advance(); kind !== TokenKind.EOF; { kind } = lexer.advance()) {
    if (OPENING.has(kind)) depth += 1;
    else if (CLOSING.has(kind)) depth -= 1;
    if (depth > LIMITS.brackets) return true;
  }
  return false;
}

/**
 * The limit that a document exceeds, or null. A fragment counts at each spread; a fragment cycle stops at the depth
 * limit.
 */
function limitViolation(document: DocumentNode): string | null {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  let aliases = 0;
  let selectionCount = 0;
  /** The deepest level below `selections`; stops counting beyond the limits. */
  function depth(selections: SelectionSetNode, level: number): number {
    if (level > LIMITS.depth || selectionCount > LIMITS.tokens) return level;
    let deepest = level;
    for (const selection of selections.selections) {
      selectionCount += 1;
      if (selection.kind === Kind.FIELD && selection.alias) aliases += 1;
      const below = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet;
      if (below) deepest = Math.max(deepest, depth(below, level + 1));
    }
    return deepest;
  }
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    if (definition.selectionSet.selections.length > LIMITS.rootFields) return "The document asks for too many things at once.";
    if (depth(definition.selectionSet, 1) > LIMITS.depth) return TOO_DEEP;
  }
  if (aliases > LIMITS.aliases) return "The document has too many aliases.";
  if (selectionCount > LIMITS.tokens) return "The document asks for too many things at once.";
  return null;
}
