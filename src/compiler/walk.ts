/** The one walker: each `x-kind` compiles what it marks; everything else is held against its schema. */

import type { LanguageSchema } from "../language/meta-schema.js";
import type { SourceNode } from "../language/source.js";
import { KINDS } from "./kinds.js";
import type { Place } from "./place.js";
import { structure } from "./structure.js";

/** Compiles a value. What comes back conforms to its schema whenever nothing was reported. */
export function walk(node: SourceNode, written: LanguageSchema, place: Place): unknown {
  const schema = place.linker.language.resolve(written);
  const kind = schema["x-kind"];
  if (kind === undefined) return structure(node, schema, place);
  const compile = KINDS[kind];
  if (compile === undefined) throw new Error(`The language's schemas name a kind that the compiler has not: ${kind}`);
  return compile(node, schema, place);
}
