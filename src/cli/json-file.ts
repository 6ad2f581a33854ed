/** Exports the reader of JSON files beside the definitions (scenarios, personas), with each error at its place, for the flow tool. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ValidateFunction } from "ajv";
import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { schemaFindings } from "../compiler/schema-findings.js";
import { type Problem, problemAt } from "../language/problems.js";
import { positionIn, readDocument } from "../language/source.js";

type Path = readonly (string | number)[];
type Place = Pick<Problem, "line" | "column">;

/** Files have errors that are not printed yet. The flow tool prints them; its exit code is 1. */
export class WrongFiles extends Error {
  override readonly name = "WrongFiles";
  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`).join("\n"));
  }
}

export interface JsonFile<Content> {
  readonly file: string;
  /** Null where the file has problems. */
  readonly content: Content | null;
  readonly problems: readonly Problem[];
  /** The place of the value at a path; of a keyword, the place of its name. Where there is none, the beginning. */
  readonly placeOf: (path: Path, keyword?: string) => Place;
}

/** The places of the values of a text. Most files are good, so that nobody asks: the text is parsed for the first place. */
function placesIn(text: string): JsonFile<unknown>["placeOf"] {
  let parsed: { readonly tree: Node | undefined; readonly position: (offset: number) => Place } | null = null;
  return (path, keyword) => {
    parsed ??= { tree: parseTree(text), position: positionIn(text) };
    const { tree, position } = parsed;
    const nodeOf = (keys: Path): Node | undefined => (tree === undefined ? undefined : findNodeAtLocation(tree, [...keys]));
    const value = keyword === undefined ? undefined : nodeOf([...path, keyword]);
    return position((value?.parent ?? nodeOf(path))?.offset ?? 0);
  };
}

/** Reads a file by its path from the root. Without `validate`, only its syntax is checked. */
export async function readJsonFile<Content>(root: string, file: string, validate?: ValidateFunction<Content>): Promise<JsonFile<Content>> {
  const text = await readFile(join(root, file), "utf8");
  const placeOf = placesIn(text);
  const { problems } = readDocument(file, text, "base");
  if (problems.length > 0) return { file, content: null, problems, placeOf };
  const content: unknown = JSON.parse(text);
  if (validate === undefined || validate(content)) return { file, content: content as Content, problems, placeOf };
  const wrong = schemaFindings(validate.errors ?? []).map(({ path, keyword, found }) =>
    problemAt({ file, ...placeOf(path, keyword) }, found),
  );
  return { file, content: null, problems: wrong, placeOf };
}

/** The content of a file; its errors are thrown as {@link WrongFiles}. */
export async function contentOf<Content>(root: string, file: string, validate?: ValidateFunction<Content>): Promise<Content> {
  const { content, problems } = await readJsonFile(root, file, validate);
  if (problems.length > 0) throw new WrongFiles(problems);
  return content as Content;
}
