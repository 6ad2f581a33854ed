/**
 * What axe finds on a page as it stands. It is put into each document once (an init script needs no leave of the content
 * security policy), so that looking costs no more than the looking itself.
 */
import axe from "axe-core";
import type { Page } from "playwright-core";

/** The script that a context runs in each of its documents. */
export const AXE: string = axe.source;

interface Asked {
  /** These rules, where not all that axe has on by itself. */
  readonly only?: readonly string[];
  /**
   * The size of targets too (WCAG 2.2, 2.5.8), which axe has off: only where nothing that sticks to the window lies over
   * the page, since it takes what is partly covered for small.
   */
  readonly targets?: boolean;
}

/** Each finding in a line: the rule, what it asks for, the element. */
export async function axeFindings(page: Page, { only, targets = false }: Asked = {}): Promise<readonly string[]> {
  return page.evaluate(
    async ({ only, targets }) => {
      const { axe } = globalThis as unknown as { readonly axe: typeof import("axe-core") };
      const { violations } = await axe.run(document, {
        rules: { "target-size": { enabled: targets } },
        resultTypes: ["violations"],
        // A provider's page in its frame is the provider's.
        iframes: false,
        ...(only === undefined ? {} : { runOnly: [...only] }),
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, any }) => `${id}: ${help}: ${html.slice(0, 300)} ${any[0]?.message ?? ""}`),
      );
    },
    { only, targets },
  );
}
