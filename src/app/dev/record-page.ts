/** Exports `recordPage` for the development bar: passes what happens in the page, and the calls, to the recorder of a scenario. */
import { readMessage } from "../../blocks/provider-messages.js";
import type { Outcome } from "../../engine/events.js";
import type { CallPort, CallRequest } from "../../runtime/port.js";
import type { Runtime } from "../../runtime/runtime.js";
import type { ESCAPE } from "../../scenarios/scenario.js";
import type { Store } from "../../state/store.js";
import type { AppParts } from "../boot.js";
import { FormDrafts, pathOfInput, secretOf } from "./form-drafts.js";
import type { ScenarioRecorder } from "./recorder.js";
import { type EarlyCall, storeRecording } from "./stored-recording.js";

const CONTROL = "a[href], button";

/** A suggestion of a lookup. */
const OPTION = ".pb-combobox [role='option']";

const PROVIDER_FRAME = ".pb-provider iframe";

/** Controls that change nothing but the page: they open, fold, choose a field or load a file. */
const PAGE_ONLY = [
  ".pb-dev *",
  "[href^='#']",
  "[target='_blank']",
  "[download]",
  "[aria-controls]",
  "[aria-disabled='true']",
  "[aria-expanded]",
  "[aria-haspopup]",
  "[aria-pressed]",
  "[class*='rjsf-']",
  ".pb-notification-dismiss",
  ".pb-reload",
].join(", ");

/** The name of a control as a scenario writes it: without the badge of an entry of the navigation. */
function textOf(control: Element): string {
  const shown = control.querySelector(".pb-nav-label") ?? control;
  const text = control.getAttribute("aria-label") ?? shown.textContent ?? "";
  return text.trim() === "" ? (control.querySelector("img")?.alt ?? "") : text.trim();
}

const isShown = (element: Element): boolean => element.getClientRects().length > 0 || element.closest("details:not([open])") !== null;

const isRecorded = (control: Element): boolean => !control.matches(PAGE_ONLY);

/** The position among the visible controls of the screen with the same text; null for the only one. */
function positionOf(control: Element, text: string): number | null {
  const all = [...(control.closest("main")?.querySelectorAll(CONTROL) ?? [])];
  const same = all.filter((one) => isRecorded(one) && textOf(one) === text && isShown(one));
  return same.length < 2 ? null : same.indexOf(control) + 1;
}

export interface RecordedPage {
  readonly window: Window;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly parts: Pick<AppParts, "calls" | "history">;
  /** The calls that a page that was loaded again has sent before. */
  readonly early: readonly EarlyCall[];
}

/** Records until the returned function is called. A page that is loaded meanwhile can continue the recording. */
export function recordPage(recorder: ScenarioRecorder, { window, runtime, store, parts, early }: RecordedPage): () => void {
  const { calls, history } = parts;
  const { through } = calls;
  const { arrived, move } = history;
  const drafts = new FormDrafts(runtime, store);
  const listening = new AbortController();
  const linkedSites = new Set<string>();
  let isPressing = false;
  let isMoving = false;

  /** For values that change although nobody has typed since the last press: the press has committed them. */
  let commit: ReturnType<ScenarioRecorder["pressed"]> | null = null;

  function look(): void {
    const changes = drafts.takeChanges();
    if (commit === null) recorder.filled(changes);
    else commit(changes);
  }

  /** The depositor uses a field. */
  function typing(): void {
    look();
    commit = null;
  }

  function press(control: Element): void {
    const text = textOf(control);
    if (text === "" || !isRecorded(control)) return typing();
    // Of dialogs, only a question of the flows has controls of a scenario.
    const isInDialog = control.closest("dialog") !== null;
    if (isInDialog && runtime.confirmation.get() === null) return;
    look();
    commit = recorder.pressed(text, isInDialog ? null : positionOf(control, text), runtime.now());
    isPressing = true;
    // The browser fires the `submit` of a press in the same task.
    setTimeout(() => {
      isPressing = false;
    });
  }

  /** The depositor chooses a suggestion. The values that it fills in follow from the choice. */
  function choose(option: Element): void {
    const field = option.closest(".pb-combobox");
    const input = field?.querySelector("input");
    const path = input ? pathOfInput(runtime, input.id) : null;
    if (!input || path === null) return typing();
    look();
    const label = textOf(option);
    const same = [...(field?.querySelectorAll(OPTION) ?? [])].filter((one) => textOf(one) === label);
    recorder.chose(path, input.value, label, same.length < 2 ? null : same.indexOf(option) + 1, runtime.now());
    commit = () => {};
  }

  const on = <Name extends keyof WindowEventMap>(name: Name, listener: (event: WindowEventMap[Name]) => void) =>
    window.addEventListener(name, listener, { capture: true, signal: listening.signal });
  on("click", ({ target }) => {
    const control = target instanceof Element ? target.closest(CONTROL) : null;
    const option = target instanceof Element ? target.closest(OPTION) : null;
    if (target instanceof HTMLDialogElement) closeQuestion();
    else if (option !== null) choose(option);
    else if (control === null) typing();
    else press(control);
  });
  on("submit", ({ target }) => {
    // A form that submits itself.
    const button = target instanceof Element && !isPressing ? target.querySelector("[type='submit']") : null;
    if (button !== null) press(button);
  });
  /** The depositor closes an open question with neither of its answers. */
  function closeQuestion(): void {
    if (runtime.confirmation.get() === null) return;
    look();
    commit = recorder.pressed("Escape" satisfies typeof ESCAPE, null, runtime.now());
  }
  on("cancel", ({ target }) => {
    if (target instanceof HTMLDialogElement) closeQuestion();
  });
  on("message", ({ data, origin, source }) => {
    const frames = [...window.document.querySelectorAll<HTMLIFrameElement>(PROVIDER_FRAME)];
    const isOfProvider = frames.some(({ contentWindow, src }) => contentWindow === source && new URL(src).origin === origin);
    const message = isOfProvider ? readMessage(data) : null;
    if (message === null) return;
    look();
    const { site } = message;
    if (site === null) recorder.provided(null, runtime.now());
    // The provider reports one linked site twice: as a success and at its exit.
    else if (!linkedSites.has(site.requestId)) {
      linkedSites.add(site.requestId);
      recorder.provided({ ...site }, runtime.now());
    }
  });
  on("keydown", ({ key, target, isComposing }) => {
    const active = key === "Enter" && !isComposing && target instanceof Element ? target.getAttribute("aria-activedescendant") : null;
    const option = active === null ? null : window.document.getElementById(active);
    if (option?.matches(OPTION)) choose(option);
  });
  on("change", typing);
  on("input", ({ target }) => {
    typing();
    if (!(target instanceof HTMLInputElement)) return;
    const secret = secretOf(runtime, recorder.common, target.id);
    if (secret !== null) recorder.filled({ [secret.path]: target.value === "" ? null : secret.sample });
  });

  async function follow({ operation, kind, signal }: CallRequest, at: number, answer: Promise<Outcome>): Promise<Outcome> {
    const answered = recorder.sent(operation, kind, at);
    const outcome = await answer;
    if (signal?.aborted !== true && !listening.signal.aborted) {
      look();
      answered(outcome, store.get(), runtime.now());
    }
    return outcome;
  }
  const recorded: CallPort = (request) => {
    look();
    return follow(request, runtime.now(), through(request));
  };
  for (const { request, at, outcome } of early) void follow(request, at, outcome);
  calls.through = recorded;
  // The forms save what was typed when the page is left, in listeners that come first.
  window.addEventListener(
    "pagehide",
    () => {
      look();
      storeRecording(window, recorder.stored(window.location.pathname + window.location.search, store.get()));
    },
    { signal: listening.signal },
  );
  // The depositor uses the browser's Back or Forward, unless the runtime has moved.
  history.move = (by) => {
    isMoving = true;
    move(by);
  };
  history.arrived = (entryState, popped) => {
    const position = arrived(entryState, popped);
    const { moved = 0 } = position;
    if (popped && !isMoving && moved !== 0) {
      typing();
      if (moved > 0) recorder.opened(window.location.pathname + window.location.search, runtime.now());
      else for (let left = -moved; left > 0; left -= 1) recorder.wentBack(runtime.now());
    }
    if (popped) isMoving = false;
    return position;
  };
  const unsubscribe = runtime.view.subscribe(look);
  return () => {
    look();
    listening.abort();
    unsubscribe();
    calls.through = through;
    history.arrived = arrived;
    history.move = move;
  };
}
