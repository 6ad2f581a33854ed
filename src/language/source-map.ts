/** Exports the separation of a bundle into its published part and its source map (locations and names), for compiler and flow tool. */
import type { Origin } from "./bundle.js";
import type { Json } from "./definition.js";
import { isObject } from "./json.js";

/** The source locations of nodes and the source form of predicates, by JSON Pointer (RFC 6901). */
export type SourceMap = Readonly<Record<string, { readonly at?: Origin; readonly named?: Json }>>;

type Properties = { readonly [key: string]: unknown };

const isOrigin = (value: unknown): value is Origin =>
  isObject(value) && typeof value.file === "string" && typeof value.line === "number" && typeof value.layer === "string";

/** Whether a property contains only a source location or name, without an effect for depositors. */
export function isSource(key: string, value: unknown, owner: Properties): boolean {
  return (key === "at" && isOrigin(value)) || (key === "named" && "logic" in owner);
}

/** A part of a bundle without locations and names. */
export function withoutSources<T>(value: T): T {
  if (Array.isArray(value)) return value.map((part: unknown) => withoutSources(part)) as T;
  if (!isObject(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) if (!isSource(key, part, value)) kept.push([key, withoutSources(part)]);
  return Object.fromEntries(kept) as T;
}

/** The locations and names of a part of a bundle. */
export function sourceMapOf(value: unknown): SourceMap {
  const found: Record<string, { at?: Origin; named?: Json }> = {};
  const visit = (part: unknown, pointer: string): void => {
    if (Array.isArray(part)) for (const [index, each] of part.entries()) visit(each, `${pointer}/${index}`);
    if (!isObject(part)) return;
    for (const [key, each] of Object.entries(part)) {
      if (isSource(key, each, part)) found[pointer] = { ...found[pointer], [key]: each };
      else visit(each, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    }
  };
  visit(value, "");
  return found;
}
