/** Tests `saveFile`: the name of the saved file, and that nothing is saved for a failure. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saveFile } from "../../src/app/browser.js";

const saved: { readonly href: string; readonly name: string }[] = [];
const original = { create: URL.createObjectURL, revoke: URL.revokeObjectURL };

beforeEach(() => {
  vi.useFakeTimers();
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = vi.fn();
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.href, name: this.download });
  });
});
afterEach(() => {
  saved.length = 0;
  vi.useRealTimers();
  vi.restoreAllMocks();
  Object.assign(URL, { createObjectURL: original.create, revokeObjectURL: original.revoke });
});

const answering = (answer: () => Promise<Response>): Window => Object.assign(Object.create(window) as Window, { document, fetch: answer });
const file = (disposition: string) => answering(async () => new Response("%PDF-", { headers: { "content-disposition": disposition } }));

describe("a file", () => {
  it.each([
    ['attachment; filename="statement-2026-10.pdf"', "statement-2026-10.pdf"],
    [`attachment; filename="_.pdf"; filename*=UTF-8''%C3%A9t%C3%A9.pdf`, "été.pdf"],
  ])("is saved under the name of %s, and its memory is freed later", async (disposition, name) => {
    expect(await saveFile(file(disposition), "/documents/1", null)).toBe(true);
    expect(saved).toEqual([{ href: "blob:file", name }]);
    expect(document.querySelector("a")).toBeNull();
    expect(URL.revokeObjectURL).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:file");
  });

  it("is saved under a given name", async () => {
    expect(await saveFile(file('attachment; filename="x.pdf"'), "/documents/1", "mine.pdf")).toBe(true);
    expect(saved).toEqual([{ href: "blob:file", name: "mine.pdf" }]);
  });

  it.each([
    ["a failure", async () => new Response('{"message":"Later."}', { status: 503 })],
    ["a lost connection", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("is not saved after %s", async (_, answer) => {
    expect(await saveFile(answering(answer), "/documents/1", null)).toBe(false);
    expect(saved).toEqual([]);
  });
});
