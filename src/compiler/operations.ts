/** Exports the named operations of `flows/*.graphql`, checked against the gateway's schema. */
import {
  type DefinitionNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  NoDeprecatedCustomRule,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  separateOperations,
  specifiedRules,
  type VariableDefinitionNode,
  validate,
  visit,
} from "graphql";
import type { Origin } from "../language/bundle.js";
import type { Problem } from "../language/problems.js";
import * as problems from "../language/problems.js";
import { sameQuery } from "../language/selection-problems.js";
import type { FlowSource } from "../language/source.js";
import { ANY, type StaticType } from "../language/static-types.js";
import { DOCUMENT_RULES, IDEMPOTENCY_KEY } from "./document-rules.js";
import { graphqlProblem, SDL } from "./gateway-schema.js";
import { type FieldTexts, payloadType, selectionType } from "./operation-results.js";
import type { Semantics } from "./semantics.js";
import { givenProperties, type InputType, inputsOf } from "./variable-types.js";

/** A variable of a document. */
export interface Variable {
  /** Whether it must be given: it has no default, and is not null. */
  readonly required: boolean;
  readonly at: Origin;
}

/** A fragment of a document: its place, and the line where it ends. */
export interface Fragment {
  readonly name: string;
  readonly at: Origin;
  readonly lastLine: number;
}

export interface Operation {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly journey: string;
  readonly at: Origin;
  readonly document: string;
  /** The fragments that its document uses, of any file. */
  readonly fragments: readonly Fragment[];
  /** The variable of the type `IdempotencyKey`, which the runtime supplies; null without one. */
  readonly idempotencyKey: string | null;
  /** By name, without the one that the runtime supplies. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** The type of each variable. */
  readonly inputs: ReadonlyMap<string, InputType>;
  /** The properties of form schemas that its document gives itself (`propertyName`). */
  readonly properties: readonly string[];
  readonly fields: readonly string[];
  /** The fields of Query or Mutation that it selects, without their aliases. */
  readonly rootFields: readonly string[];
  /** Each of these fields is answered only with a session. */
  readonly isAuthenticated: boolean;
  /** The fields of declared calls that are answered to everybody: their names in the answer, and in the schema. */
  readonly publicFields: ReadonlyMap<string, string>;
  /** The type of the whole answer, and of the part that `result` reads. */
  readonly answer: StaticType;
  readonly payload: StaticType;
  /** False when it is invalid by the gateway's schema: no further checks run then. */
  readonly valid: boolean;
}

/**
 * The operations by name, the invalid ones included. `complete` is false when a file with a syntax error may lack some of
 * them.
 */
export interface Operations {
  readonly entries: ReadonlyMap<string, Operation>;
  readonly complete: boolean;
  readonly problems: readonly Problem[];
  /** The form schemas with which the gateway validates the variables. */
  readonly held: ReadonlySet<string>;
}

/** Another file may use a fragment: the check for unused fragments covers all files. */
const RULES = [...specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule), ...DOCUMENT_RULES];

/** What the operations are read with: the gateway's schema (null while it is not valid), and what is known of its values. */
export interface Reading {
  readonly schema: GraphQLSchema | null;
  readonly semantics: Semantics;
  /** The texts that the upstream sends in a field, by `Type.field`. */
  readonly texts: FieldTexts;
}

export function readOperations(source: FlowSource, reading: Reading): Operations {
  const { schema } = reading;
  const found: Problem[] = [];
  const deprecating = /@deprecated\b/.test(source.files.get(SDL) ?? "");
  const entries = new Map<string, Operation>();
  const documents = [...source.files.keys()]
    .filter((name) => /^flows\/[a-z-]+\.graphql$/.test(name))
    .sort()
    .map((file) => ({ file, ...parseWhole(file, source.files.get(file) ?? "", found) }));
  const complete = documents.every(({ whole }) => whole);
  const fragments = readFragments(documents, complete, found);
  for (const { file, parsed } of documents) {
    const document = withFragments(parsed, fragments);
    const invalid = schema === null ? [] : validate(schema, document, RULES, { maxErrors: 1000 });
    // Errors in another file's fragment are reported in that file.
    const own = (error: GraphQLError): boolean => (error.source?.name ?? file) === file;
    found.push(...invalid.filter(own).map((error) => graphqlProblem(file, error)));
    // A deprecated field still works, so the finding is a warning.
    const old = schema === null || !deprecating || invalid.length > 0 ? [] : validate(schema, document, [NoDeprecatedCustomRule]);
    for (const error of old.filter(own)) found.push({ ...graphqlProblem(file, error), ...problems.deprecatedField(error.message) });
    for (const operation of operationsOf(file, document, reading, invalid)) {
      const { name } = operation;
      const other = entries.get(name);
      if (name === "") found.push(problems.problemAt(operation.at, problems.anonymousOperation()));
      else if (other !== undefined && other.at.file !== file)
        found.push(problems.problemAt(operation.at, problems.duplicateOperation(name, other.at.file)));
      else entries.set(name, operation);
    }
  }
  found.push(...sameQueries(entries));
  const text = source.files.get(SDL) ?? "";
  const held = new Set([...text.matchAll(/@form\(schema:\s*"([^"]+)"\)/g)].map(([, name = ""]) => `forms/${name}.json`));
  return { entries, complete, problems: found, held };
}

/** Queries with different names and the same content: one is a copy, such as the joint holder's query of the depositor's. */
function sameQueries(entries: ReadonlyMap<string, Operation>): readonly Problem[] {
  const asked = new Map<string, string>();
  return [...entries.values()].flatMap(({ name, kind, document, at }) => {
    if (kind !== "query") return [];
    const body = document.replace(name, "");
    const other = asked.get(body);
    if (other === undefined) asked.set(body, name);
    return other === undefined ? [] : [problems.problemAt(at, sameQuery(name, other))];
  });
}

/** The fragments of all files, each once; `complete`: nothing that might use one was unreadable. */
function readFragments(
  documents: readonly { readonly file: string; readonly parsed: DocumentNode }[],
  complete: boolean,
  found: Problem[],
): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const used = new Set<string>();
  for (const { file, parsed } of documents) {
    visit(parsed, { FragmentSpread: ({ name }) => void used.add(name.value) });
    for (const definition of parsed.definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const { value: name } = definition.name;
      const other = fragments.get(name)?.loc?.source.name;
      if (other === undefined) fragments.set(name, definition);
      else if (other !== file) found.push(problems.problemAt(placeOf(file, definition), problems.duplicateFragment(name, other)));
    }
  }
  for (const [name, definition] of complete ? fragments : [])
    if (!used.has(name))
      found.push(problems.problemAt(placeOf(definition.loc?.source.name ?? "", definition), problems.unusedFragment(name)));
  return fragments;
}

/** A file with the fragments of other files that it uses. */
function withFragments(document: DocumentNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): DocumentNode {
  const definitions = [...document.definitions];
  const there = new Set(definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one.name.value] : [])));
  const borrow = (from: DefinitionNode): unknown =>
    visit(from, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = there.has(name) ? undefined : fragments.get(name);
        if (fragment === undefined) return;
        there.add(name);
        definitions.push(fragment);
        borrow(fragment);
      },
    });
  for (const definition of document.definitions) borrow(definition);
  return { ...document, definitions };
}

const placeOf = (file: string, { loc }: DefinitionNode | VariableDefinitionNode) => ({
  file,
  line: loc?.startToken.line ?? 1,
  column: loc?.startToken.column ?? 1,
});

/** graphql-js stops at the first syntax error: a file with a syntax error is read definition by definition, so that every error is found. */
function parseWhole(file: string, text: string, found: Problem[]): { readonly parsed: DocumentNode; readonly whole: boolean } {
  const whole = parsePiece(file, text);
  if (!(whole instanceof GraphQLError)) return { parsed: { kind: Kind.DOCUMENT, definitions: whole }, whole: true };
  const pieces = piecesOf(text).map((piece) => parsePiece(file, piece));
  const errors = pieces.filter((piece) => piece instanceof GraphQLError);
  // A file with a syntax error must never pass as valid, even if each piece alone has no error.
  for (const error of errors.length === 0 ? [whole] : errors) found.push(graphqlProblem(file, error));
  return {
    parsed: { kind: Kind.DOCUMENT, definitions: pieces.flatMap((piece) => (piece instanceof GraphQLError ? [] : piece)) },
    whole: false,
  };
}

/** The definitions of a text, which may be empty, or its first syntax error. */
function parsePiece(file: string, text: string): readonly DefinitionNode[] | GraphQLError {
  if (text.replace(/#.*$/gm, "").trim() === "") return [];
  try {
    return parse(new Source(text, file)).definitions;
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

/** Each definition, with the lines before it left empty so that positions stay. The first piece is the text before a known keyword. */
function piecesOf(text: string): string[] {
  const starts = [0, ...[...text.matchAll(/^(?:query|mutation|subscription|fragment)\b/gm)].map((match) => match.index)];
  return starts.map((start, index) => text.slice(0, start).replace(/[^\n]/g, "") + text.slice(start, starts[index + 1]));
}

function operationsOf(
  file: string,
  document: DocumentNode,
  { schema, semantics, texts }: Reading,
  invalid: readonly GraphQLError[],
): Operation[] {
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  // Of two operations of one name only one would be kept by graphql-js; the second is reported by its validation.
  const separate = separateOperations(document);
  return definitions.map((definition) => {
    const name = definition.name?.value ?? "";
    const kind = definition.operation === "query" ? "query" : "mutation";
    const own = separate[name] ?? document;
    const valid = schema !== null && !invalid.some((error) => own.definitions.some((part) => within(error, part)));
    const answer = valid ? selectionType(schema, definition, own, { semantics, texts }) : ANY;
    const supplied = (definition.variableDefinitions ?? []).find(isIdempotencyKey)?.variable.name.value ?? null;
    const given = (definition.variableDefinitions ?? []).filter((variable) => !isIdempotencyKey(variable));
    return {
      name,
      kind,
      journey: file.slice("flows/".length, -".graphql".length),
      at: { ...placeOf(file, definition), layer: "base" },
      document: print(own),
      fragments: fragmentsOf(own),
      idempotencyKey: supplied,
      variables: new Map(
        given.map((variable) => [
          variable.variable.name.value,
          {
            required: variable.type.kind === Kind.NON_NULL_TYPE && variable.defaultValue === undefined,
            at: { ...placeOf(file, variable), layer: "base" },
          },
        ]),
      ),
      inputs: valid ? inputsOf(schema, definition, semantics) : new Map(),
      properties: valid ? givenProperties(schema, definition) : [],
      fields: fieldsOf(definition, ({ alias, name: own }) => alias?.value ?? own.value),
      rootFields: fieldsOf(definition, ({ name: own }) => own.value),
      isAuthenticated:
        valid && fieldsOf(definition, ({ name: own }) => own.value).every((field) => has(schema, kind, field, "authenticated")),
      publicFields: new Map(
        valid
          ? fieldsOf(definition, ({ alias, name: own }) => [alias?.value ?? own.value, own.value] as const).filter(([, field]) =>
              isPublic(schema, kind, field),
            )
          : [],
      ),
      answer,
      payload: payloadType(answer),
      valid,
    };
  });
}

function fragmentsOf(document: DocumentNode): readonly Fragment[] {
  return document.definitions.flatMap((one) => {
    if (one.kind !== Kind.FRAGMENT_DEFINITION || one.loc === undefined) return [];
    const { source, endToken } = one.loc;
    return [{ name: one.name.value, at: { ...placeOf(source.name, one), layer: "base" as const }, lastLine: endToken.line }];
  });
}

function has(schema: GraphQLSchema, kind: Operation["kind"], field: string, directive: string): boolean {
  const root = kind === "query" ? schema.getQueryType() : schema.getMutationType();
  return root?.getFields()[field]?.astNode?.directives?.some(({ name }) => name.value === directive) === true;
}

const isPublic = (schema: GraphQLSchema, kind: Operation["kind"], field: string): boolean =>
  has(schema, kind, field, "connect") && !has(schema, kind, field, "authenticated");

/** Whether the runtime supplies a variable: the key of the attempt for which the operation is sent. */
function isIdempotencyKey({ type }: VariableDefinitionNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && named.name.value === IDEMPOTENCY_KEY;
}

function within(error: GraphQLError, { loc }: DefinitionNode): boolean {
  return (
    loc !== undefined &&
    loc.source.name === error.source?.name &&
    (error.positions ?? []).some((position) => position >= loc.start && position <= loc.end)
  );
}

function fieldsOf<T>(definition: OperationDefinitionNode, of: (field: FieldNode) => T): T[] {
  return definition.selectionSet.selections.flatMap((selection) => (selection.kind === Kind.FIELD ? [of(selection)] : []));
}
