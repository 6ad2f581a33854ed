/** Findings of the compiler that are accepted in the files, each with its reason; one that accepts nothing is a finding. */
import * as problems from "../language/problems.js";
import { isCompilerRule } from "../language/rules/registry.js";
import { childOf, type SourceNode, textOf } from "../language/source.js";
import type { Accepting, Linker } from "./place.js";

export interface Acceptances {
  readonly of: Linker["acceptances"];
  /** Reports those that matched nothing. */
  checkStale(report: Linker["report"]): void;
}

export function acceptances(): Acceptances {
  const known = new Map<SourceNode, readonly Accepting[]>();
  return {
    of: (node, proof) => {
      const list = childOf(node, "waivers");
      const found = list === null ? [] : (known.get(list) ?? read(list, proof));
      if (list !== null) known.set(list, found);
      return found;
    },
    checkStale: (report) => {
      for (const { rule, at, matched } of [...known.values()].flat()) if (!matched) report(at, problems.acceptanceStale(rule));
    },
  };
}

/** `proof`: what is accepted of a rule that is not the compiler's is for the proof to match. One with `when` matches no finding here. */
function read(list: SourceNode, proof: boolean): readonly Accepting[] {
  const items = list.kind === "list" ? list.items : [];
  return items.flatMap((item): Accepting[] => {
    const rule = textOf(childOf(item, "rule"));
    if (rule === null || (proof && !isCompilerRule(rule))) return [];
    return [{ rule: childOf(item, "when") === null ? rule : `${rule} with "when"`, at: item.at, matched: false }];
  });
}
