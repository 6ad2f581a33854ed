/** Tests Home and the transactions: one request, exact figures, search, pages, details, downloads, and each failed, slow or empty part. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { partOf, sample } from "../support/part.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import { signIn } from "./signed-in.js";

const arrive = devices();
const LIST = "/dashboard/transactions-list";

describe.each(
  sample(
    [
      ["harbor", 1440],
      ["juniper", 360],
    ] as const,
    2,
  ),
)("a depositor of %s at %i px", (brand, width) => {
  it("reads Home after one request, finds a transaction among thousands, and downloads them", async () => {
    const visitor = await arrive({ brand, width, name: `transactions-${brand}` });
    const who = await bank.persona("active", { brand });
    await bank.simulate("long-history", who.email, { rows: 400 });
    await signIn(visitor, who);
    await visitor.at("/dashboard");
    const { page } = visitor;

    const queries: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/graphql") && !request.postData()?.includes("LogPageView"))
        queries.push(request.postData() ?? "");
    });
    await visitor.open("/dashboard");
    await visitor.at("/dashboard");
    await page.getByText("Annual Percentage Yield (APY)").waitFor();
    expect(queries.filter((body) => body.includes("accounts"))).toHaveLength(1);
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain("unreadMessages");

    const chart = page.getByRole("slider", { name: "Balance and interest" });
    await chart.focus();
    const last = await chart.getAttribute("aria-valuetext");
    await page.keyboard.press("Home");
    expect(await chart.getAttribute("aria-valuetext")).not.toBe(last);
    await page.getByText(/you'd earn about/).waitFor();
    await visitor.inspect();
    await page.emulateMedia({ media: "print" });
    const background = await page
      .getByRole("region", { name: /ending in/ })
      .evaluate((balance) => getComputedStyle(balance).backgroundImage);
    expect(background, "behind the black ink of the balance on paper").toBe("none");
    for (const control of [page.getByRole("button", { name: "1 year" }), page.getByRole("link", { name: "Help & FAQs" })])
      expect(await control.isVisible(), "a control on paper").toBe(false);
    await page.emulateMedia({ media: "screen" });

    await visitor.press("All transactions");
    await visitor.at(LIST);
    await page.getByText(/^Transactions 1 to 50 of \d+/).waitFor();
    await visitor.inspect();
    await visitor.press("Older");
    await page.getByText(/^Transactions 51 to 100 of \d+/).waitFor();
    await page.getByText(/^Search and filter/).click();
    await visitor.choose(/^Type/, "Interest");
    await visitor.press("Show transactions");
    await page.getByText("Search and filter (on)", { exact: true }).waitFor();
    // Until then, the former page is shown, which may have interest as well.
    await page.getByText(/^Transactions 1 to \d+ of \d+/).waitFor();
    const shown = await page.getByRole("link", { name: "Interest", exact: true }).count();
    expect(shown).toBeGreaterThan(0);

    await page.getByText("Download transactions", { exact: true }).click();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Spreadsheet (CSV)" }).click()]);
    const lines = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\r\n");
    expect(file.suggestedFilename()).toBe("transactions.csv");
    expect(lines).toHaveLength(shown + 1);

    await page.getByRole("link", { name: "Interest", exact: true }).first().click();
    await visitor.heading("Transaction details").waitFor();
    await page.getByText("Interest added to your savings").waitFor();
    await visitor.inspect();
    await visitor.press("Report a problem");
    await visitor.at("/message-center/add-new-message");
    await visitor.press("Send");
    await visitor.errorSummary();
    await visitor.inspect();
    await visitor.choose("What's wrong?", "The amount is wrong");
    await visitor.type("What happened?", "I expected more interest.");
    await visitor.press("Send");
    await visitor.at("/message-center");
  });
});

if (partOf() === "representative") {
  describe("a part of Home and of the transactions that", () => {
    it("has failed offers to try again, and is never shown as none", async () => {
      const visitor = await arrive({ brand: "harbor", width: 768, name: "transactions-failed" });
      const who = await bank.persona("active");
      await signIn(visitor, who);
      await visitor.at("/dashboard");
      const { page } = visitor;
      const parts = [
        ["/transactions", "Annual Percentage Yield (APY)"],
        ["/accounts", "Latest transactions"],
      ] as const;
      for (const [path, other] of parts) {
        await bank.fault({ path, status: 500, times: 1 });
        await visitor.open("/dashboard");
        await visitor.at("/dashboard");
        await visitor.button("Try again").first().waitFor();
        expect(await page.getByText("You don't have any transactions yet.").count()).toBe(0);
        await page.getByText(other).first().waitFor();
        await visitor.button("Try again").first().click();
        await page.getByText("Annual Percentage Yield (APY)").waitFor();
        visitor.forgive(/500/);
      }
      await visitor.press("All transactions");
      await visitor.at(LIST);
      await page.getByText(/^Transactions 1 to/).waitFor();
      await bank.fault({ path: "/transactions", status: 500, times: 1 });
      await page.getByText(/^Search and filter/).click();
      await visitor.type(/^Search/, "nothing like this");
      await visitor.press("Show transactions");
      await page.getByText("We couldn't load your transactions.").first().waitFor();
      expect(await page.getByText("No transactions match.").count()).toBe(0);
      visitor.forgive(/500/);
      await visitor.button("Try again").first().click();
      await page.getByText("No transactions match.").waitFor();
      await visitor.inspect();

      await page.goBack();
      await page.getByText(/^Transactions 1 to/).waitFor();
      await page.getByText(/^Search and filter/).click();
      expect(await visitor.field(/^Search/).inputValue()).toBe("");
      await page.goForward();
      await page.getByText("No transactions match.").waitFor();
      await page.getByText("Search and filter (on)", { exact: true }).click();
      expect(await visitor.field(/^Search/).inputValue()).toBe("nothing like this");
    });

    it("is slow shows nothing that is not known", async () => {
      const visitor = await arrive({ brand: "juniper", width: 1440, name: "transactions-slow" });
      const who = await bank.persona("active", { brand: "juniper" });
      await signIn(visitor, who);
      await visitor.at("/dashboard");
      const { page } = visitor;
      await bank.fault({ path: "/transactions", delay_ms: 2500, times: 1 });
      await visitor.open(LIST);
      for (let look = 0; look < 8; look += 1) {
        expect(await page.getByText("You don't have any transactions yet.").count()).toBe(0);
        await page.waitForTimeout(250);
      }
      await page.getByText(/^Transactions 1 to/).waitFor();
    });
  });
}
