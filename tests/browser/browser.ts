/**
 * Exports the brands and widths of the journeys, and their visitors: each visitor has a context of the worker's browser
 * for themselves, whose findings are reported at the end of the test.
 */
import { chromium } from "playwright-core";
import { afterEach, beforeAll } from "vitest";
import { casesOf } from "../support/part.js";
import { browserAddress } from "./bank.js";
import { type Contexts, reusedContexts } from "./contexts.js";
import { type Device, Visitor } from "./visitor.js";

/** The widths at which the journeys run. */
export const WIDTHS = [390, 1440] as const;
export const BRANDS = ["harbor", "juniper"] as const;

/** The brands and widths of a series of journeys that is run in all of them: `npm test` has Harbor on a phone, `npm run test:full` the others. */
export const LAYOUTS = casesOf(
  BRANDS.flatMap((brand) => WIDTHS.map((width) => [brand, width] as const)),
  ([brand, width]) => brand === "harbor" && width === 390,
);

/** The test of a visitor, where several tests run concurrently. */
interface RunningTest {
  readonly id: string;
}

/** The contexts of this worker's browser, which the global setup starts and stops. */
let ofWorker: Promise<Contexts> | null = null;

/** Connects to the browser; returns the function that creates a visitor. */
export function devices(): (device: Device, test?: RunningTest) => Promise<Visitor> {
  let contexts: Contexts | null = null;
  const visitors = new Map<string | null, Visitor[]>();
  beforeAll(async () => {
    ofWorker ??= chromium.connectOverCDP(browserAddress()).then(reusedContexts);
    contexts = await ofWorker;
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
    if (!contexts) throw new Error("The browser has not started");
    const visitor = await Visitor.arrive(contexts, device);
    const id = test?.id ?? null;
    visitors.set(id, [...(visitors.get(id) ?? []), visitor]);
    return visitor;
  };
}
