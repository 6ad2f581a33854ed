/** Exports the check for query keys that a screen takes from the address and nothing reads. */
import { childOf, textOf } from "../language/source.js";
import * as problems from "../language/unused-problems.js";
import type { Linker, ScreenEntry } from "./compile-context.js";

/** Every path that is read anywhere in what was compiled: names of predicates are inlined there. */
function readsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(readsIn);
  if (typeof value !== "object" || value === null) return [];
  const path: unknown = "var" in value ? [value.var].flat()[0] : null;
  return typeof path === "string" ? [path] : Object.values(value).flatMap(readsIn);
}

/** `part`: the compiled screen. Only this screen can read the key: a `go` to another screen passes the value explicitly. */
export function checkQueryToState(screen: ScreenEntry, part: object, linker: Linker): void {
  const keys = childOf(screen.node, "queryToState");
  if (keys?.kind !== "list") return;
  const reads = readsIn(part);
  for (const item of keys.items) {
    const key = textOf(item);
    const wanted = `route.state.${key}`;
    if (key !== null && !reads.some((path) => path === wanted || path.startsWith(`${wanted}.`) || wanted.startsWith(`${path}.`)))
      linker.report(item.at, problems.unusedQueryKey(key));
  }
}
