/** Tests the recording of a scenario: a page that a configurator uses after "Record" in the development bar, and the recorded steps. */
import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import app from "../../flows/app.flow.json" with { type: "json" };
import type { AppParts } from "../../src/app/boot.js";
import { Recording } from "../../src/app/dev/recording.js";
import type { Page } from "../../src/app/page.js";
import type { DepositorState } from "../../src/engine/events.js";
import type { BundleCore, ScreenContent } from "../../src/language/bundle.js";
import type { Scenario } from "../../src/scenarios/scenario.js";
import { ordered } from "../blocks/screen-fixture.js";
import { validatorsOf } from "../blocks/validators.js";
import { failed, INITIAL, ok, settled } from "../runtime/fakes.js";
import { button, link, type Opened, openApp } from "./open-app.js";

const schema = {
  $id: "forms/account.json",
  type: "object" as const,
  properties: { email: { type: "string" as const }, password: { type: "string" as const } },
  required: ["email"],
};
const form = {
  key: "form",
  block: "form",
  submit: "save",
  submitLabel: "Continue",
  schemaId: schema.$id,
  schema,
  uiSchema: { email: { "ui:title": "Email" }, password: { "ui:title": "Password", "ui:widget": "password" } },
  fields: ordered({ email: { label: "Email", errors: {} }, password: { label: "Password", errors: {}, secret: true } }),
};
const place = {
  $id: "forms/place.json",
  type: "object" as const,
  properties: { street: { type: "string" as const }, city: { type: "string" as const } },
};
const address = {
  key: "address",
  block: "form",
  submit: "save",
  submitLabel: "Continue",
  schemaId: place.$id,
  schema: place,
  uiSchema: {
    street: { "ui:title": "Street", "ui:widget": "combobox", "ui:options": { lookup: "places" } },
    city: { "ui:title": "City" },
  },
  fields: ordered({ street: { label: "Street", errors: {} }, city: { label: "City", errors: {} } }),
};
const consent = {
  $id: "forms/consent.json",
  type: "object" as const,
  properties: {
    phone: { type: "string" as const },
    sms_consent: { type: "boolean" as const, default: false },
    agreed: { type: "boolean" as const, const: true },
  },
};
const mobile = {
  key: "mobile",
  block: "form",
  submit: "save",
  submitLabel: "Continue",
  schemaId: consent.$id,
  schema: consent,
  uiSchema: { phone: { "ui:title": "Phone" }, sms_consent: { "ui:title": "Texts are fine" }, agreed: { "ui:title": "I agree" } },
  fields: ordered({
    phone: { label: "Phone", errors: {} },
    sms_consent: { label: "Texts are fine", errors: {} },
    agreed: { label: "I agree", errors: {} },
  }),
};
const lookups = {
  places: {
    query: "Check",
    with: { search: { var: "item" } },
    minLength: 2,
    label: { icu: [{ type: 1, value: "street" }], values: { street: { var: "item.street" } } },
    fills: { street: { var: "item.street" }, city: { var: "item.city" } },
    failed: "Failed",
    none: "None",
  },
};
const confirm = { title: "Close it?", text: "It cannot be undone.", confirm: "Yes, close it", cancel: "Keep it" };
const provider = {
  key: "provider",
  block: "provider",
  config: { fastLinkURL: "https://provider.example/link", accessToken: "token", params: {} },
  event: "linked",
  exit: "left",
  label: "Sign in",
};
const screens = {
  start: {
    title: "Start",
    body: [
      form,
      link("Details", "/details"),
      link("Bank", "/bank"),
      link("Address", "/address"),
      link("Mobile", "/mobile"),
    ] as unknown as ScreenContent["body"],
    actions: { save: { call: "Save", with: { form: { var: "form" } }, on: { ok: [{ go: "/details" }] } } },
  },
  details: {
    title: "Details",
    body: [button("Close", "close")],
    actions: { close: { call: "MarkRead", confirm, with: {}, on: { ok: [] } } },
  },
  address: {
    title: "Address",
    body: [address] as unknown as ScreenContent["body"],
    actions: { save: { call: "Save", with: { form: { var: "form" } }, on: { ok: [] } } },
  },
  mobile: {
    title: "Mobile",
    body: [mobile] as unknown as ScreenContent["body"],
    actions: { save: { call: "Save", with: { form: { var: "form" } }, on: { ok: [] } } },
  },
  list: { title: "List", data: { alerts: { query: "Alerts", with: {} } }, body: [], actions: {} },
  bank: {
    title: "Bank",
    body: [provider],
    actions: {
      linked: { call: "MarkRead", with: { requestId: { var: "form.requestId" } }, on: { ok: [] } },
      left: { then: [{ go: "/start" }] },
    },
  },
};

/** The texts of forms, each with its own name. */
const TEXTS = Object.fromEntries(Object.keys(app.texts).map((name) => [name, name]));

const NOTHING: Readonly<Record<string, unknown>> = {
  "/__dev/scenario-data": { answers: {}, fills: { [schema.$id]: { password: "Sample-1" } } },
};

// The hot updates that the whole bar listens to exist only in Vite's own server.
vi.mock("../../src/app/dev/dev-tools.js", () => ({
  default: function RecordingOnly(props: { readonly parts: AppParts; readonly page: Page }) {
    const [isRecording, onRecording] = useState(false);
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    return (
      <section className="pb-dev" aria-label="Development">
        <Recording {...props} {...{ isRecording, onRecording, onFailure }} persona="" />
      </section>
    );
  },
}));

beforeAll(() => {
  // jsdom implements no dialogs: a test can only see the attribute `open`.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});
beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  vi.stubGlobal("fetch", async (address: string) => Response.json(NOTHING[address] ?? null));
});
afterEach(() => void vi.unstubAllGlobals());

const open = (path: string, state?: DepositorState): Promise<Opened> =>
  openApp(
    path,
    screens as never,
    state,
    { texts: TEXTS, lookups: lookups as unknown as NonNullable<BundleCore["lookups"]> },
    {
      development: true,
      validators: { [schema.$id]: validatorsOf(schema), [place.$id]: validatorsOf(place), [consent.$id]: validatorsOf(consent) },
    },
  );

async function recording(path = "/start", state?: DepositorState): Promise<Opened> {
  const opened = await open(path, state);
  await opened.user.click(await screen.findByRole("button", { name: "Record" }));
  await screen.findByRole("button", { name: "Stop" });
  await act(settled);
  return opened;
}

/** The scenario that "Stop" shows. */
async function scenarioOf({ user }: Opened): Promise<Scenario | undefined> {
  await user.click(screen.getByRole("button", { name: "Stop" }));
  const { value } = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Scenario" });
  const { scenarios } = JSON.parse(value) as { readonly scenarios: Readonly<Record<string, Scenario>> };
  return Object.values(scenarios)[0];
}

const stopped = async (opened: Opened): Promise<Scenario["steps"]> => (await scenarioOf(opened))?.steps ?? [];

it("records no value that the form of the next screen has from its start", async () => {
  const opened = await recording();
  const { user } = opened;
  await user.click(screen.getByRole("link", { name: "Mobile" }));
  await user.type(await screen.findByLabelText(/^Phone/), "2015550123");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { press: "Mobile" },
    { fill: { phone: "2015550123" } },
    { press: "Continue" },
  ]);
});

it("records an agreement as a checked box", async () => {
  const opened = await recording();
  const { user } = opened;
  await user.click(screen.getByRole("link", { name: "Mobile" }));
  await user.click(await screen.findByRole("checkbox", { name: "I agree" }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await stopped(opened)).toEqual([{ open: "/start" }, { press: "Mobile" }, { fill: { agreed: true } }, { press: "Continue" }]);
});

it("gives the scenario no draft in which nothing has changed", async () => {
  const drafts = { "forms/consent.json": { sms_consent: false } };
  const untouched = await recording("/mobile", { ...INITIAL, drafts });
  expect((await scenarioOf(untouched))?.given?.state).toBeUndefined();
});

it("records what is typed, without secrets, what is pressed, and what the operations answer", async () => {
  const opened = await recording();
  const { user, ports } = opened;
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText(/^Password/), "Real-Password-1");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await act(() => ports.latestCall("Save").answer(failed(500, "No.")));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await act(() => ports.latestCall("Save").answer(ok({ save: { message: "Saved" } })));
  await screen.findByRole("heading", { name: "Details" });
  const steps = await stopped(opened);
  expect(JSON.stringify(steps)).not.toContain("Real-Password-1");
  expect(steps).toEqual([
    { open: "/start" },
    { fill: { email: "ada@example.com", password: "Sample-1" } },
    { press: "Continue" },
    { answer: "Save", fails: "500" },
    { press: "Continue" },
    { answer: "Save", ok: { message: "Saved" } },
  ]);
});

it("records a form that Enter sends as a press of its button", async () => {
  const opened = await recording();
  await opened.user.type(screen.getByLabelText("Email"), "ada@example.com{Enter}");
  await act(() => opened.ports.latestCall("Save").answer(ok({ save: null })));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { fill: { email: "ada@example.com" } },
    { press: "Continue" },
    { answer: "Save", ok: null },
  ]);
});

it("records the answer to a question, and the browser's Back, but nothing of the bar itself", async () => {
  const opened = await recording();
  const { user, ports } = opened;
  await user.click(screen.getByRole("link", { name: "Details" }));
  const asked = async () => {
    await user.click(screen.getByRole("button", { name: "Close" }));
    return within(screen.getByRole("dialog", { name: "Close it?" }));
  };
  await user.click((await asked()).getByRole("button", { name: "Keep it" }));
  await asked();
  act(() => void screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true })));
  await user.click((await asked()).getByRole("button", { name: "Yes, close it" }));
  await act(() => ports.latestCall("MarkRead").answer(ok({ markRead: null })));
  act(() => window.history.back());
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Start"));
  await user.click(screen.getByRole("region", { name: "Development" }));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { press: "Details" },
    { press: "Close" },
    { press: "Keep it" },
    { press: "Close" },
    { press: "Escape" },
    { press: "Close" },
    { press: "Yes, close it" },
    { answer: "MarkRead", ok: null },
    { goBack: true },
  ]);
});

it.each([
  ["a click", (user: Opened["user"]) => user.click(screen.getByRole("option", { name: "2 High Street" }))],
  ["Enter", (user: Opened["user"]) => user.keyboard("{ArrowDown}{ArrowDown}{Enter}")],
])("records the text that a lookup is sent for, and the suggestion that the depositor chooses with %s", async (_how, choose) => {
  const opened = await recording();
  const { user, ports } = opened;
  await user.click(screen.getByRole("link", { name: "Address" }));
  await user.type(await screen.findByLabelText(/^Street/), "High");
  await waitFor(() => ports.latestCall("Check"));
  const found = [
    { street: "1 High Street", city: "Springfield" },
    { street: "2 High Street", city: "Shelbyville" },
  ];
  await act(() => ports.latestCall("Check").answer(ok({ check: found })));
  await screen.findAllByRole("option");
  await choose(user);
  await waitFor(() => expect(screen.getByLabelText(/^City/)).toHaveValue("Shelbyville"));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await act(() => ports.latestCall("Save").answer(ok({ save: null })));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { answers: { Check: { ok: found } } },
    { press: "Address" },
    { type: { street: "High" } },
    { press: "2 High Street" },
    { press: "Continue" },
    { answer: "Save", ok: null },
  ]);
});

/** The browser loads the page again, at this address. */
async function loadedAgain(path: string, state?: DepositorState): Promise<Opened> {
  act(() => void window.dispatchEvent(new Event("pagehide")));
  cleanup();
  const opened = await open(path, state);
  await screen.findByRole("button", { name: "Stop" });
  await act(settled);
  return opened;
}

it("continues in the page that is loaded again, and keeps no secret meanwhile", async () => {
  const { user } = await recording();
  await user.type(screen.getByLabelText("Email"), "ada@example.com");
  await user.type(screen.getByLabelText(/^Password/), "Real-Password-1");
  const opened = await loadedAgain("/start");
  expect(JSON.stringify({ ...window.sessionStorage })).toContain("ada@example.com");
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain("Real-Password-1");
  await opened.user.type(screen.getByLabelText("Email"), "ada@example.org");
  await opened.user.click(screen.getByRole("button", { name: "Continue" }));
  await act(() => opened.ports.latestCall("Save").answer(failed(500, "No.")));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { fill: { email: "ada@example.com", password: "Sample-1" } },
    { reload: true },
    { fill: { email: "ada@example.org" } },
    { press: "Continue" },
    { answer: "Save", fails: "500" },
  ]);
  expect(window.sessionStorage).toHaveLength(0);
});

it("continues in a page with another address, and records the answers to the calls that the page sends first", async () => {
  await recording();
  const opened = await loadedAgain("/list");
  await act(() => opened.ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "alert-1" }] })));
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { open: "/list" },
    { answers: { Alerts: { ok: [{ uuid: "alert-1" }] } } },
    { reload: true },
  ]);
});

it("records what the provider's frame reports: a linked account once, and that the depositor leaves it", async () => {
  const opened = await recording();
  await opened.user.click(screen.getByRole("link", { name: "Bank" }));
  const post = async (data: object, origin = "https://provider.example") => {
    const { contentWindow: source } = screen.getByTitle<HTMLIFrameElement>("Sign in");
    act(() => void window.dispatchEvent(new MessageEvent("message", { data, origin, source })));
    await act(settled);
  };
  const site = { requestId: "request-1", providerAccountId: "account-1", status: "SUCCESS" };
  await post(site, "https://other.example");
  await post(site);
  await post({ action: "exit", sites: [site] });
  await act(() => opened.ports.latestCall("MarkRead").answer(ok({ markRead: null })));
  await post({ action: "exit" });
  expect(await stopped(opened)).toEqual([
    { open: "/start" },
    { press: "Bank" },
    { provider: { requestId: "request-1", providerAccountId: "account-1" } },
    { answer: "MarkRead", ok: null },
    { provider: null },
  ]);
});
