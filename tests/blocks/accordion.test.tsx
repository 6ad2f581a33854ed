/** Tests the accordion block: groups, closed entries, the search, and a list without entries. */
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { argument, renderBlock } from "./render-block.js";
import { ordered } from "./screen-fixture.js";

const FAQS = [
  { uuid: "1", question: "When is interest paid?", answer: "On the last day of each month.", category: "Interest" },
  { uuid: "2", question: "How do I deposit?", answer: "From your linked bank account.", category: "Moving money" },
  { uuid: "3", question: "What is APY?", answer: "The yearly yield with compounding.", category: "Interest" },
];
const block = {
  block: "accordion",
  items: { var: "faqs" },
  item: { title: argument("item.question"), text: argument("item.answer"), group: argument("item.category") },
  search: { label: "Search questions", none: "No questions match." },
  empty: { text: "No questions.", controls: ordered({ ask: { label: "Ask us", action: "ask" } }) },
};
const questions = () => screen.getAllByRole("group").map((entry) => entry.querySelector("summary")?.textContent);

describe("an accordion", () => {
  it("shows the entries of one group together, under its heading, and closed", () => {
    renderBlock(block, { scope: { faqs: FAQS } });
    const interest = screen.getByRole("region", { name: "Interest" });
    expect(within(interest).getAllByRole("group")).toHaveLength(2);
    expect(questions()).toEqual(["When is interest paid?", "What is APY?", "How do I deposit?"]);
    expect(screen.getByText("On the last day of each month.")).not.toBeVisible();
  });

  it("opens an entry from its title", async () => {
    const { user } = renderBlock(block, { scope: { faqs: FAQS } });
    await user.click(screen.getByText("What is APY?"));
    expect(screen.getByText("The yearly yield with compounding.")).toBeVisible();
  });

  it("finds entries by words of the title, the text and the group, in any order and case", async () => {
    const { user } = renderBlock(block, { scope: { faqs: FAQS } });
    const search = screen.getByRole("searchbox", { name: "Search questions" });
    await user.type(search, "MONTH interest");
    expect(questions()).toEqual(["When is interest paid?"]);
    expect(screen.queryByRole("heading", { name: "Moving money" })).toBeNull();
    await user.clear(search);
    await user.type(search, "mortgage");
    expect(screen.getByRole("status")).toHaveTextContent("No questions match.");
    expect(screen.queryAllByRole("group")).toEqual([]);
  });

  it("without entries shows the empty text and its controls, and no search", async () => {
    const { user, raised } = renderBlock(block, { scope: { faqs: [] } });
    expect(screen.getByText("No questions.")).toBeVisible();
    expect(screen.queryByRole("searchbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Ask us" }));
    expect(raised).toMatchObject([{ action: "ask" }]);
  });
});
