/** Exports the rules about redirects (loops, chains, refusing targets, unused rows) for the analysis. */
import { rowName } from "../../engine/admission.js";
import { resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { RedirectLoop } from "../../language/failures.js";
import type { StateSpace } from "../abstraction/state-space.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { Redirect, ScreenSets } from "../transitions/screen-sets.js";
import { afterRedirect, overAllPaths, placeAt } from "../transitions/screen-sets.js";
import type { CandidateFinding } from "./findings.js";
import { checkScreen } from "./internal-error.js";
import { messages } from "./messages.js";

const MAX_REDIRECTS = 3;

/** The paths of the redirects from a path; for a loop, up to the first repeated path. */
export function chainOf(core: BundleCore, pathname: string, witness: Witness): readonly string[] {
  try {
    return resolve(core, witness.state, { pathname, ...witness.location }).chain;
  } catch (error) {
    if (error instanceof RedirectLoop) return error.chain;
    throw error;
  }
}

/** The path on which the redirects from a path end; null for a loop, which shows the depositor no screen. */
export function endOf(core: BundleCore, pathname: string, witness: Witness): string | null {
  try {
    return resolve(core, witness.state, { pathname, ...witness.location }).path;
  } catch (error) {
    if (error instanceof RedirectLoop) return null;
    throw error;
  }
}

/** Loops and chains of more than three redirects, followed from every screen for all states at once. */
export function checkRedirectChains(
  core: BundleCore,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  const walk = (start: ScreenSets, here: ScreenSets, who: Bdd, chain: readonly string[], by: readonly Redirect[]): void => {
    for (const redirect of here.redirects) {
      const when = here === start && chain.length === 1 ? redirect.when : afterRedirect(space, redirect.when, here.path);
      const sent = bdd.and(who, when);
      if (sent === FALSE) continue;
      const next = [...chain, redirect.to];
      const at = [...by, redirect].map((one) => one.at);
      const target = placeAt(screens, redirect.target, redirect.to);
      const loop = next.slice(0, -1).includes(redirect.to);
      if (loop || next.length > MAX_REDIRECTS + 1) {
        found.push({
          rule: loop ? "redirect-loop" : "redirect-chain",
          message: loop ? messages.loop(next) : messages.chain(next),
          at,
          owner: `screen:${start.screen.id}`,
          where: sent,
          question: { pathname: start.path },
          ...(loop ? { chain: next } : {}),
          isReproducedBy: (witness) => next.every((path, index) => chainOf(core, start.path, witness)[index] === path),
        });
      } else if (target !== undefined) walk(start, target, sent, next, [...by, redirect]);
    }
  };
  for (const start of screens.values()) checkScreen(start, () => walk(start, start, space.valid, [start.path], []));
  return found;
}

/** Redirects to a screen that refuses the depositor; reported once for each row and target, even if several screens share the row. */
export function checkRedirectTargets(
  core: BundleCore,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  for (const from of screens.values()) {
    for (const redirect of from.redirects) {
      const target = placeAt(screens, redirect.target, redirect.to);
      if (target === undefined) continue;
      const refused = bdd.and(space.valid, bdd.diff(redirect.when, afterRedirect(space, target.admits, redirect.to)));
      if (refused === FALSE) continue;
      found.push({
        rule: "redirect-refused",
        mergeKey: `${redirect.name} ${redirect.to}`,
        message: messages.refused(from.screen.id, redirect.by === "gate" ? `the gate ${redirect.name}` : redirect.name, redirect.to),
        at: [redirect.at, target.screen.guard.at],
        owner: `screen:${from.screen.id}`,
        where: refused,
        question: { pathname: from.path },
        target: target.screen.id,
        isReproducedBy: (witness) => {
          const chain = chainOf(core, from.path, witness);
          return chain[1] === redirect.to && (chain.length > 2 || redirect.to === from.path);
        },
      });
    }
  }
  return found;
}

/** Rows and gates that never apply, and screens that admit nobody. */
export function checkUnusedRows(
  core: BundleCore,
  space: StateSpace,
  screens: ReadonlyMap<string, ScreenSets>,
): readonly CandidateFinding[] {
  const { bdd } = space;
  const found: CandidateFinding[] = [];
  const appRows = new Map<string, boolean>();
  for (const { screen, admits, redirects } of overAllPaths(space, screens)) {
    const owner = `screen:${screen.id}`;
    const nobody = (set: Bdd): boolean => bdd.and(space.valid, set) === FALSE;
    if (nobody(admits))
      found.push({
        rule: "screen-unreachable",
        message: messages.closed(screen.id),
        closed: true,
        at: [screen.guard.at],
        owner,
        where: null,
        question: null,
      });
    for (const redirect of redirects) {
      const idle = nobody(redirect.when);
      if (redirect.by === "app") appRows.set(redirect.name, (appRows.get(redirect.name) ?? true) && idle);
      else if (idle && redirect.by === "gate")
        found.push({
          rule: "row-unreachable",
          message: messages.gateIdle(screen.id, redirect.name),
          at: [screen.at, redirect.at],
          owner,
          where: null,
          question: null,
        });
      else if (idle)
        found.push({
          rule: "row-unreachable",
          message: messages.fallbackShadowed(redirect.name),
          at: [redirect.at],
          owner,
          where: null,
          question: null,
        });
    }
    let left = bdd.and(space.valid, admits);
    for (const [index, row] of screen.shell.entries()) {
      const taken = row.when === undefined ? left : bdd.and(left, space.holds(row.when.logic));
      if (taken === FALSE && left !== FALSE)
        found.push({
          rule: "row-unreachable",
          message: messages.shellShadowed(screen.id, index + 1),
          at: [row.when?.at ?? screen.at],
          owner,
          where: null,
          question: null,
        });
      left = bdd.diff(left, taken);
    }
  }
  for (const row of core.fallback) {
    const name = rowName("app", row.key);
    if (appRows.get(name) === true)
      found.push({
        rule: "row-unreachable",
        message: messages.fallbackShadowed(name),
        at: [row.at],
        owner: "app",
        where: null,
        question: null,
      });
  }
  return found;
}
