/** Tests the table of depositors and the form that simulates events of the sandbox's page, with its own script. */
import { createRequire } from "node:module";
import { expect, it, vi } from "vitest";
import { SIMULATIONS } from "../../gateway/sandbox/controls/simulate.js";
import { readText } from "../support/sources.js";
import { ORIGIN, signedIn, useTestBank } from "./test-bank.js";

// jsdom has no types.
const { JSDOM } = createRequire(import.meta.url)("jsdom") as {
  readonly JSDOM: new (html: string, options: object) => { readonly window: Window & typeof globalThis };
};

const bank = useTestBank();
const PAGES = "gateway/sandbox/pages";
/** How long an answer may take. */
const LIMIT = { timeout: 60_000 };

interface Page {
  /** The rows of the table of depositors. */
  readonly depositors: () => readonly string[];
  readonly detail: HTMLInputElement;
  readonly choose: (event: string) => void;
  /** Submits the form and returns the status that the page then shows. */
  readonly simulate: (email: string, value: string) => Promise<string>;
}

/** The page as a browser loads it, with its script and the bank's answers. */
async function openPage(): Promise<Page> {
  const { window } = new JSDOM(readText(`${PAGES}/sandbox.html`), { url: `${ORIGIN}/sandbox`, runScripts: "outside-only" });
  window.fetch = ((path: string, init: RequestInit) => bank.fetch(new Request(ORIGIN + path, init))) as typeof fetch;
  window.eval(`(() => { ${readText(`${PAGES}/sandbox.js`)} })()`);
  const find = <T extends HTMLElement>(id: string) => window.document.getElementById(id) as T;
  const [what, detail, status] = [find<HTMLSelectElement>("what"), find<HTMLInputElement>("detail"), find("status")];
  await vi.waitFor(() => expect(what.options.length).toBeGreaterThan(0), LIMIT);
  return {
    depositors: () => [...find<HTMLTableElement>("depositors").rows].slice(1).map((row) => row.textContent.trim()),
    detail,
    choose(event) {
      what.value = event;
      what.dispatchEvent(new window.Event("change"));
    },
    async simulate(email, value) {
      find<HTMLInputElement>("simulate-email").value = email;
      detail.value = value;
      find("simulate").dispatchEvent(new window.Event("submit", { cancelable: true }));
      await vi.waitFor(() => expect(status.textContent).not.toMatch(/^(Working …)?$/), LIMIT);
      return status.textContent ?? "";
    },
  };
}

it("shows that there are no depositors, and lists the existing ones", async () => {
  const page = await openPage();
  await vi.waitFor(() => expect(page.depositors()).toEqual([expect.stringContaining("No depositors yet.")]), LIMIT);
  const { email } = await signedIn(bank, "active");
  const { depositors } = await openPage();
  await vi.waitFor(() => expect(depositors()).toEqual([expect.stringContaining(email)]), LIMIT);
});

it("a name change asks for the last name and sends it", async () => {
  const { client, email } = await signedIn(bank, "active");
  const page = await openPage();
  page.choose("name-change");
  expect(page.detail.labels?.[0]?.textContent.trim()).toBe("Last name");
  expect(await page.simulate(email, "Rivera")).toMatch(/^Done: /);
  expect((await client.call("/depositor")).data).toMatchObject({ last_name: "Rivera" });
});

it("each event that has a detail sends it in a field that the control knows, and the others hide the field", async () => {
  const { email } = await signedIn(bank, "active");
  const page = await openPage();
  const shown: string[] = [];
  for (const event of Object.keys(SIMULATIONS)) {
    page.choose(event);
    if (page.detail.parentElement?.hidden) continue;
    shown.push(event);
    expect(await page.simulate(email, page.detail.placeholder), event).not.toContain("recognize");
  }
  expect(shown).toEqual(["kyc-decision", "transfer-return", "request-end", "name-change", "alert", "message-reply", "long-history"]);
});
