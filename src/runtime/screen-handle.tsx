/** What the blocks of a screen may ask of it. */
import { useMemo } from "react";
import type { ScreenHandle } from "../blocks/block.js";
import { scopeOf } from "../engine/scope.js";
import { formatProse, formatText } from "../engine/words.js";
import type { Json } from "../language/definition.js";
import { UnknownName } from "../language/failures.js";
import { evaluate, holds, type Scope } from "../language/predicate.js";
import { useRenderedState, useStore } from "../state/store.js";
import { useRuntime } from "./binding.js";
import { Body } from "./body.js";
import { useCell } from "./cell.js";
import { draftsOf } from "./drafts.js";
import { duration } from "./durations.js";
import { DrawnProse } from "./prose.js";
import type { ScreenView } from "./view.js";

/** The handle of the screen shown: new when something that it draws from has changed, never for a keystroke. */
export function useScreenHandle(view: ScreenView): ScreenHandle {
  const runtime = useRuntime();
  const core = useCell(runtime.core);
  const state = useRenderedState();
  const store = useStore();
  const pending = usePendingOf(view.resolution.screen);
  const { resolution, data, failed, validators, fieldErrors } = view;

  return useMemo(() => {
    const { locale } = core.brand;
    const base = scopeOf(state, new Date(runtime.now()).toISOString(), resolution.route, { data, failed });
    const scope = (item?: Json, form?: Json): Scope =>
      item === undefined && form === undefined
        ? base
        : { ...base, ...(item === undefined ? {} : { item }), ...(form === undefined ? {} : { form }) };
    const handle: ScreenHandle = {
      text: (text, item, form) => formatText(text, scope(item, form), locale),
      word(name, item) {
        const words = core.words[name];
        if (words === undefined) throw new UnknownName("word", name);
        return formatText(words, scope(item), locale);
      },
      prose: (prose, item) => <DrawnProse prose={formatProse(prose, scope(item), locale)} follows={{ href: handle.href, go: handle.go }} />,
      value: (value, item, form) => evaluate(value, scope(item, form), locale),
      holds: (predicate, item, form) => holds(predicate, scope(item, form)),
      raise: (action, payload) => runtime.raise(resolution.screen, action, payload),
      go: (to, item) => runtime.go(to, item),
      href: (path) => path,
      pending,
      fieldErrors,
      body: (blocks) => <Body blocks={blocks} screen={handle} />,
      validator(schemaId) {
        const found = validators[schemaId];
        if (found === undefined) throw new Error(`The journey has no validator "${schemaId}".`);
        return found;
      },
      draft: (form) => draftsOf(store.get())[form] ?? null,
      keepDraft: (form, typed) => runtime.keepDraft(form, typed),
      holdFile: runtime.holdFile,
      suggest: runtime.suggest,
      duration: (name) => duration(core, name),
      locale,
    };
    return handle;
  }, [runtime, core, state, store, pending, resolution, data, failed, validators, fieldErrors]);
}

/** Names of the screen's own actions under way. */
function usePendingOf(screen: string): ReadonlySet<string> {
  const pending = useCell(useRuntime().pending);
  return useMemo(() => {
    const prefix = `${screen}/`;
    return new Set([...pending].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
  }, [pending, screen]);
}
