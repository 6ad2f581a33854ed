/** Actions: the call that is sent, and what follows each of its outcomes. */
import * as problems from "../problems.js";
import { childOf, entriesOf, type SourceNode } from "../source.js";
import { checkVariables, operationNamed } from "./calls.js";
import type { LanguageSchema } from "./language.js";
import type { Place } from "./place.js";
import { withScope } from "./place.js";
import { ERROR } from "./scopes.js";
import { ANY } from "./shape.js";
import { structure } from "./structure.js";

const OUTCOME = /^(?:ok|\*|network|timeout|[1-5]\d\d(?:\.[a-z][a-z0-9_]*)?)$/;

export function compileAction(node: SourceNode, schema: LanguageSchema, outer: Place): unknown {
  const place = withScope(outer, [
    ["form", ANY],
    ["item", ANY],
  ]);
  const { on: outcomes, ...words } = schema.properties ?? {};
  const call = childOf(node, "call");
  const operation = call === null ? null : operationNamed(call, place, ["query", "mutation"]);
  if (operation !== null) checkVariables(node, operation, place);
  if (call === null)
    for (const word of ["with", "on", "optimistic"]) {
      const entry = node.kind === "object" ? node.entries.get(word) : undefined;
      if (entry !== undefined) place.linker.report(entry.key, problems.withoutCall(word));
    }
  const compiled = structure(
    node,
    { ...schema, properties: { ...words, ...(outcomes === undefined ? {} : { on: { type: "object" } }) } },
    place,
  ) as Record<string, unknown> | null;
  const on = childOf(node, "on");
  if (compiled === null || outcomes === undefined) return compiled;
  if (call !== null) checkCovered(node, on, place);
  if (on !== null) compiled.on = compileOutcomes(on, outcomes, operation?.payload ?? ANY, place);
  return compiled;
}

/** Each outcome's effects, in its scope: `result` where the call went well, `error` elsewhere. */
export function compileOutcomes(node: SourceNode, schema: LanguageSchema, result: typeof ANY, place: Place): Record<string, unknown> {
  const effects = place.linker.language.resolve(schema).additionalProperties;
  if (effects === undefined || effects === false) throw new Error("The language's schema of outcomes is not a keyed map");
  const compiled: Record<string, unknown> = {};
  for (const [outcome, entry] of entriesOf(node)) {
    if (!OUTCOME.test(outcome)) place.linker.report(entry.key, problems.unknownOutcome(outcome));
    compiled[outcome] = place.linker.walk(
      entry.node,
      effects,
      withScope(place, outcome === "ok" ? [["result", result]] : [["error", ERROR]]),
    );
  }
  return compiled;
}

function checkCovered(node: SourceNode, on: SourceNode | null, { linker }: Place): void {
  const { failures } = linker.names;
  const covered = childOf(on, "*") !== null || failures.entries.has("*") || !failures.complete;
  if (!covered && !node.partial) linker.report((on ?? node).at, problems.outcomeUncovered("*"));
}
