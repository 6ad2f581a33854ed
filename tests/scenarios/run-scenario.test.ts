/** Tests what a scenario reports when it is not as expected, and the steps that the shipped scenarios do not use. */
import { beforeAll, describe, expect, it } from "vitest";
import { loadBundle } from "../../src/cli/load-bundle.js";
import { readPersonas } from "../../src/cli/persona-files.js";
import { readSource } from "../../src/cli/source-files.js";
import { compile } from "../../src/compiler/compile.js";
import type { Json } from "../../src/language/definition.js";
import type { LoadedBundle } from "../../src/scenarios/loaded-bundle.js";
import { recordScenario } from "../../src/scenarios/record-scenario.js";
import { type PersonaState, runScenario } from "../../src/scenarios/run-scenario.js";
import type { Expectation, Scenario, Step } from "../../src/scenarios/scenario.js";
import { ROOT } from "../support/sources.js";

let harbor: LoadedBundle;
let personas: readonly PersonaState[];
beforeAll(async () => {
  const source = await readSource(ROOT);
  const { bundle } = compile(source, "harbor");
  if (bundle === null) throw new Error("The brand harbor does not compile.");
  harbor = await loadBundle(source, bundle);
  personas = await readPersonas(ROOT);
}, 60_000);

const ANSWERS = { LogPageView: { ok: { ok: true } } };
const run = (steps: readonly Step[], more: Partial<Scenario> = {}) =>
  runScenario(
    harbor,
    { ...more, steps },
    { personas, answers: ANSWERS, failureOf: (_operation, failure) => ({ message: `The bank says ${failure}.` }) },
  );
const LOGIN: readonly Step[] = [
  { open: "/login" },
  { fill: { email: "dana@example.com", password: "correct horse" } },
  { press: "Log in" },
];

describe("a step that cannot be performed", () => {
  it.each<[string, readonly Step[], string]>([
    [
      "a control that is not there",
      [{ open: "/login" }, { press: "Sign in" }],
      'No control has the text "Sign in". The screen /login has: "Log in"',
    ],
    ["a field that is not there", [{ open: "/login" }, { fill: { phone: "1" } }], 'No form has a field "phone": email, password.'],
    [
      "a call that does not wait",
      [...LOGIN, { answer: "Register", ok: null }],
      "No call of Register waits for an answer. These wait: Login.",
    ],
    [
      "a button whose action is running",
      [...LOGIN, { press: "Log in" }],
      '"Log in" does nothing while its action is running. These wait: Login.',
    ],
    [
      "a value for a field whose form is being sent",
      [...LOGIN, { try: { email: { "": "Enter your email." } } }],
      'The field "email" shows no error while its form is being sent.',
    ],
    ["a wait that is no duration", [{ open: "/login" }, { wait: "P1Y" }], '"P1Y" is not an ISO 8601 duration such as PT15M.'],
    [
      "a text for a field without a lookup",
      [{ open: "/login" }, { type: { email: "dana" } }],
      'The field "email" looks nothing up: use "fill".',
    ],
    ["a text for a field that is not there", [{ open: "/login" }, { type: { phone: "1" } }], 'No form has a field "phone"'],
    ["a provider that is not there", [{ open: "/login" }, { provider: null }], "The screen has no embedded provider."],
  ])("is reported: %s", async (_what, steps, message) => {
    const failures = await run(steps);
    expect(failures).toEqual([{ step: steps.length - 1, message: expect.stringContaining(message) }]);
  });

  it("is reported for a value in a field that the form hides", async () => {
    const given = { persona: "active" };
    expect(await run([{ open: "/beneficiary/add" }, { try: { name: { x: null } } }], { given })).toEqual([
      { step: 1, message: 'The field "name" is not shown with what is filled in.' },
    ]);
  });

  it("is reported for data that the screen cannot show", async () => {
    const given = { persona: "active", state: { alerts: { uuid: "1" } } };
    expect(await run([{ open: "/dashboard/alerts" }, { see: { content: [] } }], { given })).toEqual([
      { step: 1, message: expect.stringMatching(/^The screen can't be shown: "items" of the block ".+" is not a list\.$/) },
    ]);
  });

  it("is reported for given data with which no page begins", async () => {
    const given = { persona: "active", state: { fastlink: { success: true, data: null }, accounts: [], dismissed: null } };
    expect(await run([{ open: "/" }], { given })).toEqual([
      {
        step: 0,
        message:
          "given.state.fastlink: the browser does not persist it and no query loads it, so no page begins with it. Let a step change it.",
      },
    ]);
  });

  it("is reported for a persona that is not there", async () => {
    expect(await run([{ open: "/" }], { given: { persona: "nobody" } })).toEqual([
      { step: 0, message: expect.stringMatching(/^There is no persona "nobody": active-empty, active, /) },
    ]);
  });
});

describe("an expectation that is not met", () => {
  it.each<[Expectation, string]>([
    [{ path: "/dashboard" }, 'path: expected "/dashboard", found "/login".'],
    [{ title: "Welcome" }, 'title: expected "Welcome", found "Log in".'],
    [{ texts: ["No such text"] }, 'The screen does not contain "No such text". It contains: '],
    [{ absent: ["Forgot your password?"] }, 'The screen contains "Forgot your password?".'],
    [{ calls: [] }, 'calls: expected [], found [{"operation":"Login","with":{}}].'],
    [{ calls: [{ operation: "Login", with: { form: 1 } }] }, 'calls, entry 1, "with", "form": expected 1, found {"email"'],
    [{ state: { "auth.loginSuccess": true } }, 'state, "auth.loginSuccess": expected true, found false.'],
    [{ question: "Sure?" }, 'question: expected "Sure?", found null.'],
    [{ primary: [] }, 'primary: expected [], found ["Log in"].'],
    [
      { links: { "Forgot your password?": "/login" } },
      'links, "Forgot your password?": expected "/login", found "/login/forgot-password".',
    ],
    [{ links: { "Log in": "/login" } }, 'links, "Log in": expected "/login", found nothing.'],
    [
      { texts: ["Forgot your passwords?"] },
      'The screen does not contain "Forgot your passwords?". Its nearest text: "Forgot your password?".',
    ],
    [{ sent: [] }, 'sent: expected [], found ["Branding","Banners","Login"].'],
    [{ shell: "dashboard" }, 'shell: expected "dashboard", found "auth".'],
  ])("is reported: %j", async (see, message) => {
    const failures = await run([...LOGIN, { see }]);
    expect(failures).toEqual([{ step: LOGIN.length, message: expect.stringContaining(message) }]);
  });
});

it("finds texts in the main heading and in the open question, which are not content", async () => {
  const given = { persona: "active" };
  const steps = [{ open: "/my-account" }, { press: "Remove" }];
  const text = "You won't be able to move money to or from it until you link it again.";
  expect(await run([...steps, { see: { texts: ["My Account", text] } }], { given })).toEqual([]);
  expect(await run([...steps, { see: { absent: [text] } }], { given })).toEqual([
    { step: 2, message: `The screen contains ${JSON.stringify(text)}.` },
  ]);
  expect(
    await run([{ open: "/funding-returned" }, { see: { texts: ["Funding returned"] } }], { given: { persona: "funding-returned" } }),
  ).toEqual([]);
});

it("shows no error at a field that was corrected after a refused submit, and the error again where it is wrong again", async () => {
  const given = { persona: "active" };
  const errors = { to: "Choose a date on or after the From date." };
  const steps: readonly Step[] = [
    { open: "/dashboard/transactions-list" },
    { fill: { from: "2026-11-20", to: "2026-11-19" } },
    { see: { errors: {} } },
    { press: "Show transactions" },
    { see: { errors } },
    { fill: { to: "2026-11-20" } },
    { see: { errors: {} } },
    { fill: { to: "2026-11-18" } },
    { see: { errors } },
  ];
  expect(await run(steps, { given })).toEqual([]);
});

it("shows a list that is null as one without entries", async () => {
  const given = { persona: "active", state: { alerts: null } };
  const see = { content: ["You don't have any alerts."] };
  expect(await run([{ open: "/dashboard/alerts" }, { see }], { given })).toEqual([]);
});

it("shows the message of the bank at the control, and the form's own errors at its fields", async () => {
  expect(
    await run([
      { open: "/login" },
      { press: "Log in" },
      { see: { errors: { email: "Enter your email address.", password: "Enter your password." }, calls: [] } },
      { fill: { email: "dana@example.com", password: "correct horse" } },
      { press: "Log in" },
      { answer: "Login", fails: "500.unexpected" },
      { see: { path: "/login", failure: "Something went wrong. Please try again." } },
    ]),
  ).toEqual([{ step: 6, message: expect.stringContaining("failure: expected") }]);
});

it("goes back as the browser does, and lets time pass until the session ends", async () => {
  const given = { persona: "active" };
  expect(
    await run(
      [
        { open: "/dashboard" },
        { open: "/my-account/beneficiary/list" },
        { goBack: true },
        { see: { path: "/dashboard" } },
        { wait: "PT13M" },
        { see: { path: "/dashboard" } },
        { wait: "PT3M" },
        { see: { path: "/logout" } },
      ],
      { given, answers: { TransactionPage: { ok: { items: [], next: null } } } },
    ),
  ).toEqual([]);
});

it("closes the message of the app after its time, as the page does", async () => {
  const message = { message: "Logout successful", severity: "success" };
  const at = (wait: string, notification: Expectation["notification"]): readonly Step[] => [{ wait }, { see: { notification } }];
  const steps: readonly Step[] = [{ open: "/faq" }, { press: "Log out" }, { answer: "Logout", ok: { ok: true } }];
  expect(await run([...steps, ...at("PT9S", message), ...at("PT1S", null)], { given: { persona: "active" } })).toEqual([]);
});

it("loads the page again with what the browser persists: the rest is gone, and what the server has is loaded again", async () => {
  const state = { faqs: [{ uuid: "faq-1" }], requests: { withdrawal: "request-1" } };
  expect(
    await run(
      [
        { open: "/dashboard" },
        { reload: true },
        {
          see: {
            path: "/dashboard",
            state: {
              "auth.bearerToken": "signed-in",
              "requests.withdrawal": "request-1",
              faqs: [],
              "accounts.0.uuid": "acc-1",
            },
          },
        },
      ],
      { given: { persona: "active", state } },
    ),
  ).toEqual([]);
});

it.each([
  ["first", []],
  ["another", [{ open: "/my-account" }, { see: {} }]],
] as const)("begins %s page that is opened with what the browser persists, and loads the rest", async (_which, before: readonly Step[]) => {
  const sent = ["Banners", "LinkedAccounts", "Transactions", "Accounts", "Alerts", "Beneficiaries", "JointAccount", "UnreadMessages"];
  const state = { faqs: [{ uuid: "faq-1" }], requests: { withdrawal: "request-1" } };
  expect(
    await run(
      [
        ...before,
        { open: "/dashboard" },
        {
          see: {
            sent: [...sent, "LogPageView"],
            state: { "requests.withdrawal": "request-1", faqs: [], "accounts.0.uuid": "acc-1" },
          },
        },
      ],
      { given: { persona: "active", state } },
    ),
  ).toEqual([]);
});

it("answers with what the server has when the depositor logs in again", async () => {
  const auth = { bearerToken: "signed-in", session_id: "session-2", loginSuccess: true, expiresAt: "2099-01-01T00:00:00Z" };
  const progress = { depositor_id: "dep-1", registration_status: "PASSED", registration_last_step: "completed", extended_status: "FUNDED" };
  expect(
    await run(
      [
        { open: "/dashboard" },
        { press: "Log out" },
        { answer: "Logout", ok: { ok: true } },
        { see: { state: { accounts: [] } } },
        { reload: true },
        ...LOGIN.slice(1),
        { answer: "Login", ok: { auth, progress, message: null } },
        { see: { path: "/dashboard", state: { "accounts.0.uuid": "acc-1" } } },
      ],
      { given: { persona: "active" } },
    ),
  ).toEqual([]);
});

describe("a lookup", () => {
  const given = { persona: "address" };
  const typed: readonly Step[] = [{ open: "/registration/address" }, { type: { street: "1200 Mar" } }];
  const place = { id: "place-1", street: "1200 Market Street", city: "Philadelphia", state: "PA", zip: "19107" };
  const label = "1200 Market Street, Philadelphia, PA 19107";
  const answers = { Places: { ok: [place] }, Address: { ok: null } };

  it("is answered by a step, and the suggestion fills in the other fields", async () => {
    const see = { texts: ["1 suggestion", label] };
    const filled = {
      texts: [
        "Street address [widget combobox, autocomplete address-line1]: 1200 Market Street",
        "City [autocomplete address-level2]: Philadelphia",
        "ZIP code [inputMode numeric, autocomplete postal-code]: 19107",
      ],
      absent: [label],
    };
    expect(
      await run([...typed, { see: { absent: [label] } }, { answer: "Places", ok: [place] }, { see }, { press: label }, { see: filled }], {
        given,
      }),
    ).toEqual([]);
  });

  it.each<[string, Step]>([
    ["a press", { press: "Continue" }],
    ["another field", { fill: { city: "Springfield" } }],
    ["Escape", { press: "Escape" }],
    ["a new page", { reload: true }],
    ["a text that is too short", { type: { street: "12" } }],
  ])("shows nothing after %s", async (_what, step) => {
    expect(await run([...typed, { see: { texts: [label] } }, step, { see: { absent: [label] } }], { given, answers })).toEqual([]);
  });

  it("has no answer that arrives after the depositor has left the field", async () => {
    const steps: readonly Step[] = [
      ...typed,
      { fill: { city: "Springfield" } },
      { answer: "Places", ok: [place] },
      { see: { absent: [label] } },
    ];
    expect(await run(steps, { given })).toEqual([]);
  });
});

it("saves what is typed as a draft, but no secret and nothing that the form has at first", async () => {
  const see = (drafts: Json): Step => ({ see: { state: { drafts } } });
  const drafts = { "forms/credentials.json": { email: "dana@example.com" } };
  const password: Step = { fill: { password: "correct horse" } };
  const email: Step = { fill: { email: "dana@example.com" } };
  expect(await run([{ open: "/login" }, password, see({}), email, see(drafts), { reload: true }, see(drafts)])).toEqual([]);
  const address: Step = { fill: { city: "Springfield" } };
  const given = { persona: "address" };
  const Address = { ok: { street: "12 Main Street", city: "Springfield", state: "IL", zip: "62701", mailing_same: true } };
  expect(await run([{ open: "/registration/address" }, address, see({})], { given, answers: { Address } })).toEqual([]);
});

describe("a recorded scenario", () => {
  it("has what each step changes, and passes", async () => {
    const options = { personas, answers: ANSWERS, failureOf: () => ({ message: "The bank says no." }) };
    const scenario = { steps: [...LOGIN, { answer: "Login", fails: "400.bad_credentials" }] };
    const recorded = await recordScenario([{ loaded: harbor, known: new Set() }], scenario, options);
    const steps = recorded?.map(({ step }) => step);
    expect(steps?.filter((step) => "see" in step)).toEqual([
      {
        see: expect.objectContaining({
          path: "/login",
          title: "Log in",
          links: expect.objectContaining({ "Forgot your password?": "/login/forgot-password" }),
          primary: ["Log in"],
          sent: ["Branding", "Banners"],
        }),
      },
      {
        see: expect.objectContaining({
          calls: [{ operation: "Login", with: { form: { email: "dana@example.com", password: "correct horse" } } }],
          sent: ["Login"],
          content: expect.arrayContaining([
            "Email [widget email, autocomplete username]: dana@example.com",
            "Password [widget password, autocomplete current-password]",
          ]),
        }),
      },
      { see: { calls: [], failure: "The bank says no." } },
    ]);
    expect(await runScenario(harbor, { steps: steps ?? [] }, options)).toEqual([]);
  });

  it("keeps what the scenario expects, and shows each screen once", async () => {
    const options = { personas, answers: ANSWERS, failureOf: () => ({ message: "" }) };
    const known = new Set<string>();
    const brands = [{ loaded: harbor, known }];
    await recordScenario(brands, { steps: [{ open: "/login" }] }, options);
    expect(await recordScenario(brands, { steps: [{ open: "/login" }, { see: { title: "Own" } }] }, options)).toEqual([
      { of: 0, step: { open: "/login" } },
      { of: 1, step: { see: { path: "/login", sent: ["Branding", "Banners"], title: "Own" } } },
    ]);
  });
});

describe("a table", () => {
  it("of tried values reports each that the form treats in another way", async () => {
    const right = { "": "Enter your email address.", "dana@example.com": null };
    const tried = await run([{ open: "/login" }, { try: { email: { ...right, nobody: null } } }]);
    expect(tried).toEqual([{ step: 1, message: expect.stringMatching(/^email with "nobody": expected no error, found "/) }]);
    expect(await run([{ open: "/login" }, { try: { phone: { "": null } } }])).toEqual([
      { step: 1, message: 'No form has a field "phone": email, password.' },
    ]);
  });

  it("of addresses reports each persona that arrives elsewhere", async () => {
    const failures = await run([{ destinations: { "/dashboard": { "/dashboard": ["active", "a visitor"] } } }]);
    expect(failures).toEqual([{ step: 0, message: "/dashboard takes a visitor to /logout, expected /dashboard." }]);
  });

  it("of failures reports everything that an answer changes", async () => {
    const answer = (changes: string): Step => ({ answer: "Login", fails: "400.bad_credentials", changes });
    expect(await run([...LOGIN, answer("The bank says 400.bad_credentials.")])).toEqual([]);
    expect(await run([...LOGIN, answer("Wrong.")])).toEqual([
      { step: 3, message: 'What the answer changes: expected "Wrong.", found "The bank says 400.bad_credentials.".' },
    ]);
  });
});
