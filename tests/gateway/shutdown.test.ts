/** Tests the orderly shutdown: the order, the time limit of each part, and that the gateway's is longer than the longest call. */
import { afterEach, expect, it, vi } from "vitest";
import { createShutdown, DRAIN_TIMEOUT_MS } from "../../gateway/shutdown.js";
import { LONG_TIMEOUT_MS } from "../../gateway/upstream/transport.js";

afterEach(() => void vi.useRealTimers());

it("closes in reverse order, once, and reports what fails", async () => {
  const events: string[] = [];
  const shutdown = createShutdown((name, error) => events.push(`${name}: ${(error as Error).message}`));
  shutdown.onEnd("database", () => void events.push("database"));
  shutdown.onEnd("sandbox", () => {
    throw new Error("busy");
  });
  shutdown.onEnd("gateway", async () => void events.push("gateway"));
  await Promise.all([shutdown.end(), shutdown.end()]);
  expect(events).toEqual(["gateway", "sandbox: busy", "database"]);
});

it("waits for the gateway longer than its longest call takes, and for other parts ten seconds", async () => {
  vi.useFakeTimers();
  const events: string[] = [];
  const shutdown = createShutdown((name, error) => events.push(`${name}: ${(error as Error).message}`));
  shutdown.onEnd("database", () => new Promise(() => undefined));
  shutdown.onEnd("gateway", () => new Promise((resolve) => setTimeout(resolve, LONG_TIMEOUT_MS)), DRAIN_TIMEOUT_MS);
  const ended = shutdown.end();
  await vi.advanceTimersByTimeAsync(LONG_TIMEOUT_MS);
  expect(events).toEqual([]);
  await vi.advanceTimersByTimeAsync(10_000);
  await ended;
  expect(events).toEqual(["database: took too long to end"]);
});
