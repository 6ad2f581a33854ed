/** Tests scenarios that brands have in common although the overlay of one of them changes texts that the scenarios name. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../src/cli/test.js";
import type { Scenario, Step } from "../../src/scenarios/scenario.js";
import { capture } from "./captured-io.js";
import { copyDefinitions } from "./definitions-folder.js";

const NO_EMAIL = "We need your email address.";

/** What Juniper shows otherwise. */
const OVERLAY = {
  language: 2,
  app: { navigation: { transactions: { label: "Activity" } } },
  screens: {
    faq: { guard: { and: ["loggedIn", "registrationComplete"] } },
    login: { body: { form: { submitLabel: "Sign in", fields: { email: { errors: { required: NO_EMAIL } } } } } },
    "my-account": { actions: { remove: { confirm: { confirm: "Yes, remove it" } } } },
  },
};

let root: string;
beforeAll(async () => {
  root = await copyDefinitions({});
  await writeFile(join(root, "flows/brands/juniper/overlay.json"), JSON.stringify(OVERLAY));
});
afterAll(() => rm(root, { recursive: true }));

const file = () => join(root, "flows/scenarios/own.json");
const write = (scenario: Scenario) => writeFile(file(), JSON.stringify({ scenarios: { own: scenario } }));
const test = (...args: readonly string[]) => capture((io) => run(["own.json", ...args], io), { root });
const stepsNow = async (): Promise<readonly Step[]> =>
  (JSON.parse(await readFile(file(), "utf8")) as { readonly scenarios: { readonly own: Scenario } }).scenarios.own.steps;

describe("a control whose text the overlay changes", () => {
  it.each<[string, Scenario]>([
    [
      "a button",
      {
        steps: [
          { open: "/login" },
          { fill: { email: "dana@example.com", password: "correct horse" } },
          { press: "Log in" },
          { see: { calls: [{ operation: "Login" }] } },
        ],
      },
    ],
    [
      "an answer of a question",
      {
        given: { persona: "active" },
        steps: [
          { open: "/my-account" },
          { press: "Remove" },
          { press: "Remove account" },
          { see: { question: null, calls: [{ operation: "RemoveLink" }] } },
        ],
      },
    ],
    [
      "an entry of the navigation",
      {
        given: { persona: "active" },
        steps: [{ open: "/dashboard" }, { press: "Transactions" }, { see: { path: "/dashboard/transactions-list" } }],
      },
    ],
  ])("is pressed by the text of the base: %s", async (_what, scenario) => {
    await write(scenario);
    expect((await test()).written).toMatch(/^2 passed, 0 failed /);
  });

  it("is pressed by its own text as well, with this brand alone", async () => {
    await write({ steps: [{ open: "/login" }, { press: "Sign in" }, { see: { path: "/login" } }] });
    const { written, warned } = await test();
    expect(warned).toContain('(harbor): No control has the text "Sign in".');
    expect(written).toMatch(/1 passed, 1 failed /);
  });
});

describe("what a brand has otherwise", () => {
  const email = { "": "Enter your email address.", "dana@example.com": null };
  const tried: Step = { try: { email, password: { "": "Enter your password." } } };

  it("is a difference of tried values", async () => {
    await write({ steps: [{ open: "/login" }, tried] });
    const { written, warned } = await test();
    expect(warned).toContain(`(juniper): `);
    expect(written).toMatch(/1 passed, 1 failed /);
  });

  it("is written beside the tried values of all with --update, and compared", async () => {
    await write({ steps: [{ open: "/login" }, tried] });
    expect((await test("--update")).written).toMatch(/^2 passed, 0 failed /);
    const own = { email: { ...email, "": NO_EMAIL } };
    expect((await stepsNow())[1]).toEqual({ ...tried, brands: { juniper: own } });
    await write({ steps: [{ open: "/login" }, { ...tried, brands: { harbor: own, juniper: own } }] });
    const { written, warned } = await test();
    expect(warned).toContain("(harbor): ");
    expect(written).toMatch(/1 passed, 1 failed /);
  });

  it("is written beside the addresses of all with --update, and compared", async () => {
    const login = { "/login": ["a visitor"] };
    await write({ steps: [{ destinations: { "/login": login, "/faq": { "/faq": ["basic", "active"] } } }] });
    expect((await test()).warned).toContain("(juniper): /faq takes basic to /not-found, expected /faq.");
    expect((await test("--update")).written).toMatch(/^2 passed, 0 failed /);
    expect(await stepsNow()).toEqual([
      {
        destinations: { "/login": login, "/faq": { "/faq": ["basic", "active"] } },
        brands: { juniper: { "/faq": { "/faq": ["active"], "/not-found": ["basic"] } } },
      },
    ]);
  });

  it("is an error where no brand has the name, and beside another step", async () => {
    await write({ steps: [{ open: "/login" }, { ...tried, brands: { junper: { email } } } as Step] });
    expect((await test()).warned).toContain('There is no brand "junper"; did you mean "juniper"?');
    await write({ steps: [{ open: "/login", brands: { juniper: { email } } } as Step] });
    expect((await test()).warned).toContain('One of "try", "destinations" must be here');
  });
});
