/** Tests the reports of errors: each error once, at most ten of a page, and what no code has caught. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createErrorReport, reportUncaught } from "../../src/app/error-report.js";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

function opened() {
  const sent: { url: string; headers: Record<string, string>; body: Record<string, unknown> }[] = [];
  const report = createErrorReport({
    async fetch(url, init) {
      sent.push({ url: String(url), headers: { ...(init?.headers as Record<string, string>) }, body: JSON.parse(String(init?.body)) });
      throw new TypeError("offline");
    },
    cookies: () => "XSRF-TOKEN=t.s",
    path: () => "/dashboard",
    bundle: "ab12",
  });
  return { sent, report };
}

it("sends an error once, with the page, the bundle and the page's token", () => {
  const { sent, report } = opened();
  const error = new RangeError("out of range");
  report(error);
  report(error);
  expect(console.error).toHaveBeenCalledTimes(2);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    url: "/client-errors",
    headers: { "X-XSRF-TOKEN": "t.s" },
    body: { name: "RangeError", message: "out of range", path: "/dashboard", bundle: "ab12" },
  });
});

it("sends at most ten errors of a page", () => {
  const { sent, report } = opened();
  for (let number = 0; number < 15; number += 1) report(new Error(`error ${number}`));
  expect(sent).toHaveLength(10);
});

it("reports what no code has caught, until it is stopped", () => {
  const found: string[] = [];
  const stop = reportUncaught(window, (error) => found.push(error.message));
  window.dispatchEvent(new ErrorEvent("error", { error: new Error("thrown") }));
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "rejected" }));
  stop();
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "later" }));
  expect(found).toEqual(["thrown", "rejected"]);
});
