/** Redirects: no loop, at most three, and each to a screen that takes whom it is sent. */

import { matchPath } from "../../engine/paths.js";
import { resolve } from "../../engine/resolve.js";
import type { BundleCore } from "../../language/bundle.js";
import { RedirectLoop } from "../../language/failures.js";
import { NOW } from "../abstraction/state-classes.js";
import type { Space } from "../abstraction/state-space.js";
import type { Witness } from "../abstraction/witness.js";
import type { Bdd } from "../bdd/diagrams.js";
import { FALSE } from "../bdd/diagrams.js";
import type { ScreenSpace, Sending } from "../transitions/screen-sets.js";
import { afterRedirect } from "../transitions/screen-sets.js";
import type { Suspicion } from "./findings.js";
import { messages } from "./findings.js";

const MOST = 3;

/** The paths that the run-time leads a depositor over; of a loop, as far as it goes round once. */
export function chainOf(core: BundleCore, pathname: string, witness: Witness): readonly string[] {
  try {
    return resolve(core, witness.state, { pathname, ...witness.location }, NOW).chain;
  } catch (error) {
    if (error instanceof RedirectLoop) return error.chain;
    throw error;
  }
}

/** Follows every chain of redirects from every screen for all states at once. */
export function checkChains(core: BundleCore, space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  const walk = (start: ScreenSpace, here: ScreenSpace, who: Bdd, chain: readonly string[], by: readonly Sending[]): void => {
    for (const sending of here.sendings) {
      const when = here === start && chain.length === 1 ? sending.when : afterRedirect(space, sending.when, here.path);
      const sent = diagrams.and(who, when);
      if (sent === FALSE) continue;
      const next = [...chain, sending.to];
      const at = [...by, sending].map((one) => one.at);
      const target = screens.get(sending.target.id);
      const loop = next.slice(0, -1).includes(sending.to);
      if (loop || next.length > MOST + 1) {
        found.push({
          rule: loop ? "redirect-loop" : "redirect-chain",
          message: loop ? messages.loop(next) : messages.chain(next),
          at,
          owner: `screen:${start.screen.id}`,
          where: sent,
          ask: { pathname: start.path },
          shows: (witness) => next.every((path, index) => chainOf(core, start.path, witness)[index] === path),
        });
      } else if (target !== undefined) walk(start, target, sent, next, [...by, sending]);
    }
  };
  for (const start of screens.values()) walk(start, start, space.valid, [start.path], []);
  return found;
}

/** Redirects to a screen that refuses. One finding for each row and target, however many screens share it. */
export function checkTargets(core: BundleCore, space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  const found = new Map<string, Suspicion>();
  for (const from of screens.values()) {
    for (const sending of from.sendings) {
      const target = screens.get(sending.target.id);
      if (target === undefined) continue;
      const refused = diagrams.and(space.valid, diagrams.minus(sending.when, afterRedirect(space, target.admits, sending.to)));
      const key = `${sending.name} ${sending.to}`;
      if (refused === FALSE || found.has(key)) continue;
      found.set(key, {
        rule: "redirect-refused",
        message: messages.refused(from.screen.id, sending.by === "gate" ? `the gate ${sending.name}` : sending.name, sending.to),
        at: [sending.at, target.screen.guard.at],
        owner: `screen:${from.screen.id}`,
        where: refused,
        ask: { pathname: from.path },
        shows: (witness) => {
          const chain = chainOf(core, from.path, witness);
          return chain[1] === sending.to && (chain.length > 2 || sending.to === from.path);
        },
      });
    }
  }
  return [...found.values()];
}

/** Rows, gates and screens that nobody ever meets; depositors without a shell. */
export function checkIdle(core: BundleCore, space: Space, screens: ReadonlyMap<string, ScreenSpace>): readonly Suspicion[] {
  const { diagrams } = space;
  const found: Suspicion[] = [];
  const appRows = new Map<string, boolean>();
  for (const { screen, path, admits, sendings } of screens.values()) {
    const owner = `screen:${screen.id}`;
    const nobody = (set: Bdd): boolean => diagrams.and(space.valid, set) === FALSE;
    if (nobody(admits))
      found.push({ rule: "screen-closed", message: messages.closed(screen.id), at: [screen.guard.at], owner, where: null, ask: null });
    for (const sending of sendings) {
      const idle = nobody(sending.when);
      if (sending.by === "app") appRows.set(sending.name, (appRows.get(sending.name) ?? true) && idle);
      else if (idle && sending.by === "gate")
        found.push({
          rule: "gate-idle",
          message: messages.gateIdle(screen.id, sending.name),
          at: [screen.at, sending.at],
          owner,
          where: null,
          ask: null,
        });
      else if (idle)
        found.push({
          rule: "row-shadowed",
          message: messages.rowShadowed(`${screen.id}.otherwise`, Number(sending.name.split(".").at(-1)) + 1),
          at: [sending.at],
          owner,
          where: null,
          ask: null,
        });
    }
    let left = diagrams.and(space.valid, admits);
    for (const [index, row] of screen.shell.entries()) {
      const taken = row.when === undefined ? left : diagrams.and(left, space.holds(row.when.logic));
      if (taken === FALSE && left !== FALSE)
        found.push({
          rule: "row-shadowed",
          message: messages.rowShadowed(`${screen.id}.shell`, index + 1),
          at: [row.when?.at ?? screen.at],
          owner,
          where: null,
          ask: null,
        });
      left = diagrams.minus(left, taken);
    }
    if (left !== FALSE)
      found.push({
        rule: "shell-gap",
        message: messages.shellGap(screen.id),
        at: [screen.at],
        owner,
        where: left,
        ask: { pathname: path },
      });
  }
  for (const [name, idle] of appRows) {
    const index = Number(name.split(".").at(-1));
    const row = core.otherwise[index];
    if (idle && row !== undefined)
      found.push({
        rule: "row-shadowed",
        message: messages.rowShadowed("app.otherwise", index + 1),
        at: [row.at],
        owner: "app",
        where: null,
        ask: null,
      });
  }
  return found;
}

/** The screen of a path, for checks that follow a `go`. */
export function screenAt(core: BundleCore, screens: ReadonlyMap<string, ScreenSpace>, path: string): ScreenSpace | undefined {
  const match = matchPath(core, path);
  return match.known ? screens.get(match.screen.id) : undefined;
}
