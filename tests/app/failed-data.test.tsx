/** Tests that a failed load is never shown as "none" (D47): the standard failure state in place of the blocks that read it. */
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import type { BundleCore, CompiledBlock, CompiledData } from "../../src/language/bundle.js";
import type { Json } from "../../src/language/definition.js";
import { type FakePorts, failed, ok, SIGNED_IN, when } from "../runtime/fakes.js";
import { link, openApp } from "./open-app.js";

const TEXTS = {
  loadFailed: "We couldn't load this",
  loadFailedText: "Check your connection.",
  partFailed: "Some is missing",
  tryAgain: "Try again",
};

const list = (key: string, items: string, more: Partial<CompiledBlock> = {}): CompiledBlock => ({
  key,
  block: "list",
  items: { var: items },
  item: { title: { icu: [{ type: 1, value: "title" }], values: { title: { var: "item.title" } } } },
  empty: { text: `No ${key}` },
  ...more,
});
const text = (key: string, words: string, more: Partial<CompiledBlock> = {}): CompiledBlock => ({
  key,
  block: "text",
  markdown: [{ type: "paragraph", children: [{ type: "text", text: words }] }],
  ...more,
});

async function open(
  body: readonly CompiledBlock[],
  data: Readonly<Record<string, CompiledData>>,
  app: Partial<BundleCore> = {},
): Promise<FakePorts> {
  const { ports } = await openApp("/page", { page: { title: "Page", body, data } }, SIGNED_IN, { texts: TEXTS, ...app });
  return ports;
}

const answer = (ports: FakePorts, operation: string, outcome: Parameters<FakePorts["sent"][number]["answer"]>[0]) =>
  act(() => ports.latestCall(operation).answer(outcome));
const failures = () => screen.queryAllByRole("heading", { level: 2, name: "We couldn't load this" });

describe("a block whose query failed", () => {
  beforeEach(() => localStorage.clear());

  it("shows the failure instead of its empty state, and shows the data after Try again", async () => {
    const ports = await open([text("intro", "Your people"), list("people", "data.people")], { people: { query: "Profile" } });
    await answer(ports, "Profile", failed(500, "It broke."));
    expect(screen.getByText("Your people")).toBeInTheDocument();
    expect(screen.queryByText("No people")).toBeNull();
    expect(failures()).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByRole("button", { name: "Try again" })).toHaveAttribute("aria-disabled", "true");
    await answer(ports, "Profile", ok({ profile: [{ title: "Ann" }] }));
    expect(failures()).toHaveLength(0);
    expect(screen.getByText("Ann")).toBeInTheDocument();
    expect(ports.faults).toEqual([]);
  });

  it("is reported once for all blocks that read the query, and isn't announced a second time by the banner", async () => {
    const ports = await open(
      [
        list("people", "data.people"),
        text("count", "People: 0", { when: when({ "!": [{ var: "data.people" }] }) }),
        { key: "group", block: "group", layout: "plain", body: [list("friends", "data.people")] },
      ],
      { people: { query: "Profile" } },
    );
    await answer(ports, "Profile", failed(500, "It broke."));
    expect(failures()).toHaveLength(1);
    expect(screen.queryByText("People: 0")).toBeNull();
    expect(screen.queryByText("No friends")).toBeNull();
    expect(screen.queryByText("It broke.")).toBeNull();
  });

  it("performs the other effects of the failure", async () => {
    const failures = {
      "403": [{ refetch: ["alerts"], notify: { message: { var: "error.message" } as const, severity: "warning" as const } }],
    };
    const ports = await open(
      [list("people", "data.people")],
      { people: { query: "Profile" } },
      { failures, loads: { alerts: { query: "Alerts" } } },
    );
    await answer(ports, "Alerts", ok({ alerts: [] }));
    await answer(ports, "Profile", failed(403, "Not this way."));
    expect(ports.sent.map(({ operation }) => operation)).toContain("Alerts");
    expect(screen.queryByText("Not this way.")).toBeNull();
  });

  it("has the query's own texts where it has some", async () => {
    const ports = await open([list("people", "data.people")], {
      people: { query: "Profile", onFailure: { heading: "No news", text: "Your people are safe." } },
    });
    await answer(ports, "Profile", failed(500));
    expect(screen.getByRole("heading", { level: 2, name: "No news" })).toBeInTheDocument();
    expect(screen.getByText("Your people are safe.")).toBeInTheDocument();
    expect(failures()).toHaveLength(0);
  });

  it("is reported together with its neighbor, each with its own text", async () => {
    const ports = await open([list("people", "data.people"), list("places", "data.places")], {
      people: { query: "Profile", onFailure: { text: "We couldn't load your people." } },
      places: { query: "Alerts", onFailure: { text: "We couldn't load your places." } },
    });
    await answer(ports, "Profile", failed(500));
    await answer(ports, "Alerts", failed(500));
    expect(failures()).toHaveLength(1);
    expect(screen.getByText("We couldn't load your people.")).toBeInTheDocument();
    expect(screen.getByText("We couldn't load your places.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await answer(ports, "Profile", failed(500));
    await answer(ports, "Alerts", ok({ alerts: [{ title: "Rome" }] as Json }));
    expect(screen.getByText("Rome")).toBeInTheDocument();
    // A text of its own needs no heading.
    expect(failures()).toHaveLength(0);
    expect(screen.getByText("We couldn't load your people.")).toBeInTheDocument();
  });

  it("is shown without the controls that need the query, above a line that reports the failure", async () => {
    const control = (key: string, label: string, more = {}) => ({ key, label, go: "/page", ...more });
    const controls: CompiledBlock = {
      key: "row",
      block: "controls",
      controls: {
        order: ["news", "help"],
        items: { news: control("news", "News", { when: when({ "!!": [{ var: "data.people" }] }) }), help: control("help", "Help") },
      },
    };
    const ports = await open([controls, text("intro", "Hello")], { people: { query: "Profile" } });
    await answer(ports, "Profile", failed(500, "It broke."));
    expect(screen.getByRole("link", { name: "Help" })).toBeInTheDocument();
    expect(screen.queryByRole("link", { name: "News" })).toBeNull();
    expect(screen.queryByText("It broke.")).toBeNull();
    expect(failures()).toHaveLength(0);
    expect(screen.getByText("Some is missing")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await answer(ports, "Profile", ok({ profile: [{ title: "Ann" }] }));
    expect(screen.getByRole("link", { name: "News" })).toBeInTheDocument();
    expect(screen.queryByText("Some is missing")).toBeNull();
  });

  it("is shown all the same where the query's failure is ignored, or the block handles it", async () => {
    const own = when({ "!!": [{ var: "failed.people" }] });
    const ports = await open([list("people", "data.people"), text("own", "Nobody answered.", { when: own })], {
      people: { query: "Profile", onFailure: "ignore" },
    });
    await answer(ports, "Profile", failed(500, "It broke."));
    expect(screen.getByText("No people")).toBeInTheDocument();
    expect(screen.getByText("Nobody answered.")).toBeInTheDocument();
    expect(screen.getByText("It broke.")).toBeInTheDocument();
  });
});

describe("a block that reads a slice whose load failed", () => {
  const loads = { alerts: { query: "Alerts" } };

  it("shows the failure instead of an empty slice", async () => {
    const ports = await open([list("alerts", "alerts")], {}, { loads });
    await answer(ports, "Alerts", failed(500, "It broke."));
    expect(screen.queryByText("No alerts")).toBeNull();
    expect(failures()).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await answer(ports, "Alerts", ok({ alerts: [{ title: "News" }] as Json }));
    expect(failures()).toHaveLength(0);
    expect(screen.getByText("News")).toBeInTheDocument();
  });

  it("is left out without a notice where its condition is false for any answer", async () => {
    const never = when({ and: [{ "===": [{ var: "auth.bearerToken" }, null] }, { "!": [{ var: "alerts" }] }] });
    const ports = await open([text("none", "You have no alerts", { when: never })], {}, { loads });
    await answer(ports, "Alerts", failed(500, "It broke."));
    expect(screen.queryByText("You have no alerts")).toBeNull();
    expect(failures()).toHaveLength(0);
    expect(screen.getByText("It broke.")).toBeInTheDocument();
  });
});

it("shows the failure, and not that the page does not exist, where a guard reads a slice whose load failed", async () => {
  const guard = when({ "!!": [{ var: "alerts" }] });
  const { ports } = await openApp("/news", { news: { title: "News", guard, body: [text("news", "It is spring.")] } }, SIGNED_IN, {
    texts: TEXTS,
    loads: { alerts: { query: "Alerts" } },
  });
  await answer(ports, "Alerts", failed(500, "It broke."));
  expect(screen.getByRole("heading", { level: 1, name: "News" })).toBeInTheDocument();
  expect(failures()).toHaveLength(1);
  expect(screen.queryByText("It broke.")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await answer(ports, "Alerts", ok({ alerts: [{ title: "Spring" }] as Json }));
  expect(screen.getByText("It is spring.")).toBeInTheDocument();
  expect(ports.faults).toEqual([]);
});

describe("a page whose guard reads a slice whose load failed", () => {
  const guard = when({ "!!": [{ var: "alerts" }] });
  const app = { texts: TEXTS, loads: { alerts: { query: "Alerts" }, progress: { query: "Progress" } } };
  const screens = {
    home: { title: "Home", body: [link("To the news", "/news")] },
    news: { title: "News", guard, body: [list("news", "progress.news")] },
  };

  it("loads all that has failed at one Try again, and has the focus on its heading then", async () => {
    const { ports, user } = await openApp("/news", screens, SIGNED_IN, app);
    await answer(ports, "Alerts", failed(500));
    await answer(ports, "Progress", failed(500));
    expect(screen.getByRole("heading", { level: 1 })).not.toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    await answer(ports, "Alerts", ok({ alerts: [{ title: "Spring" }] as Json }));
    await answer(ports, "Progress", ok({ progress: { news: [{ title: "It is spring." }] } }));
    expect(screen.getByText("It is spring.")).toBeInTheDocument();
    expect(failures()).toHaveLength(0);
    expect(screen.getByRole("heading", { level: 1, name: "News" })).toHaveFocus();
  });

  it("has the focus on its heading after a navigation", async () => {
    const { ports, user } = await openApp("/home", screens, SIGNED_IN, app);
    await answer(ports, "Progress", ok({ progress: { news: [] } }));
    await answer(ports, "Alerts", failed(500));
    await user.click(screen.getByRole("link", { name: "To the news" }));
    expect(failures()).toHaveLength(1);
    expect(screen.getByRole("heading", { level: 1, name: "News" })).toHaveFocus();
  });
});

it("is reported once where the load of a block's slice fails while the guard waits for another load", async () => {
  const guard = when({ "!!": [{ var: "progress" }] });
  const { ports } = await openApp("/news", { news: { title: "News", guard, body: [list("alerts", "alerts")] } }, SIGNED_IN, {
    texts: TEXTS,
    loads: { alerts: { query: "Alerts" }, progress: { query: "Progress" } },
  });
  await answer(ports, "Alerts", failed(500, "It broke."));
  await answer(ports, "Progress", ok({ progress: { first_name: "Ann" } }));
  expect(screen.getByRole("heading", { level: 1, name: "News" })).toBeInTheDocument();
  expect(failures()).toHaveLength(1);
  expect(screen.queryByText("It broke.")).toBeNull();
});

it("shows that a page does not exist where the data are there", async () => {
  const guard = when({ "!!": [{ var: "alerts.0" }] });
  const { ports } = await openApp("/news", { news: { title: "News", guard, body: [] } }, SIGNED_IN, {
    texts: TEXTS,
    loads: { alerts: { query: "Alerts" } },
  });
  await answer(ports, "Alerts", ok({ alerts: [] }));
  expect(screen.getByRole("heading", { level: 1, name: "Not found" })).toBeInTheDocument();
});

describe("a load that fails for a screen that reads nothing of it", () => {
  const hasAlerts = when({ "!!": [{ var: "alerts" }] });
  const entry = (key: string, label: string) => ({ key, path: key === "alerts" ? "/alerts" : "/page", label, icon: "home" });
  const NAVIGATION = {
    loads: { alerts: { query: "Alerts" } },
    navigation: [entry("home", "Home"), { ...entry("alerts", "Alerts"), when: hasAlerts }],
  } as unknown as Partial<BundleCore>;
  const entries = () => within(screen.getAllByRole("navigation")[0] as HTMLElement).getAllByRole("link");

  async function openDashboard() {
    const { ports } = await openApp(
      "/page",
      {
        page: { title: "Page", shell: [{ use: "dashboard" }], body: [text("intro", "Hello")] },
        alerts: { title: "Alerts", body: [list("alerts", "alerts")] },
      },
      SIGNED_IN,
      { texts: TEXTS, ...NAVIGATION },
    );
    return ports;
  }

  it("is not announced, and its entry of the navigation stays, since there may be alerts", async () => {
    const ports = await openDashboard();
    await answer(ports, "Alerts", failed(500, "It broke."));
    expect(screen.queryByText("It broke.")).toBeNull();
    expect(entries().map(({ textContent }) => textContent?.trim())).toEqual(["Home", "Alerts"]);
  });

  it("has no entry once the bank has answered that there are none", async () => {
    const ports = await openDashboard();
    await answer(ports, "Alerts", ok({ alerts: [] }));
    expect(entries()).toHaveLength(1);
  });
});
