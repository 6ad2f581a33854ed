/** Tests the reload of a page whose documents the gateway does not know any more, after a release. */
import { expect, it, vi } from "vitest";
import { createCallPort } from "../../src/api/client.js";
import { reloadPort } from "../../src/app/browser.js";
import { reloadWhenOutdated } from "../../src/app/outdated-page.js";
import type { CallRequest } from "../../src/runtime/port.js";

const REQUEST: CallRequest = {
  operation: "Save",
  kind: "mutation",
  document: "mutation Save { save { ok } }",
  variables: {},
  files: new Map(),
};
/** The gateway's answer, as `gateway/graphql.ts` sends it. */
const UNKNOWN = { errors: [{ message: "Only documents of the published flows are answered.", extensions: { code: "document_unknown" } }] };

const response = (answer: object) =>
  new Response(JSON.stringify(answer), { status: "errors" in answer ? 400 : 200, headers: { "content-type": "application/json" } });

/** A page with a bundle in the same tab: `reload` counts its reloads, and the page never unloads. */
function openPage(bundle: string, answer: object, options: { blocked?: boolean; fetch?: typeof globalThis.fetch } = {}) {
  const { blocked = false, fetch = async () => response(answer) } = options;
  const reload = vi.fn();
  const sessionStorage = {
    getItem: (key: string) => window.sessionStorage.getItem(key),
    setItem(key: string, value: string) {
      if (blocked) throw new DOMException("blocked");
      window.sessionStorage.setItem(key, value);
    },
  };
  const pauses: number[] = [];
  const call = reloadWhenOutdated({
    call: createCallPort({
      origin: "https://harbor.example",
      fetch,
      cookies: () => "XSRF-TOKEN=one",
      firewallToken: () => null,
      traceparent: () => "",
      withTabLock: (work) => work(),
      limit: 10_000,
    }),
    page: reloadPort({ sessionStorage, location: { reload } } as unknown as Window, bundle),
    now: () => 1_000,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { call, reload, pauses };
}

it("reloads the page once for several calls, and shows no failure before it unloads", async () => {
  const { call, reload, pauses } = openPage("h1", UNKNOWN);
  const outcomes = await Promise.all([call(REQUEST), call({ ...REQUEST, kind: "query" })]);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(pauses).toEqual([10_000, 10_000]);
  // A page that did not unload does not wait for ever.
  expect(outcomes).toMatchObject([{ code: "document_unknown" }, { code: "document_unknown" }]);
});

it("does not reload the page of the same bundle again, and reloads that of another bundle", async () => {
  await openPage("h1", UNKNOWN).call(REQUEST);
  const again = openPage("h1", UNKNOWN);
  expect(await again.call(REQUEST)).toMatchObject({ code: "document_unknown" });
  expect([again.reload.mock.calls.length, again.pauses]).toEqual([0, []]);
  const next = openPage("h2", UNKNOWN);
  await next.call(REQUEST);
  expect(next.reload).toHaveBeenCalledTimes(1);
});

it("does not reload where the tab cannot remember it, nor for any other failure", async () => {
  const blocked = openPage("h1", UNKNOWN, { blocked: true });
  await blocked.call(REQUEST);
  const other = openPage("h1", { errors: [{ message: "x", extensions: { code: "document_refused" } }] });
  expect(await other.call(REQUEST)).toMatchObject({ code: "document_refused" });
  expect([blocked.reload.mock.calls.length, other.reload.mock.calls.length]).toEqual([0, 0]);
});

it("waits for the answer to a mutation that the gateway executes meanwhile", async () => {
  let finish: (answer: Response) => void = () => {};
  const executing = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  const fetch: typeof globalThis.fetch = async (_, init) => (String(init?.body).includes("Withdraw") ? executing : response(UNKNOWN));
  const { call, reload } = openPage("h1", UNKNOWN, { fetch });
  const withdrawal = call({ ...REQUEST, document: "mutation Withdraw { withdraw { status } }" });
  const unknown = call({ ...REQUEST, kind: "query" });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reload).not.toHaveBeenCalled();
  finish(response({ data: { withdraw: { status: "COMPLETED" } } }));
  expect(await withdrawal).toMatchObject({ status: "ok" });
  await unknown;
  expect(reload).toHaveBeenCalledTimes(1);
});
