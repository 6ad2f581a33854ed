/**
 * Exports `prerender` for the gateway, which runs it in Node: the HTML of the screen that a visitor without stored data sees
 * at a path. The browser paints it with the document, and the app takes its place (`take-over.tsx`).
 */
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { nextTask } from "../api/next-task.js";
import { loadBlocks } from "../blocks/blocks.js";
import type { DepositorState } from "../engine/events.js";
import { initialState } from "../engine/state-writes.js";
import type { BundleCore } from "../language/bundle.js";
import type { Json } from "../language/definition.js";
import { RuntimeProvider } from "../runtime/binding.js";
import type { Address, CallPort, JourneyChunk } from "../runtime/port.js";
import { createRuntime } from "../runtime/runtime.js";
import { StateRoot } from "../state/store.js";
import { Shell } from "./shell.js";

/** A published bundle, and the gateway's answers to a visitor's queries. */
export interface PrerenderSource {
  readonly core: BundleCore;
  journey(name: string): Promise<JourneyChunk>;
  /** The data of a query without a session; null when it has failed. */
  query(document: string, variables: Json): Promise<{ readonly [field: string]: Json } | null>;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A rendered screen. Its buttons are disabled until the app has replaced it. */
export interface Prerendered {
  /** The screen's path, to which the flows may have redirected the visitor. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  /** The slices that queries have answered. The app starts with them, and shows the same. */
  readonly slices: DepositorState;
}

/** The type of `prerender`, for the gateway, which loads the built module and imports no component. */
export type Prerender = (path: string, source: PrerenderSource) => Promise<Prerendered | null>;

/** More navigations than this do not end. */
const MOST_NAVIGATIONS = 8;

/**
 * Removes what the browser could not do before the app has loaded: no button can be pressed, and Enter sends no form (outside
 * of a dialog, the method `dialog` does nothing). The content security policy permits no `style` attribute.
 */
function withoutBehavior(markup: string): string {
  return markup
    .replace(/ (?:style|action|method)="[^"]*"(?=[^<]*>)/g, "")
    .replace(/<form(?=[ >])/g, '<form method="dialog"')
    .replace(/<button (?![^>]*\bdisabled="")/g, '<button disabled="" ');
}

/** The markup of an element. Rejects with the error that a component has thrown, also within `Suspense`. */
async function markupOf(element: ReactElement): Promise<string> {
  const errors: unknown[] = [];
  const output = new PassThrough();
  const { pipe } = renderToPipeableStream(element, {
    onError: (error) => void errors.push(error),
    onShellError: () => void output.end(),
    onAllReady: () => void pipe(output),
  });
  const markup = await text(output);
  if (errors.length > 0) throw errors[0];
  // The marks of `Suspense`.
  return markup.replace(/<!--.*?-->/g, "");
}

/** Null when the screen waits for data that the gateway does not have. Rethrows the error of a component or of the runtime. */
export const prerender: Prerender = async (path, { core, journey, query, now }) => {
  const initial = initialState(core);
  let state: DepositorState = initial;
  let next: Address | null = { pathname: path, search: "", state: null };
  const faults: Error[] = [];
  const running = new Set<Promise<unknown>>();
  const awaited = <T,>(promise: Promise<T>): Promise<T> => {
    const settled = promise.finally(() => running.delete(settled));
    running.add(settled);
    return settled;
  };
  const call: CallPort = ({ kind, document, variables }) => {
    // Nothing is changed for a visitor who may never come.
    if (kind !== "query") return new Promise(() => {});
    return awaited(
      query(document, variables).then((result) =>
        result === null ? { status: "network", code: null, message: "", errors: [], request_id: null } : { status: "ok", result },
      ),
    );
  };
  const navigate = (to: Address) => {
    next = to;
  };
  const runtime = createRuntime(core, {
    call,
    bundle: { core: async () => core, journey: (_core, name) => awaited(journey(name)) },
    clock: { now: () => now, after: () => () => {} },
    timeZone: core.formats.timeZone,
    store: {
      get: () => state,
      replace(written) {
        state = { ...state, ...written };
      },
    },
    history: { push: navigate, replace: navigate, move: () => {}, claim: () => {} },
    page: { last: () => null, reload: () => false },
    otherTabs: { reportChanges: () => {}, onChanges: () => () => {} },
    download: async () => false,
    pause: () => new Promise(() => {}),
    newId: () => crypto.randomUUID(),
    clearPersisted: () => {},
    report: (fault) => void faults.push(fault),
  });
  await loadBlocks();
  for (let count = 0; next !== null && count < MOST_NAVIGATIONS; count += 1) {
    const address: Address = next;
    next = null;
    runtime.setLocation({ ...address, key: String(count) });
    await nextTask();
    while (running.size > 0) {
      await Promise.all(running);
      // By then, what has been answered is applied.
      await nextTask();
    }
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  const view = runtime.view.get();
  if (next !== null || view.kind !== "screen" || view.loading || Object.keys({ ...view.failed, ...view.failedLoads }).length > 0)
    return null;
  const { path: shownPath, title } = view.resolution;
  const html = await markupOf(
    <StateRoot initial={state} persisted={core.persisted}>
      <RuntimeProvider runtime={runtime}>
        <Shell />
      </RuntimeProvider>
    </StateRoot>,
  );
  const answered = Object.values(core.operations).flatMap(({ fields }) => fields);
  const slices = Object.fromEntries(
    Object.entries(state).filter(([name, value]) => answered.includes(name) && !Object.is(value, initial[name])),
  );
  return { path: shownPath, title, html: withoutBehavior(html), slices };
};
