/** Exports how texts, values and conditions of a screen are evaluated, for `screen-handle.tsx` and for scenarios. */
import type { ScreenHandle } from "../blocks/block.js";
import { draftName } from "../engine/draft-name.js";
import { failedChecks } from "../engine/form-checks.js";
import { placesOf } from "../engine/form-fields.js";
import { formatText } from "../engine/format-text.js";
import type { BundleCore, CompiledPredicate } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { UnknownName } from "../language/failures.js";
import { build, holds, type Scope, withNames } from "../language/predicate.js";
import { sentForm } from "../language/sent-form.js";

/** The parts of a `ScreenHandle` that only evaluate: they raise no action and render nothing. */
export interface ScreenEvaluation
  extends Pick<ScreenHandle, "text" | "translate" | "value" | "draftName" | "holds" | "placesOf" | "failedChecks" | "formats"> {
  /** The scope of the screen with an item of a list, the data of a form, and the position of the item from 1. */
  scope(item?: Json, form?: Json, position?: number): Scope;
}

const NONE: ReadonlySet<CompiledPredicate> = new Set();

/**
 * `base`: the scope of the screen, without an item; with the data of the form around the blocks, if there is one.
 * `undecided`: the conditions of controls that failed data leaves undecided; they do not hold.
 */
export function screenEvaluation(core: BundleCore, base: Scope, undecided = NONE): ScreenEvaluation {
  const { formats } = core;
  let given: readonly [item?: Json, form?: Json, position?: number] = [];
  /** The last scope that was not the base: the parts of a form or of an item are evaluated one after another. */
  let last: Scope = base;
  const scope = (item?: Json, form?: Json, position?: number): Scope => {
    if (item === undefined && form === undefined && position === undefined) return base;
    const isLast = last !== base && given[0] === item && given[1] === form && given[2] === position;
    if (isLast) return last;
    given = [item, form, position];
    const names: Record<string, Json> = {};
    if (item !== undefined) names.item = item;
    if (form !== undefined) names.form = form;
    if (position !== undefined) names.position = position;
    last = withNames(base, names);
    return last;
  };
  return {
    scope,
    text: (text, item, form, position) => (typeof text === "string" ? text : formatText(text, scope(item, form, position), formats)),
    translate(name, item) {
      const text = core.texts[name];
      if (text === undefined) throw new UnknownName("text", name);
      return formatText(text, scope(item), formats);
    },
    value: (value, item, form, position) => build(value, scope(item, form, position), formats),
    draftName: (form) => draftName(form, (value) => build(value, base, formats)),
    holds: (predicate, item, form, position) => !undecided.has(predicate) && holds(predicate, scope(item, form, position)),
    placesOf,
    failedChecks: ({ schema, checks = [] }, typed, invalid) =>
      // The data of a form is JSON, and so is the part that is sent.
      failedChecks(checks, { data: sentForm(typed, schema) as Json, invalid, scope: base, formats }),
    formats,
  };
}
