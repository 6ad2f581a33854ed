/** Exports the hook that builds the `ScreenHandle`: the functions that the blocks of a screen may call. */
import { useMemo } from "react";
import type { ScreenHandle } from "../blocks/block.js";
import { unavailableParts } from "../engine/failed-data.js";
import { formatProse } from "../engine/format-text.js";
import { scopeOf } from "../engine/scope.js";
import { addressOf, soleTarget } from "../engine/target.js";
import { parseAmount } from "../language/amount-text.js";
import type { BundleCore, CompiledData } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { withNames } from "../language/predicate.js";
import { useRenderedState, useStore } from "../state/store.js";
import { actionKey, isBlockedBy, keysOf, mutationOf } from "./action-key.js";
import { useRuntime } from "./binding.js";
import { noteDrawnFrom } from "./block-reads.js";
import { Body } from "./body.js";
import { draftsOf } from "./drafts.js";
import { duration } from "./durations.js";
import { shownBranding } from "./frame.js";
import { useObservable } from "./observable-value.js";
import { ProseText } from "./prose.js";
import { screenEvaluation } from "./screen-evaluation.js";
import type { ScreenView } from "./view.js";

/** The handle of the current screen. It is a new object when data that blocks render has changed, not on a keystroke. */
export function useScreenHandle(view: ScreenView): ScreenHandle {
  const runtime = useRuntime();
  const core = useObservable(runtime.core);
  const state = useRenderedState();
  const store = useStore();
  const running = usePendingOf(view.resolution.screen);
  const { session, resolution, content, data, pending, validators, fieldErrors, failures } = view;
  const failed = useMemo(() => ({ ...view.failedLoads, ...view.failed }), [view.failedLoads, view.failed]);

  return useMemo(() => {
    const { formats } = core;
    // Until branding has been fetched, texts read the brand's own file (D24).
    const shown = { ...state, branding: shownBranding(core, state.branding ?? null) };
    const base = scopeOf(shown, new Date(runtime.now()).toISOString(), resolution.route, { data, failed, pending });
    const unavailable = unavailableParts(core, content, failed, base);
    // Until branding has been fetched, its object is a new one each time.
    const drawn = { ...base, branding: state.branding ?? null, failed, pending };
    const shared = [running, resolution.route, failed, fieldErrors, failures, validators];
    /** `typed`: the present data of the form around the blocks. */
    const handleFor = (typed?: Json): ScreenHandle => {
      const evaluation = screenEvaluation(core, typed === undefined ? base : withNames(base, { form: typed }), unavailable.controls);
      const handle: ScreenHandle = {
        ...evaluation,
        prose: (prose, item) => <ProseText prose={formatProse(prose, evaluation.scope(item), formats)} navigation={handle} />,
        raise: (action, payload) => runtime.raise(resolution.screen, action, payload),
        go: (to, item) => runtime.go(to, item),
        download: runtime.download,
        href: (path) => path,
        addressOf(action, { form, item } = {}) {
          const go = soleTarget(content.actions[action]);
          // Where its condition does not hold, an action does nothing; a link would still navigate.
          if (go === null || content.actions[action]?.when !== undefined) return null;
          return addressOf(core, go, evaluation.scope(item, form));
        },
        isPending: (action, item) => running.has(actionKey(action, item)),
        isBlocked: (action, item) => isBlockedBy(running, actionKey(action, item), (name) => mutationOf(core, content.actions[name])),
        failures: (source) => failures[source] ?? [],
        fieldErrors,
        body: (blocks) => <Body blocks={blocks} screen={handle} />,
        withForm: handleFor,
        unavailable(block) {
          const below = unavailable.below.get(block);
          const keys = below ?? unavailable.blocks.get(block);
          if (keys === undefined) return null;
          const queries = keys.map((key) => ({ key, onFailure: ownTextOf(content.data[key] ?? core.loads[key]) }));
          return { queries, isShown: below !== undefined, isExplained: unavailable.explained === block };
        },
        refetch: (keys) => runtime.refetch(keys),
        validator(schemaId) {
          const found = validators[schemaId];
          if (found === undefined) throw new Error(`The journey has no validator "${schemaId}".`);
          return found;
        },
        draft: (form) => draftsOf(store.get())[form] ?? null,
        saveDraft: (form, typed) => runtime.saveDraft({ session }, form, typed),
        addFile: runtime.addFile,
        suggest: runtime.suggest,
        illustration: (name) => illustrationOf(core, name),
        duration: (name) => duration(core, name),
        parseAmount,
      };
      const drawnFrom = typed === undefined ? drawn : { ...drawn, form: typed };
      noteDrawnFrom(handle, { core, scope: drawnFrom, data, shared });
      return handle;
    };
    return handleFor();
  }, [runtime, core, state, store, running, session, resolution, content, data, failed, pending, validators, fieldErrors, failures]);
}

/** The address of an illustration beside the bundle; null where the brand has no illustration with this name. */
function illustrationOf({ brand, hash }: BundleCore, name: string): string | null {
  const files: Readonly<Record<string, string>> = { ...brand.illustrations };
  const file = files[name];
  return file === undefined ? null : `/bundles/${brand.slug}/${hash}/${file}`;
}

/** The texts that a query has for its own failure; null for the app's standard ones. */
function ownTextOf(query: CompiledData | undefined): Exclude<CompiledData["onFailure"], "ignore" | undefined> | null {
  const onFailure = query?.onFailure;
  return onFailure === undefined || onFailure === "ignore" ? null : onFailure;
}

/** The keys of the screen's running actions. */
function usePendingOf(screen: string): ReadonlySet<string> {
  const pending = useObservable(useRuntime().pending);
  const own = keysOf(screen, pending);
  // The same set while only actions of the app begin and end: a new one redraws every block.
  const text = JSON.stringify(own);
  return useMemo(() => new Set(JSON.parse(text) as readonly string[]), [text]);
}
