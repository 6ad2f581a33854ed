/** Tests where the whole app shows the failure of a control's action, and which control is busy. */
import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Value } from "../../src/language/definition.js";
import { failed, INITIAL, ok, SIGNED_IN, when } from "../runtime/fakes.js";
import { button, link, openApp } from "./open-app.js";

describe("the failure of a control's action", () => {
  const fail = { then: [{ notify: { message: "It went wrong.", severity: "error" as const } }] };
  const vanish = { then: [{ set: { progress: { done: true } }, notify: { message: "It went wrong.", severity: "error" as const } }] };
  const hidden = when({ "!": [{ var: "progress.done" }] });
  const follows = (one: Element, other: Element) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

  it("is above the control, announced at once, and not in the notification", async () => {
    const { user } = await openApp("/home", { home: { body: [button("First", "fail"), button("Second", "fail")], actions: { fail } } });
    await user.click(screen.getByRole("button", { name: "Second" }));
    const message = screen.getByText("It went wrong.");
    expect(message.closest('[role="alert"]')).not.toBeNull();
    expect(screen.getAllByText("It went wrong.")).toHaveLength(1);
    expect(follows(screen.getByRole("button", { name: "First" }), message)).toBe(true);
    expect(follows(message, screen.getByRole("button", { name: "Second" }))).toBe(true);
    expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();
  });

  it("is shown with that of another control of its group, and once where both have the same text", async () => {
    // While a mutation is on its way, another control does not send the same one.
    const calls = { one: "Save", two: "MarkRead", three: "Pay" };
    const labels = Object.keys(calls);
    const items = Object.fromEntries(labels.map((label) => [label, { label, action: label }]));
    const body = [{ key: "group", block: "controls", controls: { order: labels, items } }];
    const actions = Object.fromEntries(
      Object.entries(calls).map(([label, call]) => [label, { call, with: { id: label }, on: { ok: [] } }]),
    );
    const { user, ports } = await openApp("/home", { home: { body, actions } });
    for (const name of labels) await user.click(screen.getByRole("button", { name }));
    await act(async () => {
      for (const message of ["It is late.", "It is late.", "It is early."]) await ports.sent[0]?.answer(failed(500, message));
    });
    expect(screen.getAllByText(/^It is/).map(({ textContent }) => textContent)).toEqual(["It is late.", "It is early."]);
  });

  it("is above the body where the control is gone", async () => {
    const body = [{ ...button("Vanish", "vanish"), when: hidden }, link("Go on", "/next")];
    const { user } = await openApp("/home", { home: { body, actions: { vanish } }, next: {} });
    await user.click(screen.getByRole("button", { name: "Vanish" }));
    expect(screen.queryByRole("button", { name: "Vanish" })).toBeNull();
    expect(follows(screen.getByText("It went wrong."), screen.getByRole("link", { name: "Go on" }))).toBe(true);
    await user.click(screen.getByRole("link", { name: "Go on" }));
    expect(screen.queryByText("It went wrong.")).toBeNull();
  });

  it("has the link of its message, in its own place and in the notification", async () => {
    const linked = (severity: "error" | "info", link: { readonly label: string; readonly go?: string; readonly mailto?: Value }) => ({
      then: [{ notify: { message: `It is ${severity}.`, severity, link } }],
    });
    const actions = {
      fail: linked("error", { label: "Reset your password", go: "/next" }),
      tell: linked("info", { label: "See more", go: "/next" }),
      write: linked("error", { label: "Email us", mailto: "help@example.com" }),
      silent: linked("error", { label: "Email nobody", mailto: { var: "progress.email" } }),
    };
    const body = [button("Fail", "fail"), button("Tell", "tell"), button("Write", "write"), button("Silent", "silent")];
    const { user } = await openApp("/home", { home: { body, actions }, next: { title: "Next" } });
    await user.click(screen.getByRole("button", { name: "Silent" }));
    expect(within(screen.getByText("It is error.").closest('[role="alert"]') as HTMLElement).queryByRole("link")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Write" }));
    expect(screen.getByRole("link", { name: "Email us" })).toHaveAttribute("href", "mailto:help@example.com");
    await user.click(screen.getByRole("button", { name: "Fail" }));
    const alert = screen.getByText("It is error.").closest('[role="alert"]') as HTMLElement;
    expect(within(alert).getByRole("link", { name: "Reset your password" })).toHaveAttribute("href", "/next");
    await user.click(screen.getByRole("button", { name: "Tell" }));
    await user.click(
      within(screen.getByText("It is info.").closest('[role="alert"]') as HTMLElement).getByRole("link", { name: "See more" }),
    );
    expect(screen.getByRole("heading", { level: 1, name: "Next" })).toBeVisible();
    // The message is closed with the link that answers it.
    expect(screen.queryByText("It is info.")).toBeNull();
  });

  it("is at Back where Back raised it", async () => {
    const { user } = await openApp("/home", { home: { back: [{ action: "fail" }], actions: { fail } } });
    await user.click(screen.getByRole("button", { name: "Back" }));
    const message = screen.getByText("It went wrong.");
    expect(follows(screen.getByRole("button", { name: "Back" }), message)).toBe(true);
    expect(follows(message, screen.getByRole("heading", { level: 1 }))).toBe(true);
  });

  it.each([
    ["once, for what is queried again because of it", failed(500, "Later."), null],
    ["of what is queried again after a success", ok({ pay: {} }), "It broke."],
  ])("is reported %s", async (_name, outcome, more) => {
    const list = { key: "alerts", block: "list", items: { var: "alerts" }, item: { title: "An alert" }, empty: { text: "None." } };
    const notify = { message: "We couldn't confirm this.", severity: "warning" as const };
    const pay = { call: "Pay", on: { ok: [{ refetch: ["alerts"] }], "*": [{ refetch: ["alerts"] }, { notify }] } };
    const app = { loads: { alerts: { query: "Alerts" } } };
    const { user, ports } = await openApp("/home", { home: { body: [list, button("Pay", "pay")], actions: { pay } } }, SIGNED_IN, app);
    const answered = (operation: string, answer: typeof outcome) => act(() => ports.latestCall(operation).answer(answer));
    await answered("Alerts", ok({ alerts: [{ uuid: "a" }] }));
    await user.click(screen.getByRole("button", { name: "Pay" }));
    await answered("Pay", outcome);
    await answered("Alerts", failed(500, "It broke."));
    expect(screen.queryAllByText(notify.message)).toHaveLength(more === null ? 1 : 0);
    expect(screen.queryAllByText("It broke.")).toHaveLength(more === null ? 0 : 1);
  });

  it("keeps other rows at rest while the action of one runs", async () => {
    const rows = {
      key: "rows",
      block: "list",
      items: { var: "alerts" },
      item: {
        title: { icu: [{ type: 1, value: "it" }], values: { it: { var: "item.title" } } },
        controls: { order: ["act"], items: { act: { label: "Delete", action: "remove" } } },
      },
      empty: { text: "None." },
    };
    const remove = { call: "Save", with: { id: { var: "item.uuid" } }, on: { ok: [] } };
    const alerts = ["a", "b"].map((uuid) => ({ uuid, title: `Row ${uuid}` }));
    const { user } = await openApp("/home", { home: { body: [rows], actions: { remove } } }, { ...INITIAL, alerts });
    const [first, second] = screen.getAllByRole("button", { name: "Delete" });
    if (first === undefined || second === undefined) throw new Error("two rows have two buttons");
    await user.click(first);
    expect(first).toHaveAttribute("aria-busy", "true");
    expect(second).not.toHaveAttribute("aria-busy");
  });
});
