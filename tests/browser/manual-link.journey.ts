/** An account linked by its numbers: two small deposits, the bank's days, and the amounts in any order. */
import { expect, it } from "vitest";
import { PAGES, signIn, walk } from "./applicant.js";
import { bank } from "./bank.js";
import { devices } from "./browser.js";
import type { Visitor } from "./visitor.js";

const arrive = devices();

async function enterAmounts(visitor: Visitor, one: string, two: string): Promise<void> {
  await visitor.type("First amount", one);
  await visitor.type("Second amount", two);
  await visitor.press("Verify");
}

it("leads through two small deposits to the funding", async () => {
  const persona = await bank.persona("bank");
  const visitor = await arrive({ brand: "harbor", width: 390, name: "manual-link" });
  await signIn(visitor, persona);
  await visitor.press("Continue");
  await visitor.at("/registration/link-account-selection");
  await visitor.press(/^Enter the account number/);

  await visitor.at("/manual-funding/banking-information");
  await visitor.reload();
  await visitor.inspect();
  await PAGES["/manual-funding/banking-information"]?.(visitor, { ...persona, firstName: "", lastName: "", ssn: "" });

  await visitor.at("/manual-funding/microdeposits/sent");
  await visitor.inspect();
  await bank.advance("P4D");
  await visitor.press("Enter the amounts");

  await visitor.at("/manual-funding/microdeposits");
  await visitor.reload();
  await visitor.inspect();
  await enterAmounts(visitor, "0.11", "0.12");
  await visitor.at("/manual-funding/microdeposits/incorrect");
  await visitor.inspect();
  await visitor.press("Try again");

  await visitor.at("/manual-funding/microdeposits");
  await enterAmounts(visitor, ".23", "7");
  await visitor.at("/manual-funding/microdeposits/successful");
  await visitor.inspect();
  await visitor.press("Continue");

  const way = await walk(visitor, { ...persona, firstName: "", lastName: "", ssn: "" }, { until: "/dashboard" });
  expect(way[0]).toBe("/fund-account");
});

it("refuses a routing number whose check digit is wrong, at the field", async () => {
  const persona = await bank.persona("bank");
  const visitor = await arrive({ brand: "harbor", width: 390, name: "routing-number" });
  await signIn(visitor, persona);
  await visitor.open("/manual-funding/banking-information");
  await visitor.at("/manual-funding/banking-information");
  await visitor.type("Routing number", "123456789");
  await visitor.press("Continue");
  expect(await (await visitor.errorSummary()).innerText()).toMatch(/routing number/i);
  expect(await visitor.field("Routing number").getAttribute("aria-invalid")).toBe("true");
  expect(visitor.path).toBe("/manual-funding/banking-information");
});
