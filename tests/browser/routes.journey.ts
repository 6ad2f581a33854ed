/**
 * Every path in the browser, by the browser's own history, and typed: each ends where the engine's `resolve` says for
 * the state in which the persona is after signing in (`flows/personas`, held against the sandbox by
 * `tests/gateway/personas.test.ts`).
 */
import { describe, expect, it } from "vitest";
import { resolve } from "../../src/engine/run.js";
import { bundleOf, PERSONAS } from "../flows/shipped.js";
import { signIn } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();
const { core } = bundleOf("harbor");

/** Every path of the flows; `/logout` last, as it ends the session. */
const PATHS = [
  ...Object.values(core.screens)
    .flatMap(({ paths }) => paths)
    .filter((path) => path !== "*" && path !== "/logout"),
  "/nowhere/at-all",
  "/logout",
].map((path) => path.replace(/:\w+/g, "6d1f"));

interface End {
  readonly path: string;
  readonly title: string;
}

/** Where the engine says that this persona ends; the page of a log out leads on to the login page by itself. */
function ends(name: string, pathname: string): End {
  const state = { ...core.initial, ...PERSONAS[name]?.state };
  const { path, title } = resolve(core, state, { pathname, search: "", state: null }, Date.now());
  return path === "/logout" ? { path: "/login", title: "Log in" } : { path, title };
}

async function signedIn(name: string, device: string): Promise<Visitor> {
  const visitor = await arrive({ brand: "harbor", width: 1440, name: device });
  await signIn(visitor, await bank.persona(name));
  return visitor;
}

/** Goes to each address by the browser's history, waits until a screen stands, and tells where. */
function throughHistory(visitor: Visitor, steps: readonly { readonly asked: string; readonly end: End }[]): Promise<string[]> {
  return visitor.page.evaluate(async (all) => {
    const LIMIT = 15_000;
    const pause = () => new Promise((done) => setTimeout(done, 15));
    const shown = () => `${location.pathname} ${document.querySelector("h1")?.textContent ?? "(no h1)"}`;
    const landed: string[] = [];
    for (const { asked, end } of all) {
      history.pushState(null, "", asked);
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
      const wanted = `${end.path} ${end.title}`;
      for (const from = Date.now(); shown() !== wanted && Date.now() - from < LIMIT; ) await pause();
      // What would lead on from there has led on by now.
      await pause();
      landed.push(`${asked} -> ${shown()}`);
    }
    return landed;
  }, steps);
}

describe("every path, by the browser's history", () => {
  it.each(["active", "view-only", "basic"])(
    "for %s",
    async (name) => {
      const visitor = await signedIn(name, `routes-${name}`);
      const steps = PATHS.map((asked) => ({ asked, end: ends(name, asked) }));
      const landed = await throughHistory(visitor, steps);
      expect(landed).toEqual(steps.map(({ asked, end }) => `${asked} -> ${end.path} ${end.title}`));
    },
    180_000,
  );
});

/** A dozen addresses that tell depositors apart. */
const TYPED = [
  "/dashboard",
  "/dashboard/transactions-list",
  "/dashboard/documents/",
  "/dashboard/alerts",
  "/my-account",
  "/registration/basic-information",
  "/registration/link-account-selection",
  "/registration/hold-account",
  "/registration/additional-info",
  "/relink/manual/banking-information",
  "/beneficiary/list",
  "/joint-account/contact",
];

const TYPING = [
  "new",
  "employer",
  "bank",
  "microdeposits-sent",
  "in-review",
  "failed",
  "hold",
  "relink",
  "two-beneficiaries",
  "joint-pending",
] as const;

describe("a dozen typed addresses", () => {
  it.each(TYPING)(
    "for %s",
    async (name) => {
      const visitor = await signedIn(name, `typed-${name}`);
      const landed: string[] = [];
      for (const asked of TYPED) {
        await visitor.page.goto(asked, { waitUntil: "commit" });
        const { path, title } = ends(name, asked);
        await visitor.at(path);
        await visitor.heading(title).waitFor();
        landed.push(`${asked} -> ${visitor.path} ${await visitor.heading().innerText()}`);
      }
      expect(landed).toEqual(TYPED.map((asked) => `${asked} -> ${ends(name, asked).path} ${ends(name, asked).title}`));
    },
    120_000,
  );
});

describe("Back", () => {
  it("leads over a redirect to where one was before it", async () => {
    const visitor = await signedIn("active", "back");
    await visitor.at("/dashboard");
    await visitor.press("Documents");
    await visitor.at("/dashboard/documents");
    await throughHistory(visitor, [{ asked: "/relink/manual/banking-information", end: { path: "/not-found", title: "Not found" } }]);
    await visitor.at("/not-found");
    await visitor.page.goBack();
    await visitor.at("/dashboard/documents");
    await visitor.page.goBack();
    await visitor.at("/dashboard");
    await visitor.page.goForward();
    await visitor.at("/dashboard/documents");
  });
});
