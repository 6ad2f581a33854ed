/** Exports the causes of findings: a finding that follows from another one is reported below it. For the analysis. */
import type { BundleCore } from "../../language/bundle.js";
import type { Json } from "../../language/definition.js";
import { namesIn } from "../../language/operation.js";
import type { Finding } from "../rules/findings.js";
import type { TransitionRelation } from "../transitions/transition-relation.js";

/** The findings with the finding that each follows from. */
export function withCauses(findings: readonly Finding[], transitions: TransitionRelation): readonly Finding[] {
  const { core } = transitions;
  const about = indexOf(findings, core);
  const paths = missingPaths(findings, transitions);
  const causes = new Map(
    findings
      .map(
        (finding) =>
          [
            finding,
            directCause(finding, about, core) ??
              invertedGuard(finding, about) ??
              paths.get(finding) ??
              refusingTarget(finding, about, transitions),
          ] as const,
      )
      .filter(([, cause]) => cause),
  );
  return findings.map((finding) => {
    const cause = rootOf(finding, causes);
    return cause === finding ? finding : { ...finding, causedBy: cause };
  });
}

/** Follows causes to the first one; findings that cause each other have none. */
function rootOf(finding: Finding, causes: ReadonlyMap<Finding, Finding | undefined>): Finding {
  const seen = new Set<Finding>();
  let root = finding;
  for (let cause = causes.get(root); cause !== undefined; cause = causes.get(root)) {
    if (seen.has(cause)) return finding;
    seen.add(root);
    root = cause;
  }
  return root;
}

/** The findings that cause others, by what they are about. */
interface Causes {
  /** Loops by the screens that they pass. */
  readonly loops: ReadonlyMap<string, Finding>;
  /** Loops by the owner of the finding. */
  readonly loopAt: ReadonlyMap<string, Finding>;
  /** Screens that admit nobody, constant predicates and weakened guards, by their owner. */
  readonly closed: ReadonlyMap<string, Finding>;
  readonly constant: ReadonlyMap<string, Finding>;
  readonly weakened: ReadonlyMap<string, Finding>;
  /** By screen: a violated invariant of a guard that also refuses depositors who should be admitted. */
  readonly inverted: ReadonlyMap<string, Finding>;
}

function indexOf(findings: readonly Finding[], core: BundleCore): Causes {
  const byOwner = (is: (finding: Finding) => boolean): ReadonlyMap<string, Finding> =>
    new Map(findings.flatMap((finding) => (is(finding) ? [[finding.owner, finding] as const] : [])));
  const loops = new Map<string, Finding>();
  for (const finding of findings) {
    const key = cycleKey(finding);
    const known = key === null ? undefined : loops.get(key);
    // The shortest chain begins in the loop.
    if (key !== null && (known?.chain === undefined || (finding.chain ?? []).length < known.chain.length)) loops.set(key, finding);
  }
  return {
    loops,
    loopAt: byOwner(({ rule }) => rule === "redirect-loop"),
    closed: byOwner(({ closed }) => closed === true),
    constant: byOwner(({ rule }) => rule === "predicate-constant"),
    weakened: byOwner(({ rule }) => rule === "guard-weakened"),
    inverted: invertedOf(findings, core),
  };
}

function invertedOf(findings: readonly Finding[], core: BundleCore): ReadonlyMap<string, Finding> {
  const refusing = new Set(findings.flatMap(({ target }) => target ?? []));
  const found = new Map<string, Finding>();
  for (const finding of findings) {
    const id = screenOf(finding);
    const guard = core.screens[id]?.guard.at;
    const admits = finding.rule === "invariant" && finding.target === undefined;
    const isOfGuard = finding.at.some(({ file, line }) => file === guard?.file && line === guard.line);
    if (admits && isOfGuard && refusing.has(id) && !found.has(id)) found.set(id, finding);
  }
  return found;
}

const screenOf = ({ owner }: Finding): string => owner.replace("screen:", "");

/** What the wrong depositors on a screen, and the right ones whom it refuses, lead to. */
const OF_INVERTED: ReadonlySet<string> = new Set(["link-refused", "decision-precondition", "invariant", "screen-unreachable"]);

/** For a finding that a guard explains which admits and refuses the wrong depositors. */
function invertedGuard(finding: Finding, { inverted }: Causes): Finding | undefined {
  const { rule, target } = finding;
  // Paths may lead through the screen. Whether another one leads to a screen is a question for the repaired flows.
  if (rule === "screen-undecided") return [...inverted.values()][0];
  const root = inverted.get(target ?? "") ?? (OF_INVERTED.has(rule) ? inverted.get(screenOf(finding)) : undefined);
  return root === finding || (root !== undefined && [...inverted.values()].includes(finding)) ? undefined : root;
}

/** The paths that a loop repeats, in a fixed order; null for other findings. */
function cycleKey({ rule, chain }: Finding): string | null {
  const last = chain?.at(-1);
  if (rule !== "redirect-loop" || chain === undefined || last === undefined) return null;
  return [...new Set(chain.slice(chain.indexOf(last)))].sort().join(" ");
}

function directCause(finding: Finding, about: Causes, core: BundleCore): Finding | undefined {
  const { owner, rule, target, closed } = finding;
  const key = cycleKey(finding);
  if (key !== null) {
    const loop = about.loops.get(key);
    return loop === finding ? undefined : loop;
  }
  if (target !== undefined) return about.closed.get(`screen:${target}`) ?? about.loopAt.get(`screen:${target}`);
  if (rule === "screen-unreachable" && closed !== true) return about.closed.get(owner);
  // A loop closes the paths through its screen. Whether another path leads to a screen is a question for the repaired flows.
  if (rule === "screen-undecided") return [...about.loopAt.values()][0];
  if (rule === "invariant") return about.weakened.get(owner);
  const conditions = closed === true ? [core.screens[owner.replace("screen:", "")]?.guard.named] : rowsOf(core, finding);
  return constantIn(conditions, about, core);
}

/** For a dead end: the finding of a screen that it goes to. */
function refusingTarget({ rule, owner }: Finding, about: Causes, transitions: TransitionRelation): Finding | undefined {
  if (rule !== "dead-end") return undefined;
  const targets = targetsOf(owner.replace("screen:", ""), transitions).map((id) => `screen:${id}`);
  return targets.map((target) => about.closed.get(target) ?? about.loopAt.get(target)).find((cause) => cause !== undefined);
}

/** The screens that a screen goes to. */
function targetsOf(id: string, transitions: TransitionRelation): readonly string[] {
  const place = transitions.screens.get(id);
  return place === undefined ? [] : transitions.of(place).flatMap(({ to }) => to?.screen.id ?? []);
}

/** The condition of a row that never applies. */
function rowsOf(core: BundleCore, { rule, owner }: Finding): readonly (Json | undefined)[] {
  const [, decision = "", row = ""] = /^decision:([^.]+)\.(.+)$/.exec(owner) ?? [];
  return rule === "row-unreachable" ? [core.decisions[decision]?.rows.find(({ key }) => key === row)?.when?.named] : [];
}

/** The first constant predicate that conditions name, also through other predicates. */
function constantIn(conditions: readonly (Json | undefined)[], about: Causes, core: BundleCore): Finding | undefined {
  const open = conditions.flatMap((condition) => (condition === undefined ? [] : namesIn(condition)));
  const seen = new Set<string>();
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const found = about.constant.get(`predicate:${name}`);
    if (found !== undefined) return found;
    const predicate = core.predicates[name];
    if (predicate === undefined || seen.has(name)) continue;
    seen.add(name);
    open.push(...namesIn(predicate.named));
  }
  return undefined;
}

/** The finding of each unreachable screen to which only unreachable screens go, with that of the first one on the way. */
function missingPaths(findings: readonly Finding[], transitions: TransitionRelation): ReadonlyMap<Finding, Finding> {
  const unreachable = new Map(
    findings.flatMap((finding) =>
      finding.rule === "screen-unreachable" ? [[finding.owner.replace("screen:", ""), finding] as const] : [],
    ),
  );
  const next = new Map<string, ReadonlySet<string>>();
  for (const id of unreachable.keys()) {
    next.set(id, new Set(targetsOf(id, transitions).filter((target) => target !== id && unreachable.has(target))));
  }
  const entered = new Set([...next.values()].flatMap((targets) => [...targets]));
  const causes = new Map<Finding, Finding>();
  const seen = new Set<string>();
  // Screens without a predecessor first; then one screen of each cycle.
  for (const root of [...[...next.keys()].filter((id) => !entered.has(id)), ...next.keys()]) {
    const cause = unreachable.get(root);
    if (seen.has(root) || cause === undefined) continue;
    const open = [root];
    seen.add(root);
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      for (const target of next.get(id) ?? []) {
        const consequence = unreachable.get(target);
        if (seen.has(target) || consequence === undefined) continue;
        seen.add(target);
        causes.set(consequence, cause);
        open.push(target);
      }
    }
  }
  return causes;
}
