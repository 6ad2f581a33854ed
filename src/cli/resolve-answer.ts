/** Exports the answer of `flows resolve` to one line. */

import { decide } from "../engine/decide.js";
import type { Resolution } from "../engine/events.js";
import { resolve } from "../engine/resolve.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { NoRowHolds, RedirectLoop } from "../language/failures.js";
import { questionOf, WrongQuestion } from "./resolve-question.js";
import type { StateCheck } from "./state-check.js";

/** The JSON answer to a resolution. */
export function answerOf(resolution: Resolution): Json {
  const { path, chain, screen, title, layout, progress, stage, nav } = resolution;
  return { path, chain, screen, title, layout, progress, stage, nav: nav.map((item) => item.path) };
}

/** The shared inputs of the answers to all lines. */
interface Answering {
  readonly core: BundleCore;
  readonly check: StateCheck;
  /** The wall clock, milliseconds. */
  readonly now: () => number;
}

/** The answer to one line: a resolution, a decision, or an error with the number of the line (from 1). */
export function answerLine(line: string, number: number, { core, check, now }: Answering): Json {
  try {
    const question = questionOf(line, core, check, now);
    if (question.location !== undefined) return answerOf(resolve(core, question.state, question.location));
    const { state } = question;
    return { path: decide(core, state, question.decide, undefined, routeOf(state.route ?? null)) };
  } catch (error) {
    // An error of the line, or of the definitions for this state, which `flows check` would report; the other lines are still answered.
    if (error instanceof WrongQuestion || error instanceof RedirectLoop || error instanceof NoRowHolds)
      return { error: `stdin:${number}: ${error.message}` };
    throw error;
  }
}

function routeOf(value: Json): Resolution["route"] | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const route = value as { readonly [key: string]: Json };
  const params: Record<string, string> = {};
  for (const [name, param] of Object.entries((route.params ?? {}) as { readonly [key: string]: Json })) params[name] = String(param);
  return { path: String(route.path ?? ""), params, search: String(route.search ?? ""), state: route.state ?? null };
}
