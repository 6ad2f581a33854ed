/**
 * A person at a browser: finds things by role and accessible name, as an assistive technology would, never by class.
 * Everything that a page says on its console, every uncaught error and every finding of axe on a screen visited
 * fails the journey.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { axeFindings } from "./axe.js";
import * as keys from "./keyboard.js";
import { ARTIFACTS } from "./product.js";

export interface Device {
  readonly brand: string;
  readonly width: number;
  /** First part of the screenshots' names. */
  readonly name: string;
  /** Nothing is clicked: everything is done with the keyboard. */
  readonly keyboard?: boolean;
}

/** How long a screen may take to come: two cores also carry the bank, its database and the browser. */
const PATIENCE = 20_000;

/** Within the page: the path whose screen stands, or null while anything of it is on its way. */
function stillPath(): string | null {
  const { path, pending = "" } = document.documentElement.dataset;
  const address = location.pathname.replace(/(.)\/$/, "$1");
  const own = pending.split(" ").some((action) => action !== "" && !action.startsWith("/"));
  const busy = document.querySelector('[aria-busy="true"]') !== null;
  return path !== address || own || busy || document.querySelector("h1") === null ? null : address;
}

export class Visitor {
  readonly #device: Device;
  readonly #context: BrowserContext;
  readonly #noise: string[] = [];
  #shots = 0;
  page: Page;

  private constructor(device: Device, context: BrowserContext, page: Page) {
    this.#device = device;
    this.#context = context;
    this.page = page;
    this.#listen(page);
  }

  /** Sits down at a device that has never been here. */
  static async arrive(browser: Browser, device: Device): Promise<Visitor> {
    mkdirSync(ARTIFACTS, { recursive: true });
    const context = await browser.newContext({
      baseURL: `http://${device.brand}.localhost:${inject("port")}`,
      viewport: { width: device.width, height: device.width < 600 ? 844 : 900 },
      hasTouch: device.width < 600,
      reducedMotion: "reduce",
      locale: "en-US",
    });
    context.setDefaultTimeout(PATIENCE);
    return new Visitor(device, context, await context.newPage());
  }

  #listen(page: Page): void {
    page.on("console", (message) => {
      // Chromium itself tells that it has done what a logout asked of it.
      if (message.type() === "info" && message.text().startsWith("Clear-Site-Data header on ")) return;
      this.#noise.push(`console.${message.type()} on ${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.#noise.push(`uncaught on ${page.url()}: ${error.stack ?? error.message}`));
  }

  /** A refused call is told by Chromium as a console error; a journey that provokes one says which. */
  forgive(pattern: RegExp): void {
    const kept = this.#noise.filter((line) => !pattern.test(line));
    this.#noise.splice(0, this.#noise.length, ...kept);
  }

  get path(): string {
    return new URL(this.page.url()).pathname;
  }

  async open(path: string): Promise<void> {
    // The load event waits for fonts and pictures; `at` and `settled` wait for what counts.
    await this.page.goto(path, { waitUntil: "commit" });
  }

  /** Opens an e-mailed link at the host where one is: a brand may have several, each with cookies of its own. */
  async follow(link: string): Promise<void> {
    const { pathname, search } = new URL(link);
    await this.open(pathname + search);
  }

  /** Opens the same browser's second tab, which shares cookies and storage, and goes on in it; gives the first. */
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
    await (this.#device.keyboard ? keys.write(this.page, field, text) : field.fill(text));
  }

  async tick(label: string | RegExp): Promise<void> {
    await this.tickBox(this.page.getByRole("checkbox", { name: label }));
  }

  async tickBox(box: Locator): Promise<void> {
    await (this.#device.keyboard ? keys.tick(this.page, box) : box.check());
  }

  /** One of several that are all seen. */
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

  /** Chooses files with the system's own dialog, as the field opens it. */
  async attach(label: string | RegExp, file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }): Promise<void> {
    const field = this.page.getByLabel(label);
    const dialog = this.page.waitForEvent("filechooser");
    await this.pressOn(field);
    await (await dialog).setFiles(file);
  }

  /** Waits for the notification that says exactly this, whether it stands there already or is on its way. */
  async told(message: string): Promise<void> {
    const notification = this.page.getByRole("alert").getByText(message, { exact: true });
    await notification.waitFor().catch(async () => {
      throw new Error(await this.whereabouts(`Waited to be told "${message}"`));
    });
  }

  /** Puts the notification away, so that the next one of the same words is seen to be another. */
  async dismiss(): Promise<void> {
    await this.button("Dismiss").click();
    await this.button("Dismiss").waitFor({ state: "detached" });
  }

  /** What stands in a form's fields, by label. */
  async typed(labels: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const values: Record<string, string> = {};
    for (const label of labels) values[label] = await this.field(label).inputValue();
    return values;
  }

  /** The device loses its connection, or has it again. */
  async connected(there: boolean): Promise<void> {
    await this.#context.setOffline(!there);
  }

  /**
   * The limits of the page's next calls come after so many milliseconds instead of minutes, until it is loaded anew. It is
   * the browser's own timer that is short: what the page makes of its end is the page's.
   */
  async hurry(milliseconds: number): Promise<void> {
    await this.page.evaluate((limit) => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      AbortSignal.timeout = () => timeout(limit);
    }, milliseconds);
  }

  /** Waits until the screen of this path stands: a hop that leads on is not where one is. */
  async at(path: string): Promise<void> {
    await this.#stands(`Waited for ${path}`, (address) => address === path);
  }

  /** Waits until a screen of another path stands. */
  async goneFrom(path: string): Promise<void> {
    await this.#stands(`Waited to leave ${path}`, (address) => address !== path);
  }

  /** Waits until a screen stands: what is drawn is of the address, nothing of it is on its way and no action under way. */
  async settled(): Promise<void> {
    await this.#stands("Waited for a screen", () => true);
  }

  /**
   * Asked in the page, in one go: nothing can change between two of the questions. A navigation changes the address
   * before anything is drawn; what is drawn says its path on the document (src/app/standing.tsx), with the actions under
   * way. Those of the app itself (a page view, a check) lead nowhere: only the screen's own are waited for.
   */
  async #stands(why: string, there: (path: string) => boolean): Promise<void> {
    const deadline = Date.now() + PATIENCE;
    for (;;) {
      const path = await this.page.evaluate(stillPath).catch((error: Error) => {
        // The page was being loaded anew: asked again of the next one.
        if (/Execution context was destroyed|Cannot find context|navigat/i.test(error.message)) return null;
        throw error;
      });
      if (path !== null && there(path)) return;
      if (Date.now() > deadline) throw new Error(await this.whereabouts(why));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** What a form that is not right says above its fields, and has the focus. */
  async errorSummary(): Promise<Locator> {
    const summary = this.page.getByRole("region", { name: /^Check \d+ fields?/ });
    await summary.waitFor();
    expect(await summary.evaluate((region) => region.contains(document.activeElement)), "the summary of errors has the focus").toBe(true);
    return summary;
  }

  /** What is seen, for an error message. */
  async whereabouts(why: string): Promise<string> {
    await this.page.screenshot({ path: join(ARTIFACTS, `${this.#device.name}-lost.png`), fullPage: true });
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

  /** Looks a screen over: one h1, titled, no sideways scrolling, nothing that axe finds; with SCREENSHOTS=1, a picture of it. */
  async inspect(): Promise<void> {
    await this.settled();
    if (process.env.SCREENSHOTS) await this.#picture();

    expect(await this.heading().count(), `h1s on ${this.path}`).toBe(1);
    const overflow = await this.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `sideways scroll on ${this.path} at ${this.#device.width} px`).toBeLessThanOrEqual(0);

    expect(await axeFindings(this.page), `axe on ${this.path} at ${this.#device.width} px`).toEqual([]);
  }

  /** Loads the page anew and expects to be where one was. */
  async reload(): Promise<void> {
    const { path } = this;
    await this.page.reload();
    await this.at(path);
  }

  /**
   * Comes between the bank and this browser: every call of an operation is made, and its answer is what `change` makes of
   * it, or lost on the way back where that is null. Gives the way to leave the calls alone again.
   */
  async interceptAnswers(operation: string, change: (answer: string) => string | null): Promise<() => void> {
    let over = false;
    await this.page.route("**/graphql", async (route) => {
      const request = route.request();
      if (over || !request.postData()?.includes(`${operation}(`)) return route.fallback();
      const { host } = new URL(request.url());
      // Only a browser knows that every name below localhost is this machine.
      const url = `http://localhost:${inject("port")}/graphql`;
      const response = await route.fetch({ url, headers: { ...(await request.allHeaders()), host } });
      const body = change(await response.text());
      await (body === null ? route.abort("connectionreset") : route.fulfill({ response, body }));
    });
    return () => {
      over = true;
    };
  }

  /** Loses the answer to the next call of an operation: it is done, and this browser never hears. */
  async loseAnswer(operation: string): Promise<void> {
    const stop = await this.interceptAnswers(operation, () => {
      stop();
      return null;
    });
  }

  /** Gets up after a failure, leaving a picture; gives where one stood and what was heard. */
  async abandon(): Promise<string> {
    const stood = await this.whereabouts(`${this.#device.name} was abandoned`);
    await this.#context.close();
    return stood;
  }

  /** Gets up: whatever was heard on the way fails the journey here. */
  async leave(): Promise<void> {
    await this.#context.close();
    expect(this.#noise, "console and uncaught errors").toEqual([]);
  }
}
