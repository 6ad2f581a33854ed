/** Exports `checkSessions` for the compiler: queries for the depositor's data have a session. */
import type { Json } from "../language/definition.js";
import { publicAnswer, sentWithoutSession } from "../language/frame-problems.js";
import { rootOf } from "../language/logic-reads.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { evaluateThreeValued } from "../language/three-valued.js";
import type { Truth } from "../language/truth-values.js";
import type { Linker } from "./compile-context.js";
import { inline } from "./logic.js";

/**
 * The gateway sends no bearer with a public field, so an upstream cannot answer data of the depositor in it. A load that needs a
 * session and is sent without one fails with 401 for every visitor.
 */
export function checkSessions(schema: SourceNode | null, linker: Linker): void {
  const { names, personal, report } = linker;
  for (const { name, kind, at, publicFields } of names.operations.entries.values())
    for (const [slice, field] of kind === "query" ? publicFields : [])
      if (personal.all.includes(slice)) report(at, publicAnswer(name, slice, field));
  if (personal.session === null) return;
  const holds = withoutSession(schema, linker);
  for (const node of names.loads.entries.values()) {
    const query = childOf(node, "query");
    const operation = names.operations.entries.get(textOf(query) ?? "");
    if (query !== null && operation?.isAuthenticated === true && holds(childOf(node, "when")) !== false)
      report(query.at, sentWithoutSession(operation.name));
  }
}

/** Evaluates conditions for a visitor without a session: the depositor's slices have their defaults, and nothing else is known. */
function withoutSession(schema: SourceNode | null, { names, personal }: Linker): (node: SourceNode | null) => Truth {
  const slices = entriesOf(childOf(schema, "properties")).filter(([name]) => personal.all.includes(name));
  const scope: Record<string, Json> = Object.fromEntries(
    slices.map(([name, { node }]): [string, Json] => {
      const initial = childOf(node, "default");
      return [name, initial === null ? null : plain(initial)];
    }),
  );
  const known = (path: string): boolean => Object.hasOwn(scope, rootOf(path));
  return (node) => (node === null ? true : evaluateThreeValued(inline(node, "predicate", names), scope, known));
}
