/** Tests a confirm dialog while another tab ends the session, removes the item or closes the screen. */
import { act, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROOT_KEY } from "../../src/state/persisted-state.js";
import { INITIAL, ok, SIGNED_IN, settled, when } from "../runtime/fakes.js";
import { openApp } from "./open-app.js";

beforeAll(() => {
  // jsdom implements no dialogs: a test can only see the attribute `open`.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

beforeEach(() => window.localStorage.clear());

const CHANGED = "This changed while the question was open.";
const loggedIn = when({ "!!": [{ var: "auth.bearerToken" }] });
const title = { icu: [{ type: 1, value: "name" }], values: { name: { var: "item.uuid" } } };
const list = {
  key: "alerts",
  block: "list",
  items: { var: "alerts" },
  item: { title, controls: { order: ["remove"], items: { remove: { label: "Remove", action: "remove" } } } },
  empty: { text: "Nothing is left." },
};
const confirm = {
  title: "Remove it?",
  text: "It cannot be undone.",
  confirm: "Yes, remove it",
  style: "danger" as const,
  cancel: "Keep it",
};
const screens = {
  list: {
    title: "List",
    guard: when({ and: [loggedIn.logic, { "!": [{ var: "progress.closed" }] }] }),
    body: [list],
    actions: { remove: { call: "Save" as const, confirm, with: { id: { var: "item.uuid" } }, on: { ok: [] } } },
  },
  home: { title: "Home" },
  logout: { title: "Logged out" },
};

async function asked() {
  const opened = await openApp(
    "/list",
    screens,
    { ...SIGNED_IN, alerts: [{ uuid: "first" }, { uuid: "second" }] },
    {
      texts: { confirmChanged: CHANGED },
      loads: { alerts: { query: "Alerts", when: loggedIn } },
      actions: { staleScreen: { then: [{ go: "/home" }] } },
    },
  );
  await act(() => opened.ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "first" }, { uuid: "second" }] })));
  const [first] = screen.getAllByRole("button", { name: "Remove" });
  if (first === undefined) throw new Error("No item is listed.");
  await opened.user.click(first);
  const dialog = screen.getByRole("dialog", { name: "Remove it?" });
  const yes = () => opened.user.click(within(dialog).getByRole("button", { name: "Yes, remove it" }));
  return { ...opened, yes };
}

/** Another tab has written these entries. */
async function writtenElsewhere(entries: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [slice, value] of Object.entries(entries)) {
    const key = `${ROOT_KEY}/${slice}`;
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify({ version: 1, value }));
    window.dispatchEvent(new StorageEvent("storage", { key }));
  }
  await act(() => new Promise<void>((resolve) => void setTimeout(resolve, 80)));
}

describe("a confirm dialog", () => {
  it("is closed when another tab ends the session, and nothing is sent", async () => {
    const { ports } = await asked();
    await writtenElsewhere({ auth: null });
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Logged out");
    expect(ports.sent).toEqual([]);
  });

  it("does nothing after another tab has removed the item, and the page shows why above its list", async () => {
    const { ports, yes } = await asked();
    await act(() => ports.changedElsewhere(["alerts"]));
    await act(() => ports.latestCall("Alerts").answer(ok({ alerts: [{ uuid: "second" }] })));
    await yes();
    expect(ports.sent).toEqual([]);
    expect(screen.getByText(CHANGED)).toBeInTheDocument();
    expect(screen.queryByText("first")).not.toBeInTheDocument();
    expect(screen.getByText("second")).toBeInTheDocument();
  });

  it("does nothing after another tab has closed the screen: the app redirects, and notifies", async () => {
    const { ports, yes } = await asked();
    await writtenElsewhere({ auth: SIGNED_IN.auth, progress: { ...Object(INITIAL.progress), closed: true } });
    await yes();
    await act(settled);
    expect(ports.sent).toEqual([]);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Home");
    expect(screen.getByText(CHANGED)).toBeInTheDocument();
  });

  it("warns by the look of its button where the action removes something", async () => {
    await asked();
    expect(screen.getByRole("button", { name: "Yes, remove it" })).toHaveClass("bp6-intent-danger");
    expect(screen.getByRole("button", { name: "Keep it" })).not.toHaveClass("bp6-intent-danger");
  });

  it("acts when nothing has changed", async () => {
    const { ports, yes } = await asked();
    await yes();
    expect(ports.latestCall("Save").variables).toEqual({ id: "first" });
  });
});
