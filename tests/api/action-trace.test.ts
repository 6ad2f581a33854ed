/** Tests the `traceparent` of the calls that belong to one action of the depositor. */
import { expect, it } from "vitest";
import { createActionTrace } from "../../src/api/action-trace.js";

const HEADER = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-01$/;
const idsOf = (header: string) => (HEADER.exec(header) ?? []).slice(1);

it("calls of one action share the trace's id, and each has its own span id", () => {
  const traceparent = createActionTrace(window, () => 0);
  const [[trace, span], [sameTrace, otherSpan]] = [idsOf(traceparent()), idsOf(traceparent())];
  expect(trace).toHaveLength(32);
  expect(sameTrace).toBe(trace);
  expect(otherSpan).not.toBe(span);
});

it.each(["click", "keydown", "popstate"])("a %s begins another trace", (input) => {
  const traceparent = createActionTrace(window, () => 0);
  const [before] = idsOf(traceparent());
  window.dispatchEvent(new Event(input));
  expect(idsOf(traceparent())[0]).not.toBe(before);
});

it("a call long after the last input begins another trace", () => {
  let now = 0;
  const traceparent = createActionTrace(window, () => now);
  const [before] = idsOf(traceparent());
  now = 30_000;
  expect(idsOf(traceparent())[0]).toBe(before);
  now = 30_001;
  expect(idsOf(traceparent())[0]).not.toBe(before);
});
