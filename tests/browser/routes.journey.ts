/**
 * Tests paths in the browser, by history navigation and typed: each ends at the screen that the engine's `resolve` returns
 * for the persona's state after signing in (`flows/personas`, compared with the sandbox by
 * `tests/gateway/personas.test.ts`). The guards are the same for both; a typed address also loads the page, which is
 * slow, so each persona types one address for each of their final screens.
 */
import { describe, expect, it } from "vitest";
import { resolve } from "../../src/engine/resolve.js";
import { bundleOf, PERSONAS } from "../flows/shipped.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { headingOf } from "./every-screen.js";
import { signIn } from "./signed-in.js";
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
  readonly heading: string;
}

/** The persona's final path by the engine; the logout page redirects to the login page by itself. */
function endOf(name: string, pathname: string): End {
  const state = { ...core.initial, ...PERSONAS[name]?.state };
  const { path, screen, title } = resolve(core, state, { pathname, search: "", state: null }, Date.now());
  return path === "/logout" ? { path: "/login", heading: "Log in" } : { path, heading: headingOf("harbor", screen, title, state) };
}

async function signedIn(name: string, device: string, task?: { readonly id: string }): Promise<Visitor> {
  const visitor = await arrive({ brand: "harbor", width: 1440, name: device }, task);
  await signIn(visitor, await bank.persona(name));
  return visitor;
}

/** Navigates to each address by the browser's history, waits for the screen, and returns its path. */
function throughHistory(visitor: Visitor, steps: readonly { readonly asked: string; readonly end: End }[]): Promise<string[]> {
  return visitor.page.evaluate(async (all) => {
    const LIMIT = 15_000;
    const pause = () => new Promise((done) => setTimeout(done, 15));
    const shown = () => `${location.pathname} ${document.querySelector("h1")?.textContent ?? "(no h1)"}`;
    const landed: string[] = [];
    for (const { asked, end } of all) {
      history.pushState(null, "", asked);
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
      const wanted = `${end.path} ${end.heading}`;
      for (const from = Date.now(); shown() !== wanted && Date.now() - from < LIMIT; ) await pause();
      // Every redirect is complete by now.
      await pause();
      landed.push(`${asked} -> ${shown()}`);
    }
    return landed;
  }, steps);
}

/** A dozen addresses that distinguish depositors. */
const DISTINGUISHING = [
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

const ASKING = [
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

/** One of the distinguishing addresses for each final screen of this persona; different addresses for each persona. */
function onePathPerEnd(name: string, turn: number): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const asked of DISTINGUISHING) {
    const { path } = endOf(name, asked);
    const end = path === asked.replace(/\/$/, "") ? `stays in ${core.screens[path.slice(1).replaceAll("/", ".")]?.journey}` : path;
    groups.set(end, [...(groups.get(end) ?? []), asked]);
  }
  return [...groups.values()].map((group) => group[turn % group.length] as string);
}

const redirected = (name: string, addresses: readonly string[]): readonly string[] =>
  addresses.map((asked) => `${asked} -> ${endOf(name, asked).path} ${endOf(name, asked).heading}`);

describe.concurrent("addresses", () => {
  it.for(["active", "view-only", "basic"])("all, by the browser's history, for %s", { timeout: 180_000 }, async (name, { task }) => {
    const visitor = await signedIn(name, `routes-${name}`, task);
    const landed = await throughHistory(
      visitor,
      PATHS.map((asked) => ({ asked, end: endOf(name, asked) })),
    );
    expect(landed).toEqual(redirected(name, PATHS));
    // A query of the screen before /logout may arrive after the logout, which has replaced the token.
    visitor.forgive(/Failed to load resource: the server responded with a status of 419/);
  });

  it.for(ASKING)("a dozen, by the browser's history and typed, for %s", { timeout: 120_000 }, async (name, { task }) => {
    const visitor = await signedIn(name, `typed-${name}`, task);
    const landed = await throughHistory(
      visitor,
      DISTINGUISHING.map((asked) => ({ asked, end: endOf(name, asked) })),
    );
    expect(landed).toEqual(redirected(name, DISTINGUISHING));
    const typed = onePathPerEnd(name, ASKING.indexOf(name));
    const came: string[] = [];
    for (const asked of typed) {
      await visitor.page.goto(asked, { waitUntil: "commit" });
      const { path, heading } = endOf(name, asked);
      await visitor.at(path);
      await visitor.heading(heading).waitFor();
      came.push(`${asked} -> ${visitor.path} ${await visitor.heading().innerText()}`);
    }
    expect(came).toEqual(redirected(name, typed));
  });
});

describe("Back", () => {
  it("skips a redirect", async () => {
    const visitor = await signedIn("active", "back");
    await visitor.at("/dashboard");
    await visitor.press("Documents");
    await visitor.at("/dashboard/documents");
    await throughHistory(visitor, [{ asked: "/relink/manual/banking-information", end: { path: "/not-found", heading: "Not found" } }]);
    await visitor.at("/not-found");
    await visitor.page.goBack();
    await visitor.at("/dashboard/documents");
    await visitor.page.goBack();
    await visitor.at("/dashboard");
    await visitor.page.goForward();
    await visitor.at("/dashboard/documents");
  });
});
