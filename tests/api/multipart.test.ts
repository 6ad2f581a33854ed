/** Tests the request of an operation with files. */
import { describe, expect, it } from "vitest";
import { createCallPort } from "../../src/api/client.js";

const file = new File(["%PDF-1.7"], "lease.pdf", { type: "application/pdf" });
const DOCUMENT = "mutation SendMessage($form: MessageInput!) { sendMessage(input: $form) { message } }";
const variables = { form: { attachments: [{ file: "file-1" }] } };

function port(answer: () => Response) {
  const sent: { url: string; body: unknown; headers: Headers }[] = [];
  const fetch = async (url: RequestInfo | URL, init?: RequestInit) => {
    sent.push({ url: String(url), body: init?.body, headers: new Headers(init?.headers) });
    return answer();
  };
  const call = createCallPort({
    origin: "https://bank.test",
    fetch,
    cookies: () => "XSRF-TOKEN=a-token",
    firewallToken: () => null,
    traceparent: () => "",
    limit: 5_000,
    withTabLock: (work) => work(),
  });
  return {
    sent,
    send: () => call({ operation: "SendMessage", kind: "mutation", document: DOCUMENT, variables, files: new Map([["file-1", file]]) }),
  };
}

describe("an operation with files", () => {
  it("is sent as one form: the request first, then each file under its name, with the token", async () => {
    const { sent, send } = port(() => Response.json({ data: { sendMessage: { message: null } } }));
    expect(await send()).toEqual({ status: "ok", result: { sendMessage: { message: null } } });
    const [{ url, body, headers } = { url: "", body: null, headers: new Headers() }] = sent;
    expect([url, headers.get("x-xsrf-token")]).toEqual(["https://bank.test/graphql", "a-token"]);
    const parts = [...(body as FormData)];
    expect(parts.map(([name]) => name)).toEqual(["operations", "file-1"]);
    expect(JSON.parse(String(parts[0]?.[1]))).toEqual({ query: DOCUMENT, variables });
    expect(parts[1]?.[1]).toMatchObject({ name: "lease.pdf" });
  });

  it("returns the field errors of a rejection, and the status of an answer that is not JSON", async () => {
    const errors = [{ path: "attachments", message: "Too large." }];
    const refused = port(() =>
      Response.json({ errors: [{ message: "x", extensions: { status: 422, code: "validation", message: "x", errors } }] }),
    );
    expect(await refused.send()).toMatchObject({ status: 422, code: "validation", errors });
    expect(await port(() => new Response("<html>", { status: 502 })).send()).toMatchObject({ status: 502 });
    expect(await port(() => new Response("<html>")).send()).not.toMatchObject({ status: "ok" });
  });
});
