/** Exports `openContext`: a context of a browser in which a depositor of a scenario opens the running product, for the flow tool. */
import type { Browser, BrowserContext } from "playwright-core";
import type { BundleCore } from "../../language/bundle.js";

/** A browser and the running product that it opens. `width` is that of the page, in CSS pixels. */
export interface BrowserPlay {
  readonly browser: Browser;
  /** The address of the running product on this machine, such as http://localhost:3000. */
  readonly product: URL;
  readonly width: number;
}

/** The address at which the product serves the brand. */
export const originOf = ({ product }: BrowserPlay, { brand }: BundleCore): string => `${product.protocol}//${brand.slug}.${product.host}`;

/** `bypassCSP`: the scenario has frames that the policy of the product does not allow. */
export function openContext(play: BrowserPlay, core: BundleCore, bypassCSP = false): Promise<BrowserContext> {
  return play.browser.newContext({
    baseURL: originOf(play, core),
    viewport: { width: play.width, height: 900 },
    locale: "en-US",
    timezoneId: "America/New_York",
    reducedMotion: "reduce",
    bypassCSP,
  });
}
