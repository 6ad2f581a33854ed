/** Tests what scenarios see and press around a screen, and that brands have scenarios in common. */
import { beforeAll, expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { LoadedBundle } from "../../src/scenarios/loaded-bundle.js";
import { type PersonaState, runScenario } from "../../src/scenarios/run-scenario.js";
import type { Answer, Expectation, Scenario, Step } from "../../src/scenarios/scenario.js";
import { ROOT } from "../support/sources.js";

const brands = new Map<string, LoadedBundle>();
let personas: readonly PersonaState[];
beforeAll(async () => {
  const source = await readSource(ROOT);
  for (const slug of ["harbor", "juniper"]) {
    const { bundle } = compile(source, slug);
    if (bundle === null) throw new Error(`The brand ${slug} does not compile.`);
    brands.set(slug, await loadBundle(source, bundle));
  }
  personas = await readPersonas(ROOT);
}, 60_000);

const branding = (name: string, short_name: string): Answer => ({
  ok: { name, short_name, slug: short_name.toLowerCase(), emails: { support: `help@${short_name}.example` }, show_fdic: true },
});

async function failuresWith(slug: string, steps: readonly Step[], more: Partial<Scenario> = {}) {
  const loaded = brands.get(slug);
  if (loaded === undefined) throw new Error(`There is no brand ${slug}.`);
  const answers = { LogPageView: { ok: { ok: true } }, Branding: branding("Harbor Savings Bank", "Harbor") };
  const brandAnswers = { juniper: { Branding: branding("Juniper Community Bank", "Juniper") } };
  return runScenario(loaded, { ...more, steps }, { personas, answers, brandAnswers, failureOf: () => ({ message: "No." }) });
}

const BANNERS: Scenario["answers"] = {
  Banners: {
    ok: [
      { uuid: "banner-1", type: 1, message: "We're closed on Thursday." },
      { uuid: "banner-2", type: 2, message: "Beware of fraud." },
    ],
  },
};
const active = { given: { persona: "active" } };

it.each<[string, readonly Step[], Partial<Scenario>, Expectation]>([
  ["banners", [{ open: "/dashboard" }], { ...active, answers: BANNERS }, { banners: ["We're closed on Thursday.", "Beware of fraud."] }],
  [
    "a dismissed banner",
    [{ open: "/login" }, { press: "Dismiss", nth: 2 }],
    { answers: BANNERS },
    { banners: ["We're closed on Thursday."] },
  ],
  ["numbers of the navigation", [{ open: "/dashboard" }], { given: { persona: "alerts-unread" } }, { badges: { Alerts: 2 } }],
  ["no number", [{ open: "/dashboard" }], active, { badges: {} }],
  ["the help", [{ open: "/dashboard" }, { press: "Need help? Contact us" }], active, { path: "/registration/message-center" }],
])("sees or presses %s", async (_what, steps, more, see) => {
  expect(await failuresWith("harbor", [...steps, { see }], more)).toEqual([]);
});

const REFUSED: readonly Step[] = [
  { open: "/login" },
  { fill: { email: "dana@example.com", password: "correct horse" } },
  { press: "Log in" },
  { answer: "Login", fails: "403.locked" },
];

it("follows the link of a message", async () => {
  const link = { label: "Reset your password", href: "/login/forgot-password" };
  const end: readonly Step[] = [
    { see: { link } },
    { press: "Reset your password" },
    { see: { path: "/login/forgot-password", link: null } },
  ];
  expect(await failuresWith("harbor", [...REFUSED, ...end])).toEqual([]);
  const without = [...REFUSED.slice(0, -1), { answer: "Login", fails: "400.bad_credentials" }, { see: { link: null } }];
  expect(await failuresWith("harbor", without)).toEqual([]);
});

it("requests again what another tab has changed", async () => {
  const steps: readonly Step[] = [
    { open: "/dashboard" },
    { answers: { Alerts: { ok: [{ uuid: "alert-9", read_at: null, title: "New", body: "", date_created: "2026-11-20T15:00:00Z" }] } } },
    { see: { badges: {} } },
    { otherTab: ["alerts"] },
    { see: { sent: ["Alerts"], badges: { Alerts: 1 } } },
  ];
  expect(await failuresWith("harbor", steps, active)).toEqual([]);
});

it("gets what all tabs share without a request, and knows no other fields than those of queries", async () => {
  const steps: readonly Step[] = [
    { open: "/my-account" },
    { see: { absent: ["Your account is on hold"] } },
    { answers: { Progress: { ok: { extended_status: "HOLD" } } } },
    { otherTab: ["progress"] },
    { see: { path: "/my-account", sent: [], texts: ["Your account is on hold"], state: { "progress.extended_status": "HOLD" } } },
  ];
  expect(await failuresWith("harbor", steps, active)).toEqual([]);
  const failures = await failuresWith("harbor", [{ open: "/my-account" }, { otherTab: ["alertz"] }], active);
  expect(failures).toEqual([{ step: 1, message: 'No query answers "alertz", so another tab reports no change of it.' }]);
});

it.each(["harbor", "juniper"])("has the data of the brand, and its names in no text (%s)", async (slug) => {
  const steps: readonly Step[] = [
    { open: "/mfa-account-locked" },
    { see: { texts: ["If this wasn't you, email {branding.emails.support}."], state: { "branding.slug": slug } } },
  ];
  expect(await failuresWith(slug, steps)).toEqual([]);
  expect(await failuresWith(slug, [{ open: "/dashboard" }, { see: { state: { "branding.slug": slug } } }], active)).toEqual([]);
});
