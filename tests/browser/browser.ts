/** Exports one browser for a file of journeys; each visitor has their own context, whose findings are reported at the end of the test. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { launchChromium } from "../support/chromium.js";
import { type Device, Visitor } from "./visitor.js";

/** The widths at which the journeys run. */
export const WIDTHS = [390, 1440] as const;
export const BRANDS = ["harbor", "juniper"] as const;

/** The test of a visitor, where several tests run concurrently. */
interface RunningTest {
  readonly id: string;
}

/** Starts and stops the browser with the file; returns the function that creates a visitor. */
export function devices(): (device: Device, test?: RunningTest) => Promise<Visitor> {
  let browser: Browser | null = null;
  const visitors = new Map<string | null, Visitor[]>();
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterEach(async (context) => {
    const present = [context.task.id, null].flatMap((test) => visitors.get(test) ?? []);
    visitors.delete(context.task.id);
    visitors.delete(null);
    const failed = context.task.result?.state === "fail";
    if (!failed) {
      for (const visitor of present) await visitor.leave();
      return;
    }
    // Thrown as another error of the same test, so that the report shows it beside the failure.
    const reports: string[] = [];
    for (const visitor of present) reports.push(await visitor.abandon());
    if (reports.length > 0) throw new Error(reports.join("\n\n"));
  });
  afterAll(() => browser?.close());
  return async (device, test) => {
    if (!browser) throw new Error("The browser has not started");
    const visitor = await Visitor.arrive(browser, device);
    const id = test?.id ?? null;
    visitors.set(id, [...(visitors.get(id) ?? []), visitor]);
    return visitor;
  };
}
