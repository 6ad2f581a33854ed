/** Exports the waivers of the compiler, for the linker: they accept findings, and an unused waiver is a finding. */
import * as problems from "../language/problems.js";
import { isCompilerRule, isRule, RULES } from "../language/rules/registry.js";
import { childOf, type SourceNode, textOf } from "../language/source.js";
import type { Linker, PlacedWaiver } from "./compile-context.js";

export interface Waivers {
  readonly of: Linker["waivers"];
  /** Reports those that matched nothing. */
  checkStale(report: Linker["report"]): void;
}

export function waiversOf(): Waivers {
  const known = new Map<SourceNode, readonly PlacedWaiver[]>();
  return {
    of: (node, proof) => {
      const list = childOf(node, "waivers");
      const found = list === null ? [] : (known.get(list) ?? read(list, proof));
      if (list !== null) known.set(list, found);
      return found;
    },
    checkStale: (report) => {
      for (const { stale, at, matched } of [...known.values()].flat()) if (!matched) report(at, stale);
    },
  };
}

/**
 * The waivers of a list. `proof`: the verifier matches those of its own rules. One with `when` matches no finding of the
 * compiler, because entered data is not a state of a depositor.
 */
function read(list: SourceNode, proof: boolean): readonly PlacedWaiver[] {
  const items = list.kind === "list" ? list.items : [];
  return items.flatMap((item): PlacedWaiver[] => {
    const rule = textOf(childOf(item, "rule"));
    if (rule === null) return [];
    const missing = isRule(rule) ? (RULES[rule].waiverNames ?? []).find((keyword) => childOf(item, keyword) === null) : undefined;
    const stale =
      missing === undefined
        ? staleness(rule, childOf(item, "when") !== null, proof)
        : { rule, stale: problems.waiverIncomplete(rule, missing) };
    return stale === null ? [] : [{ ...stale, at: item.at, matched: false }];
  });
}

/** The findings that a waiver accepts, and the finding about a waiver that accepts none; null for a waiver that the verifier matches. */
function staleness(rule: string, limited: boolean, proof: boolean): Pick<PlacedWaiver, "rule" | "stale"> | null {
  if (!isRule(rule)) return { rule, stale: problems.unknownRule(rule, Object.keys(RULES)) };
  if (!RULES[rule].waivable) return { rule, stale: problems.notWaivable(rule) };
  if (proof && !isCompilerRule(rule)) return null;
  const written = limited ? `${rule} with "when"` : rule;
  return { rule: written, stale: problems.waiverStale(written) };
}
