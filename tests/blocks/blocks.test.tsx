/** Tests the blocks except form, provider, table, balance and chart: what they render and which actions they raise. */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { BLOCKS } from "../../src/blocks/blocks.js";
import { Icon } from "../../src/blocks/icons.js";
import { expectConsoleErrors } from "./expected-errors.js";
import { argument, renderBlock } from "./render-block.js";
import { ordered, paragraph, when } from "./screen-fixture.js";

describe("text and notices", () => {
  it("render prose under a heading", () => {
    renderBlock({ block: "text", heading: "What we need", markdown: paragraph("Your name."), tone: "lead" });
    expect(screen.getByRole("heading", { level: 2, name: "What we need" })).toBeVisible();
    expect(screen.getByText("Your name.")).toBeVisible();
  });

  it("render a notice with its controls", async () => {
    const { raised, user } = renderBlock({
      block: "notice",
      severity: "warning",
      heading: "Careful",
      markdown: paragraph("It ends soon."),
      controls: ordered({ stay: { label: "Stay", action: "stay" } }),
    });
    await user.click(within(screen.getByRole("note")).getByRole("button", { name: "Stay" }));
    expect(raised).toEqual([{ action: "stay" }]);
  });
});

describe("asides", () => {
  const aside = { block: "aside", heading: "Why we ask", markdown: paragraph("The law says so.") };

  it("are regions with a text, an illustration that screen readers skip, and blocks", () => {
    renderBlock({ ...aside, picture: "bank", body: [{ key: "more", block: "text", markdown: paragraph("More.") }] });
    const region = screen.getByRole("region", { name: "Why we ask" });
    expect(within(region).getByText("The law says so.")).toBeVisible();
    expect(within(region).getByText("More.")).toBeVisible();
    const picture = region.querySelector("svg");
    expect(picture).toHaveAttribute("aria-hidden", "true");
    expect(picture?.querySelector("use")).toHaveAttribute("href", "/art-bank.svg#art");
  });

  it("have no illustration where the brand has none", () => {
    renderBlock({ ...aside, picture: "home" });
    expect(screen.getByRole("region", { name: "Why we ask" }).querySelector("svg")).toBeNull();
  });
});

describe("controls", () => {
  const controls = (items: object) => ({ block: "controls", controls: ordered(items as Record<string, object>) });

  it("raise actions with buttons and navigate with links", async () => {
    const { raised, gone, user } = renderBlock(
      controls({ save: { label: "Save", action: "save", style: "primary" }, home: { label: "Home", go: "/dashboard" } }),
    );
    await user.click(screen.getByRole("button", { name: "Save" }));
    const link = screen.getByRole("link", { name: "Home" });
    expect(link).toHaveAttribute("href", "/dashboard");
    await user.click(link);
    expect(raised).toEqual([{ action: "save" }]);
    expect(gone).toEqual(["/dashboard"]);
  });

  it("leave a click with a modifier key to the browser", async () => {
    const { gone, user } = renderBlock(controls({ home: { label: "Home", go: "#x" } }));
    await user.keyboard("{Control>}");
    await user.click(screen.getByRole("link", { name: "Home" }));
    await user.keyboard("{/Control}");
    expect(gone).toEqual([]);
  });

  it("ignore clicks while their action runs, and keep their name and the focus", async () => {
    const { raised, user } = renderBlock(controls({ save: { label: "Save", action: "save" } }), { pending: ["save"] });
    const button = screen.getByRole("button", { name: "Save" });
    await user.click(button);
    expect(raised).toEqual([]);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute("aria-busy", "true");
  });

  it("ignore clicks, without being busy, while another one does the same", async () => {
    const { raised, user } = renderBlock(controls({ save: { label: "Save", action: "save" } }), { blocked: ["save"] });
    const button = screen.getByRole("button", { name: "Save" });
    await user.click(button);
    expect(raised).toEqual([]);
    expect(button).toHaveAttribute("aria-disabled", "true");
    expect(button).not.toHaveAttribute("aria-busy");
  });

  it("are links where their action only navigates: a plain click raises it with its item, the browser handles the others", async () => {
    const { raised, gone, user } = renderBlock(controls({ open: { label: "Details", action: "open" } }), {
      addresses: { open: "/documents/7?tab=all" },
    });
    const link = screen.getByRole("link", { name: "Details" });
    expect(link).toHaveAttribute("href", "/documents/7?tab=all");
    // jsdom does not navigate, and reports a click that it would have to follow.
    const opened: boolean[] = [];
    document.addEventListener(
      "click",
      (event) => {
        opened.push(!event.defaultPrevented);
        event.preventDefault();
      },
      { once: true },
    );
    await user.keyboard("{Control>}");
    await user.click(link);
    await user.keyboard("{/Control}");
    expect([opened, raised]).toEqual([[true], []]);
    link.focus();
    await user.keyboard("{Enter}");
    expect(raised).toEqual([{ action: "open" }]);
    expect(gone).toEqual([]);
  });

  it("are hidden when their predicate does not hold", () => {
    renderBlock(
      controls({
        a: { label: "A", action: "a", when: when(false) },
        b: { label: "B", action: "b", when: when({ "==": [{ var: "x" }, 1] }) },
      }),
      { scope: { x: 1 } },
    );
    expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["B"]);
  });

  it("must have an action or a path", () => {
    expectConsoleErrors();
    expect(() => renderBlock(controls({ a: { label: "A" } }))).toThrow('"A" has neither an action nor a path');
  });
});

describe("a choice", () => {
  const options = ordered({
    fast: { label: "Sign in", description: "Within a minute.", icon: "flash", action: "choose", with: { method: { var: "mode" } } },
    slow: { label: "By number", go: "/manual" },
  });

  it("renders a card as a link where its action only navigates", async () => {
    const { raised, user } = renderBlock(
      { block: "choice", label: "How?", options },
      { scope: { mode: "fastlink" }, addresses: { choose: "/link" } },
    );
    const fast = screen.getByRole("link", { name: "Sign in" });
    expect(fast).toHaveAttribute("href", "/link");
    await user.click(fast);
    expect(raised).toEqual([{ action: "choose", form: { method: "fastlink" } }]);
  });

  it("renders cards as buttons and links with name and description", async () => {
    const { raised, gone, user } = renderBlock({ block: "choice", label: "How?", options }, { scope: { mode: "fastlink" } });
    const list = screen.getByRole("list", { name: "How?" });
    const fast = within(list).getByRole("button", { name: "Sign in" });
    expect(fast).toHaveAccessibleDescription("Within a minute.");
    await user.click(fast);
    await user.click(within(list).getByRole("link", { name: "By number" }));
    expect(raised).toEqual([{ action: "choose", form: { method: "fastlink" } }]);
    expect(gone).toEqual(["/manual"]);
  });
});

describe("a summary", () => {
  it("renders sections of terms and values, each with an Edit that names its section", () => {
    renderBlock({
      block: "summary",
      sections: ordered({
        you: {
          heading: "You",
          control: { label: "Edit", go: "/basic" },
          rows: ordered({ name: { label: "Name", value: "Ada" }, no: { label: "No", value: "No", when: when(false) } }),
        },
      }),
    });
    const section = screen.getByRole("region", { name: "You" });
    expect(within(section).getByRole("term")).toHaveTextContent("Name");
    expect(within(section).getByRole("definition")).toHaveTextContent("Ada");
    expect(within(section).getByRole("link", { name: "Edit" })).toHaveAccessibleDescription("You");
  });
});

describe("a list", () => {
  const list = {
    block: "list",
    heading: "Alerts",
    items: { var: "data.alerts" },
    item: {
      title: argument("item.title"),
      value: argument("item.amount"),
      tone: { var: "item.tone" },
      controls: ordered({ read: { label: "Mark read", action: "read" } }),
    },
    empty: { text: "No alerts." },
    limit: 2,
    more: { label: "All alerts", go: "/alerts" },
  };
  const alerts = [
    { uuid: "a", title: "One", amount: "$1", tone: "new" },
    { uuid: "b", title: "Two", amount: "$2", tone: null },
    { uuid: "c", title: "Three", amount: "$3", tone: null },
  ];

  it("renders one entry per item up to its limit, and raises actions with the item", async () => {
    const { raised, user } = renderBlock(list, { scope: { data: { alerts } } });
    const entries = within(screen.getByRole("region", { name: "Alerts" })).getAllByRole("listitem");
    expect(entries).toHaveLength(2);
    const button = within(entries[1] as HTMLElement).getByRole("button", { name: "Mark read" });
    expect(button).toHaveAccessibleDescription("Two");
    await user.click(button);
    expect(raised).toEqual([{ action: "read", item: alerts[1] }]);
    expect(screen.getByRole("link", { name: "All alerts" })).toHaveAttribute("href", "/alerts");
  });

  it.each([[[]], [null]])("shows the empty text for %j", (none) => {
    renderBlock(list, { scope: { data: { alerts: none } } });
    expect(screen.getByText("No alerts.")).toBeVisible();
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });

  it("shows nothing without items where it has no empty text", () => {
    const { empty: _, ...withoutEmpty } = list;
    renderBlock(withoutEmpty, { scope: { data: { alerts: [] } } });
    expect(screen.queryByText("Alerts")).not.toBeInTheDocument();
  });

  it("links the files of an entry, and renders no empty list", () => {
    const file = { label: argument("item.name"), href: argument("item.href") };
    const withFiles = { ...list, item: { ...list.item, files: { var: "item.files" }, file } };
    const files = [
      { uuid: "f", name: "lease.pdf", href: "/documents/messages/a/f" },
      { uuid: "g", name: "id.png", href: "/documents/messages/a/g" },
    ];
    renderBlock(withFiles, {
      scope: {
        data: {
          alerts: [
            { ...alerts[0], files },
            { ...alerts[1], files: [] },
          ],
        },
      },
    });
    const links = screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.startsWith("/documents"));
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(files.map(({ name, href }) => [name, href]));
    expect(screen.getAllByRole("list")).toHaveLength(2);
  });

  it("throws for a value that is not a list, and for an unknown tone", () => {
    expectConsoleErrors();
    expect(() => renderBlock(list, { scope: { data: { alerts: "x" } } })).toThrow('"items" of the list "it" is not a list');
    expect(() => renderBlock(list, { scope: { data: { alerts: [{ ...alerts[0], tone: "loud" }] } } })).toThrow('no tone "loud"');
  });
});

describe("documents", () => {
  const items = [
    { uuid: "1", hash: "aa", title: "Agreement" },
    { uuid: "2", hash: "bb", title: "Disclosure" },
  ];
  const documents = {
    block: "documents",
    items: { var: "items" },
    item: { title: argument("item.title"), href: "/documents/x" },
    empty: { text: "Nothing to read." },
    attest: {
      label: {
        icu: [
          { type: 0, value: "I agree to " },
          { type: 1, value: "it" },
        ],
        values: { it: { var: "item.title" } },
      },
      submitLabel: "Agree",
      action: "attest",
      error: "Please tick this box.",
    },
  };

  it("open in a new tab", () => {
    renderBlock({ ...documents, attest: undefined }, { scope: { items } });
    const link = screen.getByRole("link", { name: /Agreement/ });
    expect(link).toHaveAttribute("target", "_blank");
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  });

  it("are agreed to one by one, each with the hash of its text", async () => {
    const { raised, user } = renderBlock(documents, { scope: { items } });
    await user.click(screen.getByRole("checkbox", { name: "I agree to Agreement" }));
    await user.click(screen.getByRole("button", { name: "Agree" }));
    expect(raised).toEqual([]);
    const missing = screen.getByRole("checkbox", { name: "I agree to Disclosure" });
    expect(missing).toHaveFocus();
    expect(missing).toHaveAccessibleDescription("Please tick this box.");
    await user.click(missing);
    await user.click(screen.getByRole("button", { name: "Agree" }));
    expect(raised).toEqual([
      {
        action: "attest",
        form: {
          attestations: [
            { uuid: "1", hash: "aa" },
            { uuid: "2", hash: "bb" },
          ],
        },
      },
    ]);
  });
});

describe("documents with one checkbox", () => {
  it("are agreed to together", async () => {
    const items = [
      { uuid: "1", hash: "aa", title: "Agreement" },
      { uuid: "2", hash: "bb", title: "Disclosure" },
    ];
    const attest = { together: true, label: "I agree", submitLabel: "Agree", action: "attest", error: "Check the box." };
    const documents = {
      block: "documents",
      items: { var: "items" },
      item: { title: argument("item.title"), href: "/documents/x" },
      empty: { text: "Nothing to read." },
      attest,
    };
    const { raised, user } = renderBlock(documents, { scope: { items } });
    await user.click(screen.getByRole("button", { name: "Agree" }));
    expect(raised).toEqual([]);
    const box = screen.getByRole("checkbox", { name: "I agree" });
    expect(box).toHaveFocus();
    expect(box).toHaveAccessibleDescription("Check the box.");
    await user.click(box);
    await user.click(screen.getByRole("button", { name: "Agree" }));
    expect(raised.map(({ form }) => form)).toEqual([
      {
        attestations: [
          { uuid: "1", hash: "aa" },
          { uuid: "2", hash: "bb" },
        ],
      },
    ]);
  });
});

describe("the waiting block", () => {
  it("announces the running operation", () => {
    renderBlock({ block: "waiting", text: "We are checking." });
    expect(screen.getByRole("status")).toHaveTextContent("We are checking.");
  });
});

describe("the block map", () => {
  it("folds blocks under a summary that opens them", async () => {
    renderBlock({
      block: "group",
      layout: "fold",
      heading: "Terms of use",
      body: [{ key: "a", block: "text", markdown: paragraph("Inside.") }],
    });
    expect(screen.getByText("Inside.")).not.toBeVisible();
    await userEvent.click(screen.getByText("Terms of use"));
    expect(screen.getByText("Inside.")).toBeVisible();
  });

  it("groups blocks under a heading", () => {
    renderBlock({
      block: "group",
      layout: "card",
      heading: "Together",
      body: [{ key: "a", block: "text", markdown: paragraph("Inside.") }],
    });
    expect(within(screen.getByRole("region", { name: "Together" })).getByText("Inside.")).toBeVisible();
  });

  it("has no block for an unknown name", () => {
    expect(BLOCKS.hologram).toBeUndefined();
  });

  it("throws for an unknown icon", () => {
    expectConsoleErrors();
    expect(() => render(<Icon name="unicorn" />)).toThrow('There is no icon "unicorn"');
  });
});
