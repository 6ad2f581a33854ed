/** Exports `compileNode`: each `x-kind` compiles the node that it marks; the meta-schema validates every other node. */

import type { LanguageSchema } from "../language/meta-schema.js";
import type { SourceNode } from "../language/source.js";
import type { Context } from "./compile-context.js";
import { KINDS } from "./keyword-kinds.js";
import { structure } from "./structure.js";

/** Compiles a value. The result conforms to its schema if nothing was reported. */
export function compileNode(node: SourceNode, written: LanguageSchema, context: Context): unknown {
  const schema = context.linker.language.resolve(written);
  const kind = schema["x-kind"];
  if (kind === undefined) return structure(node, schema, context);
  const compile = KINDS[kind];
  if (compile === undefined) throw new Error(`The language's schemas name a kind that the compiler has not: ${kind}`);
  return compile(node, schema, context);
}
