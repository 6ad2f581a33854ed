/** Exports the checks for definitions that are never used or occur twice. */

import { canonical } from "../language/hash.js";
import * as problems from "../language/problems.js";
import { childOf, entriesOf, plain } from "../language/source.js";
import {
  duplicateSchema,
  unusedAction,
  unusedDecision,
  unusedDefinition,
  unusedDuration,
  unusedFieldFormat,
  unusedFieldType,
  unusedGate,
  unusedLookup,
  unusedOperation,
  unusedOptionList,
  unusedPoll,
  unusedPredicate,
  unusedSchema,
  unusedShell,
  unusedTable,
  unusedVariable,
} from "../language/unused-problems.js";
import { type Linker, type Names, type NameTable, USED_KINDS, type UsedKind } from "./compile-context.js";
import { entryName } from "./logic.js";

export type Uses = Readonly<Record<UsedKind, Set<string>>>;

export function noUses(): Uses {
  return Object.fromEntries(USED_KINDS.map((kind) => [kind, new Set<string>()])) as unknown as Uses;
}

/** The name of a variable of an operation, as the uses have it. */
export const variableName = (operation: string, variable: string): string => `${operation}.${variable}`;

/** Warns of unused definitions. `held`: the form schemas with which the gateway validates variables. */
export function checkUnused(names: Names, uses: Uses, held: ReadonlySet<string>, linker: Linker): void {
  for (const [name, entry] of names.predicates.entries) if (!uses.predicate.has(name)) linker.report(entry.key, unusedPredicate(name));
  for (const [name, { at, variables }] of names.operations.entries) {
    if (!uses.operation.has(name)) linker.report(at, unusedOperation(name));
    else
      for (const [variable, place] of variables)
        if (!uses.variable.has(variableName(name, variable))) linker.report(place.at, unusedVariable(variable, name));
  }
  for (const [name, node] of names.decisions.entries)
    if (!uses.decision.has(name)) linker.report((childOf(node, "description") ?? node).at, unusedDecision(name));
  const each = <T>(table: NameTable<T>, kind: UsedKind, report: (name: string, one: T) => void): void => {
    for (const [name, one] of table.entries) if (!uses[kind].has(name)) report(name, one);
  };
  each(names.gates, "gate", (name, node) => linker.report(node.at, unusedGate(name)));
  each(names.shells, "shell", (name, node) => linker.report(node.at, unusedShell(name)));
  each(names.polls, "poll", (name, node) => linker.report(node.at, unusedPoll(name)));
  each(names.fieldTypes, "fieldType", (name, node) => linker.report(node.at, unusedFieldType(name)));
  each(names.optionLists, "optionList", (name, node) => linker.report(node.at, unusedOptionList(name)));
  each(names.fieldFormats, "fieldFormat", (name, node) => linker.report(node.at, unusedFieldFormat(name)));
  each(names.tables, "table", (name, node) => linker.report(node.at, unusedTable(name)));
  for (const [name, node] of names.tables.entries) {
    if (!uses.table.has(name) || uses.entry.has(entryName(name, "*"))) continue;
    for (const [key, entry] of entriesOf(childOf(node, "entries")))
      if (!uses.entry.has(entryName(name, key))) linker.report(entry.key, problems.unusedEntry(name, key));
  }
  each(names.values, "value", (name, node) => linker.report((childOf(node, "description") ?? node).at, problems.unusedNamedValue(name)));
  each(names.lookups, "lookup", (name, node) => linker.report(node.at, unusedLookup(name)));
  // The runtime reads the names that the language declares itself.
  const app = linker.language.file("app.schema.json").properties ?? {};
  const own = (keyword: string, name: string): boolean => Object.hasOwn(app[keyword]?.properties ?? {}, name);
  each(names.durations, "duration", (name, node) => {
    if (!own("durations", name)) linker.report(node.at, unusedDuration(name));
  });
  each(names.appActions, "appAction", (name, node) => linker.report(node.at, unusedAction(name)));
  const asked = new Map<string, string>();
  for (const [name, root] of names.forms.entries) {
    if (name.startsWith("forms/")) {
      if (!uses.schema.has(name) && !held.has(name)) linker.report(root.at, unusedSchema(name));
      const { $id, $schema, $comment, title, description, ...demands } = plain(root) as Readonly<Record<string, unknown>>;
      const other = asked.get(canonical(demands));
      if (other !== undefined) linker.report(root.at, duplicateSchema(name, other));
      asked.set(canonical(demands), other ?? name);
    } else {
      for (const [key, entry] of entriesOf(childOf(root, "definitions"))) {
        const reference = `${name}#/definitions/${key}`;
        if (!uses.definition.has(reference)) linker.report(entry.key, unusedDefinition(reference));
      }
    }
  }
}
