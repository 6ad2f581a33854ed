/** Tests the whole app: screens, chrome, focus, titles, notification, confirmations. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { ROOT_KEY } from "../../src/state/persisted-state.js";
import { INITIAL, ok, SIGNED_IN, settled, when } from "../runtime/fakes.js";
import { button, link, type Opened, openApp } from "./open-app.js";

beforeAll(() => {
  // jsdom implements no dialogs: a test can only see the attribute `open`.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const loggedIn = when({ "!!": [{ var: "auth.bearerToken" }] });

describe("a screen", () => {
  it("has its title as the only h1, and in the tab with the institution's name and slug", async () => {
    await openApp("/home", { home: { title: "Welcome" } });
    expect(screen.getAllByRole("heading", { level: 1 }).map(({ textContent }) => textContent)).toEqual(["Welcome"]);
    expect(document.title).toBe("Welcome | Harbor Savings Bank (harbor)");
  });

  it("focuses its title after a navigation, not after a page load", async () => {
    const { user } = await openApp("/one", { one: { title: "One", body: [link("Go on", "/two")] }, two: { title: "Two" } });
    expect(document.body).toHaveFocus();
    await user.click(screen.getByRole("link", { name: "Go on" }));
    expect(screen.getByRole("heading", { level: 1, name: "Two" })).toHaveFocus();
    expect(window.location.pathname).toBe("/two");
  });

  it("is shown again after Back, also across a redirect", async () => {
    const { user } = await openApp("/one", {
      one: { title: "One", body: [link("Go on", "/guarded")] },
      guarded: { guard: loggedIn },
      logout: { title: "Logged out" },
    });
    await user.click(screen.getByRole("link", { name: "Go on" }));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Logged out");
    expect(window.location.pathname).toBe("/logout");
    act(() => window.history.back());
    expect(await screen.findByRole("heading", { level: 1, name: "One" })).toBeInTheDocument();
  });

  it("has the back link of the first row that holds", async () => {
    await openApp("/two?confirm", {
      two: { back: [{ when: when({ in: ["confirm", { var: "route.search" }] }), go: "/three" }, { go: "/one" }] },
      one: {},
      three: {},
    });
    expect(screen.getByRole("link", { name: "Back" })).toHaveAttribute("href", "/three");
  });

  it("shows the failure of its chunk, and keeps the shell", async () => {
    const { ports, user } = await openApp("/start", { start: { body: [link("Go on", "/far")] }, far: { journey: "far" } });
    ports.broken.add("far");
    ports.lastReload = ports.clock.now();
    await user.click(screen.getByRole("link", { name: "Go on" }));
    expect(await screen.findByText("Error loading component.")).toBeInTheDocument();
    expect(screen.getAllByRole("link", { name: "Harbor Savings Bank, home" })[0]).toBeInTheDocument();
  });

  it("whose block throws shows the failure, reports it, and keeps the shell", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    const { ports } = await openApp("/bad", { bad: { body: [{ key: "x", block: "misspelt" }] } });
    expect(screen.getByText("Error loading component.")).toBeInTheDocument();
    expect(ports.faults[0]?.message).toBe('There is no block "misspelt".');
    expect(screen.getByRole("button", { name: "Need help? Contact us" })).toBeInTheDocument();
    expect(error).toHaveBeenCalled();
  });

  it("shows a skeleton while its data is loading", async () => {
    const { ports } = await openApp("/details", {
      details: { title: "Details", body: [link("Later", "/x")], data: { profile: { query: "Profile" } } },
      x: {},
    });
    expect(screen.queryByRole("link", { name: "Later" })).not.toBeInTheDocument();
    await act(() => ports.latestCall("Profile").answer(ok({ profile: {} })));
    expect(screen.getByRole("link", { name: "Later" })).toBeInTheDocument();
  });
});

describe("a screen whose message changes by itself", () => {
  const transferIs = (status: string) => when({ "===": [{ var: "transfer.status" }, status] });
  const notice = {
    key: "failed",
    block: "notice",
    severity: "error",
    heading: "It did not work",
    markdown: [],
    when: transferIs("FAILED"),
  };
  const waiting = { key: "waiting", block: "waiting", text: "It is being made.", when: transferIs("PENDING") };
  const fund = { ...button("Fund", "fund"), when: when({ "!": [{ var: "transfer.status" }] }) };
  const again = button("Later", "later");
  const actions = { fund: { then: [{ set: { "transfer.status": "PENDING" } }] }, check: { call: "Check", on: { ok: [] } } };
  const screens = {
    ready: { title: "Ready", body: [notice, waiting, fund, again], actions, timers: { poll: { every: "request", action: "check" } } },
  };
  const app = { initial: { ...INITIAL, transfer: { status: null } } };
  const answered = async ({ ports }: Opened, status: string) => {
    await act(() => ports.clock.pass(1000));
    await act(() => ports.latestCall("Check").answer(ok({ transfer: { status } })));
  };
  const top = () => vi.mocked(window.scrollTo);

  it("focuses the heading when the focused control is removed, and for the next message", async () => {
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    const opened = await openApp("/ready", screens, { ...INITIAL, transfer: { status: null } }, app);
    top().mockClear();
    await opened.user.click(screen.getByRole("button", { name: "Fund" }));
    expect(screen.getByRole("heading", { level: 1, name: "Ready" })).toHaveFocus();
    expect(top()).toHaveBeenCalledWith(0, 0);
    top().mockClear();
    await answered(opened, "FAILED");
    expect(screen.getByRole("note")).toHaveTextContent("It did not work");
    expect(top()).toHaveBeenCalledWith(0, 0);
  });

  it("keeps the focus on a control that is still in the page", async () => {
    vi.spyOn(window, "scrollTo").mockImplementation(() => {});
    const opened = await openApp("/ready", screens, { ...INITIAL, transfer: { status: "PENDING" } }, app);
    const later = screen.getByRole("button", { name: "Later" });
    later.focus();
    top().mockClear();
    await answered(opened, "FAILED");
    expect(screen.getByRole("note")).toHaveTextContent("It did not work");
    expect(later).toHaveFocus();
    expect(top()).not.toHaveBeenCalled();
  });
});

describe("the chrome", () => {
  it("skips to the main content without changing the address", async () => {
    const { user } = await openApp("/home", { home: {} });
    await user.click(screen.getByRole("link", { name: "Skip to main content" }));
    expect(screen.getByRole("main")).toHaveFocus();
    expect(window.location.hash).toBe("");
  });

  it("shows help in a dialog of three points before sign-in", async () => {
    const { user } = await openApp("/home", { home: {} });
    await user.click(screen.getByRole("button", { name: "Need help? Contact us" }));
    const dialog = screen.getByRole("dialog", { name: "Contact us" });
    expect(
      within(dialog)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(["Log in and use the message center.", "Or email help@harbor.example", "Do not send confidential information by email."]);
    await user.click(within(dialog).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  it("links to the messages and to Log out after sign-in", async () => {
    await openApp("/home", { home: {}, messages: {}, logout: {} }, SIGNED_IN);
    expect(screen.getByRole("link", { name: "Need help? Contact us" })).toHaveAttribute("href", "/messages");
    expect(screen.getAllByRole("link", { name: "Log out" })[0]).toHaveAttribute("href", "/logout");
  });

  it("shows the FDIC sign if the branding requires it, regardless of the brand's own file", async () => {
    await openApp("/home", { home: {} }, { ...INITIAL, branding: { name: "Other", slug: "other", show_fdic: false } });
    expect(screen.queryByText("FDIC")).not.toBeInTheDocument();
    expect(document.title).toBe("home | Other (other)");
  });

  it("shows the progress bar and the stages until registration is complete", async () => {
    await openApp("/basic", { basic: { progress: 28 } });
    expect(screen.getByRole("progressbar", { name: "Application 28% complete" })).toHaveAttribute("value", "28");
    const stages = within(screen.getByRole("list")).getAllByRole("listitem");
    expect(stages.map((stage) => [stage.getAttribute("data-state"), stage.getAttribute("aria-current")])).toEqual([
      ["done", null],
      ["current", "step"],
    ]);
  });

  it("shows no progress bar where the app's bar predicate does not hold", async () => {
    await openApp("/basic", { basic: { progress: 28 } }, INITIAL, { bar: when(false) });
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  });

  it("shows no progress bar on a screen whose bar predicate does not hold", async () => {
    await openApp("/basic", { basic: { progress: 28, bar: when(false) } });
    expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
    expect(screen.queryByRole("list")).not.toBeInTheDocument();
  });
});

describe("the notification", () => {
  const fail = { then: [{ notify: { message: "It went wrong.", severity: "error" as const } }, { go: "/home" }] };
  const save = { then: [{ notify: { message: "Saved.", severity: "success" as const } }] };
  const screens = { home: { body: [button("Fail", "fail"), button("Save", "save")], actions: { fail, save } } };
  const region = () => screen.getByRole("alert");

  it("of a success is announced assertively too, without the icon of a warning", async () => {
    const { user } = await openApp("/home", screens);
    await user.click(screen.getByRole("button", { name: "Save" }));
    expect(region()).toHaveTextContent("Saved.");
    expect(region()).toHaveAttribute("aria-live", "assertive");
    expect(region().querySelector("[data-icon='warning-sign']")).toBeNull();
  });

  it("of an error is announced assertively, and disappears after ten seconds", async () => {
    const { ports, user } = await openApp("/home", screens);
    expect(region()).toHaveAttribute("aria-live", "assertive");
    expect(region()).toBeEmptyDOMElement();
    await user.click(screen.getByRole("button", { name: "Fail" }));
    expect(region()).toHaveTextContent("It went wrong.");
    expect(region().querySelector("[data-icon='warning-sign']")).not.toBeNull();
    await act(() => ports.clock.pass(9_999));
    expect(region()).toHaveTextContent("It went wrong.");
    await act(() => ports.clock.pass(1));
    expect(region()).toBeEmptyDOMElement();
  });

  it("stays while it is hovered or focused, and disappears when it is dismissed", async () => {
    const { ports, user } = await openApp("/home", screens);
    await user.click(screen.getByRole("button", { name: "Fail" }));
    await user.hover(screen.getByText("It went wrong."));
    await act(() => ports.clock.pass(1000));
    expect(region()).toHaveTextContent("It went wrong.");
    await user.unhover(screen.getByText("It went wrong."));
    act(() => screen.getByRole("button", { name: "Dismiss" }).focus());
    await act(() => ports.clock.pass(1000));
    expect(region()).toHaveTextContent("It went wrong.");
    await user.keyboard("{Enter}");
    expect(region()).toBeEmptyDOMElement();
  });

  it("restarts its time when the same message is shown again", async () => {
    const { ports, user } = await openApp("/home", screens);
    await user.click(screen.getByRole("button", { name: "Fail" }));
    await act(() => ports.clock.pass(9_000));
    await user.click(screen.getByRole("button", { name: "Fail" }));
    await act(() => ports.clock.pass(9_000));
    expect(region()).toHaveTextContent("It went wrong.");
  });
});

describe("banners", () => {
  const banners = [0, 1, 2, 3].map((type) => ({ uuid: `b${type}`, type, message: `Banner ${type}` }));
  const dismissBanner = {
    then: [{ set: { "dismissed.banners": { merge: [{ var: "dismissed.banners" }, [{ var: "item.uuid" }]] } } }],
  };
  const dana = { ...SIGNED_IN, progress: { depositor_id: "dep-1", is_primary: true }, banners };
  const visibleBanners = () => screen.queryAllByText(/^Banner \d$/).map(({ textContent }) => textContent);

  it("have the severity of their type (S9)", async () => {
    await openApp("/home", { home: {} }, dana);
    const severities = banners.map(({ message }) => screen.getByText(message).closest("[data-severity]")?.getAttribute("data-severity"));
    expect(severities).toEqual(["success", "info", "warning", "error"]);
  });

  it("stay dismissed for this depositor after a logout", async () => {
    const actions = { dismissBanner, leave: { then: [{ reset: "all" as const }] } };
    const screens = { home: { body: [button("Leave", "leave")], actions: { leave: actions.leave } } };
    const { user } = await openApp("/home", screens, dana, { actions });
    const [, dismiss] = screen.getAllByRole("button", { name: "Dismiss" });
    if (dismiss === undefined) throw new Error("no second banner to dismiss");
    await user.click(dismiss);
    expect(visibleBanners()).toEqual(["Banner 0", "Banner 2", "Banner 3"]);
    await user.click(screen.getByRole("button", { name: "Leave" }));
    await act(settled);
    expect(JSON.parse(localStorage.getItem(`${ROOT_KEY}/dismissed/dep-1`) ?? "{}").value).toMatchObject({ banners: ["b1"] });
    expect(localStorage.getItem(`${ROOT_KEY}/auth`)).toBeNull();
  });
});

describe("two tabs", () => {
  it("of one session are both logged out by a logout in one", async () => {
    await openApp("/home", { home: { title: "Home", guard: loggedIn }, logout: { title: "Logged out" } }, SIGNED_IN);
    const key = `${ROOT_KEY}/auth`;
    expect(localStorage.getItem(key)).toContain("marker");
    await act(async () => {
      localStorage.removeItem(key);
      window.dispatchEvent(new StorageEvent("storage", { key, newValue: null }));
    });
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Logged out"));
    expect(localStorage.getItem(key)).toBeNull();
  });
});

describe("idleness", () => {
  const monitors = {
    warn: { when: loggedIn, kind: "idle" as const, wait: "idleWarning", action: "warnIdle" },
    end: { when: loggedIn, kind: "idle" as const, wait: "idleEnd", action: "endIdle" },
  };
  const actions = {
    warnIdle: {
      confirm: {
        title: "Still there?",
        text: {
          icu: [
            { type: 0 as const, value: "We log you out in " },
            { type: 1 as const, value: "left" },
          ],
          values: { left: { var: "item.left" } },
        },
        confirm: "Stay",
        cancel: "Log out now",
        cancelAction: "endIdle",
        deadline: { var: "item.endsAt" },
      },
      call: "Check",
      on: { ok: [] },
    },
    endIdle: { then: [{ go: "/logout" }] },
  };
  const screens = { home: { title: "Home", guard: loggedIn }, logout: { title: "Logged out" } };

  it("shows a warning that can be answered, and otherwise ends the session", async () => {
    const { ports } = await openApp("/home", screens, SIGNED_IN, { monitors, actions });
    await act(() => ports.clock.pass(780_000));
    fireEvent.keyDown(document.body, { key: "Tab" });
    await act(() => ports.clock.pass(100_000));
    fireEvent.click(screen.getByRole("button", { name: "Stay" }));
    await act(settled);
    expect(ports.latestCall("Check")).toBeDefined();
    await act(() => ports.clock.pass(779_000));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Home");
    await act(() => ports.clock.pass(121_000));
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Logged out");
  });

  it("shows the time that is left, and a button that ends the session at once", async () => {
    const { ports } = await openApp("/home", screens, SIGNED_IN, { monitors, actions });
    await act(() => ports.clock.pass(780_000));
    const left = /We log you out in (\d+):\d\d/.exec(screen.getByRole("dialog").textContent ?? "");
    expect(left).not.toBeNull();
    // The first button logs out and discards what was typed: a stray key must not press it.
    expect(screen.getByRole("button", { name: "Stay" })).toHaveFocus();
    fireEvent.click(screen.getByRole("button", { name: "Log out now" }));
    await act(settled);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Logged out");
  });

  it("does not start while the depositor types", async () => {
    const { ports } = await openApp("/home", screens, SIGNED_IN, { monitors, actions });
    for (let minute = 0; minute < 30; minute += 1) {
      await act(() => ports.clock.pass(1000));
      fireEvent.keyDown(document.body, { key: "a" });
    }
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Home");
  });
});
