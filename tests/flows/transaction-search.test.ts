/** Tests the search in transactions with the engine alone: the criteria and the page travel in the route state. */
import { expect, it } from "vitest";
import { progress, Traveller } from "./screen-walk.js";

const STATE = {
  auth: { bearerToken: "marker", loginSuccess: true },
  progress: progress("completed", "PASSED"),
  accounts: [{ uuid: "a", available_balance: 5 }],
};

it("keeps what was searched for", () => {
  const dana = new Traveller("harbor", "/dashboard/transactions-list", STATE);
  dana.does("search", { form: { search: "rent", type: "deposits" } });
  expect([dana.path, dana.at.route.state]).toEqual(["/dashboard/transactions-list", { criteria: { search: "rent", type: "deposits" } }]);
});
