/** Tests the product as `npm start` runs it on an empty machine, where its bank has the embedded database. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/sources.js";
import { devices } from "./browser.js";
import { startProduct } from "./product.js";

const arrive = devices();

it("shows the account of a persona, and its transactions", async () => {
  const visitor = await arrive({ brand: "harbor", width: 1440, name: "first-start" });
  const { page } = visitor;
  const { ports, end } = await startProduct("first-start", { bundles: join(ROOT, ".bundles") });
  try {
    await page.goto(`http://localhost:${ports.port}/__sandbox/sign-in#persona=active`);
    await page.getByText("Welcome, Dana").waitFor();
    await page.getByRole("link", { name: "Transactions", exact: true }).first().click();
    await page.getByRole("heading", { name: "Transactions", exact: true }).waitFor();
    await page.getByText("$10,000.00").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/dashboard/transactions-list");
    await page.goto("about:blank");
  } finally {
    await end();
  }
});
