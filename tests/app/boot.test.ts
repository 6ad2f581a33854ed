/** Tests `boot`: which persisted state it restores, and what a logout clears. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type AppParts, boot } from "../../src/app/boot.js";
import type { Page } from "../../src/app/page.js";
import { bundleOf, SIGNED_IN, when } from "../runtime/fakes.js";

const HOUR = 3_600_000;
const NOW = Date.parse("2026-11-21T12:00:00Z");
const { core } = bundleOf(
  { home: {} },
  {
    durations: { rehydrate: 5_000, draft: 24 * HOUR, longCall: 300_000, brandingAge: 3 * HOUR },
    monitors: { branding: { when: when(true), kind: "age", wait: "brandingAge", action: "refreshBranding" } },
    actions: { refreshBranding: { then: [{ refetch: ["branding"] }] } },
    loads: { branding: { query: "Branding" } },
    operations: { Branding: { name: "Branding", kind: "query", document: "d", hash: "h", journey: "app", fields: ["branding"] } },
  },
);
const onUnreachable = vi.fn();
const PAGE: Page = { brand: "harbor", bundle: core.hash, development: false, branding: core.brand };

const started = (page: Page = PAGE): Promise<AppParts> => boot(page, window, { report: console.error, onUnreachable });
const persistedText = () => JSON.stringify({ ...window.localStorage });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  window.localStorage.clear();
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(core), { headers: { "content-type": "application/json" } }));
  return () => void vi.useRealTimers();
});

describe("logging out", () => {
  it("clears the persisted state except dismissals, and leaves the cookies to the gateway", async () => {
    const { persistence, ports } = await started();
    const dismissed = { banners: ["b1"], returnedTransactions: [], bookmark: false, chase: false };
    const progress = { depositor_id: "dep-1", is_primary: true };
    persistence.changed({ ...SIGNED_IN, progress });
    persistence.changed({ ...SIGNED_IN, progress, dismissed });
    expect(persistedText()).toContain("marker");
    const cookie = vi.spyOn(document, "cookie", "set");
    ports.clearPersisted();
    expect(persistedText()).not.toContain("marker");
    expect(persistedText()).toContain("b1");
    expect(cookie).not.toHaveBeenCalled();
  });
});

describe("branding", () => {
  const BRANDING = { name: "Harbor Savings Bank", slug: "harbor" };

  async function afterKeeping(milliseconds: number, page: Page = PAGE): Promise<unknown> {
    window.localStorage.clear();
    vi.setSystemTime(NOW);
    const { persistence } = await started();
    persistence.changed({ ...SIGNED_IN, branding: BRANDING });
    vi.setSystemTime(NOW + milliseconds);
    return (await started(page)).initial.branding;
  }

  it("is persisted for three hours across page loads, and then fetched again", async () => {
    expect(await afterKeeping(3 * HOUR - 1)).toEqual(BRANDING);
    expect(await afterKeeping(3 * HOUR)).toBeNull();
  });

  it("ages from its answer, not from the page load", async () => {
    const first = await started();
    expect(first.answeredAt("refreshBranding")).toBeNull();
    first.persistence.changed({ ...SIGNED_IN, branding: BRANDING });
    vi.setSystemTime(NOW + HOUR);
    expect((await started()).answeredAt("refreshBranding")).toBe(NOW);
  });

  it("of another brand at the same address is dropped, and all branding in development", async () => {
    expect(await afterKeeping(0, { ...PAGE, brand: "juniper" })).toBeNull();
    expect(await afterKeeping(0, { ...PAGE, development: true })).toBeNull();
  });
});

describe("a bundle that cannot be loaded", () => {
  it("is requested again, and the page says so meanwhile", async () => {
    vi.useFakeTimers({ now: NOW });
    onUnreachable.mockClear();
    let isOnline = false;
    vi.stubGlobal("fetch", async () => {
      if (!isOnline) throw new TypeError("offline");
      return new Response(JSON.stringify(core), { headers: { "content-type": "application/json" } });
    });
    const starting = started();
    await vi.advanceTimersByTimeAsync(1_400);
    expect(onUnreachable).toHaveBeenCalledTimes(1);
    isOnline = true;
    window.dispatchEvent(new Event("online"));
    expect((await starting).core.hash).toBe(core.hash);
    expect(onUnreachable).toHaveBeenCalledTimes(1);
  });

  it("fails at once when the server does not have it", async () => {
    vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
    await expect(started()).rejects.toThrow("status 404");
  });
});
