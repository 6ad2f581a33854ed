/** The closed list of effects: each changes the state or becomes a command. */
import type { BundleCore, CompiledEffect } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { WrongValue } from "../language/failures.js";
import type { Scope } from "../language/predicate.js";
import { build, evaluate, holds } from "../language/predicate.js";
import { decidedGo } from "./decide.js";
import type { Command, DepositorState, Resolution, Transition } from "./events.js";
import { scopeOf } from "./scope.js";
import { target } from "./target.js";
import { formatText } from "./words.js";
import { isObject, resetSlices, write } from "./write.js";

/** When and where effects are done, and what they may read beyond the state. */
export interface Surroundings {
  readonly core: BundleCore;
  /** ISO instant. */
  readonly now: string;
  readonly route: Resolution["route"] | null;
  /** `data`, `form`, `item`, `result`, `error`. */
  readonly names: Scope;
}

function messageOf(message: NonNullable<CompiledEffect["notify"]>["message"], scope: Scope, locale: string): string {
  if (typeof message === "string" || "icu" in message) return formatText(message, scope, locale);
  const value = evaluate({ var: message.var }, scope, locale);
  return typeof value === "string" ? value : "";
}

function fieldErrorsOf(value: Json): Extract<Command, { kind: "fieldErrors" }>["errors"] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw new WrongValue("fieldErrors", "a list of {path, message}");
  return (value as readonly Json[]).map((entry) => {
    if (!isObject(entry) || typeof entry.path !== "string" || typeof entry.message !== "string") {
      throw new WrongValue("fieldErrors", "a list of {path, message}");
    }
    return { path: entry.path, message: entry.message };
  });
}

function textOf(value: Json, where: string): string {
  if (typeof value !== "string") throw new WrongValue(where, "a text");
  return value;
}

/** One effect that holds: the next state, its commands, and whether its list ends here. */
function perform(
  effect: CompiledEffect,
  state: DepositorState,
  scope: Scope,
  around: Surroundings,
): Transition & { readonly ends: boolean } {
  const { core } = around;
  const { locale } = core.brand;
  const commands: Command[] = [];
  let next = state;
  if (effect.set !== undefined) {
    // All values are read before the first is written: the order of an object's keys means nothing.
    const writes = Object.entries(effect.set).map(([path, value]): [string, Json] => [path, build(value, scope, locale)]);
    const where = Object.entries(effect.where ?? {}).map(([field, value]): [string, Json] => [field, build(value, scope, locale)]);
    for (const [path, value] of writes) next = write(next, path, value, where);
  }
  if (effect.notify !== undefined) {
    const message = messageOf(effect.notify.message, scope, locale);
    next = write(next, "notification", { message, isOpen: message !== "", severity: effect.notify.severity });
  }
  if (effect.fieldErrors !== undefined)
    commands.push({ kind: "fieldErrors", errors: fieldErrorsOf(evaluate(effect.fieldErrors, scope, locale)) });
  if (effect.reset !== undefined) {
    next = resetSlices(core, next, effect.reset);
    if (effect.reset === "all") commands.push({ kind: "clearPersisted" });
  }
  if (effect.download !== undefined) {
    const filename = effect.download.filename === undefined ? null : evaluate(effect.download.filename, scope, locale);
    commands.push({
      kind: "download",
      url: textOf(evaluate(effect.download.url, scope, locale), "download.url"),
      filename: filename === null ? null : textOf(filename, "download.filename"),
    });
  }
  if (effect.openProvider !== undefined) {
    commands.push({
      kind: "openProvider",
      provider: effect.openProvider.provider,
      config: build(effect.openProvider.config, scope, locale),
    });
  }
  if (effect.refetch !== undefined) commands.push({ kind: "refetch", keys: effect.refetch });
  if (effect.go !== undefined) commands.push(target(core, effect.go, scope));
  if (effect.decide !== undefined) commands.push(decidedGo(core, effect.decide, scope));
  return { state: next, commands, ends: effect.go !== undefined || effect.decide !== undefined };
}

/** Does a list of effects: each is asked on the state that those before it left; the first `go` or `decide` that fires ends the list. */
export function performAll(effects: readonly CompiledEffect[], state: DepositorState, around: Surroundings): Transition {
  let current = state;
  const commands: Command[] = [];
  for (const effect of effects) {
    const scope = scopeOf(current, around.now, around.route, around.names);
    if (!holds(effect.when, scope)) continue;
    const done = perform(effect, current, scope, around);
    current = done.state;
    commands.push(...done.commands);
    if (done.ends) break;
  }
  return { state: current, commands };
}
