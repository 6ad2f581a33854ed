/**
 * Exports the trace of the depositor's actions for `boot.ts`: the header `traceparent` (W3C, "Trace Context") of each call
 * to the gateway. The calls that follow an input of the depositor belong to one trace. These lines replace
 * OpenTelemetry's SDK for browsers, which is larger than the whole client: the gateway reports the spans.
 */
export const TRACE_HEADER = "traceparent";

/** Calls later than this are not the result of the last input. */
const LONGEST_ACTION_MS = 30_000;
/** What a depositor does: a click (of a pointer or the keyboard), a key, Back and Forward. */
const INPUTS = ["click", "keydown", "popstate"] as const;

const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the function that gives a call its header. */
export function createActionTrace(window: Pick<Window, "addEventListener">, now: () => number): () => string {
  let trace = "";
  let began = 0;
  for (const input of INPUTS)
    window.addEventListener(
      input,
      () => {
        trace = "";
      },
      { capture: true, passive: true },
    );
  return () => {
    if (trace === "" || now() - began > LONGEST_ACTION_MS) [trace, began] = [randomHex(16), now()];
    return `00-${trace}-${randomHex(8)}-01`;
  };
}
