/**
 * Exports the axe findings of a page for the journeys. The script is injected into a document when it is first audited,
 * through the debugger, which the content security policy does not restrict.
 */
import axe from "axe-core";
import type { Page } from "playwright-core";

interface AxeOptions {
  /** These rules, where not all that axe has on by itself. */
  readonly only?: readonly string[];
  /** All rules but this one. */
  readonly but?: string;
  /** The part of the page that is looked at, where not all of it. */
  readonly within?: string;
  /**
   * The size of targets too (WCAG 2.2, 2.5.8), which axe has off: only where nothing that sticks to the window lies over
   * the page, since it takes what is partly covered for small.
   */
  readonly targets?: boolean;
}

/** Each finding in a line: the rule, what it asks for, the element. */
export async function axeFindings(page: Page, { only, but, within, targets = false }: AxeOptions = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ only, but, within, targets }) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") };
      const { violations } = await axe.run(within ?? document, {
        rules: { "target-size": { enabled: targets }, ...(but === undefined ? {} : { [but]: { enabled: false } }) },
        resultTypes: ["violations"],
        // A provider's page in its frame is the provider's.
        iframes: false,
        // Style sheets are read again only for rules that are off.
        preload: false,
        ...(only === undefined ? {} : { runOnly: [...only] }),
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 300)} ${any[0]?.message ?? ""}`),
      );
    },
    { only, but, within, targets },
  );
}
