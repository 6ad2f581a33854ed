/** Exports the evaluation of effects: each changes the state or becomes a command. */
import type { BundleCore, CompiledEffect, MessageLink } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { WrongValue } from "../language/failures.js";
import type { Formats } from "../language/formats.js";
import { isObject } from "../language/json.js";
import type { Scope } from "../language/predicate.js";
import { build, buildEach, evaluate, holds } from "../language/predicate.js";
import { decidedGo } from "./decide.js";
import type { Command, DepositorState, Resolution, Transition } from "./events.js";
import { formatText } from "./format-text.js";
import { scopeOf } from "./scope.js";
import { resetSlices, write } from "./state-writes.js";
import { target } from "./target.js";

/** When and where effects are performed, and what they may read beyond the state. */
export interface Surroundings {
  readonly core: BundleCore;
  /** ISO instant. */
  readonly now: string;
  readonly route: Resolution["route"] | null;
  /** `data`, `form`, `item`, `result`, `error`. */
  readonly names: Scope;
}

function messageOf(message: NonNullable<CompiledEffect["notify"]>["message"], scope: Scope, formats: Formats): string {
  if (typeof message === "string" || "icu" in message) return formatText(message, scope, formats);
  const value = evaluate({ var: message.var }, scope, formats);
  return typeof value === "string" ? value : "";
}

/** Null where the email address is null. */
function linkOf(link: NonNullable<NonNullable<CompiledEffect["notify"]>["link"]>, scope: Scope, formats: Formats): MessageLink | null {
  const label = formatText(link.label, scope, formats);
  if (link.go !== undefined) return { label, href: link.go };
  const address = evaluate(link.mailto ?? null, scope, formats);
  return address === null ? null : { label, href: `mailto:${textOf(address, "notify.link.mailto")}` };
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

/** The scope of a state at the place and time of the effects. */
type ScopeAt = (state: DepositorState) => Scope;

/** The scope of the last state, reused until an effect changes the state. */
function scopesAt({ now, route, names }: Surroundings): ScopeAt {
  let last: { readonly state: DepositorState; readonly scope: Scope } | null = null;
  return (state) => {
    if (last?.state !== state) last = { state, scope: scopeOf(state, now, route, names) };
    return last.scope;
  };
}

/** The keywords that change the state, in the order in which they are performed. Each reads the state that the ones before it left. */
function changed(effect: CompiledEffect, state: DepositorState, core: BundleCore, scopeAt: ScopeAt): DepositorState {
  const { formats } = core;
  let next = state;
  if (effect.set !== undefined) {
    const scope = scopeAt(next);
    // All values are read before the first is written, because the order of an object's keys has no meaning.
    const writes = Object.entries(buildEach(effect.set, scope, formats));
    const where = Object.entries(buildEach(effect.where ?? {}, scope, formats));
    for (const [path, value] of writes) next = write(next, path, value, where);
  }
  if (effect.reset !== undefined) next = resetSlices(core, next, effect.reset);
  if (effect.notify !== undefined) {
    const { message: given, severity, link: linked } = effect.notify;
    const scope = scopeAt(next);
    const message = messageOf(given, scope, formats);
    const link = linked === undefined ? null : linkOf(linked, scope, formats);
    next = write(next, "notification", { message, isOpen: message !== "", severity, ...(link === null ? {} : { link }) });
  }
  return next;
}

/** The commands of an effect, in the order in which the runtime performs them. `scope`: that of the state which the effect has changed. */
function commandsOf(effect: CompiledEffect, core: BundleCore, scope: () => Scope): readonly Command[] {
  const { formats } = core;
  const commands: Command[] = [];
  if (effect.reset === "all") commands.push({ kind: "clearPersisted" });
  if (effect.discard !== undefined) commands.push({ kind: "discard", forms: effect.discard });
  if (effect.refetch !== undefined) commands.push({ kind: "refetch", keys: effect.refetch });
  if (effect.fieldErrors !== undefined)
    commands.push({
      kind: "fieldErrors",
      errors: fieldErrorsOf(evaluate(effect.fieldErrors, scope(), formats)),
      screen: effect.fieldErrorsAt ?? null,
    });
  if (effect.download !== undefined) {
    const filename = effect.download.filename === undefined ? null : evaluate(effect.download.filename, scope(), formats);
    commands.push({
      kind: "download",
      url: textOf(evaluate(effect.download.url, scope(), formats), "download.url"),
      filename: filename === null ? null : textOf(filename, "download.filename"),
    });
  }
  if (effect.openProvider !== undefined) {
    const { provider, config } = effect.openProvider;
    commands.push({ kind: "openProvider", provider, config: build(config, scope(), formats) });
  }
  const leaves = effect.leaves === undefined ? {} : { leaves: effect.leaves };
  if (effect.go !== undefined) commands.push({ ...target(core, effect.go, scope()), ...leaves });
  if (effect.decide !== undefined) commands.push({ ...decidedGo(core, effect.decide, scope()), ...leaves });
  return commands;
}

/** Performs effects: each condition is evaluated on the state that the effects before it left; the first `go` or `decide` ends them. */
export function performAll(effects: readonly CompiledEffect[], state: DepositorState, around: Surroundings): Transition {
  const { core } = around;
  const scopeAt = scopesAt(around);
  let current = state;
  const commands: Command[] = [];
  for (const effect of effects) {
    if (effect.when !== undefined && !holds(effect.when, scopeAt(current))) continue;
    current = changed(effect, current, core, scopeAt);
    commands.push(...commandsOf(effect, core, () => scopeAt(current)));
    if (effect.go !== undefined || effect.decide !== undefined) break;
  }
  return { state: current, commands };
}
