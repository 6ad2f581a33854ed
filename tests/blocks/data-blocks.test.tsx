/** Tests the table, balance and chart blocks: what they render and their text alternatives. */
import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { expectConsoleErrors } from "./expected-errors.js";
import { argument, renderBlock } from "./render-block.js";
import { ordered } from "./screen-fixture.js";

describe("a table", () => {
  const table = {
    block: "table",
    items: { var: "rows" },
    caption: "Statements",
    columns: ordered({
      month: { label: "Month", value: argument("item.month") },
      sum: { label: "Sum", value: argument("item.sum"), align: "end" },
    }),
    empty: { text: "None yet." },
  };

  it("has a caption, headers and cells", () => {
    renderBlock(table, { scope: { rows: [{ month: "May", sum: "$1.00" }] } });
    const drawn = screen.getByRole("table", { name: "Statements" });
    expect(
      within(drawn)
        .getAllByRole("columnheader")
        .map(({ textContent }) => textContent),
    ).toEqual(["Month", "Sum"]);
    expect(
      within(drawn)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["May", "$1.00"]);
  });

  it("shows the empty text", () => {
    renderBlock(table, { scope: { rows: [] } });
    expect(screen.getByText("None yet.")).toBeVisible();
  });
});

describe("a table with lines and controls", () => {
  const table = {
    block: "table",
    items: { var: "rows" },
    caption: "Transactions",
    columns: ordered({
      what: {
        label: "Transaction",
        value: argument("item.what"),
        narrow: "first-start",
        control: { label: argument("item.what"), action: "open" },
      },
      sum: { label: "Amount", value: argument("item.sum"), align: "end", narrow: "first-end" },
    }),
    empty: { text: "None yet." },
  };

  it("raises the action of a row with its item, and names the lines of the cells", async () => {
    const { raised, user } = renderBlock(table, { scope: { rows: [{ uuid: "1", what: "Interest", sum: "$1.00" }] } });
    const [first, second] = screen.getAllByRole("cell");
    expect([first?.className, second?.className]).toEqual(["pb-cell--first-start", "pb-end pb-cell--first-end"]);
    await user.click(screen.getByRole("button", { name: "Interest" }));
    expect(raised).toMatchObject([{ action: "open", item: { uuid: "1" } }]);
  });
});

describe("a timeline", () => {
  const timeline = (state: string) => ({
    block: "timeline",
    heading: "Status",
    steps: ordered({
      requested: { label: "Requested", text: "November 20", state: "done" },
      sent: { label: "Sent", state },
      settled: { label: "Settled", state: "upcoming" },
      hidden: { label: "Returned", state: "failed", when: { "!!": [{ var: "returned" }] } },
    }),
  });

  it("shows the steps in their order, and marks the first that is to come", () => {
    renderBlock(timeline("upcoming"));
    const steps = within(screen.getByRole("region", { name: "Status" })).getAllByRole("listitem");
    expect(steps.map(({ textContent }) => textContent)).toEqual(["RequestedNovember 20", "Sent", "Settled"]);
    expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([null, "step", null]);
  });

  it("rejects an unknown state", () => {
    expectConsoleErrors();
    expect(() => renderBlock(timeline("lost"))).toThrow("lost");
  });
});

describe("a balance", () => {
  it("reads as one amount, with its facts", () => {
    renderBlock({
      block: "balance",
      label: "Savings",
      amount: "$12,480.55",
      facts: ordered({ apy: { label: "Annual percentage yield", value: "4.08%" } }),
    });
    const section = screen.getByRole("region", { name: "Savings" });
    expect(section).toHaveTextContent("$12,480.55");
    expect(within(section).getByRole("definition")).toHaveTextContent("4.08%");
  });
});

describe("a chart", () => {
  const points = [
    { date: "2026-01-31", balance: "1000.00", interest: "3.33" },
    { date: "2026-02-28", balance: "2003.33", interest: "6.10" },
  ];
  const chart = {
    block: "chart",
    heading: "Balance",
    points: { var: "points" },
    summary: {
      icu: [
        { type: 0, value: "From " },
        { type: 1, value: "from" },
        { type: 0, value: " on it went to " },
        { type: 1, value: "last" },
        { type: 0, value: "." },
      ],
      values: { from: { date: { var: "item.from" } }, last: { money: { var: "item.last" } } },
    },
    figures: { open: "The figures", date: "Date", balance: "Balance", interest: "Interest earned" },
    empty: { text: "It begins soon." },
  };

  it("renders a line chart with a text alternative, and a table of the figures", async () => {
    const { user } = renderBlock(chart, { scope: { points } });
    expect(
      screen.getByRole("img", {
        name: "Balance From January 31, 2026 on it went to $2,003.33.",
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByText("The figures"));
    const rows = within(screen.getByRole("table", { name: "Balance" })).getAllByRole("row");
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      "DateBalanceInterest earned",
      "January 31, 2026$1,000.00$3.33",
      "February 28, 2026$2,003.33$6.10",
    ]);
    // A narrow page shows them beside the amounts, in place of the header.
    const labels = within(rows[1] as HTMLElement)
      .getAllByRole("cell")
      .map(({ dataset }) => dataset.label);
    expect(labels).toEqual(["Balance", "Interest earned"]);
  });

  describe("with periods", () => {
    // 400 days: two periods are shorter.
    const days = Array.from({ length: 400 }, (_, index) => {
      const date = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
      return { date, balance: `${1000 + index}.00`, interest: `${index}.50` };
    });
    const periods = ordered({
      month: { label: "1 month", days: 31 },
      year: { label: "1 year", days: 366 },
      two: { label: "2 years", days: 730 },
      ten: { label: "10 years", days: 3650 },
    });
    const ranged = { ...chart, ranges: { label: "Period", series: "Show", periods } };
    const slider = () => screen.getByRole("slider", { name: "Balance" });

    it("begins with the shortest period that has all points, and shows the one that is chosen", async () => {
      const { user } = renderBlock(ranged, { scope: { points: days } });
      const period = within(screen.getByRole("group", { name: "Period" }));
      expect(period.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["1 month", "1 year", "2 years"]);
      expect(period.getByRole("button", { name: "2 years" })).toHaveAttribute("aria-pressed", "true");
      expect(slider()).toHaveAttribute("max", "399");
      await user.click(period.getByRole("button", { name: "1 month" }));
      expect(slider()).toHaveAttribute("max", "30");
    });

    it("names the exact figures of each day by keyboard and by pointer", () => {
      renderBlock(ranged, { scope: { points: days } });
      expect(slider()).toHaveAttribute("aria-valuetext", "February 4, 2026. Balance: $1,399.00. Interest earned: $399.50.");
      fireEvent.change(slider(), { target: { value: "0" } });
      expect(slider()).toHaveAttribute("aria-valuetext", "January 1, 2025. Balance: $1,000.00. Interest earned: $0.50.");
      expect(screen.getByText("January 1, 2025")).toBeVisible();
      fireEvent.pointerLeave(slider());
      expect(screen.queryByText("January 1, 2025")).toBeNull();
    });

    it("has a text alternative of the shown series", async () => {
      const summary = {
        icu: ["series", "first", "last"].flatMap((value) => [
          { type: 0, value: " " },
          { type: 1, value },
        ]),
        values: {
          series: { var: "item.series" },
          first: { money: { var: "item.first" } },
          last: { money: { var: "item.last" } },
        },
      };
      const { user } = renderBlock({ ...ranged, summary }, { scope: { points: days } });
      expect(screen.getByRole("img")).toHaveAccessibleName("Balance balance $1,000.00 $1,399.00");
      await user.click(screen.getByRole("button", { name: "Interest earned" }));
      expect(screen.getByRole("img")).toHaveAccessibleName("Balance interest $0.50 $399.50");
    });

    it("draws the interest when it is chosen, and lists the month ends", async () => {
      const { user } = renderBlock(ranged, { scope: { points: days } });
      const line = () => document.querySelector(".pb-chart-ticks")?.textContent;
      const before = line();
      await user.click(screen.getByRole("button", { name: "Interest earned" }));
      expect(line()).not.toBe(before);
      await user.click(screen.getByText("The figures"));
      // A header, 13 months and the present one.
      expect(within(screen.getByRole("table", { name: "Balance" })).getAllByRole("row")).toHaveLength(15);
    });
  });

  it("renders a single point, and a constant balance", () => {
    renderBlock(chart, { scope: { points: [{ date: "2026-01-31", balance: "0.00", interest: "0.00" }] } });
    expect(screen.getByRole("img").innerHTML).not.toMatch(/NaN|Infinity/);
  });

  it.each([
    [["0.00"], ["$0", "$50", "$100"]],
    [["0.50"], ["$0", "$1"]],
    [["8.00"], ["$7", "$8", "$9"]],
    [
      ["0.00", "10000.00", "12146.36"],
      ["$0", "$5K", "$10K"],
    ],
    [
      ["12140.00", "12170.00"],
      ["$12,140", "$12,150", "$12,160", "$12,170"],
    ],
    [
      ["1200000.00", "1900000.00"],
      ["$1.2M", "$1.4M", "$1.6M", "$1.8M"],
    ],
  ])("of %j has the axis %j: round whole dollars", (balances, axis) => {
    renderBlock(chart, {
      scope: { points: balances.map((balance, index) => ({ date: `2026-01-0${index + 1}`, balance, interest: "0.00" })) },
    });
    expect([...document.querySelectorAll(".pb-chart-ticks span")].map(({ textContent }) => textContent)).toEqual(axis);
  });

  it("shows the empty text, and throws for figures that are not decimal strings", () => {
    renderBlock(chart, { scope: { points: [] } });
    expect(screen.getByText("It begins soon.")).toBeVisible();
    expectConsoleErrors();
    expect(() => renderBlock(chart, { scope: { points: [{ date: "2026-01-31", balance: 5, interest: "0" }] } })).toThrow("decimal strings");
  });
});

describe("a meter", () => {
  const meter = {
    block: "meter",
    heading: "Insurance",
    value: { var: "balance" },
    limit: "250000.00",
    text: argument("balance"),
    note: "For each depositor.",
  };

  it.each([
    ["12500.00", 12500, "5%"],
    ["300000.00", 250000, "100%"],
    [null, 0, undefined],
  ])("of %s has the value %s", (balance, now, width) => {
    renderBlock(meter, { scope: { balance } });
    const bar = screen.getByRole("meter", { name: "Insurance" });
    expect(bar).toHaveAttribute("aria-valuenow", String(now));
    expect(bar.querySelector("span")?.style.inlineSize).toBe(width);
  });

  it("rejects a value that is not a decimal string", () => {
    expectConsoleErrors();
    expect(() => renderBlock(meter, { scope: { balance: 5 } })).toThrow("decimal string");
  });
});

describe("a list whose titles open their entries", () => {
  it("raises the action with the item", async () => {
    const { raised, user } = renderBlock(
      {
        block: "list",
        items: { var: "rows" },
        item: { title: argument("item.title"), open: { label: argument("item.title"), action: "open" } },
        empty: { text: "None." },
      },
      { scope: { rows: [{ uuid: "1", title: "Interest" }] } },
    );
    await user.click(screen.getByRole("button", { name: "Interest" }));
    expect(raised).toMatchObject([{ action: "open", item: { uuid: "1" } }]);
  });
});
