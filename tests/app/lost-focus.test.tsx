/** Tests where the focus is after its control has disappeared. */
import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { BundleCore, CompiledBlock } from "../../src/language/bundle.js";
import { ordered } from "../blocks/screen-fixture.js";
import { INITIAL, when } from "../runtime/fakes.js";
import { button, openApp } from "./open-app.js";

describe("a message of the frame that is dismissed", () => {
  const notify = { then: [{ notify: { message: "Saved.", severity: "success" as const } }] };
  const screens = { home: { title: "Home", body: [button("Save", "notify"), button("Other", "notify")], actions: { notify } } };

  it("returns the focus to where it was before", async () => {
    const { user } = await openApp("/home", screens);
    await user.click(screen.getByRole("button", { name: "Save" }));
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("Saved.")).toBeNull();
    expect(screen.getByRole("button", { name: "Save" })).toHaveFocus();
  });

  it("moves it to the content where nothing else had it", async () => {
    const banners = [{ uuid: "one", type: 1, message: "We're closed on Monday." }];
    const dismissBanner = { then: [{ set: { "dismissed.banners": ["one"] } }] };
    const app = { actions: { dismissBanner } } as unknown as Partial<BundleCore>;
    const { user } = await openApp("/home", screens, { ...INITIAL, banners }, { initial: { ...INITIAL, banners }, ...app });
    act(() => (document.activeElement as HTMLElement).blur());
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("We're closed on Monday.")).toBeNull();
    expect(screen.getByRole("main")).toHaveFocus();
  });
});

describe("a control that disappears", () => {
  const top = () => vi.mocked(window.scrollTo);
  const unread = (key: string) => when({ "!": [{ var: `transfer.${key}` }] });
  const markable = (key: string) => ({ ...button(`Read ${key}`, key), when: unread(key) });
  const read = (keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, { then: [{ set: { [`transfer.${key}`]: true } }] }]));
  const openAlerts = async (body: readonly CompiledBlock[]) => {
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    const state = { ...INITIAL, transfer: { one: null, two: null, three: null } };
    const opened = await openApp("/alerts", { alerts: { title: "Alerts", body, actions: read(["one", "two", "three"]) } }, state, {
      initial: state,
    });
    top().mockClear();
    return opened;
  };
  const group = (heading: string, body: readonly CompiledBlock[]) => ({ key: heading, block: "group", layout: "card", heading, body });

  it("moves the focus from a control that has removed itself to the next one of its list", async () => {
    const item = { title: "Alert", controls: ordered({ mark: { label: "Read", action: "mark", style: "link" } }) };
    const list = { key: "list", block: "list", heading: "Unread", items: { filter: [{ var: "transfer.all" }, { var: "" }] }, item };
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    const state = { ...INITIAL, transfer: { all: ["one", "two"] } };
    const mark = { then: [{ set: { "transfer.all": ["one"] } }] };
    const screens = { alerts: { title: "Alerts", body: [list, button("Other", "mark")], actions: { mark } } };
    const { user } = await openApp("/alerts", screens, state, { initial: state });
    await user.click(screen.getAllByRole("button", { name: "Read" })[1] as HTMLElement);
    expect(screen.getByRole("button", { name: "Read" })).toHaveFocus();
  });

  it("moves the focus from the last entry of a list to the control of the empty list, else to the heading", async () => {
    const listOf = (key: string, action: string, empty: object) => {
      const item = { title: key, controls: ordered({ [action]: { label: action, action, style: "link" } }) };
      return { key, block: "list", heading: key, items: { var: `transfer.${key}` }, item, empty };
    };
    const empty = { text: "None.", controls: ordered({ link: { label: "link", action: "link", style: "secondary" } }) };
    const body = [listOf("banks", "remove", empty), listOf("devices", "forget", { text: "None." }), button("Other", "link")];
    const state = { ...INITIAL, transfer: { banks: ["one"], devices: ["one"] } };
    const remove = { then: [{ set: { "transfer.banks": [] } }] };
    const forget = { then: [{ set: { "transfer.devices": [] } }] };
    const screens = { my: { title: "My", body, actions: { remove, forget } } };
    const { user } = await openApp("/my", screens, state, { initial: state });
    await user.click(screen.getByRole("button", { name: "remove" }));
    expect(screen.getByRole("button", { name: "link" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "forget" }));
    expect(screen.getByRole("heading", { level: 2, name: "devices" })).toHaveFocus();
  });

  it("moves the focus from the last control of a section to the heading of the section, not to another section", async () => {
    const { user } = await openAlerts([group("New", [markable("one"), group("Old", [markable("two")])]), button("Other", "three")]);
    await user.click(screen.getByRole("button", { name: "Read two" }));
    expect(screen.getByRole("heading", { level: 2, name: "Old" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Read one" }));
    expect(screen.getByRole("heading", { level: 2, name: "New" })).toHaveFocus();
    expect(screen.getByRole("heading", { level: 2, name: "Old" })).not.toHaveAttribute("tabindex");
    expect(top()).not.toHaveBeenCalled();
  });

  it("keeps the focus in its section when the same path is entered again", async () => {
    const again = { then: [{ go: { path: "/alerts", state: { saved: true } } }] };
    const body = [group("New", [button("Save", "save")]), group("Old", [button("Other", "save")])];
    const { user } = await openApp("/alerts", { alerts: { title: "Alerts", body, actions: { save: again } } });
    await user.click(screen.getByRole("link", { name: "Other" }));
    expect(screen.getByRole("heading", { level: 2, name: "Old" })).toHaveFocus();
  });

  it("moves the focus from a section that is removed to the heading of the screen, not to the next section", async () => {
    const { user } = await openAlerts([{ ...group("New", [markable("one")]), when: unread("one") }, button("Other", "three")]);
    await user.click(screen.getByRole("button", { name: "Read one" }));
    expect(screen.getByRole("heading", { level: 1, name: "Alerts" })).toHaveFocus();
    expect(top()).not.toHaveBeenCalled();
  });
});
