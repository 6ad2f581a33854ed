/**
 * Exports the brands and widths of the journeys, and their visitors: each visitor has their own context of the shared
 * browser, whose findings are reported at the end of the test.
 */
import { type Browser, chromium } from "playwright-core";
import { afterEach, beforeAll, inject } from "vitest";
import { casesOf } from "../support/part.js";
import { type Device, Visitor } from "./visitor.js";

/** The widths at which the journeys run. */
export const WIDTHS = [390, 1440] as const;
export const BRANDS = ["harbor", "juniper"] as const;

/**
 * The brands and widths of a series of journeys that is run in all of them: `npm test` has every brand and every width once,
 * `npm run test:full` the other combinations.
 */
export const LAYOUTS = casesOf(
  BRANDS.flatMap((brand) => WIDTHS.map((width) => [brand, width] as const)),
  ([brand, width]) => (brand === "harbor") === (width === 390),
);

/** The test of a visitor, where several tests run concurrently. */
interface RunningTest {
  readonly id: string;
}

/** The connection of this worker to the browser, which the global setup starts and stops. */
let connection: Promise<Browser> | null = null;

/** Connects to the browser; returns the function that creates a visitor. */
export function devices(): (device: Device, test?: RunningTest) => Promise<Visitor> {
  let browser: Browser | null = null;
  const visitors = new Map<string | null, Visitor[]>();
  beforeAll(async () => {
    connection ??= chromium.connectOverCDP(inject("browserUrl"));
    browser = await connection;
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
  return async (device, test) => {
    if (!browser) throw new Error("The browser has not started");
    const visitor = await Visitor.arrive(browser, device);
    const id = test?.id ?? null;
    visitors.set(id, [...(visitors.get(id) ?? []), visitor]);
    return visitor;
  };
}
