/**
 * Exports `Visitor`, a user at a browser, for the journeys: it finds elements by role and accessible name, never by class.
 * Console output, uncaught errors and axe findings fail the journey.
 */
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { axeFindings } from "./axe.js";
import { product } from "./bank.js";
import type { Contexts } from "./contexts.js";
import * as keys from "./keyboard.js";
import { ARTIFACTS } from "./product.js";

export interface Device {
  readonly brand: string;
  readonly width: number;
  /** The prefix of the screenshots' names. */
  readonly name: string;
  /** Uses the keyboard only and never clicks. */
  readonly keyboard?: boolean;
  /**
   * A browser that Playwright drives through WebDriver BiDi, which sets a text in a way that React does not notice, and
   * misses controls in a frame of another origin: it types key by key, and clicks there with an event.
   */
  readonly bidi?: boolean;
  /** A name of the IANA database; without it, the machine's. */
  readonly timeZone?: string;
}

/** How long a screen may take to load: two cores also run the bank, its database and the browser. */
const PATIENCE = 20_000;

/** The screen that is waited for: of this path, of another path, or any. */
interface Expected {
  readonly path: string | null;
  readonly isOther: boolean;
}

/**
 * Runs in the page: resolves when the expected screen is rendered, its data has loaded and no action of its own runs.
 * `src/app/page-status.tsx` writes the rendered path and the running actions to the document.
 */
function whenStill({ path: expected, isOther }: Expected): Promise<void> {
  const isStill = (): boolean => {
    // A document that has just begun has no element yet, whatever its type says.
    const { path, pending = "" } = (document.documentElement as HTMLElement | null)?.dataset ?? {};
    const address = location.pathname.replace(/(.)\/$/, "$1");
    if (path !== address || (expected !== null && (path === expected) === isOther)) return false;
    if (pending.split(" ").some((action) => action !== "" && !action.startsWith("/"))) return false;
    return document.querySelector('[aria-busy="true"]') === null && document.querySelector("h1") !== null;
  };
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isStill()) return;
      observer.disconnect();
      clearInterval(timer);
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ["aria-busy", "data-path", "data-pending"],
    });
    // An address may change without the document.
    const timer = setInterval(check, 100);
    check();
  });
}

/** The pages without axe findings: page, brand and width, without the values that differ between two depositors. */
const audited = new Set<string>();

/** Two pages with the same key have the same findings: they differ in digits, email addresses and generated ids only. */
function auditKey(html: string): string {
  const text = html
    .replace(/[\w.+-]+@[\w.-]+/g, "@")
    .replace(/:r[0-9a-z]+:/g, ":")
    .replace(/\d+/g, "0");
  return createHash("sha256").update(text).digest("hex");
}

export class Visitor {
  readonly #device: Device;
  readonly #contexts: Contexts;
  readonly #context: BrowserContext;
  readonly #noise: string[] = [];
  readonly #forgiven: RegExp[] = [];
  #shots = 0;
  page: Page;

  private constructor(device: Device, contexts: Contexts, context: BrowserContext, page: Page) {
    this.#device = device;
    this.#contexts = contexts;
    this.#context = context;
    this.page = page;
    this.#listen(page);
  }

  /** Opens a page in a browser context without any stored data. */
  static async arrive(contexts: Contexts, device: Device): Promise<Visitor> {
    mkdirSync(ARTIFACTS, { recursive: true });
    const { context, page } = await contexts.take({
      baseURL: `http://${device.brand}.localhost:${product().port}`,
      hasTouch: device.width < 600,
      reducedMotion: "reduce",
      locale: "en-US",
      ...(device.timeZone === undefined ? {} : { timezoneId: device.timeZone }),
    });
    context.setDefaultTimeout(PATIENCE);
    await page.setViewportSize({ width: device.width, height: device.width < 600 ? 844 : 900 });
    return new Visitor(device, contexts, context, page);
  }

  #listen(page: Page): void {
    page.on("console", (message) => {
      // Chromium logs the Clear-Site-Data header of a logout.
      if (message.type() === "info" && message.text().startsWith("Clear-Site-Data header on ")) return;
      this.#noise.push(`console.${message.type()} on ${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.#noise.push(`uncaught on ${page.url()}: ${error.stack ?? error.message}`));
  }

  /** Chromium logs a failed call as a console error, at times late; a journey that provokes one declares it. */
  forgive(pattern: RegExp): void {
    this.#forgiven.push(pattern);
  }

  get brand(): string {
    return this.#device.brand;
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  async open(path: string): Promise<void> {
    // The load event waits for fonts and images; `at` and `settled` wait for the screen.
    await this.page.goto(path, { waitUntil: "commit" });
  }

  /** Opens an email link on the present host: a brand may have several hosts, each with its own cookies. */
  async follow(link: string): Promise<void> {
    await this.open(new URL(link).pathname + new URL(link).search);
  }

  /** Opens a second tab, which shares cookies and storage, and continues in it; returns the first. */
  async secondTab(path: string): Promise<Page> {
    const first = this.page;
    this.page = await this.#context.newPage();
    this.#listen(this.page);
    await this.open(path);
    return first;
  }

  heading(name?: string | RegExp): Locator {
    return this.page.getByRole("heading", { level: 1, ...(name === undefined ? {} : { name }) });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole("link", { name, exact: typeof name === "string" });
  }

  field(label: string | RegExp): Locator {
    return this.page.getByLabel(label, { exact: typeof label === "string" }).locator("visible=true");
  }

  async type(label: string | RegExp, text: string): Promise<void> {
    const field = this.field(label);
    if (this.#device.keyboard) return keys.write(this.page, field, text);
    if (!this.#device.bidi) return field.fill(text);
    await field.selectText();
    await field.press("Delete");
    await field.pressSequentially(text);
  }

  async tick(label: string | RegExp): Promise<void> {
    await this.tickBox(this.page.getByRole("checkbox", { name: label }));
  }

  async tickBox(box: Locator): Promise<void> {
    await (this.#device.keyboard ? keys.tick(this.page, box) : box.check());
  }

  /** Chooses a radio button. */
  async pick(label: string): Promise<void> {
    const radio = this.page.getByRole("radio", { name: label });
    await (this.#device.keyboard ? keys.pick(this.page, radio) : radio.check());
  }

  async choose(label: string | RegExp, option: string): Promise<void> {
    const list = this.page.getByRole("combobox", { name: label });
    await (this.#device.keyboard ? keys.choose(this.page, list, option) : list.selectOption({ label: option }));
  }

  async press(name: string | RegExp): Promise<void> {
    await this.pressOn(this.button(name).or(this.link(name)).first());
  }

  async pressOn(control: Locator): Promise<void> {
    await (this.#device.keyboard ? keys.press(this.page, control) : control.click());
  }

  /** Presses a control in a frame of another origin. */
  async pressInFrame(control: Locator): Promise<void> {
    await (this.#device.bidi ? control.dispatchEvent("click") : this.pressOn(control));
  }

  /** Chooses files in the file dialog that the field opens. */
  async attach(label: string | RegExp, files: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
    const dialog = this.page.waitForEvent("filechooser");
    await this.pressOn(this.page.getByLabel(label));
    // A busy machine takes long to hand ten megabytes to the browser.
    await (await dialog).setFiles(files, { timeout: 60_000 });
  }

  /** Waits for the notification, or the failure at a control, with exactly this text. */
  async notified(message: string): Promise<void> {
    const notification = this.page.getByRole("alert").or(this.page.getByRole("status")).getByText(message, { exact: true }).first();
    await notification.waitFor().catch(async () => {
      throw new Error(await this.whereabouts(`Waited for the notification "${message}"`));
    });
  }

  /** Dismisses the notification, so that the next one with the same text is a new one. */
  async dismiss(): Promise<void> {
    await this.button("Dismiss").click();
    await this.button("Dismiss").waitFor({ state: "detached" });
  }

  /** The values of a form's fields, by label. */
  async typed(labels: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const values: Record<string, string> = {};
    for (const label of labels) values[label] = await this.field(label).inputValue();
    return values;
  }

  /** Disconnects the device, or connects it again. */
  async connected(there: boolean): Promise<void> {
    await this.#context.setOffline(!there);
  }

  /**
   * Shortens the timeout of the page's next calls to so many milliseconds, until the page is reloaded. Only the browser's
   * timer changes; the page handles the timeout itself.
   */
  async hurry(milliseconds: number): Promise<void> {
    await this.page.evaluate((limit) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(limit);
    }, milliseconds);
  }

  /** Waits until the screen of this path is shown, after all redirects. */
  async at(path: string): Promise<void> {
    await this.#arrives(`Waited for ${path}`, { path, isOther: false });
  }

  /** Waits until a screen of another path is shown. */
  async goneFrom(path: string): Promise<void> {
    await this.#arrives(`Waited to leave ${path}`, { path, isOther: true });
  }

  /** Waits until the screen of the address is rendered, its data has loaded and no action runs. */
  async settled(): Promise<void> {
    await this.#arrives("Waited for a screen", { path: null, isOther: false });
  }

  /** Waits in the page, so that nothing changes between two looks at it and waiting costs no messages. */
  async #arrives(why: string, expected: Expected): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      let late: NodeJS.Timeout | undefined;
      const limit = new Promise<"late">((resolve) => {
        late = setTimeout(() => resolve("late"), Math.max(0, deadline - Date.now()));
      });
      const there = this.page.evaluate(whenStill, expected).then(
        () => "there" as const,
        (error: Error) => {
          // The page was reloading: wait in the new one.
          if (/Execution context was destroyed|Cannot find context|navigat/i.test(error.message)) return "reloaded" as const;
          throw error;
        },
      );
      const result = await Promise.race([there, limit]).finally(() => clearTimeout(late));
      if (result === "there") return;
      if (result === "late") {
        there.catch(() => undefined); // The context may close before the page stops waiting.
        throw new Error(await this.whereabouts(why));
      }
    }
  }

  /** The focused error summary of a form. */
  async errorSummary(): Promise<Locator> {
    const summary = this.page.getByRole("region", { name: /^Check \d+ fields?/ });
    await summary.waitFor();
    expect(await summary.evaluate((region) => region.contains(document.activeElement)), "the summary of errors has the focus").toBe(true);
    return summary;
  }

  /** The visible text, for an error message. Hiding the caret adds a style that the page's policy blocks and reports. */
  async whereabouts(why: string): Promise<string> {
    await this.page.screenshot({ path: join(ARTIFACTS, `${this.#device.name}-lost.png`), fullPage: true, caret: "initial" });
    const text = await this.page.getByRole("main").or(this.page.locator("body")).last().innerText();
    const heard = this.#noise.length > 0 ? `Heard: ${this.#noise.join("\n")}\n` : "";
    return `${why}, and is at ${this.path}.\n${heard}On the page: ${text.slice(0, 1500)}`;
  }

  async #picture(): Promise<void> {
    const name = this.path.slice(1).replaceAll("/", ".") || "login";
    this.#shots += 1;
    const file = `${this.#device.name}-${String(this.#shots).padStart(2, "0")}-${name}.png`;
    await this.page.screenshot({ path: join(ARTIFACTS, file), fullPage: true });
  }

  /** Checks a screen: one h1, a title, no horizontal scrolling, no axe findings; takes a screenshot with SCREENSHOTS=1. */
  async inspect(): Promise<void> {
    await this.settled();
    if (process.env.SCREENSHOTS) await this.#picture();

    expect(await this.heading().count(), `h1s on ${this.path}`).toBe(1);
    const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `sideways scroll on ${this.path} at ${this.#device.width} px`).toBeLessThanOrEqual(0);

    // A notification that fades in or out has too little contrast for a moment.
    await this.page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
          .map(({ finished }) => finished.catch(() => undefined)),
      ),
    );
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    const key = `${this.#device.brand} ${width} ${height} ${auditKey(await this.page.content())}`;
    if (audited.has(key)) return;
    expect(await axeFindings(this.page), `axe on ${this.path} at ${width} px`).toEqual([]);
    audited.add(key);
  }

  /** Reloads the page and expects the same screen. */
  async reload(): Promise<void> {
    const { path } = this;
    await this.page.reload();
    await this.at(path);
  }

  /**
   * Intercepts the answers to an operation: every call is made, and `change` replaces its answer, or drops it when it
   * returns null. Returns the function that stops.
   */
  async interceptAnswers(operation: string, change: (answer: string) => string | null): Promise<() => void> {
    let over = false;
    await this.page.route("**/graphql", async (route) => {
      const request = route.request();
      if (over || !request.postData()?.includes(`${operation}(`)) return route.fallback();
      const { host } = new URL(request.url());
      // Only browsers resolve every name below localhost to this machine.
      const url = `http://localhost:${product().port}/graphql`;
      const response = await route.fetch({ url, headers: { ...(await request.allHeaders()), host } });
      const body = change(await response.text());
      await (body === null ? route.abort("connectionreset") : route.fulfill({ response, body }));
    });
    return () => {
      over = true;
    };
  }

  /** Drops the answer to the next call of an operation, which the bank executes. */
  async loseAnswer(operation: string): Promise<void> {
    const stop = await this.interceptAnswers(operation, () => {
      stop();
      return null;
    });
  }

  /** Closes the browser context after a failure: takes a screenshot, and returns the address and the collected findings. */
  async abandon(): Promise<string> {
    const report = await this.whereabouts(`${this.#device.name} was abandoned`);
    await this.#context.close();
    return report;
  }

  /** Gives the browser context back. The collected findings fail the journey. */
  async leave(): Promise<void> {
    await this.#contexts.giveBack(this.#context);
    const unforgiven = this.#noise.filter((line) => !this.#forgiven.some((pattern) => pattern.test(line)));
    expect(unforgiven, "console and uncaught errors").toEqual([]);
  }
}
