/** Exports the check that no named predicate reads itself, through any others. */
import { namesIn } from "../language/operation.js";
import * as problems from "../language/problems.js";
import { plain } from "../language/source.js";
import type { Linker } from "./compile-context.js";

export function checkPredicates(linker: Linker): void {
  const { entries } = linker.names.predicates;
  const cycles = new Set<string>();
  for (const [name, entry] of entries) {
    const cycle = cycleFrom(name, [], linker);
    const key = [...(cycle ?? [])].sort().join(" ");
    if (cycle === null || cycles.has(key)) continue;
    cycles.add(key);
    linker.report(entry.key, problems.predicateCycle([...cycle, name]));
  }
}

/** The names on a cycle from this one back to itself; null without one. `passed`: the names before it. */
function cycleFrom(name: string, passed: readonly string[], linker: Linker): readonly string[] | null {
  if (passed.includes(name)) return passed[0] === name ? passed : null;
  const logic = linker.names.predicates.entries.get(name)?.logic ?? null;
  for (const other of logic === null ? [] : namesIn(plain(logic))) {
    const cycle = cycleFrom(other, [...passed, name], linker);
    if (cycle !== null) return cycle;
  }
  return null;
}
