/** One browser for a file of journeys; each person at a device of their own, whose findings are told when they leave. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchChromium } from "../support/chromium.js";
import { type Device, Visitor } from "./visitor.js";

/** The two widths at which every screen must hold. */
export const WIDTHS = [390, 1440] as const;
export const BRANDS = ["harbor", "juniper"] as const;

/** The test that somebody came for, where several run at the same time: they leave when it ends. */
interface RunningTest {
  readonly id: string;
}

/** Registers the browser's start and end with the file; gives the way for somebody to arrive. */
export function devices(): (device: Device, errand?: RunningTest) => Promise<Visitor> {
  let browser: Browser | null = null;
  const visitors = new Map<string | null, Visitor[]>();
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async (context) => {
    const present = [context.task.id, null].flatMap((errand) => visitors.get(errand) ?? []);
    visitors.delete(context.task.id);
    visitors.delete(null);
    const failed = context.task.result?.state === "fail";
    if (!failed) {
      for (const visitor of present) await visitor.leave();
      return;
    }
    // Told as one more error of the same test: it stands in the report beside the failure itself.
    const stood: string[] = [];
    for (const visitor of present) stood.push(await visitor.abandon());
    if (stood.length > 0) throw new Error(stood.join("\n\n"));
  });
  afterAll(() => browser?.close());
  return async (device, errand) => {
    if (!browser) throw new Error("The browser has not started");
    const visitor = await Visitor.arrive(browser, device);
    const id = errand?.id ?? null;
    visitors.set(id, [...(visitors.get(id) ?? []), visitor]);
    return visitor;
  };
}
