/** Exports the check that no named predicate reads itself, through any others. */
import { namesIn } from "../language/operation.js";
import * as problems from "../language/problems.js";
import { plain } from "../language/source.js";
import type { Linker } from "./compile-context.js";

export function checkPredicates(linker: Linker): void {
  const { entries } = linker.names.predicates;
  const circles = new Set<string>();
  for (const [name, entry] of entries) {
    const circle = circleFrom(name, [], linker);
    const key = [...(circle ?? [])].sort().join(" ");
    if (circle === null || circles.has(key)) continue;
    circles.add(key);
    linker.report(entry.key, problems.predicateCycle([...circle, name]));
  }
}

/** The names from this one back to itself. */
function circleFrom(name: string, asked: readonly string[], linker: Linker): readonly string[] | null {
  if (asked.includes(name)) return asked[0] === name ? asked : null;
  const logic = linker.names.predicates.entries.get(name)?.logic ?? null;
  for (const other of logic === null ? [] : namesIn(plain(logic))) {
    const circle = circleFrom(other, [...asked, name], linker);
    if (circle !== null) return circle;
  }
  return null;
}
