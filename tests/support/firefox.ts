/** Exports Firefox for the critical journeys: an installed release, which Playwright drives through WebDriver BiDi. */
import { type Browser, firefox } from "playwright-core";
import { type InstalledBrowser, requireBrowser } from "../../src/cli/browser/installed-browser.js";

export const FIREFOX: InstalledBrowser = {
  name: "Firefox",
  variable: "FIREFOX_PATH",
  programs: ["firefox-esr", "firefox"],
  elsewhere: () => ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  aptPackages: ["firefox-esr"],
  byHand: ["other systems:   https://www.mozilla.org/firefox"],
};

/** Playwright sends it for every context; releases of Firefox do not know it. Firefox has preferences for the same. */
const UNKNOWN_COMMAND = "emulation.setMediaFeaturesOverride";

interface BidiMessage {
  readonly id: number;
  readonly method: string;
}

interface Transport {
  send: (message: BidiMessage) => void;
  onmessage?: (message: object) => void;
}

/** What this file uses of Playwright's own objects; the version of `playwright-core` is exact. */
interface BidiBrowserType {
  connectToTransport: (transport: Transport, ...rest: readonly unknown[]) => Promise<unknown>;
}

interface PlaywrightInternals {
  readonly _connection: { readonly toImpl: (object: unknown) => { readonly _bidiFirefox?: BidiBrowserType } };
}

/** Answers the command that Firefox does not know, so that a context can be opened. */
function answerUnknownCommand(): void {
  const type = (firefox as unknown as PlaywrightInternals)._connection.toImpl(firefox)._bidiFirefox;
  if (type === undefined)
    throw new Error("This version of playwright-core has no WebDriver BiDi for Firefox: see tests/support/firefox.ts");
  const connect = type.connectToTransport.bind(type);
  type.connectToTransport = (transport, ...rest) => {
    const send = transport.send.bind(transport);
    transport.send = (message) => {
      if (message.method !== UNKNOWN_COMMAND) send(message);
      else queueMicrotask(() => transport.onmessage?.({ type: "success", id: message.id, result: {} }));
    };
    return connect(transport, ...rest);
  };
}

let isPrepared = false;

/** Starts the browser in the light scheme and with reduced motion, as the other journeys have them. */
export function launchFirefox(): Promise<Browser> {
  if (!isPrepared) answerUnknownCommand();
  isPrepared = true;
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: requireBrowser(FIREFOX),
    headless: true,
    firefoxUserPrefs: { "ui.prefersReducedMotion": 1, "layout.css.prefers-color-scheme.content-override": 1 },
  });
}
