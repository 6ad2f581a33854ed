/** Actions: the call that is sent, and what follows each of its outcomes. */

import { fieldNeverSent } from "../language/form-problems.js";
import type { LanguageSchema } from "../language/meta-schema.js";
import * as problems from "../language/problems.js";
import { listAround, overlaps } from "../language/reads.js";
import { childOf, entriesOf, plain, type SourceNode, textOf } from "../language/source.js";
import { ANY, constantType, type StaticType, union } from "../language/static-types.js";
import { checkVariables, operationNamed } from "./calls.js";
import { common, type Facts } from "./facts.js";
import { formReads } from "./form-reads.js";
import { type Place, type ScreenPlace, suspect, withScope, withWaivers } from "./place.js";
import { ERROR } from "./scopes.js";
import { structure } from "./structure.js";
import { where } from "./where.js";

const OUTCOME = /^(?:ok|\*|network|timeout|[1-5]\d\d(?:\.[a-z][a-z0-9_]*)?)$/;

export function compileAction(node: SourceNode, schema: LanguageSchema, outer: Place): unknown {
  const raised = {
    ...withWaivers(withScope(outer, givenTo(node, outer)), node),
    sent: blocksSent(node, outer),
    facts: factsOfRaising(node, outer),
  };
  const place = where(raised, childOf(node, "when"));
  checkSent(node, place);
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
  if (compiled !== null) delete compiled.waivers;
  const on = childOf(node, "on");
  if (compiled === null || outcomes === undefined) return compiled;
  if (call !== null) checkCovered(node, on, place);
  if (on !== null) compiled.on = compileOutcomes(on, outcomes, operation?.payload ?? ANY, place);
  return compiled;
}

/** What the action may read of what it was raised with. One that nothing raises is told as such. */
function givenTo(node: SourceNode, { screen, scope }: Place): readonly (readonly [string, StaticType])[] {
  const anything: readonly (readonly [string, StaticType])[] = [
    ["form", ANY],
    ["item", ANY],
  ];
  // What the language says of an action of the app stands.
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

/** What cannot be null wherever the action is raised. */
function factsOfRaising(node: SourceNode, { screen, facts }: Place): Facts {
  const raised = screen?.raised.get(nameOf(node, screen) ?? "") ?? [];
  return new Set([...facts, ...common(raised.map((raising) => raising.facts))]);
}

function blocksSent(node: SourceNode, { screen }: Place): readonly SourceNode[] {
  const raised = screen?.raised.get(nameOf(node, screen) ?? "") ?? [];
  return raised.flatMap(({ block }) => (block === null ? [] : [block]));
}

/** Every field that is asked for must be read by the action, alone or with the whole form. */
function checkSent(node: SourceNode, place: Place): void {
  const name = place.screen === null ? null : nameOf(node, place.screen);
  if (name === null) return;
  const read = formReads(plain(node));
  for (const block of place.sent ?? []) {
    const sent = (path: string): boolean => read.some((one) => overlaps(one, path));
    // A field that is only compared with one that is sent (a password typed again) is not sent itself.
    const compared = checkReads(block).filter((reads) => reads.some(sent));
    for (const [path, { key, node: field }] of entriesOf(childOf(block, "fields", "items"))) {
      const again = compared.some((reads) => reads.some((one) => overlaps(one, path)));
      if (!again && !sent(path)) suspect(withWaivers(withWaivers(place, block), field), key, fieldNeverSent(path, name));
    }
  }
}

/** What each check of a form reads. */
function checkReads(block: SourceNode): readonly (readonly string[])[] {
  return entriesOf(childOf(block, "checks", "items")).map(([, { node }]) =>
    formReads(plain(node), listAround(textOf(childOf(node, "field")) ?? "")),
  );
}

/** The name of an action of this screen. */
export function nameOf(node: SourceNode, screen: ScreenPlace): string | null {
  for (const [name, action] of screen.actions.entries) if (action === node) return name;
  return null;
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
