/** Exports the compilation of actions: the call, and the effects of each of its outcomes. */

import { fieldNeverSent } from "../language/form-problems.js";
import { listAround, overlaps } from "../language/logic-reads.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { ANY, constantType, type StaticType, union } from "../language/static-types.js";
import { checkVariables, operationNamed } from "./calls.js";
import { type Context, reportUnlessWaived, type ScreenContext, withScope, withWaivers } from "./compile-context.js";
import { whereHolds } from "./condition-context.js";
import { outcomesIn } from "./explicit-form.js";
import { formReads } from "./form-reads.js";
import { common, type NonNullPaths } from "./non-null-paths.js";
import { ERROR } from "./scopes.js";
import { structure } from "./structure.js";

const OUTCOME = /^(?:ok|\*|network|timeout|[1-5]\d\d(?:\.[a-z][a-z0-9_]*)?)$/;

export function compileAction(node: SourceNode, schema: LanguageSchema, outer: Context): unknown {
  const raised = {
    ...withWaivers(withScope(outer, givenTo(node, outer)), node),
    sent: blocksSent(node, outer),
    facts: factsOfRaising(node, outer),
  };
  const context = whereHolds(raised, childOf(node, "when"));
  checkSent(node, context);
  const { on: outcomes, ...keywords } = schema.properties ?? {};
  const call = childOf(node, "call");
  const operation = call === null ? null : operationNamed(call, context, ["query", "mutation"]);
  if (operation !== null) checkVariables(node, operation, context);
  if (call === null)
    for (const keyword of ["with", "on", "optimistic"]) {
      const entry = node.kind === "object" ? node.entries.get(keyword) : undefined;
      if (entry !== undefined) context.linker.report(entry.key, problems.withoutCall(keyword));
    }
  const compiled = structure(
    node,
    { ...schema, properties: { ...keywords, ...(outcomes === undefined ? {} : { on: { type: "object" } }) } },
    context,
  ) as Record<string, unknown> | null;
  if (compiled !== null) delete compiled.waivers;
  const on = childOf(node, "on");
  if (compiled === null || outcomes === undefined) return compiled;
  if (call !== null) checkCovered(node, on, context);
  if (on !== null) compiled.on = compileOutcomes(on, outcomes, operation?.payload ?? ANY, context);
  return compiled;
}

/** The data of the event that the action may read. An action that nothing raises is reported by its own rule. */
function givenTo(node: SourceNode, { screen, scope }: Context): readonly (readonly [string, StaticType])[] {
  const anything: readonly (readonly [string, StaticType])[] = [
    ["form", ANY],
    ["item", ANY],
  ];
  // An action of the app reads what the language declares for it.
  if (screen === null) return anything.filter(([name]) => !scope.has(name));
  const raised = screen.raised.get(nameOf(node, screen) ?? "");
  if (raised === undefined) return anything;
  return (["form", "item"] as const).flatMap((name) => {
    const given = raised.map((one) => one[name]);
    const all = given.filter((type) => type !== null);
    if (all.length === 0) return [];
    return [[name, all.length === given.length ? union(all) : union([...all, constantType(null)])] as const];
  });
}

/** The paths that are not null in any place that raises the action. */
function factsOfRaising(node: SourceNode, { screen, facts }: Context): NonNullPaths {
  const raised = screen?.raised.get(nameOf(node, screen) ?? "") ?? [];
  return new Set([...facts, ...common(raised.map((raising) => raising.facts))]);
}

function blocksSent(node: SourceNode, { screen }: Context): readonly SourceNode[] {
  const raised = screen?.raised.get(nameOf(node, screen) ?? "") ?? [];
  return raised.flatMap(({ block }) => (block === null ? [] : [block]));
}

/** The action must read every field of the form, alone or with the whole form. */
function checkSent(node: SourceNode, context: Context): void {
  const name = context.screen === null ? null : nameOf(node, context.screen);
  if (name === null) return;
  const read = formReads(plain(node));
  for (const block of context.sent ?? []) {
    const sent = (path: string): boolean => read.some((one) => overlaps(one, path));
    // A field that is only compared with a sent field (a password typed again) is not sent.
    const compared = checkReads(block).filter((reads) => reads.some(sent));
    for (const [path, { key, node: field }] of entriesOf(childOf(block, "fields", "items"))) {
      const again = compared.some((reads) => reads.some((one) => overlaps(one, path)));
      if (!again && !sent(path)) reportUnlessWaived(withWaivers(withWaivers(context, block), field), key, fieldNeverSent(path, name));
    }
  }
}

/** The paths that each check of a form reads. */
function checkReads(block: SourceNode): readonly (readonly string[])[] {
  return entriesOf(childOf(block, "checks", "items")).map(([, { node }]) =>
    formReads(plain(node), listAround(textOf(childOf(node, "field")) ?? "")),
  );
}

/** The name of an action of this screen. */
function nameOf(node: SourceNode, screen: ScreenContext): string | null {
  for (const [name, action] of screen.actions.entries) if (action === node) return name;
  return null;
}

/** Each outcome's effects, in its scope: `result` where the call succeeded, `error` elsewhere. */
export function compileOutcomes(node: SourceNode, schema: LanguageSchema, result: typeof ANY, context: Context): Record<string, unknown> {
  const effects = context.linker.language.resolve(schema).additionalProperties;
  if (effects === undefined || effects === false) throw new Error("The language's schema of outcomes is not a keyed map");
  const compiled: Record<string, unknown> = {};
  for (const [outcome, entry] of entriesOf(node)) {
    // `explicitForm` has divided a group, unless one of its outcomes occurs twice.
    const names = outcomesIn(outcome);
    if (names.length > 1) context.linker.report(entry.key, problems.duplicateKey(names.find((name) => isRepeated(name, node)) ?? outcome));
    else if (!OUTCOME.test(outcome)) context.linker.report(entry.key, problems.unknownOutcome(outcome));
    compiled[outcome] = context.linker.compileNode(
      entry.node,
      effects,
      withScope(context, outcome === "ok" ? [["result", result]] : [["error", ERROR]]),
    );
  }
  return compiled;
}

function isRepeated(outcome: string, outcomes: SourceNode): boolean {
  return (
    entriesOf(outcomes)
      .flatMap(([key]) => outcomesIn(key))
      .filter((name) => name === outcome).length > 1
  );
}

function checkCovered(node: SourceNode, on: SourceNode | null, { linker }: Context): void {
  const { failures } = linker.names;
  const covered = childOf(on, "*") !== null || failures.entries.has("*") || !failures.complete;
  if (!covered && !node.partial) linker.report((on ?? node).at, problems.outcomeUncovered("*"));
}
