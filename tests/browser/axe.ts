/**
 * Exports the axe findings of a page for the journeys. The script is injected into a document when it is first audited,
 * through the debugger, which the content security policy does not restrict.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** Minified: half of the text for the browser to receive and to parse in each document. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeOptions {
  /** The rules to run, instead of axe's default rules. */
  readonly only?: readonly string[];
  /** The only rule to disable. */
  readonly but?: string;
  /** The part of the page to audit, instead of the whole page. */
  readonly within?: string;
  /**
   * Also checks the size of targets (WCAG 2.2, 2.5.8), which axe disables by default. Only for pages without sticky
   * elements over the content, since axe reports a partly covered target as small.
   */
  readonly targets?: boolean;
}

/** One line for each finding: the rule, its requirement, the element. */
export async function axeFindings(page: Page, { only, but, within, targets = false }: AxeOptions = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ({ only, but, within, targets }) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") };
      const { violations } = await axe.run(within ?? document, {
        rules: { "target-size": { enabled: targets }, ...(but === undefined ? {} : { [but]: { enabled: false } }) },
        resultTypes: ["violations"],
        // The audit excludes the provider's page in its frame.
        iframes: false,
        // Only disabled rules need the style sheets.
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
