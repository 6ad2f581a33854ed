/** Exports the recording of a scenario that survives a reload of the page: the session storage of the tab has it, for the development bar. */
import type { Outcome } from "../../engine/events.js";
import type { CallPort, CallRequest } from "../../runtime/port.js";
import type { AppParts } from "../boot.js";
import { personaState } from "./gateway.js";
import { previewCalls, wholeState } from "./preview.js";
import type { StoredRecording } from "./recorder.js";

const KEY = "passbook.recording";

function readRecording({ sessionStorage }: Window): StoredRecording | null {
  const text = sessionStorage.getItem(KEY);
  return text === null ? null : (JSON.parse(text) as StoredRecording);
}

export function storeRecording({ sessionStorage }: Window, recording: StoredRecording): void {
  sessionStorage.setItem(KEY, JSON.stringify(recording));
}

export function forgetRecording({ sessionStorage }: Window): void {
  sessionStorage.removeItem(KEY);
}

/** A call that the page has sent before the development bar was there. */
export interface EarlyCall {
  readonly request: CallRequest;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly outcome: Promise<Outcome>;
}

/** What a page that continues a recording has when the development bar is shown. */
export interface Continued {
  readonly recording: StoredRecording;
  /** The address with which the page was loaded: a guard may have redirected it since. */
  readonly address: string;
  /** When the page was loaded, in epoch milliseconds. */
  readonly at: number;
  readonly calls: readonly EarlyCall[];
  /** The source of the answers: the gateway, or the preview of the recorded persona. */
  readonly through: CallPort;
  readonly gateway: CallPort;
}

type Calls = AppParts["calls"];

const continued = new WeakMap<Calls, Continued>();

/** Call before the app sends anything: keeps its first calls where a recording continues. The preview of its persona continues as well. */
export function continueRecording(window: Window, { core, calls, ports }: Pick<AppParts, "core" | "calls" | "ports">): void {
  const recording = continued.has(calls) ? null : readRecording(window);
  if (recording === null) return;
  const { persona } = recording;
  const preview = persona === null ? null : personaState(persona).then((state) => previewCalls(() => core, wholeState(core, state)));
  const gateway = calls.through;
  const through: CallPort = preview === null ? gateway : async (request) => (await preview)(request);
  const early: EarlyCall[] = [];
  calls.through = (request) => {
    const outcome = through(request);
    early.push({ request, at: ports.clock.now(), outcome });
    return outcome;
  };
  const { pathname, search } = window.location;
  continued.set(calls, { recording, address: pathname + search, at: ports.clock.now(), calls: early, through, gateway });
}

/** What `continueRecording` has kept; null where no recording continues. */
export const continuedIn = (calls: Calls): Continued | null => continued.get(calls) ?? null;
